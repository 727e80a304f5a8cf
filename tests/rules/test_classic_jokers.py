"""Classic, CL-15 to CL-19: what jokers stand for, and what it takes to change that."""

import re
from functools import partial

import pytest

from engine.text import errors
from tests import positions
from tests.positions import position

THIRTY = "r10 b10 k10"

classic = partial(position, "classic")
judge = partial(positions.judge, "classic")
refused = pytest.raises


@pytest.mark.parametrize(
    ("tiles", "table"),
    [
        ("r5 j r7", "R5 J=R6 R7"),
        ("r7 j r5", "R5 J=R6 R7"),
        ("r5 r4 j", "J=R3 R4 R5"),
        ("b5 b6 j", "B5 B6 J=B7"),
        ("j b5 b6", "J=B4 B5 B6"),
        ("r12 r13 j", "J=R11 R12 R13"),
        ("j r1 r2", "R1 R2 J=R3"),
        ("r3 k3 j", "R3 K3 J"),
        ("r3 k3 b3 j", "R3 B3 K3 J=O3"),
        ("r12 j=r11 r13", "J=R11 R12 R13"),
    ],
)
def test_a_joker_stands_for_what_makes_its_set_legal(tiles: str, table: str) -> None:
    """CL-15."""
    rack = re.sub("j=...", "j", f"{tiles} o1")

    assert classic(racks=[rack, "o1"]).play(0, tiles).table == table


def test_the_player_is_asked_when_the_rules_allow_several_readings() -> None:
    """CL-15."""
    game = classic(racks=["r10 j j k1", "o1"], opened=False)

    with refused(errors.JokerUnclear, match="a group of 10s or R10 R11 R12. .* such as J=R11"):
        game.play(0, "r10 j j")
    assert game.play(0, "r10 j=r11 j").table == "R10 J=R11 J=R12"
    assert game.play(0, "r10 j=b10 j").table == "R10 J=10 J=10"


def test_nobody_is_asked_when_one_reading_alone_is_legal() -> None:
    """CL-15."""
    game = classic(racks=["r9 j j k1", "o1"], opened=False)

    assert game.play(0, "r9 j j").table == "R9 J=R10 J=R11"


def test_a_set_that_stays_as_it_was_keeps_its_reading() -> None:
    """CL-15."""
    game = classic(table="r5 j=r6 j", racks=[f"{THIRTY} o1", "o1"], options={"jokers": "free"})

    assert game.play(0, THIRTY).table == "R5 J=R6 J=R7 / R10 B10 K10"
    assert game.play(0, f"table: r5 j j / {THIRTY}").table == "R5 J=R6 J=R7 / R10 B10 K10"


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("r3 b3 j / k4 k5 k6", "k3", "r3 b3 k3 / j k4 k5 k6"),
        ("r3 r4 r5 j", "o6 k6", "r3 r4 r5 / j o6 k6"),
        ("r5 j r7 r8", "b8 k8", "r5 j r7 / r8 b8 k8"),
        ("r5 j r7", "r8", "r5 j r7 r8"),
        ("r4 r5 j r7 r8 r9", "r6", "r4 r5 r6 / j r7 r8 r9"),
        ("r5 j r7 / b6 k6 o6", "r6", "r5 r6 r7 / j b6 k6 o6"),
        ("r3 b3 j", "k3", "r3 b3 j k3"),
    ],
)
def test_a_joker_is_moved_as_the_tile_it_stands_for(table: str, rack: str, after: str) -> None:
    """CL-16."""
    assert judge(table=table, rack=rack, after=after)


def test_a_joker_keeps_its_face_without_being_named_again() -> None:
    """CL-16."""
    game = classic(table="r4 r5 j r7 r8 r9", racks=["r6 o1", "o1"])

    assert game.play(0, "a:2; a+r6").table == "J=R6 R7 R8 R9 / R4 R5 R6"


def test_a_joker_of_a_group_is_moved_by_the_color_it_takes() -> None:
    """CL-16."""
    game = classic(table="r5 b5 j / o6 o7 o8", racks=["k5 o1", "o1"])

    assert game.play(0, "a-j=o5>b; a+k5").table == "R5 B5 K5 / J=O5 O6 O7 O8"


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("r3 r4 r5 j", "b7 k7", "r3 r4 r5 / b7 k7 j"),
        ("b3 b4 j", "b2 r7 o7", "b2 b3 b4 / r7 o7 j"),
        ("b3 b4 j / b5 k5 r5 o5", "r7 o7", "b3 b4 b5 / k5 r5 o5 / r7 o7 j"),
        ("j=b3 b4 b5", "b6", "b4 b5 b6 j=b7"),
    ],
    ids=["taken off", "another tile", "a tile of the table", "turned in its own set"],
)
def test_a_joker_changes_only_for_a_tile_it_stands_for_from_the_rack(table: str, rack: str, after: str) -> None:
    """CL-17."""
    with refused(errors.JokerNotFreed):
        judge(table=table, rack=rack, after=after)


@pytest.mark.parametrize("tile", ["b3", "o3"])
def test_either_missing_color_frees_the_joker_of_a_group(tile: str) -> None:
    """CL-17."""
    assert judge(table="r3 k3 j", rack=f"{tile} b7 r7", after=f"r3 k3 {tile} / b7 r7 j")


