"""Hosts: the sets of an arrangement that contain freed jokers, as far as they have come in a sweep upwards.

A table joker is freed if a tile of the rack is played for it, which takes one of the faces that the joker could have.
The freed joker, called a guest here, can then stand for anything, but only in a set that also has two other tiles or
jokers of the rack: its company. That set, a group or a run, is its host. A host can have several guests, and two tiles
of company are enough for all of them.

Of a run, only the part from the first guest or tile of company to the last is tracked as a host. The tiles below that
part are an ordinary open run, which the host takes over where it begins; where the host ends, it becomes an ordinary
open run itself.
"""

from functools import lru_cache
from typing import NamedTuple

DIGIT = 4  # bits for the tiles of a color at a number, as in `counts`
RACK_TILES_WITH_JOKER = 2


class HostMeld(NamedTuple):
    """A run that is an open host: its color's index, its tiles of company so far (0 to 2), whether it has a guest."""

    color: int
    company: int
    lodges: bool

    @property
    def is_full(self) -> bool:
        """Whether it has its two tiles of company and a guest. A full host goes on only to take in another guest."""
        return self.company == RACK_TILES_WITH_JOKER and self.lodges

    @property
    def wants_guest(self) -> bool:
        """Whether it must still take in a guest: either it has none, or it has all its company and yet goes on."""
        return not self.lodges or self.company == RACK_TILES_WITH_JOKER

    @property
    def needs(self) -> int:
        """The least number of tiles and jokers, of company and guests together, that it must still take in."""
        return RACK_TILES_WITH_JOKER - self.company + self.wants_guest


Hosts = tuple[HostMeld, ...]


@lru_cache(maxsize=4096)
def count_wanted_guests(hosts: Hosts) -> int:
    """Return the least number of guests that open hosts must still take in."""
    return sum(host.wants_guest for host in hosts)


class HostStep(NamedTuple):
    """One tile or joker taken in by a run of this color that is a host, and the host before and after it.

    `before` is None at the host's first step, `after` at its last.
    """

    color: int
    before: HostMeld | None
    after: HostMeld | None
    is_joker: bool


class HostGroup(NamedTuple):
    """A group with jokers of the table: the color indices of its tiles, and how many jokers it has in total."""

    colors: tuple[int, ...]
    jokers: int


class HostedJoker(NamedTuple):
    """One choice of what becomes of the table jokers at a number.

    `have` and `idle` are the packed counts of the tiles at the number after that choice: all of them, and those that
    can stay out of all sets. `freed` jokers become guests. `kept` are the indices of the colors that other jokers
    keep, and `groups` have the rest.
    """

    have: int
    idle: int
    freed: int = 0
    kept: tuple[int, ...] = ()
    groups: tuple[HostGroup, ...] = ()


class PlaceUse(NamedTuple):
    """The use that hosts have made of one number so far: what they took, and what is left there.

    `have` and `idle` are the packed counts of the tiles left: all of them, and those that can stay out of all sets.
    `jokers` counts the rack's jokers used and `guests` the freed ones. `after` are the hosts that are still open,
    sorted; `began` and `ended` are the color indices of hosts that begin and end here. `steps` has the tiles and
    jokers that runs take in, and `groups` the hosts that are groups.
    """

    have: int
    idle: int
    jokers: int = 0
    guests: int = 0
    after: Hosts = ()
    began: tuple[int, ...] = ()
    ended: tuple[int, ...] = ()
    steps: tuple[HostStep, ...] = ()
    groups: tuple[HostGroup, ...] = ()

    def without(self, color: int, *, counts: bool) -> "PlaceUse | None":
        """Return this use with one tile fewer of a color (an index) left at the number, or None if none is left.

        If the tile `counts` as company, it comes from the rack, otherwise from the table if possible.
        """
        may, have = self.idle >> DIGIT * color & 15, self.have >> DIGIT * color & 15
        if not (may if counts else have):
            return None
        one = 1 << DIGIT * color
        return PlaceUse(self.have - one, self.idle - one if counts or have == may else self.idle, *self[2:])

    def with_joker(self) -> "PlaceUse":
        """Return this use with one more joker of the rack used."""
        return PlaceUse(self.have, self.idle, self.jokers + 1, *self[3:])

    def with_guest(self) -> "PlaceUse":
        """Return this use with one more guest taken in."""
        return PlaceUse(self.have, self.idle, self.jokers, self.guests + 1, *self[4:])

    def continue_with(self, step: HostStep) -> "PlaceUse":
        """Return this use with a run's step added, and with its effect on `after`, `began` and `ended`."""
        after = self.after if step.after is None else tuple(sorted((*self.after, step.after)))
        began = self.began if step.before else (*self.began, step.color)
        ended = self.ended if step.after else (*self.ended, step.color)
        here = self.have, self.idle, self.jokers, self.guests
        return PlaceUse(*here, after, began, ended, (*self.steps, step), self.groups)
