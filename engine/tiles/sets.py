"""Sets as they lie on the table: their letters, and what this turn laid and moved."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count, product
from string import ascii_uppercase

from engine.tiles.melds import Meld, Piece
from engine.tiles.notation import write_lying
from engine.tiles.tiles import Tile


class Mark(StrEnum):
    """What the last turn did to a tile."""

    LAID = "laid"
    MOVED = "moved"
    STILL = "still"


@dataclass(frozen=True, slots=True)
class Borrowed:
    """A tile of one set that lies in another: its place in the borrower, counted from 0, and the owner's letter."""

    place: int
    owner: str


@dataclass(frozen=True, slots=True)
class Crossing:
    """A tile in two sets of a table: its place in each, and each one's row on the table, all counted from 0."""

    borrower: int
    place: int
    owner: int
    at: int


@dataclass(frozen=True, slots=True)
class TableSet:
    """A meld on the table under the letter that it keeps for life; one mark a tile, in the meld's order.

    `borrowed` are the tiles that it shares with a set that lay there before it and crosses it.
    """

    label: str
    meld: Meld
    marks: tuple[Mark, ...]
    borrowed: tuple[Borrowed, ...] = ()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The set taken apart, as `Meld.pieces`, with what it borrows."""
        if not self.borrowed:
            return self.meld.pieces
        owners = {each.place: each.owner for each in self.borrowed}
        return tuple(piece._replace(owner=owners.get(place)) for place, piece in enumerate(self.meld.pieces))

    @property
    def own(self) -> tuple[Tile, ...]:
        """The tiles that are no other set's."""
        if not self.borrowed:
            return self.meld.tiles
        away = {each.place for each in self.borrowed}
        return tuple(tile for place, tile in enumerate(self.meld.tiles) if place not in away)

    @property
    def written(self) -> str:
        """The set in notation, `R5@A` for a tile that it borrows from set A."""
        return write_lying(self.pieces)


def generate_labels() -> Iterator[str]:
    """Count A, B ... Z, AA, AB ... without end."""
    for length in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=length))


def label_order(label: str) -> tuple[int, str]:
    """Sort key: A before Z before AA."""
    return (len(label), label)


def free_labels(taken: set[str]) -> Iterator[str]:
    """Letters that no set of the current picture carries, lowest first."""
    return (label for label in generate_labels() if label not in taken)


def settle(
    before: Sequence[TableSet],
    after: Sequence[Meld],
    played: Sequence[Tile],
    crossings: Sequence[Crossing] = (),
    kept: Mapping[int, int] | None = None,
) -> tuple[TableSet, ...]:
    """Give each meld of the new table its letter and its marks; ordered by letter.

    Of the parts of an old set, the one that shares most tiles keeps its letter, unless `kept` says which new row goes
    on with which old one. New sets take the lowest letters that `before`, the picture still on show, does not use.
    """
    heirs = match_rows(before, [meld.tiles for meld in after], kept or {})
    letters = _letter_rows(before, heirs, len(after))
    shared = {(each.borrower, each.place) for each in crossings}
    rack = Counter(played)
    marks = []
    for row, meld in enumerate(after):
        old = before[heirs[row]].meld.tiles if row in heirs else ()
        if old == meld.tiles:
            marks.append([Mark.STILL] * len(old))
            continue
        stayed, places = Counter(old), enumerate(meld.tiles)
        marks.append([Mark.STILL if (row, at) in shared else _mark(tile, stayed, rack) for at, tile in places])
    for each in crossings:
        marks[each.borrower][each.place] = marks[each.owner][each.at]
    placed = [
        TableSet(letters[row], meld, tuple(marks[row]), _list_borrowed(row, crossings, letters))
        for row, meld in enumerate(after)
    ]
    return tuple(sorted(placed, key=lambda each: label_order(each.label)))


def _list_borrowed(row: int, crossings: Sequence[Crossing], letters: Sequence[str]) -> tuple[Borrowed, ...]:
    return tuple(Borrowed(each.place, letters[each.owner]) for each in crossings if each.borrower == row)


def assign_letters(before: Sequence[TableSet], rows: Sequence[Sequence[Piece]]) -> list[str]:
    """The letters that rows get when they take the place of the table before, in their order."""
    heirs = match_rows(before, [[piece.tile for piece in row] for row in rows], {})
    return _letter_rows(before, heirs, len(rows))


def _letter_rows(before: Sequence[TableSet], heirs: Mapping[int, int], rows: int) -> list[str]:
    fresh = free_labels({each.label for each in before})
    return [before[heirs[row]].label if row in heirs else next(fresh) for row in range(rows)]


def match_rows(before: Sequence[TableSet], after: Sequence[Sequence[Tile]], kept: Mapping[int, int]) -> dict[int, int]:
    """Which new row goes on with which old one: `kept` and unchanged sets first, then the largest overlaps."""
    heirs = dict(kept)
    left = [here for here in range(len(before)) if here not in kept.values()]
    twins: dict[tuple[Tile, ...], list[int]] = {}
    for there in reversed(range(len(after))):
        if there not in kept:
            twins.setdefault(tuple(after[there]), []).append(there)
    for here in left:
        if unchanged := twins.get(before[here].meld.tiles):
            heirs[unchanged.pop()] = here
    known = set(heirs.values())
    changed = [there for there in range(len(after)) if there not in heirs]
    overlaps = sorted(
        (-shared, here, there)
        for here in left
        if here not in known
        for there in changed
        if (shared := _count_shared(before[here].meld.tiles, after[there]))
    )
    for _, here, there in overlaps:
        if there not in heirs and here not in known:
            heirs[there] = here
            known.add(here)
    return heirs


def _count_shared(one: Sequence[Tile], other: Sequence[Tile]) -> int:
    return sum(min(one.count(tile), other.count(tile)) for tile in set(one).intersection(other))


def _mark(tile: Tile, stayed: Counter[Tile], rack: Counter[Tile]) -> Mark:
    """Mark a tile, and take it from where it came."""
    for source, mark in ((stayed, Mark.STILL), (rack, Mark.LAID)):
        if source[tile]:
            source[tile] -= 1
            return mark
    return Mark.MOVED
