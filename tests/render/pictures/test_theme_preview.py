"""All themes side by side."""

from itertools import product

import pytest

from render import Look, PictureTheme, Style, themes_png
from render.style.sizes import SAMPLE
from render.style.theme import THEMES
from tests.render.scenes import picture, pixels, share

NAMES = {theme: str(theme).title() for theme in PictureTheme}


@pytest.mark.parametrize("style", Style)
def test_every_theme_is_shown_in_its_own_colors(style: Style) -> None:
    file = themes_png(Look(style), NAMES)

    assert picture(file).size == (3 * SAMPLE.width, SAMPLE.height)
    for index, theme in enumerate(PictureTheme):
        box = (index * SAMPLE.width, 0, (index + 1) * SAMPLE.width, SAMPLE.height)
        colors = THEMES[theme]

        assert all(share(file, color, box) > 1000 for color in (colors.room, colors.felt, colors.tray))
        assert all(share(file, ink, box) > 100 for ink in colors.inks.values())


def test_the_chosen_theme_stands_out_and_every_look_is_another_picture() -> None:
    looks = [Look(style, theme) for style, theme in product(Style, PictureTheme)]

    assert len({pixels(themes_png(look, NAMES)) for look in looks}) == len(looks)


def test_a_name_as_long_as_a_translation_may_be_stays_in_its_sample() -> None:
    short, long = (themes_png(Look(), NAMES | {PictureTheme.FELT: name}) for name in ("F", "Filz" * 40))
    beside = (SAMPLE.width, 0, 3 * SAMPLE.width, SAMPLE.height)

    assert picture(short).crop(beside).tobytes() == picture(long).crop(beside).tobytes()
