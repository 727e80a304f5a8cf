"""The best arrangement in which table jokers keep their faces, or are freed and go into a host (see `hosts`).

A host is a set with a freed joker and two rack tiles. This is a sweep upward, as in `sweep`, but states with different
open hosts or numbers of freed jokers are never compared. As there are many such states, beams that free few jokers come
first. They often find an optimal arrangement. The sweeps after them keep only states whose bound is good enough
(`bounds`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.solver.sweep.bounds import UpperBound, make_upper_bound
from engine.solver.sweep.budget import BudgetExhausted
from engine.solver.sweep.counts import DIGIT
from engine.solver.sweep.frontier import NOTHING_YET, Number, State, StateEncoding, States, advance, prune_dominated
from engine.solver.sweep.hosts import (
    HostedJoker,
    HostMeld,
    HostMeldChoices,
    Hosts,
    HostTransition,
    add_states,
    count_wanted_jokers,
    hand_over_runs,
    list_host_options,
)
from engine.solver.sweep.meet_in_the_middle import join_states
from engine.solver.sweep.reconstruct import (
    NumberLevel,
    RebuiltMeld,
    add_jokers,
    faces_of,
    fill_up,
    finish_runs,
    levels_of,
    rows_of,
)
from engine.solver.sweep.supply import Arrangement, CountedTiles, TileMultiset, count_multiset
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import JOKER, Box, Tile

# States are kept apart by their tag: the open hosts; the jokers freed so far minus those taken in, which is
# negative if a host took in a joker that has to be freed at a later number; the jokers freed so far, or 0 if the sweep
# may free all of them.
Tag = tuple[Hosts, int, int]
Fronts = dict[Tag, States]
HostEnd = tuple[State, int]  # a completed sweep: its last state, and how many jokers of the rack are in sets

ALL = 1 << 60  # more than any number of states
NARROW = ((30, 0), (15, 1), (30, 2))
"""The beams to begin with: how many states each keeps after a number, and the maximum number of jokers it frees."""
FORESEEN = (60, ALL)
"""The number of states that a sweep with bounds keeps after a number: few in the first try, all in the second."""
MOVE = 2  # units of budget for each choice of hosts at a number
TOO_MANY = 4  # before pruning, a sweep keeps at most this many times its width of states with the same `Tag`
MOST_STATES = 6_000  # the maximum number of states with the same `Tag` before pruning, whatever the width


@dataclass(frozen=True, slots=True)
class HostedArrangement(Arrangement):
    """An arrangement in which a joker that keeps its face is shown as that tile; `kept` lists these tiles."""

    kept: tuple[Tile, ...]


def arrange_with_hosts(
    multiset: TileMultiset, olds: Sequence[frozenset[Tile]], *, bound: int, beat: int, enough: int
) -> tuple[HostedArrangement | None, bool]:
    """Return the arrangement of most weight if that is more than `beat`, and whether it is proven that none is better.

    Table jokers keep their faces, or are freed and go into a set with two rack tiles. `olds` has the faces that each of
    them can have. No arrangement weighs more than `bound`. The search stops at one that weighs at least `enough`.
    """
    box, supply = multiset.box, count_multiset(multiset)
    relaxed = count_multiset(replace(multiset, must_jokers=multiset.must_jokers + len(olds)))
    here: list[list[frozenset[Tile]]] = [[] for _ in supply.have]
    possible = list(supply.have)
    for faces in olds:
        index = next(iter(faces)).number - box.low
        here[index].append(faces)
        possible[index] += sum(1 << DIGIT * box.colors.index(face.color) for face in faces if face.color)
    options = tuple(
        tuple(dict.fromkeys(list_host_options(box, HostedJoker(have, idle), faces)))
        for have, idle, faces in zip(supply.have, supply.idle, here, strict=True)
    )
    above = [sum(map(len, here[index:])) for index in range(len(here) + 1)]
    hosting = HostMeldChoices(box, possible, supply.idle, supply.jokers, multiset.budget)
    host_sweep = HostSweep(supply, options, hosting, relaxed, above)
    end, exact = host_sweep.best(bound, beat, min(bound, enough))
    return (host_sweep.rebuild(end) if end else None), exact


@dataclass(slots=True)
class HostSweep:
    """A search for the best arrangement of a supply, given the choices of what becomes of table jokers.

    `options` has these choices for each number, and `hosting` those of hosts. `relaxed` is the supply in which the
    table's jokers stand for anything. Indexed by number, `olds` is how many of them are there or above, and `freeable`
    how many of these can be freed. States are encoded as for `relaxed`, which provides for `lacking` more jokers than
    the supply has.
    """

    supply: CountedTiles
    options: tuple[tuple[HostedJoker, ...], ...]
    hosting: HostMeldChoices
    relaxed: CountedTiles
    olds: list[int]
    freeable: list[int] = field(init=False)
    frame: StateEncoding = field(init=False)
    lacking: int = field(init=False)

    def __post_init__(self) -> None:
        most = [max(option.freed for option in each) for each in self.options]
        self.freeable = [sum(most[index:]) for index in range(len(most) + 1)]
        self.frame = self.relaxed.frame
        self.lacking = self.frame.jokers - self.supply.jokers

    def best(self, bound: int, beat: int, enough: int) -> tuple[HostEnd | None, bool]:
        """Return the best completed sweep above `beat`, or None, and whether it is proven that none is better.

        All values are weights of the optional tiles in sets. No sweep weighs more than `bound`; one that weighs
        `enough` stops the search. After the beams, sweeps with bounds have a limit on the weight of the tiles left out.
        It starts at the least that has to be left out and is raised step by step, as a lower limit leaves fewer states.
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
                    best, worst = end, end[0].lost - 1
                    if end[0].lost <= most - enough:
                        break
                if not is_cut:
                    least = limit + 1
        except BudgetExhausted:
            return best, False
        return best, True

    def _search_within(self, limit: int) -> tuple[HostEnd | None, bool]:
        """Return the best sweep that leaves out weight up to `limit`, or None, and if a better may be missed."""
        looking = make_upper_bound(self.relaxed, limit, self.olds, self.freeable)
        if looking is None:
            return None, False
        hosting = replace(self.hosting, can_finish=looking.can_finish, known={}, left={})
        for width in FORESEEN:
            sweep = LimitedSweep(self, limit, width, self.freeable[0], hosting, looking)
            end = sweep.end()
            if end or not sweep.is_cut:
                break
        return end, sweep.is_cut

    def rebuild(self, end: HostEnd) -> HostedArrangement | None:
        """Return a completed sweep's sets, spare jokers in those with room; None if not all find room."""
        multiset, box, (state, spent) = self.supply.multiset, self.supply.multiset.box, end
        rows, kept = _make_rows(state, box)
        finish_runs(rows, box)
        used = self.supply.jokers if multiset.joker_weight else spent
        if not add_jokers(rows, used - spent, box) and fill_up(rows, used - spent, box):
            return None
        melds = tuple(row.meld(box) for row in rows)
        return HostedArrangement(melds, self.supply.weight(state.lost, used), kept)


