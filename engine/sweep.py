"""The best way to put tiles into sets: one sweep over the numbers, jokers standing for anything.

After van Rijn, Takes and Vis, "The Complexity of Rummikub Problems" (arXiv:1604.07553): going up the numbers, all that the
lower ones decide about the higher ones is how long the open runs of each colour are, and from three tiles on their length
does not matter. What is not in runs at a number forms groups there, and counting tells how many.

The sweep takes each joker to be wanted. One that is over can join any run (one that has every number is split in two),
some groups, and sets that may grow; three can make a set by themselves. Only where all that fails, a second sweep
insists on a run, and a count of groups does without any.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from engine.growth import Growth, growths
from engine.melds import SMALLEST_SET, Meld
from engine.rebuild import Level, Row, add_jokers, fill_up, jokers_alone, rows_of, standing
from engine.tiles import Box, Tile


@dataclass(frozen=True, slots=True)
class Growing:
    """A set that stands as it is and can only grow: by any tile, or by those that may be left over alone."""

    meld: Meld
    by_rack: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Heap:
    """Tiles to be put into sets.

    All of `must` and `must_jokers`, and as many of `may` and `may_jokers` as serve best. `weights` is what a tile of
    `may` is worth by its number, counted from `box.low`; `joker_weight` what one of `may_jokers` is. The tiles of
    `growing` come on top of all these.
    """

    box: Box
    must: Mapping[Tile, int]
    may: Mapping[Tile, int]
    must_jokers: int = 0
    may_jokers: int = 0
    weights: Sequence[int]
    joker_weight: int
    growing: tuple[Growing, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Sets that hold all that must lie in one, and their weight: that of the tiles of `may` which lie in them."""

    melds: tuple[Meld, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class Supply:
    """A heap counted out: at each number from the lowest and for each colour, all tiles, and those that must lie."""

    heap: Heap
    tiles: tuple[tuple[int, ...], ...]
    needs: tuple[tuple[int, ...], ...]
    jokers: int
    width: int


# What is lost so far, the step before, and what was decided: how many runs of each colour go through, the groups with their tiles
# and jokers, what standing sets gained; and the free tiles and needs of the number.
Step = tuple[int, Any, tuple[int, ...], tuple[int, int, int], Growth, tuple[int, ...], tuple[int, ...]]
Grouping = tuple[int, int, int]
States = dict[int, Step]
NO_GROWTH = Growth(0, 0, 0, ())
NARROW = 20  # states; a first sweep this wide finds the best end nearly always
NOTHING_YET: Step = (0, None, (), (0, 0, 0), NO_GROWTH, (), ())


def arranged(heap: Heap, *, beat: int = -1, enough: int | None = None) -> Arrangement | None:
    """The arrangement of most weight; None if none weighs more than `beat`.

    With `enough`, any that weighs so much will do.
    """
    supply = _counted(heap)
    most = _most(heap)
    may_lose = most - beat - 1
    satisfied = 0 if enough is None else max(0, most - enough)
    found = None
    for needs_run in (False, True):
        end = _best_end(supply, may_lose, satisfied, needs_run=needs_run)
        if end is not None:
            found = _finished(supply, end)
        if found is not None or end is None:
            break
    if needs_run:
        without = _best_without_runs(supply)
        found = max((each for each in (found, without) if each), key=lambda each: each.weight, default=None)
    return found if found is not None and found.weight > beat else None


def _most(heap: Heap) -> int:
    """What all that may be played weighs."""
    tiles = sum(heap.weights[tile.number - heap.box.low] * count for tile, count in heap.may.items())
    return tiles + heap.joker_weight * heap.may_jokers


def _counted(heap: Heap) -> Supply:
    box = heap.box
    places = {color: place for place, color in enumerate(box.colors)}
    span = box.high - box.low + 1
    tiles = [[0] * len(places) for _ in range(span)]
    needs = [[0] * len(places) for _ in range(span)]
    for tile, count in heap.must.items():
        if tile.color is not None:
            needs[tile.number - box.low][places[tile.color]] += count
            tiles[tile.number - box.low][places[tile.color]] += count
    for tile, count in heap.may.items():
        if tile.color is not None:
            tiles[tile.number - box.low][places[tile.color]] += count
    jokers = heap.must_jokers + heap.may_jokers
    most = max(max(row) for row in tiles) + jokers
    return Supply(heap, tuple(map(tuple, tiles)), tuple(map(tuple, needs)), jokers, most.bit_length())


# --- growth ---


def _grown(supply: Supply, place: int) -> Iterator[tuple[Growth, int, tuple[int, ...], tuple[int, ...]]]:
    """Every growth at a number, the jokers in it that only the rack gives, and the tiles and needs that remain."""
    heap = supply.heap
    tiles, needs = supply.tiles[place], supply.needs[place]
    for growth in growths([each.meld for each in heap.growing], heap.box, heap.box.low + place, supply.jokers):
        rest, due, by_rack = list(tiles), list(needs), 0
        for gain in growth.gains:
            rack_only = heap.growing[gain.place].by_rack
            by_rack += gain.jokers * rack_only
            for color in gain.colors:
                rest[color] -= 1
                due[color] -= not rack_only and due[color] > 0
        if all(have >= need for have, need in zip(rest, due, strict=True)) and by_rack <= heap.may_jokers:
            yield growth, by_rack, tuple(rest), tuple(due)


# --- the sweep ---

RunsOfColor = list[tuple[int, int, int, int]]  # the next shape, the tiles left over, jokers, runs


End = tuple[int, int, int, Step]  # what is lost, jokers spent, those of them that only the rack gives


def _best_end(supply: Supply, may_lose: int, satisfied: int, *, needs_run: bool) -> End | None:
    """The end of the best sweep, by a narrow one first: what it loses shows what a wide one can leave out."""
    end, cut = _swept(supply, may_lose, NARROW, needs_run=needs_run)
    if not cut or (end is not None and end[0] <= satisfied):
        return end
    better, _ = _swept(supply, may_lose if end is None else end[0] - 1, None, needs_run=needs_run)
    return better or end


def _swept(supply: Supply, may_lose: int, widest: int | None, *, needs_run: bool) -> tuple[End | None, bool]:
    """The best end of a sweep, and whether anything was left out of it to keep it narrow."""
    start: States = {0: NOTHING_YET}
    sweep = {(0, 0): start}
    heap = supply.heap
    cut = False
    for place in range(len(supply.tiles)):
        above: dict[tuple[int, int], States] = {}
        for growth, by_rack, tiles, needs in _grown(supply, place):
            number = _Number(supply, place, tiles, needs)
            for (bits, rack_jokers), states in sweep.items():
                if bits & growth.looks == growth.asks and rack_jokers + by_rack <= heap.may_jokers:
                    key = (bits & ~growth.looks | growth.leaves, rack_jokers + by_rack)
                    _level(number, growth, states, above.setdefault(key, {}), may_lose, needs_run=needs_run)
        sweep = {key: _undominated(supply, states, widest) for key, states in above.items()}
        cut = cut or any(len(states) == widest for states in sweep.values())
    spend = 3 * supply.width * len(heap.box.colors)
    flag = 1 << spend
    ends = [
        (step[0], key >> spend + 1, rack_jokers, step)
        for (_, rack_jokers), states in sweep.items()
        for key, step in states.items()
        if not needs_run or key & flag
    ]
    return min(ends, key=lambda end: end[:3], default=None), cut


def _finished(supply: Supply, end: End) -> Arrangement | None:
    """Lay out the sets, with the jokers that are over; None if they find no room."""
    lost, spent, by_rack, step = end
    heap, box = supply.heap, supply.heap.box
    levels = _levels(step)
    rows = rows_of(levels, box)
    stand = standing([each.meld for each in heap.growing], levels, box)
    used = supply.jokers if heap.joker_weight else max(spent, heap.must_jokers + by_rack)
    spare = used - spent
    if not add_jokers(rows, spare, box):
        pairs = list(zip(stand, heap.growing, strict=True))
        left = fill_up([*rows, *(row for row, each in pairs if not each.by_rack)], spare, box)
        reserved = max(0, left - (heap.may_jokers - by_rack))
        left = reserved + fill_up([row for row, each in pairs if each.by_rack], left - reserved, box)
        if left:
            if spare < SMALLEST_SET:
                return None
            rows = [*rows_of(levels, box), *jokers_alone(spare, box)]
            stand = standing([each.meld for each in heap.growing], levels, box)
    return _arrangement(supply, [*stand, *rows], lost, used)


def _arrangement(supply: Supply, rows: Sequence[Row], lost: int, used: int) -> Arrangement:
    heap = supply.heap
    weight = _most(heap) - lost - heap.joker_weight * min(heap.may_jokers, supply.jokers - used)
    return Arrangement(tuple(row.meld(heap.box) for row in rows), weight)


def _levels(step: Step) -> list[Level]:
    levels = []
    while step is not NOTHING_YET:
        _, step_before, runs, (groups, grouped, jokers), growth, tiles, needs = step
        levels.append(Level(tiles, needs, runs, groups, grouped, jokers, growth.gains))
        step = step_before
    return levels[::-1]


# --- one number ---


class _Number:
    """One number of the sweep, with its free tiles and what has to lie."""

    def __init__(self, supply: Supply, place: int, tiles: tuple[int, ...], needs: tuple[int, ...]) -> None:
        self.supply, self.place, self.tiles, self.needs = supply, place, tiles, needs
        self.weight = supply.heap.weights[place]
        self.shapes: dict[int, list[tuple[int, tuple[int, ...], tuple[int, ...], int]]] = {}
        self.groupings: dict[tuple[int, ...], list[tuple[int, int, Grouping]]] = {}

    def runs(self, shapes: int) -> list[tuple[int, tuple[int, ...], tuple[int, ...], int]]:
        """Every way for runs to go on: shapes, runs, tiles left over, jokers spent."""
        if shapes not in self.shapes:
            self.shapes[shapes] = list(self._runs(shapes))
        return self.shapes[shapes]

    def _runs(self, shapes: int) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...], int]]:
        bits = 3 * self.supply.width
        mask = (1 << bits) - 1
        colors = range(len(self.tiles))
        for ways in product(*(list(self._of_color(color, shapes >> color * bits & mask)) for color in colors)):
            spent = sum(way[2] for way in ways)
            if spent <= self.supply.jokers:
                yield (
                    sum(way[0] << color * bits for color, way in enumerate(ways)),
                    tuple(way[3] for way in ways),
                    tuple(way[1] for way in ways),
                    spent,
                )

    def _of_color(self, color: int, shape: int) -> RunsOfColor:
        supply = self.supply
        width, span = supply.width, len(supply.tiles)
        field = (1 << width) - 1
        one, two, long = shape & field, shape >> width & field, shape >> 2 * width
        have = self.tiles[color]
        above = [supply.tiles[self.place + up][color] if self.place + up < span else -99 for up in (1, 2)]
        found = []
        for runs in range(one + two, have + supply.jokers + 1):
            jokers = max(0, runs - have)
            begun = max(0, runs - one - two - long)
            if jokers and begun > have and self.place != span - 3:
                break  # a run that begins with a joker can end with it instead
            grown = two + min(long, runs - one - two)
            short = max(0, begun + one - above[0]) * (begun + one > 0) + max(0, begun - above[1]) * (begun > 0)
            if short > supply.jokers:
                continue
            grown = min(grown, max(0, above[0] + supply.jokers - begun - one))
            found.append((begun | one << width | grown << 2 * width, max(0, have - runs), jokers, runs))
        return found

    def groups(self, left: tuple[int, ...]) -> list[tuple[int, int, Grouping]]:
        """Every way to group what is left: jokers spent, what is lost, and the groups; more jokers only for less lost."""
        if left not in self.groupings:
            self.groupings[left] = list(self._groups(left))
        return self.groupings[left]

    def _groups(self, left: tuple[int, ...]) -> Iterator[tuple[int, int, Grouping]]:
        least = self._least(left)
        most = max(left) if len(left) >= SMALLEST_SET else 0
        lost_before = None
        for groups in range(max(least), most + 1):
            grouped = sum(min(groups, each) for each in left)
            jokers = max(0, SMALLEST_SET * groups - grouped)
            lost = (sum(left) - grouped) * self.weight
            if jokers <= self.supply.jokers and (lost_before is None or lost < lost_before):
                lost_before = lost
                yield jokers, lost, (groups, grouped, jokers)

    def _least(self, left: tuple[int, ...]) -> list[int]:
        may = (have - need for have, need in zip(self.tiles, self.needs, strict=True))
        return [max(0, over - free) for over, free in zip(left, may, strict=True)]

    def all_groups(self) -> Iterator[tuple[int, int, Grouping]]:
        """Every way to lay groups only: jokers spent, what is lost, and the groups."""
        least = self._least(self.tiles)
        most = (sum(self.tiles) + self.supply.jokers) // SMALLEST_SET if len(self.tiles) >= SMALLEST_SET else 0
        for groups in range(max(least), most + 1):
            for grouped in range(sum(least), sum(min(groups, each) for each in self.tiles) + 1):
                lost = (sum(self.tiles) - grouped) * self.weight
                fewest, room = max(0, SMALLEST_SET * groups - grouped), len(self.tiles) * groups - grouped
                for jokers in range(fewest, min(room, self.supply.jokers) + 1):
                    yield jokers, lost, (groups, grouped, jokers)


