"""Changes of a tournament: its players and start; check-ins, dropouts, games and their results, and the next round."""

from dataclasses import replace

from engine.tiles.shuffle import shuffle
from services.tournaments import knockout, swiss
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
from storage.tournaments.tournament import (
    LEAST_PLAYERS,
    MOST_PLAYERS,
    Entrant,
    PairingKey,
    Result,
    Tournament,
    TournamentKind,
    TournamentPhase,
    WithoutWinner,
)


def sign_up(tournament: Tournament, player: Entrant) -> Tournament:
    """Return the tournament with another player. Raises: TournamentError if they can't sign up."""
    _require_sign_up(tournament)
    if tournament.has_player(player.user_id):
        raise AlreadySignedUp
    if len(tournament.players) >= MOST_PLAYERS:
        raise TournamentFull(MOST_PLAYERS)
    return replace(tournament, players=(*tournament.players, player))


def withdraw(tournament: Tournament, user_id: int) -> Tournament:
    """Return the tournament without a player. Raises: TournamentError after the start; see `drop`."""
    _require_sign_up(tournament)
    if not tournament.has_player(user_id):
        raise NotSignedUp
    return replace(tournament, players=tuple(each for each in tournament.players if each.user_id != user_id))


def start(tournament: Tournament, seed: bytes) -> Tournament:
    """Return the tournament with its first round, drawn by the seed. Raises: TournamentError if it can't start."""
    _require_sign_up(tournament)
    if len(tournament.players) < LEAST_PLAYERS:
        raise TooFewPlayers(LEAST_PLAYERS, len(tournament.players))
    drawn = shuffle([player.user_id for player in tournament.players], seed, "tournament")
    pairings = swiss.pair_first(drawn) if tournament.kind is TournamentKind.SWISS else knockout.pair_first(drawn)
    return replace(tournament, phase=TournamentPhase.RUNNING, rounds=(pairings,))


def check_in(tournament: Tournament, user_id: int) -> Tournament:
    """Return the tournament after a player's "I'm here". Raises: TournamentError if they have no open pairing."""
    _require_player(tournament, user_id)
    if user_id in tournament.dropped:
        raise DroppedOut
    key = find_open(tournament, user_id)
    if key is None:
        raise NoOpenGame
    pairing = tournament.find(key)
    if user_id in pairing.present:
        return tournament
    return tournament.with_pairing(key, replace(pairing, present=(*pairing.present, user_id)))


def end_check_in(tournament: Tournament) -> Tournament:
    """Return the tournament after the check-in: players who haven't said "I'm here" drop out.

    Their opponents win. If neither player of a pairing came, nobody wins it.
    """
    for key in list_open(tournament):
        pairing = tournament.find(key)
        absent = [user_id for user_id in pairing.user_ids if user_id not in pairing.present]
        if not pairing.present:
            tournament = record_result(tournament, key, WithoutWinner.NO_SHOWS)
        for user_id in absent:
            tournament = drop(tournament, user_id)
    return tournament


def note_table(tournament: Tournament, key: PairingKey, thread_id: int) -> Tournament:
    """Return the tournament after a pairing was announced by the message from which its thread is created."""
    return tournament.with_pairing(key, replace(tournament.find(key), thread_id=thread_id))


def note_game(tournament: Tournament, key: PairingKey, game_id: int) -> Tournament:
    """Return the tournament after the game of a pairing has begun."""
    return tournament.with_pairing(key, replace(tournament.find(key), game_id=game_id))


def record_result(tournament: Tournament, key: PairingKey, result: Result) -> Tournament:
    """Return the tournament with the result of a pairing; an earlier result stays."""
    pairing = tournament.find(key)
    return tournament if pairing.result is not None else tournament.with_pairing(key, replace(pairing, result=result))


def drop(tournament: Tournament, user_id: int) -> Tournament:
    """Return the tournament after a player left it: they lose their open pairing, and aren't paired again.

    Their earlier results stay. If both players of a pairing drop out, the first one to leave loses it. Dropping out a
    second time changes nothing. Raises: TournamentError before the start (see `withdraw`), after the end, or if they
    aren't in it.
    """
    _require_player(tournament, user_id)
    if user_id in tournament.dropped:
        return tournament
    key = find_open(tournament, user_id)
    if key is not None and (other := tournament.find(key).other_than(user_id)) is not None:
        tournament = record_result(tournament, key, other)
    return replace(tournament, dropped=(*tournament.dropped, user_id))


