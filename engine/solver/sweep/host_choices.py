"""What `hosts` can take in at each number while the numbers are swept upwards, and what table jokers can become."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from engine.solver.sweep.budget import SearchBudget
from engine.solver.sweep.counts import layout_of
from engine.solver.sweep.hosts import (
    DIGIT,
    RACK_TILES_WITH_JOKER,
    HostedJoker,
    HostGroup,
    HostMeld,
    Hosts,
    HostStep,
    PlaceUse,
    count_wanted_guests,
)
from engine.solver.sweep.transitions import Extension, Transition
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import Box, Tile

TRY = 3  # ways of runs: so much is it to try what hosts could do


@dataclass(frozen=True, slots=True)
class HostTransition(Transition):
    """What becomes of the jokers of a number, and what hosts do there; `began` and `ended` are the colours of such.

    `ahead` is what there may be for runs to go on with, at the next number and at the one after.
    """

    stay: HostedJoker
    some: PlaceUse
    ahead: tuple[int, int]


@dataclass(slots=True)
class HostChoices:
    """What there is at each number for hosts: tiles that may lie there, and such of the rack, and its jokers.

    `can_finish` tells whether hosts that are open below a number can come to an end, with room for so many guests.
    """

    box: Box
    have: Sequence[int]
    idle: Sequence[int]
    jokers: int
    budget: SearchBudget
    can_finish: Callable[[int, Hosts, int], bool] | None = None
    known: dict[tuple[int, HostedJoker, Hosts, int], list[HostTransition]] = field(default_factory=dict)
    completed: dict[tuple[int, HostMeld], bool] = field(default_factory=dict)
    left: dict[tuple[int, Hosts, int], tuple[int, int] | None] = field(default_factory=dict)

    def moves(self, place: int, stay: HostedJoker, hosts: Hosts, room: int) -> list[HostTransition]:
        """All that hosts can do at a number; of what comes to the same, one.

        The guests that they take in and those that they will want then are no more than there is `room` for.
        """
        key = (place, stay, hosts, room)
        if key not in self.known:
            found: dict[object, HostTransition] = {}
            for some in self._continue_hosts(place, PlaceUse(stay.have, stay.idle), hosts, room):
                self.budget.take(TRY)
                same = (*some[:5], tuple(sorted(some.began)), tuple(sorted(some.ended)))
                if same not in found and (ahead := self._ahead(place + 1, some.after, room - some.guests)):
                    gains = (Extension(0, (), some.jokers),) if some.jokers else ()
                    found[same] = HostTransition(0, 0, 0, gains, stay, some, ahead)
            self.known[key] = list(found.values())
        return self.known[key]

    def _ahead(self, place: int, hosts: Hosts, room: int) -> tuple[int, int] | None:
        """What there may be for runs to go on with at a number and the next one: tiles, and guests.

        There is room for so many guests, some of which the hosts want. None: these can't go on.
        """
        key = (place, hosts, room)
        if key not in self.left:
            self.budget.take(TRY)
            free = room - count_wanted_guests(hosts)
            left = (
                self._left(place, hosts, free),
                self._left(place + 1, [each for each in hosts if each.needs > 1], free),
            )
            possible = min(left) >= 0 and (self.can_finish is None or self.can_finish(place, hosts, room))
            self.left[key] = left if possible else None
        return self.left[key]

    def _left(self, place: int, hosts: Sequence[HostMeld], room: int) -> int:
        """The tiles of a number, and so many guests for each colour; -1 if that is too little for the hosts.

        Who wants a guest can have that one, and any of them a joker of the rack.
        """
        if place >= len(self.have) - 2 or room < 0:
            return -1 if hosts else 0
        have = self.have[place]
        busy = [host.color for host in hosts if not host.wants_guest]
        lacking = sum(max(0, busy.count(color) - self.jokers - (have >> DIGIT * color & 15)) for color in set(busy))
        return have + room * layout_of(self.box).every_color if lacking <= room else -1

    def _has_room(self, place: int, some: PlaceUse, room: int, hosts: Hosts = ()) -> bool:
        """Is there room for the guests of these and of other hosts, and can these go on?"""
        if some.guests + count_wanted_guests(some.after) + count_wanted_guests(hosts) > room:
            return False
        return self._ahead(place + 1, some.after, room - some.guests) is not None

    def _continue_hosts(self, place: int, some: PlaceUse, hosts: Hosts, room: int) -> Iterator[PlaceUse]:
        """Every host takes something in, or ends with it; then others begin."""
        if not hosts:
            yield from self._begin_hosts(place, some, room, 0)
            return
        host = hosts[0]
        for more, after, is_joker in self._extend_host(some, host):
            if after.is_full and (not host.is_full or more.guests > some.guests):
                end = more.continue_with(HostStep(after.color, host, None, is_joker))
                if self._has_room(place, end, room, hosts[1:]):
                    yield from self._continue_hosts(place, end, hosts[1:], room)
            if self._can_complete(place + 1, after):
                open_ = more.continue_with(HostStep(after.color, host, after, is_joker))
                if self._has_room(place, open_, room, hosts[1:]):
                    yield from self._continue_hosts(place, open_, hosts[1:], room)

    def _extend_host(self, some: PlaceUse, host: HostMeld) -> Iterator[tuple[PlaceUse, HostMeld, bool]]:
        """What a host can take in: company, any tile, a joker of the rack, or a guest."""
        color, company, lodges = host
        closer = HostMeld(color, min(RACK_TILES_WITH_JOKER, company + 1), lodges)
        if company < RACK_TILES_WITH_JOKER and (less := some.without(color, counts=True)):
            yield less, closer, False
        may = some.idle >> DIGIT * color & 15
        from_table = some.have >> DIGIT * color & 15 > may
        if (from_table or company == RACK_TILES_WITH_JOKER) and (less := some.without(color, counts=False)):
            yield less, host, False
        if some.jokers < self.jokers:
            yield some.with_joker(), closer, True
        yield some.with_guest(), HostMeld(color, company, lodges=True), True

    def _begin_hosts(self, place: int, some: PlaceUse, room: int, first: int) -> Iterator[PlaceUse]:
        """Hosts begin with company or with a guest, those of lower colours first; then there are groups."""
        room_left = room - some.guests - count_wanted_guests(some.after)
        yield from self._add_groups(place, some, room_left, room)
        for color in range(first, len(self.box.colors)) if room_left else ():
            for more, host, is_joker in self._list_beginnings(place, some, color):
                begun = more.continue_with(HostStep(color, None, host, is_joker))
                if self._has_room(place, begun, room):
                    yield from self._begin_hosts(place, begun, room, color)

    def _list_beginnings(self, place: int, some: PlaceUse, color: int) -> Iterator[tuple[PlaceUse, HostMeld, bool]]:
        """How a host can begin, if it could have all that it needs then."""
        with_company, with_guest = HostMeld(color, 1, lodges=False), HostMeld(color, 0, lodges=True)
        if self._can_complete(place + 1, with_company):
            if less := some.without(color, counts=True):
                yield less, with_company, False
            if some.jokers < self.jokers:
                yield some.with_joker(), with_company, True
        if self._can_complete(place + 1, with_guest):
            yield some.with_guest(), with_guest, True

    def _add_groups(self, place: int, some: PlaceUse, room: int, whole: int) -> Iterator[PlaceUse]:
        """Groups of two tiles of company, guests, and what else fits in."""
        yield some
        fewest = max(0, RACK_TILES_WITH_JOKER - (self.jokers - some.jokers))
        if not room or (fewest and not some.idle):
            return
        colors = range(len(self.box.colors))
        ours = [color for color in colors if some.idle >> DIGIT * color & 15]
        for size in range(fewest, min(RACK_TILES_WITH_JOKER, len(ours)) + 1):
            for company in combinations(ours, size):
                rest = [color for color in colors if color not in company and some.have >> DIGIT * color & 15]
                with_jokers = some._replace(jokers=some.jokers + RACK_TILES_WITH_JOKER - size)
                for guests in range(1, min(room, len(colors) - RACK_TILES_WITH_JOKER) + 1):
                    for more in range(len(colors) - RACK_TILES_WITH_JOKER - guests + 1):
                        for others in combinations(rest, more):
                            group = HostGroup((*company, *others), guests + RACK_TILES_WITH_JOKER - size)
                            if some.groups and group < some.groups[-1]:
                                continue
                            self.budget.take(TRY)
                            left = _remove_tiles(with_jokers, company, counts=True)
                            left = left and _remove_tiles(left, others, counts=False)
                            if left:
                                groups = (*some.groups, group)
                                full = left._replace(guests=some.guests + guests, groups=groups)
                                if self._has_room(place, full, whole):
                                    yield from self._add_groups(place, full, room - guests, whole)

    def _can_complete(self, place: int, host: HostMeld) -> bool:
        """Could the host have all that it needs from this number on, if nothing else took what is there?"""
        if place >= len(self.have):
            return False
        key = (place, host)
        if key not in self.completed:
            some = PlaceUse(self.have[place], self.idle[place])
            self.completed[key] = any(
                (after.is_full and more.guests >= host.is_full) or self._can_complete(place + 1, after)
                for more, after, _ in self._extend_host(some, host)
            )
        return self.completed[key]


def _remove_tiles(some: PlaceUse, colors: Sequence[int], *, counts: bool) -> PlaceUse | None:
    left: PlaceUse | None = some
    for color in colors:
        left = left and left.without(color, counts=counts)
    return left


def stays(box: Box, place: HostedJoker, olds: Sequence[frozenset[Tile]]) -> Iterator[HostedJoker]:
    """What can become of the jokers of one number, which can be these faces there.

    Each stays one of them or is freed for such a tile of the rack. Some that can all be the same face can lie together
    in a group, where each alone could be what it was (CL-16, DEC-1).
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
            for lying in _group_jokers(box, place, [first, *(others[at] for at in mates)]):
                yield from stays(box, lying, rest)


def _group_jokers(box: Box, place: HostedJoker, jokers: Sequence[frozenset[Tile]]) -> Iterator[HostedJoker]:
    """These jokers in one group, where not each of them can be a face of its own; else they are kept as those."""
    there = [color for color in range(len(box.colors)) if place.have >> DIGIT * color & 15]
    faces = [{box.colors.index(face.color) for face in each if face.color} for each in jokers]
    for size in range(max(0, SMALLEST_SET - len(jokers)), len(box.colors) - len(jokers) + 1):
        for colors in combinations(there, size):
            open_ = [each.difference(colors) for each in faces]
            apart = any(len(set(way)) == len(way) for way in product(*open_))
            left = _remove_tiles(PlaceUse(place.have, place.idle), colors, counts=False)
            if all(open_) and not apart and left:
                groups = (*place.groups, HostGroup(colors, len(jokers)))
                yield place._replace(have=left.have, idle=left.idle, groups=groups)
