"""How large the marks are that show a tile's color by their shape."""

from collections.abc import Sequence
from functools import cache
from itertools import islice, product, starmap

import pytest
from PIL import Image

from engine.tiles.sets import Mark
from engine.tiles.tiles import Box, Color, Tile
from render import Look, Style, read_emojis
from render.parts.placed_tiles import TileManner, draw_image
from render.sprites.atlas import find_role
from render.sprites.canvas import list_colors
from render.sprites.sprites import Family, list_widths
from render.sprites.tile_emojis import emoji_name
from render.style.sizes import TOKENS, SquareSize, TileSize
from render.style.theme import EMOJI, FELT, SHEET
from tests.render.scenes import picture

SUITS = tuple(color for color in Color if color.is_suit)
COLORS_OF = {
    Family.TILES: Box().colors,
    Family.CARDS: Box().colors,
    Family.SQUARES: Box().colors,
    Family.SUITS: SUITS,
}
EVERY_SIZE = [(family, width) for family in COLORS_OF for width in list_widths(family)]
SEEN = 0.4
"""The part of a pixel that ink must cover to count as drawn."""


def least(width: int) -> float:
    """6 pixels of 400, which are 18 of 1200, or a third of a small tile."""
    return 18 if width >= 57 else width / 3


def is_on_table(family: Family, width: int) -> bool:
    """Racks have sizes of their own."""
    return family is Family.SQUARES or width in SHEET.tiers + TOKENS.tiers


def manner(family: Family, width: int) -> TileManner:
    size = (SquareSize if family is Family.SQUARES else TileSize)(width)
    return TileManner(size, family, FELT.tray if is_on_table(family, width) else FELT.wood)


def is_inked(image: Image.Image, ground: str, ink: str) -> list[list[bool]]:
    """Rows of pixels: whether each is nearer to the ink than to the ground."""
    light = image.convert("RGB")
    low, high = (Image.new("RGB", (1, 1), color).getpixel((0, 0)) for color in (ground, ink))
    assert isinstance(low, tuple)
    assert isinstance(high, tuple)
    away = [b - a for a, b in zip(low, high, strict=True)]
    whole = sum(part * part for part in away)

    @cache
    def is_covered(*pixel: int) -> bool:
        return sum((p - a) * d for p, a, d in zip(pixel, low, away, strict=True)) / whole >= SEEN

    data = iter(light.tobytes())
    pixels = starmap(is_covered, zip(data, data, data, strict=True))
    return [list(islice(pixels, light.width)) for _ in range(light.height)]


def first_gap(lines: Sequence[bool]) -> int:
    """Where the first run of lines with ink ends."""
    start = lines.index(True)
    return lines.index(False, start)


def extent(rows: Sequence[Sequence[bool]]) -> tuple[int, int]:
    """The breadth and the height of the ink."""
    down = [index for index, row in enumerate(rows) if any(row)]
    across = [index for index, column in enumerate(zip(*rows, strict=True)) if any(column)]
    return across[-1] - across[0] + 1, down[-1] - down[0] + 1


def below_number(rows: Sequence[Sequence[bool]]) -> Sequence[Sequence[bool]]:
    return rows[first_gap([any(row) for row in rows]) :]


def left_of_number(rows: Sequence[Sequence[bool]]) -> Sequence[Sequence[bool]]:
    """All but the last column with ink and those that touch it: the digit."""
    columns = [any(column) for column in zip(*rows, strict=True)][::-1]
    end = len(columns) - first_gap(columns)
    return [row[:end] for row in rows]


def painted(image: Image.Image, style: Style) -> Image.Image:
    image.putpalette(list_colors(Look(style)))
    return image


def inner(image: Image.Image, size: TileSize) -> Image.Image:
    """The tile without its edge, rim and lip."""
    by = round(0.075 * size.width)
    left, top = (size.pitch - size.width) // 2 + by, size.margin + by
    return image.crop((left, top, left + size.width - 2 * by, size.margin + size.height - round(0.11 * size.width)))


def sees(family: Family, width: int, color: Color, style: Style) -> tuple[int, int]:
    """The breadth and height of the mark on a whole tile as it is drawn."""
    how = manner(family, width)
    tile = Tile(color, 5 if color.is_suit else 8)
    image = painted(draw_image(tile, tile, Mark.STILL, how, style).copy(), style)
    ground, ink = (FELT.face_mid, FELT.inks[color]) if style is Style.MARKED else (FELT.inks[color], FELT.shine)
    rows = is_inked(inner(image, how.size), ground, ink)
    # Only a hair's breadth is left between a small card's number and its pip.
    return extent(rows[round((0.60 - 0.075) * width) :] if family is Family.CARDS else below_number(rows))


@pytest.mark.parametrize(("family", "width"), EVERY_SIZE)
def test_a_phone_shows_6_pixels_of_every_mark(family: Family, width: int) -> None:
    styles = [Style.MARKED] if family is Family.CARDS else list(Style)
    for color, style in product(COLORS_OF[family], styles):
        assert min(sees(family, width, color, style)) >= least(width), (color, style)


@pytest.mark.parametrize(("family", "width"), [each for each in EVERY_SIZE if is_on_table(*each)])
def test_a_phone_shows_as_much_of_the_mark_of_a_joker_s_face(family: Family, width: int) -> None:
    size = manner(family, width).size
    for color in COLORS_OF[family]:
        role = painted(find_role(Tile(color, 5 if color.is_suit else 8), size, family).copy(), Style.MARKED)
        ink = is_inked(role, FELT.face_mid, FELT.inks[color])

        assert min(extent(left_of_number(ink))) >= least(width), color


@pytest.mark.parametrize("style", Style)
def test_an_emoji_s_mark_takes_a_third_of_it(style: Style) -> None:
    for color in Color:
        tile = Tile(color, 5 if color.is_suit else 8)
        file = (
            picture(read_emojis()[emoji_name(tile, style)])
            .convert("RGBA")
            .crop((10, 10, EMOJI.side - 10, EMOJI.side - 5))
        )
        ground, ink = (FELT.face_top, FELT.inks[color]) if style is Style.MARKED else (FELT.inks[color], FELT.shine)

        assert min(extent(below_number(is_inked(file, ground, ink)))) >= EMOJI.side / 3, color
