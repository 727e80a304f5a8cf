"""The general search: branching under a joker check of which nothing is known but its verdicts.

A plan settles the new table set by set, and the sweep arranges the rest as if every joker were free, so its weight is
an upper bound for any check. The order is: sets that may only grow, sets with jokers, the sets of the table's other
tiles, and sets of the rack alone. So every table that the tiles can make is in reach, and what is proven is right.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from enum import IntEnum
from itertools import combinations, product

from engine.override import override
from engine.solver.plans.branch_and_bound import JokerRule
from engine.solver.plans.joker_plans import start_plans
from engine.solver.plans.legality import Melds, count_tiles
from engine.solver.plans.partial_turns import CountedRack, PartialTurn, Problem
from engine.solver.sweep import Growing, TileMultiset
from engine.tiles.melds import SMALLEST_SET, Meld, group_of, run_of
from engine.tiles.tiles import JOKER, Box, Color, Tile, by_color

LISTING, LISTED = 100, 4
"""Units of budget for listing all sets that some tiles can make, and for each of them.

Chosen so that a search takes about as long as under the other strategies; no rule system uses this one so far.
"""
MeldKey = tuple[tuple[tuple[int, int], bool], ...]


class Stage(IntEnum):
    """The stage of a plan: its next decision. `KEPT` plans only look for a good turn early, and have no children."""

    JOKERS = 0
    NATURALS = 1
    CLOSED = 2
    KEPT = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneralPlan(PartialTurn):
    """A plan of the general search.

    From `NATURALS` on, no more jokers are played, and a `CLOSED` plan plays nothing more. Sets with jokers, and then
    those of the rack alone, are settled in the order of their keys, so that no choice of sets comes twice; `last` is
    the key of the last one.
    """

    stage: Stage = Stage.JOKERS
    last: MeldKey = ()

    @override
    def multiset(self, problem: Problem, owed: CountedRack) -> TileMultiset:
        """Return the tiles for the sweep to arrange, without those that the plan's stage rules out."""
        whole = PartialTurn.multiset(self, problem, owed)
        if self.stage is Stage.CLOSED:
            return replace(whole, may={}, may_jokers=0)
        return replace(whole, may_jokers=0) if self.stage is Stage.NATURALS else whole


def start_general(problem: Problem) -> Iterator[PartialTurn]:
    """Yield the root plans, in which nothing is settled, each followed by plans that are likely to be legal.

    In these, the sets with table jokers only grow from the rack, or every table joker keeps its face.
    """
    for plan in start_plans(problem):
        root = GeneralPlan(**{each.name: getattr(plan, each.name) for each in fields(plan)})
        yield root
        if root.open:
            yield _let_grow(problem, root)
        for faces in product(*(sorted(old.faces, key=by_color) for old in root.open)) if root.open else ():
            stock, jokers = root.stock + Counter(faces), root.jokers - len(faces)
            yield replace(root, stock=stock, jokers=jokers, masks=faces, open=(), stage=Stage.KEPT)


def _let_grow(problem: Problem, root: GeneralPlan) -> GeneralPlan:
    """Return the plan in which the sets with the root's open jokers stay, and only grow from the rack."""
    rows = {old.joker.row for old in root.open if not old.paid}
    growing = tuple(Growing(problem.before[row], by_rack=True) for row in sorted(rows))
    tiles = count_tiles(each.meld for each in growing)
    return replace(
        root,
        stock=root.stock - tiles,
        jokers=root.jokers - tiles[JOKER],
        growing=(*root.growing, *growing),
        open=(),
        stage=Stage.KEPT,
    )


def expand_general(problem: Problem, plan: PartialTurn, melds: Melds) -> Iterable[PartialTurn] | None:
    """Return a plan's children, which differ in one set; without any, its illegal `melds` are its only table."""
    del melds
    if not isinstance(plan, GeneralPlan):
        return None
    if plan.stage in {Stage.CLOSED, Stage.KEPT}:
        return ()
    if plan.growing:
        return _grow_first(problem, plan)
    if plan.stage is Stage.JOKERS and plan.jokers + plan.left(problem)[JOKER]:
        return _list_joker_sets(problem, plan)
    return _list_natural_sets(
        problem, replace(plan, stage=Stage.NATURALS, last=()) if plan.stage is Stage.JOKERS else plan
    )


def _grow_first(problem: Problem, plan: GeneralPlan) -> Iterator[GeneralPlan]:
    """Yield the plan with each final form of the first set that may only grow."""
    old, rest = plan.growing[0].meld, plan.growing[1:]
    supply = plan.stock + plan.left(problem)
    jokers = plan.jokers + supply.pop(JOKER, 0)
    there = Counter(old.tiles)
    for new in _list_sets(problem, supply + there, jokers + there[JOKER]):
        if _grows_into(old, new):
            yield replace(_add_meld(plan, new, Counter(new.tiles) - there), growing=rest)


