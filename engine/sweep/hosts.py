"""What sets that hold freed jokers can take in at each number while the numbers are swept upwards.

A joker of the table that is freed is a guest; the set that it lies in is its host, and has to hold some tiles of the
rack as company. Of a run only the part from the first guest or tile of company to the last is a host: what hangs over
is a run like any other, which the host takes over below, and becomes above.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import NamedTuple

from engine.melds import SMALLEST_SET
from engine.sweep.growth import Gain, Growth
from engine.tiles import Box, Tile

DIGIT = 4  # bits for the tiles of a colour at a number, as `fronts` has them
COMPANY = 2


class Host(NamedTuple):
    """A run that is a host, as far as it has come: the company that counts, and whether a guest is in it."""

    color: int
    company: int
    lodges: bool

    @property
    def is_full(self) -> bool:
        """Has it all that it needs? Then it goes on for another guest only."""
        return self.company == COMPANY and self.lodges


Hosts = tuple[Host, ...]


def wanted(hosts: Hosts) -> int:
    """How many guests must still come at least."""
    return sum(1 for _, company, lodges in hosts if not lodges or company == COMPANY)


class Step(NamedTuple):
    """What a host takes in at a number: a tile or a joker. There is none before its first step and after its last."""

    color: int
    before: Host | None
    after: Host | None
    is_joker: bool


class Group(NamedTuple):
    """A group with jokers of the table: the colours of its tiles, and how many jokers it holds."""

    colors: tuple[int, ...]
    jokers: int


class Stay(NamedTuple):
    """What becomes of the jokers of a number: the tiles that are there then, those that may stay out, and the rest.

    `freed` jokers become guests for tiles of the rack; `kept` are the colours that others stay.
    """

    have: int
    idle: int
    freed: int = 0
    kept: tuple[int, ...] = ()
    groups: tuple[Group, ...] = ()


class _Some(NamedTuple):
    """A part of what hosts do at a number: what it leaves there, the jokers of the rack and the guests in it."""

    have: int
    idle: int
    jokers: int = 0
    guests: int = 0
    after: Hosts = ()
    began: tuple[int, ...] = ()
    ended: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()
    groups: tuple[Group, ...] = ()

    def without(self, color: int, *, counts: bool) -> "_Some | None":
        """With a tile less. One that counts as company comes from the rack; another from the table, if it can."""
        may, have = self.idle >> DIGIT * color & 15, self.have >> DIGIT * color & 15
        if not (may if counts else have):
            return None
        one = 1 << DIGIT * color
        return _Some(self.have - one, self.idle - one if counts or have == may else self.idle, *self[2:])


@dataclass(frozen=True, slots=True)
class Move(Growth):
    """What becomes of the jokers of a number, and what hosts do there; `began` and `ended` are the colours of such."""

    stay: Stay
    some: _Some


@dataclass(slots=True)
class Hosting:
    """What there is at each number for hosts: tiles that may lie there, and such of the rack, and its jokers."""

    box: Box
    have: Sequence[int]
    idle: Sequence[int]
    jokers: int
    known: dict[tuple[int, Stay, Hosts, int], list[Move]] = field(default_factory=dict)
    completed: dict[tuple[int, Host], bool] = field(default_factory=dict)

    def moves(self, place: int, stay: Stay, hosts: Hosts, room: int) -> list[Move]:
        """All that hosts can do at a number; of what comes to the same, one.

        The guests that they take in and those that they will want then are no more than there is `room` for.
        """
        key = (place, stay, hosts, room)
        if key not in self.known:
            found: dict[object, _Some] = {}
            for some in self._gone_on(place, _Some(stay.have, stay.idle), hosts, room):
                same = (*some[:4], *(tuple(sorted(each)) for each in some[4:7]))
                found.setdefault(same, some)
            self.known[key] = [
                Move(0, 0, 0, (Gain(0, (), some.jokers),) if some.jokers else (), stay, some) for some in found.values()
            ]
        return self.known[key]

    def _fits(self, some: _Some, room: int, hosts: Hosts = ()) -> bool:
        """Is there room for the guests of these and of other hosts?"""
        return some.jokers <= self.jokers and some.guests + wanted(some.after) + wanted(hosts) <= room

    def _gone_on(self, place: int, some: _Some, hosts: Hosts, room: int) -> Iterator[_Some]:
        """Every host takes something in, or ends with it; then others begin."""
        if not hosts:
            yield from self._begun(place, some, room, 0)
            return
        host = hosts[0]
        for more, after, is_joker in self._taken(some, host):
            step = Step(after.color, host, after, is_joker)
            if after.is_full and (not host.is_full or more.guests > some.guests):
                end = more._replace(ended=(*more.ended, after.color), steps=(*more.steps, step._replace(after=None)))
                if self._fits(end, room, hosts[1:]):
                    yield from self._gone_on(place, end, hosts[1:], room)
            open_ = more._replace(after=(*more.after, after), steps=(*more.steps, step))
            if self._fits(open_, room, hosts[1:]) and self._completes(place + 1, after):
                yield from self._gone_on(place, open_, hosts[1:], room)

    def _taken(self, some: _Some, host: Host) -> Iterator[tuple[_Some, Host, bool]]:
        """What a host can take in: company, any tile, a joker of the rack, or a guest."""
        closer = host._replace(company=min(COMPANY, host.company + 1))
        if host.company < COMPANY and (less := some.without(host.color, counts=True)):
            yield less, closer, False
        may = some.idle >> DIGIT * host.color & 15
        from_table = some.have >> DIGIT * host.color & 15 > may
        if (from_table or host.company == COMPANY) and (less := some.without(host.color, counts=False)):
            yield less, host, False
        if self.jokers:
            yield some._replace(jokers=some.jokers + 1), closer, True
        yield some._replace(guests=some.guests + 1), host._replace(lodges=True), True

    def _begun(self, place: int, some: _Some, room: int, first: int) -> Iterator[_Some]:
        """Hosts begin with company or with a guest, those of lower colours first; then there are groups."""
        room_left = room - some.guests - wanted(some.after)
        yield from self._grouped(some, room_left)
        for color in range(first, len(self.box.colors)) if room_left else ():
            with_company, with_guest = Host(color, 1, lodges=False), Host(color, 0, lodges=True)
            ways = [
                (some.without(color, counts=True), with_company, False),
                (some._replace(jokers=some.jokers + 1) if some.jokers < self.jokers else None, with_company, True),
                (some._replace(guests=some.guests + 1), with_guest, True),
            ]
            for more, host, is_joker in ways:
                if more and self._completes(place + 1, host):
                    begun = more._replace(
                        after=(*more.after, host),
                        began=(*more.began, color),
                        steps=(*more.steps, Step(color, None, host, is_joker)),
                    )
                    yield from self._begun(place, begun, room, color)

    def _grouped(self, some: _Some, room: int) -> Iterator[_Some]:
        """Groups of two tiles of company, guests, and what else fits in."""
        yield some
        colors = range(len(self.box.colors))
        ours = [color for color in colors if some.idle >> DIGIT * color & 15]
        fewest = max(0, COMPANY - (self.jokers - some.jokers))
        for size in range(fewest, min(COMPANY, len(ours)) + 1) if room else ():
            for company in combinations(ours, size):
                rest = [color for color in colors if color not in company and some.have >> DIGIT * color & 15]
                with_jokers = some._replace(jokers=some.jokers + COMPANY - size)
                for guests in range(1, min(room, len(colors) - COMPANY) + 1):
                    for more in range(len(colors) - COMPANY - guests + 1):
                        for others in combinations(rest, more):
                            group = Group((*company, *others), guests + COMPANY - size)
                            left = _without(with_jokers, company, counts=True)
                            left = left and _without(left, others, counts=False)
                            if left and (not some.groups or group >= some.groups[-1]):
                                groups = (*some.groups, group)
                                full = left._replace(guests=some.guests + guests, groups=groups)
                                yield from self._grouped(full, room - guests)

    def _completes(self, place: int, host: Host) -> bool:
        """Could the host have all that it needs from this number on, if nothing else took what is there?"""
        if place >= len(self.have):
            return False
        key = (place, host)
        if key not in self.completed:
            some = _Some(self.have[place], self.idle[place])
            self.completed[key] = any(
                (after.is_full and more.guests >= host.is_full) or self._completes(place + 1, after)
                for more, after, _ in self._taken(some, host)
            )
        return self.completed[key]


def _without(some: _Some, colors: Sequence[int], *, counts: bool) -> _Some | None:
    left: _Some | None = some
    for color in colors:
        left = left and left.without(color, counts=counts)
    return left


def stays(box: Box, place: Stay, olds: Sequence[frozenset[Tile]]) -> Iterator[Stay]:
    """What can become of the jokers of one number, which can be these faces there.

    Each stays one of them or is freed for such a tile of the rack. Some that can all be the same face can lie together
    in a group, where each alone could be what it was (RULES 3.2).
    """
    if not olds:
        yield place
        return
    first, *others = olds
    for color in sorted(box.colors.index(face.color) for face in first if face.color):
        one = 1 << DIGIT * color
        kept = place._replace(have=place.have + one, kept=(*place.kept, color))
        yield from stays(box, kept, others)
        if place.idle >> DIGIT * color & 15:
            freed = place._replace(idle=place.idle - one, freed=place.freed + 1)
            yield from stays(box, freed, others)
    for size in range(1, len(others) + 1):
        for mates in combinations(range(len(others)), size):
            rest = [each for at, each in enumerate(others) if at not in mates]
            for lying in _together(box, place, [first, *(others[at] for at in mates)]):
                yield from stays(box, lying, rest)


def _together(box: Box, place: Stay, jokers: Sequence[frozenset[Tile]]) -> Iterator[Stay]:
    """These jokers in one group, where not each of them can be a face of its own; else they are kept as those."""
    there = [color for color in range(len(box.colors)) if place.have >> DIGIT * color & 15]
    faces = [{box.colors.index(face.color) for face in each if face.color} for each in jokers]
    for size in range(max(0, SMALLEST_SET - len(jokers)), len(box.colors) - len(jokers) + 1):
        for colors in combinations(there, size):
            open_ = [each.difference(colors) for each in faces]
            apart = any(len(set(way)) == len(way) for way in product(*open_))
            left = _without(_Some(place.have, place.idle), colors, counts=False)
            if all(open_) and not apart and left:
                groups = (*place.groups, Group(colors, len(jokers)))
                yield place._replace(have=left.have, idle=left.idle, groups=groups)
