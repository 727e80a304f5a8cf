"""Play given tiles while disturbing as few sets as possible. A set is disturbed unless it stays as it was or grows.

This is an implicit hitting set search. If the tiles can't be played while certain sets stay undisturbed, at least one
of those sets must be disturbed: that is a demand. Each step tries a smallest choice of sets that meets every demand
found so far. If the tiles can be played by disturbing that choice, no smaller choice works.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice, pairwise

from engine.solver.plans.legality import LegalityCheck
from engine.solver.search import FoundTable, SearchGoal, search_table
from engine.solver.sweep.counts import layout_of
from engine.tiles.edits import Row
from engine.tiles.melds import SMALLEST_SET, Meld
from engine.tiles.tiles import JOKER, Tile, by_color
from engine.tiles.turn_edits import match_standing

MOST_TRIES = 120
"""The most attempts to play the tiles; after that, the least disturbance found so far is returned as unproven."""
TRY = 12_000
"""The budget of one attempt. An attempt that exceeds it counts as failed, which proves nothing."""
LAST_TRY = 24_000
"""The budget kept for an attempt in which every set may be disturbed."""
MOST_CROSSING_TRIES = 4
"""The most attempts where sets may cross: each takes longer there and proves little.

Chosen with `python -m benchmarks worst`.
"""
MOST_CHOICES = 6
"""The most choices of equal size that are compared."""

RowSet = frozenset[int]


@dataclass(slots=True)
class LeastDisturbance:
    """A search for the table that plays all tiles of `aim.rack` and disturbs the fewest sets.

    A row is a set's index on the table, from 0. `known` maps a choice of rows that may be disturbed to the table found,
    or to None if the attempt found none. Each of `demands` is a set of rows of which at least one must be disturbed.
    `most` limits `tries`, the number of attempts; `guesses` counts those that failed without a proof: with any, the
    result is unproven.
    """

    legality: LegalityCheck
    aim: SearchGoal
    most: int = MOST_TRIES
    tries: int = 0
    guesses: int = 0
    known: dict[RowSet, FoundTable | None] = field(default_factory=dict)
    demands: list[RowSet] = field(default_factory=list)

    @property
    def everything(self) -> RowSet:
        """All rows of the table."""
        return frozenset(range(len(self.legality.sets)))

    def run(self) -> FoundTable | None:
        """Return the table with the least disturbance that was found, or None if none was found."""
        for disturbed in self._list_choices():
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
        return None

    def _list_choices(self) -> Iterator[RowSet]:
        """Yield, without end, a smallest choice of rows that meets all demands known at that time."""
        while True:
            yield next(self._list_smallest())

    def _list_smallest(self) -> Iterator[RowSet]:
        """Yield every choice of rows that meets all demands and has the fewest rows possible."""
        for size in range(len(self.legality.sets) + 1):
            choices = list(dict.fromkeys(_list_hitting_sets(self.demands, size)))
            if choices:
                yield from choices
                return

    def _try(self, disturbed: RowSet) -> FoundTable | None:
        """Return a table that plays the tiles and disturbs at most these rows, or None if none was found.

        Each choice of rows is searched only once.
        """
        if disturbed not in self.known:
            self.tries += 1
            hopeless = not disturbed and not _may_stand(self.legality, self.aim.rack)
            self.known[disturbed] = None if hopeless else self._search_rows(disturbed)
        return self.known[disturbed]

    def _search_rows(self, disturbed: RowSet) -> FoundTable | None:
        budget = self.legality.budget
        with budget.at_most(LAST_TRY if disturbed == self.everything else min(TRY, budget.left - LAST_TRY)):
            turn, is_proven = search_table(self.legality, self.aim, self.everything - disturbed)
            self.guesses += turn is None and not is_proven
        return turn

    @property
    def _is_tired(self) -> bool:
        """Whether the attempts or the budget are used up, apart from the share kept for the last attempt."""
        return self.tries >= self.most or self.legality.budget.left <= LAST_TRY

    def _can_lay(self, disturbed: RowSet) -> bool:
        """Return whether the tiles can be played if no rows but these are disturbed.

        They can if a table was found for some of these rows, and can't if the attempt for more rows failed. Otherwise
        try it.
        """
        for rows, fit in self.known.items():
            if fit is not None and rows <= disturbed:
                return True
            if fit is None and rows >= disturbed:
                return False
        return self._try(disturbed) is not None

    def _find_demand(self, disturbed: RowSet) -> RowSet:
        """Return a few rows of which at least one must be disturbed, given that disturbing `disturbed` isn't enough.

        The demand starts with all other rows. A row is dropped from it if the tiles can't be played even when that row
        may be disturbed too; at first, many rows are tested at a time. An empty demand means that the tiles can't be
        played at all.
        """
        standing_ = self._sort_farthest_first(disturbed)
        needed: list[int] = []
        size = max(1, len(standing_) // 2)
        while standing_ and not self._is_tired:
            size = min(size, len(standing_))
            gone, rest = standing_[:size], standing_[size:]
            if not self._can_lay(self.everything - frozenset(needed) - frozenset(rest)):
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
        """Return all rows but `disturbed`, those that could share the most sets with the loose tiles last.

        The loose tiles are those to be played and those of the disturbed sets.
        """
        loose = [*self.aim.rack, *(tile for row in disturbed for tile in self.legality.before[row].tiles)]
        rows = sorted(self.everything - disturbed)
        return sorted(
            rows,
            key=lambda row: sum(
                _can_share_set(one, other) for one in self.legality.before[row].faces for other in loose
            ),
        )

    def _choose_calmest(self, fit: FoundTable, disturbed: RowSet) -> FoundTable:
        """Return the table that keeps the most neighbours together: `fit`, or that of another choice of as many rows.

        `fit` is the table found with the choice `disturbed`.
        """
        if not disturbed:
            return fit
        fits = [fit]
        for choice in islice(self._list_smallest(), MOST_CHOICES):
            other = None if self._is_tired else self._try(choice)
            if other is not None:
                fits.append(other)
        calmest = max(fits, key=lambda each: count_kept_neighbours(self.legality, each.rows))
        return replace(calmest, exact=calmest.exact and not self.legality.rules.crossings)

    def _reduce(self) -> FoundTable | None:
        """Return, as unproven, the table with the least disturbance of all found so far, or None."""
        self._try(self.everything)
        fits = [fit for fit in self.known.values() if fit is not None]
        if len(fits) > 1:
            sets = self.legality.sets
            fits.sort(
                key=lambda fit: (-len(match_standing(sets, fit.rows)), -count_kept_neighbours(self.legality, fit.rows))
            )
        return replace(fits[0], exact=False) if fits else None


def minimize_disturbance(legality: LegalityCheck, turn: FoundTable, most: int) -> FoundTable:
    """Return a turn that plays the same tiles and disturbs fewer sets, if `most` attempts find one, else `turn`."""
    if (most == 1 and not _may_stand(legality, turn.played)) or not _count_disturbed(legality, turn):
        return turn
    search = _make_search(legality, turn.played, most)
    search.known[search.everything] = turn
    calm = search.run()
    if calm is None or calm.rows == turn.rows:
        return turn
    return replace(min(turn, calm, key=lambda each: _count_disturbed(legality, each)), exact=turn.exact)


def _may_stand(legality: LegalityCheck, tiles: Iterable[Tile]) -> bool:
    """Return whether each tile might be added to an undisturbed set or form one with the other tiles.

    False is certain; True isn't.
    """
    held, layout = Counter(tiles), layout_of(legality.rules.box)
    if held[JOKER] or legality.rules.crossings:
        return True  # a joker melds with nearly any tile
    company = layout.find_meldable_faces(layout.count_faces(held), 0)
    lonely = [tile for tile in held if not company >> layout.places[tile] & 1]
    return all(any(_can_take(meld, tile, held) for meld in legality.before) for tile in lonely)


def _can_take(meld: Meld, tile: Tile, held: Container[Tile]) -> bool:
    """Return whether a tile can extend a set, with tiles of `held` in the gap between them."""
    first, last = meld.faces[0], meld.faces[-1]
    if first.number == last.number:
        return tile.number == first.number and tile not in meld.tiles
    on_the_way = (*range(tile.number + 1, first.number), *range(last.number + 1, tile.number))
    outside = not first.number <= tile.number <= last.number
    return tile.color == first.color and outside and all(Tile(tile.color, number) in held for number in on_the_way)


def _count_disturbed(legality: LegalityCheck, turn: FoundTable) -> int:
    """Return how many sets of the table neither stay as they were nor grow in this turn."""
    return len(legality.sets) - len(match_standing(legality.sets, turn.rows))


def _make_search(legality: LegalityCheck, tiles: Sequence[Tile], most: int) -> LeastDisturbance:
    box = legality.rules.box
    aim = SearchGoal(Counter(tiles), (1,) * (box.high - box.low + 1), 1, len(tiles) - 1, len(tiles))
    return LeastDisturbance(legality, aim, min(most, MOST_CROSSING_TRIES if legality.rules.crossings else MOST_TRIES))


def _can_share_set(one: Tile, other: Tile) -> bool:
    """Return whether two tiles could be in one set of three."""
    if one.number == other.number:
        return one.color != other.color
    return one.color == other.color and abs(one.number - other.number) < SMALLEST_SET


def _list_hitting_sets(demands: Sequence[RowSet], size: int) -> Iterator[RowSet]:
    """Yield choices of at most `size` rows that contain at least one row of every demand.

    All the smallest choices are among them; some choices come more than once.
    """
    if not demands:
        yield frozenset()
    elif size:
        first = demands[0]
        for row in sorted(first):
            rest = [demand for demand in demands if row not in demand]
            yield from (choice | {row} for choice in _list_hitting_sets(rest, size - 1))


def count_kept_neighbours(legality: LegalityCheck, rows: Sequence[Row]) -> int:
    """Return how many pairs of neighbours in the sets of the table are still neighbours in `rows`.

    In a run, neighbours are next to each other; in a group, all tiles are neighbours.
    """
    before = Counter(pair for each in legality.sets for pair in _list_pairs(each.pieces))
    return (before & Counter(pair for row in rows for pair in _list_pairs(row))).total()


def _list_pairs(row: Row) -> Iterator[tuple[Tile, ...]]:
    tiles = [piece.tile for piece in row]
    faces = {(piece.stands_for or piece.tile).number for piece in row}
    pairs = combinations(sorted(tiles, key=by_color), 2) if len(faces) == 1 else pairwise(tiles)
    return iter(pairs)


def fit_tiles(legality: LegalityCheck, tiles: Sequence[Tile], most: int = MOST_TRIES) -> FoundTable | None:
    """Return the turn that plays exactly these rack tiles with the least disturbance, or None if none was found."""
    if not tiles or Counter(tiles) - Counter(legality.rack):
        return None
    return _make_search(legality, tiles, most).run()
