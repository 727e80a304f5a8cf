"""Tiles that two sets share. Each set shows the tile with the other set's letter on a tag.

The set that borrows the tile shows it flat and in a dashed outline, the set that owns it as usual.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

from PIL import Image

from engine.tiles.tiles import JOKER, Tile
from render.content import Share
from render.sprites import filled
from render.sprites.atlas import find_print, find_role, tile_atlas
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.drawing import Extent
from render.sprites.fonts import bold
from render.sprites.sprites import Family
from render.sprites.tile_art import print_box
from render.sprites.tokens import BORROWED, tag_box
from render.style.palette import list_shades, make_palette
from render.style.sizes import TOKENS, TileSize
from render.style.theme import FELT, Style


@dataclass(frozen=True, slots=True)
class CrossingTile:
    """A tile in two sets, as one of them shows it.

    `face` is what a joker stands for, None while that is undecided. `blank` is the name of the sprite below the tile's
    print, for the set that owns the tile; the set that borrows it uses another.
    """

    tile: Tile
    face: Tile | None
    blank: str
    family: Family
    style: Style


def draw(canvas: Canvas, shown: CrossingTile, share: Share, size: TileSize, at: tuple[int, int]) -> None:
    """Draw a tile with a tag on it that has the other set's letter; `at` is the upper left corner of its cell."""
    canvas.put(_draw_tagged(shown, size, is_borrowed=share.is_borrowed), *at)
    left, top, right, bottom = _place_tag(shown.tile, size)
    lettering = bold(round(TOKENS.tag_size * size.width * (1 if len(share.other) == 1 else 0.72)))
    x = at[0] + (left + right - lettering.length(share.other)) // 2
    baseline = center_baseline(at[1] + (top + bottom) // 2, lettering)
    canvas.write(share.other, (x, baseline), lettering, FELT.ink, FELT.room)


def _place_tag(tile: Tile, size: TileSize) -> Extent:
    """Return the box of the tag with the other set's letter, in pixels from the corner of the tile's cell.

    It is in the tile's lower half, but in the upper one on a joker, whose lower half shows what it stands for.
    """
    left, top, right, bottom = tag_box(size)
    if tile != JOKER:
        return (left, top, right, bottom)
    high = print_box(size)[1]
    return (left, high, right, high + bottom - top)


@lru_cache(maxsize=128)
def _draw_tagged(shown: CrossingTile, size: TileSize, *, is_borrowed: bool) -> Image.Image:
    tokens = tile_atlas(size.width, Family.TOKENS)
    blank = tokens["shared"] if is_borrowed else tile_atlas(size.width, shown.family)[shown.blank]
    whole = blank.copy()
    for sprite, box in ((_draw_body(shown, size), print_box(size)), (tokens["tag"], _place_tag(shown.tile, size))):
        whole.paste(sprite.point(_make_sunken_table()) if is_borrowed else sprite, box[:2])
    return filled.fill(whole, shown.tile.color, size) if shown.style is Style.SOLID else whole


def _draw_body(shown: CrossingTile, size: TileSize) -> Image.Image:
    """Return the image of a shared tile's print: number and mark, the mark moved left to make room for the tag.

    For a joker, it is the joker's cap and, once decided, what it stands for.
    """
    left, top, right, bottom = print_box(size)
    high = round(size.margin + size.face.role_top * size.width) - top
    if shown.tile == JOKER:
        body = tile_atlas(size.width, shown.family)["jester"].copy()
        if shown.face:
            body.paste(find_role(shown.face, size, shown.family), (0, high))
        return body
    body = find_print(shown.tile, size, shown.family).copy()
    strip = body.crop((0, high, right - left, bottom - top))
    half = (tag_box(size)[0] - left) // 2
    middle = strip.width // 2
    # In each line of the strip the ground is the same, so its first pixel can fill the line.
    body.paste(strip.crop((0, 0, 1, strip.height)).resize(strip.size), (0, high))
    body.paste(strip.crop((middle - half, 0, middle + half, strip.height)), (0, high))
    return body


@cache
def _make_sunken_table() -> bytes:
    """Return the table for `Image.point` that turns the palette bytes of a tile into those of a borrowed one.

    A borrowed tile is flat: all of its face has one color.
    """
    byte_of = dict(make_palette().bytes_of)
    byte_of |= dict.fromkeys(list_shades(*FELT.ramps[0]), make_palette()[BORROWED])
    return bytes(byte_of.values()).ljust(256, b"\0")
