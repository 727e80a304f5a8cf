"""Benches to draw, from notation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.game.bench import Appraisal, Bench, Picks
from engine.game.drafts import Change
from engine.grid.bench import GridBench, grid_bench
from engine.grid.rules.cells import read_cell, read_puts
from engine.grid.rules.placing import Grid
from engine.table.bench import TableBench, in_order, table_bench
from engine.table.claims.view import ClaimView
from engine.tiles.melds import Piece, readings, why_no_set
from engine.tiles.notation import read_pieces
from render import Order, bench_png

if TYPE_CHECKING:
    from engine.game.views import View
    from engine.grid.view import GridView
    from engine.table.view import TableView

NOTHING = Picks()


def on(view: TableView, **rows: str) -> TableBench:
    """The view's table with these rows instead of those of their letters; where sets are claimed, they may cross."""
    lying = {each.label: each.pieces for each in view.table}
    changes = [
        Change(label, lying.get(label, ()), in_order(read_pieces(row, view.box), view.box))
        for label, row in rows.items()
    ]
    assert view.rack
    return table_bench(view.box, view.table, view.rack.tiles, changes, lends=isinstance(view, ClaimView))


def on_grid(view: GridView, cells: str = "-", gone: str = "") -> GridBench:
    """The view's grid with these cells, and without others."""
    assert view.rack
    tiles = {(each.row, each.column): each for each in view.tiles}
    bench = grid_bench(Grid(view.box, view.size, tiles, frozenset(view.blocks), view.barred), view.rack.tiles)
    left = {cell: piece for cell, piece in bench.cells.items() if cell not in map(read_cell, gone.split())}
    new = {put.cell: Piece(put.tile, put.face if put.tile.is_joker else None) for put in read_puts(cells, view.box)}
    return replace(bench, cells=left | new)


def appraised(bench: Bench, *, told: bool = True) -> Appraisal:
    """What the rules would say of the sets by themselves."""
    if isinstance(bench, GridBench):
        return Appraisal(told=told, wrong=bench.wrong)
    assert isinstance(bench, TableBench)
    rows = bench.rows.items()
    wrong = {label: why_no_set(row, bench.box) for label, row in rows if not readings(row, bench.box)}
    unclear = [label for label, row in rows if len(readings(row, bench.box)) > 1]
    return Appraisal(told=told, wrong=wrong, unclear=unclear)


def drawn(view: View, bench: Bench, picks: Picks = NOTHING, order: Order = Order.COLOR, *, told: bool = True) -> bytes:
    return bench_png(view, bench, appraised(bench, told=told), order, picks)
