"""The public picture of a table, and its sets' trays in rows on a board."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.table.view import TableView
from engine.text.phrases import say
from render.content import Tray, claims_on, make_trays
from render.parts import header
from render.parts.set_trays import draw_tray, measure_tray_height, measure_tray_width
from render.sprites.atlas import ornament_atlas
from render.sprites.canvas import Canvas
from render.sprites.fonts import semibold
from render.sprites.sprites import Family, family_of
from render.style.sizes import TOKENS, TileSize
from render.style.theme import FELT, SHEET

TrayRow = tuple[Tray, ...]
SIZES = tuple(map(TileSize, SHEET.tiers))
"""The tile sizes to choose from, largest first."""
CLAIMED_SIZES = tuple(map(TileSize, TOKENS.tiers))
"""The tile sizes to choose from if a set is claimed, largest first."""
ROOM = SHEET.height - SHEET.board_top - SHEET.board_foot
"""The height for all rows of the public picture, in pixels."""


@dataclass(frozen=True)
class TableLayout:
    """A table's arrangement: the tile size, the sets' trays in rows, and the height for all rows (`room`, pixels)."""

    size: TileSize
    rows: tuple[TrayRow, ...]
    room: int = ROOM

    @property
    def lanes(self) -> int:
        """The number of rows of trays that fit into `room` at this tile size, used or not; at least 1."""
        return max(1, (self.room + self.size.gap) // (measure_tray_height(self.size) + self.size.gap))

    @property
    def fits(self) -> bool:
        """Whether all rows fit into `room`, and every tray into the width of a row."""
        if max(self.height, measure_tray_height(self.size)) > self.room:
            return False
        alone = (row[0] for row in self.rows if len(row) == 1)  # only these can be too wide
        return all(measure_tray_width(self.size, tray) <= SHEET.width - 2 * SHEET.side for tray in alone)

    @property
    def pitch(self) -> int:
        """The distance from the top of one row to the top of the next, in pixels."""
        return (self.room + self.size.gap) // self.lanes

    @property
    def height(self) -> int:
        """The total height of the rows in use, in pixels; 0 without rows."""
        return len(self.rows) * self.pitch - self.size.gap if self.rows else 0


def lay_out_table(table: Sequence[Tray], room: int = ROOM, widest: int = SHEET.tiers[0]) -> TableLayout:
    """Return the arrangement with the largest tiles at which all sets fit into `room` pixels, or the smallest.

    The tile widths to choose from differ so much that sets seldom move from turn to turn.
    """
    sizes, count = list_sizes(table, widest), sum(len(tray.tiles) for tray in table)
    for size in [each for each in sizes if _may_hold(each, count, room)] or sizes[-1:]:
        layout = TableLayout(size, wrap_trays(table, size), room)
        if layout.fits:
            break
    return layout


def _may_hold(size: TileSize, count: int, room: int) -> bool:
    """Return whether `count` tiles of this size would fit without their trays."""
    return count * size.pitch <= TableLayout(size, (), room).lanes * SHEET.width


def list_sizes(table: Sequence[Tray], widest: int) -> list[TileSize]:
    """Return the tile sizes to choose from for these sets, largest first; `widest` is the maximum width in pixels."""
    sizes = CLAIMED_SIZES if any(tray.claim for tray in table) else SIZES
    return [size for size in sizes if size.width <= widest]


def wrap_trays(table: Sequence[Tray], size: TileSize) -> tuple[TrayRow, ...]:
    """Return the trays in rows, filled one after another like lines of words; so a new set moves none before it."""
    rows: list[list[Tray]] = []
    right, end = SHEET.width, SHEET.width - SHEET.side
    for tray in table:
        width = measure_tray_width(size, tray)
        if right + size.gap + width > end:
            rows.append([])
            right = SHEET.side - size.gap
        rows[-1].append(tray)
        right += size.gap + width
    return tuple(map(tuple, rows))


def draw(view: TableView, names: Sequence[str]) -> Canvas:
    """Draw the public picture on a new canvas; it's higher than usual if the sets don't fit with the smallest tiles.

    Without names, such as for a puzzle, neither the players nor the pool are shown.
    """
    top = header.measure_foot(view, names) + SHEET.rim if names else SHEET.board_foot
    layout = lay_out_table(make_trays(view.table, claims_on(view)), SHEET.height - SHEET.board_foot - top)
    foot = top + max(layout.room, layout.height)
    canvas = Canvas((SHEET.width, foot + SHEET.board_foot), FELT.room)
    if names:
        header.draw(canvas, view, names)
    draw_top(canvas, top, foot)
    if view.table:
        draw_board(canvas, layout, top, family_of(view))
    else:
        draw_empty(canvas, (top + foot) // 2)
    return canvas


def draw_sets(view: TableView) -> Canvas:
    """Draw just the sets on a new canvas of their height, at most a third of the usual one."""
    top, trays = SHEET.board_foot, make_trays(view.table, claims_on(view))
    layout = lay_out_table(trays, ROOM // 3)
    used = len(layout.rows) * (measure_tray_height(layout.size) + layout.size.gap) - layout.size.gap
    layout = replace(layout, room=used)
    canvas = Canvas((SHEET.width, top + used + SHEET.board_foot), FELT.room)
    draw_top(canvas, top, top + used)
    draw_board(canvas, layout, top, family_of(view))
    return canvas


def draw_top(canvas: Canvas, top: int, foot: int) -> None:
    """Draw the tabletop: a felt panel behind the area for trays, from `top` to `foot`, and `SHEET.rim` around it."""
    left, right = SHEET.side - SHEET.rim, SHEET.width - SHEET.side + SHEET.rim
    canvas.panel((left, top - SHEET.rim, right, foot + SHEET.rim), ornament_atlas()["board"], FELT.felt)


def draw_board(canvas: Canvas, layout: TableLayout, top: int, family: Family) -> None:
    """Draw all trays of a layout, row by row; the first row's upper edge is at the y `top`."""
    size = layout.size
    for index, row in enumerate(layout.rows):
        x, y = SHEET.side, top + index * layout.pitch
        canvas.cut(y - size.gap)
        for tray in row:
            x += draw_tray(canvas, tray, size, (x, y), family) + size.gap


