"""The best way to put tiles into sets: one sweep over the numbers, jokers standing for anything.

After van Rijn, Takes and Vis, "The Complexity of Rummikub Problems" (arXiv:1604.07553): going up the numbers, all that
the lower ones decide about the higher ones is how long the open runs of each colour are, and from three tiles on their
length does not matter (`shapes`). What is not in runs at a number forms groups there, and counting tells how many. Here
two such sweeps, from below and from above, meet where it is cheapest (`fronts`, `meeting`).

The sweeps take each joker to be wanted. One that is over can join any run (one that has every number is split in two),
some groups, and sets that may grow; three can make a set by themselves. Only where all that fails, other sweeps insist
on a run, and a count of groups does without any (`groups_alone`).
"""

from engine.solver.sweep.groups_only import find_best_groups
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
    """The arrangement of most weight; None if none weighs more than `beat`.

    With `enough`, any that weighs so much will do.
    """
    supply = count_meldable(multiset)
    if supply is None or supply.most <= beat:
        return None
    may_lose = supply.most - beat - 1
    satisfied = 0 if enough is None else max(0, supply.most - enough)
    end = find_best_end(supply, may_lose, satisfied)
    if end is None:
        return None
    found = _lay_out(supply, end)
    if found is None:
        end = find_best_end(supply, may_lose, satisfied, needs_run=True)
        both = (_lay_out(supply, end) if end else None, find_best_groups(supply))
        found = max((each for each in both if each), key=lambda each: each.weight, default=None)
    return found if found is not None and found.weight > beat else None


def _lay_out(supply: CountedTiles, end: SweepEnd) -> Arrangement | None:
    """Lay out the sets, with the jokers that are over; None if they find no room."""
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
        reserved = max(0, left - (multiset.may_jokers - end.by_rack))
        left = reserved + fill_up([row for row, each in pairs if each.by_rack], left - reserved, box)
        if left:
            if spare < SMALLEST_SET:
                return None
            rows = [*rows_of(levels, box), *make_joker_sets(spare, box)]
            stand = rebuild_standing(supply.standing, levels, box)
    return Arrangement(tuple(row.meld(box) for row in (*stand, *rows)), supply.weight(end.lost, used))
