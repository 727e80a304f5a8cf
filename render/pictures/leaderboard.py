"""The leaderboard: a row for each player with the rank as a tile, then columns of text, above a bar of the wins."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from engine.text.phrases import Phrase
from engine.tiles.sets import Mark
from render.parts import grounds, placed_tiles
from render.pictures import table
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.fonts import Lettering, bold, make_drawable, semibold
from render.style.sizes import BOARD, TileSize
from render.style.theme import FELT, PLAIN, SHEET, Look

Player = TypeVar("Player")


class Align(Enum):
    """The side of a column that its title and cells are written from."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True)
class Column(Generic[Player]):
    """A column of the leaderboard. It is as wide as its widest cell; those that stretch share the rest.

    Cells may have any characters: those that no font has are left out.
    """

    title: Phrase
    write: Callable[[Player], str]
    align: Align = Align.RIGHT
    stretches: bool = False


@dataclass(frozen=True)
class Leaderboard(Generic[Player]):
    """The players, best first; `rank` returns a place, from 1, and `weigh` a bar's length, relative to the others."""

    title: str
    note: str
    columns: tuple[Column[Player], ...]
    players: tuple[Player, ...]
    rank: Callable[[Player], int]
    weigh: Callable[[Player], int]


def draw(board: Leaderboard[Player], look: Look = PLAIN) -> Canvas:
    """Draw the leaderboard on a new canvas, which is as high as its rows need."""
    size = TileSize(BOARD.tile)
    pitch = size.cell[1] + 2 * size.rim + BOARD.gap
    first = SHEET.board_top + BOARD.titles
    foot = first + pitch * len(board.players)
    canvas = Canvas((SHEET.width, foot + SHEET.board_foot), FELT.room, look)
    table.draw_top(canvas, SHEET.board_top, foot)
    draw_heading(canvas, board.title, board.note)
    cells = [[_write(column, player, line) for column in board.columns] for line, player in enumerate(board.players)]
    spans = _place_columns(board.columns, cells)
    for column, span in zip(board.columns, spans, strict=True):
        _write_title(canvas, column, span)
    longest = max(map(board.weigh, board.players), default=0)
    for line, (player, row) in enumerate(zip(board.players, cells, strict=True)):
        top = first + line * pitch
        box = (SHEET.side, top, SHEET.width - SHEET.side, top + pitch - BOARD.gap)
        _draw_row(canvas, size, box, board.rank(player))
        for column, cell, span in zip(board.columns, row, spans, strict=True):
            _write_cell(canvas, (column, cell), span, (box[1] + box[3]) // 2)
        _draw_bar(canvas, box, board.weigh(player) / longest if longest else 0, is_first=board.rank(player) == 1)
    return canvas


def _write(column: Column[Player], player: Player, line: int) -> str:
    cell = column.write(player)
    return make_drawable(cell, line) if column.stretches else cell


def draw_heading(canvas: Canvas, title: str, note: str) -> None:
    """Draw the heading above a board, and at its right end a note; both are cut if they are too long."""
    large, small = bold(BOARD.heading), semibold(BOARD.note)
    middle, right = (SHEET.board_top - SHEET.rim) // 2, SHEET.width - BOARD.inset
    title = large.shorten(title, (right - BOARD.inset) // 2)
    note = small.shorten(note, right - BOARD.inset - large.length(title) - BOARD.apart)
    canvas.write(title, (BOARD.inset, center_baseline(middle, large)), large, FELT.ink, FELT.room)
    at = (right - small.length(note), center_baseline(middle, small))
    canvas.write(note, at, small, FELT.dim, FELT.room)


def _place_columns(columns: Sequence[Column[Player]], rows: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """Return the left and right end of each column, in pixels."""
    widths = []
    for index, column in enumerate(columns):
        title, cells = semibold(BOARD.note).length(str(column.title)), [row[index] for row in rows]
        widest = max(title, *map(_choose(column).length, cells))
        widths.append(0 if column.stretches else min(widest, BOARD.widest))
    start, end = BOARD.inset + BOARD.rank, SHEET.width - BOARD.inset
    room = end - start - sum(widths) - BOARD.apart * (len(columns) - 1)
    stretching = sum(column.stretches for column in columns)
    spans, x = [], start
    for column, width in zip(columns, widths, strict=True):
        wide = room // stretching if column.stretches else width
        spans.append((x, x + wide))
        x += wide + BOARD.apart
    return spans


def _choose(column: Column[Player]) -> Lettering:
    return semibold(BOARD.name) if column.stretches else bold(BOARD.name)


def _write_title(canvas: Canvas, column: Column[Player], span: tuple[int, int]) -> None:
    lettering = semibold(BOARD.note)
    title = lettering.shorten(str(column.title), span[1] - span[0])
    x = span[0] if column.align is Align.LEFT else span[1] - lettering.length(title)
    middle = SHEET.board_top + BOARD.titles // 2
    canvas.write(title, (x, center_baseline(middle, lettering)), lettering, FELT.dim, FELT.felt)


def _write_cell(canvas: Canvas, cell: tuple[Column[Player], str], span: tuple[int, int], middle: int) -> None:
    column, text = cell
    lettering = _choose(column)
    text = lettering.shorten(text, span[1] - span[0])
    x = span[0] if column.align is Align.LEFT else span[1] - lettering.length(text)
    canvas.write(text, (x, center_baseline(middle, lettering)), lettering, FELT.ink, FELT.tray)


def _draw_row(canvas: Canvas, size: TileSize, box: tuple[int, int, int, int], rank: int) -> None:
    """Draw a row's ground and edge, and its place: on a tile if one is that high. The first has gold ones."""
    mark = Mark.PLAYED if rank == 1 else Mark.STILL
    grounds.draw_tray(canvas, box, size, mark)
    if rank <= placed_tiles.HIGHEST:
        placed_tiles.draw_rank(canvas, rank, mark, (BOARD.inset, box[1] + size.rim))
    else:
        lettering = semibold(BOARD.note)
        at = (BOARD.inset, center_baseline((box[1] + box[3]) // 2, lettering))
        canvas.write(f"{rank}.", at, lettering, FELT.ink, FELT.tray)


def _draw_bar(canvas: Canvas, box: tuple[int, int, int, int], part: float, *, is_first: bool) -> None:
    """Draw the bar at the foot of a row; `part` is the part of the row that it fills, 0 to 1."""
    start, end = BOARD.inset + BOARD.rank, SHEET.width - BOARD.inset
    bottom = box[3] - BOARD.bar_foot
    across = round((end - start) * part)
    if across:
        canvas.fill((start, bottom - BOARD.bar, start + across, bottom), FELT.played if is_first else FELT.dim)
