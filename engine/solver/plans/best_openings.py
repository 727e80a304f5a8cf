"""The best sets that a rack makes by itself, a joker counting as what it stands for: the dearest, or the heaviest.

A sweep as in `sweep`, upwards only. But where a joker lies now makes a difference in points, so none is put
aside as one to spare: it is laid at its number, also where a run is long already and where a group has three tiles.
Still, a joker lies in a run only where all tiles of the face do, as the two could change places; and a run begins with
one only if it goes up to the highest number, as the joker would count for more at the other end. The points that are
wanting are a part of the state, as the jokers spent are: the fewer, the better.
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
from engine.solver.sweep.frontier import NOTHING_YET, States, advance, prune_dominated
from engine.solver.sweep.reconstruct import rows_of
from engine.solver.sweep.supply import count_multiset
from engine.tiles.melds import Meld
from engine.tiles.tiles import JOKER, Box, Tile

NARROW = 20  # states; so narrow a sweep finds the best nearly always
TOO_MANY = 150  # states; to look further ahead would cost more than it saves
SCALE = 1 << 10  # more than the tiles of any box
NO_END = 1 << 60
MOST_STATES = 800
"""After so many the dearest opening so far is given, without the proof that none is dearer."""
FAR_TOO_MANY = 3000  # the same, before the dominated are left out
NOT_FOUND = 1 << 60  # more than anything can lose


@dataclass(frozen=True, slots=True)
class FoundOpening(Arrangement):
    """Sets that the rack makes; `exact` says whether it is proven that there are none better."""

    exact: bool = True


def find_best_opening(rack: Mapping[Tile, int], box: Box) -> FoundOpening | None:
    """The sets of most points, which are their weight; None if the rack makes no set."""
    numbers = range(box.low, box.high + 1)
    counted_out = _count_rack(rack, box, numbers, numbers)
    plain = _find_plain(counted_out)
    if plain is None:
        return None
    found, exact = _find_best(counted_out, 0, _sum_loss(counted_out, plain.melds), MOST_STATES)
    melds = found or plain.melds
    return FoundOpening(melds, sum(meld.value for meld in melds), exact)


def find_heaviest_opening(
    rack: Mapping[Tile, int], box: Box, points: int, *, weights: Sequence[int], joker_weight: int
) -> Arrangement | None:
    """The sets of most weight that are worth so many points; None if none are.

    `weights` are what a tile weighs by its number, from the lowest on.
    """
    melds, _ = _find_best(_count_rack(rack, box, weights, [joker_weight] * len(weights)), points, NOT_FOUND, NO_END)
    if not melds:
        return None
    tiles = chain.from_iterable(meld.tiles for meld in melds)
    return Arrangement(melds, sum(joker_weight if tile.is_joker else weights[tile.number - box.low] for tile in tiles))


def _find_plain(rack: RackCounts) -> Arrangement | None:
    """The best that all sets could be made of if each joker counted as much: good to begin with."""
    box = rack.box
    multiset = TileMultiset(
        box=box,
        must={},
        may=rack.may,
        may_jokers=rack.jokers,
        weights=range(box.low, box.high + 1),
        joker_weight=box.high,
    )
    found = arrange(multiset)
    return found if found is not None and found.melds else None


def _sum_loss(rack: RackCounts, melds: Iterable[Meld]) -> int:
    """What sets lose of the tiles' weight, less what their jokers weigh."""
    lost = sum(sum(row) * weight for row, weight in zip(rack.tiles, rack.weights, strict=True))
    for tile, face in chain.from_iterable(zip(meld.tiles, meld.faces, strict=True) for meld in melds):
        lost -= (rack.worth if tile.is_joker else rack.weights)[face.number - rack.box.low]
    return lost


def _count_rack(rack: Mapping[Tile, int], box: Box, weights: Sequence[int], worth: Sequence[int]) -> RackCounts:
    numbers = range(box.low, box.high + 1)
    tiles = tuple(tuple(rack.get(Tile(color, number), 0) for color in box.colors) for number in numbers)
    # Of what weighs the same, that with more tiles: a set may be worth nothing, and still be laid.
    heavier = [SCALE * weight + 1 for weight in weights]
    return RackCounts(box, tiles, rack.get(JOKER, 0), heavier, [SCALE * each for each in worth])


def _find_best(rack: RackCounts, points: int, beat: int, many: int) -> tuple[tuple[Meld, ...] | None, bool]:
    """The best sets that lose less, and whether that is proven; a narrow sweep finds first how good they are at least.

    The proof is given up where it takes more than so many states.
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
    """The end that loses least, if it loses less than the one to beat; and whether all states were looked at.

    The effort: so many states are kept at a number, and so many can be come across in all.
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
    """The outlook from each number: what a sweep downwards loses, which lets the jokers stand where they like."""
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
    """The least that each number and those above it lose in any sets, by the jokers that are left for them."""
    supply = count_multiset(
        TileMultiset(box=rack.box, must={}, may=rack.may, may_jokers=rack.jokers, weights=weights, joker_weight=0)
    )
    frame, found = supply.frame, [[0] * (rack.jokers + 1)]
    front: States = {frame.empty + (supply.lacking << frame.spent): NOTHING_YET}
    for place in range(supply.span - 1, -1, -1):
        behind: States = {}
        if len(front) <= TOO_MANY:
            advance(front, supply.number(place, -1), supply.most, behind, FAR_TOO_MANY)
        if not 0 < len(behind) <= FAR_TOO_MANY:
            front = {}
            found.append(found[-1])  # more numbers lose no less
            continue
        front = prune_dominated(behind, frame.spare_bits)
        found.append(
            [
                min(state[0] for key, state in front.items() if key >> frame.spent <= jokers + supply.lacking)
                for jokers in range(rack.jokers + 1)
            ]
        )
    return found[::-1]
