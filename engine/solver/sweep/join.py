"""Join states of a lower and an upper frontier if their open runs, joined in pairs, can become sets.

A set of states is a bit mask: an integer with one bit for each state.
"""

from collections.abc import Sequence

from engine.solver.sweep.frontier import State, StateEncoding, States
from engine.solver.sweep.states import count_missing_jokers


class MatesOfColor(dict[int, list[int]]):
    """A cache for one color that maps a shape to the states of the other frontier that it can be joined with.

    The value is a list of bit masks of states, indexed by the number of jokers that joining the runs takes. `states`
    are the other frontier's keys in the order of the bits, and `shift` is the bit position of the shape in a key.
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


class Partners:
    """A frontier, prepared for finding its best state to join with a state that comes from the other side.

    In a bit mask of its states, the state that lost the least weight has the lowest bit. `lacking` is how many of the
    encoding's jokers don't exist.
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
        """Return the state with the least loss that can be joined with the state `key`, or None.

        With it comes the number of jokers spent in both states and by joining them.
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
        """Return the states that `key` can join, as bit masks by the jokers that this takes, 0 to `still`."""
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
    """Return the states for which joining takes `total` jokers, with `fits` for some colors and `costs` for another."""
    found = 0
    for cost in range(total + 1):
        found |= fits[total - cost] & costs[cost]
    return found


def join_states(
    lower: States, upper: States, frame: StateEncoding, most_lost: int, lacking: int
) -> tuple[State, State, int] | None:
    """Return the pair of states that loses the least weight, the lower state first, and the jokers spent in all.

    Return None if no pair loses at most `most_lost`. The jokers spent include `lacking`, the number of the encoding's
    jokers that don't exist.
    """
    if not upper:
        return None
    partners, best = Partners(upper, frame, lacking), None
    for key, state in lower.items():
        if state.lost + partners.least_lost <= most_lost:
            partner = partners.find_best(key)
            if partner and (lost := state.lost + partner[0].lost) <= most_lost:
                most_lost = lost - 1
                best = (state, *partner)
    return best
