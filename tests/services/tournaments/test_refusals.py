"""Requests to a tournament that are refused, each with its sentence, and those that count once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from services.tournaments.errors import (
    AlreadyDecided,
    AlreadySignedUp,
    NoSuchPairing,
    NotInPairing,
    NotSignedUp,
    RoundNotComplete,
    TooFewPlayers,
    TournamentFull,
    TournamentNotStarted,
    TournamentOver,
    TournamentStarted,
)
from services.tournaments.rounds import drop, is_over, list_open, next_round, record_result
from services.tournaments.signing_up import sign_up, start, withdraw
from services.tournaments.tournament import Entrant, PairingKey, Tournament, TournamentKind, TournamentPhase
from tests.services.tournaments.playing import (
    NO_SHOWS,
    SEED,
    TIE,
    finished,
    finished_round,
    signed_up,
    started,
)

if TYPE_CHECKING:
    from collections.abc import Callable

NEW = Entrant(99, "New")
TABLE = PairingKey(0, 0)
KINDS = pytest.mark.parametrize("kind", TournamentKind)


@KINDS
@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        (0, "A tournament needs at least 4 players; 0 have signed up."),
        (1, "A tournament needs at least 4 players; 1 has signed up."),
        (3, "A tournament needs at least 4 players; 3 have signed up."),
    ],
)
def test_fewer_than_four_cannot_start(kind: TournamentKind, count: int, sentence: str) -> None:
    with pytest.raises(TooFewPlayers) as refused:
        start(signed_up(kind, count), SEED)

    assert str(refused.value) == sentence


@KINDS
def test_a_seventeenth_player_is_refused(kind: TournamentKind) -> None:
    with pytest.raises(TournamentFull) as refused:
        sign_up(signed_up(kind, 16), NEW)

    assert str(refused.value) == "This tournament is full: it has 16 players."


@KINDS
def test_nobody_signs_up_twice(kind: TournamentKind) -> None:
    with pytest.raises(AlreadySignedUp):
        sign_up(signed_up(kind, 4), Entrant(2, "Another name"))


@KINDS
def test_everybody_can_withdraw_and_sign_up_again(kind: TournamentKind) -> None:
    tournament = signed_up(kind, 5)
    for player in tournament.players:
        tournament = withdraw(tournament, player.user_id)

    assert tournament.players == ()
    assert sign_up(tournament, NEW).players == (NEW,)
    with pytest.raises(NotSignedUp):
        withdraw(tournament, 1)


@KINDS
def test_after_the_start_nobody_signs_up_withdraws_or_starts_again(kind: TournamentKind) -> None:
    tournament = started(kind, 4)
    requests: list[Callable[[], Tournament]] = [
        lambda: sign_up(tournament, NEW),
        lambda: withdraw(tournament, 1),
        lambda: start(tournament, SEED),
    ]
    for request in requests:
        with pytest.raises(TournamentStarted):
            request()


@KINDS
def test_before_the_start_there_are_no_results_drops_or_rounds(kind: TournamentKind) -> None:
    tournament = signed_up(kind, 4)
    requests: list[Callable[[], Tournament]] = [
        lambda: record_result(tournament, TABLE, 1),
        lambda: drop(tournament, 1),
        lambda: next_round(tournament),
    ]
    for request in requests:
        with pytest.raises(TournamentNotStarted):
            request()
    assert list_open(tournament) == []


@KINDS
def test_after_the_end_nothing_changes(kind: TournamentKind) -> None:
    tournament = finished(started(kind, 4), min)
    assert tournament.phase is TournamentPhase.OVER
    requests: list[Callable[[], Tournament]] = [
        lambda: sign_up(tournament, NEW),
        lambda: withdraw(tournament, 1),
        lambda: start(tournament, SEED),
        lambda: drop(tournament, 1),
        lambda: next_round(tournament),
    ]
    for request in requests:
        with pytest.raises(TournamentOver):
            request()
    with pytest.raises(AlreadyDecided):
        record_result(tournament, TABLE, TIE)
    assert record_result(tournament, TABLE, min(tournament.rounds[0][0].user_ids)) == tournament


@KINDS
def test_the_same_result_again_changes_nothing_and_another_is_refused(kind: TournamentKind) -> None:
    tournament = started(kind, 4)
    first, second = tournament.find(TABLE).user_ids
    decided = record_result(tournament, TABLE, first)

    assert record_result(decided, TABLE, first) is decided
    for other in (second, TIE, NO_SHOWS):
        with pytest.raises(AlreadyDecided):
            record_result(decided, TABLE, other)


@KINDS
def test_a_winner_from_another_pairing_or_from_nowhere_is_refused(kind: TournamentKind) -> None:
    tournament = started(kind, 4)
    for winner in (*tournament.rounds[0][1].user_ids, 99, 0, -1):
        with pytest.raises(NotInPairing):
            record_result(tournament, TABLE, winner)


@KINDS
def test_a_result_of_an_earlier_round_is_refused_unless_it_is_the_known_one(kind: TournamentKind) -> None:
    tournament = finished_round(started(kind, 8), min)
    winner, loser = sorted(tournament.find(TABLE).user_ids)

    assert record_result(tournament, TABLE, winner) == tournament
    with pytest.raises(AlreadyDecided):
        record_result(tournament, TABLE, loser)


@KINDS
@pytest.mark.parametrize("key", [PairingKey(1, 0), PairingKey(0, 2), PairingKey(-1, 0), PairingKey(0, -1)])
def test_a_pairing_that_does_not_exist_has_no_result(kind: TournamentKind, key: PairingKey) -> None:
    with pytest.raises(NoSuchPairing):
        record_result(started(kind, 4), key, 1)


@KINDS
def test_the_result_of_a_bye_cannot_be_changed(kind: TournamentKind) -> None:
    tournament = started(kind, 5)
    table = next(table for table, pairing in enumerate(tournament.rounds[0]) if pairing.second is None)
    key, resting = PairingKey(0, table), tournament.rounds[0][table].first

    assert record_result(tournament, key, resting) == tournament
    with pytest.raises(AlreadyDecided):
        record_result(tournament, key, NO_SHOWS)


@KINDS
def test_the_next_round_waits_for_every_result(kind: TournamentKind) -> None:
    tournament = started(kind, 4)

    with pytest.raises(RoundNotComplete) as refused:
        next_round(tournament)
    assert str(refused.value) == "The next round can't begin: 2 games of this round have no result."

    tournament = record_result(tournament, TABLE, TIE)
    with pytest.raises(RoundNotComplete) as refused:
        next_round(tournament)
    assert str(refused.value) == "The next round can't begin: 1 game of this round has no result."
    assert not is_over(tournament)


@KINDS
def test_a_stranger_cannot_drop_out_and_a_player_only_once(kind: TournamentKind) -> None:
    tournament = started(kind, 4)
    with pytest.raises(NotSignedUp):
        drop(tournament, 99)

    left = drop(tournament, 1)
    assert drop(left, 1) is left


@KINDS
def test_if_both_drop_out_the_first_to_do_so_loses(kind: TournamentKind) -> None:
    tournament = started(kind, 4)
    first, second = tournament.find(TABLE).user_ids

    assert drop(drop(tournament, first), second).find(TABLE).result == second
    with pytest.raises(AlreadyDecided):
        record_result(drop(tournament, first), TABLE, first)
