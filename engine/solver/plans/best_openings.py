"""The best sets that a rack makes by itself, where a joker counts as the tile it stands for.

"Best" means most points, or most weight among sets that are worth enough points. This is a sweep as in `sweep`, but
upward only. A joker's points depend on its number, so no joker is set aside as spare: each is placed at a number, even
in a run that is already long or in a group that already has three tiles. Two exchange arguments remain. A joker is used
in a run only where every tile of that face is in a run too, since the two could change places. A run starts with a
joker only if it ends at the highest number, since the joker would otherwise be worth more at the upper end. A state
also has the jokers spent and the points still needed; for both, fewer dominates more.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from engine.solver.plans.opening_states import (
    FIRST_STEP,
    OpeningBound,
    OpeningEncoding,
    OpeningNumber,
    OpeningStep,
    RackCounts,
    opening_levels,
)
from engine.solver.sweep import Arrangement, TileMultiset, arrange
from engine.solver.sweep.counts import layout_of
from engine.solver.sweep.frontier import NOTHING_YET, States, advance, prune_dominated
from engine.solver.sweep.reconstruct import rows_of
from engine.solver.sweep.supply import count_multiset
from engine.tiles.melds import Meld
from engine.tiles.tiles import JOKER, Box, Tile

NARROW = 20
"""Beam width of the first sweep, in states per number; this narrow a beam nearly always finds the optimum."""
TOO_MANY = 150
"""States in a frontier above which the bounds aren't tightened further: that would cost more than it saves."""
SCALE = 1 << 10  # more than the tiles of any box, so that the tile count only breaks ties between equal weights
NO_END = 1 << 60
MOST_STATES = 800
"""States generated in total before the search for most points returns its incumbent without proof of optimality."""
FAR_TOO_MANY = 3000
"""States in a frontier, dominated ones included, above which the bounds aren't tightened further; see `TOO_MANY`."""
NOT_FOUND = 1 << 60  # more than any possible loss


@dataclass(frozen=True, slots=True)
class FoundOpening(Arrangement):
    """Sets that a rack makes by itself; `exact` is whether they are proven optimal."""

    exact: bool = True


def find_best_opening(rack: Mapping[Tile, int], box: Box, points: int = 0) -> FoundOpening | None:
    """Return the sets worth most points that the rack makes by itself, with the points as their weight.

    None if the rack makes no set, or if these sets are worth less than `points`.
    """
    if bound_points(rack, box) < points:
        return None
    numbers = range(box.low, box.high + 1)
    plain = _find_plain(rack, box)
    if plain is None:
        return None
    melds, exact = plain.melds, True
    if rack.get(JOKER):
        counted_out = _count_rack(rack, box, numbers, numbers)
        found, exact = _find_best(counted_out, 0, _sum_loss(counted_out, melds), MOST_STATES)
        melds = found or melds
    worth = sum(meld.value for meld in melds)
    return FoundOpening(melds, worth, exact) if worth >= points else None


def bound_points(rack: Mapping[Tile, int], box: Box) -> int:
    """Return an upper bound on a rack's points: every tile that fits a set, and jokers as the highest number."""
    points = [tile.number * copies for tile, copies in keep_meldable(rack, box).items()]
    return sum(points) + box.high * rack.get(JOKER, 0)


def keep_meldable(rack: Mapping[Tile, int], box: Box) -> Mapping[Tile, int]:
    """Return the tiles of a rack, without jokers, that may be in some set; the others don't change its best sets."""
    tiles, layout = _leave_out_jokers(rack), layout_of(box)
    company, places = layout.find_meldable_faces(layout.count_faces(tiles), rack.get(JOKER, 0)), layout.places
    return {tile: copies for tile, copies in tiles.items() if company >> places[tile] & 1}


def _leave_out_jokers(rack: Mapping[Tile, int]) -> Mapping[Tile, int]:
    return {tile: copies for tile, copies in rack.items() if tile != JOKER}


def find_heaviest_opening(
    rack: Mapping[Tile, int], box: Box, points: int, *, weights: Sequence[int], joker_weight: int
) -> Arrangement | None:
    """Return the sets of most weight, by number, worth `points` or more, or None; proven optimal."""
    melds, _ = _find_best(_count_rack(rack, box, weights, [joker_weight] * len(weights)), points, NOT_FOUND, NO_END)
    if not melds:
        return None
    tiles = chain.from_iterable(meld.tiles for meld in melds)
    return Arrangement(melds, sum(joker_weight if tile.is_joker else weights[tile.number - box.low] for tile in tiles))


def _find_plain(rack: Mapping[Tile, int], box: Box) -> Arrangement | None:
    """Return the sets worth most with jokers as the highest number, or None; a first incumbent if there are jokers."""
    multiset = TileMultiset(
        box=box,
        must={},
        may=_leave_out_jokers(rack),
        may_jokers=rack.get(JOKER, 0),
        weights=_scale(range(box.low, box.high + 1)),
        joker_weight=SCALE * box.high,
    )
    found = arrange(multiset)
    return found if found is not None and found.melds else None


