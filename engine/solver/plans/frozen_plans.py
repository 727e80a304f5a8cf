"""Branching on table jokers under the frozen rule: a set with a joker can only grow until its joker is replaced."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from engine.rules.frozen import BOTH
from engine.rules.jokers import JokerPlace, find_joker_places
from engine.solver.plans.branch_and_bound import JokerRule
from engine.solver.plans.joker_plans import add_meld
from engine.solver.plans.joker_sets import JokerMeld, JokerSupply, Source, UnfinishedMeld, fill_faces, run_of
from engine.solver.plans.kept_jokers import group_of
from engine.solver.plans.legality import Melds
from engine.solver.plans.partial_turns import PartialTurn, Problem
from engine.solver.sweep import Growing
from engine.tiles.melds import SMALLEST_SET, Meld
from engine.tiles.tiles import JOKER, Box, Tile, by_color

SwappedTiles = tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class JokerPlacement:
    """One choice for the frozen set (with jokers) in `row`: the jokers to replace, each with the rack tiles for it.

    `kept` is the number of jokers that stay; with 0, the set is no longer frozen.
    """

    row: int
    swapped: tuple[tuple[JokerPlace, SwappedTiles], ...]
    kept: int


def either_color(problem: Problem) -> Iterator[PartialTurn]:
    """Yield the root plans: one or more for every choice of table jokers to replace, those that replace fewest first.

    In a group where two colors are missing, the tile of either color can replace the joker.
    """
    return _start(problem, both_colors=False)


def both_colors(problem: Problem) -> Iterator[PartialTurn]:
    """Yield the root plans as `either_color` does, but replace the joker of a group of three by both missing tiles."""
    return _start(problem, both_colors=True)


def _start(problem: Problem, *, both_colors: bool) -> Iterator[PartialTurn]:
    rows: dict[int, list[JokerPlace]] = {}
    for place in find_joker_places(problem.before):
        rows.setdefault(place.row, []).append(place)
    fates = [list(_list_placements(problem, row, places, both_colors=both_colors)) for row, places in rows.items()]
    for chosen in sorted(product(*fates), key=lambda way: sum(len(fate.swapped) for fate in way)):
        yield from _apply_placements(problem, chosen)


def _list_placements(
    problem: Problem, row: int, places: Sequence[JokerPlace], *, both_colors: bool
) -> Iterator[JokerPlacement]:
    for size in range(len(places) + 1 if row not in problem.still else 1):
        for swapped in combinations(places, size):
            ways = [list(_list_swaps(problem, place, both_colors=both_colors)) for place in swapped]
            for swaps in product(*ways):
                yield JokerPlacement(row, tuple(zip(swapped, swaps, strict=True)), len(places) - size)


def _list_swaps(problem: Problem, place: JokerPlace, *, both_colors: bool) -> Iterator[SwappedTiles]:
    faces = sorted(place.faces(problem.box), key=by_color)
    if both_colors and len(faces) == BOTH and len(place.meld.tiles) == SMALLEST_SET:
        yield tuple(faces)
    else:
        yield from ((face,) for face in faces if problem.rack[face])


def _apply_placements(problem: Problem, fates: Sequence[JokerPlacement]) -> Iterator[PartialTurn]:
    """Yield the plans for `fates`: one choice, for each set with jokers, of the jokers to replace.

    There are none if the rack lacks a tile or a group gets too large. In the first plan, the freed jokers may go
    anywhere. In each of the others, sets that keep a joker get certain freed jokers as well.
    """
    by_fate = {fate.row: fate for fate in fates}
    stock: Counter[Tile] = Counter()
    swaps: Counter[Tile] = Counter()
    taken: Counter[Tile] = Counter()
    standing, frozen, pins = [], [], []
    for row, meld in enumerate(problem.before):
        fate = by_fate.get(row)
        if fate is None and row in problem.still:
            standing.append(Growing(meld, by_rack=False))
        elif fate is None:
            stock.update(meld.tiles)
        elif fate.kept:
            frozen.append(_replace_jokers(meld, fate, problem.box))
            taken.update(tile for _, swap in fate.swapped for tile in swap)
        else:
            naturals = tuple(tile for tile in meld.tiles if not tile.is_joker)
            stock.update(naturals)
            for _, swap in fate.swapped:
                swaps.update(swap)
                pins.append((swap, naturals))
    plan = PartialTurn(
        stock=stock,
        jokers=sum(len(fate.swapped) for fate in fates),
        growing=tuple(standing),
        swaps=swaps,
        taken=taken,
        pins=tuple(pins),
    )
    fits = all(not meld.is_group or len(meld.tiles) <= len(problem.box.colors) for meld in frozen)
    if fits and plan.has_tiles(problem):
        yield from _add_frozen(problem, plan, frozen)


def _replace_jokers(meld: Meld, fate: JokerPlacement, box: Box) -> Meld:
    tiles = list(meld.tiles)
    for place, swap in fate.swapped:
        tiles[place.at : place.at + 1] = swap[:1]
        tiles += swap[1:]
    return group_of(tiles, meld.faces[0].number, box) if meld.is_group else Meld(tuple(tiles), meld.faces)


def _add_frozen(problem: Problem, plan: PartialTurn, frozen: Sequence[Meld]) -> Iterator[PartialTurn]:
    """Yield every plan with these frozen sets and a choice of freed jokers in them; they grow by rack tiles alone."""
    if not frozen:
        yield plan
        return
    meld, *rest = frozen
    yield from _add_frozen(problem, _add_growing(plan, meld), rest)
    if plan.jokers:
        supply = JokerSupply(problem.box, Counter(), plan.left(problem), plan.jokers)
        for core in _grow_by_jokers(meld, supply):
            bare = replace(plan, jokers=plan.jokers - core.jokers, taken=plan.taken + Counter(core.rack))
            yield from _add_frozen(problem, _add_growing(bare, core.meld), rest)


def _add_growing(plan: PartialTurn, meld: Meld) -> PartialTurn:
    return replace(plan, growing=(*plan.growing, Growing(meld, by_rack=True)))


def _grow_by_jokers(meld: Meld, supply: JokerSupply) -> Iterator[JokerMeld]:
    """Yield the set extended by freed jokers, a run also by rack tiles between it and such a joker."""
    number, color = meld.faces[0].number, meld.faces[0].color
    if meld.is_group or color is None:
        for more in range(1, min(supply.jokers, len(supply.box.colors) - len(meld.tiles)) + 1):
            yield UnfinishedMeld().core(group_of((*meld.tiles, *[JOKER] * more), number, supply.box), jokers=more)
        return
    last = meld.faces[-1].number
    for below in range(number - supply.box.low + 1):
        for above in range(supply.box.high - last + 1):
            numbers = (*range(number - below, number), *range(last + 1, last + above + 1))
            faces = [Tile(color, each) for each in numbers]
            for part in fill_faces(faces, supply):
                ends = (*part.sources[: 1 if below else 0], *part.sources[-1 if above else len(faces) :])
                if ends and set(ends) == {Source.FREED}:
                    tiles = (*part.tiles[:below], *meld.tiles, *part.tiles[below:])
                    yield part.core(run_of(tiles, color, number - below))


def expand(problem: Problem, plan: PartialTurn, melds: Melds) -> Iterator[PartialTurn] | None:
    """Yield the children of a plan: tiles that replaced a joker must share a set with a tile that was beside the joker.

    This concerns the tiles of the plan's first pin (see `PartialTurn.pins`); the result is None if it has none. The
    freed joker may become anything.
    """
    del melds
    return _pin(problem, plan) if plan.pins else None


def _pin(problem: Problem, plan: PartialTurn) -> Iterator[PartialTurn]:
    """Yield the children of a plan for its first pin: one for each smallest set with the tiles that replaced the joker.

    The set must have a natural tile of the joker's old set. The same set may satisfy other pins too.
    """
    for size in range(len(plan.pins)):
        for partners in combinations(plan.pins[1:], size):
            together = (plan.pins[0], *partners)
            swaps = tuple(tile for swap, _ in together for tile in swap)
            for beside in product(*(naturals for _, naturals in together)):
                asked = (*swaps, *dict.fromkeys(beside))
                if len(set(asked)) < len(asked) or not set(beside) <= plan.stock.keys():
                    continue
                bare = replace(
                    plan,
                    swaps=plan.swaps - Counter(swaps),
                    taken=plan.taken + Counter(swaps),
                    stock=plan.stock - Counter(set(beside)),
                    pins=tuple(pin for pin in plan.pins if pin not in together),
                )
                for core in _find_sets_around(
                    asked, JokerSupply(problem.box, bare.stock, bare.left(problem), bare.jokers)
                ):
                    yield add_meld(bare, core, fixed=False)


def _find_sets_around(asked: Sequence[Tile], supply: JokerSupply) -> Iterator[JokerMeld]:
    """Yield the smallest sets that contain the natural tiles `asked`, completed from the supply."""
    numbers, colors = {tile.number for tile in asked}, {tile.color for tile in asked}
    box = supply.box
    if len(numbers) == 1 and len(colors) == len(asked):
        yield from _find_groups_around(asked, supply)
    color = asked[0].color
    if color is None or len(colors) > 1 or len(numbers) < len(asked):
        return
    low, high = min(numbers), max(numbers)
    short = max(0, SMALLEST_SET - (high - low + 1))
    for start in range(max(box.low, low - short), min(low, box.high - SMALLEST_SET + 1) + 1):
        end = max(high, start + SMALLEST_SET - 1)
        faces = {number: Tile(color, number) for number in range(start, end + 1)}
        for part in fill_faces([faces[number] for number in faces if number not in numbers], supply):
            rest = iter(part.tiles)
            tiles = [faces[number] if number in numbers else next(rest) for number in faces]
            yield part.core(run_of(tiles, color, start))


def _find_groups_around(asked: Sequence[Tile], supply: JokerSupply) -> Iterator[JokerMeld]:
    number, short = asked[0].number, max(0, SMALLEST_SET - len(asked))
    for more in combinations([Tile(c, number) for c in supply.box.colors if Tile(c, number) not in asked], short):
        for part in fill_faces(more, supply):
            yield part.core(group_of((*asked, *part.tiles), number, supply.box))


EITHER_COLOR = JokerRule(either_color, expand)
BOTH_COLORS = JokerRule(both_colors, expand)
