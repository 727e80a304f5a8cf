"""The best way to put tiles into sets: one sweep over the numbers, jokers standing for anything.

After van Rijn, Takes and Vis, "The Complexity of Rummikub Problems" (arXiv:1604.07553): going up the numbers, all that the
lower ones decide about the higher ones is how long the open runs of each colour are, and from three tiles on their length
does not matter. What is not in runs at a number forms groups there, and counting tells how many.

The sweep takes each joker to be wanted. One that is over can join any run (one that has every number is split in two),
some groups, and sets that may grow; three can make a set by themselves. Only where all that fails, a second sweep
insists on a run, and a count of groups does without any.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.fronts import DIGIT, NOTHING_YET, Frame, Number, State, States, advanced, frame_for, joined, undominated
from engine.growth import Growth, Offer, growths, reach
from engine.melds import SMALLEST_SET, Meld
from engine.rebuild import Level, Row, add_jokers, fill_up, finish_runs, jokers_alone, rows_of, standing
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


WIDE = 30  # states; from here on it pays to know what can be reached
NARROW = 12  # states; so narrow a sweep finds the best end nearly always


@dataclass(frozen=True, slots=True)
class Supply:
    """A heap counted out, by numbers from the lowest on: all tiles, and those that need lie in no set.

    Those of a number are the digits of one, as `engine.fronts` writes them; two numbers without any tile come last.
    `reaches` are the numbers at which each set that stands could grow.
    """

    heap: Heap
    have: list[int]
    idle: list[int]
    most: int
    frame: Frame
    reaches: tuple[range, ...] = ()

    @property
    def jokers(self) -> int:
        """All of them."""
        return self.frame.jokers

    @property
    def span(self) -> int:
        """How many numbers there are."""
        return len(self.have) - 2

    def tiles(self, place: int) -> list[int]:
        """How many tiles of each colour there are at a number."""
        return [self.have[place] >> DIGIT * color & 15 for color in range(self.frame.colors)]

    def number(self, place: int, up: int) -> Number:
        """A number for a sweep upwards (1) or downwards (-1)."""
        after = (self.have[place + up], self.have[place + up + up])
        return Number(self.have[place], self.idle[place], after, self.heap.weights[place], self.frame)


@dataclass(frozen=True, slots=True)
class End:
    """All numbers swept: what is lost, the jokers spent, and the states where the sweeps from below and above met."""

    lost: int
    spent: int
    lower: State
    upper: State
    by_rack: int = 0


def arranged(heap: Heap, *, beat: int = -1, enough: int | None = None) -> Arrangement | None:
    """The arrangement of most weight; None if none weighs more than `beat`.

    With `enough`, any that weighs so much will do.
    """
    supply = _counted(heap)
    may_lose = supply.most - beat - 1
    satisfied = 0 if enough is None else max(0, supply.most - enough)
    end = _grown_end(supply, may_lose, needs_run=False) if heap.growing else _best_end(supply, may_lose, satisfied)
    if end is None:
        return None
    found = _finished(supply, end)
    if found is None:
        end = _grown_end(supply, may_lose, needs_run=True)
        both = (_finished(supply, end) if end else None, _best_without_runs(supply))
        found = max((each for each in both if each), key=lambda each: each.weight, default=None)
    return found if found is not None and found.weight > beat else None


def _counted(heap: Heap) -> Supply:
    box = heap.box
    digits = {color: DIGIT * place for place, color in enumerate(box.colors)}
    low, span = box.low, box.high - box.low + 1
    have, idle = [0] * (span + 2), [0] * (span + 2)
    most, copies = heap.joker_weight * heap.may_jokers, 1
    for tile, count in heap.must.items():
        if tile.color is not None:
            have[tile.number - low] += count << digits[tile.color]
            copies = max(copies, count)
    total = copies
    for tile, count in heap.may.items():
        if tile.color is not None:
            place, more = tile.number - low, count << digits[tile.color]
            have[place] += more
            idle[place] += more
            most += count * heap.weights[place]
            total = max(total, count + copies)
    supply = Supply(heap, have, idle, most, frame_for(len(box.colors), total, heap.must_jokers + heap.may_jokers))
    if not heap.growing:
        return supply
    tiles = [supply.tiles(place) for place in range(span)]
    return replace(supply, reaches=tuple(reach(each.meld, box, tiles, supply.jokers) for each in heap.growing))


def _best_end(supply: Supply, may_lose: int, satisfied: int) -> End | None:
    """The best end, by two fronts that come from below and above; the smaller one goes on each time."""
    frame, last = supply.frame, supply.span
    lower: States = {frame.empty: NOTHING_YET}
    upper: States = {frame.empty: NOTHING_YET}
    low, high = 0, last
    end = None
    while low < high:
        if len(lower) <= len(upper) or len(lower) <= 3:
            lower = undominated(advanced(lower, supply.number(low, 1), may_lose, frame), frame)
            low += 1
        else:
            high -= 1
            upper = undominated(advanced(upper, supply.number(high, -1), may_lose, frame), frame)
        if not lower or not upper:
            return end
        if end is None and len(lower) > WIDE and len(upper) > WIDE:
            end = _narrow_end(supply, lower, upper, low, high, may_lose)
            if end is not None:
                if end.lost <= satisfied:
                    return end
                may_lose = end.lost - 1
    met = joined(lower, upper, frame, may_lose)
    return End(met[0][0] + met[1][0], met[2], *met[:2]) if met else end


def _narrow_end(supply: Supply, lower: States, upper: States, low: int, high: int, may_lose: int) -> End | None:
    """The end of a sweep that keeps few states."""
    frame = supply.frame
    lower = undominated(lower, frame, NARROW)
    for place in range(low, high):
        lower = undominated(advanced(lower, supply.number(place, 1), may_lose, frame), frame, NARROW)
    met = joined(lower, upper, frame, may_lose)
    return End(met[0][0] + met[1][0], met[2], *met[:2]) if met else None


# --- what stands and grows, and what insists on a run ---


def _grown(supply: Supply, place: int) -> Iterator[tuple[Growth, int, int, int]]:
    """Every growth at a number; the jokers in it that only the rack gives; the tiles that stay free, and those idle."""
    heap, box = supply.heap, supply.heap.box
    offer = Offer(box, box.low + place, supply.tiles(place), supply.jokers)
    for growth in growths([each.meld for each in heap.growing], supply.reaches, offer):
        have, idle, by_rack = supply.have[place], supply.idle[place], 0
        fits = True
        for gain in growth.gains:
            rack_only = heap.growing[gain.place].by_rack
            by_rack += gain.jokers * rack_only
            for color in gain.colors:
                free, may = have >> DIGIT * color & 15, idle >> DIGIT * color & 15
                fits = fits and free > 0 and (may > 0 or not rack_only)
                have -= 1 << DIGIT * color
                if rack_only or free == may:
                    idle -= 1 << DIGIT * color
        if fits and by_rack <= heap.may_jokers:
            yield growth, by_rack, have, idle


def _grown_end(supply: Supply, may_lose: int, *, needs_run: bool) -> End | None:
    """The best end of a sweep upwards; `needs_run` asks for a run besides those that stand."""
    frame, heap = supply.frame, supply.heap
    # By the bits of what grows, the jokers that only the rack gives, and whether there is a run if one is wanted.
    sweep: dict[tuple[int, int, bool], States] = {(0, 0, not needs_run): {frame.empty: NOTHING_YET}}
    for place in range(supply.span):
        above: dict[tuple[int, int, bool], States] = {}
        for growth, more_by_rack, have, idle in _grown(supply, place):
            number = Number(
                have, idle, (supply.have[place + 1], supply.have[place + 2]), heap.weights[place], frame, growth
            )
            for (bits, by_rack, has_run), states in sweep.items():
                if bits & growth.looks != growth.asks or by_rack + more_by_rack > heap.may_jokers:
                    continue
                tag = (bits & ~growth.looks | growth.leaves, by_rack + more_by_rack)
                if has_run:
                    advanced(states, number, may_lose, frame, above.setdefault((*tag, True), {}))
                    continue
                for key, state in advanced(states, number, may_lose, frame).items():
                    runs = key & (1 << frame.spent) - 1 != frame.empty
                    target = above.setdefault((*tag, runs), {})
                    if key not in target or state[0] < target[key][0]:
                        target[key] = state
        sweep = {tag: undominated(states, frame) for tag, states in above.items()}
    end = None
    for (_, by_rack, has_run), states in sweep.items():
        met = joined(states, {frame.empty: NOTHING_YET}, frame, may_lose) if has_run else None
        if met is not None:
            end = End(met[0][0], met[2], met[0], met[1], by_rack)
            may_lose = end.lost - 1
    return end


def _finished(supply: Supply, end: End) -> Arrangement | None:
    """Lay out the sets, with the jokers that are over; None if they find no room."""
    heap, box = supply.heap, supply.heap.box
    levels = [*_levels(end.lower, supply.frame)[::-1], *_levels(end.upper, supply.frame)]
    rows = rows_of(levels, box)
    finish_runs(rows, box)
    stand = standing([each.meld for each in heap.growing], levels, box)
    used = supply.jokers if heap.joker_weight else max(end.spent, heap.must_jokers + end.by_rack)
    spare = used - end.spent
    if not add_jokers(rows, spare, box):
        pairs = list(zip(stand, heap.growing, strict=True))
        left = fill_up([*rows, *(row for row, each in pairs if not each.by_rack)], spare, box)
        reserved = max(0, left - (heap.may_jokers - end.by_rack))
        left = reserved + fill_up([row for row, each in pairs if each.by_rack], left - reserved, box)
        if left:
            if spare < SMALLEST_SET:
                return None
            rows = [*rows_of(levels, box), *jokers_alone(spare, box)]
            stand = standing([each.meld for each in heap.growing], levels, box)
    return _arrangement(supply, [*stand, *rows], end.lost, used)


def _arrangement(supply: Supply, rows: Sequence[Row], lost: int, used: int) -> Arrangement:
    heap = supply.heap
    weight = supply.most - lost - heap.joker_weight * min(heap.may_jokers, supply.jokers - used)
    return Arrangement(tuple(row.meld(heap.box) for row in rows), weight)


def _levels(state: State, frame: Frame) -> list[Level]:
    """What was decided at each number, the last one swept first."""
    levels = []
    shifts = range(0, DIGIT * frame.colors, DIGIT)
    while state is not NOTHING_YET:
        _, before, number, runs, more_runs, (_, _, groups, grouped, jokers) = state
        tiles = [number.have >> shift & 15 for shift in shifts]
        needs = [number.have - number.idle >> shift & 15 for shift in shifts]
        gains = number.growth.gains if number.growth else ()
        levels.append(Level(tiles, needs, (*runs, *more_runs), groups, grouped, jokers, gains))
        state = before
    return levels


def _best_without_runs(supply: Supply) -> Arrangement | None:
    """The best of groups alone, each joker counted where it lies."""
    heap, frame = supply.heap, supply.frame
    none = (0,) * frame.colors
    sweep: dict[tuple[int, int, int], State] = {(0, 0, 0): NOTHING_YET}
    for place in range(supply.span):
        above: dict[tuple[int, int, int], State] = {}
        for growth, more_by_rack, have, idle in _grown(supply, place):
            number = Number(have, idle, (0, 0), heap.weights[place], frame, growth)
            for jokers, out, groups, grouped in _groups_alone(have, idle, frame):
                for (bits, spent, by_rack), state in sweep.items():
                    if bits & growth.looks != growth.asks:
                        continue
                    key = (bits & ~growth.looks | growth.leaves, spent + jokers + growth.jokers, by_rack + more_by_rack)
                    loss = state[0] + out * heap.weights[place]
                    if key[1] <= supply.jokers and (key not in above or loss < above[key][0]):
                        above[key] = (loss, state, number, none, (), (0, 0, groups, grouped, jokers))
        sweep = above
    best = None
    for (_, spent, by_rack), state in sweep.items():
        for alone in (0, *range(SMALLEST_SET, supply.jokers - spent + 1)):
            used = spent + alone
            if by_rack <= heap.may_jokers and used - by_rack >= heap.must_jokers:
                levels = _levels(state, frame)[::-1]
                rows = [*standing([each.meld for each in heap.growing], levels, heap.box), *rows_of(levels, heap.box)]
                if alone:
                    rows += jokers_alone(alone, heap.box)
                found = _arrangement(supply, rows, state[0], used)
                if best is None or found.weight > best.weight:
                    best = found
    return best


def _groups_alone(have: int, idle: int, frame: Frame) -> Iterator[tuple[int, int, int, int]]:
    """Every way to lay groups only: jokers spent, tiles that stay out, groups, tiles in them."""
    tiles = [have >> DIGIT * color & 15 for color in range(frame.colors)]
    needs = [have - idle >> DIGIT * color & 15 for color in range(frame.colors)]
    most = (sum(tiles) + frame.jokers) // SMALLEST_SET if len(tiles) >= SMALLEST_SET else 0
    for groups in range(max(needs), most + 1):
        for grouped in range(sum(needs), sum(min(groups, each) for each in tiles) + 1):
            fewest, room = max(0, SMALLEST_SET * groups - grouped), len(tiles) * groups - grouped
            for spent in range(fewest, min(room, frame.jokers) + 1):
                yield spent, sum(tiles) - grouped, groups, grouped