@dataclass(slots=True)
class LimitedSweep:
    """An upward sweep that keeps at most `width` states after each number and frees at most `freed` jokers.

    States that lose more than `limit` are dropped; an `upper_bound`, if given, drops and ranks states, too. `is_few` is
    whether more jokers could be freed than `freed`. `is_cut` is whether a better result may have been missed. `many` is
    the maximum number of states with the same hosts and freed jokers before pruning.
    """

    host_sweep: HostSweep
    limit: int
    width: int
    freed: int
    hosting: HostMeldChoices
    upper_bound: UpperBound | None = None
    is_few: bool = field(init=False)
    is_cut: bool = field(init=False)
    many: int = field(init=False)

    def __post_init__(self) -> None:
        self.is_few = self.is_cut = self.freed < self.host_sweep.freeable[0]
        self.many = min(TOO_MANY * self.width, MOST_STATES)

    def end(self) -> HostEnd | None:
        """Run the sweep, and return the result with the least weight of tiles left out, or None if it reaches none."""
        host_sweep = self.host_sweep
        start = host_sweep.frame.start(host_sweep.supply.jokers)
        fronts: Fronts = {((), 0, 0): start}
        for index in range(host_sweep.supply.span):
            moved = self._advance(fronts, index)
            fronts = self._narrow(moved, index + 1)
        last: States = {}
        for (hosts, joined_jokers, _), states in fronts.items():
            if not hosts and not joined_jokers:
                add_states(states.items(), last)
        met = join_states(last, start, host_sweep.frame, self.limit, host_sweep.lacking)
        return (met[0], met[2] - host_sweep.lacking) if met else None

    def _narrow(self, moved: Fronts, passed: int) -> Fronts:
        """Return the frontiers without dominated states; of all states together, keep the `width` with the best bounds.

        `passed` is how many numbers the states have passed.
        """
        spare, width = self.host_sweep.frame.spare_bits, self.width
        self.is_cut = self.is_cut or any(len(states) > self.many for states in moved.values())
        widest = width + 1 if width < ALL and not self.upper_bound else 0
        fronts: Fronts = {}
        ranked = []
        for tag, states in moved.items():
            found = States()
            for key, state in prune_dominated(states, spare, widest).items():
                promise = (
                    self.upper_bound.lost(passed, key, tag[0], tag[1], state.lost) if self.upper_bound else state.lost
                )
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

    def _advance(self, fronts: Fronts, index: int) -> Fronts:
        """Return the frontiers after the number with this index, from 0, still with dominated states."""
        host_sweep, moved = self.host_sweep, Fronts()
        for (hosts, joined_jokers, freed), states in fronts.items():
            taken_over: dict[tuple[int, ...], list[States]] = {}
            for move in self._list_moves((hosts, joined_jokers, freed), index):
                host_sweep.supply.multiset.budget.take(MOVE)
                all_freed = freed + move.option.freed if self.is_few else 0
                tag = (move.some.after, joined_jokers + move.option.freed - move.some.joined_jokers, all_freed)
                some = move.some
                tiles, weight = (some.have, *move.ahead), host_sweep.supply.multiset.weights[index]
                number = Number(tiles, some.idle, weight, host_sweep.frame, move, host_sweep.lacking)
                if some.began not in taken_over:
                    taken_over[some.began] = hand_over_runs(states, some.began, host_sweep.frame)
                target = moved.setdefault(tag, {})
                for front in taken_over[some.began]:
                    if some.ended:
                        behind: States = {}
                        host_sweep.supply.multiset.budget.take(advance(front, number, self.limit, behind, self.many))
                        longer = sum(1 << host_sweep.frame.shifts[color] for color in some.ended)
                        add_states(((key - longer, state) for key, state in behind.items()), target)
                    else:
                        host_sweep.supply.multiset.budget.take(advance(front, number, self.limit, target, self.many))
        return {tag: states for tag, states in moved.items() if states}

    def _list_moves(self, tag: Tag, index: int) -> Iterator[HostTransition]:
        """Yield each choice at a number after which the unfinished hosts can still get the freed jokers they need."""
        hosts, joined_jokers, freed = tag
        for option in self.host_sweep.options[index]:
            if freed + option.freed <= self.freed:
                found = joined_jokers + option.freed + self.host_sweep.freeable[index + 1]
                room = min(found, self.freed - (freed - joined_jokers) if self.is_few else self.freed)
                if room >= count_wanted_jokers(hosts):
                    yield from self.hosting.moves(index, option, hosts, room)