def _sum_loss(rack: RackCounts, melds: Iterable[Meld]) -> int:
    """Return the loss of these sets: the weight of the tiles they leave out, minus the weight of their jokers."""
    lost = sum(sum(row) * weight for row, weight in zip(rack.tiles, rack.weights, strict=True))
    for tile, face in chain.from_iterable(zip(meld.tiles, meld.faces, strict=True) for meld in melds):
        lost -= (rack.worth if tile.is_joker else rack.weights)[face.number - rack.box.low]
    return lost


def _count_rack(rack: Mapping[Tile, int], box: Box, weights: Sequence[int], worth: Sequence[int]) -> RackCounts:
    worths = [SCALE * each for each in worth]
    return RackCounts(box, _leave_out_jokers(rack), rack.get(JOKER, 0), _scale(weights), worths)


def _scale(weights: Iterable[int]) -> list[int]:
    """Return weights by which more tiles win between equal ones: a set that weighs nothing may still help to open."""
    return [SCALE * weight + 1 for weight in weights]


def _find_best(rack: RackCounts, points: int, beat: int, many: int) -> tuple[tuple[Meld, ...] | None, bool]:
    """Return the sets with the least loss (see `_sum_loss`), or None, and whether that answer is proven.

    It is None if the loss isn't below `beat`. The sets must be worth at least `points` points. A beam search first
    finds an incumbent that prunes the full sweep, which is given up after `many` states.
    """
    frame = OpeningEncoding(len(rack.box.colors), rack.width, rack.jokers, points)
    numbers = [OpeningNumber(rack, frame, place) for place in range(len(rack.tiles))]
    outlook = _compute_bounds(rack)
    narrow, _ = _sweep(numbers, outlook, beat, (NARROW, NO_END))
    wide, exact = _sweep(numbers, outlook, narrow[0] if narrow else beat, (NO_END, many))
    best = wide or narrow
    if best is None:
        return None, exact
    return tuple(row.meld(rack.box) for row in rows_of(opening_levels(best), rack.box)), exact


def _sweep(
    numbers: Sequence["OpeningNumber"], outlook: Sequence["OpeningBound"], beat: int, effort: tuple[int, int]
) -> tuple[OpeningStep | None, bool]:
    """Sweep over the numbers once; return the last step of the path with the least loss, and whether `effort` sufficed.

    The step is None if no loss is below `beat`. `effort` is the beam width (states kept at each number) and the number
    of states that may be generated in total. Only going over the second counts as insufficient.
    """
    frame, (widest, many) = numbers[0].frame, effort
    steps = {frame.start: FIRST_STEP}
    for number, beyond in zip(numbers, outlook, strict=True):
        found = number.advance(steps, beyond, beat, many)
        many -= len(found)
        if len(found) > widest:
            hopes = {key: step[0] + beyond.lost[number.still(key)] for key, step in found.items()}
            found = {key: found[key] for key in sorted(found, key=lambda key: (hopes[key], key))[:widest]}
        elif many < 0:
            return None, False
        steps = prune_dominated(found, frame.spare)
    ends = (step for key, step in steps.items() if not key >> frame.due)
    return min(ends, key=lambda step: step[0], default=None), many >= 0


def _compute_bounds(rack: RackCounts) -> list[OpeningBound]:
    """Return, for each number from the lowest up, the bounds on all numbers above it.

    They come from two downward sweeps, by weight and by points, in which jokers may stand for anything.
    """
    high, jokers = rack.box.high, range(rack.jokers + 1)
    numbers = range(rack.box.low, high + 1)
    lost, out = _compute_least_losses(rack, rack.weights), _compute_least_losses(rack, numbers)
    found = [OpeningBound([0 for _ in jokers], [0 for _ in jokers])]
    above = sum(rack.tiles[-1]) * high
    for place in range(len(rack.tiles) - 2, -1, -1):
        most = [above - out[place + 1][left] + high * left for left in jokers]
        found.append(OpeningBound([lost[place + 1][left] - max(rack.worth) * left for left in jokers], most))
        above += sum(rack.tiles[place]) * numbers[place]
    return found[::-1]


def _compute_least_losses(rack: RackCounts, weights: Sequence[int]) -> list[list[int]]:
    """Return lower bounds on the weight left out at each number and all above it, by number and then by jokers left.

    One more entry, all zeros, follows the highest number. A number whose frontier is too large repeats the bound above.
    """
    supply = count_multiset(
        TileMultiset(box=rack.box, must={}, may=rack.naturals, may_jokers=rack.jokers, weights=weights, joker_weight=0)
    )
    frame, found = supply.frame, [[0] * (rack.jokers + 1)]
    front: States = {frame.empty + (supply.lacking << frame.spent): NOTHING_YET}
    for place in range(supply.span - 1, -1, -1):
        behind: States = {}
        if len(front) <= TOO_MANY:
            advance(front, supply.number(place, -1), supply.most, behind, FAR_TOO_MANY)
        if not 0 < len(behind) <= FAR_TOO_MANY:
            front = {}
            found.append(found[-1])  # still a lower bound: more numbers never lose less
            continue
        front = prune_dominated(behind, frame.spare_bits)
        found.append(
            [
                min(state.lost for key, state in front.items() if key >> frame.spent <= jokers + supply.lacking)
                for jokers in range(rack.jokers + 1)
            ]
        )
    return found[::-1]
