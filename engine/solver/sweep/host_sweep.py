"""The best way to put tiles into sets where jokers of the table stay what they are, or are freed and lie in company.

A sweep upwards, as in `sweep`, whose states are told apart by the hosts that are open and by the jokers freed.
There are many such states; so narrow sweeps go first, in which few jokers are freed. What they find is often as good
as anything could be. Others go on only where the rest of the tiles could still do well enough (`outlook`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.solver.sweep.bounds import UpperBound, outlook
from engine.solver.sweep.budget import BudgetExhausted
from engine.solver.sweep.counts import DIGIT
from engine.solver.sweep.frontier import NOTHING_YET, Number, State, StateEncoding, States, advance, prune_dominated
from engine.solver.sweep.host_choices import HostChoices, HostTransition, stays
from engine.solver.sweep.host_reconstruct import host_rows
from engine.solver.sweep.hosts import HostedJoker, Hosts, count_wanted_guests
from engine.solver.sweep.join import join_states
from engine.solver.sweep.reconstruct import add_jokers, fill_up, finish_runs
from engine.solver.sweep.states import unpack_shape
from engine.solver.sweep.supply import CountedTiles, TileMultiset, count_multiset
from engine.tiles.melds import Meld
from engine.tiles.tiles import Tile

Tag = tuple[Hosts, int, int]  # the hosts that are open; the jokers freed, less the guests that are in; the jokers freed
Fronts = dict[Tag, States]

ALL = 1 << 60
NARROW = ((30, 0), (15, 1), (30, 2))
"""How many states are kept behind a number at first, and how many jokers are freed at most."""
FORESEEN = (60, ALL)
"""How many are kept by sweeps that know what can still come."""
MOVE = 2  # states: so much is a move of hosts to look at
TOO_MANY = 4  # times as many states, before the dominated are left out, as are kept
MOST_STATES = 6_000  # of hosts that are alike, before the dominated are left out


@dataclass(frozen=True, slots=True)
class HostedArrangement:
    """Sets in which jokers that stay are the tiles `kept`, and what they weigh."""

    melds: tuple[Meld, ...]
    kept: tuple[Tile, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class HostEnd:
    """The last state of a sweep, and the jokers of the rack that are spent."""

    state: State
    spent: int

    @property
    def lost(self) -> int:
        """What is lost of the tiles' weight."""
        return self.state[0]


def arrange_with_hosts(
    multiset: TileMultiset, olds: Sequence[frozenset[Tile]], *, bound: int, beat: int, enough: int
) -> tuple[HostedArrangement | None, bool]:
    """The arrangement of most weight if that is over `beat`, and whether there is no better one.

    The jokers of the table can be the faces `olds`. Nothing weighs more than the `bound`, and `enough` will do.
    """
    host_sweep = _make_host_sweep(multiset, olds)
    end, exact = host_sweep.best(bound, beat, min(bound, enough))
    return (host_sweep.lay_out(end) if end else None), exact


def _make_host_sweep(multiset: TileMultiset, olds: Sequence[frozenset[Tile]]) -> "HostSweep":
    box, supply = multiset.box, count_multiset(multiset)
    relaxed = count_multiset(replace(multiset, must_jokers=multiset.must_jokers + len(olds)))
    here: list[list[frozenset[Tile]]] = [[] for _ in supply.have]
    could_lie = list(supply.have)
    for faces in olds:
        place = next(iter(faces)).number - box.low
        here[place].append(faces)
        could_lie[place] += sum(1 << DIGIT * box.colors.index(face.color) for face in faces if face.color)
    found = tuple(
        tuple(dict.fromkeys(stays(box, HostedJoker(have, idle), faces)))
        for have, idle, faces in zip(supply.have, supply.idle, here, strict=True)
    )
    lying = [len(faces) for faces in here]
    above = [sum(lying[place:]) for place in range(len(lying) + 1)]
    return HostSweep(
        supply, found, HostChoices(box, could_lie, supply.idle, supply.jokers, multiset.budget), relaxed, above
    )


