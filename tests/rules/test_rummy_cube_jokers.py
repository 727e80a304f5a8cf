"""Rummy Cube, RC-12 to RC-16: what jokers stand for, and how they freeze the sets that they lie in."""

import re
from functools import partial

import pytest

from engine.game.bench import Picks
from engine.game.bench_keys import NewSet, SetKey, SetTile
from engine.table.bench import make_table_bench
from engine.text import errors
from engine.tiles.crossings import read_sets
from engine.tiles.notation import read_rack
from engine.tiles.tiles import Box
from tests.positions import position

THIRTY = "r10 b10 k10"

cube = partial(position, "rummy_cube")
refused = pytest.raises


def test_two_jokers_in_one_set_are_declared_where_it_is_not_plain() -> None:
    """RC-12."""
    game = cube(racks=["r10 j j k1", "o1"], opened=False)

    with refused(errors.JokerUnclear, match=r"a group of 10s or R10 R11 R12 or R8 R9 R10. .* such as J=R11. \(RC-12\)"):
        game.play(0, "r10 j j")
    assert game.play(0, "r10 j=r11 j").table == "R10 J=R11 J=R12"
    assert game.play(0, "r10 j=b10 j").table == "R10 J=10 J=10"
    assert cube(table="r10 j=r11 j", racks=[f"{THIRTY} o1", "o1"]).play(0, THIRTY).table.startswith("R10 J=R11 J=R12")


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

    parted = bench.taken(Picks((), tuple(SetTile("A", place) for place in range(3))), NewSet())
    whole = parted and parted.taken(Picks(read_rack("r6", box), ()), SetKey("A"))

    assert whole
    assert cube(table="r4 r5 j=r6 r7 r8", racks=["r6 o1", "o1"]).play(0, whole.written).table.count("/") == 1


def test_a_player_can_take_a_joker_apart_step_by_step() -> None:
    """RC-16."""
    game = cube(table="r5 j r7 r8", racks=["r6 b8 k8 o1", "o1"])

    after = game.play(0, "a-j; a+r6; a-r8; r8 b8 k8 j")

    assert re.fullmatch(r"R5 R6 R7 / R8 B8 K8 J(=O8)?", after.table)
