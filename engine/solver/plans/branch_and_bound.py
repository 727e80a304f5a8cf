"""Turns settled in part: the sweep arranges the rest, which is never worse than the best whole turn of that kind.

So the best turn is found by settling more and more of the plan that promises most, until what the sweep makes of one is
legal.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain
from types import MappingProxyType

from engine.rules.jokers import JokerPlace
from engine.solver.sweep import Growing, TileMultiset, arranged
from engine.solver.sweep.budget import BudgetExhausted, SearchBudget
from engine.solver.sweep.host_sweep import lodged
from engine.tiles.melds import Meld
from engine.tiles.tiles import JOKER, Box, Tile, by_color

CountedRack = Counter[Tile]
Melds = tuple[Meld, ...]
UNKNOWN = 1 << 60  # more than any turn is worth
LITTLE_WORK = 8_000
"""So much is looked at plan by plan before open jokers are settled at once, where they can be."""
SEVERAL = 3
"""So many tables can still be judged after that."""
RESERVED = 4
"""This part of the work is for one quick look, should all the rest come to nothing."""
LOOK = 2
"""What it takes to look at a plan beside its sweep, in ways of runs for each tile."""


def _as_it_is(melds: Melds, box: Box) -> tuple[Melds, ...]:
    """No other table."""
    del melds, box
    return ()


@dataclass(frozen=True, kw_only=True)
class Problem:
    """What is looked for: a turn that lays tiles of `rack`, each worth `weights` of its number or `joker_weight`.

    `before` is the table; `still` are the rows of it that can only grow, and `swappable` those of them in which a joker
    can be replaced. `legal` tells whether a whole table may come next; `mended` are tables to try where one may not.
    `pairings` are the ways in which jokers can have come to their places, and `budget` is how much may be looked at.
    """

    box: Box
    before: Melds
    rack: CountedRack
    opened: bool
    weights: Sequence[int]
    joker_weight: int
    legal: Callable[[Melds], bool]
    mended: Callable[[Melds, Box], Iterable[Melds]] = _as_it_is
    still: frozenset[int] = frozenset()
    swappable: frozenset[int] = frozenset()
    pairings: int = 1
    budget: SearchBudget = field(default_factory=SearchBudget, compare=False)

    @cached_property
    def tiles(self) -> int:
        """How many there are, on the table and the rack."""
        return sum(len(meld.tiles) for meld in self.before) + self.rack.total()

    @cached_property
    def judging(self) -> int:
        """What it takes to judge a table: by its tiles and `pairings`."""
        return self.tiles * (1 + self.pairings)

    def first_legal(self, tables: Iterable[Melds]) -> Melds | None:
        """The first table that may come next.

        Raises:
            OutOfWork: there are too many to be judged.
        """
        for table in tables:
            self.budget.take(self.judging)
            if self.legal(table):
                return table
        return None

    def weight(self, tiles: CountedRack) -> int:
        """What tiles of the rack are worth together."""
        low = self.box.low
        return sum(
            copies * (self.joker_weight if tile.is_joker else self.weights[tile.number - low])
            for tile, copies in tiles.items()
        )


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A joker that lay on the table, the faces that it can have there, and whether one was laid for it already."""

    place: JokerPlace
    faces: frozenset[Tile]
    paid: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialTurn:
    """What is settled of a turn.

    `stock` are the tiles of the table to be arranged, and those that jokers are kept as, which are `masks` too;
    `jokers` is how many of the table's may stand for anything. `growing` and `fixed` are sets that lie in the new
    table, `taken` the tiles of the rack in them, and `cores` those of `growing` that were laid for a joker. `swaps` and
    `asked` are tiles of the rack to be played besides, wherever they come to lie. `unchanged` are the rows of old sets
    that lie as they were, among those `fixed`.

    What is not settled yet: what becomes of the jokers `open`, with whom the `loose` ones lie, in what sets those lie
    that became the faces `turned`, and where the tiles of `pins` lie: each is tiles that share a set with one of the
    tiles behind them. If the open ones are `alike`, each either stays what it is or lies with two tiles of the rack.
    """

    stock: CountedRack
    jokers: int = 0
    masks: tuple[Tile, ...] = ()
    growing: tuple[Growing, ...] = ()
    fixed: Melds = ()
    cores: Melds = ()
    taken: CountedRack = field(default_factory=Counter)
    swaps: CountedRack = field(default_factory=Counter)
    asked: CountedRack = field(default_factory=Counter)
    unchanged: frozenset[int] = frozenset()
    open: tuple[TableMeld, ...] = ()
    alike: bool = False
    loose: int = 0
    turned: tuple[Tile, ...] = ()
    pins: tuple[tuple[tuple[Tile, ...], tuple[Tile, ...]], ...] = ()

    def kept(self) -> "PartialTurn":
        """The same, every open joker staying what it is."""
        faces = [min(old.faces, key=by_color) for old in self.open]
        stock, masks = self.stock + Counter(faces), (*self.masks, *faces)
        return replace(self, stock=stock, jokers=self.jokers - len(faces), masks=masks, open=(), alike=False)

    @property
    def standing(self) -> Mapping[int, Meld]:
        """The sets that lay there before, by the rows in which the sweep lays them, grown or not."""
        rows = enumerate(self.growing, len(self.fixed))
        return {row: each.meld for row, each in rows if not any(each.meld is core for core in self.cores)}

    def owed(self) -> CountedRack:
        """The tiles of the rack that must be played and lie in no set yet."""
        if not self.swaps and not self.asked:
            return Counter()
        return (self.asked - self.taken) | self.swaps

    def left(self, problem: Problem) -> CountedRack:
        """The tiles of the rack that are free for any purpose."""
        return problem.rack - self.taken - self.swaps

    def has_tiles(self, problem: Problem) -> bool:
        """Does the rack hold all that the plan lays?"""
        laid = self.taken + self.owed() if self.swaps or self.asked else self.taken
        return not laid or laid <= problem.rack

    def multiset(self, problem: Problem, owed: CountedRack) -> TileMultiset:
        """What the sweep has to arrange."""
        must = dict(self.stock + owed if owed else self.stock)
        may = dict(problem.rack - self.taken - owed if self.taken or owed else problem.rack)
        return TileMultiset(
            box=problem.box,
            must_jokers=self.jokers + must.pop(JOKER, 0),
            may_jokers=may.pop(JOKER, 0),
            must=must,
            may=may,
            weights=problem.weights,
            joker_weight=problem.joker_weight,
            growing=self.growing,
            budget=problem.budget,
        )


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
    mended: Callable[[Melds, Box], Iterable[Melds]] = _as_it_is


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
        while self.waiting and self._goes_on():
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

    def _goes_on(self) -> bool:
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
            reached = _reached(self.problem, plan, self.floor, most)
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
            lodging, exact = lodged(multiset, olds, bound=bound, beat=self.floor, enough=self.enough or bound)
        if exact:
            self.ceiling = lodging.weight if lodging else self.floor
        if lodging is not None:
            tables = unmasked(lodging.melds, (*plan.masks, *lodging.kept), problem)
            legal = problem.first_legal(tables)
            if legal is not None:
                self.found = Bound(plan, legal, lodging.weight, legal=True)


