"""The states of a sweep over the numbers, how a frontier of them advances past a number, and which are dominated.

The ways to use a number's tiles are cached by what they depend on, the tiles of half of the colors at that number and
at the next two, because they recur.

An open run is one that reaches the current number. It has one tile, two, or three and more; how many more doesn't
matter. The shape says how many open runs have each of these lengths. It is an integer with three fields of `width`
bits, each below a spare bit. From the top, they are the number of runs with one tile, the number of runs with one or
two, and the largest value of a field minus the number of all runs. A shape dominates another if none of its fields is
larger: it has no more short runs to complete, and at least as many runs to put tiles in. That is the case if
`(other | spare bits) - shape` keeps all the spare bits, which also tests the shapes of several colors side by side.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from engine.solver.sweep.counts import DIGIT
from engine.solver.sweep.transitions import Transition
from engine.tiles.melds import SMALLEST_SET

# The supply of one color at a number: its tiles there, at the next number, and at the one after that; how many of the
# tiles there can stay out of all sets; whether that number can have a group.
ColorCounts = tuple[int, int, int, int, bool]
# A way for one color's runs to go on at a number: the next shape, the color's tiles not in runs, the jokers used in
# runs, and the number of runs that have a tile or joker there.
ShapeChange = tuple[int, int, int, int]


def pack_shape(one: int, two: int, long: int, width: int) -> int:
    """Return the shape of this many open runs of one tile, of two, and of three or more; a field has `width` bits."""
    room = (1 << width) - 1
    return (one << 2 * width + 2) | (one + two << width + 1) | (room - one - two - long)


def unpack_shape(shape: int, width: int) -> tuple[int, int, int]:
    """Return how many open runs a shape has of one tile, of two, and of three or more; a field has `width` bits."""
    room = (1 << width) - 1
    one, short = shape >> 2 * width + 2, shape >> width + 1 & room
    return one, short - one, room - (shape & room) - short


@lru_cache(maxsize=1 << 14)
def list_shape_changes(shape: int, supply: ColorCounts, jokers: int, width: int) -> tuple[ShapeChange, ...]:
    """Return every way in which the open runs of one color can go on at a number, with at most `jokers` jokers.

    `shape` is their shape before the number, with fields of `width` bits. Some ways are left out because another is at
    least as good. No run ends where another of its color begins, because the two can be joined instead; so the number
    of runs that go on determines the next shape. Runs use a joker only if they also use all tiles of that color and
    number, since the joker could change places with a tile that is in no run, and only if another tile follows or a run
    is short; any other joker is spare. No run begins with a joker, as the run can end with it instead.
    """
    have, above, _, idle, has_groups = supply
    one, two, long = unpack_shape(shape, width)
    least = one + two if has_groups else max(one + two, have - idle, min(have, one + two + long))
    due = max(0, one + two - have)
    bridged = min(max(0, long - max(0, have - one - two)), above)
    with_jokers = range(have + max(1, due), have + min(jokers, due + bridged) + 1)
    found = (
        _change_shape((one, two, long), supply, runs, jokers, width) for runs in (*range(least, have + 1), *with_jokers)
    )
    return tuple(way for way in found if way)


def _change_shape(
    lengths: tuple[int, int, int], supply: ColorCounts, runs: int, jokers: int, width: int
) -> ShapeChange | None:
    """Return the shape's change if `runs` runs have a tile or joker here, or None if some run can't get three tiles.

    `lengths` is how many open runs have one tile, two, and three or more before the number. `jokers` is the maximum to
    spend, also on completing the runs later.
    """
    (one, two, long), (have, above, beyond, _, _) = lengths, supply
    spent = max(0, runs - have)
    begun = max(0, runs - one - two - long)
    still = jokers - spent
    if max(0, begun + one - above) + max(0, begun - beyond) > still:
        return None
    # Long runs in excess of those that could go on are equivalent to ended ones.
    useful = max(0, above + min(still, beyond) - begun - one)
    return (
        pack_shape(begun, one, min(two + min(long, runs - one - two), useful), width),
        max(0, have - runs),
        spent,
        runs,
    )


@lru_cache(maxsize=1 << 14)
def count_missing_jokers(lower: int, upper: int, width: int) -> int:
    """Return how many jokers one color's open runs need to become sets where a lower and an upper frontier meet.

    As many pairs of runs as possible are joined, one of each side: the shortest of each side, the shortest of one to
    the longest of the other, which takes the fewest jokers. Runs that are still too short get jokers at an end.
    """
    below, above = _list_lengths(lower, width), _list_lengths(upper, width)
    both = min(len(below), len(above))
    joined = [here + there for here, there in zip(below[:both], above[both - 1 :: -1] if both else (), strict=True)]
    return sum(max(0, SMALLEST_SET - length) for length in (*joined, *below[both:], *above[both:]))


def _list_lengths(shape: int, width: int) -> list[int]:
    one, two, long = unpack_shape(shape, width)
    return [1] * one + [2] * two + [SMALLEST_SET] * long


@lru_cache(maxsize=1 << 14)
def list_groupings(left: tuple[int, ...], least: int, jokers: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return the ways to form groups of the tiles that runs leave at a number, from the fewest groups up.

    `left` is the number of tiles left of each color, `least` the number of groups needed for those that can't stay out,
    and `jokers` the maximum to spend. A way with more groups is listed only if fewer tiles stay out. Each way is a
    tuple of the jokers spent, the tiles that stay out, the groups, and the tiles in them.
    """
    found: list[tuple[int, int, int, int]] = []
    for groups in range(least, max(left) + 1 if len(left) >= SMALLEST_SET else 1):
        grouped = sum([min(groups, each) for each in left])
        spent, out = max(0, SMALLEST_SET * groups - grouped), sum(left) - grouped
        if spent <= jokers and (not found or out < found[-1][1]):
            found.append((spent, out, groups, grouped))
    return tuple(found)


