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
from tests import positions
from tests.positions import position

THIRTY = "r10 b10 k10"

cube = partial(position, "rummy_cube")
judge = partial(positions.judge, "rummy_cube")
refused = pytest.raises


@pytest.mark.parametrize(
    ("tiles", "table"),
    [
        ("r5 j r7", "R5 J=R6 R7"),
        ("r7 j r5", "R5 J=R6 R7"),
        ("b5 b6 j", "B5 B6 J=B7"),
        ("r12 r13 j", "J=R11 R12 R13"),
        ("j r1 r2", "R1 R2 J=R3"),
        ("r3 k3 j", "R3 K3 J"),
        ("r3 k3 b3 j", "R3 B3 K3 J=O3"),
        ("r4 j j r7", "R4 J=R5 J=R6 R7"),
        ("r3 k3 j j", "R3 K3 J=3 J=3"),
    ],
)
def test_a_joker_stands_for_what_makes_its_set_legal(tiles: str, table: str) -> None:
    """RC-12."""
    assert cube(racks=[f"{tiles} o1", "o1"]).play(0, tiles).table == table


def test_two_jokers_in_one_set_are_declared_where_it_is_not_plain() -> None:
    """RC-12."""
    game = cube(racks=["r10 j j k1", "o1"], opened=False)

    with refused(errors.JokerUnclear, match=r"a group of 10s or R10 R11 R12 or R8 R9 R10. .* such as J=R11. \(RC-12\)"):
        game.play(0, "r10 j j")
    assert game.play(0, "r10 j=r11 j").table == "R10 J=R11 J=R12"
    assert game.play(0, "r10 j=b10 j").table == "R10 J=10 J=10"
    assert cube(table="r10 j=r11 j", racks=[f"{THIRTY} o1", "o1"]).play(0, THIRTY).table.startswith("R10 J=R11 J=R12")


ADDITIONS = [
    ("r5 j r7", "r8", "r5 j r7 r8"),
    ("r5 j r7", "r4 r8 r9", "r4 r5 j r7 r8 r9"),
    ("r3 b3 j", "k3", "r3 b3 j k3"),
    ("r5 j r7", "j", "r5 j r7 j"),
    ("r3 b3 j / r4 r5 r6 / r7 b7 k7 o7", "r8 r9", "r3 b3 j / r4 r5 r6 r7 r8 r9 / b7 k7 o7"),
]


