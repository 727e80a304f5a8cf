"""A tournament's rounds and pairings in words."""

from engine.text.phrases import Phrase, later, say
from services.tournaments.knockout import count_rounds, find_advancing
from storage.pseudonyms import mention
from storage.tournaments.store import StoredTournament
from storage.tournaments.tournament import Pairing, PairingKey, Tournament, TournamentKind, WithoutWinner

LAST_ROUNDS = (later("Final"), later("Semifinal"), later("Quarterfinal"), later("Round of 16"))
"""The names of a knockout's rounds, the last first."""


def name_round(tournament: Tournament, number: int) -> Phrase:
    """Return the name of a round, whose number counts from 0, such as `Round 2 of 3` or `Semifinal`."""
    if tournament.kind is TournamentKind.KNOCKOUT:
        return LAST_ROUNDS[count_rounds(tournament) - 1 - number]
    return later("Round {number} of {count}", number=number + 1, count=count_rounds(tournament))


def list_pairings(stored: StoredTournament) -> list[str]:
    """Return the newest round's pairings as lines of a message, in order, each with a link to its table."""
    number = len(stored.tournament.rounds) - 1
    lines = []
    for table, pairing in enumerate(stored.tournament.rounds[number]):
        line = describe_pairing(stored.tournament, pairing)
        thread = stored.posts.get(name_post(PairingKey(number, table)))
        has_table = pairing.game_id is not None and thread is not None and thread.message_id is not None
        lines.append(f"{line} <#{thread.message_id}>" if has_table and thread else line)
    return lines


def name_table(tournament: Tournament, key: PairingKey) -> str:
    """Return the name of the thread in which a pairing is played: its round and its players' names."""
    names = {each.user_id: each.name for each in tournament.players}
    players = " · ".join(names[user_id] for user_id in tournament.find(key).user_ids)
    return f"{name_round(tournament, key.round)} · {players}"


def name_post(key: PairingKey) -> str:
    """Return the purpose of the message that announces a pairing, under which its record is stored."""
    return f"{key.round}-{key.table}"


def describe_pairing(tournament: Tournament, pairing: Pairing) -> str:
    """Return the players of a pairing, and its result if there is one, as a sentence."""
    first = mention(pairing.first)
    if pairing.second is None:
        return say("{name} has a bye.", name=first)
    second = mention(pairing.second)
    if pairing.result is None:
        return say("{name} plays {other}.", name=first, other=second)
    if pairing.result is WithoutWinner.NO_SHOWS:
        return say("Neither {name} nor {other} played to the end.", name=first, other=second)
    if pairing.result is WithoutWinner.TIE:
        return _describe_tie(tournament, pairing)
    winner, loser = (first, second) if pairing.result == pairing.first else (second, first)
    return say("{name} won against {other}.", name=winner, other=loser)


def _describe_tie(tournament: Tournament, pairing: Pairing) -> str:
    facts = {"name": mention(pairing.first), "other": mention(pairing.second or 0)}
    if tournament.kind is TournamentKind.KNOCKOUT:
        return say(
            "{name} and {other} tied. {advancing} was drawn first and advances.",
            **facts,
            advancing=mention(find_advancing(pairing) or 0),
        )
    return say("{name} and {other} tied.", **facts)
