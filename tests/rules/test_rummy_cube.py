"""Rummy Cube, RC-1 to RC-11: the deal, the turn, the sets and the opening."""

from collections import Counter
from functools import partial

import pytest

from engine.game.events import DrewForOrder
from engine.table.dealing import draw_for_order, highest_begins
from engine.text import errors
from engine.tiles.crossing_errors import NoCrossings
from engine.tiles.notation import read_rack
from engine.tiles.tiles import JOKER
from engine.variants.rummy_cube import VARIANT
from tests import positions
from tests.positions import dealt, position, tiles_in_play

THIRTY = "r10 b10 k10"

cube = partial(position, "rummy_cube")
judge = partial(positions.judge, "rummy_cube")
deal = partial(dealt, "rummy_cube")
refused = pytest.raises


def drawn_for_order(tiles: str, seats: int = 3) -> tuple[int, int]:
    """How many rounds of draws it took, and who begins."""
    rounds, first = draw_for_order(
        range(seats), iter(read_rack(tiles, VARIANT.box)), VARIANT.rules.order or highest_begins
    )
    return len(rounds), first


# Before the first turn


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_it_is_for_two_to_four(seats: int) -> None:
    """RC-1."""
    with refused(errors.WrongPlayerCount, match=rf"needs 2 to 4 players. You have {seats}\. \(RC-1\)"):
        deal(seats)


def test_a_hundred_and_six_tiles_are_in_the_box() -> None:
    """RC-1."""
    tiles = Counter(VARIANT.box.tiles())

    assert tiles.pop(JOKER) == 2
    assert tiles == Counter(read_rack(" ".join(f"{c}{n}" for c in "RBKO" for n in range(1, 14)), VARIANT.box) * 2)


@pytest.mark.parametrize(
    ("tiles", "rounds", "first"),
    [
        ("r5 o11 b2", 1, 1),
        ("r2 o1 b2 k3 k1", 2, 0),
        ("r4 o12 b4", 1, 1),
        ("r11 o2 b11 k1 k3", 2, 2),
        ("j r3 r2 r4", 2, 0),
        ("j r3 r2 r1", 2, 1),
    ],
)
def test_the_highest_draw_begins_and_ties_and_jokers_are_drawn_again(tiles: str, rounds: int, first: int) -> None:
    """RC-2."""
    assert drawn_for_order(tiles) == (rounds, first)


@pytest.mark.parametrize("number", range(6))
def test_the_tiles_drawn_for_order_go_back_into_the_box(number: int) -> None:
    """RC-2."""
    step = VARIANT.setup(4, bytes([number]) * 32, 0, {})

    assert tiles_in_play(step.state) == Counter(VARIANT.box.tiles())
    assert isinstance(step.events[0], DrewForOrder)
    assert step.events[0].first == step.state.turn


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everyone_gets_fourteen_tiles_and_the_rest_is_the_pool(seats: int) -> None:
    """RC-3."""
    game = deal(seats)

    assert [len(seat.rack) for seat in game.seats] == [14] * seats
    assert game.pool == 106 - 14 * seats


def test_nobody_sees_another_rack() -> None:
    """RC-3."""
    view = deal(3).view(1)

    assert view.rack
    assert [seat.rack for seat in view.seats] == [None] * 3
    assert deal(3).view(None).rack is None


@pytest.mark.parametrize(("direction", "turns"), [("clockwise", [2, 0, 1]), ("counter", [0, 2, 1])])
def test_turns_go_round_as_the_table_says(direction: str, turns: list[int]) -> None:
    """RC-3."""
    game = cube(racks=["r1", "r2", "r3"], turn=1, options={"direction": direction})

    assert [(game := game.draw(game.turn)).turn for _ in range(3)] == turns


def test_counter_clockwise_passes_and_resignations_go_round_that_way_too() -> None:
    """RC-3."""
    racks, options = ["r11", "r2", "r3", "r7"], {"direction": "counter"}
    game = cube(table="r8 r9 r10", racks=racks, pool="", turn=1, options=options)

    passed = game.passes(1).passes(0)
    assert passed.turn == 3
    assert passed.resign(1).passes(3).outcome is None
    assert passed.resign(1).passes(3).passes(2).outcome
    assert passed.resign(2).passes(3).outcome
    assert passed.resign(3).turn == 2


