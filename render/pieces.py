"""Tiles put on a canvas from their sprites."""

from functools import lru_cache

from PIL import Image

from engine.tiles import Tile
from render.art import print_box, role_box
from render.atlas import Family, print_of, role_of, tile_atlas
from render.canvas import Canvas
from render.sizes import TileSize

Place = tuple[int, int]


@lru_cache(maxsize=512)
def printed(tile: Tile, size: TileSize, blank: str, family: Family) -> Image.Image:
    """A blank with a tile's print on it."""
    whole = tile_atlas(size.width, family)[blank].copy()
    whole.paste(print_of(tile, size, family), print_box(size)[:2])
    return whole


def draw_role(canvas: Canvas, face: Tile, size: TileSize, at: Place, family: Family) -> None:
    """On a tile that lies there: a joker's smaller print, and what it stands for."""
    jester = tile_atlas(size.width, family)["jester"]
    for sprite, box in ((jester, print_box(size)), (role_of(face, size, family), role_box(size))):
        canvas.put(sprite, at[0] + box[0], at[1] + box[1])
