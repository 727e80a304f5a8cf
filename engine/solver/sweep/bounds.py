"""Bounds for the sweep with hosts: the least that a state can lose if, above it, table jokers stand for anything.

Under this relaxation, frontiers from below and from above first meet in the middle. The upper one then goes on down to
the lowest number, where only those of its states are kept that can be joined to one from below. That gives, behind each
number, the least that the tiles above it can lose.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.solver.sweep.counts import layout_of
from engine.solver.sweep.frontier import NOTHING_YET, Number, States, advance, prune_dominated
from engine.solver.sweep.hosts import Hosts
from engine.solver.sweep.join import Mates
from engine.solver.sweep.supply import CountedTiles

MATING = 4  # units of budget for each search for a state to join
ALL = 1 << 60


@dataclass(frozen=True, slots=True)
class UpperBound:
    """The upper frontiers of the relaxation, by how many numbers are below them, if at most `limit` may be lost in all.

    By the same count, `olds` is how many of the table's jokers are at or above a number, and `freeable` how many of
    these can be freed. `known`, `runs` and `added` are caches.
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
        """Return the least that any completion of a state loses in all, or None if that is more than the limit.

        `place` is how many numbers are behind the state, and `guests` how many freed jokers are in no host yet. The
        state itself has lost `lost`.
        """
        frame = self.supply.frame
        jokers = guests + self.olds[place]
        return self._find_least_met(place, key + self._count_added(hosts) - (jokers << frame.spent), lost)

    def can_finish(self, place: int, hosts: Hosts, room: int) -> bool:
        """Return whether the hosts can be completed if the other open runs are the best possible ones.

        At most `room` freed jokers can still go into hosts.
        """
        jokers = room - self.freeable[place] + self.olds[place]
        spent = self.supply.lacking + self.olds[0] - jokers
        return (
            self._find_least_met(place, self._count_as_runs(hosts) + (spent << self.supply.frame.spent), 0) is not None
        )

    def _count_as_runs(self, hosts: Hosts) -> int:
        """Return what the hosts add to a shape: each counts as a run that needs as many tiles as it does."""
        if hosts not in self.runs:
            frame = self.supply.frame
            self.runs[hosts] = sum(
                ((host.needs > 1) << 2 * frame.width + 2 | 1 << frame.width + 1) << frame.shifts[host.color]
                for host in hosts
            )
        return self.runs[hosts]

    def _count_added(self, hosts: Hosts) -> int:
        """Return what the hosts add to the shapes of a state, where they also take the room of other runs."""
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
    """Return the bounds for a relaxed supply, or None if everything loses more than the limit."""
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
    """Return a number for a downward sweep that keeps each run that a kept joker below could continue.

    A kept joker is a tile like any other, so that a run can begin with one, but not with any other joker.
    """
    have = supply.have
    beyond = have[place - 2] + supply.jokers * layout_of(supply.multiset.box).every_color
    weight = supply.multiset.weights[place]
    return Number(
        (have[place], have[place - 1], beyond), supply.idle[place], weight, supply.frame, None, supply.lacking
    )


def _advance_front(states: States, number: Number, limit: int, supply: CountedTiles) -> States:
    """Return the frontier behind a number, without dominated states."""
    moved = States()
    supply.multiset.budget.take(advance(states, number, limit, moved, ALL))
    return prune_dominated(moved, supply.frame.spare_bits)


def _keep_meeting(above: States, below: States, supply: CountedTiles, limit: int) -> States:
    """Return the states from above that can be joined to one from below so that both lose at most the limit."""
    mates, found = Mates(below, supply.frame, supply.lacking), States()
    for key, state in above.items():
        if state[0] + mates.least_lost <= limit:
            supply.multiset.budget.take(MATING)
            mate = mates.find_best(key)
            if mate and state[0] + mate[0][0] <= limit:
                found[key] = state
    return found
