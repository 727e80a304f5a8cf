"""Rummi200kub, R2-32 to R2-37: the end."""

import pytest

from engine.game.views import Value
from engine.rules.claims import ClaimedSet
from engine.text import errors
from tests.rules.claiming import COURT, EIGHTS, claim, held, table

refused = pytest.raises


def test_exactly_200_by_a_claim_wins_at_once() -> None:
    """R2-32; T07."""
    game = claim(table(table=f"{EIGHTS} / r9 b9 k9", claims="b:0=176"), "0 a")

    assert game.outcome
    assert (game.outcome.winners, game.outcome.scores) == ((0,), (200, 0))
    assert str(game.outcome.reason) == "A claim reached exactly 200 points."


def test_reaching_200_by_another_s_loss_does_not_win_at_once() -> None:
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
    assert (game.outcome.winners, str(game.outcome.reason)) == ((0,), "A claim reached at least 200 points.")
    assert claim(table(table=f"{EIGHTS} / r9 b9 k9", claims="b:0=175", options=options), "0 a").outcome is None


def test_an_empty_rack_ends_the_game_and_the_closest_wins() -> None:
    """R2-33, R2-35."""
    game = table(claims="a:1", racks=["o8", "o2 o3"]).play(0, "a+o8")

    assert game.outcome
    assert (game.outcome.winners, game.outcome.scores) == ((1,), (0, 24))
    assert str(game.outcome.reason) == "The last tile was played."


def test_an_opening_that_empties_the_rack_ends_the_game_too() -> None:
    """R2-33."""
    game = table(racks=["r10 b10 k10", "o2 o3"], has_melded=False).play(0, "r10 b10 k10")

    assert game.outcome
    assert game.outcome.winners == (0,)  # both hold nothing; fewer tiles


def test_a_round_in_which_nobody_lays_a_tile_ends_the_game_with_claims_allowed_in_it() -> None:
    """R2-34."""
    game = table(pool="", racks=["o8 o1", "o2", "o3"])

    game = game.passes(0).does(2, "claim a")
    assert game.outcome is None
    game = game.does(1, "claim a")

    assert game.outcome
    assert (game.outcome.winners, game.outcome.scores) == ((1,), (0, 24, 0))
    assert str(game.outcome.reason) == "Nobody played a tile for a whole round."


def test_a_tile_that_is_played_begins_the_round_anew() -> None:
    """R2-34."""
    game = table(pool="", racks=["o2", "o8 o1"]).passes(0).play(1, "a+o8").passes(0)

    assert game.outcome is None
    assert game.does(1, "claim a").outcome


def test_claims_while_the_pool_lasts_do_not_count_toward_the_end() -> None:
    """R2-34."""
    game = claim(table(table=f"{EIGHTS} / r9 b9 k9", pool="r1"), "0 a", "1 b")

    assert (game.outcome, game.state.passes) == (None, 0)


def test_the_draw_of_the_last_tile_does_not_count_toward_the_end() -> None:
    """R2-34."""
    game = table(pool="r1", racks=["o1", "o2 o3"]).draw(0).passes(1)  # nobody could play a tile, but claims are left

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
    ids=["closest", "not above", "not above 2", "fewer tiles", "shared", "200 on the table", "nobody holds anything"],
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
    assert (over.winners, over.places) == ((0,), (1, 2, 3, 4))
    left = game.resign(1).passes(0).passes(3).passes(2).outcome
    assert left
    assert (left.scores, left.places) == ((190, 0, 290, 40), (1, 4, 2, 3))


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


def test_a_player_who_resigns_frees_their_claims_and_ranks_last() -> None:
    """R2-37."""
    game = table(table=f"{EIGHTS} / r9 b9 k9", claims="a:1x3 b:0", racks=["o1", "o2", "o3"]).resign(1)

    assert game.claims == (ClaimedSet("B", 0, 27, 1),)
    assert held(game) == [27, 0, 0]
    assert held(claim(game, "2 a")) == [27, 0, 24]
    assert claim(game, "2 a").claims[0].times == 1


def test_the_last_one_left_wins() -> None:
    """R2-37."""
    game = table(claims="a:1").resign(1)

    assert game.outcome
    assert (game.outcome.winners, game.outcome.scores) == ((0,), (0, 0))
    with refused(errors.GameIsOver):
        game.does(0, "claim a")


def test_a_player_who_resigned_claims_nothing_more() -> None:
    """R2-37."""
    game = table(racks=["o1", "o2", "o3"]).resign(1)

    with refused(errors.HasResigned, match="R2-37"):
        game.does(1, "claim a")
    assert game.view(1).claimable == ()
