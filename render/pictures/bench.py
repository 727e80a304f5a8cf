"""A player's private bench: the table as the draft leaves it, the tiles on hold, and the rack.

Sizes are chosen for the table and the rack before the turn, so that tiles move but keep their size during the turn.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from engine.game.bench import Bench, DraftCheck, Picks
from engine.game.bench_keys import HeldTile, LentTile, SetTile
from engine.game.drafts import DraftChange
from engine.game.views import RackView
from engine.table.bench import TableBench
from engine.table.view import TableView
from engine.text.phrases import later
from engine.tiles.edits import Row
from engine.tiles.melds import read_melds
from engine.tiles.sets import Mark, label_order
from engine.tiles.tiles import JOKER, Box, Tile
from render.content.bench_rack import arrange_rack
from render.content.claims import claims_on
from render.content.rack_order import Order, TileGroup, group_tiles, make_rack_tiles
from render.content.trays import Chip, Share, Tray, TrayTile, find_shares, make_trays
from render.parts import strips
from render.pictures import rack, table
from render.pictures.rack import RackFrame, Shelves
from render.pictures.table import TableLayout
from render.sprites.canvas import Canvas
from render.sprites.sprites import Family, family_of
from render.style.looks import Look
from render.style.signs import Ring, Sign
from render.style.sizes import TileSize
from render.style.theme import BENCH, FELT, LEDGES, SHEET
from render.text import reasons

BenchLook = tuple[Order, Picks, Look]
"""The viewer's choices: the order of the rack, the tiles picked up, and the look (style of tiles and theme)."""
ON_HOLD = later("On hold")
TO_COME = (Tray("", (TrayTile(JOKER, None),) * 4, chip=Chip(Sign.GOOD)),) * 2
"""Stand-ins for two new sets, to keep room for them; otherwise a player's first sets would make all others smaller."""


# The rack


def measure_shelves(shelves: Shelves) -> int:
    """Return the total height of the rack's ledges in use, with the tiles on them, in pixels."""
    return len(shelves.rows) * shelves.frame.least(shelves.size)


def draw_rack(canvas: Canvas, shelves: Shelves, family: Family) -> None:
    """Draw the rack's ledges, with their tiles, at the bottom of the picture."""
    top = canvas.image.height - measure_shelves(shelves)
    ledges = (len(shelves.rows), shelves.frame.least(shelves.size))
    rack.draw_shelves(canvas, shelves, top, ledges, family)


# The table


def make_bench_trays(bench: TableBench, appraisal: DraftCheck, picks: Picks, *, named: bool = True) -> tuple[Tray, ...]:
    """Return a tray for each set or unfinished set of the bench, ordered by letter.

    A changed one has a chip that says whether it is valid, and if not, why; if `named`, the reason may name tiles in
    notation. There are no chips at a table that doesn't judge a turn before it is played.
    """
    changes, shared = {each.label: each for each in bench.changes}, find_shares(bench.rows)
    marks = mark_changes(bench)
    found = []
    for label in sorted(bench.rows, key=label_order):
        row, changed = bench.rows[label], label in changes and appraisal.told
        chip = _make_chip(label, row, bench.box, appraisal, named=named) if changed else None
        tiles = tuple(_make_tray_tiles(label, row, bench.box, (marks, shared, picks)))
        found.append(Tray(label, tiles, chip.sign if chip else Mark.STILL, chip=chip))
    return tuple(found)


def _make_chip(label: str, row: Row, box: Box, appraisal: DraftCheck, *, named: bool) -> Chip:
    if label in appraisal.wrong:
        return Chip(Sign.BAD, reasons.explain_row(row, box, named=named))
    if label in appraisal.unclear:
        return Chip(Mark.LAID, tuple(str(reasons.UNCLEAR).splitlines()))
    return Chip(Sign.GOOD)


MarksByLabel = Mapping[str, Sequence[Mark]]
Annotations = tuple[MarksByLabel, Mapping[tuple[str, int], Share], Picks]


def _make_tray_tiles(label: str, row: Row, box: Box, said: Annotations) -> Iterator[TrayTile]:
    marks, shared, picks = said
    for place, (piece, face) in enumerate(zip(row, find_faces(row, box), strict=True)):
        picked = {SetTile(label, place), LentTile(label, place)}.intersection(picks.lying)
        ring: Ring = Sign.PICKED if picked else marks[label][place] if label in marks else Mark.STILL
        yield TrayTile(piece.tile, face, ring, shared.get((label, place)))


