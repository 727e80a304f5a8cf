"""The public picture of an open table."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.sets import Mark, TableSet
from engine.tiles import JOKER
from engine.views import TableView
from render import header
from render.art import color_of
from render.atlas import Family, blank_name, family_of, frame_name, ornament_atlas, tile_atlas
from render.canvas import Canvas, centered
from render.lettering import bold, semibold
from render.pieces import draw_role, printed
from render.theme import FELT, SHEET, TileSize

Row = tuple[TableSet, ...]
NO_SETS = "No sets yet"


@dataclass(frozen=True)
class Layout:
    """A size of tile, and the sets in rows in the order of their letters."""

    size: TileSize
    rows: tuple[Row, ...]

    @property
    def lanes(self) -> int:
        """Rows that the canvas has room for at this size, whether taken or not."""
        board = SHEET.height - SHEET.board_top - SHEET.board_foot
        return (board + self.size.gap) // (tray_height(self.size) + self.size.gap)

    @property
    def fits(self) -> bool:
        """Whether there are lanes for all rows, and no set is longer than a lane."""
        longest = max((tray_width(self.size, placed) for row in self.rows for placed in row), default=0)
        return len(self.rows) <= self.lanes and longest <= SHEET.width - 2 * SHEET.side

    @property
    def pitch(self) -> int:
        """From one row to the next, in pixels."""
        board = SHEET.height - SHEET.board_top - SHEET.board_foot
        return (board + self.size.gap) // self.lanes

    @property
    def height(self) -> int:
        """Of the canvas: it grows only for more sets than the smallest tiles leave room for."""
        return max(SHEET.height, SHEET.board_top + len(self.rows) * self.pitch - self.size.gap + SHEET.board_foot)


def tray_height(size: TileSize) -> int:
    """Pixels."""
    return size.cell[1] + 2 * size.rim


def tray_width(size: TileSize, placed: TableSet) -> int:
    """Pixels."""
    return 2 * size.rim + size.label_column(len(placed.label)) + len(placed.meld.tiles) * size.pitch + size.end


def laid_out(table: Sequence[TableSet]) -> Layout:
    """The largest tiles with which all sets fit; steps are coarse, so that sets seldom move from turn to turn."""
    for size in map(TileSize, SHEET.tiers):
        layout = Layout(size, wrapped(table, size))
        if layout.fits:
            break
    return layout


def wrapped(table: Sequence[TableSet], size: TileSize) -> tuple[Row, ...]:
    """Rows filled one after another, as text is: a new set moves none before it."""
    rows: list[Row] = []
    right = SHEET.width
    for placed in table:
        width = tray_width(size, placed)
        if right + size.gap + width > SHEET.width - SHEET.side:
            rows.append(())
            right = SHEET.side - size.gap
        rows[-1] += (placed,)
        right += size.gap + width
    return tuple(rows)


def draw(view: TableView, names: Sequence[str]) -> Canvas:
    """Draw everything."""
    layout = laid_out(view.table)
    canvas = Canvas((SHEET.width, layout.height), FELT.room)
    header.draw(canvas, view, names)
    top = (SHEET.side - SHEET.rim, SHEET.board_top - SHEET.rim)
    foot = (SHEET.width - SHEET.side + SHEET.rim, layout.height - SHEET.board_foot + SHEET.rim)
    canvas.panel((*top, *foot), ornament_atlas()["board"], FELT.felt)
    if view.table:
        _draw_board(canvas, layout, family_of(view))
    else:
        _draw_empty(canvas)
    return canvas


def _draw_board(canvas: Canvas, layout: Layout, family: Family) -> None:
    size = layout.size
    for place, row in enumerate(layout.rows):
        x = SHEET.side
        for placed in row:
            _draw_set(canvas, placed, size, (x, SHEET.board_top + place * layout.pitch), family)
            x += tray_width(size, placed) + size.gap


def mark_of(placed: TableSet) -> Mark:
    """What happened to the set as a whole."""
    return next((mark for mark in (Mark.LAID, Mark.MOVED) if mark in placed.marks), Mark.STILL)


def _draw_set(canvas: Canvas, placed: TableSet, size: TileSize, at: tuple[int, int], family: Family) -> None:
    x, y = at
    canvas.put(_tray(size, tray_width(size, placed), mark_of(placed)), x, y)
    _draw_label(canvas, placed, size, at)
    x += size.rim + size.label_column(len(placed.label))
    for tile, face, tile_mark in zip(placed.meld.tiles, placed.meld.faces, placed.marks, strict=True):
        canvas.put(printed(tile, size, blank_name(FELT.tray, tile_mark), family), x, y + size.rim)
        if tile == JOKER:
            draw_role(canvas, face, size, (x, y + size.rim), family)
        x += size.pitch


@lru_cache(maxsize=128)
def _tray(size: TileSize, width: int, mark: Mark) -> Image.Image:
    tray = Canvas((width, tray_height(size)), FELT.tray)
    box = (0, 0, width, tray_height(size))
    tray.panel(box, tile_atlas(size.width)[frame_name(mark)], FELT.tray)
    tray.edge(box, size.corner, size.rim, color_of(mark))
    return tray.image


def _draw_label(canvas: Canvas, placed: TableSet, size: TileSize, at: tuple[int, int]) -> None:
    lettering = bold(size.label_size(len(placed.label)))
    mark = mark_of(placed)
    color = FELT.ink if mark is Mark.STILL else color_of(mark)
    room = size.rim + size.label_column(len(placed.label))
    left = at[0] + (room + size.rim - lettering.length(placed.label)) // 2
    baseline = centered(at[1] + tray_height(size) // 2, lettering)
    canvas.write(placed.label, (left, baseline), lettering, color, FELT.tray)


def _draw_empty(canvas: Canvas) -> None:
    ghost = ornament_atlas()["ghost"]
    lettering = semibold(SHEET.message)
    middle = (SHEET.board_top + SHEET.height - SHEET.board_foot) // 2
    left = (SHEET.width - 3 * ghost.width) // 2
    for place in range(3):
        canvas.put(ghost, left + place * ghost.width, middle - ghost.height * 2 // 3)
    below = middle + ghost.height // 3 + 2 * lettering.cap + SHEET.message // 2
    canvas.write(NO_SETS, ((SHEET.width - lettering.length(NO_SETS)) // 2, below), lettering, FELT.dim, FELT.felt)
