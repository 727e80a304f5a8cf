"""A cover search for sets that may cross: each required tile is in one set or two, and two sets share at most one tile.

The search is depth-first. It picks the uncovered tile with the fewest moves and tries each set that covers it. Sets in
the way are removed, unless the search chose them, and their tiles have to be covered again. So it finds every possible
table, or one that keeps more of the old table. If a tile can't be covered, it conflicts only with the tiles that the
failed search had to cover.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from engine.rules.jokers import RACK_TILES_WITH_JOKER
from engine.solver.crossings.candidates import CandidateMeld, Candidates, ExistingCrossing
from engine.tiles.bit_masks import iterate_bits, list_bits, mask_of
from engine.tiles.tiles import JOKER, Tile

WEIGHED = 32
"""The number of candidate sets and of moves with them that together count as one search step."""
LOOK = 160
"""Units of the position's `SearchBudget` that one search step takes; see `python -m benchmarks thinking`."""
JUDGED = 3
"""Search steps charged for judging a whole table."""


class SearchGivenUp(Exception):
    """The search has used up its search steps, or there are too many long runs to try."""


class CoverChoice(NamedTuple):
    """A move of the cover search: play the set `placed`, and remove the sets `gone`.

    `need` is the mask of the tiles that have to be covered after the move. `back` has the old sets that can only grow
    and that sets in `gone` had extended.
    """

    need: int
    gone: tuple[CandidateMeld, ...]
    placed: CandidateMeld
    back: tuple[CandidateMeld, ...] = ()

    @property
    def cost(self) -> tuple[int, int, int]:
        """The sort key: fewest tiles left to cover, then fewest sets removed, then smallest set."""
        return self.need.bit_count(), len(self.gone), len(self.placed.bits)


