"""The root plans and the branching of plans, for every joker rule but the frozen one."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, product

from engine.rules.jokers import JokerPlace, find_joker_places
from engine.solver.plans.branch_and_bound import JokerRule
from engine.solver.plans.joker_sets import (
    JokerMeld,
    JokerSupply,
    find_smallest_joker_melds,
    find_threes,
    group_jokers,
    lengthen,
)
from engine.solver.plans.legality import Melds
from engine.solver.plans.partial_turns import PartialTurn, Problem, TableMeld
from engine.solver.sweep import Growing
from engine.tiles.melds import SMALLEST_SET, Meld
from engine.tiles.tiles import JOKER, Box, Tile, by_color

PAIR = 2  # tiles that make a set of three with a joker


def start_plans(problem: Problem) -> Iterator[PartialTurn]:
    """Yield the root plans: the whole table is to be rearranged, with its jokers as wildcards.

    Sets in the rows `problem.still` can only grow. In those of them in `problem.swappable`, jokers may be replaced from
    the rack: there is one plan for each choice of these jokers and tiles, fewest first within each row.
    """
    free_sets = (meld.tiles for row, meld in enumerate(problem.before) if row not in problem.still)
    stock = Counter(chain.from_iterable(free_sets))
    jokers = stock.pop(JOKER, 0)
    on_table = list(find_joker_places(problem.before))
    plan = PartialTurn(
        stock=stock,
        jokers=jokers,
        growing=tuple(Growing(problem.before[row], by_rack=False) for row in sorted(problem.still - problem.swappable)),
        open=tuple(TableMeld(joker, joker.faces(problem.box)) for joker in on_table if joker.row not in problem.still),
    )
    ways = [list(_list_swaps(problem, row, on_table)) for row in sorted(problem.swappable)]
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
    problem: Problem, row: int, on_table: Sequence[JokerPlace]
) -> Iterator[tuple[Meld, tuple[TableMeld, ...], tuple[Tile, ...]]]:
    """Yield each choice of jokers to replace in a set that can only grow: the new set, those jokers, the rack tiles."""
    meld = problem.before[row]
    olds = [TableMeld(joker, joker.faces(problem.box), paid=True) for joker in on_table if joker.row == row]
    for size in range(len(olds) + 1):
        for swapped in combinations(olds, size):
            for tiles in product(*(sorted(old.faces, key=by_color) for old in swapped)):
                if Counter(tiles) <= problem.rack:
                    new = list(meld.tiles)
                    for old, tile in zip(swapped, tiles, strict=True):
                        new[old.joker.at] = tile
                    yield meld.with_tiles(new, problem.box), swapped, tiles


def start_with_kept_jokers(problem: Problem) -> Iterator[PartialTurn]:
    """Yield the plans of `start_plans`, where jokers that the player can't free are already fixed to keep a face.

    If every set may be rearranged, such a joker stays undecided when it could have several faces, or one that another
    undecided joker could have too: the sweep's answer is usually legal all the same, and fewer plans are needed.
    """
    for plan in start_plans(problem):
        settled = [plan]
        for old in plan.open:
            can_go = old.paid or (problem.has_melded and any(problem.rack[face] for face in old.faces))
            alone = not any(other.faces & old.faces for other in plan.open if other is not old)
            if not can_go and (problem.still or (alone and len(old.faces) == 1)):
                settled = [kept for each in settled if old in each.open for kept in _keep(problem, each, old)] + [
                    each for each in settled if old not in each.open
                ]
        shared = any(one.faces & other.faces for one, other in combinations(plan.open, 2))
        # The single sweep puts no rack joker beside two jokers that could have one face in a group.
        alike = problem.has_melded and not problem.still and not (problem.rack[JOKER] and shared)
        yield from (replace(each, alike=alike) for each in settled)


def expand_substituted(problem: Problem, plan: PartialTurn, melds: Melds) -> Iterator[PartialTurn] | None:
    """Return the children of a plan, which differ in the fate of one table joker; None if every joker is settled.

    The joker is kept as a face, or freed by a rack tile and melded with two more rack tiles.
    """
    if plan.open:
        return _settle(problem, plan, _find_first_moved(problem, plan, melds))
    if plan.loose:
        supply = JokerSupply(problem.box, plan.stock + plan.swaps, plan.left(problem), plan.loose)
        cores = find_smallest_joker_melds(supply)
        return (replace(add_meld(plan, core, fixed=False), loose=plan.loose - core.jokers) for core in cores)
    return None


def expand_substituted_anew(problem: Problem, plan: PartialTurn, melds: Melds) -> Iterator[PartialTurn] | None:
    """Branch as `expand_substituted` does, then on the final tiles of each freed joker's set, which must be a new set.

    A set isn't new if it contains all tiles of an old set that is no longer on the table unchanged.
    """
    return expand_substituted(problem, plan, melds) or _close(problem, plan)


def expand_to_new_sets(problem: Problem, plan: PartialTurn, melds: Melds) -> Iterator[PartialTurn] | None:
    """Return the children of a plan: one table joker keeps its face, or gets another, for which it needs a new set.

    Once that is decided for each joker, branch on those sets, and then on their final tiles (see `_close`).
    """
    if plan.open:
        return _keep_or_turn(problem, plan, _find_first_moved(problem, plan, melds))
    if plan.turned:
        return _meld_in_new_sets(problem, plan)
    return _close(problem, plan)


def _find_first_moved(problem: Problem, plan: PartialTurn, melds: Melds) -> TableMeld:
    """Return the first undecided joker without any of its old faces in `melds`, otherwise the first undecided."""
    now = [joker.faces(problem.box) for joker in find_joker_places(melds)]
    return next((old for old in plan.open if not any(faces & old.faces for faces in now)), plan.open[0])


def _settle(problem: Problem, plan: PartialTurn, old: TableMeld) -> Iterator[PartialTurn]:
    yield from _keep(problem, plan, old)
    left = plan.left(problem)
    others = tuple(each for each in plan.open if each is not old)
    if not problem.has_melded:
        return
    if old.paid:
        yield replace(plan, open=others, loose=plan.loose + 1)
        return
    for face in sorted(old.faces, key=by_color):
        if left[face] > 0:
            yield replace(plan, open=others, loose=plan.loose + 1, swaps=plan.swaps + Counter([face]))


def _keep(problem: Problem, plan: PartialTurn, old: TableMeld) -> Iterator[PartialTurn]:
    """Yield the plan with the joker `old` as a tile: its one face, or one in a group where each could keep its own."""
    others = tuple(each for each in plan.open if each is not old)
    for face in sorted(old.faces, key=by_color):
        yield replace(
            plan,
            stock=plan.stock + Counter([face]),
            jokers=plan.jokers - 1,
            masks=(*plan.masks, face),
            open=others,
        )
    for size in range(1, len(others) + 1):
        for partners in combinations(others, size):
            core_of = [old.faces, *(partner.faces for partner in partners)]
            for core in group_jokers(core_of, plan.stock, plan.left(problem), problem.box):
                grouped = add_meld(plan, core, fixed=True)
                yield replace(grouped, open=tuple(each for each in others if each not in partners))


def add_meld(plan: PartialTurn, core: JokerMeld, *, fixed: bool) -> PartialTurn:
    """Return the plan with the set `core`, `fixed` or growing; tiles that replaced jokers count as from the rack."""
    table = Counter(core.table)
    swaps = table - plan.stock
    return replace(
        plan,
        stock=plan.stock - table,
        jokers=plan.jokers - core.jokers,
        taken=plan.taken + Counter(core.rack) + swaps,
        swaps=plan.swaps - swaps,
        fixed=(*plan.fixed, core.meld) if fixed else plan.fixed,
        growing=plan.growing if fixed else (*plan.growing, Growing(core.meld, by_rack=False)),
        cores=plan.cores if fixed else (*plan.cores, core.meld),
    )


def _keep_or_turn(problem: Problem, plan: PartialTurn, old: TableMeld) -> Iterator[PartialTurn]:
    """Yield each plan in which an undecided joker keeps a face or gets any other one; its new set is chosen later."""
    yield from _keep(problem, plan, old)
    bare = replace(plan, jokers=plan.jokers - 1, open=tuple(each for each in plan.open if each is not old))
    for face in problem.box.faces():
        if face not in old.faces:
            turned = (*plan.turned, face)
            yield replace(bare, stock=plan.stock + Counter([face]), masks=(*plan.masks, face), turned=turned)


def _meld_in_new_sets(problem: Problem, plan: PartialTurn) -> Iterator[PartialTurn]:
    """Yield the plan with each smallest set in which the first joker of `plan.turned` can have its new face."""
    face, *rest = plan.turned
    if plan.stock[face] <= 0:  # it is already in a set made for another joker
        yield replace(plan, turned=tuple(rest))
        return
    at = plan.masks.index(face)
    masks = (*plan.masks[:at], *plan.masks[at + 1 :])
    stock = plan.stock - Counter([face])
    bare = replace(plan, stock=stock, masks=masks, jokers=plan.jokers + 1, turned=tuple(rest))
    for core in find_threes(JokerSupply(problem.box, stock, plan.left(problem), 0), face):
        yield add_meld(bare, core, fixed=False)


def _close(problem: Problem, plan: PartialTurn) -> Iterator[PartialTurn]:
    """Yield the plan with each final form of the first set in `plan.cores` that counts as a new set.

    A form that contains all tiles of an old set counts only if that old set is unchanged on the table as well, or a
    kept joker may take a tile's place. Once all those sets are final and the table still isn't legal, no arrangement of
    the other tiles can make it legal.
    """
    if not plan.cores:
        return
    meld, *rest = plan.cores
    standing = tuple(each for each in plan.growing if each.meld is not meld)
    bare = replace(plan, cores=tuple(rest), growing=standing)
    supply = JokerSupply(problem.box, plan.stock + plan.swaps, plan.left(problem), 0)
    for core in lengthen(meld, supply):
        closed, tiles = add_meld(bare, core, fixed=True), Counter(core.meld.tiles)
        held = frozenset(row for row, old in enumerate(problem.before) if Counter(old.tiles) <= tiles)
        # If a kept joker takes a tile's place, the set no longer contains all the old set's tiles.
        if not held or not set(core.meld.tiles).isdisjoint(plan.masks):
            yield closed
        if held:
            yield from _keep_unchanged(problem, closed, held - plan.unchanged)


def _keep_unchanged(problem: Problem, plan: PartialTurn, rows: frozenset[int]) -> Iterator[PartialTurn]:
    """Yield the plan with the sets in `rows` as they were, natural tiles from anywhere, by choice of kept jokers."""
    if not rows:
        yield plan
        return
    row = min(rows)
    meld = problem.before[row]
    bare = replace(plan, unchanged=plan.unchanged | {row})
    if any(each.meld is meld for each in plan.growing):
        growing = tuple(each for each in plan.growing if each.meld is not meld)
        yield from _keep_unchanged(problem, replace(bare, growing=growing, fixed=(*plan.fixed, meld)), rows - {row})
        return
    for tiles, masks in _list_as_before(problem, plan, meld):
        there = tiles & (plan.stock + plan.swaps)
        drawn = tiles - there
        if drawn <= plan.left(problem):
            core = JokerMeld(meld, tuple(there.elements()), tuple(drawn.elements()), 0)
            yield from _keep_unchanged(problem, replace(add_meld(bare, core, fixed=True), masks=masks), rows - {row})


def _list_as_before(
    problem: Problem, plan: PartialTurn, meld: Meld
) -> Iterator[tuple[Counter[Tile], tuple[Tile, ...]]]:
    """Yield an old set's tiles with jokers as their kept faces, and the kept faces left; none if one isn't kept."""
    naturals = Counter(tile for tile in meld.tiles if tile != JOKER)
    faces = [sorted(meld.may_be(at, problem.box), key=by_color) for at, tile in enumerate(meld.tiles) if tile == JOKER]
    for kept in {tuple(sorted(way, key=by_color)): None for way in product(*faces)}:
        masks = list(plan.masks)
        if Counter(kept) <= Counter(masks):
            for face in kept:
                masks.remove(face)
            yield naturals + Counter(kept), tuple(masks)


# Repair of tables that would be legal if one joker were in a different set


def repair_table(melds: Melds, box: Box) -> Iterator[Melds]:
    """Yield every table in which one joker has moved to another place, if its old set is still a set without it."""
    for row, meld in enumerate(melds):
        others = (*melds[:row], *melds[row + 1 :])
        for at, tile in enumerate(meld.tiles):
            if tile == JOKER and (parts := _remove_joker(meld, at, box)) is not None:
                left = others + parts
                for index, target in enumerate(left):
                    rest = (*left[:index], *left[index + 1 :])
                    yield from (rest + ways for ways in _add_joker(target, box))


def _remove_joker(meld: Meld, at: int, box: Box) -> Melds | None:
    """Return the sets left without the joker at index `at` (one, or two parts of a run); None if they aren't sets."""
    if meld.is_group:
        tiles = (*meld.tiles[:at], *meld.tiles[at + 1 :])
        return (meld.with_tiles(tiles, box),) if len(tiles) >= SMALLEST_SET else None
    parts = (_cut(meld, 0, at), _cut(meld, at + 1, len(meld.tiles)))
    if any(0 < len(part.tiles) < SMALLEST_SET for part in parts):
        return None
    return tuple(part for part in parts if part.tiles)


