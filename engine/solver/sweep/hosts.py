"""Hosts: the sets of an arrangement that contain freed jokers, as built so far in a sweep from the lowest number up.

A table joker is freed if a rack tile with one of the faces that the joker could stand for is played in its place. The
freed joker can then stand for anything, but only in a set that also has two other tiles or jokers of the rack. That
set, a group or a run, is its host. A host can have several freed jokers, its joined jokers, and two rack tiles are
enough for all of them.

Of a run, only the part from the first joined joker or rack tile to the last is tracked as a host. The tiles below that
part are an ordinary open run, which the host takes over where it begins; where the host ends, it becomes an ordinary
open run itself.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.rules.jokers import RACK_TILES_WITH_JOKER
from engine.solver.sweep.counts import DIGIT
from engine.solver.sweep.frontier import State, StateEncoding, States
from engine.solver.sweep.states import unpack_shape


class HostMeld(NamedTuple):
    """A host that is a run, still being built.

    `color` is an index. `rack_tiles` counts its rack tiles and rack jokers, up to the 2 that it needs. `has_joker` is
    whether it has a joined joker yet.
    """

    color: int
    rack_tiles: int
    has_joker: bool

    @property
    def is_full(self) -> bool:
        """Whether the run has all that it needs, so it may end as a host."""
        return self.rack_tiles == RACK_TILES_WITH_JOKER and self.has_joker

    @property
    def wants_joker(self) -> bool:
        """Whether the run must still take a freed joker: a full one stays a host only to take another."""
        return not self.has_joker or self.rack_tiles == RACK_TILES_WITH_JOKER

    @property
    def needs(self) -> int:
        """The least number of rack tiles, rack jokers and freed jokers together that the run must still take."""
        return RACK_TILES_WITH_JOKER - self.rack_tiles + self.wants_joker


Hosts = tuple[HostMeld, ...]


@lru_cache(maxsize=4096)
def count_wanted_jokers(hosts: Hosts) -> int:
    """Return the least number of freed jokers that these unfinished hosts must still take."""
    return sum(host.wants_joker for host in hosts)


class HostStep(NamedTuple):
    """One tile or joker added to a host run: the host `before` that, None at first, and `after`, None at its end."""

    color: int
    before: HostMeld | None
    after: HostMeld | None
    is_joker: bool


class HostGroup(NamedTuple):
    """A group that includes jokers of the table: the color indices of its tiles, and how many jokers it has in all."""

    colors: tuple[int, ...]
    jokers: int


class HostedJoker(NamedTuple):
    """One choice of what becomes of the table jokers whose faces have a certain number.

    `have` and `idle` are the packed counts (4 bits per color) of the tiles at the number after that choice: all of
    them, and those that can stay out of all sets. `freed` counts the jokers that are freed to stand for anything.
    `kept` has a color index for each joker that stays a tile of that color. The other jokers are in `groups`.
    """

    have: int
    idle: int
    freed: int = 0
    kept: tuple[int, ...] = ()
    groups: tuple[HostGroup, ...] = ()


class PlaceUse(NamedTuple):
    """The tiles and jokers that hosts have used at one number so far, and what is left.

    `have` and `idle` are the packed counts (4 bits per color) of the tiles left: all of them, and those that can stay
    out of all sets. `jokers` counts the rack's jokers used and `joined_jokers` the freed ones. `after` are the host
    runs that go on, sorted; `began` and `ended` are the color indices of host runs that begin and end here. `steps` has
    what was added to host runs, and `groups` the hosts that are groups.
    """

    have: int
    idle: int
    jokers: int = 0
    joined_jokers: int = 0
    after: Hosts = ()
    began: tuple[int, ...] = ()
    ended: tuple[int, ...] = ()
    steps: tuple[HostStep, ...] = ()
    groups: tuple[HostGroup, ...] = ()

    def without(self, color: int, *, counts: bool) -> "PlaceUse | None":
        """Return a copy with one tile fewer of a color (an index), or None if none is left.

        If it `counts` as one of the two rack tiles that a host needs, it is a rack tile; otherwise it is a table tile
        if one is left.
        """
        may, have = self.idle >> DIGIT * color & 15, self.have >> DIGIT * color & 15
        if not (may if counts else have):
            return None
        one = 1 << DIGIT * color
        return PlaceUse(self.have - one, self.idle - one if counts or have == may else self.idle, *self[2:])

    def continue_with(self, step: HostStep) -> "PlaceUse":
        """Return a copy with one host run's step added."""
        after = self.after if step.after is None else tuple(sorted((*self.after, step.after)))
        began = self.began if step.before else (*self.began, step.color)
        ended = self.ended if step.after else (*self.ended, step.color)
        here = self.have, self.idle, self.jokers, self.joined_jokers
        return PlaceUse(*here, after, began, ended, (*self.steps, step), self.groups)


def hand_over_runs(states: States, colors: Sequence[int], encoding: StateEncoding) -> list[States]:
    """Return one frontier for each choice of the new hosts that take over an ordinary open run, first that of none.

    `colors` are the color indices of the host runs that begin at a number. The runs taken over are removed.
    """
    ways = [states]
    for color in colors:
        ways += [way for way in (_remove_runs(way, color, encoding) for way in ways) if way]
    return ways


def _remove_runs(states: States, color: int, encoding: StateEncoding) -> States:
    """Return the states less their shortest open run of a color; without those where none is too short for a set."""
    found = States()
    shift, field = encoding.shifts[color], encoding.width + 1
    for key, state in states.items():
        one, two, _ = unpack_shape(key >> shift & encoding.mask, encoding.width)
        if one or two:
            less = (bool(one) << 2 * field) + (1 << field) - 1
            add_states([(key - (less << shift), state)], found)
    return found


def add_states(states: Iterable[tuple[int, State]], front: States) -> None:
    """Add states to a frontier; of those with the same key, keep the one that has lost least."""
    for key, state in states:
        if key not in front or state.lost < front[key].lost:
            front[key] = state
