"""Tournaments for tests: with players 1 to n, played by given or drawn results."""

from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

from services.tournaments.rounds import advance, drop, list_open, record_result, sign_up, start
from storage.tournaments.store import StoredTournament
from storage.tournaments.tournament import (
    Entrant,
    PairingKey,
    Result,
    Tournament,
    TournamentKind,
    TournamentPhase,
    WithoutWinner,
)

SEED = b"seed"
SIZES = range(4, 17)
TIE, NO_SHOWS = WithoutWinner.TIE, WithoutWinner.NO_SHOWS


def signed_up(kind: TournamentKind, count: int) -> Tournament:
    tournament = Tournament(kind=kind, variant="any", options={"clock": 60, "strict": True, "level": "easy"})
    for number in range(1, count + 1):
        tournament = sign_up(tournament, Entrant(number, f"Player {number}"))
    return tournament


def started(kind: TournamentKind, count: int, seed: bytes = SEED) -> Tournament:
    return start(signed_up(kind, count), seed)


def a_stored(tournament: Tournament, **more: Any) -> StoredTournament:
    """As storage has it: opened by player 1 in channel 50, with its thread 60."""
    ids = {"guild_id": 40, "channel_id": 50, "thread_id": 60, "organizer_id": 1, "due_at": None}
    return StoredTournament(**{**ids, "id": 7, "tournament": tournament, **more})


def ids(tournament: Tournament, number: int = -1) -> list[tuple[int, ...]]:
    """The pairings of a round by their players, by default of the newest round."""
    return [pairing.user_ids for pairing in tournament.rounds[number]]


def is_over(tournament: Tournament) -> bool:
    return tournament.phase is TournamentPhase.OVER


def higher(first: int, second: int) -> int:
    """A result: the player with the lower id, who is the better one, wins."""
    return min(first, second)


def finished_round(tournament: Tournament, decide: Callable[[int, int], Result]) -> Tournament:
    """Decide every open pairing, then begin the next round."""
    for key in list_open(tournament):
        first, second = tournament.find(key).user_ids
        tournament = record_result(tournament, key, decide(first, second))
    return advance(tournament)


def finished(tournament: Tournament, decide: Callable[[int, int], Result]) -> Tournament:
    while not is_over(tournament):
        tournament = finished_round(tournament, decide)
    return tournament


def key_of(tournament: Tournament, user_id: int) -> PairingKey:
    """The player's pairing in the newest round."""
    (table,) = [table for table, pairing in enumerate(tournament.rounds[-1]) if user_id in pairing.user_ids]
    return PairingKey(len(tournament.rounds) - 1, table)


def decided(tournament: Tournament, result: Result | None = None) -> Tournament:
    """With this result of the first open pairing, by default that its first player won."""
    key = list_open(tournament)[0]
    return record_result(tournament, key, tournament.find(key).first if result is None else result)


@st.composite
def histories(
    draw: st.DrawFn, kind: TournamentKind, *, drops: bool = True, no_shows: bool = True
) -> Sequence[Tournament]:
    """Every state of a tournament from its start to its end, with any results, and with drops before each result."""
    tournament = started(kind, draw(st.sampled_from(SIZES)), draw(st.binary(min_size=1, max_size=4)))
    states = [tournament]
    leaves = st.sampled_from([False] * 5 + [True]) if drops else st.just(False)
    while tournament.phase is TournamentPhase.RUNNING:
        while draw(leaves):
            tournament = drop(tournament, draw(st.sampled_from(tournament.players)).user_id)
            states.append(tournament)
        still_open = list_open(tournament)
        if still_open:
            key = draw(st.sampled_from(still_open))
            others = [TIE, NO_SHOWS] if no_shows else [TIE]
            results: list[Result] = [*tournament.find(key).user_ids, *others]
            result = draw(st.sampled_from(results))
            tournament = record_result(tournament, key, result)
        else:
            tournament = advance(tournament)
        states.append(tournament)
    return states