def _level(number: _Number, growth: Growth, states: States, above: States, may_lose: int, *, needs_run: bool) -> None:
    """Add every state that can be reached from those below a number."""
    supply = number.supply
    spend = 3 * supply.width * len(number.tiles)
    flag, shape_mask = 1 << spend, (1 << spend) - 1
    for key, step in states.items():
        spent = (key >> spend + 1) + growth.jokers
        ran = key & flag
        for shapes, runs, left, run_jokers in number.runs(key & shape_mask):
            for group_jokers, lost, grouping in number.groups(left):
                total = spent + run_jokers + group_jokers
                if total > supply.jokers:
                    continue
                new = shapes | total << spend + 1 | ran
                if needs_run and any(runs):
                    new |= flag
                loss = step[0] + lost
                if loss <= may_lose and (new not in above or loss < above[new][0]):
                    above[new] = (loss, step, runs, grouping, growth, number.tiles, number.needs)


# --- dominance ---


@lru_cache(maxsize=1 << 16)
def serves_for(shape: int, other: int, width: int) -> bool:
    """Can open runs of one shape be used wherever those of the other can?

    So it is when each open run of the other has one here that is no shorter, and those left over need nothing.
    """
    field = (1 << width) - 1
    one, two, long = shape & field, shape >> width & field, shape >> 2 * width
    other_one, other_two, other_long = other & field, other >> width & field, other >> 2 * width
    # Runs of one tile serve only for runs of one tile, those of two for any shorter than three.
    return (
        one <= other_one
        and one + two <= other_one + other_two
        and one + two + long >= other_one + other_two + other_long
    )