@pytest.mark.parametrize("line", ["draw", "play r1 r2 r3", "pass", "timeup idle"])
def test_only_the_player_to_move_acts(line: str) -> None:
    """RC-3."""
    with refused(errors.NotYourTurn):
        cube(racks=["r1", "r1 r2 r3"], pool="").does(1, line, now=10**6)


# A turn


def test_what_a_turn_adds_comes_from_the_players_own_rack() -> None:
    """RC-4."""
    with refused(errors.NotOnYourRack, match=r"O3.*\(RC-4\)"):
        cube(racks=["r3 b3 k3", "o3 o3"]).play(0, "r3 b3 k3 o3")


def test_what_is_laid_leaves_the_rack() -> None:
    """RC-4."""
    after = cube(racks=["r3 b3 b3 k3 o9", "o1"]).play(0, "r3 b3 k3")

    assert (after.rack(0), after.table) == ("B3 O9", "R3 B3 K3")


def test_a_draw_takes_one_tile_and_ends_the_turn() -> None:
    """RC-5."""
    after = cube(racks=["r1", "r2"], pool="k9 o5").draw(0)

    assert (after.rack(0), after.turn, after.pool) == ("R1 O5", 1, 1)


def test_a_drawn_tile_waits_for_the_next_turn_however_well_it_fits() -> None:
    """RC-5."""
    game = cube(racks=["r3 b3", "o9"], pool="o8 k3").draw(0)

    with refused(errors.NotYourTurn):
        game.play(0, "r3 b3 k3")
    assert game.draw(1).play(0, "r3 b3 k3").outcome


@pytest.mark.parametrize("count", [0, 2, 3])
def test_one_draw_is_one_tile(count: int) -> None:
    """RC-5."""
    with refused(errors.WrongDraw):
        cube(racks=["r1", "r2"], pool="k1 k2 k3").draw(0, count)


def test_drawing_is_a_free_choice() -> None:
    """RC-5."""
    assert cube(racks=["r3 b3 k3", "o9"]).draw(0).rack(0).startswith("R3 B3 K3 ")


# Sets


def test_a_set_that_is_broken_at_the_end_is_named() -> None:
    """RC-8."""
    with refused(errors.NotASet, match=r"Set A \(R3 R4\) isn't valid.*\(RC-8\)"):
        cube(table="r3 r4 r5", racks=["r6 r7 o9", "o1"]).play(0, "a-r5; r5 r6 r7")


def test_a_tile_counts_in_one_set_only() -> None:
    """RC-9."""
    with refused(errors.NotOnYourRack):
        judge(table="r3 r4 r5", rack="b5 k5", after="r3 r4 r5 / r5 b5 k5")
    with refused(NoCrossings, match="RC-9"):
        cube(table="r3 r4 r5", racks=["b5 k5", "o1"]).play(0, "r5@a b5 k5")


# The opening


@pytest.mark.parametrize(
    "tiles",
    ["r10 b10 k10", "r3 r4 r5 / b6 k6 o6", "r1 r2 r3 r4 r5 r6 r7 r8", "b9 j b11", "r12 r13 j", "r9 b9 k9 / r1 b1 k1"],
)
def test_an_opening_makes_sets_worth_thirty(tiles: str) -> None:
    """RC-10."""
    after = cube(racks=[f"{tiles.replace('/', '')} o1", "o1"], opened=False).play(0, tiles)

    assert after.seats[0].has_melded
    assert not after.seats[1].has_melded


def test_later_turns_are_worth_anything() -> None:
    """RC-10."""
    game = cube(racks=[f"{THIRTY} r1 b1 k1 o9", "o1"], opened=False)

    assert game.play(0, THIRTY).draw(1).play(0, "r1 b1 k1").table == "R10 B10 K10 / R1 B1 K1"


def test_the_opening_is_told_with_its_points() -> None:
    """RC-11."""
    after = cube(table="b1 b2 b3", racks=[f"{THIRTY} b4 o1", "o1"], opened=False).play(0, f"a+b4; {THIRTY}")

    assert after.sentences == ["A played R10 B10 K10 as new set B and added B4 to A. First play: 34 points."]
