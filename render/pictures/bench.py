"""A player's private bench: the players, the table as the draft leaves it, the tiles on hold, and the rack."""

from collections.abc import Sequence
from dataclasses import replace

from engine.game.bench import Bench, Picks
from engine.game.bench_keys import HeldTile, Lender, SetKey
from engine.table.bench import TableBench
from engine.table.view import TableView
from engine.text.phrases import later
from engine.tiles.sets import Mark
from render.content.bench_scene import BenchScene
from render.content.claims import claims_on
from render.content.rack_order import group_tiles, make_rack_tiles
from render.content.trays import Tray, TrayTile, make_trays
from render.parts import player_strip, strips
from render.parts.bench_trays import make_bench_trays
from render.pictures import rack, table
from render.pictures.bench_plan import BARE_TOP, TOP, choose_plan, fill_shelves, lay_out_bench, measure_shelves
from render.pictures.rack import Shelves
from render.pictures.table import TableLayout
from render.sprites.canvas import Canvas, center_baseline
from render.sprites.fonts import semibold
from render.sprites.sprites import Family, family_of
from render.style.bench_sizes import BENCH
from render.style.looks import Look
from render.style.signs import Sign
from render.style.sizes import TileSize
from render.style.theme import FELT, SHEET

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
    top = TOP if scene.names else BARE_TOP
    hold = place_hold(layouts, len(held), sizes, top)
    needed = sum(each.height + each.size.gap for each in layouts) - layouts[-1].size.gap if layouts else 0
    room = max(plan.room, needed, hold[3] - top if held else 0)
    foot = top + room
    canvas = Canvas((SHEET.width, foot + BENCH.side + measure_shelves(shelves)), FELT.room, look)
    if scene.names:
        player_strip.draw(canvas, view, scene.shown_names)
    table.draw_top(canvas, top, foot)
    middle = (top + foot) // 2
    for layout in layouts:
        table.draw_board(canvas, layout, top, family_of(view))
        if isinstance(scene.spot, SetKey | Lender):
            table.frame_tray(canvas, layout, scene.spot.label, top)
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
    """Return the box of the strip with `count` tiles on hold: in the last row of sets if it fits, else below.

    `sizes` are the sizes of tiles to choose from, and `top` is the y at which the first row of sets begins.
    """
    right = SHEET.width - SHEET.side
    for layout in layouts:
        last, size = top + layout.height - table.measure_tray_height(layout.size), layout.size
        top += layout.height + layout.size.gap
        taken = sum(table.measure_tray_width(size, tray) + size.gap for tray in layout.rows[-1])
        wide = strips.measure_width(size, count, str(ON_HOLD))
        if layout is layouts[-1] and SHEET.side + taken + wide <= right:
            return (right - wide, last, right, last + table.measure_tray_height(size))
    size = strips.choose_size(sizes, count, str(ON_HOLD), right - SHEET.side)
    return (SHEET.side, top, right, top + table.measure_tray_height(size))


def list_on_hold(bench: Bench, picks: Picks) -> list[TrayTile]:
    """Return the tiles on hold in order; those that are picked up have the ring PICKED, the others STILL."""
    picked = {place for place in range(len(bench.hold)) if HeldTile(place) in picks.on_table}
    return [
        TrayTile(tile, None, Sign.PICKED if place in picked else Mark.STILL) for place, tile in enumerate(bench.hold)
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
