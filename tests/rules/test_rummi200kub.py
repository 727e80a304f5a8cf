"""Rummi200kub, R2-1 to R2-12, R2-29 to R2-31 and R2-38: deal, turn, sets, opening, clock, help."""

from collections import Counter
from functools import partial

import pytest

from engine.game.views import Assistance
from engine.rules import claim_errors
from engine.rules.claims import read_claims
from engine.table.dealing import draw_for_order
from engine.text import errors
from engine.tiles.notation import read_rack, read_tile
from engine.variants.rummi200kub import VARIANT
from tests import positions
from tests.positions import dealt, position, tiles_in_play

table = partial(position, "rummi200kub")
judge = partial(positions.judge, "rummi200kub")
deal = partial(dealt, "rummi200kub")
refused = pytest.raises


def drawn_for_order(tiles: str, *, seats: int = 3) -> tuple[int, int]:
    """How many rounds of draws it took, and who begins."""
    assert VARIANT.rules.order
    rounds, first = draw_for_order(range(seats), iter(read_rack(tiles, VARIANT.box)), VARIANT.rules.order)
    return len(rounds), first


# Before the first turn


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_it_is_for_two_to_four(seats: int) -> None:
    """R2-1."""
    with refused(errors.WrongPlayerCount, match="R2-1|for 2 to 4 players"):
        deal(seats)


def test_a_hundred_and_six_tiles_are_in_the_box() -> None:
    """R2-1."""
    tiles = Counter(VARIANT.box.tiles())

    assert tiles.pop(read_tile("J", VARIANT.box)) == 2
    assert tiles == Counter(read_rack(" ".join(f"{c}{n}" for c in "RBKO" for n in range(1, 14)), VARIANT.box) * 2)


def test_the_lowest_draw_begins() -> None:
    """R2-2; S11."""
    assert drawn_for_order("r5 b11 k2") == (1, 2)


def test_those_who_tie_for_the_lowest_draw_again() -> None:
    """R2-2."""
    assert drawn_for_order("r2 b11 k2 o9 r4") == (2, 2)


def test_who_draws_a_joker_for_the_first_turn_draws_again() -> None:
    """R2-2."""
    assert drawn_for_order("j b11 k5 o9") == (2, 2)


def test_the_tiles_drawn_for_the_first_turn_go_back() -> None:
    """R2-2."""
    assert tiles_in_play(deal(4).state) == Counter(VARIANT.box.tiles())


def test_everyone_gets_fourteen() -> None:
    """R2-3."""
    assert [len(seat.rack) for seat in deal(4).seats] == [14] * 4


def test_turns_go_round_counter_clockwise() -> None:
    """R2-3."""
    game = table(racks=["o1", "o2", "o3"])

    assert [game.turn, (game := game.draw(0)).turn, (game := game.draw(2)).turn, game.draw(1).turn] == [0, 2, 1, 0]


@pytest.mark.parametrize("line", ["draw", "play r1 r2 r3", "claim a", "pass"])
def test_only_the_player_to_move_may_act(line: str) -> None:
    """R2-3."""
    with refused(errors.NotYourTurn, match="R2-3"):
        table(racks=["o1", "r1 r2 r3 o5"], table="r1 b1 k1").does(1, line)


# A turn


@pytest.mark.parametrize("line", ["draw", "play a+o8", "claim a"])
def test_a_draw_a_play_or_a_claim_ends_the_turn(line: str) -> None:
    """R2-4; T10."""
    game = table(table="r8 b8 k8", racks=["o1 o8", "o2"]).does(0, line)

    assert game.turn == 1
    for second in ("draw", "play a+o8", "claim a"):
        with refused(errors.NotYourTurn):
            game.does(0, second)


@pytest.mark.parametrize(
    "action", ["draw; claim a", "claim a; draw", "claim a; claim b", "draw; play a+o8", "play a+o8; draw"]
)
def test_two_actions_are_refused(action: str) -> None:
    """R2-4; T10."""
    case = {"opened": True, "table": "r8 b8 k8 / r9 b9 k9", "rack": "o8", "action": action}

    with refused(claim_errors.OneActionATurn, match="R2-4"):
        VARIANT.judge(case)


