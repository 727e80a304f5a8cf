"""Placing several picked tiles at once, each in a row or a new set where it fits, while every other tile stays."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from engine.tiles.edits import Row
from engine.tiles.melds import SMALLEST_SET, read_melds
from engine.tiles.tiles import Box

MOST_TILES = 10  # placed at once; with more there are too many combinations to try
_MOST_MENDING = 3  # tiles added at once to a row that isn't a set


@dataclass(frozen=True)
class Placement:
    """A way to place all picked tiles: the pieces that each row gets, by its letter, and the new sets."""

    added: Mapping[str, Row]
    new: tuple[Row, ...]


def find_placements(rows: Mapping[str, Row], more: Row, box: Box, closed: Collection[str] = ()) -> list[Placement]:
    """Return the best ways to place all of the pieces `more`, so that every row that gets some becomes a set.

    The best ways are those that leave the fewest of `rows` invalid, and among them those that change and make the
    fewest rows. Rows with letters in `closed` get nothing. Ways that differ only in equal tiles count as one. The list
    is empty if the tiles can't all be placed, or are more than `MOST_TILES`.
    """
    if not more or len(more) > MOST_TILES:
        return []
    broken = {label for label, row in rows.items() if not read_melds(row, box)}
    parts = [
        *(
            _Part(picks, label)
            for label, row in rows.items()
            if label not in closed
            for picks in _list_additions(row, more, box, is_set=label not in broken)
        ),
        *(_Part(picks) for picks in _list_new_sets(more, box)),
    ]
    best = _BestCovers(broken, sorted(parts, key=lambda part: -len(part.picks)))
    best.search(frozenset(range(len(more))), ())
    placements = (_make_placement(chosen, more) for chosen in best.covers)
    return list({_describe(placement): placement for placement in placements}.values())


@dataclass(frozen=True)
class _Part:
    """Picked tiles, by their indices, that make a set together with the row `label`, or without one if it's empty."""

    picks: frozenset[int]
    label: str = ""


def _list_additions(row: Row, more: Row, box: Box, *, is_set: bool) -> Iterator[frozenset[int]]:
    """Yield the choices of pieces that make a set with the row: any few if it isn't one, else one after another."""
    if not is_set:
        for size in range(1, min(len(more), _MOST_MENDING) + 1):
            for picks in combinations(range(len(more)), size):
                if read_melds((*row, *(more[index] for index in picks)), box):
                    yield frozenset(picks)
        return
    reached = {frozenset[int]()}
    while reached:
        longer = {picks | {index} for picks in reached for index in range(len(more)) if index not in picks}
        reached = {picks for picks in longer if read_melds((*row, *(more[index] for index in sorted(picks))), box)}
        yield from reached


def _list_new_sets(more: Row, box: Box) -> Iterator[frozenset[int]]:
    for size in range(SMALLEST_SET, len(more) + 1):
        for picks in combinations(range(len(more)), size):
            tiles = [more[index].tile for index in picks if not more[index].tile.is_joker]
            if len({tile.number for tile in tiles}) > 1 < len({tile.color for tile in tiles}):
                continue  # quicker than reading them
            if read_melds(tuple(more[index] for index in picks), box):
                yield frozenset(picks)


@dataclass
class _BestCovers:
    """The search for the best choices of parts that have each picked tile once, and each row at most once.

    `parts` are tried in their order, and `broken` are the rows that aren't sets. `rank` is that of the best choices so
    far, which are in `covers`: how many broken rows they leave, and how many parts they have. Lower is better.
    """

    broken: Collection[str]
    parts: Sequence[_Part]
    rank: tuple[int, int] | None = None
    covers: list[tuple[_Part, ...]] = field(default_factory=list)

    def search(self, left: frozenset[int], chosen: tuple[_Part, ...]) -> None:
        """Complete the choice `chosen`, which lacks the tiles at the indices `left`, in each way that may be best."""
        if not left:
            self._note(chosen)
            return
        if self.rank is not None and (0, len(chosen) + 1) > self.rank:
            return
        first, taken = min(left), {part.label for part in chosen if part.label}
        for part in self.parts:
            if first in part.picks and part.picks <= left and part.label not in taken:
                self.search(left - part.picks, (*chosen, part))

    def _note(self, cover: tuple[_Part, ...]) -> None:
        rank = (len(set(self.broken) - {part.label for part in cover}), len(cover))
        if self.rank is None or rank < self.rank:
            self.rank, self.covers = rank, []
        if rank == self.rank:
            self.covers.append(cover)


def _make_placement(chosen: Sequence[_Part], more: Row) -> Placement:
    pieces = [(part.label, tuple(more[index] for index in sorted(part.picks))) for part in chosen]
    return Placement(
        {label: added for label, added in pieces if label}, tuple(added for label, added in pieces if not label)
    )


def _describe(placement: Placement) -> frozenset[object]:
    """Return a key that is equal for placements that differ only in which of several equal tiles goes where."""
    new = tuple(sorted(placement.new, key=str))
    return frozenset({*((label, tuple(sorted(row, key=str))) for label, row in placement.added.items()), new})
