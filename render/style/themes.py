"""The colors of each theme. Sprites have those of the theme FELT; a picture's palette replaces them by its theme's."""

from dataclasses import fields

from render.style.looks import PictureTheme
from render.style.theme import FELT, ColorScheme

DARK = ColorScheme(
    room="#101218",
    felt="#1A1C24",
    tray="#2A2E3B",
    edge="#3F4659",
    chip="#262935",
    ink="#F2F3F8",
    dim="#9BA3B8",
    shadow="#12141B",
    wood="#353A49",
    ledge="#4A5166",
    ledge_shine="#5F6880",
    groove="#1E212B",
    shade="#2C303D",
    plinth="#181A22",
    plinth_ink="#D5D9E6",
)
LIGHT = ColorScheme(
    room="#C0D0CC",
    felt="#DCE6E4",
    tray="#C6D6D2",
    edge="#9DB5AF",
    chip="#CBD9D6",
    ink="#16302F",
    dim="#3F5754",
    laid="#7A4D00",
    moved="#07596A",
    good="#11623A",
    bad="#A01B33",
    picked="#FFFFFF",
    on_gold="#FFFFFF",
    dim_on_gold="#EBD9B4",
    resigned="#445F5C",
    shadow="#8FA8A2",
    lip="#BFA878",
    line="#9C8656",
    wood="#D2AE82",
    ledge="#B0824F",
    ledge_shine="#CFA371",
    groove="#87603A",
    shade="#C29D70",
    plinth="#6E4A2D",
    plinth_ink="#FFF6E6",
    seat_1="#B8323D",
    seat_2="#1F66B0",
    seat_3="#8A5F00",
    seat_4="#2A7D4F",
    seat_5="#7240B0",
    seat_6="#B0501E",
)
THEMES = {PictureTheme.FELT: FELT, PictureTheme.DARK: DARK, PictureTheme.LIGHT: LIGHT}


def repaint(theme: PictureTheme) -> dict[str, str]:
    """Return a mapping from each color of the theme FELT to the one that replaces it in this theme, all `#RRGGBB`."""
    return {getattr(FELT, each.name): getattr(THEMES[theme], each.name) for each in fields(FELT)}
