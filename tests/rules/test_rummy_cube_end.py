"""Rummy Cube, RC-17 to RC-28: mistakes, the clock, how games and matches end, help."""

from functools import partial

import pytest

from engine.game.views import Value
from tests.positions import position

cube = partial(position, "rummy_cube")


# Mistakes and the clock


@pytest.mark.parametrize(
    ("line", "cost"), [("idle", 1), ("moved", 3), ("moved a+b9", 3), ("moved a-r3", 3), ("idle a+b9", 1)]
)
def test_time_out_takes_a_half_moved_table_back_for_three_tiles(line: str, cost: int) -> None:
    """RC-19."""
    after = cube(table="r3 r4 r5", racks=["r6 b9", "o1"], pool="k1 k2 k3 k4").time_up(0, line)

    assert (after.table, after.turn) == ("R3 R4 R5", 1)
    assert after.rack(0) == " ".join(["R6", "B9", "K4", "K3", "K2"][: 2 + cost])
    assert after.sentences == [f"A ran out of time, drew {'1 tile' if cost == 1 else '3 tiles'} and holds {2 + cost}."]


def test_a_prepared_opening_that_is_none_costs_three_tiles() -> None:
    """RC-19."""
    after = cube(racks=["r9 b9 k9", "o1"], has_melded=False).time_up(0, "moved r9 b9 k9")

    assert len(after.seats[0].rack) == 6
    assert not after.seats[0].has_melded


def test_late_tiles_are_what_the_pool_has_and_without_a_pool_it_is_a_pass() -> None:
    """RC-19."""
    game = cube(racks=["r6 b9", "o1"], pool="k1 k2")

    assert game.time_up(0, "moved").rack(0) == "R6 B9 K2 K1"
    after = cube(racks=["r6 b9", "o1"], pool="").time_up(0, "moved")
    assert after.sentences == ["A ran out of time and passed."]
    assert after.passes(1).outcome


# The end


def test_a_player_who_could_play_may_pass() -> None:
    """RC-20."""
    assert cube(racks=["r1 r2 r3", "o1"], pool="").passes(0).turn == 1


@pytest.mark.parametrize(
    ("table", "rack", "has_melded", "over"),
    [
        ("r5 j r7 r8", "b8 k8", True, True),
        ("r5 j r7 r8", "o9 k9", True, True),
        ("r5 j r7 r8", "r9 k9", True, False),
        ("r5 j r7 r8", "r6 k9", True, False),
        ("r5 j r7 r8", "r6 k9", False, True),
        ("r3 k3 j", "b3 o9", True, False),
        ("r5 r6 r7 r8", "b8 k8", True, False),
        ("o10 o11 o12 o13", "r10 b10 k10 k1", False, False),
        ("o9 o10 o11 o12", "r9 b9 k9 k1", False, True),
    ],
    ids=[
        "a frozen run has no end to take",
        "a frozen joker",
        "added to",
        "replaced",
        "not opened",
        "a frozen group grows",
        "a run that is not frozen",
        "an opening",
        "no opening",
    ],
)
def test_the_game_is_over_when_it_is_proven_that_nobody_can_play(
    table: str, rack: str, has_melded: bool, over: bool
) -> None:
    """RC-21."""
    after = cube(table=table, racks=["b1", rack], has_melded=(True, has_melded), pool="k4").draw(0)

    assert bool(after.outcome) is over
    assert after.sentences[-1].startswith("The pool is empty and nobody can play.") is over


def test_a_group_whose_joker_needs_both_colors_is_no_play_with_one() -> None:
    """RC-21, RC-14: by the table's own rules; with a fourth tile that fits, it grows."""
    for rack, both in (("o3 k9", "both"), ("o3 b3", "both"), ("o3 k9", "either")):
        game = cube(table="r3 k3 j", racks=["b1", rack], pool="k4", options={"both_colors": both})
        assert game.draw(0).outcome is None


def test_a_proven_end_pays_the_differences() -> None:
    """RC-24."""
    after = cube(table="r3 r4 r5", racks=["r13", "r1 b1 k2", "b2 b4 b6 k8"], pool="k12").draw(0)

    assert after.outcome
    assert (after.outcome.winners, after.outcome.scores) == ((1,), (-21, 37, -16))
    assert after.outcome.places == (3, 1, 2)


@pytest.mark.parametrize(("option", "cost"), [({}, 30), ({"joker_points": 25}, 25)])
def test_losers_pay_their_racks_and_a_joker_its_price(option: dict[str, int], cost: int) -> None:
    """RC-23."""
    game = cube(table="r4 r5 r6", racks=["r7", "b5", "k9 k1", "j o3"], options=option)
    rack = game.view(3).rack
    after = game.play(0, "a+r7")

    assert rack
    assert rack.points == cost + 3
    assert after.outcome
    assert after.outcome.scores == (18 + cost, -5, -10, -3 - cost)


def stuck(*racks: str, first: int = 0, **options: Value) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Pass round the table from `first`; who wins, and the points."""
    game = cube(racks=racks, pool="", options=options, turn=first)
    for _ in racks:
        game = game.passes(game.turn)
    assert game.outcome
    assert sum(game.outcome.scores) == 0
    return game.outcome.winners, game.outcome.scores


def test_if_nobody_is_out_the_lowest_rack_wins_the_differences() -> None:
    """RC-24."""
    assert stuck("r13 b12", "r1 b1 k2", "r2 r4 b6 k8") == ((1,), (-21, 37, -16))


def test_equal_racks_share_and_the_odd_point_goes_round_from_the_next_to_move() -> None:
    """RC-24."""
    assert stuck("r4 b5", "r9", "r2 r4 b6") == ((0, 1), (2, 1, -3))
    assert stuck("r4 b5", "r9", "r2 r4 b6", first=1) == ((0, 1), (1, 2, -3))
    assert stuck("r4 b5", "r9", "r2 r4 b6", first=2) == ((0, 1), (2, 1, -3))
    assert stuck("r4 b5", "r9", "r2 r4 b6", first=2, direction="counter") == ((0, 1), (1, 2, -3))


def test_a_joker_counts_in_the_differences_too() -> None:
    """RC-24."""
    assert stuck("j", "r13 b13", joker_points=25) == ((0,), (1, -1))
    assert stuck("j", "r13 b13") == ((1,), (-4, 4))


def test_a_resigned_rack_can_not_win_on_the_lowest_value() -> None:
    """RC-25."""
    after = cube(table="r6 r7 r8", racks=["r1 b1", "k1", "r5"], pool="").resign(1).passes(0).passes(2)

    assert after.outcome
    assert (after.outcome.winners, after.outcome.scores) == ((0,), (3, 0, -3))
