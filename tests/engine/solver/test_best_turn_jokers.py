"""The solver on small tables made for what may become of a freed joker, against all that can be done there."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest

from engine.game.goals import Goal
from engine.rules import frozen, jokers
from engine.rules.claim_rules import ClaimRules
from engine.rules.jokers import find_joker_places
from engine.rules.table_rules import TableRules
from engine.rules.turns import Check
from engine.solver.best_turn import Position, solve
from engine.tiles.crossings import read_sets
from engine.tiles.melds import Meld
from engine.tiles.notation import read_rack
from engine.tiles.tiles import JOKER, Box, Tile, by_color
from tests.brute_force import Everything, all_melds, check, on_table
from tests.engine.solver.test_best_turn import BOXES, FOUR_JOKERS, SMALL, agrees, disturbed, fits, position, rules
from tests.support.sampled import sampled

FROZEN = [frozen.frozen, frozen.frozen_both_colors]
NEW_SETS = [jokers.substitute2_anew, jokers.free_to_new_sets]


def keys(found: Sequence[Check]) -> list[str]:
    return [each.__name__ for each in found]


def freeing(table: Sequence[Meld], left: Counter[Tile], box: Box, dice: random.Random) -> Iterator[Tile]:
    """A tile for each joker of the table, as far as there is one; takes it out of what is left."""
    for joker in find_joker_places(table):
        faces = [face for face in sorted(joker.faces(box), key=by_color) if left[face]]
        if faces:
            tile = dice.choice(faces)
            left[tile] -= 1
            yield tile


def swappable(settled: TableRules, dice: random.Random) -> Position:
    """A set with jokers, perhaps another set, and the tiles that replace the jokers."""
    box = settled.box
    melds = all_melds(box)
    jokered = [meld for meld in melds if JOKER in meld.tiles and len(meld.tiles) > 3]
    left = Counter(box.tiles())
    table: list[Meld] = []
    for meld in (dice.choice(jokered), *dice.sample(melds, dice.randint(0, 1))):
        if Counter(meld.tiles) <= left:
            left -= Counter(meld.tiles)
            table.append(meld)
    rack = list(freeing(table, left, box, dice))
    rack += dice.sample(sorted(left.elements(), key=by_color), dice.randint(1, 2))
    return Position(settled, on_table(table), tuple(rack), has_melded=True)


def twinned(settled: TableRules, dice: random.Random) -> Position:
    """A set, one with a joker, the tile that frees it, and most tiles of a twin of the first set."""
    box = settled.box
    melds = [meld for meld in all_melds(box) if len(meld.tiles) <= 4]
    jokered = [meld for meld in melds if meld.tiles.count(JOKER) == 1]
    while True:
        table = [dice.choice(melds), dice.choice(jokered)]
        left = Counter(box.tiles())
        left.subtract(tile for meld in table for tile in meld.tiles)
        twin = Counter(tile for tile in table[0].tiles if tile != JOKER)
        if min(left.values()) < 0 or not twin <= left:
            continue
        left.subtract(twin)
        rack = [*twin.elements(), *freeing(table[1:], left, box, dice)][-4:]
        rack += dice.sample(sorted((+left).elements(), key=by_color), dice.randint(0, 1))
        return Position(settled, on_table(table), tuple(rack), has_melded=True)


@pytest.mark.parametrize("seed", sampled(range(3), 3))
@pytest.mark.parametrize("box", BOXES, ids=["two jokers", "four jokers", "four colors"])
@pytest.mark.parametrize("mode", FROZEN, ids=keys(FROZEN))
def test_no_turn_is_better_than_the_one_found_where_a_joker_can_be_replaced(mode: Check, box: Box, seed: int) -> None:
    dice = random.Random(f"swaps {mode.__name__} {box} {seed}")  # noqa: S311  # the same dice each time

    for _ in range(4 if box is FOUR_JOKERS else 10):
        agrees(swappable(replace(rules(), box=box, jokers=mode), dice))


@pytest.mark.parametrize("seed", sampled(range(3), 3))
@pytest.mark.parametrize("box", [SMALL, FOUR_JOKERS], ids=["two jokers", "four jokers"])
@pytest.mark.parametrize("mode", NEW_SETS, ids=keys(NEW_SETS))
def test_no_turn_is_better_than_the_one_found_where_a_set_can_have_a_twin(mode: Check, box: Box, seed: int) -> None:
    dice = random.Random(f"twins {mode.__name__} {box} {seed}")  # noqa: S311  # the same dice each time

    for _ in range(4 if box is FOUR_JOKERS else 10):
        agrees(twinned(replace(rules(), box=box, jokers=mode), dice))


@pytest.mark.parametrize(
    ("mode", "make"), [*((mode, swappable) for mode in FROZEN), *((mode, twinned) for mode in NEW_SETS)]
)
def test_no_fit_disturbs_less_than_the_one_found_there(
    mode: Check, make: Callable[[TableRules, random.Random], Position]
) -> None:
    dice = random.Random(f"fits {mode.__name__} of these")  # noqa: S311  # the same dice each time

    for _ in range(6):
        fits(make(replace(rules(), box=SMALL, jokers=mode), dice))


@pytest.mark.parametrize(
    ("table", "fit"),
    [
        ("J B3 J B5", "R3 B4 R4 K5 R5"),
        ("J B2 B3 B4 J / R1 R2 R3", "K2 B1 B5 K4"),
        ("R1 R2 J / R5 B5 J / B1 B2 B3 B4", "K4 K2 K5 K3 R4 R4"),
    ],
)
def test_a_fit_lays_a_freed_joker_with_two_of_its_tiles(table: str, fit: str) -> None:
    settled = replace(rules(), box=SMALL, jokers=jokers.substitute2)
    where = Position(settled, read_sets(table, SMALL), read_rack(fit, SMALL), has_melded=True)
    turns = Everything(where).turns(where.rack)

    answer = solve(where, Goal.FIT, where.rack)

    assert answer is not None
    assert disturbed(where, check(where, answer).after) == min(disturbed(where, turn.after) for turn in turns)


@pytest.mark.parametrize(
    ("table", "rack"),
    [("R3 B3 J / K1 K2 J / B2 B3 B4", "K5 K3"), ("K1 J K3 K4 / J=K2 K3 K4", "B2 K1 K2 K2 R2")],
)
def test_a_group_of_jokers_that_are_the_same_tile_has_no_more_tiles_than_colors(table: str, rack: str) -> None:
    settled = replace(rules(), box=SMALL, jokers=jokers.free_to_new_sets)

    agrees(Position(settled, read_sets(table, SMALL), read_rack(rack, SMALL), has_melded=True))


@pytest.mark.parametrize("crossings", [False, True], ids=["sets apart", "sets cross"])
def test_a_claimed_set_that_stays_can_have_a_grown_twin(crossings: bool) -> None:
    where = position("R4 R5 R6 / B3 B4 J", "B5 R4 R5 R6", key="rummi200kub")
    assert isinstance(where.rules, ClaimRules)
    claimed = replace(where, rules=replace(where.rules, crossings=crossings), claimed=frozenset("A"))

    answer = solve(claimed, Goal.OUT)

    assert answer is not None
    assert len(check(claimed, answer).played) == 4
