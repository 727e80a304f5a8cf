"""Sets that hold freed jokers, as far as they have come while the numbers are swept upwards.

A joker of the table that is freed is a guest; the set that it lies in is its host, and has to hold some tiles of the
rack as company. Of a run only the part from the first guest or tile of company to the last is a host: what hangs over
is a run like any other, which the host takes over below, and becomes above.
"""

from functools import lru_cache
from typing import NamedTuple

DIGIT = 4  # bits for the tiles of a colour at a number, as `fronts` has them
RACK_TILES_WITH_JOKER = 2


class HostMeld(NamedTuple):
    """A run that is a host, as far as it has come: the company that counts, and whether a guest is in it."""

    color: int
    company: int
    lodges: bool

    @property
    def is_full(self) -> bool:
        """Has it all that it needs? Then it goes on for another guest only."""
        return self.company == RACK_TILES_WITH_JOKER and self.lodges

    @property
    def wants_guest(self) -> bool:
        """Must a guest still come? Who goes on while full has to take in another."""
        return not self.lodges or self.company == RACK_TILES_WITH_JOKER

    @property
    def needs(self) -> int:
        """How many tiles and jokers it must still take in at least."""
        return RACK_TILES_WITH_JOKER - self.company + self.wants_guest


Hosts = tuple[HostMeld, ...]


@lru_cache(maxsize=4096)
def count_wanted_guests(hosts: Hosts) -> int:
    """How many guests must still come at least."""
    return sum(host.wants_guest for host in hosts)


class HostStep(NamedTuple):
    """What a host takes in at a number: a tile or a joker. There is none before its first step and after its last."""

    color: int
    before: HostMeld | None
    after: HostMeld | None
    is_joker: bool


class HostGroup(NamedTuple):
    """A group with jokers of the table: the colours of its tiles, and how many jokers it holds."""

    colors: tuple[int, ...]
    jokers: int


class HostedJoker(NamedTuple):
    """What becomes of the jokers of a number: the tiles that are there then, those that may stay out, and the rest.

    `freed` jokers become guests for tiles of the rack; `kept` are the colours that others stay.
    """

    have: int
    idle: int
    freed: int = 0
    kept: tuple[int, ...] = ()
    groups: tuple[HostGroup, ...] = ()


class PlaceUse(NamedTuple):
    """What hosts do at a number, in part or in whole: what is left there, the rack's jokers and the guests used."""

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
        """With a tile less. One that counts as company comes from the rack; another from the table, if it can."""
        may, have = self.idle >> DIGIT * color & 15, self.have >> DIGIT * color & 15
        if not (may if counts else have):
            return None
        one = 1 << DIGIT * color
        return PlaceUse(self.have - one, self.idle - one if counts or have == may else self.idle, *self[2:])

    def with_joker(self) -> "PlaceUse":
        """With a joker of the rack."""
        return PlaceUse(self.have, self.idle, self.jokers + 1, *self[3:])

    def with_guest(self) -> "PlaceUse":
        """With a guest."""
        return PlaceUse(self.have, self.idle, self.jokers, self.guests + 1, *self[4:])

    def continue_with(self, step: HostStep) -> "PlaceUse":
        """With what a host took in."""
        after = self.after if step.after is None else tuple(sorted((*self.after, step.after)))
        began = self.began if step.before else (*self.began, step.color)
        ended = self.ended if step.after else (*self.ended, step.color)
        here = self.have, self.idle, self.jokers, self.guests
        return PlaceUse(*here, after, began, ended, (*self.steps, step), self.groups)
