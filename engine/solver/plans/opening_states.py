"""The states of the sweep in `best_openings`, and the transitions from one number to the next.

A state after some number consists of the run shapes (for each color, how many open runs have one tile, two, or more;
see `sweep.states`), the jokers spent and the points still needed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.solver.sweep.counts import pack_digits
from engine.solver.sweep.reconstruct import NumberLevel
from engine.solver.sweep.states import pack_shape, unpack_shape
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import Box, Tile

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

    def gap(self, color: int, place: int) -> int:
        """Return how many numbers from `place` up lack this color: a run through them takes a joker for each."""
        return sum(1 for row in self.tiles[place:] if not row[color])


@dataclass(frozen=True, slots=True)
class OpeningBound:
    """Bounds on everything above one number, each indexed by the jokers left for it.

    `lost` is a lower bound on the loss there (weight of the tiles left out, minus the weight of the jokers used), and
    `points` an upper bound on the points.
    """

    lost: list[int]
    points: list[int]


class OpeningEncoding:
    """The encoding of a state as one integer: from the lowest bit up, run shapes, jokers spent, and points needed.

    The last two begin at the bits `spent` and `due`. A run shape counts one color's open runs by length and takes
    `bits` bits; the attribute `jokers` is the number of bits for the jokers spent. `start` is the state before the
    lowest number. `spare` has the spare bits that the dominance test needs.
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
    """The transitions of the sweep across the number at index `place`; choices of runs and groups are cached."""

    def __init__(self, rack: RackCounts, frame: OpeningEncoding, place: int) -> None:
        self.rack, self.frame, self.place = rack, frame, place
        self.number, self.tiles = rack.box.low + place, rack.tiles[place]
        self.gaps = [rack.gap(color, place) for color in range(len(self.tiles))]
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
        weight, worth, joker = rack.weights[self.place], rack.worth[self.place], 1 << frame.spent
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
                each = _list_ways(shape, self.rack, (self.place, color, gap), jokers, self.frame.width)
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
    place, color, gap = where
    one, two, long = unpack_shape(shape, width)
    have = rack.tiles[place][color]
    above, beyond = (rack.tiles[place + up][color] + jokers if place + up < len(rack.tiles) else 0 for up in (1, 2))
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
