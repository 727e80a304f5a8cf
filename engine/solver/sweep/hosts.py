"""Hosts: the sets of an arrangement that contain freed jokers, as built so far in a sweep from the lowest number up.

A table joker is freed if a rack tile with one of the faces that the joker could stand for is played in its place. The
freed joker can then stand for anything, but only in a set that also has two other tiles or jokers of the rack. That
set, a group or a run, is its host. A host can have several freed jokers, its joined jokers, and two rack tiles are
enough for all of them.

Of a run, only the part from the first joined joker or rack tile to the last is tracked as a host. The tiles below that
part are an ordinary open run, which the host takes over where it begins; where the host ends, it becomes an ordinary
open run itself.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from engine.rules.jokers import RACK_TILES_WITH_JOKER
from engine.solver.sweep.budget import SearchBudget
from engine.solver.sweep.counts import DIGIT, layout_of
from engine.solver.sweep.frontier import State, StateEncoding, States, unpack_shape
from engine.solver.sweep.transitions import Extension, Transition
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import Box, Tile


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
        # The slowest searches make millions of these, and `_replace` takes twice as long.
        return PlaceUse(*self[:4], after, began, ended, (*self.steps, step), self.groups)


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


# The choices at each number: what becomes of table jokers, and what hosts take in

TRY = 3  # units of budget for each choice of hosts that is tried


@dataclass(frozen=True, slots=True)
class HostTransition(Transition):
    """The choices made at one number: the `option` for the table jokers there, and what hosts use there (`some`).

    `ahead` are two packed counts (4 bits per color): the tiles and freed jokers with which runs can go on at the next
    number, and at the one after.
    """

    option: HostedJoker
    some: PlaceUse
    ahead: tuple[int, int]


@dataclass(slots=True)
class HostMeldChoices:
    """The possible choices of hosts at each number of a box.

    `have` has the packed counts (4 bits per color) of all tiles for each number, from the lowest up, including the
    faces that table jokers could keep. `idle` has those of the rack, and `jokers` is how many jokers the rack has.
    `can_finish` is `UpperBound.can_finish`. `known`, `completed` and `left` are caches.
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

    def moves(self, index: int, option: HostedJoker, hosts: Hosts, room: int) -> list[HostTransition]:
        """Return the choices of hosts at the number with this index, one for each different effect on later numbers.

        `hosts` are open before it. They may take in at most `room` freed jokers there and later.
        """
        key = (index, option, hosts, room)
        if key not in self.known:
            found: dict[object, HostTransition] = {}
            for some in self._continue_hosts(index, PlaceUse(option.have, option.idle), hosts, room):
                self.budget.take(TRY)
                same = (*some[:5], tuple(sorted(some.began)), tuple(sorted(some.ended)))
                if same not in found and (ahead := self._ahead(index + 1, some.after, room - some.joined_jokers)):
                    gains = (Extension(0, (), some.jokers),) if some.jokers else ()
                    found[same] = HostTransition(0, 0, 0, gains, option, some, ahead)
            self.known[key] = list(found.values())
        return self.known[key]

    def _ahead(self, index: int, hosts: Hosts, room: int) -> tuple[int, int] | None:
        """Return `HostTransition.ahead` for the numbers from `index` on, or None if the hosts can't go on.

        The `hosts` open before that number can take in at most `room` freed jokers, including those that they need.
        """
        key = (index, hosts, room)
        if key not in self.left:
            self.budget.take(TRY)
            free = room - count_wanted_jokers(hosts)
            left = (
                self._left(index, hosts, free),
                self._left(index + 1, [each for each in hosts if each.needs > 1], free),
            )
            possible = min(left) >= 0 and (self.can_finish is None or self.can_finish(index, hosts, room))
            self.left[key] = left if possible else None
        return self.left[key]

    def _left(self, index: int, hosts: Sequence[HostMeld], room: int) -> int:
        """Return a number's packed counts of tiles plus `room` freed jokers in each color; -1 if the hosts can't go on.

        A host that must take in a freed joker goes on with that, which isn't counted in `room`.
        """
        if index >= len(self.have) - 2 or room < 0:
            return -1 if hosts else 0
        have = self.have[index]
        busy = [host.color for host in hosts if not host.wants_joker]
        lacking = sum(max(0, busy.count(color) - self.jokers - (have >> DIGIT * color & 15)) for color in set(busy))
        return have + room * layout_of(self.box).every_color if lacking <= room else -1

    def _has_room(self, index: int, some: PlaceUse, room: int, hosts: Hosts = ()) -> bool:
        """Return whether hosts use or need at most `room` freed jokers in all, and the open hosts can go on.

        `hosts` are those that haven't taken anything in at this number yet.
        """
        if some.joined_jokers + count_wanted_jokers(some.after) + count_wanted_jokers(hosts) > room:
            return False
        return self._ahead(index + 1, some.after, room - some.joined_jokers) is not None

    def _continue_hosts(self, index: int, some: PlaceUse, hosts: Hosts, room: int) -> Iterator[PlaceUse]:
        """Yield the use of a number for each way in which every host of `hosts` takes something in and goes on or ends.

        Each way is followed by every possible choice of new hosts.
        """
        if not hosts:
            yield from self._begin_hosts(index, some, room, 0)
            return
        host = hosts[0]
        for more, after, is_joker in self._extend_host(some, host):
            if after.is_full and (not host.is_full or more.joined_jokers > some.joined_jokers):
                end = more.continue_with(HostStep(after.color, host, None, is_joker))
                if self._has_room(index, end, room, hosts[1:]):
                    yield from self._continue_hosts(index, end, hosts[1:], room)
            if self._can_complete(index + 1, after):
                open_ = more.continue_with(HostStep(after.color, host, after, is_joker))
                if self._has_room(index, open_, room, hosts[1:]):
                    yield from self._continue_hosts(index, open_, hosts[1:], room)

    def _extend_host(self, some: PlaceUse, host: HostMeld) -> Iterator[tuple[PlaceUse, HostMeld, bool]]:
        """Yield each thing that a host can take in: a rack tile, any other tile, a joker of the rack, or a freed one.

        Each item is a tuple of the number's use with the thing added, the host with it, and whether it is a joker.
        """
        color, rack_tiles, has_joker = host
        closer = HostMeld(color, min(RACK_TILES_WITH_JOKER, rack_tiles + 1), has_joker)
        if rack_tiles < RACK_TILES_WITH_JOKER and (less := some.without(color, counts=True)):
            yield less, closer, False
        may = some.idle >> DIGIT * color & 15
        from_table = some.have >> DIGIT * color & 15 > may
        if (from_table or rack_tiles == RACK_TILES_WITH_JOKER) and (less := some.without(color, counts=False)):
            yield less, host, False
        if some.jokers < self.jokers:
            yield PlaceUse(some.have, some.idle, some.jokers + 1, *some[3:]), closer, True
        with_joker = PlaceUse(some.have, some.idle, some.jokers, some.joined_jokers + 1, *some[4:])
        yield with_joker, HostMeld(color, rack_tiles, has_joker=True), True

    def _begin_hosts(self, index: int, some: PlaceUse, room: int, first: int) -> Iterator[PlaceUse]:
        """Yield the use of a number with each choice of new hosts: groups, and runs of the colors from `first` up."""
        room_left = room - some.joined_jokers - count_wanted_jokers(some.after)
        yield from self._add_groups(index, some, room_left, room)
        for color in range(first, len(self.box.colors)) if room_left else ():
            empty = HostMeld(color, 0, has_joker=False)
            for more, host, is_joker in self._extend_host(some, empty):
                if host != empty and self._can_complete(index + 1, host):  # none begins with a table tile
                    begun = more.continue_with(HostStep(color, None, host, is_joker))
                    if self._has_room(index, begun, room):
                        yield from self._begin_hosts(index, begun, room, color)

    def _add_groups(self, index: int, some: PlaceUse, room: int, whole: int) -> Iterator[PlaceUse]:
        """Yield `some`, and a copy for each choice of groups that are hosts at the number.

        At most `room` freed jokers can go into these groups, and hosts of all kinds may use or need `whole` of them.
        """
        yield some
        fewest = max(0, RACK_TILES_WITH_JOKER - (self.jokers - some.jokers))
        if not room or (fewest and not some.idle):
            return
        colors = range(len(self.box.colors))
        ours = [color for color in colors if some.idle >> DIGIT * color & 15]
        for size in range(fewest, min(RACK_TILES_WITH_JOKER, len(ours)) + 1):
            for rack_tiles in combinations(ours, size):
                rest = [color for color in colors if color not in rack_tiles and some.have >> DIGIT * color & 15]
                with_jokers = some._replace(jokers=some.jokers + RACK_TILES_WITH_JOKER - size)
                for joined_jokers in range(1, min(room, len(colors) - RACK_TILES_WITH_JOKER) + 1):
                    for more in range(len(colors) - RACK_TILES_WITH_JOKER - joined_jokers + 1):
                        for others in combinations(rest, more):
                            group = HostGroup((*rack_tiles, *others), joined_jokers + RACK_TILES_WITH_JOKER - size)
                            if some.groups and group < some.groups[-1]:
                                continue
                            self.budget.take(TRY)
                            left = _remove_tiles(with_jokers, rack_tiles, counts=True)
                            left = left and _remove_tiles(left, others, counts=False)
                            if left:
                                groups = (*some.groups, group)
                                full = left._replace(joined_jokers=some.joined_jokers + joined_jokers, groups=groups)
                                if self._has_room(index, full, whole):
                                    yield from self._add_groups(index, full, room - joined_jokers, whole)

    def _can_complete(self, index: int, host: HostMeld) -> bool:
        """Return whether a run could get all it needs from the number with this index on; only False is certain."""
        if index >= len(self.have):
            return False
        key = (index, host)
        if key not in self.completed:
            some = PlaceUse(self.have[index], self.idle[index])
            self.completed[key] = any(
                (after.is_full and more.joined_jokers >= host.is_full) or self._can_complete(index + 1, after)
                for more, after, _ in self._extend_host(some, host)
            )
        return self.completed[key]


