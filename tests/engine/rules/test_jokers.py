"""What may become of a joker on the table, against the rule read word for word (CL-16 to CL-19)."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product

import pytest

from engine.rules.jokers import substitute2
from engine.rules.turns import Turn
from engine.text.errors import IllegalMove
from engine.tiles.melds import Meld
from engine.tiles.notation import write_table, write_tiles
from engine.tiles.tiles import JOKER, Box, Tile
from tests.engine.rules.test_frozen import Rules, short_melds, some_melds
from tests.support.sampled import sampled

SMALL = Box(high=5)


def verdict(turn: Turn) -> bool:
    try:
        substitute2(turn)
    except IllegalMove:
        return False
    return True


# The rule, word for word: every old joker goes to a place of the new table, every new tile to one of its own.

Slot = tuple[int, int]


def slots(melds: Sequence[Meld]) -> list[tuple[Slot, Tile]]:
    return [((row, at), tile) for row, meld in enumerate(melds) for at, tile in enumerate(meld.tiles)]


def by_the_book(turn: Turn) -> bool:
    box = turn.rules.box
    old = [meld.may_be(at, box) for meld in turn.before for at, tile in enumerate(meld.tiles) if tile == JOKER]
    new = [slot for slot, tile in slots(turn.after) if tile == JOKER]
    return any(pairing_passes(turn, list(zip(old, spots, strict=True))) for spots in permutations(new, len(old)))


def pairing_passes(turn: Turn, pairs: list[tuple[frozenset[Tile], Slot]]) -> bool:
    taken = {slot for _, slot in pairs}
    retrieved = [(faces, row) for faces, (row, at) in pairs if not faces & turn.after[row].may_be(at, turn.rules.box)]
    if not retrieved:
        return True
    if not turn.has_melded:
        return False
    return any(
        all(tile in faces for (faces, _), tile in zip(retrieved, (turn.played[each] for each in freeing), strict=True))
        and all(
            sum(slot[0] == row for each, slot in enumerate(spots) if each not in freeing) >= 2 for _, row in retrieved
        )
        for freeing in permutations(range(len(turn.played)), len(retrieved))
        for spots in where_the_new_tiles_are(turn, taken)
    )


def where_the_new_tiles_are(turn: Turn, taken: set[Slot]) -> Iterator[tuple[Slot, ...]]:
    choices = [[slot for slot, tile in slots(turn.after) if tile == new and slot not in taken] for new in turn.played]
    return (spots for spots in product(*choices) if len(set(spots)) == len(spots))


# Turns at random: a new table, and an old one made of some of its tiles.


MELDS = short_melds(SMALL)
JOKERED = [meld for meld in MELDS if JOKER in meld.tiles]


def some_turn(dice: random.Random) -> Turn:
    bag = Counter(SMALL.tiles())
    after = some_melds(dice, bag, JOKERED, 1 + dice.randrange(2)) + some_melds(dice, bag, MELDS, 1 + dice.randrange(3))
    new = Counter(tile for meld in after for tile in meld.tiles)
    before = some_melds(dice, new, JOKERED, 1 + dice.randrange(2)) + some_melds(dice, new, MELDS, dice.randrange(3))
    return Turn(Rules(SMALL), dice.random() < 0.9, tuple(before), tuple(after), tuple(new.elements()))


@pytest.mark.parametrize("seed", sampled(range(20), 4))
def test_a_joker_may_become_just_what_the_book_allows(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311  # repeatable, not secret
    verdicts: Counter[bool] = Counter()
    for _ in range(150):
        turn = some_turn(dice)
        if len(turn.played) > 7:
            continue
        allowed = verdict(turn)
        verdicts[allowed] += 1

        assert allowed == by_the_book(turn), (
            f"{write_table(turn.before)} -> {write_table(turn.after)} with {write_tiles(turn.played)}"
        )
    assert min(verdicts.values()) >= 5, verdicts
