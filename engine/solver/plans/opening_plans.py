"""Plans for a player whose first play must be worth enough points: from the rack alone, or followed by other moves."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from engine.rules.first_play import find_sets_with
from engine.solver.plans.best_openings import bound_points, find_heaviest_opening
from engine.solver.plans.branch_and_bound import Children
from engine.solver.plans.legality import Melds
from engine.solver.plans.partial_turns import PartialTurn, Problem
from engine.solver.sweep import TileMultiset, arrange
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import JOKER, Box, Tile, by_color

Naturals = tuple[Tile, ...]
MOST_CORES = 400
"""The most openings that a plan without an opening is branched on, one child each; a last child covers all others."""


def find_opening(problem: Problem, points: int, *, beat: int) -> Melds | None:
    """Return the rack's sets of most weight in `problem` worth `points` or more; None if none weigh over `beat`."""
    if bound_points(problem.rack, problem.box) < points:
        return None
    may = dict(problem.rack)
    jokers = may.pop(JOKER, 0)
    multiset = TileMultiset(
        box=problem.box,
        must={},
        may=may,
        may_jokers=jokers,
        weights=problem.weights,
        joker_weight=problem.joker_weight,
    )
    arrangement = arrange(multiset, beat=beat)
    if arrangement is not None and sum(meld.value for meld in arrangement.melds) < points:
        by_points = replace(
            multiset, weights=range(problem.box.low, problem.box.high + 1), joker_weight=problem.box.high
        )
        if arrange(by_points, beat=points - 1) is None:
            return None
        arrangement = find_heaviest_opening(
            problem.rack, problem.box, points, weights=problem.weights, joker_weight=problem.joker_weight
        )
    return arrangement.melds if arrangement is not None and arrangement.weight > beat else None


def widen_children(children: Children, points: int, has_opening: Callable[[Melds], bool]) -> Children:
    """Wrap the branching function `children`: if a plan's table has no opening, branch on the opening first.

    Each child plan must play the rack tiles of one smallest opening, worth `points` or more, in whatever sets they end
    up. With too many openings, a last child stands for those left out; it can't be branched on. `has_opening` tells
    whether a table has an opening.
    """

    def widely(problem: Problem, plan: PartialTurn, melds: Melds) -> Iterable[PartialTurn] | None:
        if has_opening(melds):
            return children(problem, plan, melds)
        if plan.has_left_out:
            return None
        naturals = tuple(sorted((tile for tile in problem.rack.elements() if tile != JOKER), key=by_color))
        cores = list(islice(_find_cores(naturals, problem.rack[JOKER], points, problem.box), MOST_CORES + 1))
        plans = (replace(plan, asked=core) for core in _keep_smallest(cores[:MOST_CORES]))
        return chain(plans, [replace(plan, has_left_out=True)] if len(cores) > MOST_CORES else [])

    return widely


def _find_cores(naturals: Naturals, jokers: int, points: int, box: Box) -> Iterator[Counter[Tile]]:
    """Yield "cores", tile counts of sets worth `points` by themselves; some come twice or contain another."""
    if not naturals:
        sizes = range(SMALLEST_SET, min(jokers, len(box.colors)) + 1)
        yield from (Counter({JOKER: size}) for size in sizes if size * box.high >= points)
        return
    for used, spent, worth in find_sets_with(naturals, jokers, box):
        core = Counter([*used, *[JOKER] * spent])
        if worth >= points:
            yield core
            continue
        left = tuple(sorted((Counter(naturals) - Counter(used)).elements(), key=by_color))
        yield from (core + rest for rest in _find_cores(left, jokers - spent, points - worth, box))
    yield from _find_cores(naturals[1:], jokers, points, box)


def _keep_smallest(found: Sequence[Counter[Tile]]) -> list[Counter[Tile]]:
    """Return the tile collections that contain no other and aren't equal to one before, fewest tiles first."""
    kept: list[Counter[Tile]] = []
    for core in sorted(found, key=Counter.total):
        if not any(each <= core for each in kept):
            kept.append(core)
    return kept
