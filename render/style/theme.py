"""The colors, themes, looks and signs of pictures, and the sizes of tables, headers, racks and emojis.

`render/style/sizes.py` has the other sizes. Colors are `#RRGGBB`; sizes are pixels in a picture 1200 wide.
After a change here, redraw the sprites with `python -m render atlas`.
"""

from dataclasses import dataclass, fields
from enum import StrEnum

from engine.tiles.sets import Mark
from engine.tiles.tiles import Color


@dataclass(frozen=True)
class ColorScheme:
    """A theme's colors; the defaults are the theme FELT: ivory tiles on dark teal felt, and racks of walnut.

    The four inks have a contrast of at least 3:1 to `face_low`, the darkest part of a tile's face, and to white. For
    every kind of color blindness, any two have a CIEDE2000 difference of at least 18 (0.14 in OKLab).
    """

    room: str = "#0C292C"
    felt: str = "#12373B"
    tray: str = "#1B4A4F"
    edge: str = "#2A6268"
    chip: str = "#1A464B"
    ink: str = "#F4F1E6"
    dim: str = "#9DBDBD"
    played: str = "#FFC83D"
    moved: str = "#6FD3E8"
    on_gold: str = "#14161C"
    dim_on_gold: str = "#6E500A"
    face_top: str = "#FFFCF3"
    face_mid: str = "#FAF4E3"
    face_low: str = "#F6ECD4"
    shine: str = "#FFFFFF"
    lip: str = "#CDB98F"
    line: str = "#B9A373"
    shadow: str = "#0B2326"
    red: str = "#AF001D"
    blue: str = "#1A5CD0"
    black: str = "#12131A"
    orange: str = "#D86900"
    joker: str = "#7A2E9E"
    wood: str = "#74482A"
    ledge: str = "#9C6A3E"
    ledge_shine: str = "#B78150"
    groove: str = "#4A2C19"
    shade: str = "#693F23"
    plinth: str = "#2A1B12"
    plinth_ink: str = "#F3E6CF"
    back: str = "#1F6A78"
    back_line: str = "#58A5B3"
    resigned: str = "#93B2B3"
    seat_1: str = "#E8505B"
    seat_2: str = "#4C9BE8"
    seat_3: str = "#F2B134"
    seat_4: str = "#5CC58A"
    seat_5: str = "#B07CE8"
    seat_6: str = "#F28C5A"
    good: str = "#4FD08A"
    bad: str = "#FF9398"
    picked: str = "#101216"

    @property
    def seats(self) -> tuple[str, ...]:
        """The colors of the seats' discs, in the order of the seats."""
        return (self.seat_1, self.seat_2, self.seat_3, self.seat_4, self.seat_5, self.seat_6)

    @property
    def flats(self) -> tuple[str, ...]:
        """Every color once; the first is `room`, the color of an empty canvas."""
        return tuple(dict.fromkeys(getattr(self, field.name) for field in fields(self)))

    @property
    def inks(self) -> dict[Color | None, str]:
        """The ink of each tile color and piecepack suit, and the joker's under None; suits share the four inks."""
        return {
            Color.RED: self.red,
            Color.BLUE: self.blue,
            Color.BLACK: self.black,
            Color.ORANGE: self.orange,
            Color.SUNS: self.red,
            Color.MOONS: self.black,
            Color.CROWNS: self.orange,
            Color.ARMS: self.blue,
            Color.HEARTS: self.red,
            Color.SPADES: self.black,
            Color.CLUBS: self.blue,
            Color.DIAMONDS: self.orange,
            None: self.joker,
        }

    @property
    def ramps(self) -> tuple[tuple[str, str, int], ...]:
        """The pairs of colors that need shades between them, as (ground, color on it, number of shades)."""
        return (
            (self.face_top, self.face_low, 7),
            *((self.face_mid, ink, 5) for ink in self.inks.values()),
            *((self.room, color, 5) for color in (self.ink, self.dim, self.back_line)),
            *((self.room, color, 3) for color in (self.chip, self.played)),
            (self.room, self.felt, 1),
            (self.felt, self.dim, 5),
            *((self.felt, color, 3) for color in (self.edge, self.played, self.moved)),
            (self.back, self.back_line, 3),
            (self.tray, self.ink, 6),
            (self.tray, self.played, 4),
            (self.tray, self.moved, 4),
            (self.tray, self.shadow, 2),
            (self.tray, self.lip, 3),
            (self.chip, self.ink, 6),
            (self.chip, self.dim, 5),
            (self.chip, self.resigned, 4),
            (self.played, self.on_gold, 6),
            (self.played, self.dim_on_gold, 5),
            *((self.chip, disc, 2) for disc in self.seats),
            *((disc, self.on_gold, 4) for disc in self.seats),
            (self.chip, self.on_gold, 2),
            (self.face_mid, self.lip, 2),
            (self.face_mid, self.played, 2),
            (self.lip, self.line, 1),
            (self.lip, self.played, 2),
            (self.lip, self.moved, 2),
            (self.face_mid, self.moved, 2),
            (self.wood, self.played, 4),
            (self.wood, self.groove, 2),
            (self.wood, self.lip, 3),
            (self.plinth, self.plinth_ink, 6),
            *((self.felt, color, 2) for color in (self.good, self.bad)),
            *((self.tray, color, 3) for color in (self.good, self.bad)),
            (self.good, self.on_gold, 3),
            (self.bad, self.on_gold, 5),
            (self.wood, self.ink, 3),
            *((self.lip, color, 2) for color in (self.ink, self.bad)),
            *((self.face_mid, color, 2) for color in (self.bad, self.picked)),
            *((self.room, color, 3) for color in (self.good, self.bad)),
        )


