"""Bounds for a sweep in which freed table jokers go into special sets, their hosts (see `hosts`).

The bound of a state is the least weight that is lost in total if, at the numbers above it, table jokers may stand for
anything. To compute bounds for this relaxation, frontiers from below and from above first meet in the middle. The upper
one then goes on down to the lowest number, and only those of its states are kept that can be joined to one from below.
That gives, for each number, the least weight that is lost above it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.solver.sweep.counts import layout_of
from engine.solver.sweep.frontier import NOTHING_YET, Number, States, advance, prune_dominated
from engine.solver.sweep.hosts import Hosts
from engine.solver.sweep.meet_in_the_middle import Partners
from engine.solver.sweep.supply import CountedTiles

PAIRING = 4  # units of budget for each search for a state to join
ALL = 1 << 60  # more than any number of states or any loss


@dataclass(frozen=True, slots=True)
class UpperBound:
    """Bounds for states that may lose up to `limit`, from the relaxation in which table jokers stand for anything.

    No completion of a state loses less than the relaxation says, so this bounds the weight played from above. By
    how many numbers a state has passed, `above` has the relaxation's upper frontier there, `olds` the number of the
    table's jokers above them, and `freeable` how many of these can be freed.
    """

    supply: CountedTiles
    limit: int
    olds: Sequence[int]
    freeable: Sequence[int]
    above: dict[int, Partners] = field(default_factory=dict)
    known: dict[tuple[int, int], int] = field(default_factory=dict)
    runs: dict[Hosts, int] = field(default_factory=dict)

    def lost(self, passed: int, key: int, hosts: Hosts, joined_jokers: int, lost: int) -> int | None:
        """Return a lower bound on the total weight that any completion of a state loses; None if it is above the limit.

        `passed` is how many numbers the state has passed, `hosts` are its unfinished hosts, and `joined_jokers` is how
        many freed jokers aren't in a set yet. The state itself has lost the weight `lost` so far.
        """
        frame = self.supply.frame
        jokers = joined_jokers + self.olds[passed]
        added = self._count_as_runs(hosts) - sum(1 << frame.shifts[host.color] for host in hosts)
        return self._find_least_met(passed, key + added - (jokers << frame.spent), lost)

    def can_finish(self, passed: int, hosts: Hosts, room: int) -> bool:
        """Return whether these hosts, unfinished after `passed` numbers, might get all that they still need.

        At most `room` freed jokers can still go into hosts. The other open runs are assumed to be ideal, so False is
        certain, but True isn't.
        """
        jokers = room - self.freeable[passed] + self.olds[passed]
        spent = self.supply.lacking + self.olds[0] - jokers
        return (
            self._find_least_met(passed, self._count_as_runs(hosts) + (spent << self.supply.frame.spent), 0) is not None
        )

    def _count_as_runs(self, hosts: Hosts) -> int:
        """Return what the hosts add to the fields for short runs in a state's key; the total of runs isn't changed.

        Each host counts as an open run that lacks as many tiles for a set of three as the host still needs.
        """
        if hosts not in self.runs:
            frame = self.supply.frame
            self.runs[hosts] = sum(
                ((host.needs > 1) << 2 * frame.width + 2 | 1 << frame.width + 1) << frame.shifts[host.color]
                for host in hosts
            )
        return self.runs[hosts]

    def _find_least_met(self, passed: int, key: int, lost: int) -> int | None:
        partners = self.above[passed]
        if lost + partners.least_lost > self.limit:
            return None
        if (passed, key) not in self.known:
            self.supply.multiset.budget.take(PAIRING)
            partner = partners.find_best(key)
            self.known[passed, key] = partner[0].lost if partner else ALL
        in_all = lost + self.known[passed, key]
        return in_all if in_all <= self.limit else None


def make_upper_bound(
    supply: CountedTiles, limit: int, olds: Sequence[int], freeable: Sequence[int]
) -> UpperBound | None:
    """Return the bounds for a supply in which table jokers stand for anything.

    The result is None if every arrangement of it leaves out more weight than `limit`. `olds` and `freeable` are as in
    `UpperBound`.
    """
    frame, high = supply.frame, supply.span
    above: States = {frame.empty + (supply.lacking << frame.spent): NOTHING_YET}
    below = [above]
    found = UpperBound(supply, limit, olds, freeable, {high: Partners(above, frame, supply.lacking)})
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
        found.above[high] = Partners(above, frame, supply.lacking)
    return found


def _make_downward_number(supply: CountedTiles, index: int) -> Number:
    """Return the number with this index for a downward sweep in which a run can begin with a table joker.

    In the sweep with hosts, a table joker that keeps its face is a tile like any other. So here all jokers also count
    as tiles of each color two numbers on.
    """
    have = supply.have
    beyond = have[index - 2] + supply.jokers * layout_of(supply.multiset.box).every_color
    weight = supply.multiset.weights[index]
    return Number(
        (have[index], have[index - 1], beyond), supply.idle[index], weight, supply.frame, None, supply.lacking
    )


def _advance_front(states: States, number: Number, limit: int, supply: CountedTiles) -> States:
    moved = States()
    supply.multiset.budget.take(advance(states, number, limit, moved, ALL))
    return prune_dominated(moved, supply.frame.spare_bits)


def _keep_meeting(above: States, below: States, supply: CountedTiles, limit: int) -> States:
    """Return the states of `above` that can be joined to one of `below` so that both together lose at most `limit`."""
    partners, found = Partners(below, supply.frame, supply.lacking), States()
    for key, state in above.items():
        if state.lost + partners.least_lost <= limit:
            supply.multiset.budget.take(PAIRING)
            partner = partners.find_best(key)
            if partner and state.lost + partner[0].lost <= limit:
                found[key] = state
    return found