# One way to form groups at a number: the jokers spent, shifted as in a state's key; the tiles that stay out; the number
# of groups; the number of tiles in them; the number of jokers in them.
Grouping = tuple[int, int, int, int, int]
SPENT, OUT = range(2)  # indices in a `Grouping`
# One way for runs to go on at a number: the next shapes and the jokers spent, as bits of a state's key; the packed
# counts of the tiles that aren't in runs; the packed counts of the runs that have a tile or joker there.
Goings = tuple[int, int, int]


class State(NamedTuple):
    """A state of the sweep, as the last step to it and the state before that step.

    `lost` is the weight of the tiles left out so far, `runs` are the packed counts (4 bits per color) of the runs that
    have a tile or joker at the `number`, and `grouping` is the way in which groups were formed there. The state before
    the first step has None for `before`, `number` and `grouping`.
    """

    lost: int
    before: Any
    number: Any
    runs: int
    grouping: Any


States = dict[int, State]  # a frontier: its states by their keys, see `StateEncoding`
S = TypeVar("S", bound=tuple[Any, ...])
NOTHING_YET = State(0, None, None, 0, None)  # before the first step


class StateEncoding:
    """The layout of a state's key: one integer with the shapes of all colors' open runs and the jokers spent.

    From the lowest bit up: the shapes of the first half of the colors, a flag, the same for the other half, and the
    jokers spent. A half's flag is set as long as that half has had no run. The flags are used only if there may be
    spare jokers, for which a run has room. A shape's fields have `width` bits; each field of the key has a spare bit on
    top for the dominance test. `jokers` is the maximum number of jokers. A sweep that has fewer begins with the missing
    ones counted as spent.
    """

    def __init__(self, colors: int, width: int, jokers: int) -> None:
        self.colors, self.width, self.jokers = colors, width, jokers
        bits = 3 * (width + 1)
        self.half = (colors + 1) // 2
        self.shifts = [color * bits + 2 * (color >= self.half) for color in range(colors)]
        self.mask = (1 << bits) - 1
        self.wanted = (self.half * bits, colors * bits + 2)
        self.spent = colors * bits + 4
        all_spent = (2 << jokers.bit_length()) - 1 << self.spent
        self.lower = (1 << self.wanted[0] + 2) - 1 | all_spent
        self.upper = (1 << self.spent) - (1 << self.wanted[0] + 2) | all_spent
        self.over = jokers + 1 << self.spent
        self.empty = sum(pack_shape(0, 0, 0, width) << shift for shift in self.shifts)
        self.run_wanted = sum(1 << shift for shift in self.wanted)  # both flags: there has been no run
        self.runless = self.empty | self.run_wanted
        fields = sum(1 << shift + (field + 1) * (width + 1) - 1 for shift in self.shifts for field in range(3))
        wanted = sum(1 << shift + 1 for shift in self.wanted)
        self.spare_bits = fields | wanted | 1 << self.spent + max(1, jokers.bit_length())
        self.digits = range(0, DIGIT * colors, DIGIT)
        self.first_digits = (1 << DIGIT * self.half) - 1
        self.last_digits = (1 << DIGIT * colors) - 1 - self.first_digits

    def start(self, jokers: int) -> States:
        """Return the frontier before the first number of a sweep with this many jokers, which has one state."""
        empty = self.runless if jokers else self.empty
        return {empty + (self.jokers - jokers << self.spent): NOTHING_YET}

    def counts(self, digits: int) -> list[int]:
        """Return the count of each color as a list, from one number's packed counts (4 bits per color)."""
        return [digits >> at & 15 for at in self.digits]


