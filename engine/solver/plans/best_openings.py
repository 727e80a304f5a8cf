"""The best sets that a rack makes by itself, where a joker counts as the tile it stands for.

"Best" means most points, or most weight among sets that are worth enough points. This is a sweep as in `sweep`, but
upward only. A joker's points depend on its number, so no joker is set aside as spare: each is placed at a number, even
in a run that is already long or in a group that already has three tiles. Two exchange arguments remain. A joker is used
in a run only where every tile of that face is in a run too, since the two could change places. A run starts with a
joker only if it ends at the highest number, since the joker would otherwise be worth more at the upper end. A state
also has the jokers spent and the points still needed; for both, fewer dominates more.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from engine.solver.sweep import Arrangement, TileMultiset, arrange
from engine.solver.sweep.counts import layout_of, pack_digits
from engine.solver.sweep.frontier import NOTHING_YET, States, advance, pack_shape, prune_dominated, unpack_shape
from engine.solver.sweep.reconstruct import NumberLevel, rows_of
from engine.solver.sweep.supply import count_multiset
from engine.tiles.melds import SMALLEST_SET, Meld
from engine.tiles.tiles import JOKER, Box, Tile

NARROW = 20
"""Beam width of the first sweep, in states per number; this narrow a beam nearly always finds the optimum."""
TOO_MANY = 150
"""States in a frontier above which the bounds aren't tightened further: that would cost more than it saves."""
SCALE = 1 << 10  # more than the tiles of any box, so that the tile count only breaks ties between equal weights
NO_END = 1 << 60  # more than any loss or number of states
MOST_STATES = 800
"""States generated in total before the search for most points returns its incumbent without proof of optimality."""
FAR_TOO_MANY = 3000
"""States in a frontier, dominated ones included, above which the bounds aren't tightened further; see `TOO_MANY`."""


# The loss so far (weight of the tiles left out, minus the weight of the jokers used); the step at the number below;
# and the decision at this number: its tiles by color, the runs through it by color, the groups, and the tiles and
# jokers in those groups. The first step has None for the last two.
OpeningStep = tuple[int, Any, Any]
FIRST_STEP: OpeningStep = (0, None, None)
# One color at a number: its shape after it, the tiles not in runs, the jokers in runs, and the runs through the number.
_Way = tuple[int, int, int, int]
# All colors: their shapes packed in one integer, each color's tiles not in runs, all jokers in runs, each color's runs.
_Runs = tuple[int, tuple[int, ...], int, tuple[int, ...]]


@dataclass(slots=True)
class RackCounts:
    """A rack counted by number and color: `tiles` has a row per number, from the lowest up, and a count per color.

    `naturals` are the tiles without the `jokers`. For each number, from the lowest up, `weights` has the weight of a
    tile and `worth` that of a joker that stands for a tile of this number.
    """

    box: Box
    naturals: Mapping[Tile, int]
    jokers: int
    weights: Sequence[int]
    worth: Sequence[int]
    tiles: Sequence[tuple[int, ...]] = field(init=False)

    def __post_init__(self) -> None:
        numbers, colors = range(self.box.low, self.box.high + 1), self.box.colors
        self.tiles = [tuple(self.naturals.get(Tile(color, number), 0) for color in colors) for number in numbers]

    @property
    def width(self) -> int:
        """The number of bits needed to count parallel runs of one color."""
        return max(2, (max(map(max, self.tiles)) + self.jokers).bit_length())

    def gap(self, color: int, index: int) -> int:
        """Return how many numbers from `index` up lack this color: a run through them takes a joker for each."""
        return sum(1 for row in self.tiles[index:] if not row[color])


@dataclass(frozen=True, slots=True)
class OpeningBound:
    """Bounds on everything above one number, by the jokers left for it: least loss (see `OpeningStep`), most points."""

    lost: list[int]
    points: list[int]


class OpeningEncoding:
    """The encoding of a state as one integer: from the lowest bit up, run shapes, jokers spent, and points needed.

    The last two begin at the bits `spent` and `due`. A run shape takes `bits` bits, and the jokers spent take `jokers`.
    `start` is the state before the lowest number, and `spare` has the spare bits that the dominance test needs.
    """

    def __init__(self, colors: int, width: int, jokers: int, points: int) -> None:
        self.width = width
        self.bits = 3 * (width + 1)
        self.spent = colors * self.bits
        self.jokers = max(1, jokers.bit_length())
        self.due = self.spent + self.jokers + 1
        empty = sum(pack_shape(0, 0, 0, width) << color * self.bits for color in range(colors))
        self.start = empty | points << self.due
        shapes = sum(1 << (field + 1) * (width + 1) - 1 for field in range(3 * colors))
        self.spare = shapes | 1 << self.due - 1 | 1 << self.due + points.bit_length()


