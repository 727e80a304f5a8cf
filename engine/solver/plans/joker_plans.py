"""How plans go on for the jokers of the table, in the modes in which those keep their faces."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, product

from engine.rules.jokers import JokerPlace, joker_places
from engine.solver.plans.branch_and_bound import JokerRule
from engine.solver.plans.joker_sets import JokerMeld, JokerSupply, companies, lengthened, threes, together
from engine.solver.plans.kept_jokers import group_of
from engine.solver.plans.partial_turns import Melds, PartialTurn, Problem, TableMeld
from engine.solver.plans.repair import mended
from engine.solver.sweep import Growing
from engine.tiles.melds import Meld
from engine.tiles.tiles import JOKER, Box, Tile, by_color


def started(problem: Problem) -> Iterator[PartialTurn]:
    """The whole table to be arranged, with its jokers for anything; sets that stand only grow.

    In those that may lose a joker for its tile, every choice of such is a plan of its own.
    """
    free_sets = (meld.tiles for row, meld in enumerate(problem.before) if row not in problem.still)
    stock = Counter(chain.from_iterable(free_sets))
    jokers = stock.pop(JOKER, 0)
    places = list(joker_places(problem.before))
    plan = PartialTurn(
        stock=stock,
        jokers=jokers,
        growing=tuple(Growing(problem.before[row], by_rack=False) for row in sorted(problem.still - problem.swappable)),
        open=tuple(TableMeld(place, place.faces(problem.box)) for place in places if place.row not in problem.still),
    )
    ways = [list(_swaps(problem, row, places)) for row in sorted(problem.swappable)]
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


def _swaps(
    problem: Problem, row: int, places: Sequence[JokerPlace]
) -> Iterator[tuple[Meld, tuple[TableMeld, ...], tuple[Tile, ...]]]:
    """A set that stands, with every choice of its jokers replaced: the set, those jokers, and the tiles for them."""
    meld = problem.before[row]
    olds = [TableMeld(place, place.faces(problem.box), paid=True) for place in places if place.row == row]
    for size in range(len(olds) + 1):
        for swapped in combinations(olds, size):
            for tiles in product(*(sorted(old.faces, key=by_color) for old in swapped)):
                if Counter(tiles) <= problem.rack:
                    yield _replaced(meld, swapped, tiles, problem.box), swapped, tiles


def _replaced(meld: Meld, swapped: Sequence[TableMeld], tiles: Sequence[Tile], box: Box) -> Meld:
    new = list(meld.tiles)
    for old, tile in zip(swapped, tiles, strict=True):
        new[old.place.at] = tile
    return group_of(new, meld.faces[0].number, box) if meld.is_group else Meld(tuple(new), meld.faces)


def kept_where_needed(problem: Problem) -> Iterator[PartialTurn]:
    """As `started`, each joker for which the rack has no tile being what it has to stay.

    Where that may be two faces, it is left open as long as all sets can be disturbed: then it mostly does no harm.
    """
    for plan in started(problem):
        settled = [plan]
        for old in plan.open:
            can_go = old.paid or (problem.opened and any(problem.rack[face] for face in old.faces))
            alone = not any(other.faces & old.faces for other in plan.open if other is not old)
            if not can_go and (problem.still or (alone and len(old.faces) == 1)):
                settled = [kept for each in settled if old in each.open for kept in _kept(problem, each, old)] + [
                    each for each in settled if old not in each.open
                ]
        yield from (replace(each, alike=problem.opened and not problem.still) for each in settled)


def free(problem: Problem, plan: PartialTurn, melds: Melds) -> None:
    """Nothing has to be settled."""
    del problem, plan, melds


def substituted(problem: Problem, plan: PartialTurn, melds: Melds) -> Iterator[PartialTurn] | None:
    """A joker is kept, or replaced from the rack and laid with two more tiles of it."""
    if plan.open:
        return _settled(problem, plan, _first_moved(problem, plan, melds))
    if plan.loose:
        return _in_company(problem, plan)
    return None


def substituted_anew(problem: Problem, plan: PartialTurn, melds: Melds) -> Iterator[PartialTurn] | None:
    """As `substituted`, and the set that a joker was laid in must not have grown into one that lay there."""
    return substituted(problem, plan, melds) or _closed(problem, plan)


def to_new_sets(problem: Problem, plan: PartialTurn, melds: Melds) -> Iterator[PartialTurn] | None:
    """A joker is kept, or becomes something else in a set that is new."""
    if plan.open:
        return _kept_or_turned(problem, plan, _first_moved(problem, plan, melds))
    if plan.turned:
        return _in_new_sets(problem, plan)
    return _closed(problem, plan)


def _first_moved(problem: Problem, plan: PartialTurn, melds: Melds) -> TableMeld:
    """A joker that is not settled and is nowhere what it was."""
    now = [place.faces(problem.box) for place in joker_places(melds)]
    return next((old for old in plan.open if not any(faces & old.faces for faces in now)), plan.open[0])


def _settled(problem: Problem, plan: PartialTurn, old: TableMeld) -> Iterator[PartialTurn]:
    yield from _kept(problem, plan, old)
    left = plan.left(problem)
    others = tuple(each for each in plan.open if each is not old)
    if not problem.opened:
        return
    if old.paid:
        yield replace(plan, open=others, loose=plan.loose + 1)
        return
    for face in sorted(old.faces, key=by_color):
        if left[face] > 0:
            yield replace(plan, open=others, loose=plan.loose + 1, swaps=plan.swaps + Counter([face]))


def _kept(problem: Problem, plan: PartialTurn, old: TableMeld) -> Iterator[PartialTurn]:
    """The joker stays one of its faces: it is a tile like any other."""
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
        for mates in combinations(others, size):
            core_of = [old.faces, *(mate.faces for mate in mates)]
            for core in together(core_of, plan.stock, plan.left(problem), problem.box):
                lying = laid(plan, core, fixed=True)
                yield replace(lying, open=tuple(each for each in others if each not in mates))


def laid(plan: PartialTurn, core: JokerMeld, *, fixed: bool) -> PartialTurn:
    """The plan with a set more: as it is, or to grow. What replaced a joker may lie in it like a tile of the table."""
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


def _in_company(problem: Problem, plan: PartialTurn) -> Iterator[PartialTurn]:
    for core in companies(JokerSupply(problem.box, plan.stock + plan.swaps, plan.left(problem), plan.loose)):
        yield replace(laid(plan, core, fixed=False), loose=plan.loose - core.jokers)


def _kept_or_turned(problem: Problem, plan: PartialTurn, old: TableMeld) -> Iterator[PartialTurn]:
    """The joker stays one of its faces, or becomes any other, wherever that lies."""
    yield from _kept(problem, plan, old)
    bare = replace(plan, jokers=plan.jokers - 1, open=tuple(each for each in plan.open if each is not old))
    for face in problem.box.faces():
        if face not in old.faces:
            turned = (*plan.turned, face)
            yield replace(bare, stock=plan.stock + Counter([face]), masks=(*plan.masks, face), turned=turned)


def _in_new_sets(problem: Problem, plan: PartialTurn) -> Iterator[PartialTurn]:
    """The first joker that became something else, in every smallest set in which it can be that."""
    face, *rest = plan.turned
    if plan.stock[face] <= 0:  # it lies in a set laid for another joker
        yield replace(plan, turned=tuple(rest))
        return
    place = plan.masks.index(face)
    masks = (*plan.masks[:place], *plan.masks[place + 1 :])
    stock = plan.stock - Counter([face])
    bare = replace(plan, stock=stock, masks=masks, jokers=plan.jokers + 1, turned=tuple(rest))
    for core in threes(JokerSupply(problem.box, stock, plan.left(problem), 0), face):
        yield laid(bare, core, fixed=False)


def _closed(problem: Problem, plan: PartialTurn) -> Iterator[PartialTurn]:
    """The first set laid for a joker, with everything that may hang over, as long as it is new.

    Where each of them is closed, what else lies on the table can't mend a turn that is not legal.
    """
    if not plan.cores:
        return
    meld, *rest = plan.cores
    standing = tuple(each for each in plan.growing if each.meld is not meld)
    bare = replace(plan, cores=tuple(rest), growing=standing)
    supply = JokerSupply(problem.box, plan.stock + plan.swaps, plan.left(problem), 0)
    for core in lengthened(meld, supply):
        closed, held = laid(bare, core, fixed=True), _held_rows(core.meld, problem.before)
        if not held or not set(core.meld.tiles).isdisjoint(plan.masks):  # a kept joker in it makes it another set
            yield closed
        if held:
            yield from _with_unchanged(problem, closed, held - plan.unchanged)


def _held_rows(meld: Meld, before: Sequence[Meld]) -> frozenset[int]:
    """Return the rows of the old sets whose tiles the set holds."""
    tiles = Counter(meld.tiles)
    return frozenset(row for row, old in enumerate(before) if Counter(old.tiles) <= tiles)


def _with_unchanged(problem: Problem, plan: PartialTurn, rows: frozenset[int]) -> Iterator[PartialTurn]:
    """Lay these old sets as they were, each of any copies of its tiles."""
    if not rows:
        yield plan
        return
    row = min(rows)
    meld = problem.before[row]
    bare = replace(plan, unchanged=plan.unchanged | {row})
    if any(each.meld is meld for each in plan.growing):
        growing = tuple(each for each in plan.growing if each.meld is not meld)
        yield from _with_unchanged(problem, replace(bare, growing=growing, fixed=(*plan.fixed, meld)), rows - {row})
        return
    for tiles, masks in _as_before(problem, plan, meld):
        lying = tiles & (plan.stock + plan.swaps)
        drawn = tiles - lying
        if drawn <= plan.left(problem):
            core = JokerMeld(meld, tuple(lying.elements()), tuple(drawn.elements()), 0)
            yield from _with_unchanged(problem, replace(laid(bare, core, fixed=True), masks=masks), rows - {row})


def _as_before(problem: Problem, plan: PartialTurn, meld: Meld) -> Iterator[tuple[Counter[Tile], tuple[Tile, ...]]]:
    """The tiles that a set lies as it was of, kept jokers as what they are kept as, and the masks that are left."""
    naturals = Counter(tile for tile in meld.tiles if tile != JOKER)
    faces = [sorted(meld.may_be(at, problem.box), key=by_color) for at, tile in enumerate(meld.tiles) if tile == JOKER]
    for kept in {tuple(sorted(way, key=by_color)): None for way in product(*faces)}:
        masks = list(plan.masks)
        if Counter(kept) <= Counter(masks):
            for face in kept:
                masks.remove(face)
            yield naturals + Counter(kept), tuple(masks)


FREE = JokerRule(started, free)
SUBSTITUTED = JokerRule(kept_where_needed, substituted)
ANEW = JokerRule(kept_where_needed, substituted_anew)
NEW_SETS = JokerRule(started, to_new_sets, mended)