def find_faces(row: Row, box: Box) -> list[Tile | None]:
    """Return what each tile of a row counts as, in the row's order; None for a joker while that is undecided."""
    found = read_melds(row, box)
    if len(found) != 1:
        return [piece.stands_for if piece.tile.is_joker and piece.firm else _face_of(piece.tile) for piece in row]
    stood = [face for tile, face in zip(found[0].tiles, found[0].faces, strict=True) if tile.is_joker]
    return [stood.pop(0) if piece.tile.is_joker else piece.tile for piece in row]


def _face_of(tile: Tile) -> Tile | None:
    return None if tile.is_joker else tile


def mark_changes(bench: Bench) -> MarksByLabel:
    """Return, for each changed set or cell by its letter or cell name, a mark for each of its tiles in order.

    The mark says whether the draft plays the tile from the rack (LAID), moves it (MOVED), or leaves it there (STILL).
    """
    laid = Counter(bench.played)
    return {each.label: _list_marks(each, laid) for each in bench.changes}


def _list_marks(change: DraftChange, laid: Counter[Tile]) -> list[Mark]:
    stayed = Counter(piece.tile for piece in change.before)
    marks = []
    for piece in change.after:
        if piece.owner or stayed[piece.tile]:
            stayed[piece.tile] -= 1
            marks.append(Mark.STILL)
        elif laid[piece.tile]:
            laid[piece.tile] -= 1
            marks.append(Mark.LAID)
        else:
            marks.append(Mark.MOVED)
    return marks


# The picture


@dataclass(frozen=True)
class BenchPlan:
    """A possible layout of a bench's picture: the picture's height and the widths of tiles, in pixels.

    `tiles` is the maximum width of tiles in sets, `held` the width of tiles on the rack. If `whole`, a group of the
    rack (tiles of one color or number) is split only if it is longer than a ledge.
    """

    height: int
    tiles: int
    held: int
    whole: bool

    @property
    def worth(self) -> tuple[int, int]:
        """The key to compare layouts by, higher is better: the smaller of the two tile widths, and then their sum."""
        return min(self.tiles, self.held), self.tiles + self.held

    def fill_shelves(self, groups: Sequence[TileGroup]) -> Shelves:
        """Return these groups of the rack arranged on ledges, with tiles of the plan's width `held`."""
        return rack.wrap_groups(groups, TileSize(self.held), RackFrame(ledge=BENCH.ledge), whole=self.whole)


@lru_cache(maxsize=256)
def choose_plan(table_trays: Sequence[Tray], groups: Sequence[TileGroup]) -> BenchPlan:
    """Return the layout with the largest tiles in the lowest picture in which no tile is narrower than `BENCH.small`.

    If no height in `BENCH.heights` allows that, return the layout, of all heights, whose narrowest tiles are widest.
    Pass the table's sets and the rack's groups as they were before the turn.
    """
    plans: list[BenchPlan] = []
    for height in BENCH.heights:
        plans += _list_plans(height, (*table_trays, *TO_COME), groups)
        if max(plan.worth[0] for plan in plans) >= BENCH.small:
            break
    return max(plans, key=lambda plan: plan.worth)


def _list_plans(height: int, table_trays: Sequence[Tray], groups: Sequence[TileGroup]) -> Iterator[BenchPlan]:
    """Yield the layouts for a picture of this height in pixels that leave room for at least one row of sets.

    Each tile width of the rack is tried twice, with groups kept whole and split; the sets' tiles are as wide as fits.
    """
    least = table.measure_tray_height(TileSize(SHEET.tiers[-1]))
    for width, whole in product((tier for tier in LEDGES.tiers if tier <= BENCH.widest), (True, False)):
        plan = BenchPlan(height, 0, width, whole)
        room = height - measure_shelves(plan.fill_shelves(groups)) - 3 * BENCH.side - measure_hold()
        if room >= least:
            yield replace(plan, tiles=table.lay_out_table(table_trays, room, BENCH.widest).size.width)


def measure_hold() -> int:
    """Return the height of the strip with the tiles on hold, in pixels."""
    return strips.measure_height(TileSize(BENCH.held))


