"""What can still come of the states of a sweep, if from there on the jokers of the table could stand for anything.

That is swept from both ends until it meets, as in `meeting`, and then on downwards: there only with the states that
make sets with one from below. So it is known behind each number how much the tiles above it lose at least.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.solver.sweep.counts import layout_of
from engine.solver.sweep.frontier import NOTHING_YET, Number, States, advance, prune_dominated
from engine.solver.sweep.hosts import Hosts
from engine.solver.sweep.join import Mates
from engine.solver.sweep.supply import CountedTiles

MATING = 4  # ways of runs: so much is it to look for what a state could be joined to
ALL = 1 << 60


@dataclass(frozen=True, slots=True)
class UpperBound:
    """The states from above, by the number behind which they are open, for a heap that may lose so much in all.

    Of its jokers `olds` are of the table, told by the number that they lie at or above; so many of them are `freeable`.
    """

    supply: CountedTiles
    limit: int
    olds: Sequence[int]
    freeable: Sequence[int]
    above: dict[int, Mates] = field(default_factory=dict)
    known: dict[tuple[int, int], int] = field(default_factory=dict)
    runs: dict[Hosts, int] = field(default_factory=dict)
    added: dict[Hosts, int] = field(default_factory=dict)

    def lost(self, place: int, key: int, hosts: Hosts, guests: int, lost: int) -> int | None:
        """What a state behind a number loses in the end at least; None if that is too much."""
        frame = self.supply.frame
        jokers = guests + self.olds[place]
        return self._find_least_met(place, key + self._count_added(hosts) - (jokers << frame.spent), lost)

    def can_finish(self, place: int, hosts: Hosts, room: int) -> bool:
        """Can hosts come to an end beside the best runs that could be open? There is room for so many guests."""
        jokers = room - self.freeable[place] + self.olds[place]
        spent = self.supply.lacking + self.olds[0] - jokers
        return (
            self._find_least_met(place, self._count_as_runs(hosts) + (spent << self.supply.frame.spent), 0) is not None
        )

    def _count_as_runs(self, hosts: Hosts) -> int:
        """A host counts as a run that is as short as what it still needs is long."""
        if hosts not in self.runs:
            frame = self.supply.frame
            self.runs[hosts] = sum(
                ((host.needs > 1) << 2 * frame.width + 2 | 1 << frame.width + 1) << frame.shifts[host.color]
                for host in hosts
            )
        return self.runs[hosts]

    def _count_added(self, hosts: Hosts) -> int:
        """The same for what is added to a state, in which the hosts have taken room."""
        if hosts not in self.added:
            shifts = self.supply.frame.shifts
            self.added[hosts] = self._count_as_runs(hosts) - sum(1 << shifts[host.color] for host in hosts)
        return self.added[hosts]

    def _find_least_met(self, place: int, key: int, lost: int) -> int | None:
        mates = self.above[place]
        if lost + mates.least_lost > self.limit:
            return None
        if (place, key) not in self.known:
            self.supply.multiset.budget.take(MATING)
            mate = mates.find_best(key)
            self.known[place, key] = mate[0][0] if mate else ALL
        in_all = lost + self.known[place, key]
        return in_all if in_all <= self.limit else None


def outlook(supply: CountedTiles, limit: int, olds: Sequence[int], freeable: Sequence[int]) -> UpperBound | None:
    """What can come; None if everything loses more."""
    frame, high = supply.frame, supply.span
    above: States = {frame.empty + (supply.lacking << frame.spent): NOTHING_YET}
    below = [above]
    found = UpperBound(supply, limit, olds, freeable, {high: Mates(above, frame, supply.lacking)})
    while high:
        low = len(below) - 1
        if low < high and len(below[low]) <= len(above):
            below.append(_advance_front(below[low], supply.number(low, 1), limit, supply))
        else:
            high -= 1
            above = _advance_front(above, _make_downward_number(supply, high), limit, supply)
        if not above or not below[-1]:
            return None
        if high < len(below):
            above = _keep_meeting(above, below[high], supply, limit)
        if not above:
            return None
        found.above[high] = Mates(above, frame, supply.lacking)
    return found


def _make_downward_number(supply: CountedTiles, place: int) -> Number:
    """A number for a sweep downwards, which keeps each run that a joker below could still go on with.

    Jokers that stay what they are can begin runs, as no others do.
    """
    have = supply.have
    beyond = have[place - 2] + supply.jokers * layout_of(supply.multiset.box).every_color
    weight = supply.multiset.weights[place]
    return Number(
        (have[place], have[place - 1], beyond), supply.idle[place], weight, supply.frame, None, supply.lacking
    )


def _advance_front(states: States, number: Number, limit: int, supply: CountedTiles) -> States:
    """The front behind a number."""
    moved = States()
    supply.multiset.budget.take(advance(states, number, limit, moved, ALL))
    return prune_dominated(moved, supply.frame.spare_bits)


def _keep_meeting(above: States, below: States, supply: CountedTiles, limit: int) -> States:
    """Those from above that lose no more than the limit together with one from below."""
    mates, found = Mates(below, supply.frame, supply.lacking), States()
    for key, state in above.items():
        if state[0] + mates.least_lost <= limit:
            supply.multiset.budget.take(MATING)
            mate = mates.find_best(key)
            if mate and state[0] + mate[0][0] <= limit:
                found[key] = state
    return found
