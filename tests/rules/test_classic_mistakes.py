"""Classic, CL-20 to CL-25: mistakes and the clock."""

from functools import partial

import pytest

from engine.text import errors
from tests.positions import position, tiles_in_play

classic = partial(position, "classic")
refused = pytest.raises


STRICT = {"strict_mistakes": True}


@pytest.mark.parametrize(
    ("has_melded", "text"),
    [
        (True, "a+b9"),
        (True, "a-r3; r6 k6 o6"),
        (True, "b-o3; r6 k6 o6"),
        (True, "b-j; b7 k7 j"),
        (True, "b-j; b+o6; a+j"),
        (False, "a+r6"),
        (False, "r6 k6 o6"),
    ],
    ids=[
        "no set",
        "a broken set",
        "a tile left over",
        "a joker not freed",
        "a joker without company",
        "before the opening",
        "too small an opening",
    ],
)
def test_a_strict_table_takes_a_mistake_back_for_three_tiles(has_melded: bool, text: str) -> None:
    """CL-21."""
    racks = ["r6 k6 o6 b9 b7 k7", "o1"]
    game = classic(table="r3 r4 r5 / o3 o4 o5 j", racks=racks, has_melded=has_melded, options=STRICT)

    after = game.play(0, text)

    assert (after.table, after.turn) == (game.table, 1)
    assert after.rack(0).startswith("R6 K6 O6 B9 B7 K7 ")
    assert (len(after.seats[0].rack), after.pool) == (9, game.pool - 3)
    assert after.seats[0].has_melded is has_melded
    assert after.sentences[0].startswith("A's play broke rule CL-")
    assert after.sentences[0].endswith(" and cost 3 tiles.")
    assert tiles_in_play(after.state) == tiles_in_play(game.state)


def test_a_strict_table_tells_nothing_beforehand() -> None:
    """CL-21."""
    game = classic(table="r3 r4 r5", racks=["r6 b9", "o1"], options=STRICT)

    assert game.preview(0, "a+r6") == game.preview(0, "a+b9")


@pytest.mark.parametrize("text", ["a+b9", "q", "x+r6", "r10 j j", "table: r3 r4 r5"])
def test_a_strict_table_forgives_what_is_no_mistake(text: str) -> None:
    """CL-21."""
    game = classic(table="r3 r4 r5", racks=["r6 r10 j j", "o1"], options=STRICT)

    with refused(errors.GameError):
        game.play(0, text)


def test_a_penalty_takes_what_the_pool_has() -> None:
    """CL-22."""
    game = classic(table="r3 r4 r5", racks=["b9", "o1"], pool="k1 k2", options=STRICT)

    after = game.play(0, "a+b9")

    assert (after.rack(0), after.pool, after.turn) == ("B9 K2 K1", 0, 1)
    assert after.state.passes == 0


def test_a_penalty_without_a_pool_is_a_pass() -> None:
    """CL-22."""
    game = classic(table="r3 r4 r5", racks=["b9", "o1"], pool="", options=STRICT)

    after = game.play(0, "a+b9")

    assert (after.rack(0), after.turn, after.state.passes) == ("B9", 1, 1)
    assert after.passes(1).outcome


@pytest.mark.parametrize("line", ["idle", "moved", "moved a+b9", "moved a-r3", "idle q+r6"])
def test_time_out_takes_everything_else_back_for_one_tile(line: str) -> None:
    """CL-24."""
    after = classic(table="r3 r4 r5", racks=["r6 b9", "o1"], pool="k1 k2 k3 k4").time_up(0, line)

    assert (after.table, after.rack(0), after.turn) == ("R3 R4 R5", "R6 B9 K4", 1)
    assert after.sentences == ["A ran out of time, drew 1 tile and holds 3."]


@pytest.mark.parametrize(("line", "cost"), [("moved a+b9", 3), ("moved", 3), ("idle", 1), ("idle a+b9", 1)])
def test_half_moved_turns_cost_a_strict_table_three(line: str, cost: int) -> None:
    """CL-25."""
    game = classic(table="r3 r4 r5", racks=["r6 b9", "o1"], options=STRICT)

    assert len(game.time_up(0, line).seats[0].rack) == 2 + cost
