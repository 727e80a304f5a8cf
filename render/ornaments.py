"""What lies around the tiles: trays, players' pills and discs, the pool's tile, the winner's star."""

from math import cos, pi, sin

from engine.sets import Mark
from render.art import color_of
from render.drawing import Drawing, Point, inset
from render.theme import FELT, HEADER, SHEET, TileSize


def frame(size: TileSize, mark: Mark) -> Drawing:
    """A tray just large enough for its four corners."""
    drawing = Drawing.blank((2 * size.corner, 2 * size.corner), FELT.felt)
    box = (0.0, 0.0, 2.0 * size.corner, 2.0 * size.corner)
    drawing.rounded(box, size.corner, color_of(mark))
    drawing.rounded(inset(box, size.rim), size.corner - size.rim, FELT.tray)
    return drawing


def board() -> Drawing:
    """The corners of the table top."""
    drawing = Drawing.blank((2 * SHEET.corner, 2 * SHEET.corner), FELT.room)
    drawing.disc((SHEET.corner, SHEET.corner), SHEET.corner, FELT.felt)
    return drawing


def pill(color: str) -> Drawing:
    """A pill just large enough for its two ends."""
    drawing = Drawing.blank((HEADER.height, HEADER.height), FELT.room)
    drawing.disc((HEADER.height / 2, HEADER.height / 2), HEADER.height / 2, color)
    return drawing


def disc(seat: int, color: str, ground: str) -> Drawing:
    """The left end of a pill, with a seat's number, counted from 1, on its colour."""
    drawing = pill(ground)
    middle = HEADER.height / 2
    drawing.polygon([(middle, 0), (2 * middle, 0), (2 * middle, 2 * middle), (middle, 2 * middle)], ground)
    drawing.disc((middle, middle), HEADER.disc / 2, FELT.on_gold if ground == FELT.laid else color)
    drawing.disc((middle, middle), HEADER.disc / 2 - 2, color)
    drawing.text(str(seat + 1), HEADER.disc * 0.62, (middle, middle), FELT.on_gold)
    return drawing


def pool_tile() -> Drawing:
    """A tile face down."""
    width, height = HEADER.back
    drawing = Drawing.blank(HEADER.back, FELT.room)
    box = (0.0, 0.0, float(width), float(height))
    drawing.rounded(box, 5, FELT.back_line)
    drawing.rounded(inset(box, 1.5), 4, FELT.back)
    drawing.rounded(inset(box, 5), 2, FELT.back_line)
    drawing.rounded(inset(box, 6.5), 1, FELT.back)
    x, y = width / 2, height / 2
    drawing.polygon([(x, y - 7), (x + 5.5, y), (x, y + 7), (x - 5.5, y)], FELT.back_line)
    return drawing


def star(color: str, ground: str) -> Drawing:
    """Five points, one of them up."""
    side = HEADER.star
    drawing = Drawing.blank((side, side), ground)
    drawing.polygon(_star((side / 2, side * 0.53), side * 0.5), color)
    return drawing


def _star(center: Point, radius: float) -> list[Point]:
    reach = [radius, radius * 0.46] * 5
    turns = [-pi / 2 + step * pi / 5 for step in range(10)]
    return [(center[0] + far * cos(turn), center[1] + far * sin(turn)) for far, turn in zip(reach, turns, strict=True)]


def ghost(size: TileSize) -> Drawing:
    """The place of a tile that is not there."""
    drawing = Drawing.blank(size.cell, FELT.felt)
    left, top = (size.pitch - size.width) / 2, float(size.margin)
    box = (left, top, left + size.width, top + size.height)
    drawing.rounded(box, size.radius, FELT.edge)
    drawing.rounded(inset(box, 2.5), size.radius - 2.5, FELT.felt)
    return drawing