def _cut(meld: Meld, first: int, end: int) -> Meld:
    return Meld(meld.tiles[first:end], meld.faces[first:end])


def _add_joker(meld: Meld, box: Box) -> Iterator[Melds]:
    """Yield a set with a joker added: to a group, at a run's end, or to complete two tiles split off a run."""
    if meld.is_group:
        if len(meld.tiles) < len(box.colors):
            yield (meld.with_tiles((*meld.tiles, JOKER), box),)
        return
    first, last = meld.faces[0], meld.faces[-1]
    if first.number > box.low:
        yield (Meld((JOKER, *meld.tiles), (Tile(first.color, first.number - 1), *meld.faces)),)
    if last.number < box.high:
        yield (Meld((*meld.tiles, JOKER), (*meld.faces, Tile(last.color, last.number + 1))),)
    if len(meld.tiles) >= PAIR + SMALLEST_SET:
        low, high = _cut(meld, 0, PAIR), _cut(meld, PAIR, len(meld.tiles))
        yield (Meld((*low.tiles, JOKER), (*low.faces, high.faces[0])), high)
        low, high = _cut(meld, 0, len(meld.tiles) - PAIR), _cut(meld, len(meld.tiles) - PAIR, len(meld.tiles))
        yield (low, Meld((JOKER, *high.tiles), (low.faces[-1], *high.faces)))


FREE = JokerRule(start_plans, lambda *_: None)  # the sweep already solves the whole turn
SUBSTITUTED = JokerRule(start_with_kept_jokers, expand_substituted)
ANEW = JokerRule(start_with_kept_jokers, expand_substituted_anew)
NEW_SETS = JokerRule(start_plans, expand_to_new_sets, repair_table)