@pytest.mark.parametrize(("table", "rack", "after"), ADDITIONS)
def test_a_set_with_a_joker_may_grow_from_the_rack(table: str, rack: str, after: str) -> None:
    """RC-13."""
    assert judge(table=table, rack=rack, after=after)


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("r5 j r7 r8", "b8 k8", "r5 j r7 / r8 b8 k8"),
        ("r4 r5 j=r6 r7 r8 r9", "o1 k1 b1", "r4 r5 j / r7 r8 r9 / o1 k1 b1"),
        ("r5 j r7 / r8 b8 k8 o8", "r1 b1 k1", "r5 j r7 r8 / b8 k8 o8 / r1 b1 k1"),
        ("r3 r4 j / r6 r7 r8", "r9", "r3 r4 j r6 r7 r8 r9"),
        ("r3 r4 j / j r7 r8", "r9", "r3 r4 j j r7 r8 r9"),
        ("r3 k3 j j", "b1 b2", "r3 k3 j / b1 b2 j"),
        ("r3 r4 r5 j", "o6 k6", "r3 r4 r5 / j o6 k6"),
        ("r3 r4 r5 j", "b7 k7", "r3 r4 r5 / b7 k7 j"),
        ("j=r3 r4 r5", "r6", "r4 r5 r6 j=r7"),
        ("r3 b3 k3 j", "k4 k5", "r3 b3 j / k3 k4 k5"),
    ],
)
def test_nothing_else_is_done_with_a_set_with_a_joker(table: str, rack: str, after: str) -> None:
    """RC-13."""
    with refused(errors.SetFrozen, match=r"The jokers? freezes? .*\(RC-13\)"):
        judge(table=table, rack=rack, after=after)


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("b3 b4 j", "b5 r7 o7", "b3 b4 b5 / r7 o7 j"),
        ("r3 k3 j", "o3 b7 r7", "r3 k3 o3 / b7 r7 j"),
        ("r3 k3 j", "b3 b7 r7", "r3 k3 b3 / b7 r7 j"),
        ("r3 k3 b3 j", "o3 b7 r7", "r3 k3 b3 o3 / b7 r7 j"),
        ("r5 j r7", "r6 b6 k6", "r5 r6 r7 / j b6 k6"),
        ("r3 r4 j", "r4 r5 r6", "r3 r4 r5 / r4 j r6"),
    ],
)
def test_the_jokers_own_tile_from_the_rack_replaces_it(table: str, rack: str, after: str) -> None:
    """RC-14."""
    assert judge(table=table, rack=rack, after=after)


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("b3 b4 j / b5 k5 r5 o5", "r7 o7", "b3 b4 b5 / k5 r5 o5 / r7 o7 j"),
        ("r4 r5 j r7 r8 / r6 b6 k6 o6", "o7 o8 o9", "r4 r5 j / r6 r7 r8 / b6 k6 o6 / o7 o8 o9"),
        ("b3 b4 j", "b2 r7 o7", "b2 b3 b4 / r7 o7 j"),
        ("b3 b4 j", "b2 b5 r5 k5 r7 o7", "b2 b3 b4 / b5 r5 k5 / r7 o7 j"),
        ("b3 b4 j / b2 b3 b4 j", "b5 r7 o7", "b3 b4 b5 / b2 b3 b4 / r7 o7 j j"),
        ("r3 b3 j", "k3 o7 b7", "r3 b3 k3 j / o7 b7"),
    ],
    ids=[
        "from the table",
        "from the table, as what it was",
        "another tile",
        "laid elsewhere",
        "two jokers, one tile",
        "both stay",
    ],
)
def test_nothing_else_replaces_a_joker(table: str, rack: str, after: str) -> None:
    """RC-14."""
    with refused((errors.SetFrozen, errors.NotASet)):
        judge(table=table, rack=rack, after=after)


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("r3 k3 j", "o3 b3 b7 r7", "r3 k3 o3 b3 / b7 r7 j"),
        ("r3 k3 j", "o3 b3 r4 r5 b7 r7", "k3 o3 b3 / r3 r4 r5 / b7 r7 j"),
        ("r3 k3 o3 j", "b3 b7 r7", "r3 k3 o3 b3 / b7 r7 j"),
        ("r3 k3 j j", "b3 b7 r7", "r3 k3 b3 j / b7 r7 j"),
        ("r3 r4 j", "r5 b7 r7", "r3 r4 r5 / b7 r7 j"),
        ("r3 k3 j", "o3", "r3 k3 o3 j"),
    ],
    ids=["both", "and then as usual", "a group of four", "with two jokers", "a run", "an addition"],
)
def test_both_missing_colors_may_be_asked_of_a_group_of_three(table: str, rack: str, after: str) -> None:
    """RC-14."""
    assert judge(table=table, rack=rack, after=after, both_colors="both")


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("r3 k3 j", "o3 b7 r7", "r3 k3 o3 / b7 r7 j"),
        ("r3 k3 j", "b3 b7 r7", "r3 k3 b3 / b7 r7 j"),
        ("r3 k3 j", "o3 b3 b4 b5 b7 r7", "r3 k3 o3 / b3 b4 b5 / b7 r7 j"),
    ],
    ids=["one", "the other", "one stays, one goes"],
)
def test_one_color_is_too_few_then(table: str, rack: str, after: str) -> None:
    """RC-14."""
    with refused(errors.SetFrozen, match="until B3 and O3 from your rack replace the joker"):
        judge(table=table, rack=rack, after=after, both_colors="both")
    assert judge(table=table, rack=rack, after=after)


def test_a_tile_that_left_the_set_is_told_to_stay_there() -> None:
    """RC-14: the player has just played the B7, but not where it replaces the joker."""
    table, rack = "b5 b6 j=b7 b8", "b7 r7 k7 b9 b10"

    with refused(
        errors.SetFrozen,
        match=r"^The joker freezes B5 B6 J=B7 B8: you can only add tiles from your rack until B7 from your rack "
        r"replaces the joker and stays with the rest of the set. \(RC-13\)$",
    ):
        judge(table=table, rack=rack, after="b5 b6 j / b7 r7 k7 / b8 b9 b10")
    assert judge(table=table, rack=rack, after="b5 b6 b7 b8 / j b9 b10")


def test_a_set_with_two_jokers_is_told_that_both_must_be_replaced() -> None:
    """RC-16: the player has just replaced one of them."""
    with refused(errors.SetFrozen, match="^The jokers freeze R4 J=R5 J=R6 R7: .* replace both jokers and stay"):
        judge(table="r4 j j r7", rack="r5 b7 k7", after="r4 r5 j / r7 b7 k7 j")


def test_the_set_that_a_refusal_names_is_the_one_that_changed() -> None:
    """RC-13: a group that only lies in another order hasn't."""
    with refused(errors.SetFrozen, match="freezes R3 R4 J=R5"):
        judge(
            table="o3 r3 j / r3 r4 j / r6 b6 k6 o6", rack="b2 k2 o2", after="r3 o3 j / r3 r4 j r6 / b6 k6 o6 / b2 k2 o2"
        )


