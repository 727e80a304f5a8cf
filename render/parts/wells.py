"""Rows of a grid's empty cells."""

from functools import lru_cache

from PIL import Image

from render.sprites.atlas import tile_atlas
from render.sprites.canvas import Canvas
from render.sprites.sprites import Family
from render.style.sizes import SquareSize
from render.style.theme import FELT


@lru_cache(maxsize=16)  # each takes some 80 KB
def draw_wells(size: SquareSize, count: int) -> Image.Image:
    """Return the image of `count` empty cells side by side, for tiles of this size."""
    row = Canvas((count * size.pitch, size.cell[1]), FELT.tray)
    for place in range(count):
        row.put(tile_atlas(size.width, Family.SQUARES)["well"], place * size.pitch, 0)
    return row.image
