"""A sweep over the numbers, upwards or downwards: all that can be done with the tiles so far, as far as it matters."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.growth import Growth
from engine.shapes import Supply, groupings, missing, packed, ways

# What was decided at a number: the numbers of groups, of tiles in them, and of jokers in them; the number itself.
Grouping = tuple[int, int, int, "Number"]
# What is lost so far; the state before; the runs that go through, of the first half of the colours and of the second; the groups.
State = tuple[int, Any, tuple[int, ...], tuple[int, ...], Any]
States = dict[int, State]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a state is written as one number: the shape of each colour, the first lowest, and above them the jokers spent."""

    colors: int
    width: int
    jokers: int
    bits: int
    half: int
    lower: int
    upper: int
    spent: int
    spare_bits: int
    empty: int
    over: int
    nothing: int


@lru_cache(maxsize=256)
def layout(colors: int, most_runs: int, jokers: int) -> Layout:
    """For so many colours, runs of one face, and jokers."""
    width = max(2, most_runs.bit_length())
    bits = 3 * (width + 1)
    half = (colors + 1) // 2
    spent = colors * bits
    lower = (1 << half * bits) - 1
    spare = sum(1 << (field + 1) * (width + 1) - 1 for field in range(3 * colors))
    empty = sum(packed(0, 0, 0, width) << color * bits for color in range(colors))
    joker_bits = max(1, jokers.bit_length())
    return Layout(
        colors,
        width,
        jokers,
        bits,
        half,
        lower,
        (1 << spent) - 1 - lower,
        spent,
        spare | 1 << spent + joker_bits,
        empty,
        jokers + 1 << spent,
        packed(0, 0, 0, width),
    )


class _Ways(dict[int, Sequence[tuple[int, int, tuple[int, ...]]]]):
    """The ways for the runs of some colours to go on, by their shapes: the next shapes, what is left, the runs."""

    def __init__(self, first: int, supplies: tuple[Supply, ...], frame: Layout, jokers: int) -> None:
        super().__init__()
        self.first, self.supplies, self.frame, self.jokers = first, supplies, frame, jokers

    def __missing__(self, shapes: int) -> Sequence[tuple[int, int, tuple[int, ...]]]:
        frame = self.frame
        found = self[shapes] = ways_of_several(shapes, self.first, self.supplies, self.jokers, frame)
        return found


@lru_cache(maxsize=1 << 16)
def ways_of_several(
    shapes: int, first: int, supplies: tuple[Supply, ...], jokers: int, frame: Layout
) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """The ways for the runs of neighbouring colours to go on; the jokers that they spend are part of the next shapes."""
    mask = (1 << frame.bits) - 1
    found: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]
    for color, supply in enumerate(supplies, first):
        at = color * frame.bits
        one = ways(shapes >> at & mask, supply, jokers, frame.width)
        found = [
            (so_far + (shape << at) + (spent << frame.spent), left | over << 4 * color, (*runs, more))
            for so_far, left, runs in found
            for shape, over, spent, more in one
        ]
    return tuple(way for way in found if way[0] >> frame.spent <= jokers)


class Number:
    """One number as a sweep comes to it: its free tiles, what of them must lie, and what a tile is worth."""

    def __init__(
        self,
        tiles: tuple[int, ...],
        needs: tuple[int, ...],
        after: Sequence[tuple[int, ...]],
        weight: int,
        frame: Layout,
        growth: Growth | None = None,
    ) -> None:
        self.growth = growth
        self.tiles, self.needs, self.weight, self.frame = tiles, needs, weight, frame
        has_groups = sum(1 for have in tiles if have) + frame.jokers >= 3 and frame.colors >= 3
        above, beyond = after
        self.supplies = tuple(
            (have, one, two, have - need, has_groups)
            for have, need, one, two in zip(tiles, needs, above, beyond, strict=True)
        )
        self.idle = sum(have - need << 4 * color for color, (have, need) in enumerate(zip(tiles, needs, strict=True)))
        self.halves: dict[int, tuple[_Ways, _Ways]] = {}
        self.groups = _Groups(self)

    def ways(self, jokers: int) -> tuple[_Ways, _Ways]:
        """The ways of both halves of the colours with so many jokers to spend."""
        if jokers not in self.halves:
            half = self.frame.half
            self.halves[jokers] = (
                _Ways(0, self.supplies[:half], self.frame, jokers),
                _Ways(half, self.supplies[half:], self.frame, jokers),
            )
        return self.halves[jokers]