FELT = ColorScheme()
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
    played="#7A4D00",
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


class PictureTheme(StrEnum):
    """The name of a choice of colors for everything around the tiles, such as the table, the rack and the text."""

    FELT = "felt"
    DARK = "dark"
    LIGHT = "light"


THEMES = {PictureTheme.FELT: FELT, PictureTheme.DARK: DARK, PictureTheme.LIGHT: LIGHT}


def repaint(theme: PictureTheme) -> dict[str, str]:
    """Return a mapping from each color of the theme FELT to the one that replaces it in this theme, all `#RRGGBB`."""
    return {getattr(FELT, each.name): getattr(THEMES[theme], each.name) for each in fields(FELT)}


class Style(StrEnum):
    """A way to draw tiles: MARKED is ivory with a mark in the tile's color, SOLID is filled with its color."""

    MARKED = "marked"
    SOLID = "solid"


@dataclass(frozen=True, slots=True)
class Look:
    """A style of tiles and a theme for a player's private pictures."""

    style: Style = Style.MARKED
    theme: PictureTheme = PictureTheme.FELT


PLAIN = Look()
"""The look of all public pictures, and the default of private ones."""


class Sign(StrEnum):
    """A sign that only a bench shows: a picked tile, a valid set, or a set or cell that is wrong."""

    PICKED = "picked"
    GOOD = "good"
    BAD = "bad"


Ring = Mark | Sign

COLORS: dict[Ring, str] = {
    Mark.PLAYED: FELT.played,
    Mark.MOVED: FELT.moved,
    Mark.STILL: FELT.edge,
    Sign.PICKED: FELT.ink,
    Sign.GOOD: FELT.good,
    Sign.BAD: FELT.bad,
}
"""The color of each sign, for rings, trays' edges and letters."""
TILES: tuple[Ring, ...] = (*Mark, Sign.PICKED)
"""The signs that rings of tiles in sets and on racks can show."""
TRAYS: tuple[Ring, ...] = (*Mark, Sign.GOOD, Sign.BAD)
"""The signs that edges of trays (sets' frames) can show."""
CELLS: tuple[Ring, ...] = (*Mark, Sign.PICKED, Sign.BAD)
"""The signs that rings of tiles on a grid can show. A grid has no trays, so wrong cells have a ring."""


@dataclass(frozen=True)
class CanvasSizes:
    """The sizes of a table's picture, in pixels; `message` is a font size.

    1200x764 (11:7) is the widest shape that Discord's gallery neither crops nor shifts. The felt extends beyond the
    trays by `rim`. `frame` is the thickness of the frame around an open set.
    """

    width: int = 1200
    height: int = 764
    side: int = 12
    board_top: int = 78
    board_foot: int = 14
    rim: int = 8
    corner: int = 22
    tiers: tuple[int, ...] = (136, 100, 80, 68, 57, 49, 40, 32)
    message: int = 34
    frame: int = 5


@dataclass(frozen=True)
class HeaderSizes:
    """The sizes of the header, which has a chip for each player and the pool, in pixels; the table begins at `foot`.

    `text` is the size of all its text: at 309 CSS pixels, the picture's width on a phone, capitals are 8.5 high. If a
    name would be cut to less than `shortest_name`, all are left out. A second row of chips is `pitch` below the first.
    """

    top: int = 5
    height: int = 60
    disc: int = 52
    inset: int = 4
    gap: int = 10
    text: int = 47
    shortest_name: int = 112
    back: tuple[int, int] = (36, 48)
    star: int = 30
    foot: int = 70
    pitch: int = 66


@dataclass(frozen=True)
class LedgeSizes:
    """The sizes of a ledge, in pixels: its groove and lip below a row of the rack, and the `air` above the tiles."""

    groove: int = 6
    lip: int = 18
    air: int = 6


@dataclass(frozen=True)
class RackSizes:
    """The sizes of a rack's picture, in pixels; `footer`, `legend` and `least_legend` are font sizes.

    `shade` is the height of the shadow on each ledge, `edge` that of the wood above the top one. `group_gap` is a
    fraction of a tile's width.
    """

    side: int = 24
    foot: int = 60
    shade: int = 6
    edge: int = 14
    group_gap: float = 0.22
    footer: int = 32
    legend: int = 24
    least_legend: int = 18
    tiers: tuple[int, ...] = (136, 118, 100, 84, 76, 57, 49, 40, 32)
    ledge: LedgeSizes = LedgeSizes()


@dataclass(frozen=True)
class EmojiStyle:
    """The sizes of a tile's emoji, in pixels: it is 128 square, and shown in menus at about 20.

    `light` is how much lighter than its face a filled tile's rim is, 0 to 1; `number` and `mark` are heights of
    middles, `alone` is the radius of a symbol without a number, and `colors` the most in a file.
    """

    side: int = 128
    rim: int = 5
    corner: int = 24
    light: float = 0.35
    digit: int = 84
    digits: int = 80
    tracking: float = -5.0
    number: int = 38
    mark: int = 96
    mark_radius: float = 23.5
    suit_radius: float = 24.0
    alone: int = 54
    colors: int = 48


SHEET = CanvasSizes()
HEADER = HeaderSizes()
LEDGES = RackSizes()
EMOJI = EmojiStyle()
SUPERSAMPLE = 6
"""The factor by which sprites are drawn larger than their final size."""
