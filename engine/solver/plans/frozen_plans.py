"""Branching on table jokers under the frozen rule: a set with a joker can only grow until its joker is replaced."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, product

from engine.rules.frozen import BOTH
from engine.rules.jokers import JokerPlace, find_joker_places
from engine.solver.plans.branch_and_bound import JokerRule
from engine.solver.plans.joker_plans import add_meld
from engine.solver.plans.joker_sets import JokerMeld, JokerSupply, Source, UnfinishedMeld, fill_faces
from engine.solver.plans.legality import Melds
from engine.solver.plans.partial_turns import PartialTurn, Problem
from engine.solver.sweep import Growing
from engine.tiles.melds import SMALLEST_SET, Meld, group_of, run_of
from engine.tiles.tiles import JOKER, Tile, by_color

SwappedTiles = tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class JokerPlacement:
    """One choice for the frozen set (with jokers) in `row`: the jokers to replace, each with the rack tiles for it.

    `kept` is the number of jokers that stay; with 0, the set is no longer frozen.
    """

    row: int
    swapped: tuple[tuple[JokerPlace, SwappedTiles], ...]
    kept: int


def _start(problem: Problem, *, both_colors: bool) -> Iterator[PartialTurn]:
    """Yield the root plans: one or more for every choice of table jokers to replace, those that replace fewest first.

    In a group where two colors are missing, the tile of either color replaces the joker, or with `both_colors` both.
    """
    rows: dict[int, list[JokerPlace]] = {}
    for joker in find_joker_places(problem.before):
        rows.setdefault(joker.row, []).append(joker)
    fates = [list(_list_placements(problem, row, jokers, both_colors=both_colors)) for row, jokers in rows.items()]
    for chosen in sorted(product(*fates), key=lambda way: sum(len(fate.swapped) for fate in way)):
        yield from _apply_placements(problem, chosen)


def _list_placements(
    problem: Problem, row: int, jokers: Sequence[JokerPlace], *, both_colors: bool
) -> Iterator[JokerPlacement]:
    for size in range(len(jokers) + 1 if row not in problem.still else 1):
        for swapped in combinations(jokers, size):
            ways = [list(_list_swaps(problem, joker, both_colors=both_colors)) for joker in swapped]
            for swaps in product(*ways):
                yield JokerPlacement(row, tuple(zip(swapped, swaps, strict=True)), len(jokers) - size)


def _list_swaps(problem: Problem, joker: JokerPlace, *, both_colors: bool) -> Iterator[SwappedTiles]:
    faces = sorted(joker.faces(problem.box), key=by_color)
    if both_colors and len(faces) == BOTH and len(joker.meld.tiles) == SMALLEST_SET:
        yield tuple(faces)
    else:
        yield from ((face,) for face in faces if problem.rack[face])


def _apply_placements(problem: Problem, fates: Sequence[JokerPlacement]) -> Iterator[PartialTurn]:
    """Yield the plans for one choice of the jokers to replace in each set with jokers.

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
            tiles = list(meld.tiles)
            for joker, swap in fate.swapped:
                tiles[joker.at : joker.at + 1] = swap[:1]
                tiles += swap[1:]
                taken.update(swap)
            frozen.append(meld.with_tiles(tiles, problem.box))
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
    color, number = meld.faces[0]
    if meld.is_group:
        for more in range(1, min(supply.jokers, len(supply.box.colors) - len(meld.tiles)) + 1):
            yield UnfinishedMeld().core(meld.with_tiles((*meld.tiles, *[JOKER] * more), supply.box), jokers=more)
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
    """Return the children of a plan for its first pin (see `PartialTurn.pins`), or None if it has none."""
    del melds
    return _pin(problem, plan) if plan.pins else None


def _pin(problem: Problem, plan: PartialTurn) -> Iterator[PartialTurn]:
    """Yield a child for each smallest set with the tiles that replaced the joker and one that was beside it.

    The same set may satisfy other pins too.
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
    box, (color, number) = supply.box, asked[0]
    if len(numbers) == 1 and len(colors) == len(asked):
        others = [face for each in box.colors if (face := Tile(each, number)) not in asked]
        for more in combinations(others, max(0, SMALLEST_SET - len(asked))):
            for part in fill_faces(more, supply):
                yield part.core(group_of((*asked, *part.tiles), number, box))
    if len(colors) > 1 or len(numbers) < len(asked):
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


EITHER_COLOR = JokerRule(partial(_start, both_colors=False), expand)
BOTH_COLORS = JokerRule(partial(_start, both_colors=True), expand)