def test_the_tile_that_frees_a_joker_may_lie_elsewhere() -> None:
    """CL-17."""
    assert judge(table="b3 b4 j", rack="b2 b5 r5 k5 r7 o7", after="b2 b3 b4 / b5 r5 k5 / r7 o7 j")


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("b3 b4 j / r7 o7 k7 b7", "b5 r8", "b3 b4 b5 / o7 k7 b7 / r7 r8 j"),
        ("b3 b4 j / r7 r8 r9", "b5", "b3 b4 b5 / r7 r8 r9 j"),
        ("b3 b4 j", "b2 b5 b6", "b2 b3 b4 / b5 b6 j"),
        ("b3 b4 j / k3 k4 j / r9 b9 k9 o9", "b5 k5 r7 o7 r8", "b3 b4 b5 / k3 k4 k5 / r7 o7 j / b9 k9 o9 / r8 r9 j"),
        (
            "b3 b4 j / k3 k4 j / r4 r5 r6 r7 / o4 o5 o6 o7",
            "b5 k5 r7 o7",
            "b3 b4 b5 / k3 k4 k5 / r4 r5 r6 / o4 o5 o6 / r7 o7 j / r7 o7 j",
        ),
        (
            "b3 b4 j / r8 b8 k8 o8 / r9 b9 k9 o9",
            "b5 r7 k9 j",
            "b3 b4 b5 / b8 k8 o8 / r9 b9 k9 / r7 r8 j / k9 o9 j",
        ),
    ],
    ids=[
        "one new tile",
        "an old set",
        "the freeing tile is not one",
        "each new set for itself",
        "no tile counts for two sets",
        "a joker is no company for itself",
    ],
)
def test_a_freed_joker_lies_with_two_other_tiles_from_the_rack(table: str, rack: str, after: str) -> None:
    """CL-18."""
    with refused(errors.JokerNeedsCompany):
        judge(table=table, rack=rack, after=after)


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("b3 b4 j", "b5 r7 o7", "b3 b4 b5 / r7 o7 j"),
        ("b3 b4 j / r7 o7 k7 b7", "b5 r8 r9", "b3 b4 b5 / o7 k7 b7 / r7 r8 r9 j"),
        ("b3 b4 j", "b2 b5 b6 b8", "b2 b3 b4 / b5 b6 j b8"),
        ("b2 b3 b4 j / b3 b4 j", "b5 b5 r7 o7", "b2 b3 b4 b5 / b3 b4 b5 / r7 o7 j j"),
        ("b3 b4 j", "b5 r7 j", "b3 b4 b5 / r7 j=o7 j=k7"),
    ],
    ids=["the sheet's own", "table tiles join", "with the freeing tile", "two jokers", "a joker is a tile of the rack"],
)
def test_a_freed_joker_may_have_more_company_than_that(table: str, rack: str, after: str) -> None:
    """CL-18."""
    assert judge(table=table, rack=rack, after=after)


def test_each_joker_is_freed_by_a_tile_of_its_own() -> None:
    """CL-18."""
    with refused(errors.JokerNotFreed):
        judge(table="b2 b3 b4 j / b3 b4 j", rack="b5 r7 o7", after="b2 b3 b4 / b3 b4 b5 / r7 o7 j j")


def test_a_table_may_play_with_free_jokers() -> None:
    """CL-19."""
    assert judge(table="r3 r4 r5 j", rack="b7 k7", after="r3 r4 r5 / b7 k7 j", jokers="free")
    with refused(errors.NothingPlayed):
        judge(table="r3 r4 r5 j / b7 k7 o7", after="r3 r4 r5 / b7 k7 o7 j", jokers="free")


def test_a_free_joker_may_become_another_tile_in_a_new_set_only_if_the_table_plays_so() -> None:
    """CL-19."""
    assert judge(table="r3 r4 r5 j", rack="b7 k7", after="r3 r4 r5 / b7 k7 j", jokers="new_set")
    for table, rack, after in (
        ("r3 r4 r5 j / b7 k7 o7", "r2", "r2 r3 r4 r5 / b7 k7 o7 j"),
        ("r3 r4 j", "r5", "r3 r4 r5 j"),
        ("j=r3 r4 r5", "r6", "r4 r5 r6 j=r7"),
        ("r4 r5 r6 / b3 b4 j", "b5 r4 r5 r6 r7", "r4 r5 r6 r7 / b3 b4 b5 / r4 r5 r6 j"),
        ("r7 b7 j / b3 b4 j / k8 k9 k10", "b5", "r7 b7 j / b3 b4 b5 / j=k7 k8 k9 k10"),
    ):
        with refused(errors.JokerNeedsNewSet, match="in a new set. .CL-19"):
            judge(table=table, rack=rack, after=after, jokers="new_set")
        assert judge(table=table, rack=rack, after=after, jokers="free")


@pytest.mark.parametrize(
    ("table", "rack", "after"),
    [
        ("r3 r4 r5 j / b6 k6 o6", "r2", "r2 r3 r4 r5 / j b6 k6 o6"),
        ("r3 r4 j / k5 k6 k7 k8", "r5 o8", "r3 r4 r5 / k5 k6 k7 / k8 o8 j"),
        ("r3 r4 j", "r5 r6 r7", "r3 r4 r5 / r6 r7 j"),
        ("r4 r5 r6 / b3 b4 j", "b5 r4 r5 r6", "r4 r5 r6 / b3 b4 b5 / r4 r5 r6 j"),
        ("r4 r5 j / b3 b4 j", "b5 r4 r5", "r4 r5 j / b3 b4 b5 / j=r3 r4 r5"),
        ("r7 b7 j / b3 b4 j", "b5 r7 b7", "r7 b7 j / b3 b4 b5 / r7 b7 j"),
    ],
    ids=["the same tile", "tiles of old sets", "beside the old set", "a grown twin", "a turned twin", "a twin"],
)
def test_the_new_set_may_have_old_tiles_and_a_joker_that_stays_what_it_is_needs_none(
    table: str, rack: str, after: str
) -> None:
    """CL-19."""
    assert judge(table=table, rack=rack, after=after, jokers="new_set")
