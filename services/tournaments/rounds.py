"""Changes of a running tournament: results, players who drop out, and the next round."""

from dataclasses import replace

from services.tournaments import knockout, swiss
from services.tournaments.errors import (
    AlreadyDecided,
    NotInPairing,
    NotSignedUp,
    RoundNotComplete,
    TournamentNotStarted,
    TournamentOver,
)
from services.tournaments.tournament import (
    Pairing,
    PairingKey,
    Result,
    Tournament,
    TournamentKind,
    TournamentPhase,
    WithoutWinner,
)


def record_result(tournament: Tournament, key: PairingKey, result: Result) -> Tournament:
    """Return the tournament with the result of a pairing; the same result again changes nothing.

    A player who doesn't come loses: the result is the other's id, or `NO_SHOWS` if neither came.

    Raises:
        TournamentNotStarted: it hasn't.
        NoSuchPairing: there's none at this place.
        NotInPairing: the winner isn't in the pairing.
        AlreadyDecided: the pairing has another result, also because a player dropped out.
    """
    _require_started(tournament)
    pairing = tournament.find(key)
    if not isinstance(result, WithoutWinner) and result not in pairing.user_ids:
        raise NotInPairing
    if pairing.result == result:
        return tournament
    if pairing.result is not None:
        raise AlreadyDecided
    return tournament.with_result(key, result)


def drop(tournament: Tournament, user_id: int) -> Tournament:
    """Return the tournament after a player left it: they lose their open pairing, and aren't paired again.

    Earlier results stay. If both players of a pairing drop out, the first to do so loses it. A player who has dropped
    out can do so again, which changes nothing.

    Raises:
        TournamentNotStarted: it hasn't; see `withdraw`.
        TournamentOver: it is.
        NotSignedUp: the user isn't a player.
    """
    _require_started(tournament)
    if not tournament.has_player(user_id):
        raise NotSignedUp
    if user_id in tournament.dropped:
        return tournament
    _require_running(tournament)
    for key in list_open(tournament):
        other = tournament.find(key).other_than(user_id)
        if user_id in tournament.find(key).user_ids and other is not None:
            tournament = tournament.with_result(key, other)
    return replace(tournament, dropped=(*tournament.dropped, user_id))


def list_open(tournament: Tournament) -> list[PairingKey]:
    """Return the pairings without a result, which are all in the newest round, in order."""
    newest = len(tournament.rounds) - 1
    pairings = tournament.rounds[-1] if tournament.rounds else ()
    return [PairingKey(newest, table) for table, pairing in enumerate(pairings) if pairing.result is None]


def next_round(tournament: Tournament) -> Tournament:
    """Return the tournament with its next round, or over if there's none.

    Rounds of byes alone are added and passed over, so the newest round of a running tournament has a game to play. A
    Swiss tournament can end early, see `swiss.pair_next`.

    Raises:
        TournamentNotStarted: it hasn't.
        TournamentOver: it is.
        RoundNotComplete: a pairing has no result.
    """
    _require_started(tournament)
    _require_running(tournament)
    if still_open := list_open(tournament):
        raise RoundNotComplete(len(still_open))
    while pairings := _pair_next(tournament):
        tournament = replace(tournament, rounds=(*tournament.rounds, pairings))
        if list_open(tournament):
            return tournament
    return replace(tournament, phase=TournamentPhase.OVER)


def is_over(tournament: Tournament) -> bool:
    """Return whether the tournament has ended."""
    return tournament.phase is TournamentPhase.OVER


def rank(tournament: Tournament) -> tuple[swiss.SwissStanding, ...] | tuple[knockout.KnockoutStanding, ...]:
    """Return the standings of a tournament of either kind, best first; those of a running one can still change."""
    return swiss.rank(tournament) if tournament.kind is TournamentKind.SWISS else knockout.rank(tournament)


def _pair_next(tournament: Tournament) -> tuple[Pairing, ...]:
    is_swiss = tournament.kind is TournamentKind.SWISS
    return swiss.pair_next(tournament) if is_swiss else knockout.pair_next(tournament)


def _require_started(tournament: Tournament) -> None:
    if tournament.phase is TournamentPhase.SIGN_UP:
        raise TournamentNotStarted


def _require_running(tournament: Tournament) -> None:
    if tournament.phase is TournamentPhase.OVER:
        raise TournamentOver
