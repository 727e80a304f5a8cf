"""Strips: a tray of tiles beside a table or grid, with a title that says what they are."""

from collections.abc import Sequence
from typing import TypeVar

from render.content import TrayTile
from render.parts import grounds, placed_tiles
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.fonts import semibold
from render.sprites.sprites import Family
from render.style.sizes import FIELD, TileSize
from render.style.theme import FELT, SHEET, Ring

StripBox = tuple[int, int, int, int]
Size = TypeVar("Size", bound=TileSize)
FRAME = TileSize(SHEET.tiers[2])
"""The tile size whose trays have the corners and the edge that a strip has, too."""


def choose_size(sizes: Sequence[Size], count: int, title: str, width: int) -> Size:
    """Return the first of these sizes at which `count` tiles and the title fit into `width` pixels, or the last one."""
    room = width - 3 * FIELD.side - semibold(FIELD.note).length(title)
    return next((size for size in sizes if count * size.pitch <= room), sizes[-1])


def measure_width(size: TileSize, count: int, title: str) -> int:
    """Return the width of a strip with `count` tiles of this size and its whole title, in pixels."""
    return 3 * FIELD.side + semibold(FIELD.note).length(title) + count * size.pitch


def measure_height(size: TileSize) -> int:
    """Return the height of a strip with tiles of this size, in pixels."""
    return size.cell[1] + 2 * FIELD.row_gap


def draw(
    canvas: Canvas, box: StripBox, title: str, row: Sequence[TrayTile], how: tuple[TileSize, Family, Ring]
) -> None:
    """Draw the strip's tray, its title, which is cut if the tiles need the room, and its tiles.

    `how` is the tiles' size, their family of sprites, and the sign that gives the edge its color.
    """
    size, family, edge = how
    left, top, right, bottom = box
    frame = FRAME if bottom - top > size.cell[1] + 2 * FRAME.rim else size
    grounds.draw_tray(canvas, box, frame, edge)
    small = semibold(FIELD.note)
    middle = (top + bottom) // 2
    title = small.shorten(title, right - left - 3 * FIELD.side - len(row) * size.pitch)
    canvas.write(title, (left + FIELD.side, center_baseline(middle, small)), small, FELT.ink, FELT.tray)
    x = left + 2 * FIELD.side + small.length(title)
    placed_tiles.draw_row(canvas, row, placed_tiles.TileManner(size, family), (x, middle - size.cell[1] // 2))
