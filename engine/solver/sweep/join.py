"""The states of two fronts that make sets where these meet: found by sets of states, each of which is one number."""

from collections.abc import Sequence

from engine.solver.sweep.frontier import State, StateEncoding, States
from engine.solver.sweep.states import count_missing_jokers


class MatesOfColor(dict[int, list[int]]):
    """By a shape of a colour: the states of the other front that make sets of it, by the jokers that it takes."""

    def __init__(self, states: Sequence[int], shift: int, frame: StateEncoding) -> None:
        super().__init__()
        self.shift, self.frame = shift, frame
        self.having: dict[int, int] = {}
        for place, key in enumerate(states):
            shape = key >> shift & frame.mask
            self.having[shape] = self.having.get(shape, 0) | 1 << place

    def __missing__(self, shape: int) -> list[int]:
        by_cost = self[shape] = [0] * (self.frame.jokers + 1)
        for other, places in self.having.items():
            cost = count_missing_jokers(shape, other, self.frame.width)
            if cost <= self.frame.jokers:
                by_cost[cost] |= places
        return by_cost


class Mates:
    """The states of a front that comes from the other side, to be joined to.

    A set of them is one number, in which each has a bit, by what it lost: so the lowest bit is the best.
    """

    def __init__(self, states: States, frame: StateEncoding, lacking: int) -> None:
        self.frame = frame
        keys = sorted(states, key=lambda key: states[key][0])
        self.states = [states[key] for key in keys]
        self.least_lost = self.states[0][0]
        self.colors = [MatesOfColor(keys, shift, frame) for shift in frame.shifts]
        self.spending = [0] * (frame.jokers + 1)
        for place, key in enumerate(keys):
            self.spending[(key >> frame.spent) - lacking] |= 1 << place

    def find_best(self, key: int) -> tuple[State, int] | None:
        """The state that lost least of those that make sets together with this one, and the jokers spent in all."""
        frame = self.frame
        spent = key >> frame.spent
        still = frame.jokers - spent
        fits = self._list_fits(key, still)
        best, in_all = 0, spent
        for here, places in enumerate(fits):
            for there in range(still - here + 1):
                both = places & self.spending[there]
                first = both & -both
                if first and (not best or first < best):
                    best, in_all = first, spent + here + there
        return (self.states[best.bit_length() - 1], in_all) if best else None

    def _list_fits(self, key: int, still: int) -> list[int]:
        """Those that make sets together with a state, by the jokers that these take where they meet."""
        mask = self.frame.mask
        fits = [-1] + [0] * still
        for color in self.colors:
            costs = color[key >> color.shift & mask]
            if still:
                fits = [_either(fits, costs, total) for total in range(still + 1)]
            else:
                fits[0] &= costs[0]
        return fits


def _either(fits: Sequence[int], costs: Sequence[int], total: int) -> int:
    """What takes so many jokers, by any share of them for the colours before and for this one."""
    found = 0
    for cost in range(total + 1):
        found |= fits[total - cost] & costs[cost]
    return found


def join_states(
    lower: States, upper: States, frame: StateEncoding, most_lost: int, lacking: int = 0
) -> tuple[State, State, int] | None:
    """The states, below and above, that lose least of all that make sets where they meet; and the jokers spent."""
    if not upper:
        return None
    mates, best = Mates(upper, frame, lacking), None
    for key, state in lower.items():
        if state[0] + mates.least_lost <= most_lost:
            mate = mates.find_best(key)
            if mate and (lost := state[0] + mate[0][0]) <= most_lost:
                most_lost = lost - 1
                best = (state, *mate)
    return best
