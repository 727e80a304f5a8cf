"""Join states of two frontiers whose open runs make sets together. Sets of states are integers, a bit per state."""

from collections.abc import Sequence

from engine.solver.sweep.frontier import State, StateEncoding, States
from engine.solver.sweep.states import count_missing_jokers


class MatesOfColor(dict[int, list[int]]):
    """A cache for one color: by a shape, the states of the other frontier whose runs make sets with it.

    The value is a list of sets of states, indexed by the number of jokers that joining takes. `states` are the other
    frontier's keys, and `shift` is the bit position of the color's shape in a key.
    """

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
    """A frontier that comes from the other side, prepared for the search for the best state to join.

    In a set of its states, the state that lost the least weight has the lowest bit. `lacking` jokers of the encoding
    don't exist and count as spent.
    """

    def __init__(self, states: States, frame: StateEncoding, lacking: int) -> None:
        self.frame = frame
        keys = sorted(states, key=lambda key: states[key].lost)
        self.states = [states[key] for key in keys]
        self.least_lost = self.states[0].lost
        self.colors = [MatesOfColor(keys, shift, frame) for shift in frame.shifts]
        self.spending = [0] * (frame.jokers + 1)
        for place, key in enumerate(keys):
            self.spending[(key >> frame.spent) - lacking] |= 1 << place

    def find_best(self, key: int) -> tuple[State, int] | None:
        """Return the state that lost least of those that make sets with the state `key`, and the jokers spent in total.

        The jokers are those that both states have spent and those that joining takes. None if there is no such state.
        """
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
        """Return the states that make sets with the state `key`, a set of them for each number of jokers spent.

        The list is indexed by the jokers that joining takes, from 0 to `still`.
        """
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
    """Return the set of states that take `total` jokers, whatever share of them the colors before this one take.

    `fits` (the colors before) and `costs` (this color) have a set of states for each number of jokers.
    """
    found = 0
    for cost in range(total + 1):
        found |= fits[total - cost] & costs[cost]
    return found


def join_states(
    lower: States, upper: States, frame: StateEncoding, most_lost: int, lacking: int = 0
) -> tuple[State, State, int] | None:
    """Return the two states, below and above, that make sets together and lose the least weight, and the jokers spent.

    None if all lose more weight than `most_lost`. The jokers spent include `lacking`: the jokers of the encoding that
    don't exist.
    """
    if not upper:
        return None
    mates, best = Mates(upper, frame, lacking), None
    for key, state in lower.items():
        if state.lost + mates.least_lost <= most_lost:
            mate = mates.find_best(key)
            if mate and (lost := state.lost + mate[0].lost) <= most_lost:
                most_lost = lost - 1
                best = (state, *mate)
    return best
