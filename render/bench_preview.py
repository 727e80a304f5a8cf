"""Benches (turns being prepared, with the tiles moved so far) made from the arguments of `python -m render`."""

import re
from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.game.bench import Bench, DraftCheck, Picks
from engine.game.bench_keys import CellKey, HeldTile, LentTile, SetTile, TileKey, read_spot, read_tile_key
from engine.game.drafts import DraftChange
from engine.game.views import RackView, View
from engine.grid.bench import GridBench, make_grid_bench
from engine.grid.rules.cells import read_cell, read_puts
from engine.grid.rules.placing import Grid
from engine.grid.view import GridView
from engine.table.bench import TableBench, make_table_bench
from engine.table.rows import sort_row
from engine.table.view import TableView
from engine.text.errors import BadNotation
from engine.text.phrases import Phrase
from engine.tiles.melds import Piece, explain_no_set, read_melds
from engine.tiles.notation import read_pieces, read_rack, split_rows
from render.content.bench_scene import BenchScene
from render.content.rack_order import Sorting

_ROW = re.compile(r"\s*([A-Z]{1,2}):(.*)")


def make_scene(view: View, rack: RackView, asked: Namespace) -> BenchScene:
    """Return the bench that the parsed arguments `asked` describe, with a check of its sets.

    The check says which sets aren't valid, or have a joker that can stand for several tiles. It applies no other rule.

    Raises:
        BadNotation: an argument can't be read, or the view's kind has no bench.
    """
    bench, check, picks = _make_bench(view, rack, asked)
    together = tuple(read_rack(group, view.box) for group in asked.together.split("/") if group.strip())
    return BenchScene(
        view=view,
        bench=bench,
        names=asked.names,
        appraisal=check,
        picks=picks,
        spot=read_spot(asked.open) if asked.open else None,
        sorting=Sorting(asked.order, together, asked.color),
    )


def _make_bench(view: View, rack: RackView, asked: Namespace) -> tuple[Bench, DraftCheck, Picks]:
    if isinstance(view, GridView):
        arranged = _make_grid_bench(view, rack, asked.bench)
        picks = _read_picks((HeldTile, CellKey), view, asked, [CellKey(label) for label in arranged.placed])
        return arranged, _check_bench(arranged.wrong), picks
    if isinstance(view, TableView):
        picks = _read_picks((HeldTile, SetTile, LentTile), view, asked)
        found = _make_table_bench(view, rack, asked)
        rows = found.rows.items()
        wrong = {label: explain_no_set(row, view.box) for label, row in rows if not read_melds(row, view.box)}
        unclear = [label for label, row in rows if len(read_melds(row, view.box)) > 1]
        return found, replace(_check_bench(wrong), unclear=unclear), picks
    raise BadNotation("There is no bench for this.")


def _read_picks(kinds: tuple[type[TileKey], ...], view: View, asked: Namespace, cells: Sequence[TileKey] = ()) -> Picks:
    """Return the tiles that the words of `asked.picked` pick up.

    A word that is a key of one of these `kinds`, such as `C.1`, picks a tile on the table, on the grid or on hold; on a
    grid, only `cells` have tiles. Any other word, such as `R5`, picks that tile on the rack.
    """
    read = {word: key for word in asked.picked.split() if (key := read_tile_key(word))}
    keys = {word: key for word, key in read.items() if isinstance(key, kinds)}
    keys = {word: key for word, key in keys.items() if not isinstance(key, CellKey) or key in cells}
    rack = " ".join(word for word in asked.picked.split() if word not in keys)
    return Picks(read_rack(rack, view.box), tuple(keys.values()))


def _check_bench(wrong: Mapping[str, Phrase]) -> DraftCheck:
    return DraftCheck(wrong=wrong, refusal=next(iter(wrong.values()), None))


def _make_table_bench(view: TableView, rack: RackView, asked: Namespace) -> TableBench:
    lying = {each.label: each.pieces for each in view.table}
    changes = []
    for text in split_rows(asked.bench):
        match = _ROW.fullmatch(text)
        if match is None:
            raise BadNotation(f"“{text.strip()}” can't be read: write a set's letter first, as A: R4 R5 R6.")
        row = sort_row(read_pieces(match[2], view.box), view.box)
        changes.append(DraftChange(match[1], lying.get(match[1], ()), row))
    return make_table_bench(view.box, view.table, rack.tiles, changes, lends=bool(asked.crossings))


def _make_grid_bench(view: GridView, rack: RackView, text: str) -> GridBench:
    tiles = {(each.row, each.column): each for each in view.tiles}
    found = make_grid_bench(Grid(view.box, view.size, tiles, frozenset(view.blocks), view.barred), rack.tiles)
    words = text.split()
    gone = [read_cell(word[1:]) for word in words if word.startswith("-")]
    cells = {cell: piece for cell, piece in found.cells.items() if cell not in gone}
    for put in read_puts(" ".join(word for word in words if not word.startswith("-")) or "-", view.box):
        cells[put.cell] = Piece(put.tile, put.face if put.tile.is_joker else None)
    return replace(found, cells=cells)