def frame_tray(canvas: Canvas, layout: TableLayout, label: str, top: int) -> None:
    """Draw a frame around the tray of the set with this letter, if it is in the layout, whose top is at the y `top`."""
    size = layout.size
    for index, row in enumerate(layout.rows):
        x, y = SHEET.side, top + index * layout.pitch
        for tray in row:
            right = x + measure_tray_width(size, tray)
            if tray.label == label:
                box = (
                    x - SHEET.frame,
                    y - SHEET.frame,
                    right + SHEET.frame,
                    y + measure_tray_height(size) + SHEET.frame,
                )
                canvas.edge(box, 0, SHEET.frame, FELT.ink)
            x = right + size.gap


def draw_empty(canvas: Canvas, middle: int) -> None:
    """Draw the outlines of three missing tiles around the y `middle`, and below them that there are no sets yet."""
    ghost = ornament_atlas()["ghost"]
    left = (SHEET.width - 3 * ghost.width) // 2
    for index in range(3):
        canvas.put(ghost, left + index * ghost.width, middle - ghost.height * 2 // 3)
    write_empty(canvas, middle + ghost.height // 3 + 2 * semibold(SHEET.message).cap + SHEET.message // 2)


def write_empty(canvas: Canvas, baseline: int) -> None:
    """Write on the y `baseline` that there are no sets yet."""
    lettering = semibold(SHEET.message)
    said = lettering.shorten(say("No sets yet"), SHEET.width - 4 * SHEET.side)
    canvas.write(said, ((SHEET.width - lettering.length(said)) // 2, baseline), lettering, FELT.dim, FELT.felt)
