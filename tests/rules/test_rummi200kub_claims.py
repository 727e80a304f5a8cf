"""Rummi200kub, R2-22 to R2-28: claims, hijacks and locks."""

from functools import partial

import pytest

from engine.__main__ import judge as answer_case
from engine.rules import claims
from engine.rules.claims import ClaimedSet
from engine.text import errors
from engine.variants import load
from engine.variants.rummi200kub import VARIANT
from render.style.theme import THEMES
from tests import positions
from tests.rules.claiming import COURT, EIGHTS, claim, held, table

judge = partial(positions.judge, "rummi200kub")
refused = pytest.raises


# Claiming


def test_a_claim_brings_what_the_set_is_worth() -> None:
    """R2-22; T01."""
    game = claim(table(), "0 a")

    assert game.claims == (ClaimedSet("A", 0, 24, 1),)
    assert held(game) == [24, 0]
    assert game.sentences == ["A claimed set A for 24 points and now has 24."]
    assert (game.turn, game.table) == (1, "R8 B8 K8")


def test_each_players_tokens_have_a_color_of_their_own() -> None:
    """R2-22; tests/render/pictures/test_claims.py looks for that color in the picture."""
    for theme in THEMES.values():
        assert len(set(theme.seats)) == len(theme.seats) >= VARIANT.info.high


def test_a_player_may_claim_before_their_first_play() -> None:
    """R2-22."""
    game = claim(table(has_melded=False), "0 a")

    assert held(game) == [24, 0]
    assert not game.seats[0].has_melded


def test_a_table_may_ask_for_the_opening_first() -> None:
    """R2-22."""
    game = table(has_melded=False, options={"claim_needs_opening": True})

    with refused(claims.ClaimNeedsOpening, match="R2-22"):
        game.does(0, "claim a")
    assert game.view().claimable == ()
    assert held(claim(table(options={"claim_needs_opening": True}), "0 a")) == [24, 0]


def test_tiles_that_are_added_later_count_for_the_next_claim_alone() -> None:
    """R2-23."""
    game = claim(table(), "0 a").draw(1).play(0, "a+o8")

    assert held(game) == [24, 0]
    assert held(claim(game, "1 a")) == [0, 32]


def test_another_player_takes_the_set_and_its_points() -> None:
    """R2-24; T03."""
    game = claim(table(), "0 a", "1 a")

    assert game.claims == (ClaimedSet("A", 1, 24, 2),)
    assert held(game) == [0, 24]
    assert game.sentences == ["B took A's set A for 24 points and now has 24."]


def test_the_third_claim_locks_the_set() -> None:
    """R2-25; T04."""
    game = claim(table(), "0 a", "1 a", "0 a")

    assert game.claims == (ClaimedSet("A", 0, 24, 3),)
    assert held(game) == [24, 0]
    assert game.sentences == ["A took and locked B's set A for 24 points and now has 24."]
    for seat in (0, 1):
        with refused(claims.SetLocked, match="R2-25"):
            claim(game, f"{seat} a")


def test_a_locked_set_may_still_grow() -> None:
    """R2-25, R2-26."""
    game = table(claims="a:1x3").play(0, "a+o8")

    assert (game.table, game.claims) == ("R8 B8 K8 O8", (ClaimedSet("A", 1, 24, 3),))


def test_without_a_lock_of_ones_own_there_is_no_third_claim() -> None:
    """R2-25."""
    rows = f"{EIGHTS} / r9 b9 k9"
    game = table(table=rows, claims="a:0x3 b:1x2", options={"locks_per_player": 1})

    with refused(claims.NoLockLeft, match="R2-25"):
        game.does(0, "claim b")
    assert table(table=rows, claims="a:0x3 b:1x2", options={"locks_per_player": 2}).does(0, "claim b")
    assert table(table=rows, claims="a:0x3 b:1x1", options={"locks_per_player": 1}).does(0, "claim b")
    assert table(table=rows, claims="a:1x3 b:1x2", options={"locks_per_player": 1}).does(0, "claim b")


