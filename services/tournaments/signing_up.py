"""Changes of a tournament before its first round: players sign up and withdraw, and it starts."""

from dataclasses import replace

from engine.tiles.shuffle import shuffle
from services.tournaments import knockout, swiss
from services.tournaments.errors import (
    AlreadySignedUp,
    NotSignedUp,
    TooFewPlayers,
    TournamentFull,
    TournamentOver,
    TournamentStarted,
)
from storage.tournaments.tournament import (
    LEAST_PLAYERS,
    MOST_PLAYERS,
    Entrant,
    Tournament,
    TournamentKind,
    TournamentPhase,
)


def sign_up(tournament: Tournament, player: Entrant) -> Tournament:
    """Return the tournament with another player.

    Raises:
        TournamentStarted: it has already started.
        TournamentOver: it has ended.
        AlreadySignedUp: the user has already signed up.
        TournamentFull: it has 16 players.
    """
    _require_sign_up(tournament)
    if tournament.has_player(player.user_id):
        raise AlreadySignedUp
    if len(tournament.players) >= MOST_PLAYERS:
        raise TournamentFull(MOST_PLAYERS)
    return replace(tournament, players=(*tournament.players, player))


def withdraw(tournament: Tournament, user_id: int) -> Tournament:
    """Return the tournament without this player, who changed their mind before the start.

    Raises:
        TournamentStarted: it has already started; see `drop`.
        TournamentOver: it has ended.
        NotSignedUp: the user hasn't signed up.
    """
    _require_sign_up(tournament)
    if not tournament.has_player(user_id):
        raise NotSignedUp
    return replace(tournament, players=tuple(each for each in tournament.players if each.user_id != user_id))


def start(tournament: Tournament, seed: bytes) -> Tournament:
    """Return the running tournament with its first round, which the seed draws.

    Raises:
        TournamentStarted: it has already started.
        TournamentOver: it has ended.
        TooFewPlayers: fewer than 4 have signed up.
    """
    _require_sign_up(tournament)
    if len(tournament.players) < LEAST_PLAYERS:
        raise TooFewPlayers(LEAST_PLAYERS, len(tournament.players))
    drawn = shuffle([player.user_id for player in tournament.players], seed, "tournament")
    pairings = swiss.pair_first(drawn) if tournament.kind is TournamentKind.SWISS else knockout.pair_first(drawn)
    return replace(tournament, phase=TournamentPhase.RUNNING, rounds=(pairings,))


def _require_sign_up(tournament: Tournament) -> None:
    if tournament.phase.has_ended:
        raise TournamentOver
    if tournament.phase is TournamentPhase.RUNNING:
        raise TournamentStarted
