"""Rummi200kub, R2-22 to R2-28 and R2-32 to R2-37: claims, hijacks and locks; the end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from engine import claim_errors, errors
from engine.claims import read_claims
from engine.crossings import read_sets
from engine.variants.rummi200kub import VARIANT
from engine.views import Claim
from tests import positions
from tests.positions import Position, position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.views import Value

EIGHTS = "r8 b8 k8"
COURT = "k11 k12 k13 / o11 o12 o13"  # 36 points each
BOX = VARIANT.box

judge = partial(positions.judge, "rummi200kub")
refused = pytest.raises


def table(table: str = EIGHTS, claims: str = "", racks: Sequence[str] = ("o8 o1", "o2 o3"), **more: Any) -> Position:
    return position("rummi200kub", table=table, racks=racks, claims=read_claims(claims, read_sets(table, BOX)), **more)


def claim(game: Position, *moves: str) -> Position:
    """Let seats claim, as in `0 a`, with draws between if it is not their turn."""
    for move in moves:
        seat = int(move[0])
        while game.turn != seat:
            game = game.draw(game.turn)
        game = game.does(seat, f"claim {move[2:]}")
    return game


def held(game: Position) -> list[int]:
    return [seat.score for seat in game.view().seats]


def verdict(claims: str, action: str, *, seat: int = 0, **more: object) -> str:
    case = {"opened": True, "table": EIGHTS, "claims": claims, "seat": seat, "action": action, **more}
    return VARIANT.judge(case).message


# Claiming


def test_a_claim_brings_what_the_set_is_worth() -> None:
    """R2-22; T01."""
    game = claim(table(), "0 a")

    assert game.state.claims == (Claim("A", 0, 24, 1),)
    assert held(game) == [24, 0]
    assert game.sentences == ["A claimed set A for 24 points, and holds 24."]
    assert (game.turn, game.table) == (1, "R8 B8 K8")


def test_any_set_may_be_claimed_but_none_that_is_not_there() -> None:
    """R2-22."""
    with refused(errors.NoSuchSet):
        table().does(0, "claim b")
    for text in ("claim", "claim 3", "claim abc", "claim a b"):
        with refused(errors.BadNotation):
            table().does(0, text)


def test_who_has_not_opened_may_claim() -> None:
    """R2-22."""
    game = claim(table(opened=False), "0 a")

    assert held(game) == [24, 0]
    assert not game.seats[0].opened


def test_a_table_may_ask_for_the_opening_first() -> None:
    """R2-22."""
    game = table(opened=False, options={"claim_needs_opening": True})

    with refused(claim_errors.ClaimNeedsOpening, match="R2-22"):
        game.does(0, "claim a")
    assert game.view().claimable == ()
    assert held(claim(table(options={"claim_needs_opening": True}), "0 a")) == [24, 0]


def test_a_joker_is_worth_what_it_stands_for() -> None:
    """R2-23; T02."""
    assert held(claim(table(table="r8 b8 j"), "0 a")) == [24, 0]
    assert held(claim(table(table="r8 j r10"), "0 a")) == [27, 0]


def test_tiles_that_are_added_later_count_for_the_next_claim_alone() -> None:
    """R2-23."""
    game = claim(table(), "0 a").draw(1).play(0, "a+o8")

    assert held(game) == [24, 0]
    assert held(claim(game, "1 a")) == [0, 32]


def test_another_player_takes_the_set_and_its_points() -> None:
    """R2-24; T03."""
    game = claim(table(), "0 a", "1 a")

    assert game.state.claims == (Claim("A", 1, 24, 2),)
    assert held(game) == [0, 24]
    assert game.sentences == ["B took A's set A for 24 points, and holds 24."]


def test_nobody_claims_a_set_that_he_holds() -> None:
    """R2-24."""
    with refused(claim_errors.OwnClaim, match="R2-24"):
        claim(table(), "0 a", "0 a")
    with refused(claim_errors.OwnClaim):
        claim(table(), "0 a", "1 a", "1 a")


def test_the_third_claim_locks_the_set() -> None:
    """R2-25; T04."""
    game = claim(table(), "0 a", "1 a", "0 a")

    assert game.state.claims == (Claim("A", 0, 24, 3),)
    assert held(game) == [24, 0]
    assert game.sentences == ["A took B's set A for 24 points and locked it, and holds 24."]
    for seat in (0, 1):
        with refused(claim_errors.SetLocked, match="R2-25"):
            claim(game, f"{seat} a")


def test_a_locked_set_may_still_grow() -> None:
    """R2-25, R2-26."""
    game = table(claims="a:1x3").play(0, "a+o8")

    assert (game.table, game.state.claims) == ("R8 B8 K8 O8", (Claim("A", 1, 24, 3),))


def test_without_a_lock_of_ones_own_there_is_no_third_claim() -> None:
    """R2-25."""
    rows = f"{EIGHTS} / r9 b9 k9"
    game = table(table=rows, claims="a:0x3 b:1x2", options={"locks_per_player": 1})

    with refused(claim_errors.NoLockLeft, match="R2-25"):
        game.does(0, "claim b")
    assert table(table=rows, claims="a:0x3 b:1x2", options={"locks_per_player": 2}).does(0, "claim b")
    assert table(table=rows, claims="a:0x3 b:1x1", options={"locks_per_player": 1}).does(0, "claim b")
    assert table(table=rows, claims="a:1x3 b:1x2", options={"locks_per_player": 1}).does(0, "claim b")


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("r8 b8 k8 o8", "o9 o10", "r8 b8 k8 / o8 o9 o10"),
        ("r3 r4 r5 r6 r7 r8", "b1 k1 o1", "r3 r4 r5 / r6 r7 r8 / b1 k1 o1"),
        ("r3 r4 r5 r6 r7", "r5", "r3 r4 r5 / r5 r6 r7"),
        ("r3 r4 r5 / r6 r7 r8", "r9", "r3 r4 r5 r6 r7 r8 r9"),
        ("r8 b8 k8 o8 / r9 r10 r11", "r12", "b8 k8 o8 / r8 r9 r10 r11 r12"),
    ],
)
def test_a_claimed_set_loses_no_tile_and_is_neither_split_nor_merged(before: str, rack: str, after: str) -> None:
    """R2-26."""
    case = {"opened": True, "table": before, "rack": rack, "after": after, "claims": "a:1"}

    with refused(errors.IllegalMove):
        VARIANT.judge(case)


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("r8 b8 k8 o8", "o9 o10", "r8 b8 k8 / o8 o9 o10"),
        ("r3 r4 r5 r6 r7", "r5", "r3 r4 r5 / r5 r6 r7"),
        ("r3 r4 r5 / r6 r7 r8", "r9", "r3 r4 r5 r6 r7 r8 r9"),
    ],
)
def test_taking_from_splitting_and_merging_are_refused_for_that(before: str, rack: str, after: str) -> None:
    """R2-26."""
    case = {"opened": True, "table": before, "rack": rack, "after": after}
    assert VARIANT.judge(case)
    assert VARIANT.judge({**case, "claims": "a:0", "options": {"claimed_sets_movable": True}})

    with refused(claim_errors.ClaimedSetTouched, match=r"Set A is claimed.*R2-26"):
        VARIANT.judge({**case, "claims": "a:0"})


@pytest.mark.parametrize(
    ("before", "rack", "after"),
    [
        ("r8 b8 k8", "o8", "r8 b8 k8 o8"),
        ("r3 r4 r5 / r6 r7 r8 r9", "r10", "r3 r4 r5 r6 / r7 r8 r9 r10"),
        ("r3 r4 r5 / r6 r7 r8", "r6 r7 r8 r9", "r3 r4 r5 r6 r7 r8 r9 / r6 r7 r8"),
        ("r3 r4 r5", "r5 b5 k5", "r3 r4 r5 / r5 b5 k5"),
        ("r3 r4 r5", "b5 k5", "r3 r4 r5 / r5@a b5 k5"),
    ],
)
def test_a_claimed_set_may_grow_and_be_crossed(before: str, rack: str, after: str) -> None:
    """R2-26."""
    assert VARIANT.judge({"opened": True, "table": before, "rack": rack, "after": after, "claims": "a:1"})


def test_two_claimed_sets_do_not_become_one() -> None:
    """R2-26."""
    case = {"opened": True, "table": "r3 r4 r5 / r6 r7 r8", "rack": "r9", "after": "r3 r4 r5 r6 r7 r8 r9"}

    for claims in ("a:0 b:0", "a:0 b:1", "b:0"):
        with refused(claim_errors.ClaimedSetTouched):
            VARIANT.judge({**case, "claims": claims})


def test_one_set_does_not_go_on_with_two_claims() -> None:
    """R2-26: of two equal claimed sets, one is taken apart."""
    runs = "r9 r10 r11 / b9 b10 b11 / k9 k10 k11"
    after = "r8 b8 k8 / r8 r9 r10 r11 / b8 b9 b10 b11 / k8 k9 k10 k11 k12"
    case = {"opened": True, "table": f"{EIGHTS} / {EIGHTS} / {runs}", "rack": "k12", "after": after}
    assert VARIANT.judge({**case, "claims": "a:0"})

    with refused(claim_errors.ClaimedSetTouched):
        VARIANT.judge({**case, "claims": "a:0 b:1"})


def test_a_claimed_set_keeps_its_letter_when_a_larger_one_feeds_it() -> None:
    """R2-26."""
    game = table(table="r1 r2 r3 / r4 r5 r6 r7 r8 r9 r10", claims="a:1", racks=["r11 o1", "o2"])

    after = game.play(0, "table: r1 r2 r3 r4 r5 r6 r7 / r8 r9 r10 r11")

    assert (after.table, after.labels) == ("R1 R2 R3 R4 R5 R6 R7 / R8 R9 R10 R11", "A B")
    assert after.state.claims == (Claim("A", 1, 6, 1),)


def test_where_claimed_sets_may_be_moved_the_tokens_stay_with_the_letter() -> None:
    """R2-26."""
    game = table(table="r8 b8 k8 o8", claims="a:1", racks=["o9 o10 o1", "o2"], options={"claimed_sets_movable": True})

    after = game.play(0, "a-o8; o8 o9 o10")

    assert after.state.claims == (Claim("A", 1, 32, 1),)


def test_where_claimed_sets_may_be_moved_the_tokens_leave_with_the_set() -> None:
    """R2-26."""
    game = table(
        table="r3 r4 r5 / r6 r7 r8 r9", claims="a:1", racks=["r10 o1", "o2"], options={"claimed_sets_movable": True}
    )

    after = game.play(0, "a>b; b+r10")

    assert (after.labels, after.state.claims, held(after)) == ("B", (), [0, 0])


def test_a_joker_may_be_swapped_out_of_a_claimed_set() -> None:
    """R2-27."""
    game = table(table="r8 b8 j", claims="a:1", racks=["k8 r1 b1 o1", "o2"]).play(0, "a-j; a+k8; r1 b1 j")

    assert (game.table, game.state.claims) == ("R8 B8 K8 / R1 B1 J", (Claim("A", 1, 24, 1),))


@pytest.mark.parametrize(
    ("rack", "after"),
    [("r1 b1 o1", "r8 b8 k8 / k7 k9 k10 / r1 b1 j"), ("r1 b1 o8", "r8 b8 k8 / k7 k9 k10 j / r1 b1 o8")],
)
def test_only_the_rack_swaps_a_joker_out_of_a_claimed_set(rack: str, after: str) -> None:
    """R2-27."""
    case = {"opened": True, "table": "r8 b8 j / k7 k8 k9 k10", "claims": "a:0", "rack": rack, "after": after}

    with refused(errors.IllegalMove):
        VARIANT.judge(case)


def test_a_joker_does_not_move_as_its_tile_out_of_a_claimed_set_for_a_tile_of_the_table() -> None:
    """R2-27."""
    case = {"opened": True, "table": "r8 b8 j / k5 k6 k7 k8", "rack": "k4", "after": "r8 b8 k8 / k4 k5 k6 k7 j"}
    assert VARIANT.judge(case)

    with refused(claim_errors.ClaimedSetTouched):
        VARIANT.judge({**case, "claims": "a:0"})


def test_sets_that_cross_are_claimed_one_by_one_and_the_tile_counts_in_each() -> None:
    """R2-28."""
    game = claim(table(table="r4 r5 r6 / r5@a b5 k5"), "0 a", "1 b")

    assert held(game) == [15, 15]
    assert held(claim(game, "0 b")) == [30, 0]


def test_a_claimed_set_keeps_the_tile_that_it_borrows() -> None:
    """R2-28, R2-26."""
    game = table(table="r4 r5 r6 / r5@a b5 k5 / b4 k4 o4 / b6 k6 o6", claims="b:1", racks=["o5 o1", "o2"])

    after = game.play(0, "a-r4>c; a-r6>d; a-r5; b+o5")

    assert after.state.claims == (Claim("B", 1, 15, 1),)
    with refused(claim_errors.ClaimedSetTouched):
        VARIANT.judge(
            {
                "opened": True,
                "table": "r4 r5 r6 / r5@a b5 k5 / b6 b7 b8 / k6 k7 k8",
                "rack": "r7",
                "after": "r4 r5 r6 r7 / b5 b6 b7 b8 / k5 k6 k7 k8",
                "claims": "b:0",
            }
        )


# What players are offered


def test_the_sets_that_one_may_claim_are_listed_with_what_they_bring() -> None:
    game = table(table=f"{EIGHTS} / r9 b9 k9 / r4 r5 r6 / {COURT}", claims="a:0 b:1x2 c:1x3 d:0=140")

    offered = [
        (each.label, each.value, each.total, each.holder, each.locks, each.wins) for each in game.view(0).claimable
    ]

    assert offered == [("B", 27, 191, 1, True, False), ("E", 36, 200, None, False, True)]
    assert game.view().claimable == game.view(0).claimable
    assert [each.label for each in game.view(1).claimable] == ["A", "D", "E"]


def test_a_preview_says_what_a_claim_brings() -> None:
    game = table(claims="a:1")

    assert VARIANT.preview(game.state, VARIANT.read(0, "claim a")) == "Legal: brings 24 points, and you hold 24."
    assert VARIANT.preview(game.state, VARIANT.read(1, "claim a")) == "You hold set A already. (R2-24)"


def test_a_claim_is_judged_from_a_case() -> None:
    assert verdict("", "claim a") == "Legal: seat 0 then holds 24 points."
    assert verdict("a:0", "claim a", seat=1) == "Legal: seat 1 then holds 24 points, seat 0 holds 0."
    assert (
        verdict("b:0=176", "claim a", table=f"{EIGHTS} / r9 b9 k9") == "Legal: seat 0 then holds 200 points and wins."
    )
    assert VARIANT.judge({"table": EIGHTS, "action": "claim a"}).points == 24
    assert VARIANT.judge({"table": EIGHTS, "action": "draw"}).points == 0
    play = {"opened": True, "table": EIGHTS, "rack": "o8", "claims": "a:1"}
    assert VARIANT.judge({**play, "action": "play a+o8"}).points == 8
    with refused(claim_errors.SetLocked):
        verdict("a:0x3", "claim a", seat=1)
    wrongs: list[tuple[str, object]] = [("action", "shout"), ("action", "claim"), ("action", 1), ("claims", "a")]
    wrongs += [("claims", 3), ("seat", -1), ("seat", "0"), ("seat", True)]
    for key, value in wrongs:
        with refused(errors.BadNotation):
            VARIANT.judge({"table": EIGHTS, "action": "claim a", key: value})


# The end


def test_exactly_200_by_a_claim_wins_at_once() -> None:
    """R2-32; T07."""
    game = claim(table(table=f"{EIGHTS} / r9 b9 k9", claims="b:0=176"), "0 a")

    assert game.outcome
    assert (game.outcome.winners, game.outcome.scores) == ((0,), (200, 0))
    assert game.outcome.reason == "A claim made exactly 200 points."


def test_more_than_200_neither_wins_nor_loses() -> None:
    """R2-32."""
    game = claim(table(table=f"{EIGHTS} / r9 b9 k9", claims="b:0=177"), "0 a")

    assert (game.outcome, held(game)) == (None, [201, 0])


def test_who_comes_to_200_by_a_loss_does_not_win_at_once() -> None:
    """R2-32, R2-35; but closest he is."""
    rows = f"{EIGHTS} / r9 b9 k9"
    game = claim(table(table=rows, claims="a:0 b:0=200", racks=["o1", "o8 o3"]), "1 a")

    assert (game.outcome, held(game)) == (None, [200, 24])
    end = table(table=rows, claims="a:1 b:0=200", racks=["o1", "o8"], turn=1).play(1, "a+o8")
    assert end.outcome
    assert end.outcome.winners == (0,)


def test_a_table_may_let_200_or_more_win() -> None:
    """R2-32."""
    options: dict[str, Value] = {"target_mode": "at_least"}
    game = claim(table(table=f"{EIGHTS} / r9 b9 k9", claims="b:0=177", options=options), "0 a")

    assert game.outcome
    assert (game.outcome.winners, game.outcome.reason) == ((0,), "A claim made at least 200 points.")
    assert claim(table(table=f"{EIGHTS} / r9 b9 k9", claims="b:0=175", options=options), "0 a").outcome is None


def test_an_empty_rack_ends_the_game_and_the_closest_wins() -> None:
    """R2-33, R2-35."""
    game = table(claims="a:1", racks=["o8", "o2 o3"]).play(0, "a+o8")

    assert game.outcome
    assert (game.outcome.winners, game.outcome.scores) == ((1,), (0, 24))
    assert game.outcome.reason == "The last tile is laid."


def test_an_opening_that_empties_the_rack_ends_the_game_too() -> None:
    """R2-33."""
    game = table(racks=["r10 b10 k10", "o2 o3"], opened=False).play(0, "r10 b10 k10")

    assert game.outcome
    assert game.outcome.winners == (0,)  # both hold nothing; fewer tiles


def test_passing_is_for_an_empty_pool_and_drawing_for_another() -> None:
    """R2-34."""
    with refused(errors.PoolNotEmpty, match="R2-34"):
        table().passes(0)
    with refused(errors.PoolEmpty, match="R2-34"):
        table(pool="").draw(0)


def test_a_round_in_which_nobody_lays_a_tile_ends_the_game_with_claims_allowed_in_it() -> None:
    """R2-34."""
    game = table(pool="", racks=["o8 o1", "o2", "o3"])

    game = game.passes(0).does(2, "claim a")
    assert game.outcome is None
    game = game.does(1, "claim a")

    assert game.outcome
    assert (game.outcome.winners, game.outcome.scores) == ((1,), (0, 24, 0))
    assert game.outcome.reason == "Nobody laid a tile for a whole round."


def test_a_tile_that_is_laid_begins_the_round_anew() -> None:
    """R2-34."""
    game = table(pool="", racks=["o2", "o8 o1"]).passes(0).play(1, "a+o8").passes(0)

    assert game.outcome is None
    assert game.does(1, "claim a").outcome


def test_claims_while_the_pool_lasts_do_not_count_towards_the_end() -> None:
    """R2-34."""
    game = claim(table(table=f"{EIGHTS} / r9 b9 k9", pool="r1"), "0 a", "1 b")

    assert (game.outcome, game.state.passes) == (None, 0)


def test_the_draw_of_the_last_tile_does_not_count_towards_the_end() -> None:
    """R2-34."""
    game = table(pool="r1", racks=["o1", "o2 o3"]).draw(0).passes(1)  # nobody could lay a tile, but claims are left

    assert game.outcome is None
    assert game.passes(0).outcome


@pytest.mark.parametrize(
    ("claims", "racks", "winners"),
    [
        ("a:0=190 b:1=205", ["o1", "o2"], (1,)),
        ("a:0=195 b:1=205", ["o1 o3", "o2"], (0,)),
        ("a:0=205 b:1=195", ["o1", "o2 o3"], (1,)),
        ("a:0=195 b:1=195", ["o1 o3", "o2"], (1,)),
        ("a:0=195 b:1=195", ["o1", "o2"], (0, 1)),
        ("a:0=200 b:1=199", ["o1", "o2"], (0,)),
        ("", ["o1", "o2"], (0, 1)),
    ],
    ids=["closest", "not above", "not above 2", "fewer tiles", "shared", "200 lying there", "nobody holds anything"],
)
def test_the_closest_to_200_wins(claims: str, racks: list[str], winners: tuple[int, ...]) -> None:
    """R2-35."""
    game = table(table=f"{EIGHTS} / r9 b9 k9", claims=claims, racks=racks, pool="").passes(0).passes(1)

    assert game.outcome
    assert game.outcome.winners == winners


def test_the_others_are_ranked_by_closeness_as_well() -> None:
    """R2-35, R2-37: and who has resigned is last."""
    claims = "a:0=190 b:1=150 c:2=290 d:3=40"
    game = table(table=f"{EIGHTS} / r9 b9 k9 / {COURT}", claims=claims, racks=["o1", "o2", "o3", "o4"], pool="")

    over = game.passes(0).passes(3).passes(2).passes(1).outcome
    assert over
    assert (over.winners, over.ranking) == ((0,), (0, 1, 2, 3))
    left = game.resign(1).passes(0).passes(3).passes(2).outcome
    assert left
    assert (left.scores, left.ranking) == ((190, 0, 290, 40), (0, 2, 3, 1))


def test_a_score_is_what_is_held_and_a_rack_costs_nothing() -> None:
    """R2-36."""
    game = table(claims="a:1", racks=["o8", "r13 j"])

    assert [seat.score for seat in game.view().seats] == [0, 24]
    rack = game.view(1).rack
    assert rack
    assert rack.points is None
    over = game.play(0, "a+o8").outcome
    assert over
    assert over.scores == (0, 24)


def test_who_resigns_frees_his_claims_and_ranks_last() -> None:
    """R2-37."""
    game = table(table=f"{EIGHTS} / r9 b9 k9", claims="a:1x3 b:0", racks=["o1", "o2", "o3"]).resign(1)

    assert game.state.claims == (Claim("B", 0, 27, 1),)
    assert held(game) == [27, 0, 0]
    assert held(claim(game, "2 a")) == [27, 0, 24]
    assert claim(game, "2 a").state.claims[0].times == 1


def test_the_last_one_left_wins() -> None:
    """R2-37."""
    game = table(claims="a:1").resign(1)

    assert game.outcome
    assert (game.outcome.winners, game.outcome.scores) == ((0,), (0, 0))
    with refused(errors.GameIsOver):
        game.does(0, "claim a")


def test_who_has_resigned_claims_nothing_more() -> None:
    """R2-37."""
    game = table(racks=["o1", "o2", "o3"]).resign(1)

    with refused(errors.HasResigned, match="R2-37"):
        game.does(1, "claim a")
    assert game.view(1).claimable == ()
