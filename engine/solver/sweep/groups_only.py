"""The best arrangement of a supply whose only new sets are groups, including groups of jokers alone.

A sweep with runs leaves spare jokers for later. Here each joker is put into a group at once or into a set of jokers
alone, as no run has room for it later.
"""

from collections.abc import Iterator

from engine.solver.sweep.frontier import NOTHING_YET, Number, State
from engine.solver.sweep.reconstruct import levels_of, make_joker_sets, rebuild_standing, rows_of
from engine.solver.sweep.supply import Arrangement, CountedTiles
from engine.tiles.melds import SMALLEST_SET

# The states after a number, by three values: the bits of the standing runs that are growing (see `Transition`), the
# jokers spent, and how many of these were gained by standing sets that may gain only optional ones.
GroupStates = dict[tuple[int, int, int], State]


def find_best_groups(supply: CountedTiles) -> Arrangement | None:
    """Return the arrangement of most weight with no runs but standing ones, which may only grow; None without one."""
    states: GroupStates = {(0, 0, 0): NOTHING_YET}
    for place in range(supply.span):
        states = _advance_groups(supply, place, states)
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


def _advance_groups(supply: CountedTiles, place: int, states: GroupStates) -> GroupStates:
    above: GroupStates = {}
    for transition, more_by_rack, number in supply.list_growths(place, 1):
        for jokers, out, groups, grouped in _list_groupings(number, supply):
            for (bits, spent, by_rack), state in states.items():
                if bits & transition.looks != transition.asks:
                    continue
                key = (
                    bits & ~transition.looks | transition.leaves,
                    spent + jokers + transition.jokers,
                    by_rack + more_by_rack,
                )
                lost = state.lost + out * supply.multiset.weights[place]
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
