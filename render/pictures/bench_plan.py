"""The layout of a bench's picture: the widths of tiles, the ledges of the rack, and the sets in rows.

It is chosen for the table and the rack before the turn, so that tiles move but keep their size during the turn.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.tiles.tiles import JOKER
from render.content.rack_order import TileGroup
from render.content.trays import Chip, Tray, TrayTile
from render.pictures import rack, table
from render.pictures.rack import RackFrame, Shelves
from render.pictures.table import TableLayout
from render.style.bench_sizes import BENCH, STRIP, BenchStep
from render.style.signs import Sign
from render.style.sizes import TileSize
from render.style.theme import SHEET

TO_COME = (Tray("", (TrayTile(JOKER, None),) * 4, chip=Chip(Sign.GOOD)),) * 2
"""Stand-ins for two new sets, to keep room for them."""
TOP = STRIP.foot + SHEET.rim
"""The y at which the first row of sets begins below the players, in pixels."""
BARE_TOP = BENCH.side + SHEET.rim
"""The y at which the first row of sets begins without players, in pixels."""


@dataclass(frozen=True)
class BenchPlan:
    """A layout of a bench's picture: the widths of tiles in sets (`tiles`) and on the rack (`held`), in pixels.

    `room` is the height for the sets, with room for two new ones, and `rack` that of the ledges, in pixels.
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
    """Return these groups of the rack on as few ledges as possible, with tiles of the width `held`.

    Groups (tiles of one color or number, or tiles kept together) are kept whole if that takes no more ledges. `width`
    is that of the picture, in pixels.
    """
    frame = RackFrame(width=width, ledge=BENCH.ledge)
    whole, split = (rack.wrap_groups(groups, TileSize(held), frame, whole=each) for each in (True, False))
    return whole if len(whole.rows) == len(split.rows) else split


def measure_shelves(shelves: Shelves) -> int:
    """Return the total height of the rack's ledges in use, with the tiles on them, in pixels."""
    return len(shelves.rows) * shelves.frame.least(shelves.size)


@lru_cache(maxsize=256)
def choose_plan(trays: Sequence[Tray], groups: Sequence[TileGroup]) -> BenchPlan:
    """Return the layout with the largest tiles in sets that the first possible one of `BENCH.steps` allows.

    If none is possible, return the lowest layout of the last one. Pass the table's sets and the rack's groups as they
    were before the turn.
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
    return TableLayout(size, rows, len(rows) * (table.measure_tray_height(size) + size.gap) - size.gap)


def lay_out_bench(shown: Sequence[Tray], changed: Collection[str], widest: int) -> list[TableLayout]:
    """Return the layouts of the sets, from the top down: usually just one, which has all sets; none without sets.

    If all sets together would be tiny, there are two: the changed sets, larger, and then the rest. `changed` has the
    letters of the changed sets, and `widest` is the maximum width of a tile, in pixels. Tiles are smaller only if a set
    would be wider than the picture, even without the text of its chip.
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
