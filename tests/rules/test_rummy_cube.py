"""Rummy Cube, RC-1 to RC-16: the deal, the turn, the sets, the opening and jokers."""

from functools import partial

import pytest

from engine.game.bench import Picks
from engine.game.bench_keys import NewSet, SetKey, SetTile
from engine.table.bench import make_table_bench
from engine.tiles.crossings import read_sets
from engine.tiles.notation import read_rack
from engine.tiles.tiles import Box
from tests.positions import dealt, position

THIRTY = "r10 b10 k10"

cube = partial(position, "rummy_cube")
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


# The opening


@pytest.mark.parametrize(
    "tiles",
    ["r10 b10 k10", "r3 r4 r5 / b6 k6 o6", "r1 r2 r3 r4 r5 r6 r7 r8", "b9 j b11", "r12 r13 j", "r9 b9 k9 / r1 b1 k1"],
)
def test_an_opening_makes_sets_worth_thirty(tiles: str) -> None:
    """RC-10."""
    after = cube(racks=[f"{tiles.replace('/', '')} o1", "o1"], has_melded=False).play(0, tiles)

    assert after.seats[0].has_melded
    assert not after.seats[1].has_melded


def test_the_opening_is_told_with_its_points() -> None:
    """RC-11."""
    after = cube(table="b1 b2 b3", racks=[f"{THIRTY} b4 o1", "o1"], has_melded=False).play(0, f"a+b4; {THIRTY}")

    assert after.sentences == ["A played R10 B10 K10 as new set B and added B4 to A. First play: 34 points."]


# Jokers


@pytest.mark.parametrize(
    "turn",
    [
        "table: r4 r5 j / r6 r7 r8",
        "table: r4 r5 j=r6 / r6 r7 r8",
        "a:3; b+r6",
        "a:2; b-j>a; b+r6",
        "a-j=r6; a+r6; a-r4 r5; r4 r5 j=r6",
        "a-r7 r8; r6 r7 r8",
        "a-r4 r5 j; r4 r5 j; a+r6",
    ],
)
def test_it_does_not_matter_how_a_replaced_joker_is_entered(turn: str) -> None:
    """RC-15."""
    game = cube(table="r4 r5 j=r6 r7 r8", racks=["r6 o1", "o1"])

    assert game.play(0, turn).table == "R4 R5 J=R6 / R6 R7 R8"


def test_a_replaced_joker_can_be_moved_tile_by_tile() -> None:
    """RC-15."""
    box = Box()
    bench = make_table_bench(box, read_sets("r4 r5 j=r6 r7 r8", box), read_rack("r6", box))

    parted = bench.taken(Picks((), tuple(SetTile("A", index) for index in range(3))), NewSet())
    whole = parted and parted.taken(Picks(read_rack("r6", box), ()), SetKey("A"))

    assert whole
    assert cube(table="r4 r5 j=r6 r7 r8", racks=["r6 o1", "o1"]).play(0, whole.written).table.count("/") == 1