def test_a_claimed_set_keeps_its_letter_when_a_larger_one_feeds_it() -> None:
    """R2-26."""
    game = table(table="r1 r2 r3 / r4 r5 r6 r7 r8 r9 r10", claims="a:1", racks=["r11 o1", "o2"])

    after = game.play(0, "table: r1 r2 r3 r4 r5 r6 r7 / r8 r9 r10 r11")

    assert (after.table, after.labels) == ("R1 R2 R3 R4 R5 R6 R7 / R8 R9 R10 R11", "A B")
    assert after.claims == (ClaimedSet("A", 1, 6, 1),)


def test_tokens_stay_with_the_letter_if_claimed_sets_may_be_moved() -> None:
    """R2-26."""
    game = table(table="r8 b8 k8 o8", claims="a:1", racks=["o9 o10 o1", "o2"], options={"claimed_sets_movable": True})

    after = game.play(0, "a-o8; o8 o9 o10")

    assert after.claims == (ClaimedSet("A", 1, 32, 1),)


def test_tokens_leave_with_the_set_if_claimed_sets_may_be_moved() -> None:
    """R2-26."""
    game = table(
        table="r3 r4 r5 / r6 r7 r8 r9", claims="a:1", racks=["r10 o1", "o2"], options={"claimed_sets_movable": True}
    )

    after = game.play(0, "a>b; b+r10")

    assert (after.labels, after.claims, held(after)) == ("B", (), [0, 0])


def test_a_joker_may_be_swapped_out_of_a_claimed_set() -> None:
    """R2-27."""
    game = table(table="r8 b8 j", claims="a:1", racks=["k8 r1 b1 o1", "o2"]).play(0, "a-j; a+k8; r1 b1 j")

    assert (game.table, game.claims) == ("R8 B8 K8 / R1 B1 J", (ClaimedSet("A", 1, 24, 1),))


def test_sets_that_cross_are_claimed_one_by_one_and_the_tile_counts_in_each() -> None:
    """R2-28."""
    game = claim(table(table="r4 r5 r6 / r5@a b5 k5"), "0 a", "1 b")

    assert held(game) == [15, 15]
    assert held(claim(game, "0 b")) == [30, 0]


def test_a_claimed_set_keeps_the_tile_that_it_borrows() -> None:
    """R2-28, R2-26."""
    game = table(table="r4 r5 r6 / r5@a b5 k5 / b4 k4 o4 / b6 k6 o6", claims="b:1", racks=["o5 o1", "o2"])

    after = game.play(0, "a-r4>c; a-r6>d; a-r5; b+o5")

    assert after.claims == (ClaimedSet("B", 1, 15, 1),)


