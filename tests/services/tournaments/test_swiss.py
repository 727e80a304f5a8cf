"""Swiss tournaments, by examples that were worked out by hand, and against every possible round."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given

from services.tournaments.knockout import count_rounds
from services.tournaments.rounds import advance, drop, list_open
from services.tournaments.swiss import pair_first, rank
from storage.tournaments.tournament import Pairing, Tournament, TournamentKind, TournamentPhase
from tests.services.tournaments.playing import (
    NO_SHOWS,
    TIE,
    finished_round,
    higher,
    histories,
    ids,
    is_over,
    key_of,
    signed_up,
    started,
)
from tests.services.tournaments.test_matching import ways

SWISS = TournamentKind.SWISS


def drawn_in_order(count: int) -> Tournament:
    """A tournament whose players were drawn in the order of their ids."""
    rounds = (pair_first(range(1, count + 1)),)
    return replace(signed_up(SWISS, count), phase=TournamentPhase.RUNNING, rounds=rounds)


def table(tournament: Tournament) -> list[tuple[int, int, float, float]]:
    """Each line's place, user id, points and Buchholz."""
    return [(line.place, line.player.user_id, line.points, line.buchholz) for line in rank(tournament)]


def test_four_players_play_two_rounds_winners_against_winners() -> None:
    tournament = finished_round(drawn_in_order(4), higher)

    assert ids(tournament, 0) == [(1, 2), (3, 4)]
    assert ids(tournament) == [(1, 3), (2, 4)]

    tournament = finished_round(tournament, higher)

    assert is_over(tournament)
    assert table(tournament) == [(1, 1, 2, 2), (2, 2, 1, 2), (2, 3, 1, 2), (4, 4, 0, 2)]


def test_five_players_give_the_bye_to_the_last_drawn_then_to_the_lowest_without_one() -> None:
    tournament = finished_round(drawn_in_order(5), higher)

    assert ids(tournament, 0) == [(1, 2), (3, 4), (5,)]
    # With 1 point: 1, 3 and 5, whose Buchholz is 0, 0 and 1 (its own). With 0: 2 and 4, so 4 rests as the later drawn.
    assert ids(tournament) == [(5, 1), (3, 2), (4,)]

    tournament = finished_round(tournament, higher)

    # 1 has 2 points, all others 1. Buchholz: 2 and 5 have 3, 3 and 4 have 2, but 3 beat 4. So 3 is the lowest without a
    # bye. 1 has met 2 and 5.
    assert ids(tournament) == [(1, 4), (2, 5), (3,)]

    tournament = finished_round(tournament, higher)

    assert is_over(tournament)
    assert table(tournament) == [
        (1, 1, 3, 4),  # 2 (2), 5 (1), 4 (1)
        (2, 2, 2, 6),  # 1 (3), 3 (2), 5 (1)
        (3, 3, 2, 5),  # 4 (1), 2 (2), bye (2)
        (4, 4, 1, 6),  # 3 (2), bye (1), 1 (3)
        (4, 5, 1, 6),  # bye (1), 1 (3), 2 (2)
    ]


def test_eight_players_pair_equal_scores_in_each_round() -> None:
    tournament = finished_round(drawn_in_order(8), higher)

    assert ids(tournament) == [(1, 3), (5, 7), (2, 4), (6, 8)]

    tournament = finished_round(tournament, higher)

    # 1 and 5 have 2 points; 2, 3, 6 and 7 have 1; 4 and 8 have 0.
    assert [set(pair) for pair in ids(tournament)] == [{1, 5}, {2, 3}, {6, 7}, {4, 8}]

    final = finished_round(tournament, higher)

    # Buchholz of 5, 2 and 6: 6, 5 and 3; of 3, 7 and 4: 6, 4 and 3.
    assert [(line.player.user_id, line.points) for line in rank(final)] == [
        (1, 3), (5, 2), (2, 2), (6, 2), (3, 1), (7, 1), (4, 1), (8, 0),
    ]  # fmt: skip


def test_another_seed_draws_another_first_round() -> None:
    rounds = {tuple(ids(started(SWISS, 8, bytes([seed])))) for seed in range(10)}

    assert len(rounds) == 10
    assert ids(started(SWISS, 8, b"same")) == ids(started(SWISS, 8, b"same"))


def with_rounds(*rounds: tuple[Pairing, ...]) -> Tournament:
    return replace(signed_up(SWISS, 4), phase=TournamentPhase.RUNNING, rounds=rounds)


def test_four_equals_share_a_place_whoever_won_their_games() -> None:
    tournament = with_rounds((Pairing(1, 2, 2), Pairing(3, 4, 3)), (Pairing(1, 3, 1), Pairing(2, 4, 4)))

    assert table(tournament) == [(1, 1, 1, 2), (1, 2, 1, 2), (1, 3, 1, 2), (1, 4, 1, 2)]


