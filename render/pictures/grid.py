"""The public picture of a grid: all of it, or just the part with tiles."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.rummykruss.rules.tiles import GridTile, cell_name
from engine.rummykruss.view import GridView
from engine.text.phrases import later, say
from engine.tiles.sets import Mark
from render.content import TrayTile
from render.parts import header, placed_tiles, strips
from render.sprites.atlas import ornament_atlas, tile_atlas
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.fonts import bold, semibold
from render.sprites.sprites import Family
from render.style.sizes import FIELD, SquareSize
from render.style.theme import FELT, SHEET, Ring


@lru_cache(maxsize=16)  # each takes some 80 KB
def draw_wells(size: SquareSize, count: int) -> Image.Image:
    """Return the image of `count` empty cells side by side, for tiles of this size."""
    row = Canvas((count * size.pitch, size.cell[1]), FELT.tray)
    for index in range(count):
        row.put(tile_atlas(size.width, Family.SQUARES)["well"], index * size.pitch, 0)
    return row.image


GridCell = tuple[int, int]
SQUARES = Family.SQUARES
TO_PICK = later("Open tiles")


@dataclass(frozen=True)
class Window:
    """The part of a board that is shown: its first row (`top`) and column (`left`), from 0, and the number of each."""

    top: int
    left: int
    rows: int
    columns: int

    def __contains__(self, cell: tuple[int, int]) -> bool:
        row, column = cell
        return 0 <= row - self.top < self.rows and 0 <= column - self.left < self.columns


@dataclass(frozen=True)
class GridFrame:
    """The room for notes and board, from `top` to `foot` in pixels; if `is_filled`, a crop has as many rows as fit.

    `notes` is the notes' height, 0 without any. A crop shows all tiles; but if these would be too small to read, only
    those around the cells `focus`, if any.
    """

    top: int = FIELD.notes_top
    foot: int = FIELD.tallest
    notes: int = FIELD.notes
    is_filled: bool = False
    widest: int = FIELD.tiers[0]
    focus: Collection[GridCell] = ()


@dataclass(frozen=True)
class GridLayout:
    """The part of a grid that is shown, its tile size, and the y of the first row (`top`) and of the board's `edge`."""

    window: Window
    size: SquareSize
    top: int
    edge: int = FIELD.notes_top + FIELD.notes

    @property
    def left(self) -> int:
        """The x at which the first shown column begins, in pixels."""
        room = FIELD.width - FIELD.numbers - FIELD.side
        return FIELD.numbers + (room - self.window.columns * self.size.pitch) // 2

    @property
    def height(self) -> int:
        """The height of the canvas from its top to the bottom of the board, in pixels."""
        return self.top + self.window.rows * self.size.pitch + FIELD.foot

    def at(self, row: int, column: int) -> tuple[int, int]:
        """Return x and y of a cell's upper left corner, in pixels."""
        pitch = self.size.pitch
        return (self.left + (column - self.window.left) * pitch, self.top + (row - self.window.top) * pitch)


def lay_out_grid(view: GridView, frame: GridFrame | None = None, *, whole: bool = False) -> GridLayout:
    """Return the layout of the board in the frame, cropped if cells are larger then; all of the board if `whole`."""
    frame = frame or GridFrame(focus=find_last_turn(view))
    edge = frame.top + frame.notes
    top = _find_top(view, frame)
    board = Window(0, 0, view.size, view.size)
    room = frame.foot - top
    size = _choose_size(board, room, frame.widest)
    if whole or size.width >= FIELD.legible:
        return GridLayout(board, size, top, edge)
    parts = [_find_used(view, air, room) for air in dict.fromkeys((FIELD.air, 1))]
    sizes = [_choose_size(part, room, frame.widest) for part in parts]
    larger, part = max(zip(sizes, parts, strict=True), key=lambda each: min(each[0].width, FIELD.legible))
    if larger.width < FIELD.legible and frame.focus:
        larger, part = _zoom_in(view, room, frame)
    if larger.width <= size.width:
        return GridLayout(board, size, top, edge)
    left, columns = _grow(part.left, part.columns, _count_columns(larger), view.size)
    first, rows = part.top, part.rows
    if frame.is_filled:
        first, rows = _grow(first, rows, _count_rows(larger, room), view.size)
    return GridLayout(Window(first, left, rows, columns), larger, top, edge)


