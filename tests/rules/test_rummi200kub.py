"""Rummi200kub, R2-1 to R2-16, R2-29 to R2-31 and R2-38: deal, turn, sets, opening, crossings, clock, help."""

from functools import partial

import pytest

from engine.rules import claims
from engine.rules.claims import read_claims
from engine.table.dealing import draw_for_order
from engine.text import errors
from engine.tiles.crossing_errors import CrossedJoker
from engine.tiles.notation import read_rack
from engine.variants.rummi200kub import VARIANT
from tests import positions
from tests.positions import dealt, position

table = partial(position, "rummi200kub")
judge = partial(positions.judge, "rummi200kub")
deal = partial(dealt, "rummi200kub")
refused = pytest.raises


# Before the first turn


@pytest.mark.parametrize(("tiles", "drawn"), [("r5 b11 k2", 1), ("r2 b11 k2 o9 r4", 2), ("j b11 k5 o9", 2)])
def test_the_lowest_draw_begins_and_ties_and_jokers_are_drawn_again(tiles: str, drawn: int) -> None:
    """R2-2; S11."""
    assert VARIANT.rules.order
    rounds, first = draw_for_order(range(3), iter(read_rack(tiles, VARIANT.box)), VARIANT.rules.order)

    assert (len(rounds), first) == (drawn, 2)


def test_turns_go_round_counter_clockwise() -> None:
    """R2-3."""
    game = table(racks=["o1", "o2", "o3"])

    assert [game.turn, (game := game.draw(0)).turn, (game := game.draw(2)).turn, game.draw(1).turn] == [0, 2, 1, 0]


# A turn


@pytest.mark.parametrize("line", ["draw", "play a+o8", "claim a"])
def test_a_draw_a_play_or_a_claim_ends_the_turn(line: str) -> None:
    """R2-4; T10."""
    game = table(table="r8 b8 k8", racks=["o1 o8", "o2"]).does(0, line)

    assert game.turn == 1
    for second in ("draw", "play a+o8", "claim a"):
        with refused(errors.NotYourTurn):
            game.does(0, second)


def test_a_claim_and_a_play_are_two_actions() -> None:
    """R2-4."""
    case = {"opened": True, "table": "r8 b8 k8", "rack": "o8", "action": "claim a", "after": "r8 b8 k8 o8"}

    with refused(claims.OneActionATurn):
        VARIANT.judge(case)


# The opening


def test_the_first_sets_make_thirty_points_together() -> None:
    """R2-11; T13."""
    game = table(racks=["r3 r4 r5 b6 k6 o6 o1", "o2"], has_melded=False).play(0, "r3 r4 r5; b6 k6 o6")

    assert game.seats[0].has_melded
    assert game.sentences == ["A played R3 R4 R5 as new set A and B6 K6 O6 as new set B. First play: 30 points."]


def test_an_opening_may_cross_itself_beside_an_old_table() -> None:
    """R2-12."""
    game = table(table="b1 b2 b3", racks=["r9 r10 r11 b10 k10 o1", "o2"], has_melded=False)

    assert game.play(0, "r9 r10 r11; r10@b b10 k10").table == "B1 B2 B3 / R9 R10 R11 / R10@B B10 K10"


# Crossings


def test_tiles_side_by_side_on_the_table_are_no_set() -> None:
    """R2-13: three groups whose first tiles make a run are three sets, and their first tiles no fourth."""
    game = table(table="r4 b4 k4 / r5 b5 k5 / r6 b6 k6", racks=["o1", "o2"])

    assert [each.label for each in game.view().claimable] == ["A", "B", "C"]


def test_the_whole_table_reads_back_as_it_is_written() -> None:
    """R2-13: as the Text window writes it, under letters that are not in a row."""
    game = table(table="k1 k2 k3 / k4 k5 k6 k7 / r4 r5 r6 / r5@c b5 k5", racks=["r1 b1 o1 o2", "r7 o3"])
    game = game.play(0, "a>b; r1 b1 o1")

    written = game.view().written

    assert written == "table:\nK1 K2 K3 K4 K5 K6 K7\nR4 R5 R6\nR5@C B5 K5\nR1 B1 O1"
    assert game.labels == "B C D E"
    again = game.play(1, written.replace("R4 R5 R6", "R4 R5 R6 R7"))
    assert again.table == game.table.replace("R4 R5 R6", "R4 R5 R6 R7")
    assert again.labels == game.labels


def test_the_joker_that_is_named_is_the_one_that_is_crossed() -> None:
    """R2-16."""
    game = table(table="r4 j=r5 j=r6 r7", racks=["b6 k6 o1", "o2"])

    for text in ("j=r6@a b6 k6", "j@a b6 k6"):
        assert game.play(0, text).table == "R4 J=R5 J=R6 R7 / J@A B6 K6"
    with refused(CrossedJoker):
        game.play(0, "j=o6@a b6 k6")


# Mistakes and the clock


@pytest.mark.parametrize("text", ["idle", "moved", "moved a+o8", "idle a+o8"])
def test_when_time_is_up_all_goes_back_and_one_tile_is_drawn(text: str) -> None:
    """R2-31; S07: a legal turn that was prepared is not played either."""
    game = table(table="r8 b8 k8", racks=["o8 o1", "o2"], pool="r1 k9", deadline=1200).time_up(0, text)

    assert (game.table, game.rack(0), game.turn) == ("R8 B8 K8", "O8 O1 K9", 1)


# Notation


def test_claims_are_read_from_notation() -> None:
    sets = table(table="r8 b8 k8 / r9 b9 k9", racks=["o1", "o2"]).state.sets

    assert [str(claim.value) + claim.label for claim in read_claims("b:1x2=30, a:0", sets)] == ["24A", "30B"]
    for text in ("a", "a:x", "a:0x4", "c:0x", "a:0=1000"):
        with refused(errors.BadNotation):
            read_claims(text, sets)
    with refused(errors.NoSuchSet):
        read_claims("c:0", sets)
