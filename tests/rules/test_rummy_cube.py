"""Rummy Cube, RC-1 to RC-11: the deal, the turn, the sets and the opening."""

from functools import partial

import pytest

from engine.text import errors
from engine.tiles.crossing_errors import NoCrossings
from tests import positions
from tests.positions import dealt, position

THIRTY = "r10 b10 k10"

cube = partial(position, "rummy_cube")
judge = partial(positions.judge, "rummy_cube")
deal = partial(dealt, "rummy_cube")
refused = pytest.raises


# Before the first turn


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


# Sets


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
