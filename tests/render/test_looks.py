"""How a player may have his own pictures: filled tiles, and other themes."""

from dataclasses import replace
from itertools import product

import pytest

from engine.game.bench import Picks
from engine.game.views import Skin
from engine.table.view import TableView
from engine.tiles.sets import Borrowed
from engine.tiles.tiles import Box
from render import Look, Order, PictureTheme, Style, bench_png, rack_png
from render.sprites import filled
from render.style.palette import make_palette
from render.style.theme import THEMES
from tests.render.benches import NOTHING, on, setting
from tests.render.scenes import claimed, picture, pixels, rack_of, scene, share
from tests.render.scenes import rack as held

LOOKS = [Look(style, theme) for style, theme in product(Style, PictureTheme)]
TABLE = "R4 R5 R6 / R9 B9 K9 / K1 K2 K3 K4 / O5 O6 J"


def view(tiles: str = "R1 B3 B4 K5 O9") -> TableView:
    return scene(TABLE, rack=held(tiles))


def drawn(look: Look, shown: TableView | None = None, picks: Picks = NOTHING) -> bytes:
    shown = shown or view()
    bench = on(shown, C="K1 K2 K3 K4 K5", E="B3 B4")
    return bench_png(setting(shown, bench, picks), look)


def test_every_look_is_another_picture() -> None:
    assert len({pixels(drawn(look)) for look in LOOKS}) == len(LOOKS)
    assert len({pixels(rack_png(view(), Order.COLOR, look)) for look in LOOKS}) == len(LOOKS)


@pytest.mark.parametrize("style", Style)
def test_a_theme_changes_the_palette_and_no_pixel(style: Style) -> None:
    files = [picture(drawn(Look(style, theme))) for theme in PictureTheme]

    assert len({file.tobytes() for file in files}) == 1


@pytest.mark.parametrize("look", LOOKS)
def test_the_largest_rack_weighs_at_most_60_kilobytes_in_any_look(look: Look) -> None:
    assert len(rack_png(scene(rack=rack_of(Box().tiles())), Order.COLOR, look)) <= 60_000


@pytest.mark.parametrize("theme", PictureTheme)
def test_filled_tiles_are_of_their_ink_and_no_marked_one_is_left(theme: PictureTheme) -> None:
    colors = THEMES[theme]
    file = drawn(Look(Style.SOLID, theme))

    assert all(share(file, ink) > 5000 for ink in (colors.red, colors.blue, colors.black, colors.orange))
    assert share(file, colors.joker) > 1000
    assert share(file, colors.face_top) == share(file, colors.lip) == 0


def test_there_are_bytes_for_all_colors_of_filled_tiles() -> None:
    kept = {role for role in make_palette().roles if not filled.MARKED.intersection(role[:2])}

    assert set(filled.list_roles()) | kept <= set(filled.make_filled_palette().roles)


def test_cards_stay_cards_in_any_style() -> None:
    shown = replace(view(), skin=Skin.CARDS)

    assert pixels(drawn(Look(), shown)) == pixels(drawn(Look(Style.SOLID), shown))


def test_a_tile_of_two_sets_is_filled_too() -> None:
    crossed = scene("R5 B5 K5 / R4 R5 R6", rack=held("R1 B3 B4 K5"))
    table = (crossed.table[0], replace(crossed.table[1], borrowed=(Borrowed(1, "A"),)))
    shown = claimed(replace(crossed, table=table))
    file = drawn(Look(Style.SOLID), shown)

    assert share(file, THEMES[PictureTheme.FELT].face_top) == 0
