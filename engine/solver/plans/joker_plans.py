"""How plans go on for the jokers of the table, in the modes in which those keep their faces."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, product

from engine.rules.jokers import Place, joker_places
from engine.solver.plans.branch_and_bound import Melds, Mode, Old, Plan, Quest, group_of
from engine.solver.plans.joker_sets import Core, Stores, companies, lengthened, threes, together
from engine.solver.plans.repair import mended
from engine.solver.sweep import Growing
from engine.tiles.melds import Meld
from engine.tiles.tiles import JOKER, Box, Tile, by_color


def started(quest: Quest) -> Iterator[Plan]:
    """The whole table to be arranged, with its jokers for anything; sets that stand only grow.

    In those that may lose a joker for its tile, every choice of such is a plan of its own.
    """
    free_sets = (meld.tiles for row, meld in enumerate(quest.before) if row not in quest.still)
    stock = Counter(chain.from_iterable(free_sets))
    jokers = stock.pop(JOKER, 0)
    places = list(joker_places(quest.before))
    plan = Plan(
        stock=stock,
        jokers=jokers,
        growing=tuple(Growing(quest.before[row], by_rack=False) for row in sorted(quest.still - quest.swappable)),
        open=tuple(Old(place, place.faces(quest.box)) for place in places if place.row not in quest.still),
    )
    ways = [list(_swaps(quest, row, places)) for row in sorted(quest.swappable)]
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


def _swaps(quest: Quest, row: int, places: Sequence[Place]) -> Iterator[tuple[Meld, tuple[Old, ...], tuple[Tile, ...]]]:
    """A set that stands, with every choice of its jokers replaced: the set, those jokers, and the tiles for them."""
    meld = quest.before[row]
    olds = [Old(place, place.faces(quest.box), paid=True) for place in places if place.row == row]
    for size in range(len(olds) + 1):
        for swapped in combinations(olds, size):
            for tiles in product(*(sorted(old.faces, key=by_color) for old in swapped)):
                if Counter(tiles) <= quest.rack:
                    yield _replaced(meld, swapped, tiles, quest.box), swapped, tiles


def _replaced(meld: Meld, swapped: Sequence[Old], tiles: Sequence[Tile], box: Box) -> Meld:
    new = list(meld.tiles)
    for old, tile in zip(swapped, tiles, strict=True):
        new[old.place.at] = tile
    return group_of(new, meld.faces[0].number, box) if meld.is_group else Meld(tuple(new), meld.faces)


def kept_where_needed(quest: Quest) -> Iterator[Plan]:
    """As `started`, each joker for which the rack has no tile being what it has to stay.

    Where that may be two faces, it is left open as long as all sets can be disturbed: then it mostly does no harm.
    """
    for plan in started(quest):
        settled = [plan]
        for old in plan.open:
            can_go = old.paid or (quest.opened and any(quest.rack[face] for face in old.faces))
            alone = not any(other.faces & old.faces for other in plan.open if other is not old)
            if not can_go and (quest.still or (alone and len(old.faces) == 1)):
                settled = [kept for each in settled if old in each.open for kept in _kept(quest, each, old)] + [
                    each for each in settled if old not in each.open
                ]
        yield from (replace(each, alike=quest.opened and not quest.still) for each in settled)


def free(quest: Quest, plan: Plan, melds: Melds) -> None:
    """Nothing has to be settled."""
    del quest, plan, melds


def substituted(quest: Quest, plan: Plan, melds: Melds) -> Iterator[Plan] | None:
    """A joker is kept, or replaced from the rack and laid with two more tiles of it."""
    if plan.open:
        return _settled(quest, plan, _first_moved(quest, plan, melds))
    if plan.loose:
        return _in_company(quest, plan)
    return None


def substituted_anew(quest: Quest, plan: Plan, melds: Melds) -> Iterator[Plan] | None:
    """As `substituted`, and the set that a joker was laid in must not have grown into one that lay there."""
    return substituted(quest, plan, melds) or _closed(quest, plan)


def to_new_sets(quest: Quest, plan: Plan, melds: Melds) -> Iterator[Plan] | None:
    """A joker is kept, or becomes something else in a set that is new."""
    if plan.open:
        return _kept_or_turned(quest, plan, _first_moved(quest, plan, melds))
    if plan.turned:
        return _in_new_sets(quest, plan)
    return _closed(quest, plan)


def _first_moved(quest: Quest, plan: Plan, melds: Melds) -> Old:
    """A joker that is not settled and is nowhere what it was."""
    now = [place.faces(quest.box) for place in joker_places(melds)]
    return next((old for old in plan.open if not any(faces & old.faces for faces in now)), plan.open[0])


def _settled(quest: Quest, plan: Plan, old: Old) -> Iterator[Plan]:
    yield from _kept(quest, plan, old)
    left = plan.left(quest)
    others = tuple(each for each in plan.open if each is not old)
    if not quest.opened:
        return
    if old.paid:
        yield replace(plan, open=others, loose=plan.loose + 1)
        return
    for face in sorted(old.faces, key=by_color):
        if left[face] > 0:
            yield replace(plan, open=others, loose=plan.loose + 1, swaps=plan.swaps + Counter([face]))


def _kept(quest: Quest, plan: Plan, old: Old) -> Iterator[Plan]:
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
            for core in together(core_of, plan.stock, plan.left(quest), quest.box):
                lying = laid(plan, core, fixed=True)
                yield replace(lying, open=tuple(each for each in others if each not in mates))


def laid(plan: Plan, core: Core, *, fixed: bool) -> Plan:
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


def _in_company(quest: Quest, plan: Plan) -> Iterator[Plan]:
    for core in companies(Stores(quest.box, plan.stock + plan.swaps, plan.left(quest), plan.loose)):
        yield replace(laid(plan, core, fixed=False), loose=plan.loose - core.jokers)


def _kept_or_turned(quest: Quest, plan: Plan, old: Old) -> Iterator[Plan]:
    """The joker stays one of its faces, or becomes any other, wherever that lies."""
    yield from _kept(quest, plan, old)
    bare = replace(plan, jokers=plan.jokers - 1, open=tuple(each for each in plan.open if each is not old))
    for face in quest.box.faces():
        if face not in old.faces:
            turned = (*plan.turned, face)
            yield replace(bare, stock=plan.stock + Counter([face]), masks=(*plan.masks, face), turned=turned)


def _in_new_sets(quest: Quest, plan: Plan) -> Iterator[Plan]:
    """The first joker that became something else, in every smallest set in which it can be that."""
    face, *rest = plan.turned
    if plan.stock[face] <= 0:  # it lies in a set laid for another joker
        yield replace(plan, turned=tuple(rest))
        return
    place = plan.masks.index(face)
    masks = (*plan.masks[:place], *plan.masks[place + 1 :])
    stock = plan.stock - Counter([face])
    bare = replace(plan, stock=stock, masks=masks, jokers=plan.jokers + 1, turned=tuple(rest))
    for core in threes(Stores(quest.box, stock, plan.left(quest), 0), face):
        yield laid(bare, core, fixed=False)


def _closed(quest: Quest, plan: Plan) -> Iterator[Plan]:
    """The first set laid for a joker, with everything that may hang over, as long as it is new.

    Where each of them is closed, what else lies on the table can't mend a turn that is not legal.
    """
    if not plan.cores:
        return
    meld, *rest = plan.cores
    standing = tuple(each for each in plan.growing if each.meld is not meld)
    bare = replace(plan, cores=tuple(rest), growing=standing)
    stores = Stores(quest.box, plan.stock + plan.swaps, plan.left(quest), 0)
    for core in lengthened(meld, stores):
        closed, held = laid(bare, core, fixed=True), _held_rows(core.meld, quest.before)
        if not held or not set(core.meld.tiles).isdisjoint(plan.masks):  # a kept joker in it makes it another set
            yield closed
        if held:
            yield from _with_unchanged(quest, closed, held - plan.unchanged)


def _held_rows(meld: Meld, before: Sequence[Meld]) -> frozenset[int]:
    """Return the rows of the old sets whose tiles the set holds."""
    tiles = Counter(meld.tiles)
    return frozenset(row for row, old in enumerate(before) if Counter(old.tiles) <= tiles)


def _with_unchanged(quest: Quest, plan: Plan, rows: frozenset[int]) -> Iterator[Plan]:
    """Lay these old sets as they were, each of any copies of its tiles."""
    if not rows:
        yield plan
        return
    row = min(rows)
    meld = quest.before[row]
    bare = replace(plan, unchanged=plan.unchanged | {row})
    if any(each.meld is meld for each in plan.growing):
        growing = tuple(each for each in plan.growing if each.meld is not meld)
        yield from _with_unchanged(quest, replace(bare, growing=growing, fixed=(*plan.fixed, meld)), rows - {row})
        return
    for tiles, masks in _as_before(quest, plan, meld):
        lying = tiles & (plan.stock + plan.swaps)
        drawn = tiles - lying
        if drawn <= plan.left(quest):
            core = Core(meld, tuple(lying.elements()), tuple(drawn.elements()), 0)
            yield from _with_unchanged(quest, replace(laid(bare, core, fixed=True), masks=masks), rows - {row})


def _as_before(quest: Quest, plan: Plan, meld: Meld) -> Iterator[tuple[Counter[Tile], tuple[Tile, ...]]]:
    """The tiles that a set lies as it was of, kept jokers as what they are kept as, and the masks that are left."""
    naturals = Counter(tile for tile in meld.tiles if tile != JOKER)
    faces = [sorted(meld.may_be(at, quest.box), key=by_color) for at, tile in enumerate(meld.tiles) if tile == JOKER]
    for kept in {tuple(sorted(way, key=by_color)): None for way in product(*faces)}:
        masks = list(plan.masks)
        if Counter(kept) <= Counter(masks):
            for face in kept:
                masks.remove(face)
            yield naturals + Counter(kept), tuple(masks)


FREE = Mode(started, free)
SUBSTITUTED = Mode(kept_where_needed, substituted)
ANEW = Mode(kept_where_needed, substituted_anew)
NEW_SETS = Mode(started, to_new_sets, mended)
