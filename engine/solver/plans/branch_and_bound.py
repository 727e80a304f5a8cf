"""Best-first branch and bound over `partial_turns`: the sweep's value of one bounds every whole turn of its kind.

More and more is settled of the plan that promises most, until what the sweep makes of it is legal.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import chain

from engine.solver.plans.kept_jokers import unmask
from engine.solver.plans.legality import Melds
from engine.solver.plans.partial_turns import PartialTurn, Problem, mend_nothing
from engine.solver.sweep import arrange
from engine.solver.sweep.budget import BudgetExhausted
from engine.solver.sweep.host_sweep import arrange_with_hosts
from engine.tiles.tiles import Box

UNKNOWN = 1 << 60  # more than any turn is worth
LITTLE_WORK = 8_000
"""So much is looked at plan by plan before open jokers are settled at once, where they can be."""
SEVERAL = 3
"""So many tables can still be judged after that."""
RESERVED = 4
"""This part of the work is for one quick look, should all the rest come to nothing."""
LOOK = 2
"""What it takes to look at a plan beside its sweep, in ways of runs for each tile."""


@dataclass(frozen=True, slots=True)
class Bound:
    """The table that a plan leads to, and what it is worth: the most that any turn of that plan can be."""

    plan: PartialTurn
    melds: Melds
    total: int
    legal: bool


Children = Callable[[Problem, PartialTurn, Melds], Iterable[PartialTurn] | None]
"""The plans that a plan whose table is not legal falls into; None: it can't be settled further."""


@dataclass(frozen=True, slots=True)
class JokerRule:
    """How turns are found under one check of what may become of a joker: the first plans, and how they are settled."""

    started: Callable[[Problem], Iterable[PartialTurn]]
    children: Children
    mended: Callable[[Melds, Box], Iterable[Melds]] = mend_nothing


@dataclass(slots=True)
class Search:
    """A search for the best legal turn that is worth more than `beat`; with `enough`, any worth so much will do."""

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
        """Look until `found` is the best, or nothing is found; `exact` then says whether that is proven."""
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
        while self.waiting and self._should_continue():
            _, _, parent = heappop(self.waiting)
            if min(parent.total, self.ceiling) <= self.floor:
                break
            plans = self.children(self.problem, parent.plan, parent.melds)
            self.exact = self.exact and plans is not None
            self._look_at(plans or (), parent.total)

    @property
    def floor(self) -> int:
        """What a turn has to be worth more than."""
        return self.found.total if self.found else self.beat

    def _should_continue(self) -> bool:
        return self.enough is None or self.floor < self.enough

    def _look_at(self, plans: Iterable[PartialTurn], most: int | None) -> None:
        """See what plans lead to, none of which can be worth more than `most`."""
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
        """Settle all open jokers of a plan at once."""
        problem = self.problem
        multiset = replace(plan, jokers=plan.jokers - len(plan.open)).multiset(problem, Counter())
        bound = problem.weight(problem.rack) if most is None else most
        olds = [old.faces for old in plan.open]
        with problem.budget.at_most(problem.budget.left - SEVERAL * problem.judging):
            lodging, exact = arrange_with_hosts(
                multiset, olds, bound=bound, beat=self.floor, enough=self.enough or bound
            )
        if exact:
            self.ceiling = lodging.weight if lodging else self.floor
        if lodging is not None:
            tables = unmask(lodging.melds, (*plan.masks, *lodging.kept), problem)
            legal = problem.find_first_legal(tables)
            if legal is not None:
                self.found = Bound(plan, legal, lodging.weight, legal=True)


def _compute_bound(problem: Problem, plan: PartialTurn, beat: int, enough: int | None) -> Bound | None:
    """The best table of a plan, if it is worth more than `beat`."""
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
    if legal is None and first and not plan.standing:
        legal = problem.find_first_legal(problem.mended(first, problem.box))
    return Bound(plan, legal or first or melds, total, legal=legal is not None)
