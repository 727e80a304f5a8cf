"""The best sets that a rack makes by itself, a joker counting as what it stands for: the dearest, or the heaviest.

A sweep as in `sweep`, upwards only. But where a joker lies now makes a difference in points, so none is put
aside as one to spare: it is laid at its number, also where a run is long already and where a group has three tiles.
Still, a joker lies in a run only where all tiles of the face do, as the two could change places; and a run begins with
one only if it goes up to the highest number, as the joker would count for more at the other end. The points that are
wanting are a part of the state, as the jokers spent are: the fewer, the better.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from engine.solver.sweep import Arrangement, TileMultiset, arranged
from engine.solver.sweep.counts import in_digits
from engine.solver.sweep.frontier import NOTHING_YET, States, advance, undominated
from engine.solver.sweep.reconstruct import NumberLevel, rows_of
from engine.solver.sweep.states import packed, unpacked
from engine.solver.sweep.supply import counted
from engine.tiles.melds import SMALLEST_SET, Meld
from engine.tiles.tiles import JOKER, Box, Tile

# What is lost of the tiles' weight, less what the jokers weigh; the step before; and what was decided at the number.
_Step = tuple[int, Any, Any]
_START: _Step = (0, None, None)
_Way = tuple[int, int, int, int]  # the next shape, the tiles not in runs, the jokers in runs, the runs
_Runs = tuple[int, tuple[int, ...], int, tuple[int, ...]]  # the same of all colours
NARROW = 20  # states; so narrow a sweep finds the best nearly always
TOO_MANY = 150  # states; to look further ahead would cost more than it saves
SCALE = 1 << 10  # more than the tiles of any box
NO_END = 1 << 60
MOST_STATES = 800
"""After so many the dearest opening so far is given, without the proof that none is dearer."""
FAR_TOO_MANY = 3000  # the same, before the dominated are left out
NOT_FOUND = 1 << 60  # more than anything can lose


@dataclass(frozen=True, slots=True)
class _Rack:
    """A rack counted out by numbers and colours; `weights` of a tile and `worth` of a joker at each number."""

    box: Box
    tiles: tuple[tuple[int, ...], ...]
    jokers: int
    weights: Sequence[int]
    worth: Sequence[int]

    @property
    def width(self) -> int:
        """The bits that hold the number of runs of one face."""
        return max(2, (max(map(max, self.tiles)) + self.jokers).bit_length())

    @property
    def may(self) -> dict[Tile, int]:
        """How many tiles there are of each face."""
        return {
            Tile(color, number): count
            for number, row in enumerate(self.tiles, self.box.low)
            for color, count in zip(self.box.colors, row, strict=True)
            if count
        }

    def gap(self, color: int, place: int) -> int:
        """The jokers that a run from here to the highest number takes."""
        return sum(1 for row in self.tiles[place:] if not row[color])


@dataclass(frozen=True, slots=True)
class FoundOpening(Arrangement):
    """Sets that the rack makes; `exact` says whether it is proven that there are none better."""

    exact: bool = True


def dearest_opening(rack: Mapping[Tile, int], box: Box) -> FoundOpening | None:
    """The sets of most points, which are their weight; None if the rack makes no set."""
    numbers = range(box.low, box.high + 1)
    counted_out = _counted(rack, box, numbers, numbers)
    plain = _plain(counted_out)
    if plain is None:
        return None
    found, exact = _best(counted_out, 0, _lost(counted_out, plain.melds), MOST_STATES)
    melds = found or plain.melds
    return FoundOpening(melds, sum(meld.value for meld in melds), exact)


def heaviest_opening(
    rack: Mapping[Tile, int], box: Box, points: int, *, weights: Sequence[int], joker_weight: int
) -> Arrangement | None:
    """The sets of most weight that are worth so many points; None if none are.

    `weights` are what a tile weighs by its number, from the lowest on.
    """
    melds, _ = _best(_counted(rack, box, weights, [joker_weight] * len(weights)), points, NOT_FOUND, NO_END)
    if not melds:
        return None
    tiles = chain.from_iterable(meld.tiles for meld in melds)
    return Arrangement(melds, sum(joker_weight if tile.is_joker else weights[tile.number - box.low] for tile in tiles))


def _plain(rack: _Rack) -> Arrangement | None:
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
    found = arranged(multiset)
    return found if found is not None and found.melds else None


def _lost(rack: _Rack, melds: Iterable[Meld]) -> int:
    """What sets lose of the tiles' weight, less what their jokers weigh."""
    lost = sum(sum(row) * weight for row, weight in zip(rack.tiles, rack.weights, strict=True))
    for tile, face in chain.from_iterable(zip(meld.tiles, meld.faces, strict=True) for meld in melds):
        lost -= (rack.worth if tile.is_joker else rack.weights)[face.number - rack.box.low]
    return lost


