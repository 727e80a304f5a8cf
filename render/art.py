"""How tiles are drawn. Only the making of the atlas comes here."""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache

from PIL import Image, ImageDraw, ImageFilter

from engine.sets import Mark
from engine.tiles import JOKER, Color, Tile
from render.drawing import Box, Drawing, Point, around, inset, large, rounded_mask, text_width
from render.palette import rgb, shades
from render.theme import FELT, SUPERSAMPLE, TileSize

LINE = 0.6
"""Breadth of a tile's outline in pixels."""
TWO_DIGITS = 10


@lru_cache(maxsize=1)
def _base(size: TileSize) -> Drawing:
    return tile_blank(size, FELT.tray, Mark.STILL)


def printed(size: TileSize, tile: Tile) -> Drawing:
    """A tile with its number and mark, or a joker with its cap."""
    drawing = _base(size).copy()
    add_print(drawing, size, tile)
    return drawing


def standing(size: TileSize, role: Tile) -> Drawing:
    """A joker over what it stands for."""
    drawing = _base(size).copy()
    add_role(drawing, size, role)
    return drawing


def tile_blank(size: TileSize, ground: str, mark: Mark) -> Drawing:
    """A tile without print on its ground, with its shadow, and its ring where it was laid or moved."""
    drawing = Drawing.blank(size.cell, ground)
    tile = tile_box(size)
    _shadow(drawing, size, ground)
    drawing.rounded(tile, size.radius, FELT.line)
    drawing.rounded(inset(tile, LINE), size.radius - LINE, FELT.lip)
    _face(drawing, size)
    if mark is not Mark.STILL:
        _ring(drawing, size, mark)
    return drawing


def tile_box(size: TileSize) -> Box:
    """Where the tile lies in its cell."""
    left = (size.pitch - size.width) / 2
    return (left, size.margin, left + size.width, size.margin + size.height)


def _shadow(drawing: Drawing, size: TileSize, ground: str) -> None:
    left, top, right, bottom = tile_box(size)
    drop = size.margin * 0.5
    mask = Image.new("L", drawing.image.size)
    fallen = large((left, top + drop, right, bottom + drop))
    ImageDraw.Draw(mask).rounded_rectangle(fallen, size.radius * SUPERSAMPLE, fill=150)
    blurred = mask.filter(ImageFilter.GaussianBlur(drop * 0.5 * SUPERSAMPLE))
    drawing.image.paste(rgb(FELT.shadow if ground == FELT.tray else FELT.groove), mask=blurred)


def _ring(drawing: Drawing, size: TileSize, mark: Mark) -> None:
    """All around a tile that was laid; about the corners of one that was moved, to tell them apart without hue."""
    outside, inside = min(size.margin, 0.05 * size.width), 0.022 * size.width
    left, top, right, bottom = inset(tile_box(size), -outside)
    outer = large((max(0, left), top, min(size.pitch, right), bottom))
    mask = rounded_mask((outer[2] - outer[0], outer[3] - outer[1]), size.radius + outside)
    hole = large(inset(tile_box(size), inside))
    inner = rounded_mask((hole[2] - hole[0], hole[3] - hole[1]), size.radius - inside)
    mask.paste(0, (hole[0] - outer[0], hole[1] - outer[1]), inner)
    if mark is Mark.MOVED:
        _open_sides(mask)
    drawing.image.paste(rgb(color_of(mark)), outer[:2], mask)


def _open_sides(ring: Image.Image) -> None:
    width, height = ring.size
    ring.paste(0, (round(width * 0.36), 0, round(width * 0.64), height))
    ring.paste(0, (0, round(height * 0.36), width, round(height * 0.64)))


def color_of(mark: Mark) -> str:
    """Of rings, trays' edges and letters."""
    return {Mark.LAID: FELT.laid, Mark.MOVED: FELT.moved, Mark.STILL: FELT.edge}[mark]


def _face(drawing: Drawing, size: TileSize) -> None:
    left, top, right, bottom = inset(tile_box(size), LINE)
    bottom -= size.lip
    drawing.rounded((left, top, right, bottom), size.radius - LINE, FELT.shine)
    low, high = large((left, top + max(1.0, 0.012 * size.width), right, bottom))[1::2]
    shading = _shading((round((right - left) * SUPERSAMPLE), high - low), size.shades)
    corner = (round(left * SUPERSAMPLE), low)
    drawing.image.paste(shading, corner, rounded_mask(shading.size, size.radius - LINE))


