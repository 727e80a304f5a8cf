"""Marks that show a color or suit by shape, and the joker's cap."""

from collections.abc import Callable, Iterator
from math import atan2, cos, pi, sin

from engine.tiles.tiles import Color
from render.sprites.drawing import Drawing, Point, draw_rounded_mask, enlarge, surround
from render.style.palette import read_rgb
from render.style.theme import FELT

SUITS = frozenset(color for color in Color if color.is_suit)


def add_symbol(drawing: Drawing, color: Color | None, center: Point, radius: float, ink: str = "") -> None:
    """Draw the mark of a color, if any, in the color's own ink unless another is given."""
    if color is not None:
        _SYMBOLS[color](drawing, center, radius, ink or FELT.inks[color])


def _square(drawing: Drawing, center: Point, radius: float, ink: str) -> None:
    drawing.rounded(surround(center, radius * 0.93), radius * 0.12, ink)


def _ring_mark(drawing: Drawing, center: Point, radius: float, ink: str) -> None:
    left, top, right, bottom = enlarge(surround(center, radius))
    mask = draw_rounded_mask((right - left, bottom - top), radius)
    # A hole, because a spot of ivory would show on the shading.
    hole = draw_rounded_mask((mask.width // 2, mask.height // 2), radius / 2)
    mask.paste(0, (mask.width // 4, mask.height // 4), hole)
    drawing.image.paste(read_rgb(ink), (left, top), mask)


def _diamond(drawing: Drawing, center: Point, radius: float, ink: str) -> None:
    x, y = center
    wide, high = radius, radius * 1.06
    drawing.polygon([(x, y - high), (x + wide, y), (x, y + high), (x - wide, y)], ink)


def _triangle(drawing: Drawing, center: Point, radius: float, ink: str) -> None:
    x, y = center
    wide = radius * 1.06
    drawing.polygon([(x, y - radius * 1.04), (x + wide, y + radius * 0.96), (x - wide, y + radius * 0.96)], ink)


def _sun(drawing: Drawing, center: Point, radius: float, ink: str) -> None:
    drawing.disc(center, radius * 0.56, ink)
    for ray in range(8):
        turn = ray * pi / 4
        foot, tip = radius * 0.66, radius * 1.12
        drawing.polygon(
            [_around(center, foot, turn - 0.30), _around(center, tip, turn), _around(center, foot, turn + 0.30)],
            ink,
        )


def _around(center: Point, reach: float, turn: float) -> Point:
    return (center[0] + reach * sin(turn), center[1] - reach * cos(turn))


def _moon(drawing: Drawing, center: Point, radius: float, ink: str) -> None:
    outer, inner, apart = radius * 1.12, radius * 0.82, radius * 0.44
    middle = (center[0] + radius * 0.10, center[1])
    horn = (outer**2 - inner**2 + apart**2) / (2 * apart)
    high = (outer**2 - horn**2) ** 0.5
    out = _arc(middle, outer, atan2(high, horn))
    back = _arc((middle[0] + apart, middle[1]), inner, atan2(high, horn - apart))
    drawing.polygon([*out, *reversed(back)], ink)


def _arc(center: Point, reach: float, start: float) -> list[Point]:
    """Return points of a circle, from the angle `start` clockwise to -`start`, in radians from the right."""
    turns = (start + (2 * pi - 2 * start) * step / 48 for step in range(49))
    return [(center[0] + reach * cos(turn), center[1] + reach * sin(turn)) for turn in turns]


def _crown(drawing: Drawing, center: Point, radius: float, ink: str) -> None:
    at = _frame(center, radius)
    points = [(-0.86, 0.48), (-0.96, -0.50), (-0.46, 0.0), (0.0, -0.82), (0.46, 0.0), (0.96, -0.50), (0.86, 0.48)]
    drawing.polygon([at(*point) for point in points], ink)
    for tip in ((-0.97, -0.56), (0.0, -0.90), (0.97, -0.56)):
        drawing.disc(at(*tip), radius * 0.15, ink)
    (left, top), (right, bottom) = at(-0.86, 0.62), at(0.86, 0.92)
    drawing.rounded((left, top, right, bottom), radius * 0.08, ink)


def _arms(drawing: Drawing, center: Point, radius: float, ink: str) -> None:
    at = _frame(center, radius)
    upper = [(-0.90, -1.02), (0.90, -1.02), (0.90, 0.12), (0.0, -0.50), (-0.90, 0.12)]
    sides = [
        *_curve((0.88, 0.50), (0.70, 0.86), (0.0, 1.14), 12),
        *_curve((0.0, 1.14), (-0.70, 0.86), (-0.88, 0.50), 12),
    ]
    drawing.polygon([at(*point) for point in upper], ink)
    drawing.polygon([at(*point) for point in [*sides, (0.0, -0.10)]], ink)


def _heart(drawing: Drawing, center: Point, radius: float, ink: str) -> None:
    at = _frame(center, radius)
    half = [
        *_cubic((0.0, -0.46), (0.16, -1.02), (1.06, -1.06), (1.06, -0.30)),
        *_cubic((1.06, -0.30), (1.06, 0.26), (0.40, 0.62), (0.0, 1.06)),
    ]
    drawing.polygon([at(*point) for point in [*half, *((-x, y) for x, y in reversed(half))]], ink)


def _spade(drawing: Drawing, center: Point, radius: float, ink: str) -> None:
    at = _frame(center, radius)
    half = [
        *_cubic((0.0, -1.10), (0.34, -0.62), (1.04, -0.22), (1.04, 0.30)),
        *_cubic((1.04, 0.30), (1.04, 0.86), (0.32, 0.90), (0.06, 0.44)),
    ]
    drawing.polygon([at(*point) for point in [*half, *((-x, y) for x, y in reversed(half))]], ink)
    _stem(drawing, center, radius, ink)


def _club(drawing: Drawing, center: Point, radius: float, ink: str) -> None:
    at = _frame(center, radius)
    for leaf in ((0.0, -0.56), (-0.56, 0.22), (0.56, 0.22)):
        drawing.disc(at(*leaf), radius * 0.49, ink)
    drawing.disc(at(0.0, 0.02), radius * 0.28, ink)
    _stem(drawing, center, radius, ink)


def _stem(drawing: Drawing, center: Point, radius: float, ink: str) -> None:
    at = _frame(center, radius)
    half = list(_curve((0.10, 0.10), (0.10, 0.84), (0.46, 1.06), 12))
    drawing.polygon([at(*point) for point in [*half, *((-x, y) for x, y in reversed(half))]], ink)


def _lozenge(drawing: Drawing, center: Point, radius: float, ink: str) -> None:
    at = _frame(center, radius)
    drawing.polygon([at(*point) for point in ((0, -1.10), (0.95, 0), (0, 1.10), (-0.95, 0))], ink)


_SYMBOLS: dict[Color, Callable[[Drawing, Point, float, str], None]] = {
    Color.BLACK: _square,
    Color.BLUE: _ring_mark,
    Color.RED: _diamond,
    Color.ORANGE: _triangle,
    Color.SUNS: _sun,
    Color.MOONS: _moon,
    Color.CROWNS: _crown,
    Color.ARMS: _arms,
    Color.HEARTS: _heart,
    Color.SPADES: _spade,
    Color.CLUBS: _club,
    Color.DIAMONDS: _lozenge,
}


def add_cap(drawing: Drawing, center: Point, radius: float, ink: str = FELT.joker) -> None:
    """Draw a jester's cap: three horns with bells above a band."""

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
    drawing.polygon(outline, ink)
    for bell in ((0.05, 0.61), (0.50, 0.08), (0.95, 0.61)):
        drawing.disc(at(*bell), 0.15 * radius, ink)
    (left, top), (right, bottom) = at(0.18, 0.80), at(0.82, 0.92)
    drawing.rounded((left, top, right, bottom), (bottom - top) / 2, ink)


def _frame(center: Point, radius: float) -> Callable[[float, float], Point]:
    """Return a function that turns x and y of a symbol, -1 to 1 from its center, into a point of the drawing."""
    return lambda x, y: (center[0] + x * radius, center[1] + y * radius)


def _curve(start: Point, bend: Point, end: Point, steps: int = 24) -> Iterator[Point]:
    """Yield `steps` + 1 points of a quadratic Bézier curve with the control point `bend`."""
    for step in range(steps + 1):
        t = step / steps
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
        yield (a * start[0] + b * bend[0] + c * end[0], a * start[1] + b * bend[1] + c * end[1])


def _cubic(start: Point, out: Point, into: Point, end: Point) -> Iterator[Point]:
    """Yield 25 points of a cubic Bézier curve with the control points `out` and `into`."""
    for step in range(25):
        t = step / 24
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
        yield (
            a * start[0] + b * out[0] + c * into[0] + d * end[0],
            a * start[1] + b * out[1] + c * into[1] + d * end[1],
        )