def test_buchholz_decides_between_equal_points_before_their_game() -> None:
    """2 beat 1, but 1 met the better opponents; an open game doesn't count."""
    tournament = with_rounds(
        (Pairing(1, 2, 2), Pairing(3, 4, 3)),
        (Pairing(1, 3, 1), Pairing(2, 4, NO_SHOWS)),
        (Pairing(1, 4), Pairing(2, 3)),
    )

    # 1, 2 and 3 have 1 point. 1 met 2 (1) and 3 (1), 2 met 1 (1) and 4 (0), 3 met 4 (0) and 1 (1); 2 and 3 didn't meet.
    assert table(tournament) == [(1, 1, 1, 2), (2, 2, 1, 1), (2, 3, 1, 1), (4, 4, 0, 2)]


def test_two_equals_who_tied_or_never_met_share_a_place() -> None:
    tied = with_rounds((Pairing(1, 2, 2), Pairing(3, 4, TIE)))

    assert table(tied) == [(1, 2, 1, 0), (2, 3, 0.5, 0.5), (2, 4, 0.5, 0.5), (4, 1, 0, 1)]

    never_met = with_rounds((Pairing(1, 2, 2), Pairing(3, 4, 3)))

    assert table(never_met) == [(1, 2, 1, 0), (1, 3, 1, 0), (3, 1, 0, 1), (3, 4, 0, 1)]


def test_a_game_between_two_equals_puts_its_winner_first_against_the_order_of_signing_up() -> None:
    tournament = with_rounds(
        (Pairing(1, 2, 2), Pairing(3, 4, 3)),
        (Pairing(1, 3, 1), Pairing(2, 4, TIE)),
        (Pairing(1, 4, TIE), Pairing(2, 3, NO_SHOWS)),
    )

    # 1 and 2 have 1.5 points, 3 and 4 have 1. Buchholz of 1: 1.5 + 1 + 1, and of 2: 1.5 + 1 + 1. 2 beat 1, 3 beat 4.
    assert table(tournament) == [(1, 2, 1.5, 3.5), (2, 1, 1.5, 3.5), (3, 3, 1, 4), (4, 4, 1, 4)]


def test_a_player_who_drops_out_loses_the_open_pairing_and_all_others_go_on() -> None:
    tournament = finished_round(drawn_in_order(8), higher)
    left = drop(tournament, 1)

    assert left.find(key_of(tournament, 1)).result == 3
    assert left.find(key_of(tournament, 5)).result is None
    assert len(list_open(left)) == 3

    after = finished_round(left, higher)

    assert 1 not in {user_id for pair in ids(after) for user_id in pair}
    assert len(ids(after)) == 4  # seven players: three games and a bye
    line = next(line for line in rank(after) if line.player.user_id == 1)
    assert (line.points, line.has_dropped) == (1, True)


def test_the_last_two_play_if_they_have_not_met() -> None:
    tournament = finished_round(drawn_in_order(5), higher)
    for user_id in (2, 4, 5):
        tournament = drop(tournament, user_id)

    tournament = finished_round(tournament, higher)

    assert ids(tournament, 1) == [(5, 1), (3, 2), (4,)]
    assert ids(tournament) == [(1, 3)]


def test_the_last_player_is_given_no_further_byes() -> None:
    tournament = drawn_in_order(8)
    for user_id in range(2, 9):
        tournament = drop(tournament, user_id)

    tournament = advance(tournament)

    assert is_over(tournament)
    assert len(tournament.rounds) == 1


def test_equals_are_paired_in_the_order_drawn() -> None:
    rounds = (pair_first([6, 3, 5, 1, 2, 4]),)
    tournament = replace(drawn_in_order(6), rounds=rounds)

    assert ids(finished_round(tournament, lambda _, __: TIE)) == [(6, 5), (3, 2), (1, 4)]


@given(histories(SWISS))
def test_a_tournament_ends_early_only_if_no_further_round_is_possible(states: Sequence[Tournament]) -> None:
    final = states[-1]
    left = [player.user_id for player in final.players if player.user_id not in final.dropped]
    if len(final.rounds) == count_rounds(final) or len(left) <= 1:
        return
    met = {frozenset(pairing.user_ids) for pairings in final.rounds for pairing in pairings}
    had = [pairing.first for pairings in final.rounds for pairing in pairings if pairing.second is None]
    fewest = min(map(had.count, left))
    resting = [user_id for user_id in left if had.count(user_id) == fewest] if len(left) % 2 else [None]
    for bye in resting:
        playing = [user_id for user_id in left if user_id != bye]
        assert all(any(frozenset(pair) in met for pair in pairs) for pairs in ways(playing))