@dataclass(slots=True)
class HostSweep:
    """A heap counted out, and what can become of the jokers at each number.

    `relaxed` is the heap with jokers that could be anything in place of them; `olds` is how many of them are at a
    number or above, and `freeable` how many of these could be freed. Of the frame's jokers those `lacking` are not
    there.
    """

    supply: CountedTiles
    stays: tuple[tuple[HostedJoker, ...], ...]
    hosting: HostChoices
    relaxed: CountedTiles
    olds: list[int]
    freeable: list[int] = field(init=False)
    frame: StateEncoding = field(init=False)
    lacking: int = field(init=False)

    def __post_init__(self) -> None:
        most = [max(stay.freed for stay in each) for each in self.stays]
        self.freeable = [sum(most[place:]) for place in range(len(most) + 1)]
        self.frame = self.relaxed.frame
        self.lacking = self.frame.jokers - self.supply.jokers

    @property
    def start(self) -> States:
        """A front without any tile. As in `meeting`, jokers want a run: it has room for those that are over."""
        empty = self.frame.runless if self.supply.jokers else self.frame.empty
        return {empty + (self.lacking << self.frame.spent): NOTHING_YET}

    def best(self, bound: int, beat: int, enough: int) -> tuple[HostEnd | None, bool]:
        """The end that loses least, and whether that is proven.

        Behind an outlook no more may be lost at first than has to be, then a little more each time, as that leaves less
        to be looked at.
        """
        most, best, slack = self.supply.most, None, 0
        least, worst = most - bound, most - beat - 1
        narrow = iter(dict.fromkeys((width, min(freed, self.freeable[0])) for width, freed in NARROW))
        try:
            while least <= worst:
                limit = worst
                if effort := next(narrow, None):
                    sweep = LimitedSweep(self, limit, *effort, self.hosting)
                    end, is_cut = sweep.end(), sweep.is_cut
                else:
                    limit = min(worst, least + slack)
                    end, is_cut = self._search_within(limit)
                    slack += 2 * max(self.supply.multiset.weights)
                    if is_cut and not end and limit == worst:
                        return best, False
                if end:
                    best, worst = end, end.lost - 1
                if end and end.lost <= most - enough:
                    break
                if not is_cut:
                    least = limit + 1
        except BudgetExhausted:
            return best, False
        return best, True

    def _search_within(self, limit: int) -> tuple[HostEnd | None, bool]:
        """The best end within a limit by sweeps that know what can still come, and whether some may be better."""
        looking = outlook(self.relaxed, limit, self.olds, self.freeable)
        if looking is None:
            return None, False
        hosting = replace(self.hosting, can_finish=looking.can_finish, known={}, left={})
        for width in FORESEEN:
            sweep = LimitedSweep(self, limit, width, self.freeable[0], hosting, looking)
            end = sweep.end()
            if end or not sweep.is_cut:
                break
        return end, sweep.is_cut

    def lay_out(self, end: HostEnd) -> HostedArrangement | None:
        """The sets, with the jokers that are over; None if they find no room."""
        multiset, box = self.supply.multiset, self.supply.multiset.box
        rows, kept = host_rows(end.state, box)
        finish_runs(rows, box)
        used = self.supply.jokers if multiset.joker_weight else end.spent
        if not add_jokers(rows, used - end.spent, box) and fill_up(rows, used - end.spent, box):
            return None
        melds = tuple(row.meld(box) for row in rows)
        return HostedArrangement(melds, kept, self.supply.weight(end.lost, used))