def _reached(problem: Problem, plan: PartialTurn, beat: int, enough: int | None) -> Bound | None:
    """The best table of a plan, if it is worth more than `beat`."""
    if not plan.has_tiles(problem):
        return None
    owed = plan.owed()
    gain = problem.weight(plan.taken) + problem.weight(owed)
    arrangement = arranged(
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
    tables = unmasked(melds, plan.masks, problem, plan.standing)
    first = next(tables, None)
    legal = None if first is None else problem.first_legal(chain([first], tables))
    if legal is None and first and not plan.standing:
        legal = problem.first_legal(problem.mended(first, problem.box))
    return Bound(plan, legal or first or melds, total, legal=legal is not None)


def unmasked(
    melds: Melds, masks: Sequence[Tile], problem: Problem, standing: Mapping[int, Meld] = MappingProxyType({})
) -> Iterator[Melds]:
    """Every way to lay the kept jokers where tiles lie that they are kept as; sets that lay so before come first.

    What the rows `standing` have grown from stays as it is.
    """
    if not masks:
        yield melds
        return
    places = [
        (row, meld.tiles.index(masks[0]))
        for row, meld in enumerate(melds)
        if masks[0] in meld.tiles and not (row in standing and masks[0] in standing[row].tiles)
    ]
    ways = [(row, with_joker(melds[row], at, problem.box)) for row, at in places]
    if len(ways) > 1:
        old = {meld.in_order for meld in problem.before}
        ways.sort(key=lambda way: way[1].in_order not in old)
    for row, meld in ways:
        yield from unmasked((*melds[:row], meld, *melds[row + 1 :]), masks[1:], problem, standing)


def with_joker(meld: Meld, at: int, box: Box) -> Meld:
    """The set with a joker in the place of one of its tiles."""
    tiles = (*meld.tiles[:at], JOKER, *meld.tiles[at + 1 :])
    return group_of(tiles, meld.faces[0].number, box) if meld.is_group else Meld(tiles, meld.faces)


def group_of(tiles: Sequence[Tile], number: int, box: Box) -> Meld:
    """A group as `readings` would find it."""
    there = {tile.color for tile in tiles}
    missing = [color for color in box.colors if color not in there]
    face = Tile(missing[0] if len(missing) == 1 else None, number)
    return Meld(tuple(tiles), tuple(face if tile.is_joker else tile for tile in tiles))
