"""Which tiles a picture shows, read from its pixels: every face is looked for everywhere, at every size.

It knows how a face looks, and nothing of the code that decides which tiles are drawn and where.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO

from PIL import Image

from engine.tiles.tiles import JOKER, Box, Tile
from render.sprites.atlas import find_print, tile_atlas
from render.sprites.sprites import Family, list_widths
from render.sprites.tile_art import print_box, role_box
from render.style.sizes import SquareSize, TileSize

TRIED_LINES = 4  # one of so many lines is looked at to choose the one to search for


@dataclass(frozen=True)
class Print:
    """How a face looks at one size: its pixels, line by line; `line` is the number of a telling one, from the top."""

    tile: Tile
    size: tuple[int, int]
    pixels: bytes
    line: int


def read_tiles(png: bytes, box: Box, family: Family) -> Counter[Tile]:
    """Return the faces in a picture of tiles of this family or of a grid, jokers as jokers.

    A covered tile isn't found, and neither is one that is inverted or dimmed.
    """
    with Image.open(BytesIO(png)) as picture:
        canvas = Image.frombytes("L", picture.size, picture.tobytes())  # numbers of colors
    pixels = canvas.tobytes()
    prints = [each for kind in (family, Family.SQUARES) for each in _list_prints(kind, box)]
    return Counter(each.tile for each in prints for _ in _find(each, canvas, pixels))


def _find(wanted: Print, canvas: Image.Image, pixels: bytes) -> Iterator[tuple[int, int]]:
    """Yield the upper left corners at which the picture has exactly these pixels."""
    width, height = wanted.size
    key, at = wanted.pixels[wanted.line * width :][:width], -1
    while (at := pixels.find(key, at + 1)) >= 0:
        left, top = at % canvas.width, at // canvas.width - wanted.line
        if canvas.crop((left, top, left + width, top + height)).tobytes() == wanted.pixels:
            yield left, top


def _list_prints(family: Family, box: Box) -> Iterator[Print]:
    for width in list_widths(family):
        for face in dict.fromkeys(box.tiles()):
            yield from _prints_at(family, width, face)


@cache
def _prints_at(family: Family, width: int, face: Tile) -> tuple[Print, ...]:
    """Return how a face looks at this width; a joker also has a cap, above what it stands for."""
    size = SquareSize(width) if family is Family.SQUARES else TileSize(width)
    prints = [_as_print(face, find_print(face, size, family))]
    cap = tile_atlas(width, family).get("jester") if face == JOKER else None
    if cap is not None:
        prints.append(_as_print(JOKER, cap.crop((0, 0, cap.width, role_box(size)[1] - print_box(size)[1]))))
    return tuple(prints)


def _as_print(tile: Tile, image: Image.Image) -> Print:
    whole = image.tobytes()
    lines = [whole[at : at + image.width] for at in range(0, len(whole), image.width)]
    line = max(range(0, len(lines), TRIED_LINES), key=lambda number: len(set(lines[number])))
    return Print(tile, image.size, whole, line)