class OpeningNumber:
    """The transitions of the sweep across the number at this index; choices of runs and groups are cached."""

    def __init__(self, rack: RackCounts, frame: OpeningEncoding, index: int) -> None:
        self.rack, self.frame, self.index = rack, frame, index
        self.number, self.tiles = rack.box.low + index, rack.tiles[index]
        self.gaps = [rack.gap(color, index) for color in range(len(self.tiles))]
        self.runs: dict[tuple[int, int], list[_Runs]] = {}
        self.groups: dict[tuple[tuple[int, ...], int], list[tuple[int, int, int]]] = {}

    def still(self, key: int) -> int:
        """Return how many jokers are left in the state that is encoded as `key`."""
        return self.rack.jokers - (key >> self.frame.spent & (1 << self.frame.jokers) - 1)

    def advance(
        self, steps: dict[int, OpeningStep], outlook: OpeningBound, beat: int, many: int
    ) -> dict[int, OpeningStep]:
        """Cross this number: return the step with the least loss into each state after it, as {encoded state: step}.

        States are left out if their loss can't end below `beat`, or if they can't reach the points needed. The search
        stops once it has more than `many` states, so then some are missing.
        """
        rack, frame, here = self.rack, self.frame, sum(self.tiles)
        weight, worth, joker = rack.weights[self.index], rack.worth[self.index], 1 << frame.spent
        above: dict[int, OpeningStep] = {}
        for key, step in steps.items():
            if len(above) > max(0, many):
                break
            due = key >> frame.due
            spent = key >> frame.spent & (1 << frame.jokers) - 1
            for shapes, left, in_runs, runs in self._list_runs(key & joker - 1, rack.jokers - spent):
                for groups, grouped, in_groups in self._list_groups(left, rack.jokers - spent - in_runs):
                    jokers = in_runs + in_groups
                    out = sum(left) - grouped
                    wanting = max(0, due - self.number * (here - out + jokers))
                    new = shapes + (spent + jokers) * joker + (wanting << frame.due)
                    lost = step[0] + out * weight - jokers * worth
                    still = rack.jokers - spent - jokers
                    if lost + outlook.lost[still] >= beat or wanting > outlook.points[still]:
                        continue
                    if new not in above or lost < above[new][0]:
                        above[new] = (lost, step, (self.tiles, runs, groups, grouped, in_groups))
        return above

    def _list_runs(self, shapes: int, jokers: int) -> list[_Runs]:
        if (shapes, jokers) not in self.runs:
            bits = self.frame.bits
            found: list[_Runs] = [(0, (), 0, ())]
            for color, gap in enumerate(self.gaps):
                shape = shapes >> color * bits & (1 << bits) - 1
                each = _list_ways(shape, self.rack, (self.index, color, gap), jokers, self.frame.width)
                found = [
                    (so_far | after << color * bits, (*left, over), in_runs + spent, (*runs, more))
                    for so_far, left, in_runs, runs in found
                    for after, over, spent, more in each
                    if in_runs + spent <= jokers
                ]
            self.runs[shapes, jokers] = found
        return self.runs[shapes, jokers]

    def _list_groups(self, left: tuple[int, ...], jokers: int) -> list[tuple[int, int, int]]:
        if (left, jokers) not in self.groups:
            self.groups[left, jokers] = list(_list_groupings(left, jokers))
        return self.groups[left, jokers]


def _list_ways(shape: int, rack: RackCounts, where: tuple[int, int, int], jokers: int, width: int) -> list[_Way]:
    """Return every choice of runs of one color through a number that uses at most `jokers` jokers.

    `where` is the number's index, the color's index, and its gap (see `RackCounts.gap`).
    """
    index, color, gap = where
    one, two, long = unpack_shape(shape, width)
    have = rack.tiles[index][color]
    above, beyond = (rack.tiles[index + up][color] + jokers if index + up < len(rack.tiles) else 0 for up in (1, 2))
    found = []
    for runs in range(one + two, have + jokers + 1):
        spent, begun = max(0, runs - have), max(0, runs - one - two - long)
        by_joker = spent and begun > have
        if spent > jokers or (by_joker and gap > jokers) or begun + one > above or begun > beyond:
            continue
        useful = max(0, above - begun - one)
        next_shape = pack_shape(begun, one, min(two + min(long, runs - one - two), useful), width)
        found.append((next_shape, max(0, have - runs), spent, runs))
    return found


