"""What may become of a set with a joker where it is frozen, against the rule read word for word (RC-13 to RC-16)."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, permutations, product

import pytest

from engine.rules.frozen import frozen, frozen_both_colors
from engine.rules.turns import Turn
from engine.text.errors import IllegalMove
from engine.tiles.melds import Meld
from engine.tiles.notation import write_table, write_tiles
from engine.tiles.tiles import JOKER, Box, Tile
from tests.brute_force import all_melds
from tests.support.sampled import sampled

SMALL = Box(high=6)
MOST_NEW = 7


@dataclass(frozen=True)
class Rules:
    box: Box = SMALL
    checks: tuple[()] = ()
    crossings: bool = False


def verdict(check: Callable[[Turn], None], turn: Turn) -> bool:
    try:
        check(turn)
    except IllegalMove:
        return False
    return True


# The rule, word for word: every single tile is followed from the table or the rack to its place on the new table, in
# every way that there is; then each joker has been swapped for tiles of the rack, or stayed.


@dataclass(frozen=True)
class One:
    """A single tile: its face, the row that it came from (None: the rack), and which of its row it is."""

    tile: Tile
    row: int | None
    at: int


NewRows = dict[One, int]  # which row of the new table each tile is in
Swaps = dict[One, tuple[One, ...]]  # the tiles that replaced each joker, none for one that stayed


def ways_to_go(turn: Turn) -> Iterator[tuple[NewRows, dict[One, int]]]:
    """Every way in which the tiles can have got there; the second says at which place of its row each joker is."""
    old = [One(tile, row, at) for row, meld in enumerate(turn.before) for at, tile in enumerate(meld.tiles)]
    ones = [*old, *(One(tile, None, at) for at, tile in enumerate(turn.played))]
    slots = [(tile, row, at) for row, meld in enumerate(turn.after) for at, tile in enumerate(meld.tiles)]
    by_face = []
    for face in {one.tile for one in ones}:
        mine = [one for one in ones if one.tile == face]
        spots = [slot for slot in slots if slot[0] == face]
        by_face.append([list(zip(mine, each, strict=True)) for each in permutations(spots)])
    for way in product(*by_face):
        pairs = list(chain.from_iterable(way))
        yield {one: row for one, (_, row, _) in pairs}, {one: at for one, (_, _, at) in pairs}


def by_the_book(turn: Turn, *, both_colors: bool) -> bool:
    return any(
        all(joker_is_right(turn, joker, rows, ats, swaps) for joker in swaps) and all_unlike(swaps)
        for rows, ats in ways_to_go(turn)
        for swaps in ways_to_swap(turn, rows, both_colors=both_colors)
    )


def all_unlike(swaps: Swaps) -> bool:
    used = [one for each in swaps.values() for one in each]
    return len(set(used)) == len(used)


def ways_to_swap(turn: Turn, rows: NewRows, *, both_colors: bool) -> Iterator[Swaps]:
    jokers = [one for one in rows if one.tile == JOKER and one.row is not None]
    new = [one for one in rows if one.row is None and one.tile != JOKER]
    choices = []
    for joker in jokers:
        meld = turn.before[joker.row or 0]
        faces = meld.may_be(joker.at, turn.rules.box)
        fits = [one for one in new if one.tile in faces]
        if both_colors and meld.is_group and len(meld.tiles) == 3 and meld.tiles.count(JOKER) == 1:
            both = [(one, other) for one in fits for other in fits if one.tile != other.tile]
            choices.append([(), *both])
        else:
            choices.append([(), *((one,) for one in fits)])
    return (dict(zip(jokers, way, strict=True)) for way in product(*choices))


def joker_is_right(turn: Turn, joker: One, rows: NewRows, ats: dict[One, int], swaps: Swaps) -> bool:
    box = turn.rules.box
    row = joker.row or 0
    here = rows[joker]
    same = turn.before[row].may_be(joker.at, box) & turn.after[here].may_be(ats[joker], box)
    real = [one for one in rows if one.row == row and one.tile != JOKER]
    if swaps[joker]:
        homes = {rows[one] for one in swaps[joker]}
        return len(homes) == 1 and any(rows[one] in homes for one in real)
    kept = [*real, *(one for one in swaps if one.row == row and not swaps[one])]
    kept += [one for other in swaps if other.row == row for one in swaps[other]]
    more = [one for one in rows if rows[one] == here and one not in kept]
    from_the_rack = all(one.row is None or swaps.get(one) for one in more)
    return bool(same) and all(rows[one] == here for one in kept) and from_the_rack


# Turns at random: rack tiles are added to old sets and new ones, and jokers are taken.


def short_melds(box: Box) -> list[Meld]:
    """The sets of up to five tiles, which are told apart by their tiles alone."""
    return [meld for meld in all_melds(box) if len(meld.tiles) <= 5]


MELDS = short_melds(SMALL)
JOKERED = [meld for meld in MELDS if JOKER in meld.tiles]
NEEDS = {meld.tiles: Counter(meld.tiles) for meld in MELDS}


def some_melds(dice: random.Random, bag: Counter[Tile], melds: Sequence[Meld], most: int) -> list[Meld]:
    """Up to so many sets at random that the bag holds together; takes them out of it."""
    found: list[Meld] = []
    for meld in dice.sample(melds, len(melds)):
        if len(found) == most:
            break
        if all(bag[tile] >= number for tile, number in NEEDS[meld.tiles].items()):
            bag.subtract(meld.tiles)
            found.append(meld)
    return found


def from_after(dice: random.Random) -> tuple[list[Meld], list[Meld]]:
    """A new table, and an old one made of some of its tiles."""
    bag = Counter(SMALL.tiles())
    after = some_melds(dice, bag, JOKERED, 1 + dice.randrange(2)) + some_melds(dice, bag, MELDS, 1 + dice.randrange(3))
    new = Counter(tile for meld in after for tile in meld.tiles)
    return some_melds(dice, new, JOKERED, 1 + dice.randrange(2)) + some_melds(
        dice, new, MELDS, dice.randrange(3)
    ), after


def from_before(dice: random.Random) -> tuple[list[Meld], list[Meld]]:
    """An old table, and a new one in which sets grew, or lost a joker to a new set; whether rightly is the question."""
    bag = Counter(SMALL.tiles())
    before = some_melds(dice, bag, JOKERED, 1 + dice.randrange(2)) + some_melds(dice, bag, MELDS, dice.randrange(2))
    pool = bag + Counter(tile for meld in before for tile in meld.tiles)
    after: list[Meld] = []
    for meld in before:
        naturals = {tile for tile in meld.tiles if tile != JOKER}
        near = [each for each in MELDS if len(naturals.difference(each.tiles)) <= dice.randrange(2)]
        after += some_melds(dice, pool, near, 1)
    after += some_melds(dice, pool, JOKERED, dice.randrange(2))
    left = Counter(tile for meld in before for tile in meld.tiles) - Counter(
        tile for meld in after for tile in meld.tiles
    )
    for tile in left.elements():
        if pool[tile]:
            after += some_melds(dice, pool, [meld for meld in MELDS if tile in meld.tiles], 1)
    return before, after


def some_turns(dice: random.Random) -> Iterator[Turn]:
    while True:
        before, after = dice.choice((from_after, from_before))(dice)
        on_table = Counter(tile for meld in before for tile in meld.tiles)
        new = Counter(tile for meld in after for tile in meld.tiles)
        new.subtract(on_table)
        if min(new.values(), default=-1) >= 0 and 0 < new.total() <= MOST_NEW and on_table[JOKER]:
            yield Turn(Rules(), dice.random() < 0.9, tuple(before), tuple(after), tuple(new.elements()))


@pytest.mark.parametrize("seed", sampled(range(100), 33))
def test_a_frozen_set_may_become_just_what_the_book_allows(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311  # repeatable, not secret
    verdicts: Counter[bool] = Counter()
    for turn, _ in zip(some_turns(dice), range(100), strict=False):
        for check, both_colors in ((frozen, False), (frozen_both_colors, True)):
            verdicts[verdict(check, turn)] += 1

            assert verdict(check, turn) == by_the_book(turn, both_colors=both_colors), (
                both_colors,
                f"{write_table(turn.before)} -> {write_table(turn.after)} with {write_tiles(turn.played)}",
            )
    assert min(verdicts[True], verdicts[False]) >= 10, verdicts
