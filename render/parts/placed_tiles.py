"""Tiles drawn on a canvas from their sprites."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.tiles.tiles import JOKER, Tile
from render.content.trays import TrayTile
from render.parts import crossings
from render.sprites import filled
from render.sprites.atlas import find_print, find_role, tile_atlas
from render.sprites.canvas import Canvas
from render.sprites.sprites import Family, blank_name
from render.sprites.tile_art import print_box, role_box
from render.style.looks import Style
from render.style.signs import Ring
from render.style.sizes import TileSize
from render.style.theme import FELT

Corner = tuple[int, int]


@dataclass(frozen=True)
class TileManner:
    """A way to draw tiles: their size, their family of sprites, and the color of the ground around them."""

    size: TileSize
    family: Family
    ground: str = FELT.tray


def draw(canvas: Canvas, lying: TrayTile, manner: TileManner, at: Corner) -> None:
    """Draw a tile, with the other set's letter on it if two sets share it; `at` is its cell's upper left corner."""
    style = canvas.look.style
    if lying.share:
        blank = blank_name(manner.ground, lying.ring)
        shown = crossings.CrossingTile(lying.tile, lying.face, blank, manner.family, style)
        crossings.draw(canvas, shown, lying.share, manner.size, at)
    else:
        canvas.put(draw_image(lying.tile, lying.face, lying.ring, manner, style), *at)


@lru_cache(maxsize=1024)
def draw_image(tile: Tile, face: Tile | None, ring: Ring, manner: TileManner, style: Style) -> Image.Image:
    """Return a tile's image with its ring, in palette bytes; a joker has its cap and, below it, its `face` if known."""
    size, family = manner.size, manner.family
    whole = tile_atlas(size.width, family)[blank_name(manner.ground, ring)].copy()
    is_role = tile == JOKER and face is not None and face != JOKER
    whole.paste(
        tile_atlas(size.width, family)["jester"] if is_role else find_print(tile, size, family), print_box(size)[:2]
    )
    if style is Style.SOLID:
        whole = filled.fill(whole, tile.color, size)
    if is_role and face is not None:
        role = find_role(face, size, family)
        whole.paste(role.point(filled.find_table(face.color)) if style is Style.SOLID else role, role_box(size)[:2])
    return whole
