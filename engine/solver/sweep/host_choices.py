"""The choices at each number of a sweep upwards: what `hosts` take in, and what becomes of table jokers."""

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

TRY = 3  # units of budget for each choice of what hosts do that is tried


@dataclass(frozen=True, slots=True)
class HostTransition(Transition):
    """A choice at one number: `stay`, what becomes of the table jokers, and `some`, what hosts use.

    `ahead` are the packed counts of the tiles and guests with which runs can go on at the next number and at the one
    after.
    """

    stay: HostedJoker
    some: PlaceUse
    ahead: tuple[int, int]


@dataclass(slots=True)
class HostChoices:
    """The choices of hosts at each number, given the packed counts of its tiles.

    `have` counts all tiles of each number, from the lowest up, with the faces that table jokers could keep. `idle`
    counts those of the rack, and `jokers` the rack's jokers. `can_finish(place, hosts, room)` tells whether the hosts
    open after `place` numbers could be completed if up to `room` guests can go into them. `known`, `completed` and
    `left` are caches.
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
        """Return one transition for each different effect that hosts can have at the number with index `place`.

        `stay` is what becomes of the table jokers there, and `hosts` are the open hosts. The guests that hosts take in
        at this number and must take in later are at most `room`.
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
        """Return what runs can go on with at the number `place` and the next, or None if the hosts can't go on.

        The two values are packed counts of tiles and guests together. At most `room` guests can be taken in, including
        those that the hosts need.
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
        """Return the packed counts of a number's tiles and, in each color, `room` guests; -1 if the hosts lack tiles.

        A host that must take in a guest goes on with that one; any other can go on with a joker of the rack.
        """
        if place >= len(self.have) - 2 or room < 0:
            return -1 if hosts else 0
        have = self.have[place]
        busy = [host.color for host in hosts if not host.wants_guest]
        lacking = sum(max(0, busy.count(color) - self.jokers - (have >> DIGIT * color & 15)) for color in set(busy))
        return have + room * layout_of(self.box).every_color if lacking <= room else -1

    def _has_room(self, place: int, some: PlaceUse, room: int, hosts: Hosts = ()) -> bool:
        """Return whether at most `room` guests are in or needed by the hosts, and the open hosts can go on.

        The guests are those taken in here so far (by the use `some`) and those that hosts must still take in. `hosts`
        are the ones whose step here is yet to come.
        """
        if some.guests + count_wanted_guests(some.after) + count_wanted_guests(hosts) > room:
            return False
        return self._ahead(place + 1, some.after, room - some.guests) is not None

    def _continue_hosts(self, place: int, some: PlaceUse, hosts: Hosts, room: int) -> Iterator[PlaceUse]:
        """Yield the use of a number for each way in which every open host takes something in and goes on or ends.

        For each of these, new hosts then begin in every possible way. `some` is the use so far, and `hosts` are those
        still to take a step.
        """
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
        """Yield each thing that a host can take in: a tile of company, any other tile, a joker of the rack, or a guest.

        Each is a tuple of the use with it, the host with it, and whether it is a joker.
        """
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
        """Yield the use of a number with each choice of new hosts: runs that begin with company or a guest, and groups.

        Runs are added in the order of colors, from the index `first` up.
        """
        room_left = room - some.guests - count_wanted_guests(some.after)
        yield from self._add_groups(place, some, room_left, room)
        for color in range(first, len(self.box.colors)) if room_left else ():
            for more, host, is_joker in self._list_beginnings(place, some, color):
                begun = more.continue_with(HostStep(color, None, host, is_joker))
                if self._has_room(place, begun, room):
                    yield from self._begin_hosts(place, begun, room, color)

    def _list_beginnings(self, place: int, some: PlaceUse, color: int) -> Iterator[tuple[PlaceUse, HostMeld, bool]]:
        """Yield each thing that a new host of a color can begin with, if the host could still get all that it needs.

        Each is a tuple of the use with it, the host with it, and whether it is a joker.
        """
        with_company, with_guest = HostMeld(color, 1, lodges=False), HostMeld(color, 0, lodges=True)
        if self._can_complete(place + 1, with_company):
            if less := some.without(color, counts=True):
                yield less, with_company, False
            if some.jokers < self.jokers:
                yield some.with_joker(), with_company, True
        if self._can_complete(place + 1, with_guest):
            yield some.with_guest(), with_guest, True

    def _add_groups(self, place: int, some: PlaceUse, room: int, whole: int) -> Iterator[PlaceUse]:
        """Yield this use, and for each choice of host groups at the number, the use with them.

        A host group has two tiles of company, guests, and perhaps other tiles. At most `room` guests can go into these
        groups; `whole` is the `room` of `_has_room`.
        """
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
        """Return whether a host can get all that it needs from the number `place` up if nothing else uses the tiles."""
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
    """Yield each choice of what becomes of a number's table jokers.

    `place` is the choice so far, and `olds` are the faces that each other joker can have. A joker keeps one of its
    faces, or is freed for a tile of the rack with such a face. Jokers that can all have the same face can also be
    together in a group where each by itself could be what it was (CL-16, DEC-1).
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
    """Yield the choice `place` with one group more, which has all these jokers but can't give each a different face.

    `jokers` are the faces that each can have. Where they can have different faces, they are kept as those instead.
    """
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