def _counted(rack: Mapping[Tile, int], box: Box, weights: Sequence[int], worth: Sequence[int]) -> _Rack:
    numbers = range(box.low, box.high + 1)
    tiles = tuple(tuple(rack.get(Tile(color, number), 0) for color in box.colors) for number in numbers)
    # Of what weighs the same, that with more tiles: a set may be worth nothing, and still be laid.
    heavier = [SCALE * weight + 1 for weight in weights]
    return _Rack(box, tiles, rack.get(JOKER, 0), heavier, [SCALE * each for each in worth])


def _best(rack: _Rack, points: int, beat: int, many: int) -> tuple[tuple[Meld, ...] | None, bool]:
    """The best sets that lose less, and whether that is proven; a narrow sweep finds first how good they are at least.

    The proof is given up where it takes more than so many states.
    """
    frame = _Frame(len(rack.box.colors), rack.width, rack.jokers, points)
    numbers = [_Number(rack, frame, place) for place in range(len(rack.tiles))]
    outlook = _outlook(rack)
    narrow, _ = _swept(numbers, outlook, beat, (NARROW, NO_END))
    wide, exact = _swept(numbers, outlook, narrow[0] if narrow else beat, (NO_END, many))
    best = wide or narrow
    if best is None:
        return None, exact
    return tuple(row.meld(rack.box) for row in rows_of(_levels(best), rack.box)), exact


def _swept(
    numbers: Sequence["_Number"], outlook: Sequence["_Outlook"], beat: int, effort: tuple[int, int]
) -> tuple[_Step | None, bool]:
    """The end that loses least, if it loses less than the one to beat; and whether all states were looked at.

    The effort: so many states are kept at a number, and so many can be come across in all.
    """
    frame, (widest, many) = numbers[0].frame, effort
    steps = {frame.start: _START}
    for number, beyond in zip(numbers, outlook, strict=True):
        found = number.advanced(steps, beyond, beat, many)
        many -= len(found)
        if len(found) > widest:
            hopes = {key: step[0] + beyond.lost[number.still(key)] for key, step in found.items()}
            found = {key: found[key] for key in sorted(found, key=lambda key: (hopes[key], key))[:widest]}
        elif many < 0:
            return None, False
        steps = undominated(found, frame.spare)
    ends = (step for key, step in steps.items() if not key >> frame.due)
    return min(ends, key=lambda step: step[0], default=None), many >= 0


@dataclass(frozen=True, slots=True)
class _Outlook:
    """What the numbers above one can do at best, by the jokers that are left for them.

    `lost` is what is lost there of the tiles' weight, less what the jokers weigh; and `points` the points there.
    """

    lost: list[int]
    points: list[int]


def _outlook(rack: _Rack) -> list[_Outlook]:
    """The outlook from each number: what a sweep downwards loses, which lets the jokers stand where they like."""
    high, jokers = rack.box.high, range(rack.jokers + 1)
    numbers = range(rack.box.low, high + 1)
    lost, out = _least_lost(rack, rack.weights), _least_lost(rack, numbers)
    found = [_Outlook([0 for _ in jokers], [0 for _ in jokers])]
    above = sum(rack.tiles[-1]) * high
    for place in range(len(rack.tiles) - 2, -1, -1):
        most = [above - out[place + 1][left] + high * left for left in jokers]
        found.append(_Outlook([lost[place + 1][left] - max(rack.worth) * left for left in jokers], most))
        above += sum(rack.tiles[place]) * numbers[place]
    return found[::-1]


