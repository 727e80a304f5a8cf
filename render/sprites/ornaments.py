"""Drawings of everything around the tiles: trays, pills and discs of players, chips, a grid's cells and signs."""

from math import cos, pi, sin

from render.sprites.drawing import Drawing, Point, inset
from render.style.sizes import CHIP, FIELD, TileSize
from render.style.theme import COLORS, FELT, HEADER, SHEET, HeaderSizes, Ring, Sign


def draw_frame(size: TileSize, edge: Ring) -> Drawing:
    """Draw the four corners of a tray (a set's frame), pushed together; the sign `edge` gives its edge the color."""
    drawing = Drawing.blank((2 * size.corner, 2 * size.corner), FELT.felt)
    box = (0.0, 0.0, 2.0 * size.corner, 2.0 * size.corner)
    drawing.rounded(box, size.corner, COLORS[edge])
    drawing.rounded(inset(box, size.rim), size.corner - size.rim, FELT.tray)
    return drawing


def draw_board_corners() -> Drawing:
    """Draw the four corners of the table's felt, pushed together."""
    drawing = Drawing.blank((2 * SHEET.corner, 2 * SHEET.corner), FELT.room)
    drawing.disc((SHEET.corner, SHEET.corner), SHEET.corner, FELT.felt)
    return drawing


def draw_pill(sizes: HeaderSizes, color: str) -> Drawing:
    """Draw the two round ends of a pill (a seat's box in a header) of this color, pushed together."""
    drawing = Drawing.blank((sizes.height, sizes.height), FELT.room)
    drawing.disc((sizes.height / 2, sizes.height / 2), sizes.height / 2, color)
    return drawing


def draw_seat_disc(sizes: HeaderSizes, seat: int, colors: tuple[str, str]) -> Drawing:
    """Draw the left end of a seat's pill with its number, from 1; `colors` are the disc's and the pill's."""
    color, ground = colors
    drawing = draw_pill(sizes, ground)
    middle = sizes.height / 2
    drawing.polygon([(middle, 0), (2 * middle, 0), (2 * middle, 2 * middle), (middle, 2 * middle)], ground)
    drawing.disc((middle, middle), sizes.disc / 2, FELT.on_gold if ground == FELT.played else color)
    drawing.disc((middle, middle), sizes.disc / 2 - 2, color)
    drawing.text(str(seat + 1), sizes.disc * 0.62, (middle, middle), FELT.on_gold)
    return drawing


def draw_pool_tile(sizes: HeaderSizes) -> Drawing:
    """Draw the pool's tile, face down."""
    width, height = sizes.back
    drawing = Drawing.blank(sizes.back, FELT.room)
    box, part = (0.0, 0.0, float(width), float(height)), height / 40
    drawing.rounded(box, 5 * part, FELT.back_line)
    drawing.rounded(inset(box, 1.5), 4 * part, FELT.back)
    drawing.rounded(inset(box, 5 * part), 2 * part, FELT.back_line)
    drawing.rounded(inset(box, 5 * part + 1.5), part, FELT.back)
    x, y = width / 2, height / 2
    drawing.polygon([(x, y - 7 * part), (x + 5.5 * part, y), (x, y + 7 * part), (x - 5.5 * part, y)], FELT.back_line)
    return drawing


def draw_star(color: str, ground: str) -> Drawing:
    """Draw the winner's star: five points, one of them up."""
    side = HEADER.star
    drawing = Drawing.blank((side, side), ground)
    drawing.polygon(_list_star_points((side / 2, side * 0.53), side * 0.5), color)
    return drawing


def _list_star_points(center: Point, radius: float) -> list[Point]:
    reach = [radius, radius * 0.46] * 5
    turns = [-pi / 2 + step * pi / 5 for step in range(10)]
    return [(center[0] + far * cos(turn), center[1] + far * sin(turn)) for far, turn in zip(reach, turns, strict=True)]


def draw_well(size: TileSize) -> Drawing:
    """Draw an empty cell of a grid."""
    drawing = Drawing.blank(size.cell, FELT.tray)
    left, top, right, bottom = inset(size.tile_box, -0.015 * size.width)
    drawing.rounded((left, top, right, bottom), size.radius, FELT.edge)
    drawing.rounded((left, top, right, bottom - 1.5), size.radius, FELT.felt)
    return drawing


