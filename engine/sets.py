"""Sets as they lie on the table: their letters, and what this turn laid and moved."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count
from string import ascii_uppercase

from engine.melds import Meld
from engine.tiles import Tile


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
class TableSet:
    """A meld on the table under the letter that it keeps for life; one mark a tile, in the meld's order.

    `borrowed` are the tiles that it shares with a set that lay there before it and crosses it.
    """

    label: str
    meld: Meld
    marks: tuple[Mark, ...]
    borrowed: tuple[Borrowed, ...] = ()


def labels() -> Iterator[str]:
    """Count A, B ... Z, AA, AB ... without end."""
    for length in count(1):
        yield from (_letters(number, length) for number in range(26**length))


def _letters(number: int, length: int) -> str:
    return "".join(ascii_uppercase[number // 26**place % 26] for place in reversed(range(length)))


def label_order(label: str) -> tuple[int, str]:
    """Sort key: A before Z before AA."""
    return (len(label), label)


def free_labels(taken: set[str]) -> Iterator[str]:
    """Letters that no set of the current picture carries, lowest first."""
    return (label for label in labels() if label not in taken)


def settle(before: Sequence[TableSet], after: Sequence[Meld], played: Sequence[Tile]) -> tuple[TableSet, ...]:
    """Give each meld of the new table its letter and its marks; ordered by letter.

    Of the parts of an old set, the one that shares most tiles keeps its letter. New sets take the lowest letters that
    `before`, the picture still on show, does not use.
    """
    heirs = _heirs(before, after)
    fresh = free_labels({each.label for each in before})
    rack = Counter(played)
    placed = []
    for place, meld in enumerate(after):
        old = before[heirs[place]] if place in heirs else None
        label = old.label if old else next(fresh)
        placed.append(TableSet(label, meld, _marks(old.meld if old else None, meld, rack)))
    return tuple(sorted(placed, key=lambda each: label_order(each.label)))


def _heirs(before: Sequence[TableSet], after: Sequence[Meld]) -> dict[int, int]:
    """Which new place inherits from which old one: unchanged sets first, then the largest overlaps."""
    heirs: dict[int, int] = {}
    for here, old in enumerate(before):
        twins = (there for there, new in enumerate(after) if there not in heirs and new.tiles == old.meld.tiles)
        if (twin := next(twins, None)) is not None:
            heirs[twin] = here
    known = set(heirs.values())
    overlaps = sorted(
        (-shared, here, there)
        for here, old in enumerate(before)
        for there, new in enumerate(after)
        if here not in known and there not in heirs and (shared := _shared(old.meld.tiles, new.tiles))
    )
    for _, here, there in overlaps:
        if there not in heirs and here not in heirs.values():
            heirs[there] = here
    return heirs


def _shared(one: Sequence[Tile], other: Sequence[Tile]) -> int:
    return (Counter(one) & Counter(other)).total()


def _marks(old: Meld | None, new: Meld, rack: Counter[Tile]) -> tuple[Mark, ...]:
    """Mark each tile of `new`, and take from `rack` what it used up."""
    stayed = Counter(old.tiles if old else ())
    return tuple(_mark(tile, stayed, rack) for tile in new.tiles)


def _mark(tile: Tile, stayed: Counter[Tile], rack: Counter[Tile]) -> Mark:
    for source, mark in ((stayed, Mark.STILL), (rack, Mark.LAID)):
        if source[tile]:
            source[tile] -= 1
            return mark
    return Mark.MOVED
