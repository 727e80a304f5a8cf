"""Tiles drawn on a canvas from their sprites."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.tiles.sets import Mark
from engine.tiles.tiles import JOKER, Color, Tile
from render.content import TrayTile
from render.parts import crossings
from render.sprites import filled
from render.sprites.atlas import find_print, find_role, tile_atlas
from render.sprites.canvas import Canvas
from render.sprites.drawing import draw_rounded_mask, enlarge, inset
from render.sprites.sprites import Family, blank_name
from render.sprites.tile_art import print_box, role_box, tile_box
from render.sprites.tones import Tone, set_tone
from render.style.sizes import BOARD, TileSize
from render.style.theme import FELT, SUPERSAMPLE, Ring, Sign, Style

Corner = tuple[int, int]


LIFT = 0.13
"""The height by which picked tiles are raised, as a fraction of their width."""

HALF = 127
"""The coverage above which a pixel belongs to a mask, 0 to 255."""


class TileManner(NamedTuple):
    """A way to draw tiles: their size, their family of sprites, and the color of the ground around them.

    `is_dim`: they aren't of the color that the player has chosen to see.
    """

    size: TileSize
    family: Family
    ground: str = FELT.tray
    is_dim: bool = False


def draw_row(canvas: Canvas, row: Sequence[TrayTile], manner: TileManner, at: Corner) -> None:
    """Draw tiles side by side, from the left; `at` is the upper left corner of the first one's cell."""
    x, y = at
    for lying in row:
        draw(canvas, lying, manner, (x, y))
        x += manner.size.pitch


def draw(canvas: Canvas, lying: TrayTile, manner: TileManner, at: Corner) -> None:
    """Draw a tile, with the other set's letter on it if two sets share it; `at` is its cell's upper left corner.

    A picked tile is inverted, in a ring, and raised; nothing of the ground is drawn around it.
    """
    style, size = canvas.look.style, manner.size
    is_picked = lying.ring is Sign.PICKED
    if is_picked:
        at = (at[0], at[1] - round(LIFT * size.width))
    if lying.share:
        blank = blank_name(manner.ground, lying.ring)
        shown = crossings.CrossingTile(lying.tile, lying.face, blank, manner.family, style)
        crossings.draw(canvas, shown, lying.share, size, at)
        return
    image = draw_image(lying.tile, lying.face, lying.ring, manner, style)
    if is_picked:
        canvas.image.paste(image, at, _draw_outline(size))
    else:
        canvas.put(image, *at)


@lru_cache(maxsize=64)
def _draw_outline(size: TileSize) -> Image.Image:
    outside = min(size.margin, 0.05 * size.width)
    left, top, right, bottom = inset(tile_box(size), -outside)
    box = enlarge((max(0.0, left), top, min(float(size.pitch), right), bottom))
    mask = Image.new("L", (size.cell[0] * SUPERSAMPLE, size.cell[1] * SUPERSAMPLE))
    mask.paste(draw_rounded_mask((box[2] - box[0], box[3] - box[1]), size.radius + outside), box[:2])
    return mask.reduce(SUPERSAMPLE).point(lambda ink: 255 * (ink > HALF))


@lru_cache(maxsize=1024)
def draw_image(tile: Tile, face: Tile | None, ring: Ring, manner: TileManner, style: Style) -> Image.Image:
    """Return a tile's image with its ring, in palette bytes; a joker has its cap and, below it, its `face` if known."""
    size, family = manner.size, manner.family
    tone = Tone.INVERTED if ring is Sign.PICKED else Tone.DIMMED if manner.is_dim else Tone.PLAIN
    whole = tile_atlas(size.width, family)[blank_name(manner.ground, ring)].copy()
    is_role = tile == JOKER and face is not None and face != JOKER
    whole.paste(
        tile_atlas(size.width, family)["jester"] if is_role else find_print(tile, size, family), print_box(size)[:2]
    )
    if style is Style.SOLID:
        whole = filled.fill(whole, tile.color, size)
    whole = set_tone(whole, tile.color, style, tone)
    if is_role and face is not None:
        role = find_role(face, size, family)
        role = role.point(filled.find_table(face.color)) if style is Style.SOLID else role
        whole.paste(set_tone(role, face.color, style, tone), role_box(size)[:2])
    return whole


HIGHEST = 13
"""The highest number on a tile."""
PLACES = (Color.RED, Color.BLUE, Color.ORANGE, Color.BLACK)
"""The colors of the places' tiles, in turn."""


def draw_place(canvas: Canvas, place: int, mark: Mark, at: Corner) -> None:
    """Draw a place from 1 to `HIGHEST` as a tile, with the mark's ring; `at` is its cell's upper left corner."""
    tile = Tile(PLACES[(place - 1) % len(PLACES)], place)
    manner = TileManner(TileSize(BOARD.tile), Family.TILES)
    draw(canvas, TrayTile(tile, tile, mark), manner, at)