# A line is: name | table | claims | seat and action | the points and what is said, or the refusal
ACTIONS = """
T01 | R8 B8 K8 | - | 0 claim A | 24 Legal: seat 0 then holds 24 points.
T02 | R8 B8 J1 | - | 0 claim A | 24 Legal: seat 0 then holds 24 points.
T02 in a run | R8 J1 R10 | - | 0 claim A | 27 Legal: seat 0 then holds 27 points.
T03 | R8 B8 K8 | A:0 | 1 claim A | 24 Legal: seat 1 then holds 24 points, seat 0 holds 0.
T04 | R8 B8 K8 | A:1x2 | 0 claim A | 24 Legal: seat 0 then holds 24 points, seat 1 holds 0; set A is locked.
T04 and no more | R8 B8 K8 | A:0x3 | 1 claim A | SetLocked
T07 | R8 B8 K8 / R9 B9 K9 | B:0=176 | 0 claim A | 24 Legal: seat 0 then holds 200 points and wins.
T10 draw and play | R8 B8 K8 | - | 0 draw; play A+O8 | OneActionATurn
T10 draw and claim | R8 B8 K8 | - | 0 draw; claim A | OneActionATurn
T10 claim and draw | R8 B8 K8 | - | 0 claim A; draw | OneActionATurn
T10 play and draw | R8 B8 K8 | - | 0 play A+O8; draw | OneActionATurn
claim and claim | R8 B8 K8 / R9 B9 K9 | - | 0 claim A; claim B | OneActionATurn
an own set | R8 B8 K8 | A:0 | 0 claim A | OwnClaim
an own set, locked | R8 B8 K8 | A:0x3 | 0 claim A | SetLocked
a set that is not there | R8 B8 K8 | - | 0 claim C | NoSuchSet
no letter | R8 B8 K8 | - | 0 claim | BadNotation
two letters | R8 B8 K8 | - | 0 claim A B | BadNotation
201 | R8 B8 K8 / R9 B9 K9 | B:0=177 | 0 claim A | 24 Legal: seat 0 then holds 201 points.
a crossing set | R4 R5 R6 / R5@A B5 K5 | A:0 | 0 claim B | 15 Legal: seat 0 then holds 30 points.
a draw | R8 B8 K8 | A:0 | 0 draw | 0 Legal.
a draw of two | R8 B8 K8 | A:0 | 0 draw 2 | WrongDraw
a pass, which no case can tell | R8 B8 K8 | A:0 | 0 pass | BadNotation
a play onto a claimed set | R8 B8 K8 | A:1 | 0 play A+O8 | 8 Legal.
a play that takes from a claimed set | R8 B8 K8 O8 | A:1 | 0 play A-O8; O8 O9 O10 | ClaimedSetTouched
a play that splits a locked set | R5 R6 R7 R8 R9 | A:1x3 | 0 play A:2; A+R7 | ClaimedSetTouched
"""


@pytest.mark.parametrize("line", ACTIONS.strip().splitlines(), ids=lambda line: line.partition(" |")[0])
def test_an_action_is_judged_from_a_case(line: str) -> None:
    """R2-4, R2-22, R2-23, R2-24, R2-25, R2-26, R2-32."""
    _, board, claims, action, known = line.split(" | ")
    seat, act = action.split(" ", 1)
    case = {"opened": True, "table": board, "claims": claims, "seat": int(seat), "action": act, "rack": "R7 O8 O9 O10"}

    answer = answer_case(case | {"variant": "rummi200kub"}, load())

    assert (f"{answer['points']} {answer['message']}" if answer["legal"] else answer["refusal"]) == known


# What players are offered


def test_the_sets_that_one_may_claim_are_listed_with_what_they_bring() -> None:
    game = table(table=f"{EIGHTS} / r9 b9 k9 / r4 r5 r6 / {COURT}", claims="a:0 b:1x2 c:1x3 d:0=140")

    offered = [
        (each.label, each.value, each.total, each.holder, each.locks, each.wins) for each in game.view(0).claimable
    ]

    assert offered == [("B", 27, 191, 1, True, False), ("E", 36, 200, None, False, True)]
    assert game.view().claimable == game.view(0).claimable
    assert [each.label for each in game.view(1).claimable] == ["A", "D", "E"]


def test_a_case_that_is_no_action_is_refused() -> None:
    wrongs: list[tuple[str, object]] = [("action", "shout"), ("action", "claim"), ("action", 1), ("claims", "a")]
    wrongs += [("claims", 3), ("seat", -1), ("seat", "0"), ("seat", True)]
    for key, value in wrongs:
        with refused(errors.BadNotation):
            VARIANT.judge({"table": EIGHTS, "action": "claim a", key: value})


def test_the_example_has_a_set_that_was_claimed_once_and_one_that_was_claimed_twice() -> None:
    claimed = VARIANT.example().claims

    assert [(each.label, each.seat, each.times) for each in claimed] == [("A", 0, 1), ("B", 0, 2)]