def _shading(size: tuple[int, int], count: int) -> Image.Image:
    shading = Image.new("RGB", size)
    pen = ImageDraw.Draw(shading)
    for place, color in enumerate(shades(FELT.face_top, FELT.face_low, count - 2)):
        pen.rectangle((0, size[1] * place // count, *size), fill=color)
    return shading


@cache
def print_box(size: TileSize) -> tuple[int, int, int, int]:
    """The part of the cell that carries all print and neither ring nor round corner."""
    left, top, right, bottom = tile_box(size)
    by = 0.065 * size.width
    return (round(left + by), round(top + by), round(right - by), round(bottom - size.lip - by * 0.6))


@cache
def role_box(size: TileSize) -> tuple[int, int, int, int]:
    """The part of a joker's print that says what it stands for."""
    left, _, right, bottom = print_box(size)
    return (left, round(size.margin + 0.80 * size.width), right, bottom)


def add_print(drawing: Drawing, size: TileSize, tile: Tile) -> None:
    """The print alone."""
    middle = size.pitch / 2
    if tile == JOKER:
        add_cap(drawing, (middle, size.margin + 0.61 * size.width), 0.38 * size.width)
        return
    font_size = (0.80 if tile.number < TWO_DIGITS else 0.70) * size.width
    place = (middle, size.margin + 0.455 * size.width)
    drawing.text(str(tile.number), font_size, place, FELT.inks[tile.color], tracking=-0.024 * size.width)
    add_symbol(drawing, tile.color, (middle, size.margin + 0.995 * size.width), 0.12 * size.width)


def add_role(drawing: Drawing, size: TileSize, role: Tile) -> None:
    """A smaller cap over mark and number, or over the number alone while its colour is open."""
    middle, line = size.pitch / 2, size.margin + 0.985 * size.width
    add_cap(drawing, (middle, size.margin + 0.425 * size.width), 0.33 * size.width)
    number, font_size, tracking = str(role.number), 0.37 * size.width, -0.012 * size.width
    mark = 0.105 * size.width
    beside = 0.0 if role.color is None else 2 * mark + 0.06 * size.width
    left = middle - (beside + text_width(number, font_size, tracking)) / 2
    add_symbol(drawing, role.color, (left + mark, line), mark)
    place = (middle + beside / 2, line)
    drawing.text(number, font_size, place, FELT.inks[role.color], tracking)


def add_symbol(drawing: Drawing, color: Color | None, center: Point, radius: float) -> None:
    """The mark that tells a colour without its hue; none for a joker."""
    if color is not None:
        _SYMBOLS[color](drawing, center, radius)


def _square(drawing: Drawing, center: Point, radius: float) -> None:
    drawing.rounded(around(center, radius * 0.88), radius * 0.12, FELT.black)


def _ring_mark(drawing: Drawing, center: Point, radius: float) -> None:
    left, top, right, bottom = large(around(center, radius))
    mask = rounded_mask((right - left, bottom - top), radius)
    # A hole, not a spot of ivory: that would show on the shading.
    hole = rounded_mask((mask.width // 2, mask.height // 2), radius / 2)
    mask.paste(0, (mask.width // 4, mask.height // 4), hole)
    drawing.image.paste(rgb(FELT.blue), (left, top), mask)


def _diamond(drawing: Drawing, center: Point, radius: float) -> None:
    x, y = center
    wide, high = radius * 1.02, radius * 1.22
    drawing.polygon([(x, y - high), (x + wide, y), (x, y + high), (x - wide, y)], FELT.red)


def _triangle(drawing: Drawing, center: Point, radius: float) -> None:
    x, y = center
    wide = radius * 1.15
    drawing.polygon([(x, y - radius), (x + wide, y + radius * 0.9), (x - wide, y + radius * 0.9)], FELT.orange)


_SYMBOLS: dict[Color, Callable[[Drawing, Point, float], None]] = {
    Color.BLACK: _square,
    Color.BLUE: _ring_mark,
    Color.RED: _diamond,
    Color.ORANGE: _triangle,
}


def add_cap(drawing: Drawing, center: Point, radius: float) -> None:
    """A jester's cap: three horns with bells over a band."""

    def at(x: float, y: float) -> Point:
        return (center[0] + (x - 0.5) * 2 * radius, center[1] + (y - 0.5) * 2 * radius)

    horns = [
        ((0.20, 0.74), (0.21, 0.50), (0.05, 0.56)),
        ((0.05, 0.56), (0.10, 0.08), (0.37, 0.42)),
        ((0.37, 0.42), (0.47, 0.30), (0.50, 0.10)),
        ((0.50, 0.10), (0.53, 0.30), (0.63, 0.42)),
        ((0.63, 0.42), (0.90, 0.08), (0.95, 0.56)),
        ((0.95, 0.56), (0.79, 0.50), (0.80, 0.74)),
    ]
    outline = [at(*point) for horn in horns for point in _curve(*horn)]
    drawing.polygon(outline, FELT.joker)
    for bell in ((0.05, 0.61), (0.50, 0.08), (0.95, 0.61)):
        drawing.disc(at(*bell), 0.15 * radius, FELT.joker)
    (left, top), (right, bottom) = at(0.18, 0.80), at(0.82, 0.92)
    drawing.rounded((left, top, right, bottom), (bottom - top) / 2, FELT.joker)


def _curve(start: Point, bend: Point, end: Point, steps: int = 24) -> Iterator[Point]:
    """A quadratic Bézier curve."""
    for step in range(steps + 1):
        t = step / steps
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
        yield (a * start[0] + b * bend[0] + c * end[0], a * start[1] + b * bend[1] + c * end[1])
