"""Requests to a tournament that are refused, each with its sentence, and those that count once."""

from collections.abc import Callable

import pytest

from services.tournaments.errors import (
    AlreadySignedUp,
    DroppedOut,
    NoOpenGame,
    NotSignedUp,
    TooFewPlayers,
    TournamentFull,
    TournamentNotStarted,
    TournamentOver,
    TournamentStarted,
)
from services.tournaments.rounds import (
    advance,
    cancel,
    check_in,
    drop,
    end_check_in,
    list_open,
    record_result,
    sign_up,
    start,
    withdraw,
)
from storage.tournaments.tournament import Entrant, PairingKey, Tournament, TournamentKind
from tests.services.tournaments.playing import (
    NO_SHOWS,
    SEED,
    TIE,
    finished,
    signed_up,
    started,
)

NEW = Entrant(99, "New")
TABLE = PairingKey(0, 0)
SWISS = TournamentKind.SWISS


def test_fewer_than_four_cannot_start() -> None:
    for count, signed in ((0, "0 have"), (1, "1 has"), (3, "3 have")):
        sentence = rf"^A tournament needs at least 4 players; {signed} signed up\.$"
        with pytest.raises(TooFewPlayers, match=sentence):
            start(signed_up(SWISS, count), SEED)


def test_a_seventeenth_player_and_a_second_sign_up_are_refused() -> None:
    with pytest.raises(TournamentFull, match=r"^This tournament is full: it has 16 players\.$"):
        sign_up(signed_up(SWISS, 16), NEW)
    with pytest.raises(AlreadySignedUp):
        sign_up(signed_up(SWISS, 4), Entrant(2, "Another name"))


def test_everybody_can_withdraw_and_sign_up_again() -> None:
    tournament = signed_up(SWISS, 5)
    for player in tournament.players:
        tournament = withdraw(tournament, player.user_id)

    assert tournament.players == ()
    assert sign_up(tournament, NEW).players == (NEW,)
    with pytest.raises(NotSignedUp):
        withdraw(tournament, 1)


def test_after_the_start_nobody_signs_up_withdraws_or_starts_again() -> None:
    tournament = started(SWISS, 4)
    requests: list[Callable[[], Tournament]] = [
        lambda: sign_up(tournament, NEW),
        lambda: withdraw(tournament, 1),
        lambda: start(tournament, SEED),
    ]
    for request in requests:
        with pytest.raises(TournamentStarted):
            request()


def test_before_the_start_there_are_no_results_drops_or_rounds() -> None:
    tournament = signed_up(SWISS, 4)
    requests: list[Callable[[], Tournament]] = [lambda: check_in(tournament, 1), lambda: drop(tournament, 1)]
    for request in requests:
        with pytest.raises(TournamentNotStarted):
            request()
    assert list_open(tournament) == []
    assert advance(tournament) is tournament


@pytest.mark.parametrize("ends", [lambda tournament: finished(tournament, min), cancel])
def test_after_the_end_nothing_changes(ends: Callable[[Tournament], Tournament]) -> None:
    tournament = ends(started(SWISS, 4))
    requests: list[Callable[[], Tournament]] = [
        lambda: sign_up(tournament, NEW),
        lambda: withdraw(tournament, 1),
        lambda: start(tournament, SEED),
        lambda: check_in(tournament, 1),
        lambda: drop(tournament, 1),
        lambda: cancel(tournament),
    ]
    for request in requests:
        with pytest.raises(TournamentOver):
            request()
    assert advance(tournament) is tournament


def test_a_pairing_keeps_its_first_result_and_a_bye_its_own() -> None:
    tournament = started(SWISS, 5)
    table = next(table for table, pairing in enumerate(tournament.rounds[0]) if pairing.second is None)
    assert record_result(tournament, PairingKey(0, table), NO_SHOWS) is tournament
    first, second = tournament.find(TABLE).user_ids
    decided = record_result(tournament, TABLE, first)

    for result in (first, second, TIE, NO_SHOWS):
        assert record_result(decided, TABLE, result) is decided


def test_the_next_round_waits_for_every_result() -> None:
    tournament = record_result(started(SWISS, 4), TABLE, TIE)
    assert advance(tournament) is tournament

    tournament = record_result(tournament, PairingKey(0, 1), TIE)
    assert len(advance(tournament).rounds) == 2


def test_a_game_is_ready_when_both_players_are_here() -> None:
    tournament = started(SWISS, 4)
    first, second = tournament.find(TABLE).user_ids

    tournament = check_in(tournament, second)
    assert not tournament.find(TABLE).is_ready
    assert check_in(tournament, second) is tournament
    assert check_in(tournament, first).find(TABLE).is_ready


def test_only_players_with_an_open_game_can_say_that_they_are_here() -> None:
    tournament = started(SWISS, 5)
    resting = next(pairing.first for pairing in tournament.rounds[0] if pairing.second is None)
    gone = next(pairing.first for pairing in tournament.rounds[0] if pairing.second is not None)
    for user_id, refusal in ((99, NotSignedUp), (resting, NoOpenGame), (gone, DroppedOut)):
        with pytest.raises(refusal):
            check_in(drop(tournament, gone), user_id)


def test_players_who_have_not_come_in_time_lose_and_drop_out() -> None:
    tournament = started(SWISS, 8)
    (here, absent), (one, other), both = (pairing.user_ids for pairing in tournament.rounds[0][:3])
    for user_id in (here, *both):
        tournament = check_in(tournament, user_id)

    tournament = end_check_in(tournament)

    results = [pairing.result for pairing in tournament.rounds[0]]
    assert results[:3] == [here, NO_SHOWS, None]
    assert {absent, one, other} <= set(tournament.dropped)
    assert not {here, *both} & set(tournament.dropped)


def test_a_stranger_cannot_drop_out_and_a_player_only_once() -> None:
    tournament = started(SWISS, 4)
    with pytest.raises(NotSignedUp):
        drop(tournament, 99)

    left = drop(tournament, 1)
    assert drop(left, 1) is left


def test_if_both_drop_out_the_first_to_do_so_loses() -> None:
    tournament = started(SWISS, 4)
    first, second = tournament.find(TABLE).user_ids

    assert drop(drop(tournament, first), second).find(TABLE).result == second
