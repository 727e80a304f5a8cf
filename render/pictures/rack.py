"""A player's own rack: tiles on wooden ledges, as a picture of its own or below a bench."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.game.views import RackView
from engine.text.phrases import later, say
from engine.tiles.notation import point_count, tile_count, write_tiles
from engine.tiles.sets import Mark
from render.content import Order, TileGroup, TrayTile, group_tiles, make_rack_tiles
from render.parts import placed_tiles
from render.parts.placed_tiles import TileManner
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.fonts import semibold
from render.sprites.sprites import Family
from render.style.sizes import TileSize
from render.style.theme import FELT, LEDGES, SHEET, LedgeSizes, Look, Sign

LEGEND = later("hearts R, clubs B, spades K, diamonds O; J 11, Q 12, K 13")
"""The legend on a rack of playing cards; notation writes a card as a tile, by color and number."""


Shelf = tuple[TileGroup, ...]


@dataclass(frozen=True)
class RackFrame:
    """The room for a rack's ledges: their width and maximum total height in pixels, and the sizes of one ledge."""

    width: int = SHEET.width
    height: int = SHEET.height - LEDGES.foot
    ledge: LedgeSizes = LEDGES.ledge

    def least(self, size: TileSize) -> int:
        """Return the minimum height of a ledge that has tiles of this size on it, in pixels."""
        return size.cell[1] + self.ledge.groove + self.ledge.lip + self.ledge.air


