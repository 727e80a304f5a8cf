"""Play given tiles while disturbing as few sets as possible. A set is disturbed unless it stays as it was or grows.

This is an implicit hitting set search. If the tiles can't be played while certain sets stay undisturbed, at least one
of those sets must be disturbed: those sets are called a demand. Each step tries a smallest choice of sets that includes
one of every demand found so far. If the tiles can be played by disturbing that choice, no smaller choice works.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice, pairwise

from engine.solver.plans.legality import FoundTable, LegalityCheck
from engine.solver.search import SearchGoal, search_table
from engine.solver.sweep.counts import layout_of
from engine.tiles.edits import Row, match_standing
from engine.tiles.melds import SMALLEST_SET, Meld
from engine.tiles.tiles import JOKER, Tile, by_color

MOST_TRIES = 120
"""The maximum number of attempts; after that, the result is the best table found so far, marked as unproven."""
TRY = 12_000
"""The budget of one attempt, in units of `SearchBudget`. An attempt that exceeds it fails but proves nothing."""
LAST_TRY = 16_000
"""The budget kept for an attempt in which every set may be disturbed, in units of `SearchBudget`."""
MOST_CROSSING_TRIES = 4
"""The maximum number of attempts if the rules let sets cross (share a tile): an attempt takes longer there.

Chosen with `python -m benchmarks worst`.
"""
MOST_CHOICES = 6
"""The maximum number of equally small choices of disturbed sets that are compared with each other."""

RowSet = frozenset[int]


@dataclass(slots=True)
class LeastDisturbance:
    """A search for the table that plays all tiles of `aim.rack` and disturbs the fewest sets.

    A row is a set's index on the table, from 0, and `everything` has all of them. `known` maps a choice of rows that
    may be disturbed to the table found by that attempt, or to None. Each of `demands` is a set of rows of which at
    least one must be disturbed. `tries` counts the attempts; the search gives up when they reach `most`. `guesses`
    counts the attempts that failed without a proof; if there are any, the result is marked as unproven.
    """

    legality: LegalityCheck
    aim: SearchGoal
    most: int = MOST_TRIES
    tries: int = 0
    guesses: int = 0
    known: dict[RowSet, FoundTable | None] = field(default_factory=dict)
    demands: list[RowSet] = field(default_factory=list)
    everything: RowSet = field(init=False)

    def __post_init__(self) -> None:
        self.everything = frozenset(range(len(self.legality.sets)))

    def run(self) -> FoundTable | None:
        """Return the best table found, which plays all the tiles and disturbs few sets; None if none was found."""
        while True:
            disturbed = next(self._list_smallest())
            fit = self._try(disturbed)
            if fit is not None:
                calmest = self._choose_calmest(fit, disturbed)
                return replace(calmest, exact=calmest.exact and not self.guesses)
            if self._is_tired:
                return self._reduce()
            demand = self._find_demand(disturbed)
            if not demand:
                return None
            self.demands.append(demand)

    def _list_smallest(self) -> Iterator[RowSet]:
        """Yield each choice of rows to disturb that includes one of each of `demands` and is as small as possible."""
        for size in range(len(self.legality.sets) + 1):
            choices = list(dict.fromkeys(_list_hitting_sets(self.demands, size)))
            if choices:
                yield from choices
                return

    def _try(self, disturbed: RowSet) -> FoundTable | None:
        """Return a table that plays all tiles and disturbs at most `disturbed`, or None; results are cached."""
        if disturbed not in self.known:
            self.tries += 1
            self.known[disturbed] = None
            if disturbed or _may_stand(self.legality, self.aim.rack):
                budget = self.legality.budget
                with budget.at_most(LAST_TRY if disturbed == self.everything else min(TRY, budget.left - LAST_TRY)):
                    turn, is_proven = search_table(self.legality, self.aim, self.everything - disturbed)
                self.guesses += turn is None and not is_proven
                self.known[disturbed] = turn
        return self.known[disturbed]

    @property
    def _is_tired(self) -> bool:
        """Whether the attempts or the budget are used up, apart from the share kept for the last attempt."""
        return self.tries >= self.most or self.legality.budget.left <= LAST_TRY

    def _can_play(self, disturbed: RowSet) -> bool:
        """Return whether a table is found that plays all the tiles and disturbs no rows but `disturbed`.

        Earlier attempts that may disturb only some of these rows, or at least these, may answer first.
        """
        for rows, fit in self.known.items():
            if fit is not None and rows <= disturbed:
                return True
            if fit is None and rows >= disturbed:
                return False
        return self._try(disturbed) is not None

    def _find_demand(self, disturbed: RowSet) -> RowSet:
        """Return a few rows of which at least one must be disturbed, given that disturbing `disturbed` isn't enough.

        Start with all other rows, and drop those that don't help, many at a time at first. An empty result means that
        the tiles can't be played at all.
        """
        standing_ = self._sort_farthest_first(disturbed)
        needed: list[int] = []
        size = max(1, len(standing_) // 2)
        while standing_ and not self._is_tired:
            size = min(size, len(standing_))
            gone, rest = standing_[:size], standing_[size:]
            if not self._can_play(self.everything - frozenset(needed) - frozenset(rest)):
                standing_ = rest
            elif size == 1:
                needed += gone
                standing_ = rest
            else:
                size //= 2
                continue
            size = max(1, min(size, len(standing_) // 2))
        return frozenset(needed + standing_)

    def _sort_farthest_first(self, disturbed: RowSet) -> list[int]:
        """Return all rows but `disturbed`, first those whose tiles could least often be in a set with loose tiles.

        The loose tiles are those to be played and those of the disturbed sets.
        """
        before = self.legality.before
        loose = [*self.aim.rack, *(tile for row in disturbed for tile in before[row].tiles)]

        def count_pairs(row: int) -> int:
            return sum(_can_share_set(one, other) for one in before[row].faces for other in loose)

        return sorted(sorted(self.everything - disturbed), key=count_pairs)

    def _choose_calmest(self, fit: FoundTable, disturbed: RowSet) -> FoundTable:
        """Return `fit` or the table of an equally small choice of rows to disturb, whichever keeps more neighbors."""
        if not disturbed:
            return fit
        fits = [fit]
        for choice in islice(self._list_smallest(), MOST_CHOICES):
            other = None if self._is_tired else self._try(choice)
            if other is not None:
                fits.append(other)
        calmest = max(fits, key=lambda each: count_kept_neighbors(self.legality, each.rows))
        return replace(calmest, exact=calmest.exact and not self.legality.rules.crossings)

    def _reduce(self) -> FoundTable | None:
        """Try with every set disturbed, and return the best table of all attempts, marked as unproven, or None.

        The best table leaves the most sets undisturbed and, among equals, keeps the most neighboring tiles together.
        """
        self._try(self.everything)

        def rate(fit: FoundTable) -> tuple[int, int]:
            return len(match_standing(self.legality.sets, fit.rows)), count_kept_neighbors(self.legality, fit.rows)

        calmest = max((fit for fit in self.known.values() if fit), key=rate, default=None)
        return replace(calmest, exact=False) if calmest else None


def _may_stand(legality: LegalityCheck, tiles: Iterable[Tile]) -> bool:
    """Return whether the tiles might be played without disturbing a set; False is certain, True isn't."""
    held, layout = Counter(tiles), layout_of(legality.rules.box)
    if held[JOKER] or legality.rules.crossings:
        return True  # a joker melds with nearly any tile
    company = layout.find_meldable_faces(layout.count_faces(held), 0)
    lonely = [tile for tile in held if not company >> layout.shifts[tile] & 1]
    return all(any(_can_take(meld, tile, held) for meld in legality.before) for tile in lonely)


