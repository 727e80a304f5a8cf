"""A player's private bench for a grid: the grid as the draft leaves it, the tiles on hold, and the rack."""

from collections.abc import Mapping
from dataclasses import replace

from engine.game.bench import DraftCheck, Picks
from engine.game.bench_keys import CellKey
from engine.game.views import RackView
from engine.grid.bench import GridBench
from engine.grid.rules.tiles import GridTile, cell_name
from engine.grid.view import GridView
from engine.text.phrases import later
from engine.tiles.sets import Mark
from render.content.bench_rack import arrange_rack
from render.content.rack_order import group_tiles
from render.parts import strips
from render.pictures import bench as benches
from render.pictures import grid, rack
from render.pictures.grid import SQUARES, Caption, GridCell
from render.pictures.rack import RackFrame
from render.sprites.canvas import Canvas
from render.sprites.sprites import Family
from render.style.signs import Ring, Sign
from render.style.sizes import FIELD, SquareSize
from render.style.theme import BENCH, FELT, LEDGES, SHEET

ALL_SETS = later("All that touches makes sets")
HELD = [SquareSize(width) for width in FIELD.tiers[4:]]
"""The sizes of tiles on hold, largest first."""


def draw(view: GridView, own: RackView, bench: GridBench, appraisal: DraftCheck, how: benches.BenchLook) -> Canvas:
    """Draw the whole bench: the grid with the draft, the tiles on hold, and the rack `own`."""
    order, picks, look = how
    canvas = Canvas((FIELD.width, FIELD.tallest), FELT.room, look)
    tiers = [tier for tier in LEDGES.tiers if tier <= BENCH.grid_widest]
    frame = RackFrame(FIELD.width, FIELD.tallest // BENCH.grid_rack, BENCH.ledge)
    shelves = rack.fill_shelves(group_tiles(arrange_rack(own, bench, picks), order), frame, tiers)
    foot = FIELD.tallest - benches.measure_shelves(shelves) - BENCH.side
    high = strips.measure_height(HELD[0])
    proposed = replace(view, tiles=tuple(_make_grid_tile(cell, bench) for cell in sorted(bench.cells)))
    shown = replace(view, tiles=view.tiles + proposed.tiles)  # tiles taken away don't move the others
    layout = grid.lay_out_grid(shown, grid.GridFrame(0, foot - (high + BENCH.side) * bool(view.tiles), is_filled=True))
    grid.draw_grid(canvas, proposed, layout, write_caption(bench, appraisal, picks))
    if held := benches.list_on_hold(bench, picks):
        box = (SHEET.side, foot - high, FIELD.width - SHEET.side, foot)
        benches.draw_hold(canvas, held, box, HELD, SQUARES)
    benches.draw_rack(canvas, shelves, Family.TILES)
    return canvas


def _make_grid_tile(cell: GridCell, bench: GridBench) -> GridTile:
    piece = bench.cells[cell]
    return GridTile(*cell, piece.tile, piece.stands_for or piece.tile, Mark.STILL)


def write_caption(bench: GridBench, appraisal: DraftCheck, picks: Picks) -> Caption:
    """Return the caption of a bench: its first mistake, or that there is none, and the rings of its cells.

    Changed, wrong and picked cells have rings. Without a mistake, the note is empty if nothing has changed, if tiles
    are on hold, or if the game doesn't judge a turn before it is played.
    """
    marks: Mapping[str, Ring] = {label: row[0] for label, row in benches.mark_changes(bench).items() if row}
    picked = [key.cell for key in picks.lying if isinstance(key, CellKey)]
    rings = {**marks, **dict.fromkeys(appraisal.wrong, Sign.BAD), **dict.fromkeys(picked, Sign.PICKED)}
    by_cell = {cell: rings[name] for cell in bench.cells if (name := cell_name(*cell)) in rings}
    for cell, why in appraisal.wrong.items():
        return Caption(f"{cell}: {why}", FELT.bad, by_cell)
    is_good = bool(bench.changes) and appraisal.told and not bench.hold
    return Caption(str(ALL_SETS) if is_good else "", FELT.good, by_cell)