def draw(view: TableView, own: RackView, bench: TableBench, appraisal: DraftCheck, how: BenchLook) -> Canvas:
    """Draw the whole bench: the table with the draft, the tiles on hold, and the rack `own`."""
    order, picks, look = how
    plan = choose_plan(make_trays(view.table, claims_on(view)), group_tiles(make_rack_tiles(own), order))
    shelves = plan.fill_shelves(group_tiles(arrange_rack(own, bench, picks), order))
    canvas = Canvas((SHEET.width, plan.height), FELT.room, look)
    foot = plan.height - measure_shelves(shelves) - BENCH.side
    table.draw_top(canvas, BENCH.side, foot)
    shown = _make_shown_trays(view, bench, appraisal, picks)
    held = list_on_hold(bench, picks)
    # If there are sets, room for tiles on hold is kept, so that these move nothing when they come.
    room = foot - BENCH.side - (measure_hold() + BENCH.side) * bool(held or view.table)
    top = BENCH.side
    for layout in lay_out_bench(shown, {each.label for each in bench.changes}, room, plan.tiles):
        table.draw_board(canvas, layout, top, family_of(view))
        top += layout.height + layout.size.gap
    if not shown and not held:
        table.draw_empty(canvas, (BENCH.side + foot) // 2)
    if held:
        box = (SHEET.side, foot - measure_hold(), SHEET.width - SHEET.side, foot)
        sizes = [TileSize(width) for width in SHEET.tiers if width <= BENCH.held]
        draw_hold(canvas, held, box, sizes, family_of(view))
    draw_rack(canvas, shelves, family_of(view))
    return canvas


def _make_shown_trays(view: TableView, bench: TableBench, appraisal: DraftCheck, picks: Picks) -> list[Tray]:
    """Return the trays of `make_bench_trays`, each with the claim on its set, if any."""
    claims = claims_on(view)
    found = make_bench_trays(bench, appraisal, picks, named=family_of(view) is not Family.CARDS)
    return [replace(tray, claim=claims.get(tray.label)) for tray in found]


def lay_out_bench(shown: Sequence[Tray], changed: Collection[str], room: int, widest: int) -> list[TableLayout]:
    """Return the layouts of the sets, from the top down: usually just one, which has all sets; none without sets.

    If all sets together would be tiny, there are two, as long as both fit: the changed sets, larger, and then the rest.
    `changed` has the letters of the changed sets; `room` is the height and `widest` the maximum width of a tile, in
    pixels. If the sets don't fit in one layout with the texts of their chips, these texts are left out of it.
    """
    together = table.lay_out_table(shown, room, widest)
    if not together.fits:
        brief = [replace(tray, chip=tray.chip and replace(tray.chip, lines=())) for tray in shown]
        together = table.lay_out_table(brief, room, widest)
    front = [tray for tray in shown if tray.label in changed]
    others = [tray for tray in shown if tray.label not in changed]
    if together.size.width >= BENCH.tiny or not front or not others:
        return [together] if shown else []
    size = TileSize(BENCH.small)
    rows = table.wrap_trays(front, size)
    high = len(rows) * (table.measure_tray_height(size) + size.gap)
    ahead, behind = TableLayout(size, rows, high - size.gap), table.lay_out_table(others, room - high, widest)
    return [ahead, behind] if ahead.fits and behind.fits else [together]


def list_on_hold(bench: Bench, picks: Picks) -> list[TrayTile]:
    """Return the tiles on hold in order; those that are picked up have the ring PICKED, the others STILL."""
    picked = {place for place in range(len(bench.hold)) if HeldTile(place) in picks.lying}
    return [
        TrayTile(tile, None, Sign.PICKED if place in picked else Mark.STILL) for place, tile in enumerate(bench.hold)
    ]


def draw_hold(
    canvas: Canvas, held: Sequence[TrayTile], box: strips.StripBox, sizes: Sequence[TileSize], family: Family
) -> None:
    """Draw the strip of tiles on hold into `box`, at the first of these tile sizes that fits, else at the last one."""
    size = strips.choose_size(sizes, len(held), str(ON_HOLD), box[2] - box[0])
    strips.draw(canvas, box, str(ON_HOLD), held, (size, family, Mark.LAID))
