"""A tournament's standings, as a picture and in words."""

from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any

from engine.game.variant import Variant
from engine.text.phrases import Phrase, later, say, say_many
from render import Align, Column, Leaderboard
from services.tournaments.knockout import KnockoutStanding, count_rounds, find_champion
from services.tournaments.rounds import rank
from services.tournaments.swiss import SwissStanding
from storage.pseudonyms import mention
from storage.tournaments.store import StoredTournament
from storage.tournaments.tournament import Tournament, TournamentKind, TournamentPhase
from ui.markdown import write_number
from ui.screens.leaderboard import write_place
from ui.screens.tournaments.pairings import name_round

HALF = "½"
KINDS = {TournamentKind.SWISS: later("Swiss tournament"), TournamentKind.KNOCKOUT: later("Knockout tournament")}
TournamentStanding = SwissStanding | KnockoutStanding


@dataclass(frozen=True, slots=True)
class ShownTournament:
    """A tournament as storage has it, with the rule system that it plays."""

    stored: StoredTournament
    variant: Variant[Any]

    @property
    def tournament(self) -> Tournament:
        """The tournament itself."""
        return self.stored.tournament

    @property
    def system(self) -> Phrase:
        """The rule system's name."""
        return self.variant.info.name

    @property
    def has_standings(self) -> bool:
        """Whether a game has a result; until then, all players are equal."""
        return any(
            pairing.second is not None and pairing.result is not None
            for pairings in self.tournament.rounds
            for pairing in pairings
        )


SWISS_COLUMNS = (
    Column[SwissStanding](later("Player"), lambda line: line.player.name, Align.LEFT, stretches=True),
    Column[SwissStanding](later("Points"), lambda line: write_halves(line.points)),
    Column[SwissStanding](later("Buchholz"), lambda line: write_halves(line.buchholz)),
)


def make_standings(shown: ShownTournament) -> Leaderboard[Any]:
    """Return what the picture of the standings shows; it needs at least one player.

    The bars are as long as the points, or in a knockout as the rounds that a player has got through.
    """
    tournament = shown.tournament
    is_swiss = tournament.kind is TournamentKind.SWISS
    return Leaderboard(
        title=str(KINDS[tournament.kind]),
        note=_describe_state(shown),
        columns=SWISS_COLUMNS if is_swiss else _make_knockout_columns(tournament),
        players=rank(tournament),
        place=lambda line: line.place,
        weigh=(lambda line: round(2 * line.points)) if is_swiss else partial(_count_survived, tournament),
    )


def describe_standings(shown: ShownTournament) -> str:
    """Return the picture's alt text: a line for each player, with their name instead of a mention."""
    lines = (f"{line.place}. {line.player.name} — {_describe(shown, line)}" for line in rank(shown.tournament))
    return "\n".join([f"{KINDS[shown.tournament.kind]}, {_describe_state(shown)}", *lines])


def list_standings(shown: ShownTournament) -> list[str]:
    """Return the standings as lines of a message, best first, or before the start the players as they signed up."""
    if not shown.tournament.rounds:
        return [mention(player.user_id) for player in shown.tournament.players]
    write = write_place if shown.tournament.phase is TournamentPhase.OVER else write_number
    return [
        f"{write(line.place)} {mention(line.player.user_id)} — {_describe(shown, line)}"
        for line in rank(shown.tournament)
    ]


def write_halves(number: float) -> str:
    """Return a sum of halves as 2, 2½ or ½."""
    whole, is_half = int(number), number % 1
    return f"{whole or ''}{HALF}" if is_half else str(whole)


def _describe_state(shown: ShownTournament) -> str:
    return f"{shown.system} · {_describe_phase(shown.tournament)}"


def _describe_phase(tournament: Tournament) -> str:
    if tournament.phase is TournamentPhase.SIGN_UP:
        return say_many("{count} player", "{count} players", len(tournament.players))
    if tournament.phase is TournamentPhase.OVER:
        return say("Final standings")
    if tournament.phase is TournamentPhase.CANCELED:
        return say("Canceled")
    return str(name_round(tournament, len(tournament.rounds) - 1))


def _make_knockout_columns(tournament: Tournament) -> tuple[Column[Any], ...]:
    return (
        Column[KnockoutStanding](later("Player"), lambda line: line.player.name, Align.LEFT, stretches=True),
        Column[KnockoutStanding](later("Round"), partial(_write_reached, tournament)),
    )


def _write_reached(tournament: Tournament, line: KnockoutStanding) -> str:
    """Return the last round that a player has reached, or that they've won the tournament."""
    if find_champion(tournament) == line.player.user_id:
        return say("Winner")
    reached = len(tournament.rounds) - 1 if line.eliminated_in is None else line.eliminated_in
    return str(name_round(tournament, max(0, reached)))


def _count_survived(tournament: Tournament, line: KnockoutStanding) -> int:
    if line.eliminated_in is not None:
        return line.eliminated_in
    is_champion = find_champion(tournament) == line.player.user_id
    return count_rounds(tournament) if is_champion else max(0, len(tournament.rounds) - 1)


def _describe(shown: ShownTournament, line: TournamentStanding) -> str:
    facts = _describe_score(line) if isinstance(line, SwissStanding) else _describe_way(shown.tournament, line)
    return " · ".join([facts, say("Dropped out")]) if line.has_dropped else facts


def _describe_score(line: SwissStanding) -> str:
    points = say_many("{points} point", "{points} points", ceil(line.points), points=write_halves(line.points))
    return " · ".join([f"**{points}**", say("Buchholz {number}", number=write_halves(line.buchholz))])


def _describe_way(tournament: Tournament, line: KnockoutStanding) -> str:
    reached = _write_reached(tournament, line)
    if line.eliminated_in is None:
        return f"**{reached}**"
    return say("Out: {round}", round=reached)
