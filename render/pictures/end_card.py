"""The picture of a finished game: who won, a row for each player with the tiles left, and the final table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.game.log import GameSummary
from engine.game.views import View
from engine.rummykruss.view import GridView
from engine.table.view import TableView
from engine.text.phrases import say
from engine.tiles.sets import Mark
from engine.tiles.tiles import Tile, by_color
from render.content import TrayTile, claims_on, make_trays
from render.parts import grounds, placed_tiles
from render.parts.set_trays import measure_tray_height
from render.pictures import grid, table
from render.sprites.atlas import ornament_atlas, tile_atlas
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.fonts import bold, make_drawable, semibold
from render.sprites.sprites import Family, chip_name, family_of
from render.style.sizes import FIELD, TileSize
from render.style.theme import FELT, HEADER, PLAIN, SHEET, Look, Ring
from render.text.end_text import list_facts, rank_seats, write_title
from render.text.standing import write_signed


@dataclass(frozen=True)
class EndCardSizes:
    """The sizes of the picture of a finished game, in pixels.

    `band` is the height of the title and the facts; `title`, `facts`, `name_size`, `caption` and `figure` are font
    sizes. Tiles in rows begin after `name`; their `tiers` are tried until all rows are at most `tallest` high, on
    several lines from `wrapped` on. The canvas has the first of `heights` with which the table's tiles are between
    `smallest` and `widest`.
    """

    band: int = 128
    side: int = 24
    title: int = 52
    least_title: int = 30
    title_middle: int = 46
    facts: int = 27
    least_facts: int = 20
    facts_middle: int = 98
    fact_name: int = 200
    heading: int = 40
    caption: int = 25
    gap: int = 10
    pad: int = 12
    row: int = 76
    name: int = 340
    name_size: int = 32
    figure: int = 38
    column: int = 152
    chip: int = 40
    disc_tile: int = 100
    tiers: tuple[int, ...] = (68, 57, 49, 40, 32)
    wrapped: int = 49
    tallest: int = 480
    heights: tuple[int, ...] = (764, 906, 1050, 1200)
    widest: int = 80
    smallest: int = 57
    least_table: int = 200


END = EndCardSizes()


SEPARATOR = " · "
FRAME = TileSize(SHEET.tiers[0])
"""The tile size whose trays have the corners and the edge of a player's row."""
CHIP_SIZE = TileSize(SHEET.tiers[0])
DISC = TileSize(END.disc_tile)
"""The tile size whose claims have the discs that show the seats."""


@dataclass(frozen=True)
class PointsColumn:
    """A column of numbers at the right of the rows: its heading, and each seat's number as text, by seat."""

    heading: str
    figures: tuple[str, ...]