def _grows_into(old: Meld, new: Meld) -> bool:
    """Return whether a set is an old one with nothing but tiles added to it."""
    if old.is_group or new.is_group:
        return (
            old.is_group
            and new.is_group
            and old.faces[0].number == new.faces[0].number
            and Counter(old.tiles) <= Counter(new.tiles)
        )
    start = old.faces[0].number - new.faces[0].number
    same_color = old.faces[0].color == new.faces[0].color
    return same_color and start >= 0 and new.tiles[start : start + len(old.tiles)] == old.tiles


def _list_joker_sets(problem: Problem, plan: GeneralPlan) -> Iterator[GeneralPlan]:
    """Yield the plan with each set with jokers, those of the old table first, and with no more of them if it may be."""
    supply = plan.stock + plan.left(problem)
    jokers = plan.jokers + supply.pop(JOKER, 0)
    found = [
        (key, each)
        for each in _list_sets(problem, supply, jokers)
        if JOKER in each.tiles and (key := _key(each)) >= plan.last
    ]
    old = {each.in_order for each in problem.before}
    for key, each in sorted(found, key=lambda pair: pair[1].in_order not in old):
        yield replace(_add_meld(plan, each, Counter(each.tiles)), last=key)
    if not plan.jokers:
        yield replace(plan, stage=Stage.NATURALS, last=())


def _list_natural_sets(problem: Problem, plan: GeneralPlan) -> Iterator[GeneralPlan]:
    """Yield the plan with each set of the table's next tile; after the last one, with each set of the rack, or none."""
    supply = plan.stock + plan.left(problem)
    del supply[JOKER]
    if plan.stock:
        first = min(plan.stock, key=by_color)
        for each in _list_sets(problem, supply, 0):
            if first in each.tiles:
                yield _add_meld(plan, each, Counter(each.tiles))
        return
    for each in _list_sets(problem, supply, 0):
        if (key := _key(each)) >= plan.last:
            yield replace(_add_meld(plan, each, Counter(each.tiles)), last=key)
    yield replace(plan, stage=Stage.CLOSED)


def _add_meld(plan: GeneralPlan, meld: Meld, tiles: CountedRack) -> GeneralPlan:
    """Return the plan with one more set, to which `tiles` are added, from the table as far as it has them."""
    jokers = min(tiles[JOKER], plan.jokers)
    return replace(
        plan,
        stock=plan.stock - tiles,
        jokers=plan.jokers - jokers,
        open=(),
        taken=plan.taken + (tiles - plan.stock - Counter({JOKER: jokers})),
        fixed=(*plan.fixed, meld),
    )


def _key(meld: Meld) -> MeldKey:
    """Return what sorts sets; equal sets have equal keys."""
    return tuple((by_color(face), tile.is_joker) for tile, face in zip(meld.tiles, meld.faces, strict=True))


def _list_sets(problem: Problem, supply: CountedRack, jokers: int) -> Iterator[Meld]:
    """Yield each set of natural tiles in `supply` and at most this number of jokers. Raises BudgetExhausted."""
    box, charge = problem.box, problem.budget.take
    charge(LISTING)
    for number in range(box.low, box.high + 1):
        there = [face for color in box.colors if supply[face := Tile(color, number)]]
        for size in range(len(there) + 1):
            for naturals in combinations(there, size):
                for count in range(max(0, SMALLEST_SET - size), min(jokers, len(box.colors) - size) + 1):
                    charge(LISTED)
                    yield group_of((*naturals, *[JOKER] * count), number, box)
    for color in box.colors:
        for start in range(box.low, box.high - SMALLEST_SET + 2):
            for tiles in _list_runs(box, supply, color, start, jokers):
                charge(LISTED)
                yield run_of(tiles, color, start)


def _list_runs(box: Box, supply: CountedRack, color: Color, number: int, jokers: int) -> Iterator[tuple[Tile, ...]]:
    """Yield the tiles of each run from this number on."""
    grown: list[tuple[Tile, ...]] = [()]
    for face in (Tile(color, each) for each in range(number, box.high + 1)):
        grown = [
            (*tiles, tile)
            for tiles in grown
            for tile in (face, JOKER)
            if (supply[face] if tile is face else tiles.count(JOKER) < jokers)
        ]
        if not grown:
            return
        if len(grown[0]) >= SMALLEST_SET:
            yield from grown


GENERAL = JokerRule(start_general, expand_general)
