"""What can be read and told apart, in every theme and style, with every kind of color vision."""

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from PIL import Image

from engine.game.bench import Picks
from engine.game.views import Outcome
from engine.text.phrases import as_is
from engine.tiles.notation import read_rack
from engine.tiles.sets import Borrowed, Mark
from engine.tiles.tiles import Box, Color, Tile
from render import Look, Order, PictureTheme, Style, bench_png, png, rack_png
from render.content import Share, TrayTile
from render.parts import placed_tiles
from render.parts.placed_tiles import TileManner, draw_image
from render.sprites.canvas import Canvas, list_colors
from render.sprites.fonts import Lettering
from render.sprites.sprites import Family
from render.sprites.tokens import BORROWED
from render.style.palette import write_rgb
from render.style.sizes import TileSize
from render.style.theme import COLORS, FELT, LEDGES, SHEET, THEMES, TILES, repaint
from tests.bench_keys import tile_keys
from tests.render.benches import on, setting
from tests.render.scenes import claimed, grid, scene, seat
from tests.render.scenes import rack as held
from tests.render.vision import Sight, closest, contrast, lightness

TEXT = 4.5
NUMERAL = 3.0
LOOKS = [Look(style, theme) for style, theme in product(Style, PictureTheme)]
FLOORS = {
    Sight.NORMAL: 0.183,
    Sight.PROTANOPIA: 0.186,
    Sight.DEUTERANOPIA: 0.164,
    Sight.TRITANOPIA: 0.136,
}
"""How far apart in OKLab the closest two inks were with each sight before orange became darker."""
TABLE = "R4 R5 R6 / R9 B9 K9 / K1 K2 K3 K4 / O5 O6 J"


@pytest.fixture(scope="module")
def written() -> set[tuple[str, str]]:
    """The (color, ground) of all text in pictures of every kind, in the theme FELT."""
    pairs: set[tuple[str, str]] = set()
    usual = Canvas.write

    def write(self: Canvas, text: str, at: tuple[int, int], lettering: Lettering, color: str, ground: str) -> None:  # noqa: PLR0913, PLR0917  # as it is patched
        pairs.add((color, ground))
        usual(self, text, at, lettering, color, ground)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "write", write)
        _draw_all()
    return pairs


def _draw_all() -> None:
    seats = [seat(opened=False), seat(resigned=True), seat(), seat(score=30)]
    crossed = scene("R5 B5 K5 / R4 R5 R6", rack=held("R1 B3"), seats=seats)
    shared = replace(crossed, table=(crossed.table[0], replace(crossed.table[1], borrowed=(Borrowed(1, "A"),))))
    names = ("Ana", "Ben", "Cem", "Dana")
    for turn in range(4):
        png(replace(claimed(shared), turn=turn), names)
    png(scene(seats=2), names)
    png(grid("H8=R5 H9=R6", barred=(5,)), names)
    png(scene(TABLE, outcome=Outcome((0,), (12, -12), as_is("Over."), (1, 2))), names)
    shown = scene(TABLE, rack=held("R1 B3 B4 K5 O9"))
    picks = Picks(rack=read_rack("R1", Box()), on_table=tile_keys("B.1"))
    for bench in (on(shown, C="K1 K2 K3 K4 K5", E="B3 B4"), on(shown)):
        bench_png(setting(shown, bench, picks))
    rack_png(shown, Order.COLOR)


@pytest.mark.parametrize("theme", PictureTheme)
def test_all_text_of_a_picture_has_a_contrast_of_four_and_a_half(
    written: set[tuple[str, str]], theme: PictureTheme
) -> None:
    become = repaint(theme)
    low = {pair: contrast(*(become[each] for each in pair)) for pair in written}

    assert len(written) > 10
    assert {pair: each for pair, each in low.items() if each < TEXT} == {}


@pytest.mark.parametrize("theme", PictureTheme)
def test_a_theme_s_signs_can_be_read_on_every_ground_that_they_may_be_on(theme: PictureTheme) -> None:
    colors = THEMES[theme]
    signs = (colors.played, colors.moved, colors.good, colors.bad)
    assert all(contrast(sign, ground) >= TEXT for sign in signs for ground in (colors.tray, colors.room))
    filled = (colors.good, colors.bad, colors.played, colors.resigned, *colors.seats)
    assert all(contrast(colors.on_gold, ground) >= TEXT for ground in filled)


