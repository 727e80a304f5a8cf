"""Tiles put on a canvas from their sprites."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.tiles.tiles import JOKER, Tile
from render.content.trays import Lying
from render.parts import crossings
from render.sprites import filled
from render.sprites.atlas import print_of, role_of, tile_atlas
from render.sprites.canvas import Canvas
from render.sprites.sprites import Family, blank_name
from render.sprites.tile_art import print_box, role_box
from render.style.looks import Style
from render.style.signs import Ring
from render.style.sizes import TileSize
from render.style.theme import FELT

Place = tuple[int, int]


@dataclass(frozen=True)
class Manner:
    """How large tiles are, what they are drawn as, and on which ground."""

    size: TileSize
    family: Family
    ground: str = FELT.tray


def draw(canvas: Canvas, lying: Lying, manner: Manner, at: Place) -> None:
    """Draw a tile by the upper left corner of its cell."""
    style = canvas.look.style
    if lying.share:
        blank = blank_name(manner.ground, lying.ring)
        shown = crossings.CrossingTile(lying.tile, lying.face, blank, manner.family, style)
        crossings.draw(canvas, shown, lying.share, manner.size, at)
    else:
        canvas.put(image(lying.tile, lying.face, lying.ring, manner, style), *at)


@lru_cache(maxsize=1024)
def image(tile: Tile, face: Tile | None, ring: Ring, manner: Manner, style: Style) -> Image.Image:
    """A blank with a tile's print on it; a joker's is smaller, and above what it stands for, where that is known."""
    size, family = manner.size, manner.family
    whole = tile_atlas(size.width, family)[blank_name(manner.ground, ring)].copy()
    is_role = tile == JOKER and face is not None and face != JOKER
    whole.paste(
        tile_atlas(size.width, family)["jester"] if is_role else print_of(tile, size, family), print_box(size)[:2]
    )
    if style is Style.SOLID:
        whole = whole.point(filled.table_of(tile.color))
    if is_role and face is not None:
        role = role_of(face, size, family)
        whole.paste(role.point(filled.table_of(face.color)) if style is Style.SOLID else role, role_box(size)[:2])
    return whole
