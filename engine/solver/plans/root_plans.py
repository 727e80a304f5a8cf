"""The root plans of the search, in which no table joker is decided, for every joker rule but the frozen one."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, product

from engine.rules.jokers import JokerPlace, find_joker_places
from engine.solver.plans.partial_turns import PartialTurn, Problem, TableMeld
from engine.solver.sweep import Growing
from engine.tiles.melds import Meld
from engine.tiles.tiles import JOKER, Tile, by_color


def start_plans(problem: Problem) -> Iterator[PartialTurn]:
    """Yield the root plans: the whole table is to be rearranged, with its jokers as wildcards.

    Sets in the rows `problem.still` can only grow. In those of them in `problem.swappable`, jokers may be replaced from
    the rack: there is one plan for each choice of these jokers and tiles, fewest first within each row.
    """
    free_sets = (meld.tiles for row, meld in enumerate(problem.before) if row not in problem.still)
    stock = Counter(chain.from_iterable(free_sets))
    jokers = stock.pop(JOKER, 0)
    places = list(find_joker_places(problem.before))
    plan = PartialTurn(
        stock=stock,
        jokers=jokers,
        growing=tuple(Growing(problem.before[row], by_rack=False) for row in sorted(problem.still - problem.swappable)),
        open=tuple(TableMeld(place, place.faces(problem.box)) for place in places if place.row not in problem.still),
    )
    ways = [list(_list_swaps(problem, row, places)) for row in sorted(problem.swappable)]
    for way in product(*ways):
        swapped = plan
        for meld, olds, tiles in way:
            swapped = replace(
                swapped,
                growing=(*swapped.growing, Growing(meld, by_rack=False)),
                jokers=swapped.jokers + len(olds),
                open=(*swapped.open, *olds),
                taken=swapped.taken + Counter(tiles),
            )
        yield swapped


def _list_swaps(
    problem: Problem, row: int, places: Sequence[JokerPlace]
) -> Iterator[tuple[Meld, tuple[TableMeld, ...], tuple[Tile, ...]]]:
    """Yield each choice of jokers to replace in a set that can only grow: the new set, the jokers, and the rack tiles.

    `row` is the set's row, and `places` are all joker places on the table. The choice to replace none comes first.
    """
    meld = problem.before[row]
    olds = [TableMeld(place, place.faces(problem.box), paid=True) for place in places if place.row == row]
    for size in range(len(olds) + 1):
        for swapped in combinations(olds, size):
            for tiles in product(*(sorted(old.faces, key=by_color) for old in swapped)):
                if Counter(tiles) <= problem.rack:
                    new = list(meld.tiles)
                    for old, tile in zip(swapped, tiles, strict=True):
                        new[old.place.at] = tile
                    yield meld.with_tiles(new, problem.box), swapped, tiles
