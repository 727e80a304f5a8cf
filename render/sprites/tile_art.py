"""Drawings of tiles, for the sprite sheets and for prints (numbers and marks) that no sheet has."""

from functools import cache, lru_cache

from PIL import Image, ImageDraw, ImageFilter

from engine.tiles.sets import Mark
from engine.tiles.tiles import JOKER, Tile
from render.sprites.drawing import Drawing, draw_rounded_mask, enlarge, inset, measure_text
from render.sprites.rings import add_ring
from render.sprites.symbols import SUITS, add_cap, add_symbol
from render.style.palette import list_shades, read_rgb
from render.style.sizes import TileSize
from render.style.theme import FELT, SUPERSAMPLE, Ring

LINE = 0.6
"""The width of a tile's outline, in pixels."""


@lru_cache(maxsize=1)
def _draw_base(size: TileSize) -> Drawing:
    return draw_blank(size, FELT.tray, Mark.STILL)


def draw_print(size: TileSize, tile: Tile) -> Drawing:
    """Draw a whole tile with its number and mark, or a joker with its cap."""
    drawing = _draw_base(size).copy()
    add_print(drawing, size, tile)
    return drawing


def draw_standing_joker(size: TileSize, role: Tile) -> Drawing:
    """Draw a joker with its cap above the mark and number of what it stands for."""
    drawing = _draw_base(size).copy()
    add_role(drawing, size, role, str(role.number))
    return drawing


def draw_suit_joker(size: TileSize, role: Tile) -> Drawing:
    """Draw a piecepack's joker above its role: a null (0) is its suit's mark alone, or `N`; an ace (1) is `A`."""
    drawing = _draw_base(size).copy()
    add_role(drawing, size, role, {0: "" if role.color else "N", 1: "A"}.get(role.number, str(role.number)))
    return drawing


def draw_blank(size: TileSize, ground: str, ring: Ring) -> Drawing:
    """Draw a tile without print on this ground, with its shadow and, unless the ring is STILL, its ring."""
    drawing = Drawing.blank(size.cell, ground)
    tile = size.tile_box
    add_shadow(drawing, size, ground)
    drawing.rounded(tile, size.radius, FELT.line)
    drawing.rounded(inset(tile, LINE), size.radius - LINE, FELT.lip)
    _face(drawing, size)
    if ring is not Mark.STILL:
        add_ring(drawing, size, ring)
    return drawing


def add_shadow(drawing: Drawing, size: TileSize, ground: str) -> None:
    """Draw the shadow that a tile casts on a ground of this color."""
    left, top, right, bottom = size.tile_box
    drop = size.margin * 0.5
    mask = Image.new("L", drawing.image.size)
    fallen = enlarge((left, top + drop, right, bottom + drop))
    ImageDraw.Draw(mask).rounded_rectangle(fallen, size.radius * SUPERSAMPLE, fill=150)
    blurred = mask.filter(ImageFilter.GaussianBlur(drop * 0.5 * SUPERSAMPLE))
    drawing.image.paste(read_rgb(FELT.groove if ground == FELT.wood else FELT.shadow), mask=blurred)


def _face(drawing: Drawing, size: TileSize) -> None:
    left, top, right, bottom = inset(size.tile_box, LINE)
    bottom -= size.lip
    drawing.rounded((left, top, right, bottom), size.radius - LINE, FELT.shine)
    low, high = enlarge((left, top + max(1.0, 0.012 * size.width), right, bottom))[1::2]
    shading = _draw_shading((round((right - left) * SUPERSAMPLE), high - low), size.shades)
    corner = (round(left * SUPERSAMPLE), low)
    drawing.image.paste(shading, corner, draw_rounded_mask(shading.size, size.radius - LINE))


def _draw_shading(size: tuple[int, int], count: int) -> Image.Image:
    shading = Image.new("RGB", size)
    pen = ImageDraw.Draw(shading)
    for index, color in enumerate(list_shades(FELT.face_top, FELT.face_low, count - 2)):
        pen.rectangle((0, size[1] * index // count, *size), fill=color)
    return shading


@cache
def print_box(size: TileSize) -> tuple[int, int, int, int]:
    """Return the box within a tile's cell that contains the whole print but no ring or round corner, in pixels."""
    left, top, right, bottom = size.tile_box
    by = 0.065 * size.width
    return (round(left + by), round(top + by), round(right - by), round(bottom - size.lip - by * 0.75))


@cache
def role_box(size: TileSize) -> tuple[int, int, int, int]:
    """Return the box within a cell that shows what a joker stands for, in pixels: the lower part of `print_box`."""
    left, _, right, bottom = print_box(size)
    return (left, round(size.margin + size.face.role_top * size.width), right, bottom)


def add_print(drawing: Drawing, size: TileSize, tile: Tile) -> None:
    """Draw a tile's number and mark, or a joker's cap, on a drawing of a blank tile."""
    face, width = size.face, size.width
    middle, top = size.pitch / 2, float(size.margin)
    is_suit = tile.color in SUITS
    if tile == JOKER:
        add_cap(drawing, (middle, top + face.alone * width), face.alone_radius * width)
    elif is_suit and tile.number == 0:
        add_symbol(drawing, tile.color, (middle, top + face.alone * width), face.alone_radius * width)
    else:
        number = write_number(tile)
        font_size = (face.digit if len(number) == 1 else face.digits) * width
        center = (middle, top + face.number * width)
        drawing.text(number, font_size, center, FELT.inks[tile.color], tracking=-0.024 * width)
        radius = (face.suit_radius if is_suit else face.mark_radius) * width
        add_symbol(drawing, tile.color, (middle, top + face.mark * width), radius)


def write_number(tile: Tile) -> str:
    """Return a tile's number as it is printed: `A` for a suit's ace."""
    return "A" if tile.color in SUITS and tile.number == 1 else str(tile.number)


def add_role(drawing: Drawing, size: TileSize, role: Tile, number: str) -> None:
    """Draw a joker's small cap, and below it its role's mark, if decided, and `number`, if any."""
    face, width = size.face, size.width
    middle, line = size.pitch / 2, size.margin + face.role * width
    add_cap(drawing, (middle, size.margin + face.cap * width), face.cap_radius * width)
    font_size, tracking = face.role_digit * width, -0.012 * width
    mark = face.role_radius * width
    if not number:
        add_symbol(drawing, role.color, (middle, line), mark)
        return
    beside = 0.0 if role.color is None else 2 * mark + 0.06 * width
    left = middle - (beside + measure_text(number, font_size, tracking)) / 2
    add_symbol(drawing, role.color, (left + mark, line), mark)
    center = (middle + beside / 2, line)
    drawing.text(number, font_size, center, FELT.inks[role.color], tracking)