@dataclass(slots=True)
class LimitedSweep:
    """A sweep that loses no more than a limit; so many states are kept at a number, and so many jokers freed."""

    host_sweep: HostSweep
    limit: int
    width: int
    freed: int
    hosting: HostChoices
    outlook: UpperBound | None = None
    is_few: bool = field(init=False)
    is_cut: bool = field(init=False)
    many: int = field(init=False)

    def __post_init__(self) -> None:
        self.is_few = self.is_cut = self.freed < self.host_sweep.freeable[0]
        self.many = min(TOO_MANY * self.width, MOST_STATES)

    def end(self) -> HostEnd | None:
        """The end that loses least of those that it comes to."""
        host_sweep = self.host_sweep
        fronts: Fronts = {((), 0, 0): host_sweep.start}
        for place in range(host_sweep.supply.span):
            moved = self._advance(fronts, place)
            fronts = self._narrow(moved, place + 1)
        last: States = {}
        for (hosts, guests, _), states in fronts.items():
            if not hosts and not guests:
                _add(states.items(), last)
        met = join_states(last, host_sweep.start, host_sweep.frame, self.limit, host_sweep.lacking)
        return HostEnd(met[0], met[2] - host_sweep.lacking) if met else None

    def _narrow(self, moved: Fronts, place: int) -> Fronts:
        """Of each tag the states that are not dominated; of all together, those that promise to lose least."""
        spare, width = self.host_sweep.frame.spare_bits, self.width
        self.is_cut = self.is_cut or any(len(states) > self.many for states in moved.values())
        widest = width + 1 if width < ALL and not self.outlook else 0
        fronts: Fronts = {}
        ranked = []
        for tag, states in moved.items():
            found = States()
            for key, state in prune_dominated(states, spare, widest).items():
                promise = self.outlook.lost(place, key, tag[0], tag[1], state[0]) if self.outlook else state[0]
                if promise is not None:
                    ranked.append((promise, len(found), tag, key))
                    found[key] = state
            if found:
                fronts[tag] = found
        if len(ranked) <= width:
            return fronts
        self.is_cut = True
        kept: Fronts = {}
        for _, _, tag, key in sorted(ranked)[:width]:
            kept.setdefault(tag, {})[key] = fronts[tag][key]
        return kept

    def _advance(self, fronts: Fronts, place: int) -> Fronts:
        """The fronts behind a number."""
        host_sweep, moved = self.host_sweep, Fronts()
        for (hosts, guests, freed), states in fronts.items():
            taken_over: dict[tuple[int, ...], list[States]] = {}
            for move in self._list_moves((hosts, guests, freed), place):
                host_sweep.supply.multiset.budget.take(MOVE)
                all_freed = freed + move.stay.freed if self.is_few else 0
                tag = (move.some.after, guests + move.stay.freed - move.some.guests, all_freed)
                some = move.some
                tiles, weight = (some.have, *move.ahead), host_sweep.supply.multiset.weights[place]
                number = Number(tiles, some.idle, weight, host_sweep.frame, move, host_sweep.lacking)
                if some.began not in taken_over:
                    taken_over[some.began] = self._hand_over_runs(states, some.began)
                target = moved.setdefault(tag, {})
                for front in taken_over[some.began]:
                    if some.ended:
                        behind: States = {}
                        host_sweep.supply.multiset.budget.take(advance(front, number, self.limit, behind, self.many))
                        longer = sum(1 << host_sweep.frame.shifts[color] for color in some.ended)
                        _add(((key - longer, state) for key, state in behind.items()), target)
                    else:
                        host_sweep.supply.multiset.budget.take(advance(front, number, self.limit, target, self.many))
        return {tag: states for tag, states in moved.items() if states}

    def _list_moves(self, tag: Tag, place: int) -> Iterator[HostTransition]:
        """What can be done at a number so that guests can still find hosts, and hosts guests."""
        hosts, guests, freed = tag
        for stay in self.host_sweep.stays[place]:
            if freed + stay.freed <= self.freed:
                found = guests + stay.freed + self.host_sweep.freeable[place + 1]
                room = min(found, self.freed - (freed - guests) if self.is_few else self.freed)
                if room >= count_wanted_guests(hosts):
                    yield from self.hosting.moves(place, stay, hosts, room)

    def _hand_over_runs(self, states: States, colors: Sequence[int]) -> list[States]:
        """The front as it is, and with open runs of these colours taken over by hosts."""
        ways = [states]
        for color in colors:
            ways += [way for way in (self._shorten(way, color) for way in ways) if way]
        return ways

    def _shorten(self, states: States, color: int) -> States:
        """Without the shortest open run of a colour, where there is one that is no set yet."""
        frame, found = self.host_sweep.frame, States()
        shift, field_ = frame.shifts[color], frame.width + 1
        for key, state in states.items():
            one, two, _ = unpack_shape(key >> shift & frame.mask, frame.width)
            if one or two:
                less = (bool(one) << 2 * field_) + (1 << field_) - 1
                _add([(key - (less << shift), state)], found)
        return found


def _add(states: Iterable[tuple[int, State]], front: States) -> None:
    """Add states to a front, unless it has them with less lost."""
    for key, state in states:
        if key not in front or state[0] < front[key][0]:
            front[key] = state