@dataclass(frozen=True)
class Shelves:
    """A rack arranged on ledges: its tile size, and for each ledge in use its groups of tiles, from the top."""

    size: TileSize
    rows: tuple[Shelf, ...]
    frame: RackFrame = field(default_factory=RackFrame)

    @property
    def ledges(self) -> int:
        """The number of ledges that fit into the frame at this tile size, used or not."""
        return self.frame.height // self.frame.least(self.size)

    @property
    def top(self) -> int:
        """The y at which the first ledge in use begins, in pixels below the frame's top; 0 if no ledge is unused."""
        free = self.ledges - len(self.rows)
        return self.frame.height - len(self.rows) * (self.frame.height // self.ledges) if free > 0 else 0

    @property
    def fits(self) -> bool:
        """Whether the frame has room for all ledges in use."""
        return len(self.rows) <= self.ledges


def fill_shelves(
    groups: Sequence[TileGroup], frame: RackFrame | None = None, tiers: Sequence[int] = LEDGES.tiers
) -> Shelves:
    """Return the groups on ledges, with the largest tiles that fit into the frame: whole if they fit so, else split.

    If no width of `tiers` fits, the last one is used, with more rows than the frame has ledges.
    """
    frame = frame or RackFrame()
    for size in map(TileSize, tiers):
        for whole in (True, False):
            shelves = wrap_groups(groups, size, frame, whole=whole)
            if shelves.fits:
                return shelves
    return shelves


def wrap_groups(groups: Sequence[TileGroup], size: TileSize, frame: RackFrame, *, whole: bool) -> Shelves:
    """Return the groups on ledges filled one after another; if `whole`, only longer ones than a ledge are split."""
    rows: list[Shelf] = [()]
    waiting = list(reversed(groups))
    while waiting:
        group = waiting.pop()
        free = _count_free(rows[-1], size, frame)
        if free < len(group) and whole and rows[-1]:
            free = 0
        if free:
            rows[-1] += (group[:free],)
        if group[free:]:
            rows.append(())
            waiting.append(group[free:])
    return Shelves(size, tuple(rows), frame)


def _count_free(row: Shelf, size: TileSize, frame: RackFrame) -> int:
    taken = sum(len(group) * size.pitch + measure_gap(size) for group in row)
    return max(0, frame.width - 2 * LEDGES.side - taken) // size.pitch


def measure_gap(size: TileSize) -> int:
    """Return the gap between two groups on a ledge, in pixels."""
    return round(LEDGES.group_gap * size.width)


def write_footer(rack: RackView) -> str:
    """Return the number of tiles, the points if they count, and the new tiles, only counted if they are too many."""
    counted = [str(tile_count(len(rack.tiles)))]
    if rack.points is not None:
        counted.append(str(point_count(rack.points)))
    if not 0 < rack.fresh < len(rack.tiles):
        return " · ".join(counted)
    line = " · ".join([*counted, say("new: {tiles}", tiles=write_tiles(rack.tiles[-rack.fresh :]))])
    room = SHEET.width - 2 * LEDGES.side
    if semibold(LEDGES.footer).length(line) <= room:
        return line
    return " · ".join([*counted, say("{count} new", count=rack.fresh)])


def draw(rack: RackView, order: Order, family: Family, look: Look) -> Canvas:
    """Draw a picture of just the rack, with its footer."""
    canvas = Canvas((SHEET.width, SHEET.height), FELT.wood, look)
    shelves = fill_shelves(group_tiles(make_rack_tiles(rack), order))
    board, top = shelves.frame.height, shelves.top
    if top:
        canvas.fill((0, 0, SHEET.width, top), FELT.felt)
        canvas.fill((0, top - LEDGES.edge, SHEET.width, top), FELT.ledge)
        canvas.fill((0, top - LEDGES.edge, SHEET.width, top - LEDGES.edge + 2), FELT.ledge_shine)
    draw_shelves(canvas, shelves, top, (len(shelves.rows), board // shelves.ledges), family)
    canvas.fill((0, board, SHEET.width, SHEET.height), FELT.plinth)
    lettering = semibold(LEDGES.footer)
    baseline = center_baseline(board + LEDGES.foot // 2, lettering)
    canvas.write(write_footer(rack), (LEDGES.side, baseline), lettering, FELT.plinth_ink, FELT.plinth)
    if family is Family.CARDS:
        _draw_legend(canvas, LEDGES.side + lettering.length(write_footer(rack)), baseline)
    return canvas


def draw_shelves(canvas: Canvas, shelves: Shelves, top: int, ledges: tuple[int, int], family: Family) -> None:
    """Draw ledges from the y `top` down, with their tiles; `ledges` is (their number, the height of each in pixels)."""
    count, height = ledges
    for ledge in range(count):
        canvas.cut(top + ledge * height)
        _draw_ledge(canvas, shelves.frame.ledge, top + ledge * height, height)
    for index, row in enumerate(shelves.rows):
        foot = top + (index + 1) * height - shelves.frame.ledge.lip - shelves.frame.ledge.groove
        _draw_row(canvas, row, shelves, foot - shelves.size.cell[1], family)


def _draw_legend(canvas: Canvas, left: int, baseline: int) -> None:
    """Draw the legend of how cards are written in notation, if it fits right of `left`, the x where the footer ends."""
    legend = str(LEGEND)
    room = SHEET.width - LEDGES.side - left - LEDGES.side - 1
    lettering = semibold(LEDGES.legend).shrink(legend, room, LEDGES.least_legend)
    width = lettering.length(legend)
    if width <= room:
        canvas.write(legend, (SHEET.width - LEDGES.side - width, baseline), lettering, FELT.plinth_ink, FELT.plinth)


def _draw_ledge(canvas: Canvas, ledge: LedgeSizes, top: int, height: int) -> None:
    foot = top + height
    lip = foot - ledge.groove - ledge.lip
    right = canvas.image.width
    canvas.fill((0, top, right, foot), FELT.wood)
    if ledge.air >= LEDGES.shade:
        canvas.fill((0, top, right, top + LEDGES.shade), FELT.shade)
    canvas.fill((0, lip, right, foot), FELT.ledge)
    canvas.fill((0, lip, right, lip + 2), FELT.ledge_shine)
    canvas.fill((0, foot - ledge.groove, right, foot), FELT.groove)


def _draw_row(canvas: Canvas, row: Shelf, shelves: Shelves, y: int, family: Family) -> None:
    x, size = LEDGES.side, shelves.size
    for group in row:
        for each in group:
            if not each.is_gone:
                ring = Sign.PICKED if each.is_picked else Mark.PLAYED if each.is_new else Mark.STILL
                manner = TileManner(size, family, FELT.wood, each.is_dim and not each.is_picked)
                placed_tiles.draw(canvas, TrayTile(each.tile, None, ring), manner, (x, y))
            x += size.pitch
        x += measure_gap(size)