def test_a_claim_and_a_play_are_two_actions() -> None:
    """R2-4."""
    case = {"opened": True, "table": "r8 b8 k8", "rack": "o8", "action": "claim a", "after": "r8 b8 k8 o8"}

    with refused(claim_errors.OneActionATurn):
        VARIANT.judge(case)


def test_a_draw_takes_one_tile_and_is_a_free_choice() -> None:
    """R2-5."""
    game = table(table="r8 b8 k8", racks=["o8 o1", "o2"], pool="r1 k9").draw(0)

    assert game.rack(0) == "O8 O1 K9"
    with refused(errors.WrongDraw, match="R2-5"):
        table(racks=["o8 o1", "o2"]).draw(0, 2)


# The opening


def test_the_first_sets_make_thirty_points_together() -> None:
    """R2-11; T13."""
    game = table(racks=["r3 r4 r5 b6 k6 o6 o1", "o2"], opened=False).play(0, "r3 r4 r5; b6 k6 o6")

    assert game.seats[0].has_melded
    assert game.sentences == ["A played R3 R4 R5 as new set A and B6 K6 O6 as new set B. First play: 30 points."]


def test_an_opening_may_cross_itself_beside_an_old_table() -> None:
    """R2-12."""
    game = table(table="b1 b2 b3", racks=["r9 r10 r11 b10 k10 o1", "o2"], opened=False)

    assert game.play(0, "r9 r10 r11; r10@b b10 k10").table == "B1 B2 B3 / R9 R10 R11 / R10@B B10 K10"


# Mistakes and the clock


def test_a_refused_play_costs_nothing() -> None:
    """R2-29; T16."""
    game = table(table="r3 r4 r5", racks=["r6 o1", "o2"])
    before = game.state

    with refused(errors.LeftTheTable):
        game.play(0, "a-r3; a+r6")
    assert game.state == before


@pytest.mark.parametrize(("clock", "seconds"), [(200, 200), (60, 60), (120, 120), (86400, 86400)])
def test_a_turn_has_its_time(clock: int, seconds: int) -> None:
    """R2-30."""
    game = deal(clock=clock)

    assert game.state.deadline == game.state.now + seconds
    with refused(errors.TooEarly, match="R2-30"):
        game.does(game.turn, "timeup idle", now=game.state.now + seconds - 1)


def test_the_clock_is_two_hundred_seconds_or_off() -> None:
    """R2-30."""
    assert deal().state.deadline == 200
    assert deal(clock=0).state.deadline is None


@pytest.mark.parametrize("text", ["idle", "moved", "moved a+o8", "idle a+o8"])
def test_when_time_is_up_all_goes_back_and_one_tile_is_drawn(text: str) -> None:
    """R2-31; S07: a legal turn that was prepared is not played either."""
    game = table(table="r8 b8 k8", racks=["o8 o1", "o2"], pool="r1 k9", deadline=1200).time_up(0, text)

    assert (game.table, game.rack(0), game.turn) == ("R8 B8 K8", "O8 O1 K9", 1)


def test_time_that_is_up_with_an_empty_pool_is_a_pass() -> None:
    """R2-31."""
    game = table(racks=["o1", "o2"], pool="", deadline=1200).time_up(0)

    assert game.sentences == ["A ran out of time and passed."]
    assert game.passes(1).outcome


# Notation


def test_claims_are_read_from_notation() -> None:
    sets = table(table="r8 b8 k8 / r9 b9 k9", racks=["o1", "o2"]).state.sets

    assert [str(claim.value) + claim.label for claim in read_claims("b:1x2=30, a:0", sets)] == ["24A", "30B"]
    for text in ("a", "a:x", "a:0x4", "c:0x", "a:0=1000"):
        with refused(errors.BadNotation):
            read_claims(text, sets)
    with refused(errors.NoSuchSet):
        read_claims("c:0", sets)


# Help


def test_the_table_says_how_much_it_helps() -> None:
    """R2-38."""
    assert table(racks=["r1", "o1"]).view(0).assistance is Assistance.FIT
    for value in Assistance:
        game = table(racks=["r1", "o1"], options={"assistance": value.value})
        assert game.view(0).assistance is game.view().assistance is value
