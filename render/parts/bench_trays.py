"""The trays of a bench: its sets and unfinished sets, with their marks, their chips and the picked tiles."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.game.bench import Bench, DraftCheck, Picks
from engine.game.bench_keys import LentTile, SetTile
from engine.game.drafts import DraftChange
from engine.table.bench import TableBench
from engine.tiles.edits import Row
from engine.tiles.melds import read_melds
from engine.tiles.sets import Mark, label_order
from engine.tiles.tiles import Box, Tile
from render.content import Chip, Share, Tray, TrayTile, find_shares
from render.style.theme import Ring, Sign
from render.text import standing


def make_bench_trays(bench: TableBench, appraisal: DraftCheck, picks: Picks, *, named: bool = True) -> tuple[Tray, ...]:
    """Return a tray for each row of the bench, by letter; at a table that judges drafts, changed ones have a chip.

    If `named`, the chip's reason may name tiles in notation.
    """
    changes, shared = {each.label: each for each in bench.changes}, find_shares(bench.rows)
    marks = mark_changes(bench)
    picked = frozenset((key.label, key.index) for key in picks.on_table if isinstance(key, SetTile | LentTile))
    found = []
    for label in sorted(bench.rows, key=label_order):
        row, changed = bench.rows[label], label in changes and appraisal.is_judged
        chip = _make_chip(label, row, bench.box, appraisal, named=named) if changed else None
        tiles = tuple(_make_tray_tiles(label, row, bench.box, (marks, shared, picked)))
        found.append(Tray(label, tiles, chip.sign if chip else Mark.STILL, chip=chip))
    return tuple(found)


def _make_chip(label: str, row: Row, box: Box, appraisal: DraftCheck, *, named: bool) -> Chip | None:
    """Return the mark of a changed set; None for a valid one of a first play that isn't worth enough yet."""
    if label in appraisal.wrong:
        return Chip(Sign.BAD, standing.explain_row(row, box, named=named))
    if label in appraisal.unclear:
        return Chip(Mark.PLAYED, tuple(str(standing.UNCLEAR).splitlines()))
    return None if appraisal.points < appraisal.needed else Chip(Sign.GOOD)


MarksByLabel = Mapping[str, Sequence[Mark]]
SetPlace = tuple[str, int]
"""A set's letter, and the index of a tile in it."""
Annotations = tuple[MarksByLabel, Mapping[SetPlace, Share], frozenset[SetPlace]]
"""The marks of the changed sets' tiles, the tiles that two sets share, and the picked tiles."""


def _make_tray_tiles(label: str, row: Row, box: Box, said: Annotations) -> Iterator[TrayTile]:
    marks, shared, picked = said
    for index, (piece, face) in enumerate(zip(row, find_faces(row, box), strict=True)):
        is_picked = (label, index) in picked
        ring: Ring = Sign.PICKED if is_picked else marks[label][index] if label in marks else Mark.STILL
        yield TrayTile(piece.tile, face, ring, shared.get((label, index)))


def find_faces(row: Row, box: Box) -> list[Tile | None]:
    """Return what each tile of a row counts as, in the row's order; None for a joker while that is undecided."""
    if not any(piece.tile.is_joker for piece in row):
        return [piece.tile for piece in row]
    found = read_melds(row, box)
    if len(found) != 1:
        return [piece.stands_for if piece.tile.is_joker and piece.firm else _face_of(piece.tile) for piece in row]
    stood = [face for tile, face in zip(found[0].tiles, found[0].faces, strict=True) if tile.is_joker]
    return [stood.pop(0) if piece.tile.is_joker else piece.tile for piece in row]


def _face_of(tile: Tile) -> Tile | None:
    return None if tile.is_joker else tile


def mark_changes(bench: Bench) -> MarksByLabel:
    """Return, by letter or cell, whether each tile of a changed row was played, moved, or left there."""
    played = Counter(bench.played)
    return {each.label: _list_marks(each, played) for each in bench.changes}


def _list_marks(change: DraftChange, played: Counter[Tile]) -> list[Mark]:
    stayed = Counter(piece.tile for piece in change.before)
    marks = []
    for piece in change.after:
        if piece.owner or stayed[piece.tile]:
            stayed[piece.tile] -= 1
            marks.append(Mark.STILL)
        elif played[piece.tile]:
            played[piece.tile] -= 1
            marks.append(Mark.PLAYED)
        else:
            marks.append(Mark.MOVED)
    return marks
