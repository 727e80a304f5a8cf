"""Arrange tiles into sets of most weight by sweeping over the numbers; a joker can stand for any tile.

The algorithm is the dynamic program of van Rijn, Takes and Vis, "The Complexity of Rummikub Problems"
(arXiv:1604.07553). Going up the numbers, the lower ones affect the higher ones only through the lengths of each color's
open runs, and all lengths from three tiles up are equivalent. The tiles of a number that aren't in runs form groups,
and counting tells how many. A *state* is the lengths of all open runs and the jokers spent. What it has *lost* is the
weight of the optional tiles left out so far. A *frontier* is the set of states that can be reached after a number, with
the least loss for each, without dominated ones (`frontier`). Two sweeps, from the lowest number and from the highest,
meet in the middle, where that takes the fewest states (`meet_in_the_middle`).

A sweep spends a joker only where it is needed. The other jokers are *spare*. A spare joker can be added to any run (a
run of all numbers is split in two), to some groups, and to *standing sets*, which are sets on the table that stay and
can only grow; three spare jokers make a set by themselves. If that leaves no room for all spare jokers, another sweep
requires a run, and a search for groups without any run completes it.
"""

from collections.abc import Iterator

from engine.solver.sweep.frontier import NOTHING_YET, Number, State
from engine.solver.sweep.meet_in_the_middle import SweepEnd, find_best_end
from engine.solver.sweep.reconstruct import (
    add_jokers,
    fill_up,
    finish_runs,
    levels_of,
    make_joker_sets,
    rebuild_standing,
    rows_of,
)
from engine.solver.sweep.supply import Arrangement, CountedTiles, Growing, TileMultiset, count_meldable
from engine.tiles.melds import SMALLEST_SET

__all__ = ["Arrangement", "Growing", "TileMultiset", "arrange"]


def arrange(multiset: TileMultiset, *, beat: int = -1, enough: int | None = None) -> Arrangement | None:
    """Arrange the tiles into sets with the most total weight; return None if no arrangement weighs more than `beat`.

    Only optional tiles and jokers count for the weight. If `enough` is given, the search stops at any arrangement that
    weighs at least that much. Raises BudgetExhausted: the budget of the multiset is spent.
    """
    supply = count_meldable(multiset)
    if supply is None or supply.most <= beat:
        return None
    may_lose = supply.most - beat - 1
    satisfied = 0 if enough is None else max(0, supply.most - enough)
    end = find_best_end(supply, may_lose, satisfied)
    if end is None:
        return None
    found = _reconstruct(supply, end)
    if found is None:
        end = find_best_end(supply, may_lose, satisfied, needs_run=True)
        both = (_reconstruct(supply, end) if end else None, _find_best_groups(supply))
        found = max((each for each in both if each), key=lambda each: each.weight, default=None)
    return found if found is not None and found.weight > beat else None


def _reconstruct(supply: CountedTiles, end: SweepEnd) -> Arrangement | None:
    """Return the arrangement that the two joined states of `end` lead to, or None if spare jokers have no room.

    Spare jokers are those that no set needs: they are added to sets or form sets of their own.
    """
    multiset, box = supply.multiset, supply.multiset.box
    levels = [*levels_of(end.lower)[::-1], *levels_of(end.upper)]
    rows = rows_of(levels, box)
    finish_runs(rows, box)
    stand = rebuild_standing(supply.standing, levels, box)
    used = supply.jokers if multiset.joker_weight else max(end.spent, multiset.must_jokers + end.by_rack)
    spare = used - end.spent
    if not add_jokers(rows, spare, box):
        pairs = list(zip(stand, multiset.growing, strict=True))
        left = fill_up([*rows, *(row for row, each in pairs if not each.by_rack)], spare, box)
        if left <= multiset.may_jokers - end.by_rack:
            left = fill_up([row for row, each in pairs if each.by_rack], left, box)
        if left:
            if spare < SMALLEST_SET:
                return None
            rows = [*rows_of(levels, box), *make_joker_sets(spare, box)]
            stand = rebuild_standing(supply.standing, levels, box)
    return Arrangement(tuple(row.meld(box) for row in (*stand, *rows)), supply.weight(end.lost, used))


# Arrangements whose only new sets are groups. No run has room for a joker later, so each goes into a set at once.

# The states after a number, by three values: the bits of the standing runs that are growing (see `Transition`), the
# jokers spent, and how many of these were gained by standing sets that may gain only optional ones.
GroupStates = dict[tuple[int, int, int], State]


def _find_best_groups(supply: CountedTiles) -> Arrangement | None:
    """Return the arrangement of most weight with no runs but standing ones, which may only grow; None without one."""
    states: GroupStates = {(0, 0, 0): NOTHING_YET}
    for index in range(supply.span):
        states = _advance_groups(supply, index, states)
    ends = [
        (state.lost + supply.multiset.joker_weight * (supply.jokers - used), spent, used, state)
        for (_, spent, by_rack), state in states.items()
        for used in (spent, *range(spent + SMALLEST_SET, supply.jokers + 1))
        if by_rack <= supply.multiset.may_jokers and used - by_rack >= supply.multiset.must_jokers
    ]
    if not ends:
        return None
    _, spent, used, state = min(ends, key=lambda end: end[:3])
    box, levels = supply.multiset.box, levels_of(state)[::-1]
    rows = [*rebuild_standing(supply.standing, levels, box), *rows_of(levels, box), *make_joker_sets(used - spent, box)]
    return Arrangement(tuple(row.meld(box) for row in rows), supply.weight(state.lost, used))


def _advance_groups(supply: CountedTiles, index: int, states: GroupStates) -> GroupStates:
    above: GroupStates = {}
    for transition, more_by_rack, number in supply.list_growths(index, 1):
        for jokers, out, groups, grouped in _list_groupings(number, supply):
            for (bits, spent, by_rack), state in states.items():
                if bits & transition.looks != transition.asks:
                    continue
                key = (
                    bits & ~transition.looks | transition.leaves,
                    spent + jokers + transition.jokers,
                    by_rack + more_by_rack,
                )
                lost = state.lost + out * supply.multiset.weights[index]
                if key[1] <= supply.jokers and (key not in above or lost < above[key].lost):
                    above[key] = State(lost, state, number, 0, (0, 0, groups, grouped, jokers))
    return above


def _list_groupings(number: Number, supply: CountedTiles) -> Iterator[tuple[int, int, int, int]]:
    """Yield each way to form groups at a number: jokers spent, tiles that stay out, the groups, and their tiles."""
    colors, jokers = supply.frame.colors, supply.jokers
    tiles, needs = number.frame.counts(number.have), number.frame.counts(number.have - number.idle)
    most = (sum(tiles) + jokers) // SMALLEST_SET if colors >= SMALLEST_SET else 0
    for groups in range(max(needs), most + 1):
        for grouped in range(sum(needs), sum(min(groups, each) for each in tiles) + 1):
            fewest, room = max(0, SMALLEST_SET * groups - grouped), colors * groups - grouped
            for spent in range(fewest, min(room, jokers) + 1):
                yield spent, sum(tiles) - grouped, groups, grouped
