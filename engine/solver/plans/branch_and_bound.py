"""Best-first branch and bound over partial turns ("plans").

A plan fixes part of a turn; the sweep solves the rest without the joker rule, so its value is an upper bound. The plan
with the highest bound is expanded until its table is legal: that turn is optimal. Work is charged to a budget whose
unit is one way for runs to continue at one number (see `advance` in `sweep.frontier`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import chain
from types import MappingProxyType

from engine.solver.plans.legality import Melds
from engine.solver.plans.partial_turns import PartialTurn, Problem
from engine.solver.sweep import arrange
from engine.solver.sweep.budget import BudgetExhausted
from engine.solver.sweep.host_sweep import arrange_with_hosts
from engine.tiles.melds import Meld
from engine.tiles.tiles import JOKER, Box, Tile

UNKNOWN = 1 << 60  # more than any turn weighs
LITTLE_WORK = 8_000
"""Units of budget for expanding plans one by one; then a single sweep settles all open jokers, if that's possible."""
SEVERAL = 3
"""Number of tables for whose judging the single sweep (see `LITTLE_WORK`) must leave enough budget."""
RESERVED = 4
"""The budget divided by this is kept for a fallback search, in case the main search finds nothing."""
LOOK = 2
"""Units of budget charged for evaluating one plan, per tile on the table and rack, in addition to the plan's sweep."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A plan's evaluation: its table, and an upper bound `total` on the weight of every turn that follows the plan.

    If `legal`, the table is a legal turn with weight `total`; otherwise only the relaxation allows it.
    """

    plan: PartialTurn
    melds: Melds
    total: int
    legal: bool


Children = Callable[[Problem, PartialTurn, Melds], Iterable[PartialTurn] | None]
"""Branching function: from a problem, a plan and its illegal table to the plan's children, or None if it has none."""


@dataclass(frozen=True, slots=True)
class JokerRule:
    """The functions that adapt the search to one joker rule.

    `started` yields the root plans, `children` branches on a plan, and `mended` yields repaired tables for an illegal
    one, if there is a quick way.
    """

    started: Callable[[Problem], Iterable[PartialTurn]]
    children: Children
    mended: Callable[[Melds, Box], Iterable[Melds]] | None = None


