"""A bench in words: first what has changed and what is wrong, last what lies as it lay."""

import re
from collections.abc import Iterator, Sequence

from engine.bench import HOLD, Appraisal, Bench, Picks
from engine.edits import Row
from engine.grid.bench import GridBench
from engine.notation import write_pieces, write_tile, write_tiles
from engine.sets import label_order
from engine.table_bench import TableBench
from engine.views import RackView, cell_name
from render.bench import on_rack
from render.rack import Order, grouped

LONGEST = 1024
"""Characters of a description that Discord takes."""
NOTHING_CHANGED = "Nothing has changed yet."
CHANGED = "Changed: {rows}."
AND_MORE = "Changed: {rows} … and {count} more."
WRONG = "{row} ({why})"
GONE = "{label}: empty"
ON_HOLD = "On hold: {tiles}."
PICKED = "Picked up: {tiles}."
OF = "{tile} of {label}"
RACK = "Your rack: {tiles}."
NEW = "New: {tiles}."
EMPTY_RACK = "Your rack is empty."
OTHERS = "As before: {rows}."


def bench_text(rack: RackView, bench: Bench, appraisal: Appraisal, order: Order, picks: Picks) -> str:
    """Say it all, as far as there is room; of very many changes only the first."""
    rest = " ".join([*_beside(bench, picks), _rack(rack, bench, order, picks)])
    changes = _changes(bench, appraisal)
    for kept in range(len(changes), -1, -1):
        text = f"{_changed(changes, kept)} {rest}"
        if len(text) <= LONGEST:
            break
    others = _others(bench)
    whole = f"{text} {others}" if others else text
    return whole if len(whole) <= LONGEST else text[:LONGEST]


def _changed(changes: Sequence[str], kept: int) -> str:
    if not changes:
        return NOTHING_CHANGED
    rows = "; ".join(changes[:kept])
    return CHANGED.format(rows=rows) if kept == len(changes) else AND_MORE.format(rows=rows, count=len(changes) - kept)


def _changes(bench: Bench, appraisal: Appraisal) -> list[str]:
    """Every changed row, or cell, with what is wrong; and what is wrong elsewhere."""
    said = []
    for each in bench.changes:
        row = _written(each.label, each.after)
        why = appraisal.wrong.get(each.label)
        said.append(WRONG.format(row=row, why=why) if why else row)
    changed = {each.label for each in bench.changes}
    said += [WRONG.format(row=label, why=why) for label, why in appraisal.wrong.items() if label not in changed]
    return said


def _written(label: str, row: Row) -> str:
    return f"{label}: {write_pieces(row)}" if row else GONE.format(label=label)


def _beside(bench: Bench, picks: Picks) -> Iterator[str]:
    """What is on hold, and what is picked up."""
    if bench.hold:
        yield ON_HOLD.format(tiles=write_tiles(bench.hold))
    if picks:
        lying = [
            write_tile(tile) if label == HOLD else OF.format(tile=write_tile(tile), label=re.split("[.@]", key)[0])
            for label, tiles in bench.spots.items()
            for key, tile in tiles.items()
            if key in picks.lying
        ]
        yield PICKED.format(tiles=", ".join([*map(write_tile, picks.rack), *lying]))


def _rack(rack: RackView, bench: Bench, order: Order, picks: Picks) -> str:
    held = [each for group in grouped(on_rack(rack, bench, picks), order) for each in group if not each.is_gone]
    new = [each.tile for each in held if each.is_new]
    said = RACK.format(tiles=write_tiles(each.tile for each in held)) if held else EMPTY_RACK
    return f"{said} {NEW.format(tiles=write_tiles(new))}" if new else said


def _others(bench: Bench) -> str:
    """The sets, or cells of a grid, on which nothing has changed."""
    changed = {each.label for each in bench.changes}
    rows = "; ".join(f"{label}: {write_pieces(row)}" for label, row in _rows(bench) if label not in changed)
    return OTHERS.format(rows=rows) if rows else ""


def _rows(bench: Bench) -> Iterator[tuple[str, Row]]:
    if isinstance(bench, TableBench):
        yield from ((label, bench.rows[label]) for label in sorted(bench.rows, key=label_order))
    if isinstance(bench, GridBench):
        yield from ((cell_name(*cell), (bench.cells[cell],)) for cell in sorted(bench.cells))