def _undominated(supply: Supply, states: States, widest: int | None) -> States:
    """Leave out every state beside which another has lost no more, spent no more, and can do as much.

    Of the others so many as the widest sweep may have, those that lost least.
    """
    colors, bits = len(supply.tiles[0]), 3 * supply.width
    mask = (1 << bits) - 1
    spend = bits * colors
    order = sorted(states.items(), key=lambda each: (each[1][0], each[0] >> spend))
    split = [
        (key, [key >> color * bits & mask for color in range(colors)], key >> spend + 1, key >> spend & 1)
        for key, _ in order
    ]
    present = [{shapes[color] for _, shapes, _, _ in split} for color in range(colors)]
    able = [dict.fromkeys(codes, 0) for codes in present]
    weaker = [
        {code: [other for other in codes if serves_for(code, other, supply.width)] for code in codes}
        for codes in present
    ]
    thrifty = [0] * (supply.jokers + 1)
    ran = [0, 0]
    kept: States = {}
    bit = 1
    for key, shapes, spent, flag in split:
        better = thrifty[spent] & ran[flag]
        for color, code in enumerate(shapes):
            better &= able[color][code]
        if better:
            continue
        kept[key] = states[key]
        if len(kept) == widest:
            break
        for color, code in enumerate(shapes):
            for other in weaker[color][code]:
                able[color][other] |= bit
        for more in range(spent, supply.jokers + 1):
            thrifty[more] |= bit
        for less in range(flag + 1):
            ran[less] |= bit
        bit <<= 1
    return kept