def find_open(tournament: Tournament, user_id: int) -> PairingKey | None:
    """Return the place of the player's pairing without a result; None if there is none."""
    return next((key for key in list_open(tournament) if user_id in tournament.find(key).user_ids), None)


def list_played(tournament: Tournament) -> list[PairingKey]:
    """Return the places of all pairings that are played, not byes, in order."""
    keys = [PairingKey(number, table) for number, each in enumerate(tournament.rounds) for table in range(len(each))]
    return [key for key in keys if tournament.find(key).second is not None]


def list_last_threads(tournament: Tournament) -> list[tuple[PairingKey, int, int]]:
    """Return the places of played pairings after the first round, each with a player and their last game's thread."""
    found, threads = [], dict[int, int]()
    for key in list_played(tournament):
        pairing = tournament.find(key)
        found += [(key, user_id, threads[user_id]) for user_id in pairing.user_ids if user_id in threads]
        if pairing.game_id is not None and pairing.thread_id is not None:
            threads |= dict.fromkeys(pairing.user_ids, pairing.thread_id)
    return found


def list_open(tournament: Tournament) -> list[PairingKey]:
    """Return the places of the pairings without a result, in order; all are in the newest round."""
    newest = len(tournament.rounds) - 1
    pairings = tournament.rounds[-1] if tournament.rounds else ()
    return [PairingKey(newest, table) for table, pairing in enumerate(pairings) if pairing.result is None]


def list_ready(tournament: Tournament) -> list[PairingKey]:
    """Return the places of the pairings whose players are here, but whose games haven't begun."""
    if tournament.phase is not TournamentPhase.RUNNING:
        return []
    open_pairings = [(key, tournament.find(key)) for key in list_open(tournament)]
    return [key for key, pairing in open_pairings if pairing.is_ready and pairing.game_id is None]


def is_announced(tournament: Tournament) -> bool:
    """Return whether all open pairings have been announced."""
    return all(tournament.find(key).thread_id is not None for key in list_open(tournament))


def is_awaiting(tournament: Tournament) -> bool:
    """Return whether a player of this round hasn't said "I'm here"."""
    is_running = tournament.phase is TournamentPhase.RUNNING
    return is_running and not all(tournament.find(key).is_ready for key in list_open(tournament))


def advance(tournament: Tournament) -> Tournament:
    """Return a running tournament with its next round, or ended if there is none; unchanged while a pairing is open.

    Rounds of byes only are added and skipped. A Swiss tournament can end early; see `swiss.pair_next`.
    """
    if tournament.phase is not TournamentPhase.RUNNING or list_open(tournament):
        return tournament
    pair_next = swiss.pair_next if tournament.kind is TournamentKind.SWISS else knockout.pair_next
    while pairings := pair_next(tournament):
        tournament = replace(tournament, rounds=(*tournament.rounds, pairings))
        if list_open(tournament):
            return tournament
    return replace(tournament, phase=TournamentPhase.OVER)


def cancel(tournament: Tournament) -> Tournament:
    """Return the tournament canceled; running games go on. Raises: TournamentOver if all games have ended."""
    if advance(tournament).phase.has_ended:
        raise TournamentOver
    return replace(tournament, phase=TournamentPhase.CANCELED)


def rank(tournament: Tournament) -> tuple[swiss.SwissStanding, ...] | tuple[knockout.KnockoutStanding, ...]:
    """Return the standings of a tournament of either kind, best first; those of a running one can still change."""
    return swiss.rank(tournament) if tournament.kind is TournamentKind.SWISS else knockout.rank(tournament)


def _require_player(tournament: Tournament, user_id: int) -> None:
    if tournament.phase is TournamentPhase.SIGN_UP:
        raise TournamentNotStarted
    if tournament.phase.has_ended:
        raise TournamentOver
    if not tournament.has_player(user_id):
        raise NotSignedUp


def _require_sign_up(tournament: Tournament) -> None:
    if tournament.phase.has_ended:
        raise TournamentOver
    if tournament.phase is TournamentPhase.RUNNING:
        raise TournamentStarted
