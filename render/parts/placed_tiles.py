"""Tiles drawn on a canvas from their sprites."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from PIL import Image

from engine.tiles.sets import Mark
from engine.tiles.tiles import JOKER, Color, Tile
from render.content import Share, TrayTile
from render.sprites import filled
from render.sprites.atlas import find_print, find_role, tile_atlas
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.drawing import Extent, draw_rounded_mask, enlarge, inset
from render.sprites.filled import Tone, set_tone
from render.sprites.fonts import bold
from render.sprites.sprites import Family, blank_name
from render.sprites.tile_art import print_box, role_box
from render.sprites.tokens import BORROWED, tag_box
from render.style.palette import list_shades, make_palette
from render.style.sizes import BOARD, TOKENS, TileSize
from render.style.theme import FELT, SUPERSAMPLE, Ring, Sign, Style

Corner = tuple[int, int]
LIFT = 0.13
"""The height by which picked tiles are raised, as a fraction of their width."""
HALF = 127
"""The coverage above which a pixel belongs to a mask, 0 to 255."""


class TileManner(NamedTuple):
    """A way to draw tiles: size, family, color of the ground around them, and whether another color is chosen."""

    size: TileSize
    family: Family
    ground: str = FELT.tray
    is_dim: bool = False


def _draw_crossing(canvas: Canvas, placed: TrayTile, share: Share, manner: TileManner, at: Corner) -> None:
    """Draw a tile with a tag on it that has the other set's letter; `at` is the upper left corner of its cell."""
    size = manner.size
    untagged = placed._replace(share=replace(share, other=""))
    canvas.put(_draw_tagged(untagged, manner, canvas.look.style), *at)
    left, top, right, bottom = _place_tag(placed.tile, size)
    lettering = bold(round(TOKENS.tag_size * size.width * (1 if len(share.other) == 1 else 0.72)))
    x = at[0] + (left + right - lettering.length(share.other)) // 2
    baseline = center_baseline(at[1] + (top + bottom) // 2, lettering)
    canvas.write(share.other, (x, baseline), lettering, FELT.ink, FELT.room)


def _place_tag(tile: Tile, size: TileSize) -> Extent:
    """Return the box of the other set's letter in a tile's cell: low, but high on a joker, whose role is low."""
    left, top, right, bottom = tag_box(size)
    if tile != JOKER:
        return (left, top, right, bottom)
    high = print_box(size)[1]
    return (left, high, right, high + bottom - top)


@lru_cache(maxsize=128)
def _draw_tagged(placed: TrayTile, manner: TileManner, style: Style) -> Image.Image:
    size, is_borrowed = manner.size, placed.share is not None and placed.share.is_borrowed
    tokens = tile_atlas(size.width, Family.TOKENS)
    own = tile_atlas(size.width, manner.family)[blank_name(manner.ground, placed.ring)]
    whole = (tokens["shared"] if is_borrowed else own).copy()
    body = _draw_body(placed, size, manner.family)
    for sprite, box in ((body, print_box(size)), (tokens["tag"], _place_tag(placed.tile, size))):
        whole.paste(sprite.point(_make_sunken_table()) if is_borrowed else sprite, box[:2])
    return filled.fill(whole, placed.tile.color, size) if style is Style.SOLID else whole


def _draw_body(placed: TrayTile, size: TileSize, family: Family) -> Image.Image:
    """Return the image of a shared tile's print: number and mark, the mark moved left to make room for the tag.

    For a joker, it is the joker's cap and, once decided, what it stands for.
    """
    left, top, right, bottom = print_box(size)
    high = round(size.margin + size.face.role_top * size.width) - top
    if placed.tile == JOKER:
        body = tile_atlas(size.width, family)["jester"].copy()
        if placed.face:
            body.paste(find_role(placed.face, size, family), (0, high))
        return body
    body = find_print(placed.tile, size, family).copy()
    strip = body.crop((0, high, right - left, bottom - top))
    half = (tag_box(size)[0] - left) // 2
    middle = strip.width // 2
    # In each line of the strip the ground is the same, so its first pixel can fill the line.
    body.paste(strip.crop((0, 0, 1, strip.height)).resize(strip.size), (0, high))
    body.paste(strip.crop((middle - half, 0, middle + half, strip.height)), (0, high))
    return body


@cache
def _make_sunken_table() -> bytes:
    """Return the table for `Image.point` that makes a tile's face flat, of one color: that of a borrowed one."""
    byte_of = dict(make_palette().bytes_of)
    byte_of |= dict.fromkeys(list_shades(*FELT.ramps[0]), make_palette()[BORROWED])
    return bytes(byte_of.values()).ljust(256, b"\0")


def draw_row(canvas: Canvas, row: Sequence[TrayTile], manner: TileManner, at: Corner) -> None:
    """Draw tiles side by side, from the left; `at` is the upper left corner of the first one's cell."""
    x, y = at
    for placed in row:
        draw(canvas, placed, manner, (x, y))
        x += manner.size.pitch


def draw(canvas: Canvas, placed: TrayTile, manner: TileManner, at: Corner) -> None:
    """Draw a tile into a cell, whose upper left corner is `at`; a picked one is inverted, ringed and raised."""
    size = manner.size
    is_picked = placed.ring is Sign.PICKED
    if is_picked:
        at = (at[0], at[1] - round(LIFT * size.width))
    if placed.share:
        _draw_crossing(canvas, placed, placed.share, manner, at)
        return
    image = draw_image(placed.tile, placed.face, placed.ring, manner, canvas.look.style)
    if is_picked:
        canvas.image.paste(image, at, _draw_outline(size))
    else:
        canvas.put(image, *at)


@lru_cache(maxsize=64)
def _draw_outline(size: TileSize) -> Image.Image:
    outside = min(size.margin, 0.05 * size.width)
    left, top, right, bottom = inset(size.tile_box, -outside)
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
RANK_COLORS = (Color.RED, Color.BLUE, Color.ORANGE, Color.BLACK)
"""The colors of the places' tiles, in turn."""


def draw_rank(canvas: Canvas, rank: int, mark: Mark, at: Corner) -> None:
    """Draw a place from 1 to `HIGHEST` as a tile, with the mark's ring; `at` is its cell's upper left corner."""
    tile = Tile(RANK_COLORS[(rank - 1) % len(RANK_COLORS)], rank)
    manner = TileManner(TileSize(BOARD.tile), Family.TILES)
    draw(canvas, TrayTile(tile, tile, mark), manner, at)
