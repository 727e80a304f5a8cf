"""A player's private bench: the players, the table as the draft leaves it, the tiles on hold, and the rack."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.game.bench import Bench, Picks
from engine.game.bench_keys import HeldTile, Lender, SetKey
from engine.table.bench import TableBench
from engine.table.view import TableView
from engine.text.phrases import later
from engine.tiles.sets import Mark
from engine.tiles.tiles import JOKER
from render.content import (
    BenchScene,
    Chip,
    TileGroup,
    Tray,
    TrayTile,
    claims_on,
    group_tiles,
    make_rack_tiles,
    make_trays,
)
from render.parts import header, strips
from render.parts.bench_trays import make_bench_trays
from render.parts.set_trays import measure_tray_height, measure_tray_width
from render.pictures import rack, table
from render.pictures.rack import RackFrame, Shelves
from render.pictures.table import TableLayout
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.fonts import semibold
from render.sprites.sprites import Family, family_of
from render.style.sizes import BENCH, BenchStep, TileSize
from render.style.theme import FELT, HEADER, SHEET, Look, Sign

TO_COME = (Tray("", (TrayTile(JOKER, None),) * 4, chip=Chip(Sign.GOOD)),) * 2
"""Stand-ins for two new sets, to keep room for them."""
TOP = HEADER.foot + SHEET.rim
"""The y at which the first row of sets begins below the players, in pixels."""
BARE_TOP = BENCH.side + SHEET.rim
"""The y at which the first row of sets begins without players, in pixels."""


@dataclass(frozen=True)
class BenchPlan:
    """A bench's layout in pixels: tiles' widths in sets and on the rack (`held`), and the heights for both.

    `room` includes two new sets.
    """

    tiles: int
    held: int
    room: int
    rack: int

    @property
    def height(self) -> int:
        """The height of the whole picture, in pixels."""
        return TOP + self.room + BENCH.side + self.rack


def fill_shelves(groups: Sequence[TileGroup], held: int, width: int = SHEET.width) -> Shelves:
    """Return the groups on as few ledges as possible, kept whole if that takes no more."""
    frame = RackFrame(width=width, ledge=BENCH.ledge)
    whole, split = (rack.wrap_groups(groups, TileSize(held), frame, whole=each) for each in (True, False))
    return whole if len(whole.rows) == len(split.rows) else split


def measure_shelves(shelves: Shelves) -> int:
    """Return the total height of the rack's ledges in use, with the tiles on them, in pixels."""
    return len(shelves.rows) * shelves.frame.least(shelves.size)


@lru_cache(maxsize=256)
def choose_plan(trays: Sequence[Tray], groups: Sequence[TileGroup]) -> BenchPlan:
    """Return the layout with the largest tiles in sets that the first possible one of `BENCH.steps` allows.

    If none is possible, return the lowest of the last one. Pass sets and groups as they were before the turn.
    """
    for step in BENCH.steps:
        plans = list(_list_plans(trays, groups, step))
        if fitting := [plan for plan in plans if plan.height <= step.height]:
            return max(fitting, key=lambda plan: plan.tiles)
    return min(plans, key=lambda plan: plan.height)


def _list_plans(trays: Sequence[Tray], groups: Sequence[TileGroup], step: BenchStep) -> Iterator[BenchPlan]:
    rack_height = measure_shelves(fill_shelves(groups, step.held))
    for size in (each for each in table.list_sizes(trays, step.most) if each.width >= step.least):
        layout = arrange_rows((*trays, *TO_COME), size)
        if layout.fits:
            yield BenchPlan(size.width, step.held, layout.height, rack_height)


def arrange_rows(trays: Sequence[Tray], size: TileSize) -> TableLayout:
    """Return the layout of these trays with tiles of this size, in a room of just the height that it needs."""
    rows = table.wrap_trays(trays, size)
    return TableLayout(size, rows, len(rows) * (measure_tray_height(size) + size.gap) - size.gap)


def lay_out_bench(shown: Sequence[Tray], changed: Collection[str], widest: int) -> list[TableLayout]:
    """Return the layouts of the sets, from the top down: usually just one; none without sets.

    If all would be tiny, the `changed` ones come first, larger. Tiles are narrower than `widest` only if a set would be
    wider than the picture, even without the text of its chip.
    """
    front = [tray for tray in shown if tray.label in changed]
    others = [tray for tray in shown if tray.label not in changed]
    if widest >= BENCH.tiny or not front or not others:
        return [_fit_width(shown, widest)] if shown else []
    return [_fit_width(front, BENCH.small), _fit_width(others, widest)]