@dataclass(slots=True)
class ExactCover:
    """A search that grows a table of sets which may cross (share a tile), by one tile or a few at a time.

    `sets` is the table, and `required` is the mask of the tiles that must stay covered, which means in a set.
    `is_legal` judges a whole table: always with `always_judged`, otherwise only one that moves jokers. If given,
    `most_parts` is the number of parts that a table may have; a part is all sets that shared tiles connect. `looks`
    counts the search steps so far, which `most` limits over all searches. After a failed search, `needed` is the mask
    of the tiles that it had to cover, and `refused` is whether it found a table that has too many parts or that
    `is_legal` rejected.
    """

    candidates: Candidates
    is_legal: Callable[[Sequence[CandidateMeld]], bool]
    always_judged: bool
    most_parts: int | None
    most: int
    sets: list[CandidateMeld] = field(init=False)
    required: int = field(init=False)
    needed: int = 0
    refused: bool = False
    looks: int = 0
    _last: int = 0
    _weighed: int = 0
    _wanted: set[tuple[int, Tile]] = field(default_factory=set)
    _at: list[list[CandidateMeld]] = field(default_factory=list)
    _twice: int = 0  # the mask of the tiles that are in two sets
    _chosen: list[CandidateMeld] = field(default_factory=list)
    _added: list[CandidateMeld] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sets, self.required = list(self.candidates.before), self.candidates.on_table

    @property
    def covered(self) -> int:
        """The mask of the tiles that are in a set."""
        return cover_all(self.sets)

    @property
    def is_spent(self) -> bool:
        """Whether the search steps or the position's budget are used up."""
        return self.looks >= self.most or self.candidates.legality.budget.left <= 0

    def add(self, tiles: int, most: int) -> bool:
        """Cover the tiles in this mask and keep all required ones covered; return False if that is impossible.

        On success the tiles become required too; otherwise the table and the required tiles don't change. Raises
        SearchGivenUp: it takes more than `most` search steps, or there are too many long runs to try.
        """
        self._last = min(self.most, self.looks + most)
        self.needed, self.refused = 0, False
        self._at = [[each for each in self.sets if each.mask >> at & 1] for at in range(len(self.candidates.tiles))]
        self._twice = mask_of(at for at, sets in enumerate(self._at) if len(sets) > 1)
        self._chosen, self._added = [], [each for each in self.sets if not self._is_old(each)]
        before, self.required = self.required, self.required | tiles
        found = False
        try:
            found = self._has_table(tiles)
        finally:
            self.required = self.required if found else before
        if found:
            self.sets = self._list_sets()
        return found

    def _is_old(self, placed: CandidateMeld) -> bool:
        return id(placed) in self.candidates.old

    def _list_sets(self) -> list[CandidateMeld]:
        found = {id(each): each for sets in self._at for each in sets}
        old = [each for each in self.candidates.before if id(each) in found]
        return [*old, *(each for each in found.values() if not self._is_old(each))]

    # The search

    def _has_table(self, need: int, hosted: frozenset[int] = frozenset()) -> bool:
        """Search for a table that covers the tiles in `need`; return whether one was found.

        If the search fails for want of a set in which a freed joker has its two rack tiles, search again from each such
        set. `hosted` has the bits of the jokers for which that was done already.
        """
        self._wanted = set()
        if self._search(need):
            return True
        for joker, face in sorted(self._wanted):
            if joker not in hosted:
                for host in self._find_hosts(joker, face):
                    for move in self._list_moves(host, need):
                        if self._try(move, hosted | {joker}):
                            return True
        return False

    def _find_hosts(self, joker: int, face: Tile) -> Iterator[CandidateMeld]:
        """Yield the sets in which this freed joker (its bit) stands for this face and meets the joker rule."""
        for count in range(len(self.candidates.wild)):
            for each in (*self.candidates.options(joker, count), *(() if count else self.candidates.long_runs or ())):
                if joker in each.freed and not each.breaks_joker_rule and each.face(joker) == face:
                    yield each

    def _search(self, need: int) -> bool:
        self._look()
        self.needed |= need
        torn = self._find_torn()
        if torn:
            crossed, loose = torn
            if loose is not None:  # it keeps a part of a crossed set together: try without it, then with it
                return self._has_table_without(loose, need) or self._has_table_with(loose, need)
            return any(self._has_crossing_at(bit, need, crossed) for bit in crossed.twins)
        if not need:
            return self._is_done()
        ways = self._find_fewest(need)
        return ways is not None and (self._has_any(ways[0]) or any(map(self._has_any, ways[1])))

    def _look(self) -> None:
        self._charge(1)
        if self.looks > self._last or self.candidates.legality.budget.left <= 0:
            raise SearchGivenUp

    def _charge(self, looks: int) -> None:
        self.looks += looks
        self.candidates.legality.budget.spend(LOOK * looks)

    def _find_fewest(self, need: int) -> tuple[list[CoverChoice], Iterator[list[CoverChoice]]] | None:
        """Return the moves of the tile in `need` with fewest at first, by batches; None if one has none."""
        fewest = None
        for bit in iterate_bits(need):
            batches = self._list_batches(bit, need)
            first = next(batches, None)
            if first is None:
                return None
            if fewest is None or len(first) < len(fewest[0]):
                fewest = first, batches
        return fewest

    def _list_batches(self, bit: int, need: int) -> Iterator[list[CoverChoice]]:
        """Yield nonempty batches of moves that cover a tile (its bit): first the moves with fewest jokers as wildcards.

        Each batch is sorted by cost. Raises SearchGivenUp.
        """
        for count in range(len(self.candidates.wild) + 1):
            moves = [move for placed in self.candidates.options(bit, count) for move in self._list_moves(placed, need)]
            if moves:
                yield sorted(moves, key=lambda move: move.cost)
        if self.candidates.long_runs is None:
            raise SearchGivenUp
        long = (placed for placed in self.candidates.long_runs if placed.mask >> bit & 1)
        others = [move for placed in (*long, *self._list_swaps()) for move in self._list_moves(placed, need)]
        if others:
            yield sorted(others, key=lambda move: move.cost)

    def _list_swaps(self) -> Iterator[CandidateMeld]:
        """Yield the sets, of those that only grow, with a joker replaced; only so is it free for other sets."""
        for joker in self.candidates.freeing:
            heirs = {each.origin for each in self._at[joker]} - {None}
            yield from (each for each in self.candidates.growths if each.origin in heirs and not each.mask >> joker & 1)

    def _has_any(self, moves: Iterable[CoverChoice]) -> bool:
        """Try the moves until one leads to a table, which is then left in place; return whether one does."""
        return any(map(self._try, moves))

    def _try(self, move: CoverChoice, hosted: frozenset[int] | None = None) -> bool:
        self._lift(move.gone)
        self._put((*move.back, move.placed))
        self._chosen.append(move.placed)
        if self._search(move.need) if hosted is None else self._has_table(move.need, hosted):
            return True
        self._chosen.pop()
        self._lift((*move.back, move.placed))
        self._put(move.gone)
        return False

    def _lift(self, sets: Iterable[CandidateMeld]) -> None:
        for each in sets:
            for bit in each.bits:
                self._at[bit].remove(each)
                if len(self._at[bit]) == 1:
                    self._twice &= ~(1 << bit)

    def _put(self, sets: Iterable[CandidateMeld]) -> None:
        for each in sets:
            for bit in each.bits:
                self._at[bit].append(each)
                if len(self._at[bit]) > 1:
                    self._twice |= 1 << bit

    def _is_firm(self, placed: CandidateMeld) -> bool:
        """Return whether the search can't remove this set: it was chosen, or continues a set that can only grow."""
        return placed.origin is not None or any(placed is each for each in self._chosen)

    def _is_done(self) -> bool:
        """Return whether the table is legal; it is only judged if the rules always require it or jokers have moved."""
        sets = self._list_sets()
        if self.most_parts is not None and _count_parts(sets) > self.most_parts:
            self.refused = True
            return False
        if not self.always_judged and not any(map(self._moves_jokers, sets)):
            return True
        self._charge(JUDGED)
        legal = self.is_legal(sets)
        self.refused = self.refused or not legal
        return legal

    def _moves_jokers(self, placed: CandidateMeld) -> bool:
        candidates = self.candidates
        jokers = [bit for bit in placed.bits if candidates.tiles[bit] == JOKER]
        return (
            bool(jokers)
            and not self._is_old(placed)
            and any(candidates.on_table >> bit & 1 or len(self._at[bit]) > 1 for bit in jokers)
        )

    # Moves

    def _list_moves(self, placed: CandidateMeld, need: int) -> Iterator[CoverChoice]:
        """Yield every move that plays this set: which sets to remove for it, and which rack tiles free its jokers.

        `need` is the mask of the tiles to be covered before the move. Raises SearchGivenUp.
        """
        self._weighed += 1
        if self._weighed >= WEIGHED:
            self._weighed -= WEIGHED
            self._look()
        mask = placed.mask
        for each in self._chosen:
            if (common := mask & each.mask) & (common - 1):
                return
        gone = self._find_sharing(placed)
        crowds = self._find_crowds(placed, gone)
        for more in product(*crowds):
            all_gone = tuple(dict.fromkeys((*gone, *more)))
            back = self._shrink(placed, all_gone)
            if back is None:
                continue
            left = self._find_uncovered(all_gone, mask, back)
            for by in self._find_freeing(placed, all_gone):
                self._weighed += 1
                played = sum(1 << bit for bit in by if not mask >> bit & 1 and not set(self._at[bit]) - {*all_gone})
                yield CoverChoice(need & ~mask | left | played, all_gone, placed, back)

    def _find_sharing(self, placed: CandidateMeld) -> list[CandidateMeld]:
        gone: list[CandidateMeld] = []
        for bit in placed.bits:
            for each in self._at[bit]:
                if (common := placed.mask & each.mask) & (common - 1) and each not in gone:
                    gone.append(each)
        return gone

    def _find_crowds(self, placed: CandidateMeld, gone: Sequence[CandidateMeld]) -> list[list[CandidateMeld]]:
        """Return the choices that playing `placed` requires: from each inner list, one set to remove besides `gone`.

        A tile already in two sets gives a list of those of the two that can be removed; so does a joker's set if the
        joker has another face there.
        """
        crowds = []
        jokers = self.candidates.jokers
        for bit in list_bits(placed.mask & (self._twice | jokers)):
            others = [each for each in self._at[bit] if each not in gone]
            if len(others) > 1:
                crowds.append([each for each in others if each not in self._chosen])
            if jokers >> bit & 1:
                face = placed.face(bit)
                for each in others:
                    there = each.face(bit)
                    if there.number != face.number or (face.color and there.color not in {None, face.color}):
                        crowds.append([each] if each not in self._chosen else [])
        return crowds

    def _shrink(self, placed: CandidateMeld, gone: Sequence[CandidateMeld]) -> tuple[CandidateMeld, ...] | None:
        """Return `CoverChoice.back` for the sets `gone`, or None if one of them can't be removed."""
        back = []
        for each in gone:
            if each.origin is not None and each.origin != placed.origin:
                old = self.candidates.before[each.origin]
                common = old.mask & placed.mask
                if each is old or old.mask & ~each.mask or common & (common - 1):
                    return None
                if any(on not in gone for bit in iterate_bits(common) for on in self._at[bit]):
                    return None
                back.append(old)
        return tuple(back)

    def _find_uncovered(self, gone: Sequence[CandidateMeld], mask: int, back: Iterable[CandidateMeld]) -> int:
        """Return the mask of the required tiles left in no set, `mask` or `back` once `gone` is removed."""
        at, left = self._at, 0
        for bit in list_bits(cover_all(gone) & self.required & ~mask & ~cover_all(back)):
            for on in at[bit]:
                if on not in gone:
                    break
            else:
                left |= 1 << bit
        return left

    def _find_freeing(self, placed: CandidateMeld, gone: Sequence[CandidateMeld]) -> Iterator[tuple[int, ...]]:
        """Yield every choice of rack tiles (bits) to play so that the set's jokers may get new faces.

        If there is no choice, the jokers and faces are recorded in `_wanted`.
        """
        if all(self._is_hosted(joker, gone) for joker in placed.freed):
            yield ()
            return
        ways = list(self._find_freeing_with_rack_tiles(placed))
        if not ways:
            self._wanted |= {(joker, placed.face(joker)) for joker in placed.freed}
        yield from ways

    def _is_hosted(self, joker: int, gone: Sequence[CandidateMeld]) -> bool:
        """Return whether a set on the table, not in `gone`, meets the joker rule for this freed joker (its bit)."""
        return any(joker in on.freed and not on.breaks_joker_rule and on not in gone for on in self._at[joker])

    def _find_freeing_with_rack_tiles(self, placed: CandidateMeld) -> Iterator[tuple[int, ...]]:
        """Yield every choice of rack tiles (bits) that free the set's jokers and leave the set two other rack tiles."""
        held = placed.mask & self.candidates.held
        for by in product(*(ways for bit in placed.freed if (ways := self.candidates.freeing[bit]))):
            others = held.bit_count() - sum(held >> bit & 1 for bit in by)
            is_host = len(set(by)) == len(by) and others >= RACK_TILES_WITH_JOKER and not placed.breaks_joker_rule
            if not by or is_host:
                yield by

    # Intersections that were there before the turn

    def _find_torn(self) -> tuple[ExistingCrossing, CandidateMeld | None] | None:
        """Return an old intersection that is broken up although parts of both its sets are still together, or None.

        The second item is a set that can be removed and in which such a part remains, if there is one.
        """
        for each in self.candidates.crossed:
            on = self._at[each.bit]
            if all(self.candidates.before[row] in on for row in each.rows):
                continue
            standing = [self._find_support(each, rest) for rest in each.rests]
            if all(stands for stands, _ in standing) and not any(
                self._crosses(each, self._at[at]) for at in each.twins
            ):
                return each, next((by for _, by in standing if by), None)
        return None

    def _find_support(self, crossed: ExistingCrossing, rest: int) -> tuple[bool, CandidateMeld | None]:
        """Return whether two tiles of a crossed set are still together, and if possible a set with both that can go.

        `rest` is the look of the crossed set without the shared tile. A set with the same look as another old set
        doesn't count, unless there are more of that look than before.
        """
        loose = None
        old = [self.candidates.before[row] for row in crossed.rows]
        for each in (*self._chosen, *old, *self._added):
            if (each.look & rest).bit_count() > 1 and any(each is there for there in self._at[each.bits[0]]):
                before = crossed.others[each.look]
                alike = self._find_alike(each) if before else [each]
                may_go = [one for one in alike if not self._is_firm(one)]
                if len(alike) - len(may_go) > before:
                    return True, None
                if len(alike) > before:
                    loose = may_go[0]
        return loose is not None, loose

    def _find_alike(self, placed: CandidateMeld) -> list[CandidateMeld]:
        twins = [bit for bit, look in enumerate(self.candidates.looks) if look == self.candidates.looks[placed.bits[0]]]
        found = {id(each): each for bit in twins for each in self._at[bit] if each.look == placed.look}
        return list(found.values())

    def _crosses(self, crossed: ExistingCrossing, sets: Sequence[CandidateMeld]) -> bool:
        """Return whether two of these sets, which share a tile, contain parts of the two that crossed in `crossed`."""
        one, other = crossed.rests
        looks = [each.look for each in sets]
        return any(
            looks[first] & one and looks[second] & other
            for first in range(len(looks))
            for second in range(len(looks))
            if first != second
        )

    def _has_crossing_at(self, bit: int, need: int, crossed: ExistingCrossing) -> bool:
        """Return whether a search finds a table where parts of both crossed sets cross at the tile `bit`."""
        on = list(self._at[bit])
        moves = (move for batch in self._list_batches(bit, need) for move in batch)
        if not on:
            return self._has_any(moves)
        if len(on) == 1 and self._has_any(
            move for move in moves if on[0] not in move.gone and self._crosses(crossed, (on[0], move.placed))
        ):
            return True
        return any(self._has_table_without(each, need) for each in on if not self._is_firm(each))

    def _has_table_without(self, placed: CandidateMeld, need: int) -> bool:
        left = self._find_uncovered((placed,), 0, ())
        self._lift((placed,))
        if self._search(need | left):
            return True
        self._put((placed,))
        return False

    def _has_table_with(self, placed: CandidateMeld, need: int) -> bool:
        self._chosen.append(placed)
        if self._search(need):
            return True
        self._chosen.pop()
        return False


def cover_all(sets: Iterable[CandidateMeld]) -> int:
    """Return the mask of the tiles that are in these sets."""
    covered = 0
    for each in sets:
        covered |= each.mask
    return covered


def _count_parts(sets: Iterable[CandidateMeld]) -> int:
    """Return into how many parts the sets fall that share no tile with one another."""
    parts: list[int] = []
    for each in sets:
        apart = [part for part in parts if not part & each.mask]
        joined = (part for part in parts if part & each.mask)
        parts = [*apart, reduce(or_, joined, each.mask)]
    return len(parts)