# The sets of a completed sweep: ordinary ones as in `reconstruct`, and hosts


def _make_rows(state: State, box: Box) -> tuple[list[RebuiltMeld], tuple[Tile, ...]]:
    """Return the sets that the path to a state describes, runs perhaps too short, and the faces that jokers keep."""
    levels, faces = levels_of(state)[::-1], faces_of(box)
    moves: list[HostTransition] = []
    while state is not NOTHING_YET:
        moves.insert(0, state.number.transition)
        state = state.before
    rows = [row for row in rows_of(levels, box) if row.color is None]
    for row, move in zip(faces, moves, strict=True):
        groups = move.some.groups + move.option.groups
        rows += [
            RebuiltMeld(row[0].number, None, [row[at] for at in each.colors] + [JOKER] * each.jokers) for each in groups
        ]
    for color in range(len(box.colors)):
        rows += _rebuild_runs(levels, moves, color, box)
    kept = tuple(row[color] for row, move in zip(faces, moves, strict=True) for color in move.option.kept)
    return rows, kept


def _rebuild_runs(
    levels: Sequence[NumberLevel], moves: Sequence[HostTransition], color: int, box: Box
) -> list[RebuiltMeld]:
    """Return the runs of the color with this index, including hosts. If only some ordinary runs end, the longest end.

    `levels` and `moves` are the decisions at each number, from the lowest up: those about ordinary sets, and those
    about hosts and table jokers. A host takes over the shortest run that would end where the host begins, if that run
    is too short for a set.
    """
    rows: list[RebuiltMeld] = []
    open_: list[RebuiltMeld] = []
    hosts: list[tuple[HostMeld, RebuiltMeld]] = []
    for level, move, faces in zip(levels, moves, faces_of(box), strict=True):
        face, through = faces[color], level.runs >> DIGIT * color & 15
        new = [RebuiltMeld(face.number, face.color) for _ in range(through + len(move.some.began))]
        before, hosts, full = hosts, [], []
        open_.sort(key=lambda row: len(row.tiles))
        for step in (step for step in move.some.steps if step.color == color):
            if step.before is not None:
                at = next(at for at, (host, _) in enumerate(before) if host == step.before)
                _, row = before.pop(at)
            elif len(open_) > through and len(open_[0].tiles) < SMALLEST_SET:
                row = open_.pop(0)
            else:
                row = new.pop()
            row.tiles.append(JOKER if step.is_joker else face)
            rows += [row] if len(row.tiles) == 1 else []
            if step.after is None:
                full.append(row)
            else:
                hosts.append((step.after, row))
        begun = new[: max(0, through - len(open_))]
        rows += begun
        open_ = [*begun, *open_[:through]]
        for index, row in enumerate(open_):
            row.tiles.append(face if index < level.tiles >> DIGIT * color & 15 else JOKER)
        open_ += full
    return rows
