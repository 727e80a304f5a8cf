"""Rummi200kub, R2-18 to R2-21: jokers."""

from functools import partial

import pytest

from engine.text import errors
from tests.positions import position

table = partial(position, "rummi200kub")
refused = pytest.raises


def test_a_joker_stands_for_what_makes_its_set_legal() -> None:
    """R2-18."""
    assert table(racks=["r5 j r7 o1", "o2"]).play(0, "r7 j r5").table == "R5 J=R6 R7"


def test_the_player_is_asked_where_the_rules_allow_several_readings() -> None:
    """R2-18."""
    game = table(racks=["r10 j j o1", "o2"])

    with refused(errors.JokerUnclear, match="R2-18"):
        game.play(0, "r10 j j")
    assert game.play(0, "r10 j=r11 j").table == "R10 J=R11 J=R12"