def _fit_width(shown: Sequence[Tray], widest: int) -> TableLayout:
    for size in table.list_sizes(shown, widest):
        layout = arrange_rows(shown, size)
        if not layout.fits:
            layout = arrange_rows(
                [replace(tray, chip=tray.chip and replace(tray.chip, lines=())) for tray in shown], size
            )
        if layout.fits:
            break
    return layout


ON_HOLD = later("On hold")


def draw(view: TableView, bench: TableBench, scene: BenchScene, look: Look) -> Canvas:
    """Draw the whole bench of a table."""
    plan = choose_plan(
        make_trays(view.table, claims_on(view)), group_tiles(make_rack_tiles(scene.rack), scene.sorting.order)
    )
    shelves = fill_shelves(scene.rack_groups, plan.held)
    layouts = lay_out_bench(_make_shown_trays(view, bench, scene), {each.label for each in bench.changes}, plan.tiles)
    held = list_on_hold(bench, scene.picks)
    sizes = [size for size in table.SIZES if size.width <= plan.tiles]
    top = header.measure_foot(view, scene.shown_names) + SHEET.rim if scene.names else BARE_TOP
    hold = place_hold(layouts, len(held), sizes, top)
    needed = sum(each.height + each.size.gap for each in layouts) - layouts[-1].size.gap if layouts else 0
    room = max(plan.room, needed, hold[3] - top if held else 0)
    foot = top + room
    canvas = Canvas((SHEET.width, foot + BENCH.side + measure_shelves(shelves)), FELT.room, look)
    if scene.names:
        header.draw(canvas, view, scene.shown_names)
    table.draw_top(canvas, top, foot)
    middle = (top + foot) // 2
    for layout in layouts:
        table.draw_board(canvas, layout, top, family_of(view))
        for label in scene.framed | ({scene.spot.label} if isinstance(scene.spot, SetKey | Lender) else set()):
            table.frame_tray(canvas, layout, label, top)
        top += layout.height + layout.size.gap
    if held:
        draw_hold(canvas, held, hold, sizes, family_of(view))
    elif not layouts:
        table.write_empty(canvas, center_baseline(middle, semibold(SHEET.message)))
    draw_rack(canvas, shelves, family_of(view))
    return canvas


def _make_shown_trays(view: TableView, bench: TableBench, scene: BenchScene) -> list[Tray]:
    claims = claims_on(view)
    found = make_bench_trays(bench, scene.appraisal, scene.picks, named=family_of(view) is not Family.CARDS)
    return [replace(tray, claim=claims[tray.label]) if tray.label in claims else tray for tray in found]


def place_hold(layouts: Sequence[TableLayout], count: int, sizes: Sequence[TileSize], top: int) -> strips.StripBox:
    """Return the box for tiles on hold: in the last row of sets if it fits, else below; rows begin at the y `top`."""
    right = SHEET.width - SHEET.side
    for layout in layouts:
        last, size = top + layout.height - measure_tray_height(layout.size), layout.size
        top += layout.height + layout.size.gap
        taken = sum(measure_tray_width(size, tray) + size.gap for tray in layout.rows[-1])
        wide = strips.measure_width(size, count, str(ON_HOLD))
        if layout is layouts[-1] and SHEET.side + taken + wide <= right:
            return (right - wide, last, right, last + measure_tray_height(size))
    size = strips.choose_size(sizes, count, str(ON_HOLD), right - SHEET.side)
    return (SHEET.side, top, right, top + measure_tray_height(size))


def list_on_hold(bench: Bench, picks: Picks) -> list[TrayTile]:
    """Return the tiles on hold in order; those that are picked up have the ring PICKED, the others STILL."""
    picked = {index for index in range(len(bench.hold)) if HeldTile(index) in picks.on_table}
    return [
        TrayTile(tile, None, Sign.PICKED if index in picked else Mark.STILL) for index, tile in enumerate(bench.hold)
    ]


def draw_hold(
    canvas: Canvas, held: Sequence[TrayTile], box: strips.StripBox, sizes: Sequence[TileSize], family: Family
) -> None:
    """Draw the strip of tiles on hold into `box`, at the first of these tile sizes that fits, else at the last one."""
    size = strips.choose_size(sizes, len(held), str(ON_HOLD), box[2] - box[0])
    strips.draw(canvas, box, str(ON_HOLD), held, (size, family, Mark.PLAYED))


def draw_rack(canvas: Canvas, shelves: Shelves, family: Family) -> None:
    """Draw the rack's ledges, with their tiles, at the bottom of the picture."""
    top = canvas.image.height - measure_shelves(shelves)
    ledges = (len(shelves.rows), shelves.frame.least(shelves.size))
    rack.draw_shelves(canvas, shelves, top, ledges, family)
