"""Classic, CL-26 to CL-33: how games and matches end."""

from collections.abc import Mapping
from functools import partial

import pytest

from engine.game.views import Value
from engine.text import errors
from engine.variants.classic import VARIANT
from tests import positions
from tests.positions import SEED, Position, position

classic = partial(position, "classic")
refused = pytest.raises


# The end


def test_nobody_draws_from_an_empty_pool() -> None:
    """CL-26."""
    for options in ({}, {"draw_any": True}):
        with refused(errors.PoolEmpty):
            classic(racks=["r1", "o1"], pool="", options=options).draw(0)


def test_losers_pay_their_racks() -> None:
    """CL-29."""
    after = classic(table="r4 r5 r6", racks=["r7", "b5", "k9 k1", "o3"]).play(0, "a+r7")

    assert after.outcome
    assert after.outcome.scores == (18, -5, -10, -3)


def test_a_joker_left_over_costs_thirty() -> None:
    """CL-29."""
    after = classic(table="r4 r5 r6", racks=["r7", "j k2"]).play(0, "a+r7")

    assert after.outcome
    assert after.outcome.scores == (32, -32)
    rack = classic(racks=["j k2", "o1"]).view(0).rack
    assert rack
    assert rack.points == 32


def stuck(*racks: str, first: int = 0, **options: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Pass round the table from `first`; who wins, and the points."""
    game = classic(racks=racks, pool="", options=options, turn=first)
    for index in range(len(racks)):
        game = game.passes((first + index) % len(racks))
    assert game.outcome
    assert sum(game.outcome.scores) == 0
    return game.outcome.winners, game.outcome.scores


def test_if_nobody_is_out_the_fewest_tiles_win_and_are_paid_in_full() -> None:
    """CL-30."""
    assert stuck("r13 b12", "r1 b1 k2", "r2 r4 b6 k8") == ((0,), (24, -4, -20))


def test_between_equal_numbers_of_tiles_the_lower_value_wins() -> None:
    """CL-30."""
    assert stuck("r13 b12", "r1 b1", "r2 r4 b6") == ((1,), (-25, 37, -12))


def test_equal_racks_share_the_win_and_the_odd_point_goes_round_from_the_next_to_move() -> None:
    """CL-30."""
    assert stuck("r4 b5", "r5 b4", "r2 r4 b7") == ((0, 1), (7, 6, -13))
    assert stuck("r4 b5", "r5 b4", "r2 r4 b7", first=1) == ((0, 1), (6, 7, -13))
    assert stuck("r4 b5", "r2 r4 b6", "r5 b4", first=2) == ((0, 2), (6, -12, 6))


def test_a_table_may_play_the_lowest_value_for_the_difference() -> None:
    """CL-30."""
    assert stuck("r13 b12", "r1 b1 k2", "r2 r4 b6 k8", stalemate="lowest_diff") == ((1,), (-21, 37, -16))
    assert stuck("r4 b5", "r9", "r2 r4 b6", stalemate="lowest_diff") == ((0, 1), (2, 1, -3))


@pytest.mark.parametrize(
    ("match", "wins", "totals", "winners"),
    [
        ("total", (0, 1), (-9, 9), (0, 1)),
        ("total", (0, 1), (-10, 10), (1,)),
        ("most_won", (0, 2), (20, -20), (1,)),
        ("most_won", (1, 1), (-30, 30), (0,)),
        ("most_won", (0, 1), (-10, 10), (1,)),
        ("most_won", (0, 1), (-8, 8), (0,)),
        ("most_won", (0, 1), (-9, 9), (0, 1)),
    ],
)
def test_a_match_goes_to_the_total_or_to_the_games_won(
    match: str, wins: tuple[int, ...], totals: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    """CL-31: the first seat wins the last game for nine points."""
    options: dict[str, Value] = {"games": 3, "match": match}
    game = classic(table="r4 r5 r6", racks=["r7", "k9"], options=options, game=3, totals=totals, wins=wins)
    after = game.play(0, "a+r7")

    assert after.outcome
    assert after.outcome.winners == winners


def test_a_player_who_resigned_wins_no_match_and_the_winner_is_ranked_first() -> None:
    """CL-32: whatever the points are."""
    options, racks = {"games": 2}, ["r7", "k9", "b2"]
    game = classic(table="r4 r5 r6", racks=racks, options=options, game=2, totals=(0, 90, -90)).resign(1)

    after = game.play(0, "a+r7").outcome
    assert after
    assert (after.winners, after.scores, after.places) == ((0,), (11, 81, -92), (1, 2, 3))


def test_a_player_who_resigns_at_their_turn_hands_it_on() -> None:
    """CL-32."""
    after = classic(racks=["r7", "k9", "b2"]).resign(0)

    assert (after.turn, after.state.active) == (1, frozenset({1}))
    assert after.draw(1).draw(2).turn == 1


def test_a_resigned_rack_cannot_win_on_fewest_tiles() -> None:
    """CL-32."""
    after = classic(table="k6 k7 k8", racks=["r1 b1", "o9", "b2 b3 k9"], pool="").resign(1).passes(0).passes(2)

    assert after.outcome
    assert after.outcome.winners == (0,)


def test_the_pass_of_who_resigns_no_longer_counts() -> None:
    """CL-32: the others must still all pass before the game ends."""
    game = classic(table="k6 k7 k8", racks=["r1", "k9", "b2"], pool="").passes(0).resign(0)

    assert game.passes(1).outcome is None
    assert game.passes(1).passes(2).outcome


def test_resigning_after_all_the_others_passed_ends_the_game() -> None:
    """CL-32."""
    after = classic(racks=["r1", "k9", "b2"], pool="").passes(0).passes(1).resign(2)

    assert after.outcome
    assert after.outcome.winners == (0,)


# Presets


def preset(key: str) -> Mapping[str, Value]:
    return next(preset.options for preset in VARIANT.presets if preset.key == key)


def test_the_retail_preset_plays_as_todays_sheet() -> None:
    """CL-31: as many games as players, most games won; joker free into new sets; the difference; a minute a turn."""
    game = classic(racks=["r13 b12", "r1 b1 k2", "r2 r4 b6 k8"], pool="", options=preset("retail"))

    assert (game.view().games, game.state.deadline) == (3, positions.NOW + 60)
    after = game.passes(0).passes(1).passes(2)
    assert (after.state.totals, after.state.wins) == ((-21, 37, -16), (0, 1, 0))
    assert classic(table="r3 r4 r5 j", racks=["b7 k7 o1", "o1"], options=preset("retail")).play(0, "a-j; b7 k7 j")


@pytest.mark.parametrize("seats", [5, 6])
def test_the_xp_preset_is_for_five_or_six(seats: int) -> None:
    """CL-1."""
    game = Position(VARIANT, VARIANT.setup(seats, SEED, 0, preset("xp6")).state)

    assert (game.pool, game.state.deadline) == (160 - 14 * seats, 60)
    for number in (2, 3, 4, 7):
        with refused(errors.WrongPlayerCount):
            VARIANT.setup(number, SEED, 0, preset("xp6"))