@pytest.mark.parametrize("theme", PictureTheme)
def test_numerals_have_a_contrast_of_three_on_every_part_of_a_tile(theme: PictureTheme) -> None:
    colors = THEMES[theme]
    faces = (colors.face_top, colors.face_mid, colors.face_low, colors.shine, repaint(theme).get(BORROWED, BORROWED))

    assert all(contrast(ink, face) >= NUMERAL for ink in colors.inks.values() for face in faces)


def _paint(image: Image.Image, look: Look) -> Counter[str]:
    """How many pixels of each color an image in bytes of the palette has in this look."""
    flat = list_colors(look)
    bytes_of = Counter(image.tobytes())
    colors: Counter[str] = Counter()
    for byte, count in bytes_of.items():
        red, green, blue = flat[3 * byte : 3 * byte + 3]
        colors[write_rgb((red, green, blue))] += count
    return colors


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("color", [*Box().colors, None])
def test_drawn_numerals_have_a_contrast_of_three(look: Look, color: Color | None) -> None:
    """The ink is a color that a tile with a number has more of than one without."""
    size = TileSize(SHEET.tiers[3])
    how = TileManner(size, Family.TILES)
    tile = Tile(color, 8) if color else Tile(None, 0)
    drawn = draw_image(tile, tile, Mark.STILL, how, look.style)
    left, top = round(0.1 * size.width) + 2, round(0.12 * size.width) + size.margin
    face = drawn.crop((left, top, size.pitch - left, round(1.15 * size.width)))
    counted = _paint(face, look)
    ink = FELT.inks[color] if look.style is Style.MARKED else FELT.shine
    grounds = [each for each, count in counted.items() if count > 3 * face.width and each != ink]

    assert counted[ink] > face.width
    assert grounds
    assert all(contrast(ink, ground) >= NUMERAL for ground in grounds)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_numerals_on_shared_tiles_have_a_contrast_of_three(look: Look) -> None:
    size = TileSize(SHEET.tiers[3])
    for color, is_borrowed in product(Box().colors, (True, False)):
        canvas = Canvas(size.cell, FELT.tray, look)
        shown = TrayTile(Tile(color, 8), None, share=Share("B", is_borrowed=is_borrowed))
        placed_tiles.draw(canvas, shown, placed_tiles.TileManner(size, Family.TILES), (0, 0))
        face = canvas.image.crop((12, 14, size.pitch - 12, round(0.72 * size.width)))
        ink = FELT.inks[color] if look.style is Style.MARKED else FELT.shine
        counted = _paint(face, look)

        assert counted[ink] > face.width
        for ground in (each for each, count in counted.items() if count > 2 * face.width and each != ink):
            assert contrast(ink, ground) >= NUMERAL


@pytest.mark.parametrize("sight", Sight)
def test_the_four_inks_are_as_far_apart_as_ever(sight: Sight) -> None:
    assert closest((FELT.red, FELT.blue, FELT.black, FELT.orange), sight) >= FLOORS[sight]


def test_red_and_orange_differ_in_lightness_with_no_green_cones() -> None:
    assert all(
        lightness(FELT.orange, sight) - lightness(FELT.red, sight) >= 15
        for sight in (Sight.DEUTERANOPIA, Sight.PROTANOPIA)
    )


@pytest.mark.parametrize("ring", TILES)
@pytest.mark.parametrize("ground", [FELT.tray, FELT.wood])
def test_a_black_tile_has_a_rim_that_shows_on_the_dark_theme(ring: Any, ground: str) -> None:
    """A rim all around it, unless a ring is there."""
    dark, look = THEMES[PictureTheme.DARK], Look(Style.SOLID, PictureTheme.DARK)
    for width in LEDGES.tiers if ground == FELT.wood else SHEET.tiers:
        size = TileSize(width)
        drawn = draw_image(Tile(Color.BLACK, 8), None, ring, TileManner(size, Family.TILES, ground), Style.SOLID)
        edges = _paint(drawn, look)
        around = 2 * (size.width + size.height)

        assert contrast(dark.dim, repaint(PictureTheme.DARK)[ground]) >= NUMERAL
        shown = edges[dark.dim] + (edges[repaint(PictureTheme.DARK)[COLORS[ring]]] if ring is not Mark.STILL else 0)
        assert shown >= 0.85 * around, width
