"""Benches to draw, from notation."""

from dataclasses import replace

from engine.game.bench import Bench, DraftCheck, Picks
from engine.game.drafts import DraftChange
from engine.game.views import View
from engine.rummykruss.bench import GridBench, make_grid_bench
from engine.rummykruss.rules.cells import read_cell, read_puts
from engine.rummykruss.rules.placing import Grid, GridRules
from engine.rummykruss.view import GridView
from engine.table.bench import TableBench, make_table_bench
from engine.table.claims.view import ClaimView
from engine.table.rows import sort_row
from engine.table.view import TableView
from engine.tiles.melds import Piece, explain_no_set, read_melds
from engine.tiles.notation import read_pieces
from render import BenchScene, Order, Sorting, bench_png
from tests.render.scenes import NAMES

NOTHING = Picks()


def on(view: TableView, **rows: str) -> TableBench:
    """The view's table with these rows instead of those of their letters; where sets are claimed, they may cross."""
    on_table = {each.label: each.pieces for each in view.table}
    changes = [
        DraftChange(label, on_table.get(label, ()), sort_row(read_pieces(row, view.box), view.box))
        for label, row in rows.items()
    ]
    assert view.rack
    return make_table_bench(view.box, view.table, view.rack.tiles, changes, lends=isinstance(view, ClaimView))


def on_grid(view: GridView, cells: str = "-", gone: str = "") -> GridBench:
    """The view's grid with these cells, and without others."""
    assert view.rack
    tiles = {(each.row, each.column): each for each in view.tiles}
    rules = GridRules(size=view.size, barred=lambda numbers: numbers, checks=())
    bench = make_grid_bench(Grid(rules, tiles, frozenset(view.blocks), view.barred), view.rack.tiles)
    left = {cell: piece for cell, piece in bench.cells.items() if cell not in map(read_cell, gone.split())}
    new = {put.cell: Piece(put.tile, put.face if put.tile.is_joker else None) for put in read_puts(cells, view.box)}
    return replace(bench, cells=left | new)


def appraised(bench: Bench, *, told: bool = True) -> DraftCheck:
    """What the rules would say of the sets by themselves."""
    if isinstance(bench, GridBench):
        return DraftCheck(is_judged=told, wrong=bench.wrong)
    assert isinstance(bench, TableBench)
    rows = bench.rows.items()
    wrong = {label: explain_no_set(row, bench.box) for label, row in rows if not read_melds(row, bench.box)}
    unclear = [label for label, row in rows if len(read_melds(row, bench.box)) > 1]
    return DraftCheck(is_judged=told, wrong=wrong, unclear=unclear)


def setting(
    view: View, bench: Bench, picks: Picks = NOTHING, order: Order = Order.COLOR, *, told: bool = True
) -> BenchScene:
    """The bench with the check that the rules would make of its sets by themselves."""
    names, appraisal = NAMES[: len(view.seats)], appraised(bench, told=told)
    return BenchScene(view=view, bench=bench, names=names, appraisal=appraisal, picks=picks, sorting=Sorting(order))


def drawn(view: View, bench: Bench, picks: Picks = NOTHING, order: Order = Order.COLOR, *, told: bool = True) -> bytes:
    return bench_png(setting(view, bench, picks, order, told=told))