@dataclass(slots=True)
class Search:
    """A search for the best legal turn that weighs more than `beat`; one that weighs `enough`, if given, ends it.

    `found` is the incumbent, `exact` whether the answer is proven, and `looks` the number of plans evaluated so far.
    `waiting` is the frontier: a heap of (-bound, -order of evaluation, plan). `ceiling` is a proven upper bound on the
    weight of every turn. `whole` is a root plan whose open jokers (not yet kept or freed) can all be settled in one
    sweep; that is done once, when the budget falls below `enough_by_plans`.
    """

    problem: Problem
    children: Children
    beat: int
    enough: int | None
    found: Bound | None = None
    exact: bool = True
    looks: int = 0
    enough_by_plans: int = 0
    waiting: list[tuple[int, int, Bound]] = field(default_factory=list)
    whole: PartialTurn | None = None
    ceiling: int = UNKNOWN

    def run(self, roots: Iterable[PartialTurn]) -> None:
        """Search from the root plans, of which there must be at least one; leave the answer in `found` and `exact`.

        If the budget runs out with nothing found, fall back to the first root, with every open joker kept as a face.
        """
        budget = self.problem.budget
        self.enough_by_plans = budget.left - LITTLE_WORK
        plans = iter(roots)
        first = next(plans)
        with budget.at_most(budget.left - budget.left // RESERVED):
            try:
                self._search(chain([first], plans))
            except BudgetExhausted:
                self.exact = False
        if not self.exact and self.found is None:
            with suppress(BudgetExhausted):
                self._look_at([first.kept()], self.enough)
        self.exact = self.exact or self.floor >= (self.ceiling if self.enough is None else self.enough)

    def _search(self, roots: Iterable[PartialTurn]) -> None:
        self._look_at(roots, self.enough)
        self.whole = next((reached.plan for _, _, reached in self.waiting if reached.plan.alike), None)
        while self.waiting and (self.enough is None or self.floor < self.enough):
            _, _, parent = heappop(self.waiting)
            if min(parent.total, self.ceiling) <= self.floor:
                break
            plans = self.children(self.problem, parent.plan, parent.melds)
            self.exact = self.exact and plans is not None
            self._look_at(plans or (), parent.total)

    @property
    def floor(self) -> int:
        """The weight that a new turn must exceed: the incumbent's, or `beat`."""
        return self.found.total if self.found else self.beat

    def _look_at(self, plans: Iterable[PartialTurn], most: int | None) -> None:
        """Evaluate plans: a legal one becomes the incumbent, others join the frontier.

        A weight above `most` is impossible or isn't needed, so once the incumbent reaches it, the remaining plans are
        skipped. Raises BudgetExhausted.
        """
        for plan in plans:
            self.looks += 1
            self.problem.budget.take(LOOK * self.problem.tiles)
            if self.whole and self.problem.budget.left < self.enough_by_plans:
                whole, self.whole = self.whole, None
                self._settle(whole, most)
            most = self.ceiling if most is None else min(most, self.ceiling)
            if self.floor >= most:
                return
            reached = _compute_bound(self.problem, plan, self.floor, most)
            if reached is None:
                continue
            if reached.legal:
                self.found = reached
            else:
                heappush(self.waiting, (-reached.total, -self.looks, reached))

    def _settle(self, plan: PartialTurn, most: int | None) -> None:
        """Find a plan's best turn in one sweep: each open joker is kept, or freed and melded with two rack tiles.

        A proven answer lowers `ceiling`; a legal one becomes the incumbent. `most` is as in `_look_at`. Raises
        BudgetExhausted.
        """
        problem = self.problem
        multiset = replace(plan, jokers=plan.jokers - len(plan.open)).multiset(problem, Counter())
        bound = problem.weight(problem.rack) if most is None else most
        olds = [old.faces for old in plan.open]
        with problem.budget.at_most(problem.budget.left - SEVERAL * problem.judging):
            hosted, exact = arrange_with_hosts(
                multiset, olds, bound=bound, beat=self.floor, enough=self.enough or bound
            )
        if exact:
            self.ceiling = hosted.weight if hosted else self.floor
        if hosted is not None:
            tables = unmask(hosted.melds, (*plan.masks, *hosted.kept), problem)
            legal = problem.find_first_legal(tables)
            if legal is not None:
                self.found = Bound(plan, legal, hosted.weight, legal=True)


def _compute_bound(problem: Problem, plan: PartialTurn, beat: int, enough: int | None) -> Bound | None:
    """Return a plan's best table and bound, or None if it can't weigh more than `beat`; `enough` ends the sweep."""
    if not plan.has_tiles(problem):
        return None
    owed = plan.owed()
    gain = problem.weight(plan.taken) + problem.weight(owed)
    arrangement = arrange(
        plan.multiset(problem, owed),
        beat=max(-1, beat - gain),
        enough=None if enough is None else max(0, enough - gain),
    )
    if arrangement is None:
        return None
    total = gain + arrangement.weight
    if enough is not None:
        total = min(total, max(enough, beat + 1))
    melds = (*plan.fixed, *arrangement.melds)
    tables = unmask(melds, plan.masks, problem, plan.standing)
    first = next(tables, None)
    legal = None if first is None else problem.find_first_legal(chain([first], tables))
    if legal is None and first and problem.mended and not plan.standing:
        legal = problem.find_first_legal(problem.mended(first, problem.box))
    return Bound(plan, legal or first or melds, total, legal=legal is not None)


def unmask(
    melds: Melds, masks: Sequence[Tile], problem: Problem, standing: Mapping[int, Meld] = MappingProxyType({})
) -> Iterator[Melds]:
    """Yield the table after each way to put a kept joker in place of one tile of each face in `masks`.

    For each joker, places that make an old set again come first. The tiles that the old sets in `standing` (by row of
    `melds`) had before they grew aren't replaced.
    """
    if not masks:
        yield melds
        return
    spots = [
        (row, meld.tiles.index(masks[0]))
        for row, meld in enumerate(melds)
        if masks[0] in meld.tiles and not (row in standing and masks[0] in standing[row].tiles)
    ]
    ways = [(row, _put_joker(melds[row], at, problem.box)) for row, at in spots]
    if len(ways) > 1:
        old = {meld.in_order for meld in problem.before}
        ways.sort(key=lambda way: way[1].in_order not in old)
    for row, meld in ways:
        yield from unmask((*melds[:row], meld, *melds[row + 1 :]), masks[1:], problem, standing)


def _put_joker(meld: Meld, at: int, box: Box) -> Meld:
    return meld.with_tiles((*meld.tiles[:at], JOKER, *meld.tiles[at + 1 :]), box)
