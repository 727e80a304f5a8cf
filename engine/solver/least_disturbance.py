"""Given tiles laid with the least disturbance: as few sets as can be do anything but stay or grow.

Which sets have to be disturbed shows in what fails. If the tiles can't be laid while some sets stand, one of those at
least must be disturbed; a fewest choice that meets all such demands found so far is tried next. When it works, no
smaller choice can.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice, pairwise

from engine.solver.plans.legality import LegalityCheck
from engine.solver.search import FoundTable, SearchGoal, find_table
from engine.solver.sweep.counts import layout_of
from engine.tiles.edits import Row
from engine.tiles.melds import SMALLEST_SET, Meld
from engine.tiles.tiles import JOKER, Tile, by_color
from engine.tiles.turn_edits import match_standing

MOST_TRIES = 120
"""So often is it tried to lay the tiles; what was the least by then is given without proof."""
TRY = 12_000
"""So much may be looked at in one try; what was given up is taken for what can't be, and proves nothing."""
LAST_TRY = 24_000
"""So much of the work is kept to lay the tiles anyhow."""
MOST_CROSSING_TRIES = 4
"""The same where sets may cross: there a try takes longer and proves little."""
MOST_CHOICES = 6
"""So many equally small choices are compared."""

RowSet = frozenset[int]