def _remove_tiles(some: PlaceUse, colors: Sequence[int], *, counts: bool) -> PlaceUse | None:
    left: PlaceUse | None = some
    for color in colors:
        left = left and left.without(color, counts=counts)
    return left


def list_host_options(box: Box, choice: HostedJoker, olds: Sequence[frozenset[Tile]]) -> Iterator[HostedJoker]:
    """Yield each choice of what becomes of a number's table jokers.

    `choice` is the choice so far, and `olds` has the faces that each of the other jokers can have. A joker keeps one of
    its faces, or is freed for a tile of the rack with one of them. Several jokers can also be together in a group where
    each by itself could be what it was (CL-16, DEC-1).
    """
    if not olds:
        yield choice
        return
    first, *others = olds
    for color in sorted(box.colors.index(face.color) for face in first if face.color):
        one = 1 << DIGIT * color
        kept = choice._replace(have=choice.have + one, kept=(*choice.kept, color))
        yield from list_host_options(box, kept, others)
        if choice.idle >> DIGIT * color & 15:
            freed = choice._replace(idle=choice.idle - one, freed=choice.freed + 1)
            yield from list_host_options(box, freed, others)
    for size in range(1, len(others) + 1):
        for partners in combinations(range(len(others)), size):
            rest = [each for at, each in enumerate(others) if at not in partners]
            for grouped in _group_jokers(box, choice, [first, *(others[at] for at in partners)]):
                yield from list_host_options(box, grouped, rest)


def _group_jokers(box: Box, choice: HostedJoker, jokers: Sequence[frozenset[Tile]]) -> Iterator[HostedJoker]:
    """Yield `choice` with one more group, for each group that has all of `jokers` but can't give each a different face.

    `jokers` has the faces that each joker can have. Where these can differ, each joker is kept as its face instead.
    """
    there = [color for color in range(len(box.colors)) if choice.have >> DIGIT * color & 15]
    faces = [{box.colors.index(face.color) for face in each if face.color} for each in jokers]
    for size in range(max(0, SMALLEST_SET - len(jokers)), len(box.colors) - len(jokers) + 1):
        for colors in combinations(there, size):
            open_ = [each.difference(colors) for each in faces]
            apart = any(len(set(way)) == len(way) for way in product(*open_))
            left = _remove_tiles(PlaceUse(choice.have, choice.idle), colors, counts=False)
            if all(open_) and not apart and left:
                groups = (*choice.groups, HostGroup(colors, len(jokers)))
                yield choice._replace(have=left.have, idle=left.idle, groups=groups)
