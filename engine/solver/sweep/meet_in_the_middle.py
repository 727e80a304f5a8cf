"""The best arrangement of a supply: two frontiers sweep the numbers, from below and from above, until they meet."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.solver.sweep.frontier import NOTHING_YET, State, States, advance, prune_dominated
from engine.solver.sweep.join import join_states
from engine.solver.sweep.supply import CountedTiles

# A frontier. Its states are grouped by the bits of the standing runs that are growing there (see `Transition`), and by
# the number of jokers gained by standing sets that may grow only by optional ones.
Front = dict[tuple[int, int], States]
PLAIN = (0, 0)

WIDE = 15  # states; where both frontiers have more, an incumbent is worth a beam
NARROW = 12  # states; a beam of this width finds the best end in most cases
FEW = 3  # states; so small a frontier advances even if the other is smaller, as joining isn't free
# Where a frontier has more states than the first value, before pruning, a beam runs ahead whose NARROW and SOME are
# multiplied by the second value: at first it is to find an incumbent, later it costs less than the whole frontier.
EFFORTS = ((300, 1), (2500, 4), (8000, 16))
SOME = 100  # states before pruning; enough for a beam of NARROW
ALL = 1 << 60


@dataclass(frozen=True, slots=True)
class SweepEnd:
    """The end of a sweep over all numbers: the weight lost, the jokers spent, and the two states that were joined.

    `by_rack` counts the jokers gained by standing sets that may grow only by optional tiles and jokers.
    """

    lost: int
    spent: int
    by_rack: int
    lower: State
    upper: State


def find_best_end(supply: CountedTiles, may_lose: int, satisfied: int, *, needs_run: bool = False) -> SweepEnd | None:
    """Return the end that loses least weight, or the first one found that loses at most `satisfied`.

    None if all lose more weight than `may_lose`. The smaller frontier advances each time. Where both are wide, beams
    run ahead to find an incumbent, and states that can't beat it are dropped from then on. `needs_run` asks for a run
    besides the standing ones.

    Raises:
        BudgetExhausted: the budget of the multiset is spent.
    """
    search = _Search(supply, needs_run)
    lower, upper = search.lowest(), search.highest()
    low, high = 0, supply.span
    end, efforts = None, list(EFFORTS)
    below = above = 1
    while low < high:
        upwards = below <= max(FEW, above)
        old, step = (lower, (low, 1)) if upwards else (upper, (high - 1, -1))
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
            if upwards:
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
    """The search for the best arrangement of a supply, or with `needs_run`, for its best with a run."""

    supply: CountedTiles
    needs_run: bool

    def lowest(self) -> Front:
        """Return the frontier below all numbers. If there are jokers, a run is wanted, which has room for spares."""
        frame = self.supply.frame
        empty = frame.runless if self.supply.jokers else frame.empty
        return {PLAIN: {empty + (self.supply.lacking << frame.spent): NOTHING_YET}}

    def highest(self) -> Front:
        """Return the frontier above all numbers, for each choice of standing runs that grow up to the highest one."""
        (below,) = self.lowest().values()
        ends = [0]
        for place, (each, reach) in enumerate(zip(self.supply.multiset.growing, self.supply.reaches, strict=True)):
            if (
                reach
                and not each.meld.is_group
                and reach[-1] == self.supply.multiset.box.high > each.meld.faces[-1].number
            ):
                ends += [bits | 1 << place for bits in ends]
        return {(bits, 0): below for bits in ends}

    def find_end_ahead(self, lower: Front, upper: Front, between: range, may_lose: int, wider: int) -> SweepEnd | None:
        """Return the best end that a beam from `lower` finds past the numbers in `between`, or None if it finds none.

        The numbers are counted from 0. The end loses at most the weight `may_lose`. The beam keeps `NARROW` * `wider`
        states.
        """
        lower = self.narrow(lower, NARROW * wider)
        for place in between:
            lower = self.narrow(self.advance(lower, (place, 1), may_lose, SOME * wider), NARROW * wider)
            if not lower:
                return None
        return self.join_fronts(lower, upper, may_lose)

    def narrow(self, front: Front, widest: int = 0) -> Front:
        """Return the frontier without dominated states; each of its keys keeps at most `widest` states (0: all)."""
        spare = self.supply.frame.spare_bits
        return {tag: prune_dominated(states, spare, widest) for tag, states in front.items() if states}

    def advance(self, front: Front, step: tuple[int, int], may_lose: int, many: int) -> Front:
        """Return the frontier behind a number, without pruning.

        Stop adding states to one of the frontier's keys once it has more than `many`. `step` is the number, counted
        from 0, and the direction: 1 is upwards, -1 is downwards. States that have lost more weight than `may_lose` are
        left out.
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
        """Return the end that loses least where two frontiers meet, or None if all lose more weight than `may_lose`.

        Of ends that lose the same, prefer one with a run.
        """
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
        """Yield pairs of frontiers to join: first those whose states together have a run, then the others.

        The others are left out if a run is needed.
        """
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