@dataclass(slots=True)
class LeastDisturbance:
    """The search: `demands` are sets of rows of which at least one has to be disturbed."""

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
        """The least disturbance found."""
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
        """Always a fewest choice of rows that meets all demands."""
        while True:
            yield next(self._list_smallest())

    def _list_smallest(self) -> Iterator[RowSet]:
        """Every choice of as few rows as can be that meets all demands."""
        for size in range(len(self.legality.sets) + 1):
            choices = list(dict.fromkeys(_list_hitting_sets(self.demands, size)))
            if choices:
                yield from choices
                return

    def _try(self, disturbed: RowSet) -> FoundTable | None:
        """Lay the tiles while all other sets only grow."""
        if disturbed not in self.known:
            self.tries += 1
            hopeless = not disturbed and not _may_stand(self.legality, self.aim.rack)
            self.known[disturbed] = None if hopeless else self._search_rows(disturbed)
        return self.known[disturbed]

    def _search_rows(self, disturbed: RowSet) -> FoundTable | None:
        budget = self.legality.budget
        with budget.at_most(LAST_TRY if disturbed == self.everything else min(TRY, budget.left - LAST_TRY)):
            turn = find_table(self.legality, self.aim, self.everything - disturbed)
            self.guesses += budget.is_out
        return turn

    @property
    def _is_tired(self) -> bool:
        """Has enough been tried?"""
        return self.tries >= self.most or self.legality.budget.left <= LAST_TRY

    def _can_lay(self, disturbed: RowSet) -> bool:
        """Can the tiles be laid so? Who may disturb more sets can do no less."""
        for rows, fit in self.known.items():
            if fit is not None and rows <= disturbed:
                return True
            if fit is None and rows >= disturbed:
                return False
        return self._try(disturbed) is not None

    def _find_demand(self, disturbed: RowSet) -> RowSet:
        """A small set of rows that can't all stand, given that disturbing those rows alone does not do.

        Rows are let go for good as long as the tiles still can't be laid, many at a time at first.
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
        """The other rows; those with which the loose tiles have most to do come last."""
        loose = [*self.aim.rack, *(tile for row in disturbed for tile in self.legality.before[row].tiles)]
        rows = sorted(self.everything - disturbed)
        return sorted(
            rows,
            key=lambda row: sum(
                _can_share_set(one, other) for one in self.legality.before[row].faces for other in loose
            ),
        )

    def _choose_calmest(self, fit: FoundTable, disturbed: RowSet) -> FoundTable:
        """Of as many small choices as are compared, the one that keeps most neighbours together."""
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
        """The least disturbance that was come across."""
        self._try(self.everything)
        fits = [fit for fit in self.known.values() if fit is not None]
        if len(fits) > 1:
            sets = self.legality.sets
            fits.sort(
                key=lambda fit: (-len(match_standing(sets, fit.rows)), -count_kept_neighbours(self.legality, fit.rows))
            )
        return replace(fits[0], exact=False) if fits else None


def minimize_disturbance(legality: LegalityCheck, turn: FoundTable, most: int) -> FoundTable:
    """The same tiles laid with less disturbance, as far as so many tries show."""
    if (most == 1 and not _may_stand(legality, turn.played)) or not _count_disturbed(legality, turn):
        return turn
    search = _make_search(legality, turn.played, most)
    search.known[search.everything] = turn
    calm = search.run()
    if calm is None or calm.rows == turn.rows:
        return turn
    return replace(min(turn, calm, key=lambda each: _count_disturbed(legality, each)), exact=turn.exact)


def _may_stand(legality: LegalityCheck, tiles: Iterable[Tile]) -> bool:
    """Could each of these tiles lie on a set that only grows, or among the others, whatever else that takes?"""
    held, layout = Counter(tiles), layout_of(legality.rules.box)
    if held[JOKER] or legality.rules.crossings:
        return True  # a joker is company for nearly everything
    company = layout.find_meldable_faces(layout.count_faces(held), 0)
    lonely = [tile for tile in held if not company >> layout.places[tile] & 1]
    return all(any(_can_take(meld, tile, held) for meld in legality.before) for tile in lonely)


def _can_take(meld: Meld, tile: Tile, held: Container[Tile]) -> bool:
    """Can a set take a tile in, with others on the way to it?"""
    first, last = meld.faces[0], meld.faces[-1]
    if first.number == last.number:
        return tile.number == first.number and tile not in meld.tiles
    on_the_way = (*range(tile.number + 1, first.number), *range(last.number + 1, tile.number))
    outside = not first.number <= tile.number <= last.number
    return tile.color == first.color and outside and all(Tile(tile.color, number) in held for number in on_the_way)


def _count_disturbed(legality: LegalityCheck, turn: FoundTable) -> int:
    """How many sets neither stay nor grow."""
    return len(legality.sets) - len(match_standing(legality.sets, turn.rows))


def _make_search(legality: LegalityCheck, tiles: Sequence[Tile], most: int) -> LeastDisturbance:
    box = legality.rules.box
    aim = SearchGoal(Counter(tiles), (1,) * (box.high - box.low + 1), 1, len(tiles) - 1, len(tiles))
    return LeastDisturbance(legality, aim, min(most, MOST_CROSSING_TRIES if legality.rules.crossings else MOST_TRIES))


def _can_share_set(one: Tile, other: Tile) -> bool:
    """Could two tiles lie in one set of three?"""
    if one.number == other.number:
        return one.color != other.color
    return one.color == other.color and abs(one.number - other.number) < SMALLEST_SET


def _list_hitting_sets(demands: Sequence[RowSet], size: int) -> Iterator[RowSet]:
    """Every choice of at most so many rows that meets all demands."""
    if not demands:
        yield frozenset()
    elif size:
        first = demands[0]
        for row in sorted(first):
            rest = [demand for demand in demands if row not in demand]
            yield from (choice | {row} for choice in _list_hitting_sets(rest, size - 1))


def count_kept_neighbours(legality: LegalityCheck, rows: Sequence[Row]) -> int:
    """How many pairs of tiles that lay side by side in a set still do; in a group all do."""
    before = Counter(pair for each in legality.sets for pair in _list_pairs(each.pieces))
    return (before & Counter(pair for row in rows for pair in _list_pairs(row))).total()


def _list_pairs(row: Row) -> Iterator[tuple[Tile, ...]]:
    tiles = [piece.tile for piece in row]
    faces = {(piece.stands_for or piece.tile).number for piece in row}
    pairs = combinations(sorted(tiles, key=by_color), 2) if len(faces) == 1 else pairwise(tiles)
    return iter(pairs)


def fit_tiles(legality: LegalityCheck, tiles: Sequence[Tile], most: int = MOST_TRIES) -> FoundTable | None:
    """The turn that lays exactly these tiles of the rack, if there is one."""
    if not tiles or Counter(tiles) - Counter(legality.rack):
        return None
    return _make_search(legality, tiles, most).run()
