"""The best arrangement of a supply: two frontiers sweep the numbers, from below and from above, until they meet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.solver.sweep.frontier import State, StateEncoding, States, advance, count_missing_jokers, prune_dominated
from engine.solver.sweep.supply import CountedTiles

# A frontier in parts. A part's key is the bits of the standing runs that are growing there (see `Transition`), and the
# number of jokers gained by standing sets that may gain only optional ones.
Front = dict[tuple[int, int], States]
PLAIN = (0, 0)  # the key of the only part if no standing set grows

WIDE = 15  # states; if both frontiers have more, a beam to find an incumbent is worth its cost
NARROW = 12  # states; a beam of this width finds the best end in most cases
FEW = 3  # states; a lower frontier of at most this size advances even if the upper one is smaller
# If a frontier has more states than the first value, before pruning, a beam runs ahead. The second value multiplies its
# NARROW and SOME. The first beam looks for an incumbent; later ones cost less than going on with the whole frontier.
EFFORTS = ((300, 1), (2500, 4), (8000, 16))
SOME = 100  # states; a beam of width NARROW stops collecting once it has more than this, before pruning
ALL = 1 << 60  # more than any number of states


@dataclass(frozen=True, slots=True)
class SweepEnd:
    """A completed sweep over all numbers: the two states that were joined where its frontiers met, and their totals.

    `lost` is the weight of the tiles left out, and `spent` the number of jokers in sets. `by_rack` counts the jokers
    gained by standing sets (see `Growing`) that may gain only optional tiles and jokers.
    """

    lost: int
    spent: int
    by_rack: int
    lower: State
    upper: State


def find_best_end(supply: CountedTiles, may_lose: int, satisfied: int, *, needs_run: bool = False) -> SweepEnd | None:
    """Return the completed sweep that loses the least weight, or the first one found that loses at most `satisfied`.

    Return None if every completed sweep loses more than `may_lose`. The smaller frontier advances each time. Where both
    are wide, beams run ahead to find an incumbent, and states that can't beat it are dropped from then on. If
    `needs_run`, the arrangement must have a run besides those that stay on the table. Raises BudgetExhausted.
    """
    search, start = _Search(supply, needs_run), supply.frame.start(supply.jokers)
    lower, upper = {PLAIN: start}, {(bits, 0): start for bits in search.list_standing_ends()}
    low, high = 0, supply.span
    end, efforts = None, list(EFFORTS)
    below = above = 1
    while low < high:
        upward = below <= max(FEW, above)
        old, step = (lower, (low, 1)) if upward else (upper, (high - 1, -1))
        many, wider = efforts[0] if efforts else (ALL, 0)
        front = search.advance(old, step, may_lose, many)
        size = _size(front)
        blown = size > many
        if not size:
            return end
        if not blown:
            if size > 1:
                front = search.narrow(front)
                size = _size(front)
            if upward:
                lower, below, low = front, size, low + 1
            else:
                upper, above, high = front, size, high - 1
        if wider and (blown or (end is None and min(below, above) > WIDE * wider)):
            del efforts[0]
            ahead = search.find_end_ahead(lower, upper, range(low, high), may_lose, wider)
            if ahead is not None:
                if ahead.lost <= max(satisfied, _least(lower) + _least(upper)):
                    return ahead
                end, may_lose = ahead, ahead.lost - 1
    return search.join_fronts(lower, upper, may_lose) or end


def _size(front: Front) -> int:
    return len(front[PLAIN]) if len(front) == 1 and PLAIN in front else sum(map(len, front.values()))


def _least(front: Front) -> int:
    return min(state.lost for states in front.values() for state in states.values())


@dataclass(frozen=True, slots=True)
class _Search:
    supply: CountedTiles
    needs_run: bool

    def list_standing_ends(self) -> list[int]:
        """Return each choice of standing runs that get tiles up to the highest number, as a bit mask."""
        ends = [0]
        for index, (each, reach) in enumerate(zip(self.supply.multiset.growing, self.supply.reaches, strict=True)):
            high = self.supply.multiset.box.high
            if reach and not each.meld.is_group and reach[-1] == high > each.meld.faces[-1].number:
                ends += [bits | 1 << index for bits in ends]
        return ends

    def find_end_ahead(self, lower: Front, upper: Front, between: range, may_lose: int, wider: int) -> SweepEnd | None:
        """Return the best completed sweep that a beam from `lower` to `upper` finds, or None if it finds none.

        The beam passes the numbers with the indices `between` and keeps `NARROW` * `wider` states.
        """
        lower = self.narrow(lower, NARROW * wider)
        for index in between:
            lower = self.narrow(self.advance(lower, (index, 1), may_lose, SOME * wider), NARROW * wider)
            if not lower:
                return None
        return self.join_fronts(lower, upper, may_lose)

    def narrow(self, front: Front, widest: int = 0) -> Front:
        """Return the frontier without dominated states; each of its parts keeps at most `widest` states (0: all)."""
        spare = self.supply.frame.spare_bits
        return {tag: prune_dominated(states, spare, widest) for tag, states in front.items() if states}

    def advance(self, front: Front, step: tuple[int, int], may_lose: int, many: int) -> Front:
        """Return the frontier after a number, still with dominated states.

        `step` is the number's index, from 0, and the direction: 1 is upward, -1 is downward. Stop adding states to one
        of the frontier's parts once it has more than `many`.
        """
        budget = self.supply.multiset.budget
        if not self.supply.multiset.growing:
            states: States = {}
            budget.take(advance(front[PLAIN], self.supply.number(*step), may_lose, states, many))
            return {PLAIN: states}
        moved: Front = {}
        for transition, more_by_rack, number in self.supply.list_growths(*step):
            asks, leaves = (transition.asks, transition.leaves)[:: step[1]]
            for (bits, by_rack), states in front.items():
                both = by_rack + more_by_rack
                if bits & transition.looks == asks and both <= self.supply.multiset.may_jokers:
                    target = moved.setdefault((bits & ~transition.looks | leaves, both), {})
                    budget.take(advance(states, number, may_lose, target, many))
        return moved

    def join_fronts(self, lower: Front, upper: Front, may_lose: int) -> SweepEnd | None:
        """Return the best completed sweep where two frontiers meet, of equals one with a run, or None."""
        end = None
        for (bits, by_rack), states in lower.items():
            for (other_bits, more_by_rack), others in upper.items():
                both = by_rack + more_by_rack
                if bits != other_bits or both > self.supply.multiset.may_jokers:
                    continue
                for below, above in self._list_pairs(states, others):
                    met = join_states(below, above, self.supply.frame, may_lose, self.supply.lacking)
                    if met is not None:
                        end = SweepEnd(met[0].lost + met[1].lost, met[2] - self.supply.lacking, both, met[0], met[1])
                        may_lose = end.lost - 1
        return end

    def _list_pairs(self, lower: States, upper: States) -> Iterator[tuple[States, States]]:
        """Yield lower and upper frontiers to join, first those with a run, then, unless one is needed, the others."""
        wanted = self.supply.frame.run_wanted
        below, above = (
            {key: state for key, state in each.items() if key & wanted == wanted} for each in (lower, upper)
        )
        if not below or not above:
            yield lower, upper
            return
        yield {key: state for key, state in lower.items() if key not in below}, upper
        yield below, {key: state for key, state in upper.items() if key not in above}
        if not self.needs_run:
            yield below, above


# Joining states whose open runs, joined in pairs, can become sets; a set of states is a mask, one bit for each


class MatesOfColor(dict[int, list[int]]):
    """A cache for one color that maps a shape to the states of the other frontier that it can be joined with.

    The value is a list of bit masks of states, indexed by the number of jokers that joining the runs takes. `states`
    are the other frontier's keys in the order of the bits, and `shift` is the bit position of the shape in a key.
    """

    def __init__(self, states: Sequence[int], shift: int, frame: StateEncoding) -> None:
        super().__init__()
        self.shift, self.frame = shift, frame
        self.having: dict[int, int] = {}
        for index, key in enumerate(states):
            shape = key >> shift & frame.mask
            self.having[shape] = self.having.get(shape, 0) | 1 << index

    def __missing__(self, shape: int) -> list[int]:
        by_cost = self[shape] = [0] * (self.frame.jokers + 1)
        for other, mask in self.having.items():
            cost = count_missing_jokers(shape, other, self.frame.width)
            if cost <= self.frame.jokers:
                by_cost[cost] |= mask
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
        for index, key in enumerate(keys):
            self.spending[(key >> frame.spent) - lacking] |= 1 << index

    def find_best(self, key: int) -> tuple[State, int] | None:
        """Return the state with the least loss that can be joined with the state `key`, or None.

        With it comes the number of jokers spent in both states and by joining them.
        """
        frame = self.frame
        spent = key >> frame.spent
        still = frame.jokers - spent
        fits = self._list_fits(key, still)
        best, in_all = 0, spent
        for here, mask in enumerate(fits):
            for there in range(still - here + 1):
                both = mask & self.spending[there]
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