def _find_top(view: GridView, frame: GridFrame) -> int:
    return frame.top + frame.notes + FIELD.letters + (_measure_row(view) if view.row else 0)


def measure_board(view: GridView, frame: GridFrame, rows: int) -> int:
    """Return the y at which a board with this many rows of legible tiles ends, in pixels."""
    return _find_top(view, frame) + rows * SquareSize(FIELD.legible).pitch + FIELD.foot


def find_last_turn(view: GridView) -> Collection[GridCell]:
    """Return the cells in which the last play placed or moved tiles; if there are none, the middle cell."""
    return {(each.row, each.column) for each in view.tiles if each.mark is not Mark.STILL} or {(view.size // 2,) * 2}


def _zoom_in(view: GridView, room: int, frame: GridFrame) -> tuple[SquareSize, Window]:
    """Return a legible tile size and the window with the focus that shows most tiles, or if it's too wide, smaller."""
    rows, columns = zip(*frame.focus, strict=True)
    top, high = min(rows), max(rows) - min(rows) + 1
    left, wide = min(columns), max(columns) - min(columns) + 1
    size = _choose_size(Window(top, left, high, wide), room, min(frame.widest, FIELD.legible))
    top, high = _choose_span(top, high, _count_rows(size, room), [each.row for each in view.tiles], view.size)
    left, wide = _choose_span(left, wide, _count_columns(size), [each.column for each in view.tiles], view.size)
    return size, Window(top, left, high, wide)


def _choose_span(first: int, count: int, wanted: int, used: Sequence[int], size: int) -> tuple[int, int]:
    """Return the span of `wanted` rows around `count` given ones that has most of the `used`, the given ones inside."""
    wanted = min(wanted, size)
    middle = first + count / 2

    def rank(low: int) -> tuple[float, ...]:
        is_inside = low < first or low == 0, first + count < low + wanted or low + wanted == size
        shown = sum(low <= each < low + wanted for each in used)
        return sum(is_inside), shown, -abs(low + wanted / 2 - middle)

    lowest, highest = max(0, first + count - wanted), min(first, size - wanted)
    return max(range(lowest, highest + 1), key=rank, default=first), max(count, wanted)


def is_cropped(view: GridView) -> bool:
    """Return whether the public picture leaves out cells of the board."""
    window = lay_out_grid(view).window
    return window.rows < view.size or window.columns < view.size


def _choose_size(window: Window, room: int, widest: int) -> SquareSize:
    """Return the largest tile size at which the window fits into the width and `room` pixels, or the smallest."""
    for size in (SquareSize(width) for width in FIELD.tiers if width <= widest):
        if window.columns <= _count_columns(size) and window.rows <= _count_rows(size, room):
            break
    return size


def _count_columns(size: SquareSize) -> int:
    return (FIELD.width - FIELD.numbers - FIELD.side) // size.pitch


def _count_rows(size: SquareSize, room: int) -> int:
    return (room - FIELD.foot) // size.pitch


def _find_used(view: GridView, air: int, room: int) -> Window:
    """Return the window around all tiles and `air` cells beside them; before the first tile, the board's middle."""
    least = min(FIELD.least, _count_rows(SquareSize(FIELD.legible), room))
    top, rows = _find_span([each.row for each in view.tiles], air, (least, view.size))
    left, columns = _find_span([each.column for each in view.tiles], air, (FIELD.least, view.size))
    return Window(top, left, rows, columns)


def _find_span(used: Sequence[int], air: int, limits: tuple[int, int]) -> tuple[int, int]:
    """Return the first row to show, and how many, for all `used` ones and `air` more; or columns.

    `limits` are the least number of rows, and the board's.
    """
    least, size = limits
    low, high = min(used, default=size // 2) - air, max(used, default=size // 2) + air
    first = max(0, low)
    return _grow(first, min(size - 1, high) - first + 1, least, size)


def _grow(first: int, count: int, wanted: int, size: int) -> tuple[int, int]:
    """Return the first row and the count of a span grown at both ends to the `wanted` count, if `size` allows."""
    grown = max(count, min(wanted, size))
    return min(max(0, first - (grown - count) // 2), size - grown), grown


def draw(view: GridView, names: Sequence[str], *, whole: bool = False) -> Canvas:
    """Draw the public picture of a grid on a new canvas, which shows the `whole` board or may be cropped."""
    frame = GridFrame(header.measure_foot(view, names, FIELD.width), focus=find_last_turn(view))
    layout = lay_out_grid(view, frame, whole=whole)
    canvas = Canvas((FIELD.width, layout.height), FELT.room)
    header.draw(canvas, view, names)
    _draw_notes(canvas, view, layout)
    draw_cells(canvas, view, layout)
    return canvas


def draw_sample(view: GridView) -> Canvas:
    """Draw just the rows with tiles on a new canvas, in small squares."""
    rows, size = [each.row for each in view.tiles], SquareSize(FIELD.tiers[5])
    left, columns = _grow(min(each.column for each in view.tiles), 1, _count_columns(size), view.size)
    window = Window(min(rows), left, max(rows) - min(rows) + 1, columns)
    layout = GridLayout(window, size, FIELD.letters)
    canvas = Canvas((FIELD.width, layout.height), FELT.room)
    draw_cells(canvas, view, layout)
    return canvas


def draw_cells(
    canvas: Canvas, view: GridView, layout: GridLayout, rings: Mapping[GridCell, Ring] | None = None
) -> None:
    """Draw the board and its tiles; `rings` has, by cell, the rings to draw instead of the last turn's marks."""
    _draw_board(canvas, view, layout)
    for tile in view.tiles:
        cell = (tile.row, tile.column)
        if cell in layout.window:
            _draw_tile(canvas, tile, layout, (rings or {}).get(cell, tile.mark))


def _describe_part(view: GridView, shown: Window) -> str:
    """Return which cells are shown, such as `C3 to K11 of 15 by 15`; empty if all of them are."""
    if shown.rows == view.size == shown.columns:
        return ""
    first = cell_name(shown.top, shown.left)
    last = cell_name(shown.top + shown.rows - 1, shown.left + shown.columns - 1)
    return say("{first} to {last} of {size} by {size}", first=first, last=last, size=view.size)


def _draw_notes(canvas: Canvas, view: GridView, layout: GridLayout) -> None:
    """Draw which numbers are barred, and which cells are shown if these aren't all, above the board."""
    middle = layout.edge - FIELD.notes // 2
    small, large = semibold(FIELD.note), bold(FIELD.barred)
    x = SHEET.side + FIELD.side
    if view.barred:
        canvas.put(tile_atlas(layout.size.width, SQUARES)["barred"], x, middle - FIELD.barred // 2)
        x += FIELD.barred + FIELD.row_gap
    right, numbers = FIELD.width - SHEET.side - FIELD.side, "  ".join(map(str, view.barred))
    anything = "" if view.row or view.outcome else say("Any number can be placed")
    said = say("Not this turn:") if view.barred else anything
    said = small.shorten(said, right - x - large.length(numbers) - 2 * FIELD.row_gap)
    canvas.write(said, (x, center_baseline(middle, small)), small, FELT.dim, FELT.room)
    x += small.length(said) + 2 * FIELD.row_gap
    canvas.write(numbers, (x, center_baseline(middle, large)), large, FELT.ink, FELT.room)
    room = right - x - large.length(numbers) - 2 * FIELD.row_gap
    part = _describe_part(view, layout.window)
    small = small.shrink(part, room, FIELD.least_note)
    note = small.shorten(part, room)
    canvas.write(note, (right - small.length(note), center_baseline(middle, small)), small, FELT.dim, FELT.room)


def _choose_row_size(view: GridView) -> SquareSize:
    """Return the largest tile size at which the row of open tiles fits, but the two largest; or the smallest."""
    sizes = [SquareSize(width) for width in FIELD.tiers[2:]]
    return strips.choose_size(sizes, len(view.row), str(TO_PICK), FIELD.width - 2 * (SHEET.side + FIELD.side))


def _measure_row(view: GridView) -> int:
    return strips.measure_height(_choose_row_size(view)) + FIELD.row_gap


def _draw_row(canvas: Canvas, view: GridView, top: int) -> None:
    """Draw the strip with the open tiles that players pick from; `top` is the y above it, in pixels."""
    side = SHEET.side + FIELD.side
    box = (side, top + FIELD.row_gap, FIELD.width - side, top + _measure_row(view))
    row = [TrayTile(tile, tile) for tile in view.row]
    strips.draw(canvas, box, str(TO_PICK), row, (_choose_row_size(view), SQUARES, Mark.STILL))


def _draw_board(canvas: Canvas, view: GridView, layout: GridLayout) -> None:
    """Draw the board without tiles: felt, open tiles to pick from, coordinates, cells, blocks and the middle's star."""
    window, pitch = layout.window, layout.size.pitch
    left, top = layout.at(window.top, window.left)
    panel = (
        SHEET.side - SHEET.rim,
        layout.edge,
        FIELD.width - SHEET.side + SHEET.rim,
        layout.height - 4,
    )
    canvas.panel(panel, ornament_atlas()["board"], FELT.felt)
    if view.row:
        _draw_row(canvas, view, panel[1])
    frame = (left - 4, top - 4, left + window.columns * pitch + 4, top + window.rows * pitch + 4)
    canvas.fill(frame, FELT.tray)
    canvas.edge(frame, 0, 2, FELT.edge)
    _draw_names(canvas, layout)
    for index in range(window.rows):
        canvas.cut(top + index * pitch)
        canvas.put(draw_wells(layout.size, window.columns), left, top + index * pitch)
    sprites = tile_atlas(layout.size.width, SQUARES)
    center = (view.size // 2, view.size // 2)
    for name, cell in (("center", center), *(("block", block) for block in view.blocks)):
        if cell in window:
            canvas.put(sprites[name], *layout.at(*cell))


def _draw_names(canvas: Canvas, layout: GridLayout) -> None:
    lettering = bold(FIELD.coordinate)
    window, half = layout.window, layout.size.pitch // 2
    for column in range(window.left, window.left + window.columns):
        letter = cell_name(0, column)[0]
        x = layout.at(window.top, column)[0] + half - lettering.length(letter) // 2
        canvas.write(
            letter, (x, center_baseline(layout.top - FIELD.letters // 2, lettering)), lettering, FELT.dim, FELT.felt
        )
    for row in range(window.top, window.top + window.rows):
        x, y = layout.at(row, window.left)
        number = str(row + 1)
        at = (x - FIELD.numbers // 2 - lettering.length(number) // 2, center_baseline(y + half, lettering))
        canvas.write(number, at, lettering, FELT.dim, FELT.felt)


def _draw_tile(canvas: Canvas, each: GridTile, layout: GridLayout, ring: Ring) -> None:
    placed = TrayTile(each.tile, each.face, ring)
    placed_tiles.draw(canvas, placed, placed_tiles.TileManner(layout.size, SQUARES), layout.at(each.row, each.column))
