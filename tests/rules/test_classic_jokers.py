"""Classic, CL-15 to CL-19: what jokers stand for, and what it takes to change that."""

import re
from functools import partial

import pytest

from engine.text import errors
from tests.positions import position

THIRTY = "r10 b10 k10"

classic = partial(position, "classic")
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


def test_a_joker_keeps_its_face_without_being_named_again() -> None:
    """CL-16."""
    game = classic(table="r4 r5 j r7 r8 r9", racks=["r6 o1", "o1"])

    assert game.play(0, "a:2; a+r6").table == "J=R6 R7 R8 R9 / R4 R5 R6"


def test_a_joker_of_a_group_is_moved_by_the_color_it_takes() -> None:
    """CL-16."""
    game = classic(table="r5 b5 j / o6 o7 o8", racks=["k5 o1", "o1"])

    assert game.play(0, "a-j=o5>b; a+k5").table == "R5 B5 K5 / J=O5 O6 O7 O8"