def _least_lost(rack: _Rack, weights: Sequence[int]) -> list[list[int]]:
    """The least that each number and those above it lose in any sets, by the jokers that are left for them."""
    supply = counted(
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
        front = undominated(behind, frame.spare_bits)
        found.append(
            [
                min(state[0] for key, state in front.items() if key >> frame.spent <= jokers + supply.lacking)
                for jokers in range(rack.jokers + 1)
            ]
        )
    return found[::-1]


class _Frame:
    """How a state is written as one number: the shapes of the colours, the jokers spent, the points that are due."""

    def __init__(self, colors: int, width: int, jokers: int, points: int) -> None:
        self.width = width
        self.bits = 3 * (width + 1)
        self.spent = colors * self.bits
        self.jokers = max(1, jokers.bit_length())
        self.due = self.spent + self.jokers + 1
        empty = sum(packed(0, 0, 0, width) << color * self.bits for color in range(colors))
        self.start = empty | points << self.due
        shapes = sum(1 << (field + 1) * (width + 1) - 1 for field in range(3 * colors))
        self.spare = shapes | 1 << self.due - 1 | 1 << self.due + points.bit_length()


class _Number:
    """One number of a rack: what can be done there, kept by what it depends on."""

    def __init__(self, rack: _Rack, frame: _Frame, place: int) -> None:
        self.rack, self.frame, self.place = rack, frame, place
        self.number, self.tiles = rack.box.low + place, rack.tiles[place]
        self.gaps = [rack.gap(color, place) for color in range(len(self.tiles))]
        self.runs: dict[tuple[int, int], list[_Runs]] = {}
        self.groups: dict[tuple[tuple[int, ...], int], list[tuple[int, int, int]]] = {}

    def still(self, key: int) -> int:
        """The jokers that a state has left."""
        return self.rack.jokers - (key >> self.frame.spent & (1 << self.frame.jokers) - 1)

    def advanced(self, steps: dict[int, _Step], outlook: _Outlook, beat: int, many: int) -> dict[int, _Step]:
        """Every state that can be reached across the number and may lose less than the one to beat in the end.

        If those are many, not all.
        """
        rack, frame, here = self.rack, self.frame, sum(self.tiles)
        weight, worth, joker = rack.weights[self.place], rack.worth[self.place], 1 << frame.spent
        above: dict[int, _Step] = {}
        for key, step in steps.items():
            if len(above) > max(0, many):
                break
            due = key >> frame.due
            spent = key >> frame.spent & (1 << frame.jokers) - 1
            for shapes, left, in_runs, runs in self._runs(key & joker - 1, rack.jokers - spent):
                for groups, grouped, in_groups in self._groups(left, rack.jokers - spent - in_runs):
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

    def _runs(self, shapes: int, jokers: int) -> list[_Runs]:
        """The ways for all runs to go on, with what they leave over and the jokers in them."""
        if (shapes, jokers) not in self.runs:
            bits = self.frame.bits
            found: list[_Runs] = [(0, (), 0, ())]
            for color, gap in enumerate(self.gaps):
                shape = shapes >> color * bits & (1 << bits) - 1
                each = _ways(shape, self.rack, (self.place, color, gap), jokers, self.frame.width)
                found = [
                    (so_far | after << color * bits, (*left, over), in_runs + spent, (*runs, more))
                    for so_far, left, in_runs, runs in found
                    for after, over, spent, more in each
                    if in_runs + spent <= jokers
                ]
            self.runs[shapes, jokers] = found
        return self.runs[shapes, jokers]

    def _groups(self, left: tuple[int, ...], jokers: int) -> list[tuple[int, int, int]]:
        if (left, jokers) not in self.groups:
            self.groups[left, jokers] = list(_groupings(left, jokers))
        return self.groups[left, jokers]


def _ways(shape: int, rack: _Rack, where: tuple[int, int, int], jokers: int, width: int) -> list[_Way]:
    """Every way for the runs of a colour to go on at a number."""
    place, color, gap = where
    one, two, long = unpacked(shape, width)
    have = rack.tiles[place][color]
    above, beyond = (rack.tiles[place + up][color] + jokers if place + up < len(rack.tiles) else 0 for up in (1, 2))
    found = []
    for runs in range(one + two, have + jokers + 1):
        spent, begun = max(0, runs - have), max(0, runs - one - two - long)
        by_joker = spent and begun > have
        if spent > jokers or (by_joker and gap > jokers) or begun + one > above or begun > beyond:
            continue
        useful = max(0, above - begun - one)
        next_shape = packed(begun, one, min(two + min(long, runs - one - two), useful), width)
        found.append((next_shape, max(0, have - runs), spent, runs))
    return found


def _groupings(left: Sequence[int], jokers: int) -> Iterator[tuple[int, int, int]]:
    """Every way to form groups of what runs leave of a number: groups, the tiles in them, the jokers in them."""
    yield 0, 0, 0
    most = (sum(left) + jokers) // SMALLEST_SET if len(left) >= SMALLEST_SET else 0
    for groups in range(1, most + 1):
        grouped = sum(min(groups, each) for each in left)
        fewest = max(0, SMALLEST_SET * groups - grouped)
        for spent in range(fewest, min(jokers, len(left) * groups - grouped) + 1):
            yield groups, grouped, spent


def _levels(step: _Step) -> list[NumberLevel]:
    levels = []
    while step is not _START:
        _, before, (tiles, runs, groups, grouped, jokers) = step
        levels.append(NumberLevel(in_digits(tiles), 0, in_digits(runs), groups, grouped, jokers))
        step = before
    return levels[::-1]