class _Groups(dict[int, list[tuple[int, int, Grouping]]]):
    """The groupings of what is left, with the jokers where a state has them, and with what is lost."""

    def __init__(self, number: Number) -> None:
        super().__init__()
        self.number = number

    def __missing__(self, left: int) -> list[tuple[int, int, Grouping]]:
        number = self.number
        frame = number.frame
        found = self[left] = [
            (spent << frame.spent, out * number.weight, (groups, grouped, spent, number))
            for spent, out, groups, grouped in groupings(left, number.idle, frame.colors, frame.jokers)
        ]
        return found


def advanced(states: States, number: Number, most_lost: int, above: States | None = None) -> States:
    """Every state that can be reached across a number without losing more."""
    frame = number.frame
    lower, upper, at, over = frame.lower, frame.upper, frame.spent, frame.over
    groups = number.groups
    spending = number.growth.jokers if number.growth else 0
    if above is None:
        above = {}
    for key, state in states.items():
        lost = state[0]
        spent = (key >> at) + spending
        if spent > frame.jokers:
            continue
        spent_before = spent << at
        first, second = number.ways(frame.jokers - spent)
        later = second[key & upper]
        for shapes, left, runs in first[key & lower]:
            shapes += spent_before
            for more_shapes, more_left, more_runs in later:
                for spent_here, lost_here, grouping in groups[left | more_left]:
                    new = shapes + more_shapes + spent_here
                    loss = lost + lost_here
                    if new < over and loss <= most_lost:
                        known = above.get(new)
                        if known is None or loss < known[0]:
                            above[new] = (loss, state, runs, more_runs, grouping)
    return above


def undominated(states: States, frame: Layout, widest: int | None = None) -> States:
    """Leave out each state beside which another has lost no more, spent no more, and can do as much.

    Of the others so many as the widest front may have, those that lost least, in the order of their losses.
    """
    spare = frame.spare_bits
    kept: list[int] = []
    # What can do as much has a smaller number, so that it comes first.
    for _, key in sorted([(state[0], key) for key, state in states.items()]):
        probe = key | spare
        for other in kept:
            if (probe - other) & spare == spare:
                break
        else:
            kept.append(key)
            if len(kept) == widest:
                break
    return {key: states[key] for key in kept}


def joined(lower: States, upper: States, frame: Layout, most_lost: int) -> tuple[State, State, int] | None:
    """The two states, below and above, that lose least together and become sets where they meet; and the jokers spent in all."""
    bits, mask, width, jokers = frame.bits, (1 << frame.bits) - 1, frame.width, frame.jokers
    shifts = range(0, frame.spent, bits)
    uppers = sorted(upper.items(), key=lambda each: each[1][0])
    having: list[dict[int, int]] = [{} for _ in shifts]
    thrifty = [0] * (jokers + 1)
    for place, (key, _) in enumerate(uppers):
        for shapes, shift in zip(having, shifts, strict=True):
            shape = key >> shift & mask
            shapes[shape] = shapes.get(shape, 0) | 1 << place
        thrifty[key >> frame.spent] |= 1 << place
    fitting: list[dict[int, list[int]]] = [{} for _ in shifts]
    best = None
    for key, state in lower.items():
        if not uppers or state[0] + uppers[0][1][0] > most_lost:
            continue
        spent = key >> frame.spent
        still = jokers - spent
        # By the jokers that make sets where the states meet.
        fits = [-1] + [0] * still
        for shapes, known, shift in zip(having, fitting, shifts, strict=True):
            shape = key >> shift & mask
            if shape not in known:
                by_cost = [0] * (jokers + 1)
                for other, places in shapes.items():
                    cost = missing(shape, other, width)
                    if cost <= jokers:
                        by_cost[cost] |= places
                known[shape] = by_cost
            costs = known[shape]
            fits = [_any(fits, costs, total) for total in range(still + 1)]
        for cost, places in enumerate(fits):
            for other_spent in range(still - cost + 1):
                both = places & thrifty[other_spent]
                if both:
                    place = (both & -both).bit_length() - 1
                    total = state[0] + uppers[place][1][0]
                    if total <= most_lost:
                        most_lost = total - 1
                        best = (state, uppers[place][1], spent + cost + other_spent)
    return best


def _any(fits: Sequence[int], costs: Sequence[int], total: int) -> int:
    found = 0
    for cost in range(total + 1):
        found |= fits[total - cost] & costs[cost]
    return found
