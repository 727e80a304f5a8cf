"""A tournament's rounds and pairings in words."""

from engine.text.phrases import Phrase, later, say
from services.tournaments.knockout import find_advancing
from services.tournaments.tournament import Pairing, Tournament, TournamentKind, WithoutWinner

LAST_ROUNDS = (later("Final"), later("Semifinal"), later("Quarterfinal"), later("Round of 16"))
"""The names of a knockout's rounds, the last first."""


def name_round(tournament: Tournament, number: int) -> Phrase:
    """Return the name of a round, whose number counts from 0, such as `Round 2 of 3` or `Semifinal`."""
    if tournament.kind is TournamentKind.KNOCKOUT:
        return LAST_ROUNDS[tournament.length - 1 - number]
    return later("Round {number} of {count}", number=number + 1, count=tournament.length)


def list_pairings(tournament: Tournament, number: int) -> list[str]:
    """Return a round's pairings as lines of a message, in order; `number` is the round's, from 0."""
    return [_describe_pairing(tournament, pairing) for pairing in tournament.rounds[number]]


def _describe_pairing(tournament: Tournament, pairing: Pairing) -> str:
    first, second = f"<@{pairing.first}>", f"<@{pairing.second}>"
    if pairing.second is None:
        return say("{name} has a bye.", name=first)
    if pairing.result is None:
        return say("{name} plays {other}.", name=first, other=second)
    if pairing.result is WithoutWinner.NO_SHOWS:
        return say("Neither {name} nor {other} came.", name=first, other=second)
    if pairing.result is WithoutWinner.TIE:
        return _describe_tie(tournament, pairing)
    winner, loser = (first, second) if pairing.result == pairing.first else (second, first)
    return say("{name} won against {other}.", name=winner, other=loser)


def _describe_tie(tournament: Tournament, pairing: Pairing) -> str:
    facts = {"name": f"<@{pairing.first}>", "other": f"<@{pairing.second}>"}
    if tournament.kind is TournamentKind.KNOCKOUT:
        return say(
            "{name} and {other} tied. {advancing} was drawn first and advances.",
            **facts,
            advancing=f"<@{find_advancing(pairing)}>",
        )
    return say("{name} and {other} tied.", **facts)