def _can_take(meld: Meld, tile: Tile, held: Container[Tile]) -> bool:
    """Return whether a tile can extend a set; apart from a run, `held` must have the numbers in between."""
    first, last = meld.faces[0], meld.faces[-1]
    if first.number == last.number:
        return tile.number == first.number and tile not in meld.tiles
    on_the_way = (*range(tile.number + 1, first.number), *range(last.number + 1, tile.number))
    outside = not first.number <= tile.number <= last.number
    return tile.color == first.color and outside and all(Tile(tile.color, number) in held for number in on_the_way)


def _can_share_set(one: Tile, other: Tile) -> bool:
    if one.number == other.number:
        return one.color != other.color
    return one.color == other.color and abs(one.number - other.number) < SMALLEST_SET


def _list_hitting_sets(demands: Sequence[RowSet], size: int) -> Iterator[RowSet]:
    """Yield choices of at most `size` rows with one of every demand, all the smallest included, some repeated."""
    if not demands:
        yield frozenset()
    elif size:
        first = demands[0]
        for row in sorted(first):
            rest = [demand for demand in demands if row not in demand]
            yield from (choice | {row} for choice in _list_hitting_sets(rest, size - 1))


def count_kept_neighbors(legality: LegalityCheck, rows: Sequence[Row]) -> int:
    """Return how many pairs of neighbors in old sets are kept: in a run side by side, in a group all."""
    before = Counter(pair for each in legality.sets for pair in _list_pairs(each.pieces))
    return (before & Counter(pair for row in rows for pair in _list_pairs(row))).total()


def _list_pairs(row: Row) -> Iterable[tuple[Tile, ...]]:
    tiles = [piece.tile for piece in row]
    numbers = {(piece.stands_for or piece.tile).number for piece in row}
    return combinations(sorted(tiles, key=by_color), 2) if len(numbers) == 1 else pairwise(tiles)


def fit_tiles(legality: LegalityCheck, tiles: Sequence[Tile], most: int = MOST_TRIES) -> FoundTable | None:
    """Return the turn of exactly these tiles that leaves most sets as they were or grown; tries up to `most` times."""
    if not tiles or Counter(tiles) - Counter(legality.rack):
        return None
    box = legality.rules.box
    aim = SearchGoal(Counter(tiles), (1,) * (box.high - box.low + 1), 1, len(tiles) - 1, len(tiles))
    most = min(most, MOST_CROSSING_TRIES if legality.rules.crossings else MOST_TRIES)
    return LeastDisturbance(legality, aim, most).run()