@lru_cache(maxsize=256)
def make_encoding(colors: int, most: int, jokers: int) -> StateEncoding:
    """Return the encoding, a shared one, for this many colors, up to `most` copies of a tile, and this many jokers."""
    return StateEncoding(colors, max(2, (most + jokers).bit_length()), jokers)


class WaysOfColor(dict[int, list[Goings]]):
    """A cache of the ways for one color's runs to go on at numbers with these counts, by shape and jokers spent."""

    def __init__(self, color: int, supply: ColorCounts, frame: StateEncoding) -> None:
        super().__init__()
        self.color, self.supply, self.frame = color, supply, frame
        self.mask = frame.mask << frame.shifts[color] | frame.lower & frame.upper

    def __missing__(self, key: int) -> list[Goings]:
        frame, at, digit = self.frame, self.frame.shifts[self.color], DIGIT * self.color
        still = frame.jokers - (key >> frame.spent)
        found = self[key] = [
            ((shape << at) + (spent << frame.spent), left << digit, runs << digit)
            for shape, left, spent, runs in list_shape_changes(key >> at & frame.mask, self.supply, still, frame.width)
        ]
        return found


ways_of_color = lru_cache(maxsize=1 << 14)(WaysOfColor)


class Ways(dict[int, list[Goings]]):
    """A cache of the ways in which the runs of half of the colors can go on at a number, by that half of a state's key.

    Each way includes the jokers spent. For the first half of the colors, they include those spent before this number;
    for the other half, they are only those spent here, so the two can be added up.
    """

    def __init__(self, first: int, colors: Sequence[WaysOfColor], frame: StateEncoding) -> None:
        super().__init__()
        self.first, self.colors, self.frame = first, colors, frame

    def __missing__(self, key: int) -> list[Goings]:
        frame = self.frame
        spent = key >> frame.spent << frame.spent
        found = [(0 if self.first else spent, 0, 0)]
        for color in self.colors:
            each = color[key & color.mask]
            found = [
                (so_far + after, left | more_left, runs | more_runs)
                for so_far, left, runs in found
                for after, more_left, more_runs in each
            ]
        if spent + (1 << frame.spent) < frame.over:
            over = frame.over - spent if self.first else frame.over
            found = [going for going in found if going[0] < over]
        if wanted := key & 1 << frame.wanted[self.first > 0]:
            found = [(after if runs else after | wanted, left, runs) for after, left, runs in found]
        self[key] = found
        return found


@lru_cache(maxsize=1 << 12)  # about 2 kB each in games; with four times as many, self-play takes 4 % less time
def ways_of_half(tiles: tuple[int, int, int], idle: int, first: int, frame: StateEncoding) -> Ways:
    """Return the cache for the half of the colors from the index `first` up, at all numbers with these tiles.

    `tiles` are the packed counts (4 bits per color) of a number and of the next two. `idle` is that of the tiles that
    can stay out of all sets, and -1 where there can be a group, as groups can then use the tiles that runs leave.
    """
    have, above, beyond = tiles
    colors = range(first, frame.colors if first else frame.half)
    each = []
    for color in colors:
        at = DIGIT * color
        supply = (have >> at & 15, above >> at & 15, beyond >> at & 15, idle >> at & 15, idle < 0)
        each.append(ways_of_color(color, supply, frame))
    return Ways(first, each, frame)


