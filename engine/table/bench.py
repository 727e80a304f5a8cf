"""A table as a player arranges it: its rows by letter, which may be no sets yet.

What is missing of the table is on hold, and what there is more of comes from the rack: so a tile that goes back and
forth leaves no trace. A tile is called by its set and its place there, as `C.2`; on hold as `hold.0`; and `C@2` is the
same tile lent to another set, where sets may cross.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Self

from engine.game.actions import Action, Play
from engine.game.bench import AWAY, HOLD, NEW, Bench, Picks, Target
from engine.game.drafts import Change, renamed
from engine.tiles.edits import Add, Edit, Lay, Replace, Row, Take, edited, less
from engine.tiles.melds import Meld, Piece, readings
from engine.tiles.notation import write_lying
from engine.tiles.sets import TableSet, free_labels, label_order, lettered
from engine.tiles.tiles import Box, Tile, by_color, by_number

_SPLIT = "/"  # behind a letter: into the midst of the run, which becomes two
_KEY = re.compile(r"(?P<label>[A-Z]{1,2}|hold)(?P<sign>[.@])(?P<place>[0-9]{1,2})")


@dataclass(frozen=True)
class TableBench(Bench):
    """The table with the rows of a draft, beside the table and rack as they are. `lends`: sets may cross."""

    box: Box
    table: tuple[TableSet, ...]
    rack: tuple[Tile, ...]
    rows: Mapping[str, Row]
    lends: bool = False

    @cached_property
    def surplus(self) -> Counter[Tile]:
        """Counted in the rows."""
        more = Counter(piece.tile for row in self.rows.values() for piece in row if piece.owner is None)
        more.subtract(tile for each in self.table for tile in each.own)
        return more

    @property
    def written(self) -> str:
        """The rows, one a line."""
        labels = sorted(self.rows, key=label_order)
        return "\n".join(["table:", *(write_lying(self.rows[label]) for label in labels)])

    @property
    def changes(self) -> tuple[Change, ...]:
        """The rows that are not as on the table, by letter."""
        before = {each.label: each.pieces for each in self.table}
        labels = sorted({*before, *self.rows}, key=label_order)
        pairs = ((label, before.get(label, ()), self.rows.get(label, ())) for label in labels)
        return tuple(Change(label, old, new) for label, old, new in pairs if old != new)

    @property
    def spots(self) -> Mapping[str, Mapping[str, Tile]]:
        """The hold, each set, and where sets may cross each set once more, as a lender."""
        signs = "." + "@" * self.lends
        labels = sorted(self.rows, key=label_order)
        sets = {
            label + sign.strip("."): {
                f"{label}{sign}{place}": piece.tile for place, piece in enumerate(self.rows[label])
            }
            for label in labels
            for sign in signs
        }
        return {**self._held, **sets}

    @property
    def points(self) -> int:
        """What the new sets are worth, as far as they are sets."""
        lying = {each.label for each in self.table}
        new = (readings(row, self.box) for label, row in self.rows.items() if label not in lying)
        return sum(found[0].value for found in new if found)

    def with_rows(self, rows: Mapping[str, Row]) -> Self:
        """The same with these rows instead of those of their letters."""
        merged = {**self.rows, **rows}
        return replace(self, rows={label: row for label, row in merged.items() if row})

    def targets(self, picks: Picks) -> Sequence[Target]:
        """A new set, every other set, the midst of a run; and away, for what lies."""
        lying = [_Lying.read(key) for key in picks.lying]
        more, lifted = self._pieces(picks, lying), self._lifted(lying)
        onto = [
            label for label in sorted(lifted.rows, key=label_order) if not any(each.label == label for each in lying)
        ]
        rows = {NEW: more} | {label: (*lifted.rows[label], *more) for label in onto}
        found = [Target(key, in_order(row, self.box), bool(readings(row, self.box))) for key, row in rows.items()]
        split = [
            Target(label + _SPLIT, (*lower, *upper), fits=True)
            for label, (lower, upper) in ((label, halves(lifted.rows[label], more, self.box)) for label in onto)
            if lower
        ]
        fitting = [each for each in found if each.fits]
        others = [each for each in found if not each.fits]
        return [*fitting, *split, *others, *([Target(AWAY, (), fits=False)] if lying else [])]

    def taken(self, picks: Picks, key: str) -> Self | None:
        """Move what is picked."""
        if not any(each.key == key for each in self.targets(picks)):
            return None
        lying = [_Lying.read(each) for each in picks.lying]
        more, lifted = self._pieces(picks, lying), self._lifted(lying)
        if key == AWAY:
            return lifted
        fresh = next(free_labels({*self.rows, *(each.label for each in self.table)}))
        onto = fresh if key == NEW else key.removesuffix(_SPLIT)
        moved = {(each.label, each.piece(self).tile) for each in lying if not each.lent}
        if key.endswith(_SPLIT):
            lower, upper = halves(lifted.rows[onto], more, self.box)
            return lifted.with_rows(_following({**lifted.rows, onto: lower, fresh: upper}, moved, onto))
        row = in_order((*lifted.rows.get(onto, ()), *more), self.box)
        return lifted.with_rows(_following({**lifted.rows, onto: row}, moved, onto))

    def _pieces(self, picks: Picks, lying: Sequence["_Lying"]) -> Row:
        """What is picked, by colour."""
        there = [each.piece(self) for each in lying]
        pieces = (*map(Piece, picks.rack), *(piece._replace(firm=False) for piece in there))
        return tuple(sorted(pieces, key=lambda piece: by_color(piece.tile)))

    def _lifted(self, lying: Sequence["_Lying"]) -> Self:
        """The rows without what is picked: tiles of the rack go back there, others are on hold."""
        gone = {(each.label, each.place) for each in lying if not each.lent}
        return self.with_rows(
            {
                label: tuple(piece for place, piece in enumerate(row) if (label, place) not in gone)
                for label, row in self.rows.items()
            }
        )

    @property
    def jokers(self) -> Sequence[str]:
        """The rows that hold any."""
        labels = sorted(self.rows, key=label_order)
        return [label for label in labels if any(piece.tile.is_joker for piece in self.rows[label])]

    def ways(self, key: str) -> Sequence[Row]:
        """Every reading of the set, wherever its jokers lie: tiles that were tapped have no order."""
        row = self.rows.get(key, ())
        jokers = [piece._replace(stands_for=None) for piece in row if piece.tile.is_joker]
        others = sorted((piece for piece in row if not piece.tile.is_joker), key=lambda piece: by_number(piece.tile))
        found: dict[tuple[Tile, ...], Row] = {}
        for places in reversed(list(combinations(range(len(row)), len(jokers)))):
            left, more = iter(others), iter(jokers)
            order = tuple(next(more) if place in places else next(left) for place in range(len(row)))
            for meld in readings(order, self.box):
                found.setdefault(meld.in_order.faces, tuple(map(_firm, read_as(order, meld))))
        return list(found.values())

    def read_so(self, key: str, way: Row) -> Self:
        """The same with the set read so."""
        return self.with_rows({key: way})

    def action(self, seat: int) -> Play:
        """What is taken off sets, what is added to them, and new sets."""
        return Play(seat, tuple(self._edits()))

    def as_played(self, action: Action) -> Self:
        """Its rows, each under the letter that it will get."""
        edits = action.edits if isinstance(action, Play) else ()
        rows = edited(self.table, edits)
        if any(isinstance(edit, Replace) for edit in edits):
            rows = dict(zip(lettered(self.table, list(rows.values())), rows.values(), strict=True))
        return replace(self, rows={label: in_order(row, self.box) for label, row in rows.items()})

    def _edits(self) -> Iterator[Edit]:
        old = [each for each in self.changes if each.before]
        new = [each.label for each in self.changes if not each.before]
        letters = dict(zip(new, free_labels({each.label for each in self.table}), strict=False))
        for each in old:
            if row := less(each.before, said(each.after, self.box), _named):
                yield Take(each.label, tuple(map(_firm, row)))
        for each in old:
            if row := less(said(each.after, self.box), each.before, _named):
                yield Add(each.label, renamed(row, letters))
        for label in new:
            yield Lay(renamed(said(self.rows[label], self.box), letters))


@dataclass(frozen=True, slots=True)
class _Lying:
    """A tile of a row, or of those on hold. `lent`: it stays there."""

    label: str
    place: int
    lent: bool

    @classmethod
    def read(cls, key: str) -> Self:
        """Read what `TableBench.spots` called it.

        Raises:
            ValueError: it is no such key.
        """
        match = _KEY.fullmatch(key)
        if match is None:
            raise ValueError(key)
        return cls(match["label"], int(match["place"]), match["sign"] == "@")

    def piece(self, bench: TableBench) -> Piece:
        """What lies there."""
        if self.label == HOLD:
            return Piece(bench.hold[self.place])
        piece = bench.rows[self.label][self.place]
        return piece._replace(owner=piece.owner or self.label) if self.lent else piece


def table_bench(
    box: Box,
    table: tuple[TableSet, ...],
    rack: tuple[Tile, ...],
    changes: Sequence[Change] = (),
    *,
    lends: bool = False,
) -> TableBench:
    """The table as it lies with these changes."""
    rows = {each.label: each.pieces for each in table} | {each.label: each.after for each in changes}
    return TableBench(box, table, rack, {label: row for label, row in rows.items() if row}, lends)


def _following(rows: Mapping[str, Row], moved: set[tuple[str, Tile]], onto: str) -> dict[str, Row]:
    """The rows, with what they borrowed of moved tiles borrowed from where these lie now."""
    return {
        label: tuple(
            piece._replace(owner=onto) if (piece.owner, piece.tile) in moved and label != onto else piece
            for piece in row
        )
        for label, row in rows.items()
    }


def halves(row: Row, more: Row, box: Box) -> tuple[Row, Row]:
    """Two runs that a run becomes with one tile that it has already, as `R4` in the midst of `R2 R3 R4 R5 R6`.

    Both are empty where there are none.
    """
    if len(more) == 1 and len(row) > len(more):
        for cut in range(1, len(row)):
            for lower, upper in ((*row[:cut], *more), row[cut:]), (row[:cut], (*more, *row[cut:])):
                if is_run(lower, box) and is_run(upper, box):
                    return in_order(lower, box), in_order(upper, box)
    return (), ()


def is_run(row: Row, box: Box) -> bool:
    """Can the row be read as one run and as nothing else?"""
    return [meld.is_group for meld in readings(row, box)] == [False]


def in_order(row: Row, box: Box) -> Row:
    """A row as it is read, where there is one way to; as it is where there are several; else sorted, jokers last."""
    found = readings(row, box)
    if not found:
        return tuple(sorted(row, key=lambda piece: by_color(piece.stands_for or piece.tile)))
    return read_as(row, found[0]) if len(found) == 1 else row


def read_as(row: Row, meld: Meld) -> Row:
    """The pieces of a row in the order of one of its readings, jokers as what they stand for in it."""
    left = list(row)
    ordered = []
    for piece in meld.pieces:
        mine = next(each for each in left if each.tile == piece.tile)
        left.remove(mine)
        ordered.append(piece._replace(owner=mine.owner))
    return tuple(ordered)


def said(row: Row, box: Box) -> Row:
    """A row whose jokers are said to be what they stand for, if that is clear."""
    found = readings(row, box)
    if len(found) != 1:
        return row
    return tuple(_firm(piece) for piece in read_as(row, found[0]))


def _firm(piece: Piece) -> Piece:
    return piece._replace(firm=True)


def unclear(rows: Mapping[str, Row], box: Box) -> tuple[str, ...]:
    """The letters of rows with a joker that can be several things."""
    return tuple(label for label in sorted(rows, key=label_order) if len(readings(rows[label], box)) > 1)


def _named(piece: Piece) -> tuple[Tile, Tile | None, str | None]:
    return piece.tile, piece.stands_for, piece.owner