# --- without any run ---


def _best_without_runs(supply: Supply) -> Arrangement | None:
    """The best of groups alone, each joker counted where it lies."""
    heap = supply.heap
    sweep: dict[tuple[int, int, int], Step] = {(0, 0, 0): NOTHING_YET}
    for place in range(len(supply.tiles)):
        above: dict[tuple[int, int, int], Step] = {}
        for growth, more_by_rack, tiles, needs in _grown(supply, place):
            runs = (0,) * len(tiles)
            for jokers, lost, grouping in _Number(supply, place, tiles, needs).all_groups():
                for (bits, spent, by_rack), step in sweep.items():
                    if bits & growth.looks != growth.asks:
                        continue
                    key = (bits & ~growth.looks | growth.leaves, spent + jokers + growth.jokers, by_rack + more_by_rack)
                    loss = step[0] + lost
                    if key[1] <= supply.jokers and (key not in above or loss < above[key][0]):
                        above[key] = (loss, step, runs, grouping, growth, tiles, needs)
        sweep = above
    best = None
    for (_, spent, by_rack), step in sweep.items():
        for alone in (0, *range(SMALLEST_SET, supply.jokers - spent + 1)):
            used = spent + alone
            if by_rack <= heap.may_jokers and used - by_rack >= heap.must_jokers:
                levels = _levels(step)
                rows = [*standing([each.meld for each in heap.growing], levels, heap.box), *rows_of(levels, heap.box)]
                if alone:
                    rows += jokers_alone(alone, heap.box)
                found = _arrangement(supply, rows, step[0], used)
                if best is None or found.weight > best.weight:
                    best = found
    return best