def draw_block(size: TileSize) -> Drawing:
    """Draw a blocked cell of a grid: a wooden block with a cross."""
    drawing = Drawing.blank(size.cell, FELT.tray)
    box = inset(size.tile_box, -0.02 * size.width)
    drawing.rounded(box, size.radius, FELT.groove)
    left, top, right, bottom = inset(box, 1)
    drawing.rounded((left, top, right, bottom - 0.07 * size.width), size.radius, FELT.ledge)
    face = inset((left, top, right, bottom - 0.07 * size.width), 0.05 * size.width)
    drawing.rounded(face, size.radius * 0.7, FELT.wood)
    reach = 0.19 * size.width
    x, y = size.pitch / 2, (face[1] + face[3]) / 2
    for slope in (1, -1):
        drawing.polygon(
            _list_bar_points((x - reach, y - slope * reach), (x + reach, y + slope * reach), 0.07 * size.width),
            FELT.groove,
        )
    return drawing


def draw_barred() -> Drawing:
    """Draw the sign before the barred numbers (those that can't be placed this turn): a circle with a bar across it."""
    side = FIELD.barred
    drawing = Drawing.blank((side, side), FELT.room)
    middle, reach = (side / 2, side / 2), side / 2 - 1
    drawing.disc(middle, reach, FELT.seat_1)
    drawing.disc(middle, reach * 0.74, FELT.room)
    part = reach * 0.6
    drawing.polygon(
        _list_bar_points((side / 2 - part, side / 2 - part), (side / 2 + part, side / 2 + part), reach * 0.26),
        FELT.seat_1,
    )
    return drawing


def _list_bar_points(start: Point, end: Point, breadth: float) -> list[Point]:
    long = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    x, y = (end[1] - start[1]) / long * breadth / 2, (start[0] - end[0]) / long * breadth / 2
    return [
        (start[0] + x, start[1] + y),
        (end[0] + x, end[1] + y),
        (end[0] - x, end[1] - y),
        (start[0] - x, start[1] - y),
    ]


def draw_chip(size: TileSize, sign: Ring) -> Drawing:
    """Draw the four corners of a chip beside tiles of this size, pushed together."""
    corner = CHIP.corner(size)
    drawing = Drawing.blank((2 * corner, 2 * corner), FELT.tray)
    drawing.disc((corner, corner), corner, COLORS[sign])
    return drawing


def draw_tick(size: TileSize) -> Drawing:
    """Draw the tick of a valid set, on a disc, for a chip beside tiles of this size."""
    side = CHIP.icon(size)
    drawing = Drawing.blank((side, side), FELT.tray)
    drawing.disc((side / 2, side / 2), side / 2, COLORS[Sign.GOOD])
    knee = (side * 0.44, side * 0.70)
    for end in ((side * 0.25, side * 0.51), (side * 0.76, side * 0.32)):
        _draw_stroke(drawing, knee, end, side * 0.13)
    return drawing


def draw_cross(size: TileSize) -> Drawing:
    """Draw the cross left of the reason why a set isn't valid, for a chip beside tiles of this size."""
    side = CHIP.icon(size)
    drawing = Drawing.blank((side, side), COLORS[Sign.BAD])
    for slope in (1, -1):
        start, end = ((side / 2 + turn * side * 0.24, side / 2 + turn * slope * side * 0.24) for turn in (-1, 1))
        _draw_stroke(drawing, start, end, side * 0.14)
    return drawing


def _draw_stroke(drawing: Drawing, start: Point, end: Point, breadth: float) -> None:
    drawing.polygon(_list_bar_points(start, end, breadth), FELT.on_gold)
    for tip in (start, end):
        drawing.disc(tip, breadth / 2, FELT.on_gold)


def draw_center(size: TileSize) -> Drawing:
    """Draw the empty cell in the middle of a grid, with a star."""
    drawing = draw_well(size)
    middle = size.pitch / 2
    drawing.polygon(_list_star_points((middle, middle * 1.03), size.width * 0.32), FELT.edge)
    return drawing


def draw_ghost(size: TileSize) -> Drawing:
    """Draw the outline of a missing tile, for an empty table."""
    drawing = Drawing.blank(size.cell, FELT.felt)
    left, top = (size.pitch - size.width) / 2, float(size.margin)
    box = (left, top, left + size.width, top + size.height)
    drawing.rounded(box, size.radius, FELT.edge)
    drawing.rounded(inset(box, 2.5), size.radius - 2.5, FELT.felt)
    return drawing