class Groups(dict[int, list[Grouping]]):
    """A cache of the ways to form groups with up to `jokers` jokers, by the packed counts of the tiles not in runs."""

    def __init__(self, idle: int, jokers: int, frame: StateEncoding) -> None:
        super().__init__()
        self.idle, self.jokers, self.frame = idle, jokers, frame
        self.shifts = range(0, DIGIT * frame.colors, DIGIT)

    def __missing__(self, left: int) -> list[Grouping]:
        frame, idle = self.frame, self.idle
        lefts = [left >> at & 15 for at in self.shifts]
        least = max([over - (idle >> at & 15) for over, at in zip(lefts, self.shifts, strict=True)])
        lefts.sort()
        found = self[left] = [
            (spent << frame.spent, out, groups, grouped, spent)
            for spent, out, groups, grouped in list_groupings(tuple(lefts), max(0, least), self.jokers)
        ]
        return found


groups_at = lru_cache(maxsize=1 << 10)(Groups)


@lru_cache(maxsize=1 << 12)
def can_group(have: int, jokers: int, colors: int) -> bool:
    """Return whether a number's tiles, packed in `have` as 4 bits a color, and `jokers` jokers can form a group."""
    there = sum(1 for color in range(colors) if have >> DIGIT * color & 15)
    return colors >= SMALLEST_SET and there + jokers >= SMALLEST_SET


class Number:
    """One number as a sweep reaches it: its tiles, and the ways in which runs and groups can use them.

    The parameter `tiles` has the packed counts (4 bits per color) of this number and of the next two in the sweep's
    direction. `idle` counts the tiles that can stay out of all sets, and `weight` is the weight of each of them.
    `transition` is the growth of standing sets, whose tiles are already subtracted from `tiles`. `lacking` is how many
    of the encoding's jokers don't exist.
    """

    __slots__ = ("first", "frame", "groups", "have", "idle", "second", "transition", "weight")

    def __init__(  # noqa: PLR0913, PLR0917  # everything that the ways depend on
        self,
        tiles: tuple[int, int, int],
        idle: int,
        weight: int,
        frame: StateEncoding,
        transition: Transition | None = None,
        lacking: int = 0,
    ) -> None:
        have, above, beyond = tiles
        self.have, self.idle, self.weight, self.frame, self.transition = have, idle, weight, frame, transition
        low, high = frame.first_digits, frame.last_digits
        jokers = frame.jokers - lacking
        if can_group(have, jokers, frame.colors):
            first_idle = last_idle = -1
        else:
            first_idle, last_idle = idle & low, idle & high
        self.first = ways_of_half((have & low, above & low, beyond & low), first_idle, 0, frame)
        self.second = ways_of_half((have & high, above & high, beyond & high), last_idle, frame.half, frame)
        self.groups = groups_at(idle, jokers, frame)


def advance(states: States, number: Number, most_lost: int, above: States, many: int) -> int:
    """Move a frontier past a number: add every state that can follow one of `states` to `above`.

    Of states with one key, keep that with the least loss. States that have lost more than `most_lost` aren't added.
    Stop once `above` has more than `many` states. Return how many combinations of the ways of both halves of the colors
    were examined, which is the cost in units of budget.
    """
    lower, upper, over = number.frame.lower, number.frame.upper, number.frame.over
    groups, first, second, weight = number.groups, number.first, number.second, number.weight
    if number.transition and (spent := number.transition.jokers << number.frame.spent):
        states = {key + spent: state for key, state in states.items() if key + spent < over}
    looked = 0
    for key, state in states.items():
        lost, sooner, later = state.lost, first[key & lower], second[key & upper]
        looked += len(sooner) * len(later)
        for shapes, left, runs in sooner:
            for more_shapes, more_left, more_runs in later:
                for grouping in groups[left | more_left]:
                    new = shapes + more_shapes + grouping[SPENT]
                    loss = lost + grouping[OUT] * weight
                    if new < over and loss <= most_lost and (new not in above or loss < above[new].lost):
                        above[new] = State(loss, state, number, runs | more_runs, grouping)
        if len(above) > many:
            break
    return looked


def prune_dominated(states: dict[int, S], spare: int, widest: int = 0) -> dict[int, S]:
    """Return the states that no other state dominates, at most the `widest` ones that have lost least (0: all of them).

    A state dominates another if it has lost no more, spent no more jokers, and its open runs can do as much. The first
    item of each value is the weight lost. `spare` is the mask of the keys' spare bits.
    """
    if len(states) == 1:
        return states
    kept: dict[int, S] = {}
    # No state's key is smaller than that of a state that dominates it, so the dominating one comes first.
    for _, key in sorted([(state[0], key) for key, state in states.items()]):
        probe = key | spare
        for other in kept:
            if (probe - other) & spare == spare:
                break
        else:
            kept[key] = states[key]
            if len(kept) == widest:
                break
    return kept
