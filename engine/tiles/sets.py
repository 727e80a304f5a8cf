"""Sets on the table: their letters, what they share, and which of their tiles the last turn played or moved."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count, product
from string import ascii_uppercase

from engine.tiles.melds import Meld, Piece
from engine.tiles.notation import write_row
from engine.tiles.tiles import Tile


class Mark(StrEnum):
    """The last turn's effect on a tile: played from the rack, moved from another set, or left in its set."""

    PLAYED = "played"
    MOVED = "moved"
    STILL = "still"


@dataclass(frozen=True, slots=True)
class Borrowed:
    """A tile, at `index` in its set, from 0, that the crossing set with the letter `owner` owns."""

    index: int
    owner: str


@dataclass(frozen=True, slots=True)
class Crossing:
    """A tile shared by two sets of a table, all indexes from 0.

    `borrower` and `owner` are the two sets' indexes in the table; the tile's indexes in them are `index` and `at`.
    """

    borrower: int
    index: int
    owner: int
    at: int


@dataclass(frozen=True, slots=True)
class TableSet:
    """A set on the table: its letter, which never changes, its meld, and a mark for each tile, in the meld's order.

    `borrowed` lists those of its tiles that belong to other sets, which share them with this one.
    """

    label: str
    meld: Meld
    marks: tuple[Mark, ...]
    borrowed: tuple[Borrowed, ...] = ()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The set's tiles as pieces, as in `Meld.pieces`; borrowed ones have their owner's letter."""
        if not self.borrowed:
            return self.meld.pieces
        owners = {each.index: each.owner for each in self.borrowed}
        return tuple(
            piece._replace(owner=owners[index]) if index in owners else piece
            for index, piece in enumerate(self.meld.pieces)
        )

    @property
    def own(self) -> tuple[Tile, ...]:
        """The set's tiles without the borrowed ones, in the set's order."""
        if not self.borrowed:
            return self.meld.tiles
        away = {each.index for each in self.borrowed}
        return tuple(tile for index, tile in enumerate(self.meld.tiles) if index not in away)

    @property
    def written(self) -> str:
        """The set in notation, with `R5@A` for a tile that it borrows from set A."""
        return write_row(self.pieces)


def generate_labels() -> Iterator[str]:
    """Yield the letters A, B, …, Z, AA, AB and so on, without end."""
    for length in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=length))


def label_order(label: str) -> tuple[int, str]:
    """Return a sort key that puts A before Z and Z before AA."""
    return (len(label), label)


def free_labels(taken: set[str]) -> Iterator[str]:
    """Yield the letters that aren't in `taken`, lowest first, without end."""
    return (label for label in generate_labels() if label not in taken)


def settle(
    before: Sequence[TableSet],
    after: Sequence[Meld],
    played: Sequence[Tile],
    crossings: Sequence[Crossing] = (),
    kept: Mapping[int, int] | None = None,
) -> tuple[TableSet, ...]:
    """Give each meld of a new table a letter, and each of its tiles a mark; return the sets ordered by letter.

    `before` has the old sets and `after` the new melds. If an old set was divided, the part that shares the most tiles
    with it keeps its letter, unless `kept` (new index to old index) says otherwise. New sets take the lowest letters
    that `before` doesn't use, because players still see that table. `played` are the tiles that come from the rack, and
    `crossings` the tiles that two new sets share.
    """
    heirs = match_rows(before, [meld.tiles for meld in after], kept or {})
    letters = _letter_rows(before, heirs, len(after))
    shared = {(each.borrower, each.index) for each in crossings}
    rack = Counter(played)
    marks = []
    for row, meld in enumerate(after):
        old = before[heirs[row]].meld.tiles if row in heirs else ()
        if old == meld.tiles:
            marks.append([Mark.STILL] * len(old))
            continue
        stayed, tiles = Counter(old), enumerate(meld.tiles)
        marks.append([Mark.STILL if (row, at) in shared else _mark(tile, stayed, rack) for at, tile in tiles])
    for each in crossings:
        marks[each.borrower][each.index] = marks[each.owner][each.at]
    placed = []
    for row, meld in enumerate(after):
        borrowed = tuple(Borrowed(each.index, letters[each.owner]) for each in crossings if each.borrower == row)
        placed.append(TableSet(letters[row], meld, tuple(marks[row]), borrowed))
    return tuple(sorted(placed, key=lambda each: label_order(each.label)))


def assign_letters(before: Sequence[TableSet], rows: Sequence[Sequence[Piece]]) -> list[str]:
    """Return the letter that each row, in order, would get if the rows replaced the sets of the table `before`."""
    heirs = match_rows(before, [[piece.tile for piece in row] for row in rows], {})
    return _letter_rows(before, heirs, len(rows))


def _letter_rows(before: Sequence[TableSet], heirs: Mapping[int, int], rows: int) -> list[str]:
    fresh = free_labels({each.label for each in before})
    return [before[heirs[row]].label if row in heirs else next(fresh) for row in range(rows)]


def match_rows(before: Sequence[TableSet], after: Sequence[Sequence[Tile]], kept: Mapping[int, int]) -> dict[int, int]:
    """Map the index of each row of `after` that continues a set of `before` to that set's index, both from 0.

    The pairs in `kept` (new index to old index) go first, then unchanged sets, then pairs by the number of tiles that
    they share, most first. New rows that share no tile with an old set aren't included.
    """
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
    """Return the tile's mark, and remove one copy of the tile from the counter in which it was found.

    `stayed` counts the tiles that its set had before the turn, `rack` those that the turn played.
    """
    for source, mark in ((stayed, Mark.STILL), (rack, Mark.PLAYED)):
        if source[tile]:
            source[tile] -= 1
            return mark
    return Mark.MOVED
