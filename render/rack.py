"""A player's own rack: tiles on wooden ledges, as many as they need, before the felt of the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from engine.notation import write_tiles
from engine.sets import Mark
from engine.tiles import Tile, by_color, by_number
from engine.views import RackView
from render.atlas import Family, blank_name
from render.canvas import Canvas, centered
from render.lettering import semibold
from render.pieces import printed
from render.sizes import TileSize
from render.theme import FELT, LEDGES, SHEET

LEGEND = "hearts R, clubs B, spades K, diamonds O; J 11, Q 12, K 13"
"""A card is written as the tile that it stands for."""


class Order(StrEnum):
    """How a rack is sorted."""

    COLOR = "color"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Held:
    """A tile on the rack, and whether it is new there."""

    tile: Tile
    is_new: bool


Group = tuple[Held, ...]
Shelf = tuple[Group, ...]


def grouped(rack: RackView, order: Order) -> tuple[Group, ...]:
    """The tiles sorted, those of one colour or one number together; jokers last."""
    key = by_color if order is Order.COLOR else by_number
    old = len(rack.tiles) - rack.fresh
    held = [Held(tile, place >= old > 0) for place, tile in enumerate(rack.tiles)]
    held.sort(key=lambda each: key(each.tile))
    together = groupby(held, key=lambda each: each.tile.color if order is Order.COLOR else each.tile.number)
    return tuple(tuple(group) for _, group in together)


@dataclass(frozen=True)
class Shelves:
    """A size of tile, and the groups on their ledges, top first."""

    size: TileSize
    rows: tuple[Shelf, ...]

    @property
    def fits(self) -> bool:
        """Whether the canvas has room for all rows."""
        return len(self.rows) <= self._room

    @property
    def height(self) -> int:
        """Of a ledge with the board behind its tiles, in pixels: such that full shelves take all of the canvas."""
        return _board() // self._room

    @property
    def top(self) -> int:
        """Where the board begins, in pixels; full shelves begin with the canvas."""
        return _board() - len(self.rows) * self.height if len(self.rows) < self._room else 0

    @property
    def _room(self) -> int:
        return _board() // (self.size.cell[1] + LEDGES.groove + LEDGES.lip + LEDGES.air)


def _board() -> int:
    return SHEET.height - LEDGES.foot


def shelved(groups: Sequence[Group]) -> Shelves:
    """The largest tiles that fit; among equals, groups stay whole."""
    sizes = map(TileSize, LEDGES.tiers)
    choices = (Shelves(size, _wrapped(groups, size, whole=whole)) for size in sizes for whole in (True, False))
    for shelves in choices:
        if shelves.fits:
            break
    return shelves


def _wrapped(groups: Sequence[Group], size: TileSize, *, whole: bool) -> tuple[Shelf, ...]:
    """Ledges filled one after another; a group is broken if it need not be whole, or is longer than a ledge."""
    rows: list[Shelf] = [()]
    waiting = list(reversed(groups))
    while waiting:
        group = waiting.pop()
        free = _free(rows[-1], size)
        if free < len(group) and whole and rows[-1]:
            free = 0
        if free:
            rows[-1] += (group[:free],)
        if group[free:]:
            rows.append(())
            waiting.append(group[free:])
    return tuple(rows)


def _free(row: Shelf, size: TileSize) -> int:
    """How many tiles of a further group the ledge has room for."""
    taken = sum(len(group) * size.pitch + gap_after(size) for group in row)
    return max(0, SHEET.width - 2 * LEDGES.side - taken) // size.pitch


def gap_after(size: TileSize) -> int:
    """Between groups on a ledge, in pixels."""
    return round(LEDGES.group_gap * size.width)


def footer(rack: RackView) -> str:
    """How many tiles, what they would cost, and which are new."""
    count = len(rack.tiles)
    said = [f"{count} tile{'' if count == 1 else 's'}"]
    if rack.points is not None:
        said.append(f"{rack.points} point{'' if rack.points == 1 else 's'}")
    counted = len(said)
    if 0 < rack.fresh < count:
        said.append(f"new: {write_tiles(rack.tiles[-rack.fresh :])}")
    line = " · ".join(said)
    room = SHEET.width - 2 * LEDGES.side
    return line if semibold(LEDGES.footer).length(line) <= room else " · ".join([*said[:counted], f"{rack.fresh} new"])


def draw(rack: RackView, order: Order, family: Family) -> Canvas:
    """Draw everything."""
    canvas = Canvas((SHEET.width, SHEET.height), FELT.felt)
    shelves = shelved(grouped(rack, order))
    _draw_board(canvas, shelves.top)
    for place, row in enumerate(shelves.rows):
        foot = _board() - (len(shelves.rows) - place - 1) * shelves.height
        _draw_ledge(canvas, foot - shelves.height, foot)
        _draw_row(canvas, row, shelves.size, foot - LEDGES.groove - LEDGES.lip - shelves.size.cell[1], family)
    canvas.fill((0, _board(), SHEET.width, SHEET.height), FELT.plinth)
    lettering = semibold(LEDGES.footer)
    baseline = centered(_board() + LEDGES.foot // 2, lettering)
    canvas.write(footer(rack), (LEDGES.side, baseline), lettering, FELT.plinth_ink, FELT.plinth)
    if family is Family.CARDS:
        _draw_legend(canvas, LEDGES.side + lettering.length(footer(rack)), baseline)
    return canvas


def _draw_legend(canvas: Canvas, left: int, baseline: int) -> None:
    """How cards are written, where there is room right of the footer."""
    lettering = semibold(LEDGES.legend)
    x = SHEET.width - LEDGES.side - lettering.length(LEGEND)
    if x > left + LEDGES.side:
        canvas.write(LEGEND, (x, baseline), lettering, FELT.plinth_ink, FELT.plinth)


def _draw_board(canvas: Canvas, top: int) -> None:
    """The wood behind the tiles, with an edge where it ends below the top of the canvas."""
    canvas.fill((0, top, SHEET.width, _board()), FELT.wood)
    if top:
        canvas.fill((0, top - LEDGES.edge, SHEET.width, top), FELT.ledge)
        canvas.fill((0, top - LEDGES.edge, SHEET.width, top - LEDGES.edge + 2), FELT.ledge_shine)


def _draw_ledge(canvas: Canvas, top: int, foot: int) -> None:
    lip = foot - LEDGES.groove - LEDGES.lip
    canvas.fill((0, top, SHEET.width, top + LEDGES.shade), FELT.shade)
    canvas.fill((0, lip, SHEET.width, foot), FELT.ledge)
    canvas.fill((0, lip, SHEET.width, lip + 2), FELT.ledge_shine)
    canvas.fill((0, foot - LEDGES.groove, SHEET.width, foot), FELT.groove)


def _draw_row(canvas: Canvas, row: Shelf, size: TileSize, y: int, family: Family) -> None:
    x = LEDGES.side
    for group in row:
        for held in group:
            mark = Mark.LAID if held.is_new else Mark.STILL
            canvas.put(printed(held.tile, size, blank_name(FELT.wood, mark), family), x, y)
            x += size.pitch
        x += gap_after(size)