def test_nobody_replaces_a_joker_before_his_opening() -> None:
    """RC-14."""
    swap = {"table": "k8 k9 j", "rack": f"{THIRTY} b2 o2", "after": "k8 k9 k10 / b2 o2 j"}

    assert judge(table=swap["table"], rack=swap["rack"], after=swap["after"])
    with refused(errors.NoOpening):
        judge(table=swap["table"], rack=swap["rack"], after=swap["after"], opened=False)
    assert judge(table="k8 k9 j", rack=f"{THIRTY} k10 b2 o2", after=f"k8 k9 k10 / b2 o2 j / {THIRTY}", opened=False)


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("r3 b3 j / k4 k5 k6", "k3", "r3 b3 k3 / j k4 k5 k6"),
        ("b3 b4 j / r7 o7 k7", "b5", "b3 b4 b5 / r7 o7 k7 j"),
        ("b3 b4 j / r7 r8 r9", "b5", "b3 b4 b5 / r7 r8 r9 j"),
        ("b3 b4 j", "b5", "b3 b4 b5 j"),
        ("b3 b4 j / r6 r7 r8 r9", "b5", "b3 b4 b5 / j r6 r7 r8 r9"),
        ("r4 r5 j r7 r8", "r6", "r4 r5 j / r6 r7 r8"),
        ("r4 r5 j r7 r8 r9", "r6", "r4 r5 r6 / j r7 r8 r9"),
        ("r5 j r7 / r6 b6 j", "r6", "r5 r6 r7 / r6 b6 j j"),
        ("b3 b4 j / k3 k4 j", "b5", "b3 b4 b5 / k3 k4 j j"),
        ("b3 b4 j", "b2 b5 b6", "b2 b3 b4 b5 b6 j"),
    ],
    ids=[
        "as the same tile",
        "onto a group",
        "onto a run",
        "onto its own set",
        "in front",
        "as what it was, with one half of its old set",
        "as what it was, with the other half",
        "as what it was, onto a frozen set",
        "onto a frozen set",
        "with more",
    ],
)
def test_a_joker_that_was_replaced_goes_wherever_it_makes_a_set(table: str, rack: str, after: str) -> None:
    """RC-15."""
    assert judge(table=table, rack=rack, after=after)


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


def test_a_joker_that_was_replaced_does_not_stay_on_the_rack() -> None:
    """RC-15."""
    with refused(errors.LeftTheTable):
        judge(table="b3 b4 j", rack="b5 r9", after="b3 b4 b5")


def test_each_joker_is_replaced_by_a_tile_of_its_own() -> None:
    """RC-15."""
    two = {"table": "b2 b3 b4 j / b3 b4 j", "after": "b2 b3 b4 b5 / b3 b4 b5 / r7 o7 j j"}

    assert judge(table=two["table"], rack="b5 b5 r7 o7", after=two["after"])
    with refused(errors.NotOnYourRack):
        judge(table=two["table"], rack="b5 r7 o7", after=two["after"])


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("r5 j r7 r8", "r6 b8 k8", "r5 r6 r7 / r8 b8 k8 j"),
        ("r4 r5 j r7 r8 r9", "r6 r6 b1 k1", "r4 r5 r6 / r6 r7 r8 r9 / b1 k1 j"),
        ("r3 r4 j / r6 r7 r8", "r5 b1 k1", "r3 r4 r5 r6 r7 r8 / b1 k1 j"),
        ("r3 k3 j", "o3 r4 r5 b3 b7 r7", "k3 o3 b3 / r3 r4 r5 / b7 r7 j"),
        ("r4 j j r7", "r5 r6 b7 k7", "r4 r5 r6 j / r7 b7 k7 j"),
    ],
    ids=["an end taken", "split", "merged", "a group", "two jokers"],
)
def test_a_set_without_its_joker_is_an_ordinary_set_at_once(table: str, rack: str, after: str) -> None:
    """RC-16."""
    assert judge(table=table, rack=rack, after=after)


@pytest.mark.parametrize(
    ("rack", "after", "legal"),
    [
        ("r5 b1 k1", "r4 r5 j r7 / b1 k1 j", True),
        ("r6 r8 b1 k1", "r4 j r6 r7 r8 / b1 k1 j", True),
        ("r5 b7 k7", "r4 r5 j / r7 b7 k7 j", False),
        ("r5 r3 b7 k7", "r3 r4 r5 / j r7 b7 k7", False),
    ],
    ids=["one replaced", "the other", "its end taken", "torn apart"],
)
def test_a_set_with_two_jokers_stays_frozen_until_both_are_replaced(rack: str, after: str, legal: bool) -> None:
    """RC-16."""
    if legal:
        assert judge(table="r4 j j r7", rack=rack, after=after)
    else:
        with refused((errors.SetFrozen, errors.NotASet, errors.LeftTheTable)):
            judge(table="r4 j j r7", rack=rack, after=after)


def test_a_player_can_take_a_joker_apart_step_by_step() -> None:
    """RC-16."""
    game = cube(table="r5 j r7 r8", racks=["r6 b8 k8 o1", "o1"])

    after = game.play(0, "a-j; a+r6; a-r8; r8 b8 k8 j")

    assert re.fullmatch(r"R5 R6 R7 / R8 B8 K8 J(=O8)?", after.table)