@dataclass(frozen=True)
class LeftTiles:
    """The arrangement of the tiles left on the racks: their size, and the number of them on a line of a row."""

    size: TileSize
    across: int

    def measure_row(self, tiles: int) -> int:
        """Return the height in pixels of a player's row that shows `tiles` tiles."""
        lines = max(1, -(-tiles // self.across))
        return max(END.row, lines * self.size.cell[1] + 2 * END.pad)


@dataclass(frozen=True)
class PlayerRow:
    """The row of the player of a seat: the name as it's drawn, and the row's upper edge and height in pixels."""

    seat: int
    name: str
    top: int
    height: int

    @property
    def middle(self) -> int:
        """The y coordinate of the row's middle."""
        return self.top + self.height // 2


def draw(view: View, names: Sequence[str], summary: GameSummary | None, look: Look = PLAIN) -> Canvas:
    """Draw the end card of a finished game on a new canvas; `names` are the players' names by seat."""
    width = FIELD.width if isinstance(view, GridView) else SHEET.width
    columns = list_columns(view, summary)
    left = choose_tiles(view, width, len(columns))
    rows_top = END.band + (END.heading if len(columns) > 1 else END.gap)
    rows_foot = rows_top + sum(left.measure_row(len(_rack(view, seat))) + END.gap for seat in range(len(view.seats)))
    if isinstance(view, GridView):
        layout = grid.lay_out_grid(view, grid.GridFrame(rows_foot + END.gap, notes=0))
        canvas = Canvas((width, layout.height), FELT.room, look)
        table.draw_top(canvas, END.band + SHEET.rim, rows_foot - SHEET.rim)
        grid.draw_cells(canvas, view, layout)
    else:
        canvas = _draw_table(view, rows_foot, look)
    shown = [make_drawable(name, seat) for seat, name in enumerate(names)]
    _draw_band(canvas, view, shown, summary)
    if len(columns) > 1:
        _draw_headings(canvas, columns)
    y = rows_top
    for seat in rank_seats(view):
        row = PlayerRow(seat, shown[seat], y, left.measure_row(len(_rack(view, seat))))
        _draw_row(canvas, view, row, columns, left)
        y += row.height + END.gap
    return canvas


def list_columns(view: View, summary: GameSummary | None) -> tuple[PointsColumn, ...]:
    """Return the columns of numbers: the points, and in a match, before these, the points of its last game."""
    scores = view.outcome.scores if view.outcome else tuple(seat.score for seat in view.seats)
    total = PointsColumn(say("match"), tuple(map(write_signed, scores)))
    if view.games == 1 or summary is None or summary.points is None:
        return (total,)
    return (PointsColumn(say("this game"), tuple(map(write_signed, summary.points))), total)


def choose_tiles(view: View, width: int, columns: int) -> LeftTiles:
    """Return how to draw the tiles left: as large as fits on one line of each row, else on several lines."""
    room = width - 2 * SHEET.side - END.name - columns * END.column - END.pad
    counts = [len(_rack(view, seat)) for seat in range(len(view.seats))]
    sizes = [LeftTiles(size, room // size.pitch) for size in map(TileSize, END.tiers)]
    for left in sizes:
        if max(counts) <= left.across and sum(map(left.measure_row, counts)) <= END.tallest:
            return left
    return next(
        (
            left
            for left in sizes
            if left.size.width <= END.wrapped and sum(map(left.measure_row, counts)) <= END.tallest
        ),
        sizes[-1],
    )


def _rack(view: View, seat: int) -> Sequence[Tile]:
    return view.seats[seat].rack or ()


def _draw_table(view: View, rows_foot: int, look: Look) -> Canvas:
    """Return a canvas of a table's end card with its felt and the final table, which begins below `rows_foot`."""
    if not isinstance(view, TableView):
        raise TypeError(f"no end card of {type(view).__name__}")
    trays, top = make_trays(view.table, claims_on(view)), rows_foot + END.gap
    for height in END.heights:
        layout = table.lay_out_table(trays, max(END.least_table, height - SHEET.board_foot - top), END.widest)
        if layout.fits and layout.size.width >= END.smallest:
            break
    pitch = measure_tray_height(layout.size) + layout.size.gap
    foot = max(END.heights[0] - SHEET.board_foot, top + len(layout.rows) * pitch - layout.size.gap)
    layout = replace(layout, room=foot - top)
    canvas = Canvas((SHEET.width, foot + SHEET.board_foot), FELT.room, look)
    table.draw_top(canvas, END.band + SHEET.rim, foot)
    table.draw_board(canvas, layout, top, family_of(view))
    return canvas


def _draw_band(canvas: Canvas, view: View, names: Sequence[str], summary: GameSummary | None) -> None:
    """Draw the title, and the facts about the last game, above the rows."""
    room = canvas.image.width - 2 * END.side
    title = write_title(view, names)
    large = semibold(END.title).shrink(title, room, END.least_title)
    at = (END.side, center_baseline(END.title_middle, large))
    canvas.write(large.shorten(title, room), at, large, FELT.ink, FELT.room)
    shortened = [semibold(END.facts).shorten(name, END.fact_name) for name in names]
    facts = SEPARATOR.join(list_facts(view, shortened, summary))
    small = semibold(END.facts).shrink(facts, room, END.least_facts)
    at = (END.side, center_baseline(END.facts_middle, small))
    canvas.write(small.shorten(facts, room), at, small, FELT.dim, FELT.room)


def _draw_headings(canvas: Canvas, columns: Sequence[PointsColumn]) -> None:
    small = semibold(END.caption)
    right = _find_right(canvas)
    for index, column in enumerate(reversed(columns)):
        said = small.shorten(column.heading, END.column - END.gap)
        x = right - index * END.column - small.length(said)
        y = center_baseline(END.band + SHEET.rim + END.heading // 2, small)
        canvas.write(said, (x, y), small, FELT.dim, FELT.felt)


def _find_right(canvas: Canvas) -> int:
    return canvas.image.width - SHEET.side - 2 * END.pad


def _draw_row(canvas: Canvas, view: View, row: PlayerRow, columns: Sequence[PointsColumn], left: LeftTiles) -> None:
    edge: Ring = Mark.PLAYED if _has_won(view, row.seat) else Mark.STILL
    box = (SHEET.side, row.top, canvas.image.width - SHEET.side, row.top + row.height)
    grounds.draw_tray(canvas, box, FRAME, edge)
    disc = tile_atlas(DISC.width, Family.TOKENS)[f"token {row.seat}"]
    canvas.put(disc, SHEET.side + END.pad, row.middle - disc.height // 2)
    _draw_name(canvas, view, row, SHEET.side + 2 * END.pad + disc.width)
    _draw_left(canvas, view, row, left)
    figures, right = bold(END.figure), _find_right(canvas)
    for number, column in enumerate(reversed(columns)):
        figure = column.figures[row.seat]
        lettering = figures.shrink(figure, END.column - END.gap, END.caption)
        x = right - number * END.column - lettering.length(figure)
        canvas.write(figure, (x, center_baseline(row.middle, lettering)), lettering, FELT.ink, FELT.tray)


def _has_won(view: View, seat: int) -> bool:
    return view.outcome is not None and seat in view.outcome.winners


def _draw_name(canvas: Canvas, view: View, row: PlayerRow, x: int) -> None:
    middle, has_won = row.middle, _has_won(view, row.seat)
    lettering = semibold(END.name_size)
    said = lettering.shorten(row.name, SHEET.side + END.name - END.pad - x - has_won * (END.chip + END.pad))
    canvas.write(said, (x, center_baseline(middle, lettering)), lettering, FELT.ink, FELT.tray)
    if view.seats[row.seat].resigned:
        canvas.fill((x, middle, x + lettering.length(said), middle + 3), FELT.ink)
    if has_won:
        x += lettering.length(said) + END.pad
        box = (x, middle - END.chip // 2, x + END.chip, middle + END.chip // 2)
        canvas.panel(box, ornament_atlas()[chip_name(Mark.PLAYED, CHIP_SIZE)], FELT.played)
        inset = (END.chip - HEADER.star) // 2
        canvas.put(ornament_atlas()["star"], x + inset, box[1] + inset)


def _draw_left(canvas: Canvas, view: View, row: PlayerRow, left: LeftTiles) -> None:
    """Draw the tiles left on the rack of the row's player, sorted by color."""
    x, tiles = SHEET.side + END.name, sorted(_rack(view, row.seat), key=by_color)
    if not tiles:
        small = semibold(END.caption)
        y = center_baseline(row.middle, small)
        return canvas.write(say("No tiles left"), (x, y), small, FELT.ink, FELT.tray)
    lines = -(-len(tiles) // left.across)
    across = -(-len(tiles) // lines)  # lines of about equal length
    manner = placed_tiles.TileManner(left.size, family_of(view))
    y = row.top + (row.height - lines * left.size.cell[1]) // 2
    for index, tile in enumerate(tiles):
        line, column = divmod(index, across)
        spot = (x + column * left.size.pitch, y + line * left.size.cell[1])
        placed_tiles.draw(canvas, TrayTile(tile, None), manner, spot)
    return None