def _list_groupings(left: Sequence[int], jokers: int) -> Iterator[tuple[int, int, int]]:
    """Yield the counts of groups, of their tiles and of their jokers, up to `jokers`; `left` counts by color."""
    yield 0, 0, 0
    most = (sum(left) + jokers) // SMALLEST_SET if len(left) >= SMALLEST_SET else 0
    for groups in range(1, most + 1):
        grouped = sum(min(groups, each) for each in left)
        fewest = max(0, SMALLEST_SET * groups - grouped)
        for spent in range(fewest, min(jokers, len(left) * groups - grouped) + 1):
            yield groups, grouped, spent


def opening_levels(step: OpeningStep) -> list[NumberLevel]:
    """Return the decision made at each number on the path to a step, from the lowest number up."""
    levels = []
    while step is not FIRST_STEP:
        _, before, (tiles, runs, groups, grouped, jokers) = step
        levels.append(NumberLevel(pack_digits(tiles), 0, pack_digits(runs), groups, grouped, jokers))
        step = before
    return levels[::-1]


# The sweep


@dataclass(frozen=True, slots=True)
class FoundOpening(Arrangement):
    """Sets that a rack makes by itself; `exact` is whether they are proven optimal."""

    exact: bool = True


def find_best_opening(rack: Mapping[Tile, int], box: Box, points: int = 0) -> FoundOpening | None:
    """Return the sets worth most points that the rack makes by itself, with the points as their weight.

    The result is None if the rack makes no set, or if these sets are worth less than `points`.
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
    company, shifts = layout.find_meldable_faces(layout.count_faces(tiles), rack.get(JOKER, 0)), layout.shifts
    return {tile: copies for tile, copies in tiles.items() if company >> shifts[tile] & 1}


def _leave_out_jokers(rack: Mapping[Tile, int]) -> Mapping[Tile, int]:
    return {tile: copies for tile, copies in rack.items() if tile != JOKER}


def find_heaviest_opening(
    rack: Mapping[Tile, int], box: Box, points: int, *, weights: Sequence[int], joker_weight: int
) -> Arrangement | None:
    """Return the sets of most weight, by number, worth `points` or more, or None; proven optimal."""
    melds, _ = _find_best(_count_rack(rack, box, weights, [joker_weight] * len(weights)), points, NO_END, NO_END)
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
    numbers = [OpeningNumber(rack, frame, index) for index in range(len(rack.tiles))]
    outlook = _compute_bounds(rack)
    narrow, _ = _sweep(numbers, outlook, beat, (NARROW, NO_END))
    wide, exact = _sweep(numbers, outlook, narrow[0] if narrow else beat, (NO_END, many))
    best = wide or narrow
    if best is None:
        return None, exact
    return tuple(row.meld(rack.box) for row in rows_of(opening_levels(best), rack.box)), exact


def _sweep(
    numbers: Sequence[OpeningNumber], outlook: Sequence[OpeningBound], beat: int, effort: tuple[int, int]
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
    """Return, for each number from the lowest up, the bounds on all above it, from sweeps with jokers as anything."""
    high, jokers = rack.box.high, range(rack.jokers + 1)
    numbers = range(rack.box.low, high + 1)
    lost, out = _compute_least_losses(rack, rack.weights), _compute_least_losses(rack, numbers)
    found = [OpeningBound([0 for _ in jokers], [0 for _ in jokers])]
    above = sum(rack.tiles[-1]) * high
    for index in range(len(rack.tiles) - 2, -1, -1):
        most = [above - out[index + 1][left] + high * left for left in jokers]
        found.append(OpeningBound([lost[index + 1][left] - max(rack.worth) * left for left in jokers], most))
        above += sum(rack.tiles[index]) * numbers[index]
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
    for index in range(supply.span - 1, -1, -1):
        behind: States = {}
        if len(front) <= TOO_MANY:
            advance(front, supply.number(index, -1), supply.most, behind, FAR_TOO_MANY)
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
