"""Tiles covered by sets that may cross: each tile that has to lie is in one set or two, and no two sets share more.

A set is chosen for a tile that lies in none, the one with the fewest ways first. Sets in its way go, unless they were
chosen themselves, and their tiles have to be covered again. So every table is come across, or one with more of what lay
before. A tile that no search could cover rules out just those that had to be covered in it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from engine.solver.crossings.candidate_melds import RACK_TILES_WITH_JOKER, CandidateMeld, ExistingCrossing, bits_of
from engine.solver.crossings.candidates import Candidates
from engine.tiles.tiles import JOKER, Tile

WEIGHED = 32
"""To weigh so many sets takes as long as a look."""
JUDGED = 4
"""To have a whole table judged takes as long as so many looks."""


class SearchGivenUp(Exception):
    """The search has become too long."""


class CoverChoice(NamedTuple):
    """A set that may be chosen: what has to be covered then, the sets that go for it, and firm ones that shrink."""

    need: int
    gone: tuple[CandidateMeld, ...]
    placed: CandidateMeld
    back: tuple[CandidateMeld, ...] = ()

    @property
    def cost(self) -> tuple[int, int, int]:
        """Sort key: what disturbs least comes first."""
        return self.need.bit_count(), len(self.gone), len(self.placed.bits)


@dataclass(slots=True)
class ExactCover:
    """A table of sets that may cross, to which one tile after the other is added.

    `required` are the tiles that have to lie; `is_legal` judges a whole table where the sets alone don't tell. After a
    search that failed, `needed` are the tiles that it had to cover, and `refused` says whether a table was not legal.
    """

    candidates: Candidates
    is_legal: Callable[[Sequence[CandidateMeld]], bool]
    always_judged: bool
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
    _chosen: list[CandidateMeld] = field(default_factory=list)
    _laid: list[CandidateMeld] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sets, self.required = list(self.candidates.before), self.candidates.lying

    @property
    def covered(self) -> int:
        """The tiles that lie in a set."""
        covered = 0
        for each in self.sets:
            covered |= each.mask
        return covered

    def clear(self) -> None:
        """Begin again, with nothing that has to lie."""
        self.sets, self.required = [], 0

    def add(self, tiles: int, most: int) -> bool:
        """Cover more tiles within so many looks; False: not while all that are required lie.

        Raises:
            GivenUp: it took longer.
        """
        self._last = min(self.most, self.looks + most)
        self.needed, self.refused = 0, False
        self._at = [[each for each in self.sets if each.mask >> at & 1] for at in range(len(self.candidates.tiles))]
        self._chosen, self._laid = [], [each for each in self.sets if not self._is_old(each)]
        before, self.required = self.required, self.required | tiles
        found = False
        try:
            found = self._has_table(tiles)
        finally:
            self.required = self.required if found else before
        if found:
            self.sets = self._list_lying()
        return found

    def _is_old(self, placed: CandidateMeld) -> bool:
        return id(placed) in self.candidates.old

    def _list_lying(self) -> list[CandidateMeld]:
        """The sets on the table, those that lay there before first."""
        lying = {id(each): each for sets in self._at for each in sets}
        old = [each for each in self.candidates.before if id(each) in lying]
        return [*old, *(each for each in lying.values() if not self._is_old(each))]

    # The search

    def _has_table(self, need: int, hosted: frozenset[int] = frozenset()) -> bool:
        """Is there a table? Where a freed joker would help that has no company, such are tried first that have it."""
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
        """The sets in which a freed joker has company as this face."""
        for count in range(len(self.candidates.wild)):
            for each in (*self.candidates.options(joker, count), *(() if count else self.candidates.long_runs or ())):
                if joker in each.freed and not each.guest and each.face(joker) == face:
                    yield each

    def _search(self, need: int) -> bool:
        self._look()
        self.needed |= need
        torn = self._find_torn()
        if torn:
            return self._repair(need, *torn)
        if not need:
            return self._is_done()
        ways = self._find_fewest(need)
        return ways is not None and (self._has_any(ways[0]) or any(map(self._has_any, ways[1])))

    def _look(self) -> None:
        self.looks += 1
        if self.looks > self._last:
            raise SearchGivenUp

    def _find_fewest(self, need: int) -> tuple[list[CoverChoice], Iterator[list[CoverChoice]]] | None:
        """The first moves, and all others, for the tile that has fewest; None: there is one that has none."""
        fewest = None
        for bit in bits_of(need):
            batches = self._list_batches(bit, need)
            first = next(batches, None)
            if first is None:
                return None
            if fewest is None or len(first) < len(fewest[0]):
                fewest = first, batches
        return fewest

    def _list_batches(self, bit: int, need: int) -> Iterator[list[CoverChoice]]:
        """The moves that cover a tile, those with fewest jokers first; none that is empty."""
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
        """What firm sets can go on as without jokers that may be freed: only then those are there for other tiles."""
        for joker in self.candidates.freeing:
            heirs = {each.origin for each in self._at[joker]} - {None}
            yield from (each for each in self.candidates.growths if each.origin in heirs and not each.mask >> joker & 1)

    def _has_any(self, moves: Iterable[CoverChoice]) -> bool:
        """Does one of the moves lead to a table?"""
        return any(map(self._try, moves))

    def _try(self, move: CoverChoice, hosted: frozenset[int] | None = None) -> bool:
        self._lift(move.gone)
        self._lay((*move.back, move.placed))
        self._chosen.append(move.placed)
        if self._search(move.need) if hosted is None else self._has_table(move.need, hosted):
            return True
        self._chosen.pop()
        self._lift((*move.back, move.placed))
        self._lay(move.gone)
        return False

    def _lift(self, sets: Iterable[CandidateMeld]) -> None:
        for each in sets:
            for bit in each.bits:
                self._at[bit].remove(each)

    def _lay(self, sets: Iterable[CandidateMeld]) -> None:
        for each in sets:
            for bit in each.bits:
                self._at[bit].append(each)

    def _is_firm(self, placed: CandidateMeld) -> bool:
        """Does the set stay as it is, whatever comes?"""
        return placed.origin is not None or any(placed is each for each in self._chosen)

    def _is_done(self) -> bool:
        """Is all legal? Only jokers and the options of the table need be asked about."""
        lying = self._list_lying()
        if not self.always_judged and not any(map(self._moves_jokers, lying)):
            return True
        self.looks += JUDGED
        legal = self.is_legal(lying)
        self.refused = self.refused or not legal
        return legal

    def _moves_jokers(self, placed: CandidateMeld) -> bool:
        candidates = self.candidates
        jokers = [bit for bit in placed.bits if candidates.tiles[bit] == JOKER]
        return (
            bool(jokers)
            and not self._is_old(placed)
            and any(candidates.lying >> bit & 1 or len(self._at[bit]) > 1 for bit in jokers)
        )

    # Moves

    def _list_moves(self, placed: CandidateMeld, need: int) -> Iterator[CoverChoice]:
        """Every way to make room for a set."""
        self._weighed += 1
        if self._weighed % WEIGHED == 0:
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
                played = sum(1 << bit for bit in by if not mask >> bit & 1 and not set(self._at[bit]) - {*all_gone})
                yield CoverChoice(need & ~mask | left | played, all_gone, placed, back)

    def _find_sharing(self, placed: CandidateMeld) -> list[CandidateMeld]:
        """The sets that share more than one tile with it."""
        gone: list[CandidateMeld] = []
        for bit in placed.bits:
            for each in self._at[bit]:
                if (common := placed.mask & each.mask) & (common - 1) and each not in gone:
                    gone.append(each)
        return gone

    def _find_crowds(self, placed: CandidateMeld, gone: Sequence[CandidateMeld]) -> list[list[CandidateMeld]]:
        """For each tile that lies in two sets, or as something else, those of which one has to go."""
        crowds = []
        for bit, face in zip(placed.bits, placed.faces, strict=True):
            others = [each for each in self._at[bit] if each not in gone]
            if len(others) > 1:
                crowds.append([each for each in others if each not in self._chosen])
            if self.candidates.jokers >> bit & 1:
                for each in others:
                    there = each.face(bit)
                    if there.number != face.number or (face.color and there.color not in {None, face.color}):
                        crowds.append([each] if each not in self._chosen else [])
        return crowds

    def _shrink(self, placed: CandidateMeld, gone: Sequence[CandidateMeld]) -> tuple[CandidateMeld, ...] | None:
        """What firm sets that go are again, unless the new one goes on with them; None: one can't go."""
        back = []
        for each in gone:
            if each.origin is not None and each.origin != placed.origin:
                old = self.candidates.before[each.origin]
                common = old.mask & placed.mask
                if each is old or old.mask & ~each.mask or common & (common - 1):
                    return None
                if any(on not in gone for bit in bits_of(common) for on in self._at[bit]):
                    return None
                back.append(old)
        return tuple(back)

    def _find_uncovered(self, gone: Sequence[CandidateMeld], mask: int, back: Iterable[CandidateMeld]) -> int:
        """The tiles that lie in no set any more and have to."""
        for each in back:
            mask |= each.mask
        left = 0
        for each in gone:
            for bit in bits_of(each.mask & self.required & ~mask & ~left):
                if all(on in gone for on in self._at[bit]):
                    left |= 1 << bit
        return left

    def _find_freeing(self, placed: CandidateMeld, gone: Sequence[CandidateMeld]) -> Iterator[tuple[int, ...]]:
        """Every choice of tiles that free the jokers of a set, beside which it has company; none where that is so."""
        if all(self._is_hosted(joker, gone) for joker in placed.freed):
            yield ()
            return
        ways = list(self._find_freeing_with_rack_tiles(placed))
        if not ways:
            self._wanted |= {(joker, placed.face(joker)) for joker in placed.freed}
        yield from ways

    def _is_hosted(self, joker: int, gone: Sequence[CandidateMeld]) -> bool:
        """Has a freed joker company in a set that it lies in already?"""
        return any(joker in on.freed and not on.guest and on not in gone for on in self._at[joker])

    def _find_freeing_with_rack_tiles(self, placed: CandidateMeld) -> Iterator[tuple[int, ...]]:
        """Every choice of tiles that free the jokers of a set, and leave them company there."""
        held = placed.mask & self.candidates.held
        for by in product(*(ways for bit in placed.freed if (ways := self.candidates.freeing[bit]))):
            company = held.bit_count() - sum(held >> bit & 1 for bit in by)
            if not by or (len(set(by)) == len(by) and company >= RACK_TILES_WITH_JOKER and not placed.guest):
                yield by

    # Crossings that lay there before

    def _find_torn(self) -> tuple[ExistingCrossing, CandidateMeld | None] | None:
        """A crossing of which both sets stand without it, and a set by which one does and that may go, if any."""
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
        """Do two tiles of a set lie together, and by what, if that may go?

        Not in what looks like another set that lay there, unless there are more of that look now.
        """
        loose = None
        old = [self.candidates.before[row] for row in crossed.rows]
        for each in (*self._chosen, *old, *self._laid):
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
        """The sets on the table that look like this one."""
        twins = [bit for bit, look in enumerate(self.candidates.looks) if look == self.candidates.looks[placed.bits[0]]]
        found = {id(each): each for bit in twins for each in self._at[bit] if each.look == placed.look}
        return list(found.values())

    def _crosses(self, crossed: ExistingCrossing, sets: Sequence[CandidateMeld]) -> bool:
        """Do parts of both sets cross there?"""
        one, other = crossed.rests
        looks = [each.look for each in sets]
        return any(
            looks[first] & one and looks[second] & other
            for first in range(len(looks))
            for second in range(len(looks))
            if first != second
        )

    def _repair(self, need: int, crossed: ExistingCrossing, loose: CandidateMeld | None) -> bool:
        """Let a set go without which one doesn't stand; otherwise see to it that they cross."""
        if loose is not None:
            return self._has_table_without(loose, need) or self._has_table_with(loose, need)
        return any(self._has_crossing_at(bit, need, crossed) for bit in crossed.twins)

    def _has_crossing_at(self, bit: int, need: int, crossed: ExistingCrossing) -> bool:
        """Is there a table in which parts of both sets cross at this tile?"""
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
        """Is there a table without this set?"""
        left = self._find_uncovered((placed,), 0, ())
        self._lift((placed,))
        if self._search(need | left):
            return True
        self._lay((placed,))
        return False

    def _has_table_with(self, placed: CandidateMeld, need: int) -> bool:
        """Is there a table with this set?"""
        self._chosen.append(placed)
        if self._search(need):
            return True
        self._chosen.pop()
        return False
