"""Knockout tournaments, by examples that were worked out by hand."""

from dataclasses import replace

import pytest

from services.tournaments.knockout import find_champion, pair_first, rank
from services.tournaments.rounds import advance, drop, list_open, record_result
from storage.tournaments.tournament import Tournament, TournamentKind, TournamentPhase
from tests.services.tournaments.playing import (
    NO_SHOWS,
    SIZES,
    TIE,
    finished,
    finished_round,
    higher,
    ids,
    is_over,
    key_of,
    signed_up,
)

KNOCKOUT = TournamentKind.KNOCKOUT


def drawn_in_order(count: int) -> Tournament:
    """A tournament whose players were drawn in the order of their ids."""
    rounds = (pair_first(range(1, count + 1)),)
    return replace(signed_up(KNOCKOUT, count), phase=TournamentPhase.RUNNING, rounds=rounds)


def places(tournament: Tournament) -> dict[int, int]:
    """Each player's place, by their id."""
    return {line.player.user_id: line.place for line in rank(tournament)}


def lower(first: int, second: int) -> int:
    """A result: the player with the higher id wins."""
    return max(first, second)


def test_four_players_have_semifinals_and_a_final() -> None:
    tournament = finished_round(drawn_in_order(4), lower)

    assert ids(tournament, 0) == [(1, 2), (3, 4)]
    assert ids(tournament) == [(2, 4)]
    assert places(tournament) == {2: 1, 4: 1, 1: 3, 3: 3}

    tournament = finished_round(tournament, lower)

    assert is_over(tournament)
    assert find_champion(tournament) == 4
    assert places(tournament) == {4: 1, 2: 2, 1: 3, 3: 3}


def test_five_players_give_three_byes_to_the_first_drawn() -> None:
    tournament = drawn_in_order(5)

    assert ids(tournament) == [(1,), (2,), (3,), (4, 5)]

    tournament = finished_round(tournament, lower)

    assert ids(tournament) == [(1, 2), (3, 5)]
    assert places(finished(tournament, lower)) == {5: 1, 2: 2, 1: 3, 3: 3, 4: 5}


@pytest.mark.parametrize("count", SIZES)
def test_the_player_drawn_first_wins_a_tournament_of_ties(count: int) -> None:
    assert find_champion(finished(drawn_in_order(count), lambda _, __: TIE)) == 1


@pytest.mark.parametrize(
    ("count", "champion"),
    [*((count, None) for count in range(4, 17, 2)), (5, 3), (7, 1), (9, 7), (11, 5), (13, 3), (15, 1)],
)
def test_if_nobody_comes_the_last_bye_wins_or_nobody(count: int, champion: int | None) -> None:
    """Those with byes meet each other, and one of an odd number of them is left over."""
    assert find_champion(finished(drawn_in_order(count), lambda _, __: NO_SHOWS)) == champion


def test_a_double_no_show_gives_the_next_opponent_a_bye() -> None:
    tournament = drawn_in_order(8)
    tournament = record_result(tournament, key_of(tournament, 1), NO_SHOWS)
    tournament = finished_round(tournament, higher)

    assert ids(tournament) == [(3,), (5, 7)]
    assert tournament.rounds[-1][0].result == 3

    tournament = finished_round(tournament, higher)

    assert ids(tournament) == [(3, 5)]
    assert places(tournament) == {3: 1, 5: 1, 7: 3, 1: 5, 2: 5, 4: 5, 6: 5, 8: 5}


def test_a_quarter_of_the_bracket_where_nobody_came_is_a_bye_two_rounds_later() -> None:
    tournament = drawn_in_order(8)
    for user_id in (5, 7):
        tournament = record_result(tournament, key_of(tournament, user_id), NO_SHOWS)
    tournament = finished_round(tournament, higher)

    assert ids(tournament) == [(1, 3)]

    tournament = finished_round(tournament, higher)

    assert ids(tournament) == [(1,)]
    assert is_over(tournament)
    assert find_champion(tournament) == 1


def test_a_round_of_byes_alone_is_passed_over() -> None:
    tournament = drawn_in_order(8)
    for user_id in (3, 7):
        tournament = record_result(tournament, key_of(tournament, user_id), NO_SHOWS)

    tournament = finished_round(tournament, higher)

    assert ids(tournament, 1) == [(1,), (5,)]
    assert ids(tournament, 2) == [(1, 5)]
    assert len(list_open(tournament)) == 1


def test_two_who_do_not_come_to_the_final_are_both_second() -> None:
    tournament = finished_round(drawn_in_order(4), higher)
    tournament = finished_round(tournament, lambda _, __: NO_SHOWS)

    assert is_over(tournament)
    assert places(tournament) == {1: 2, 3: 2, 2: 3, 4: 3}


def test_a_player_who_drops_out_in_round_two_loses_and_nobody_else_is_affected() -> None:
    tournament = finished_round(drawn_in_order(8), higher)

    left = drop(tournament, 1)

    assert [pairing.result for pairing in left.rounds[-1]] == [3, None]
    assert ids(finished_round(left, higher)) == [(3, 5)]
    assert places(left)[1] == 3


def test_a_player_who_drops_out_between_two_rounds_is_eliminated_in_the_next() -> None:
    tournament = drawn_in_order(4)
    tournament = record_result(tournament, key_of(tournament, 1), 1)
    tournament = drop(tournament, 1)

    assert places(tournament)[1] == 2

    tournament = finished_round(tournament, higher)

    assert is_over(tournament)
    assert find_champion(tournament) == 3
    assert places(tournament) == {3: 1, 1: 2, 2: 3, 4: 3}


def test_a_player_who_wins_the_final_and_then_drops_out_has_won() -> None:
    tournament = finished_round(drawn_in_order(4), higher)
    tournament = drop(record_result(tournament, key_of(tournament, 1), 1), 1)

    over = advance(tournament)

    assert find_champion(over) == 1
    assert places(tournament) == places(over) == {1: 1, 3: 2, 2: 3, 4: 3}
    assert [line.has_dropped for line in rank(over)] == [True, False, False, False]


def test_a_player_who_drops_out_with_a_bye_gives_the_next_opponent_one() -> None:
    tournament = finished_round(drop(drawn_in_order(5), 1), higher)

    assert ids(tournament) == [(2,), (3, 4)]
    assert places(tournament)[1] == 3


@pytest.mark.parametrize("count", SIZES)
def test_the_last_player_wins_when_all_others_drop_out(count: int) -> None:
    tournament = drawn_in_order(count)
    for user_id in range(1, count):
        tournament = drop(tournament, user_id)

    tournament = advance(tournament)

    assert is_over(tournament)
    assert find_champion(tournament) == count
