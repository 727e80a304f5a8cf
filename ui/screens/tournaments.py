"""A tournament in words: its pairings, its standings and its panel."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

import discord

from engine.game.variant import Variant
from engine.text.phrases import Phrase, join_with_and, later, say, say_many
from render import Align, Bracket, BracketBox, BracketSide, Column, Leaderboard
from services.options import CLOCK, list_options
from services.tournaments.knockout import BracketMatch, count_rounds, find_advancing, list_bracket
from services.tournaments.rounds import rank
from services.tournaments.swiss import SwissStanding
from services.tournaments.swiss import rank as rank_swiss
from storage.pseudonyms import mention
from storage.tournaments.store import StoredTournament
from storage.tournaments.tournament import (
    LEAST_PLAYERS,
    MOST_PLAYERS,
    Pairing,
    PairingKey,
    Tournament,
    TournamentKind,
    TournamentPhase,
    WithoutWinner,
)
from ui.controls import Button, PreparedRow, row
from ui.layout import GOLD, Layout, picture, screen, text

LAST_ROUNDS = (later("Final"), later("Semifinal"), later("Quarterfinal"), later("Round of 16"))
"""The names of a knockout's rounds, the last first."""


def name_round(tournament: Tournament, number: int) -> Phrase:
    """Return the name of a round, whose number counts from 0, such as `Round 2 of 3` or `Semifinal`."""
    if tournament.kind is TournamentKind.KNOCKOUT:
        return LAST_ROUNDS[count_rounds(tournament) - 1 - number]
    return later("Round {number} of {count}", number=number + 1, count=count_rounds(tournament))


def list_pairings(tournament: Tournament) -> list[str]:
    """Return the newest round's pairings as lines of a message, in order, each with a link to its table.

    Those of a knockout that have a result are left out: its bracket shows them.
    """
    lines = []
    for pairing in tournament.rounds[-1]:
        if pairing.result is None or tournament.kind is TournamentKind.SWISS:
            line = describe_pairing(tournament, pairing)
            lines.append(line if pairing.game_id is None else f"{line} <#{pairing.thread_id}>")
    return lines


def name_pairing(tournament: Tournament, key: PairingKey) -> str:
    """Return the name of the thread in which a pairing is played: its round and its players' names."""
    names = {each.user_id: each.name for each in tournament.players}
    players = " · ".join(names[user_id] for user_id in tournament.find(key).user_ids)
    return f"{name_round(tournament, key.round)} · {players}"


def describe_pairing(tournament: Tournament, pairing: Pairing, call: Callable[[int], str] = mention) -> str:
    """Return the players of a pairing, and its result if there is one, as a sentence; `call` names a user by id."""
    first = call(pairing.first)
    if pairing.second is None:
        return say("{name} has a bye.", name=first)
    second = call(pairing.second)
    if pairing.result is None:
        return say("{name} plays {other}.", name=first, other=second)
    if pairing.result is WithoutWinner.NO_SHOWS:
        return say("Neither {name} nor {other} played to the end.", name=first, other=second)
    if pairing.result is WithoutWinner.TIE:
        return _describe_tie(tournament, pairing, call)
    winner, loser = (first, second) if pairing.result == pairing.first else (second, first)
    return say("{name} won against {other}.", name=winner, other=loser)


def _describe_tie(tournament: Tournament, pairing: Pairing, call: Callable[[int], str]) -> str:
    facts = {"name": call(pairing.first), "other": call(pairing.second or 0)}
    if tournament.kind is TournamentKind.KNOCKOUT:
        return say(
            "{name} and {other} tied. {advancing} was drawn first and advances.",
            **facts,
            advancing=call(find_advancing(pairing) or 0),
        )
    return say("{name} and {other} tied.", **facts)


HALF = "½"
KINDS = {TournamentKind.SWISS: later("Swiss tournament"), TournamentKind.KNOCKOUT: later("Knockout tournament")}


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
        """Whether there's something to draw: a knockout's bracket, or Swiss standings once a game has a result."""
        if self.tournament.kind is TournamentKind.KNOCKOUT:
            return bool(self.tournament.rounds)
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


def make_standings(shown: ShownTournament) -> Leaderboard[SwissStanding]:
    """Return what the picture of a Swiss tournament's standings shows, with bars as long as the points."""
    return Leaderboard(
        title=str(KINDS[TournamentKind.SWISS]),
        note=_describe_state(shown),
        columns=SWISS_COLUMNS,
        players=rank_swiss(shown.tournament),
        rank=lambda line: line.place,
        weigh=lambda line: round(2 * line.points),
    )


def make_bracket(shown: ShownTournament) -> Bracket:
    """Return what the picture of a started knockout shows. Byes of the first round aren't part of it."""
    tournament = shown.tournament
    sides = {player.user_id: (player.name, number) for number, player in enumerate(tournament.players)}

    def make_side(match: BracketMatch, user_id: int | None) -> BracketSide | None:
        if user_id is None:
            return None
        is_out = not match.is_open and (user_id in tournament.dropped or match.pairing is not None)
        has_won = user_id == match.advancing
        return BracketSide(*sides[user_id], has_won, has_lost=is_out and not has_won)

    def make_box(match: BracketMatch, number: int) -> BracketBox | None:
        if number == 0 and match.is_bye:
            return None
        first, second = (make_side(match, user_id) for user_id in match.sides)
        return BracketBox((first, second), match.is_open)

    return Bracket(
        title=str(KINDS[TournamentKind.KNOCKOUT]),
        note=str(shown.system),
        rounds=tuple(
            (str(name_round(tournament, number)), tuple(make_box(match, number) for match in matches))
            for number, matches in enumerate(list_bracket(tournament))
        ),
    )


def describe_standings(shown: ShownTournament) -> str:
    """Return the picture's alt text, which has no markup: the standings, or a knockout's games, the newest first."""
    tournament, names = shown.tournament, {each.user_id: each.name for each in shown.tournament.players}
    if tournament.kind is TournamentKind.SWISS:
        lines = [f"{line.place}. {line.player.name} — {_describe_score(line)}" for line in rank_swiss(tournament)]
    else:
        lines = [
            f"{name_round(tournament, number)}: {describe_pairing(tournament, pairing, names.__getitem__)}"
            for number, pairings in reversed([*enumerate(tournament.rounds)])
            for pairing in pairings
        ]
    return "\n".join([f"{KINDS[tournament.kind]}, {_describe_state(shown)}", *lines])


def write_halves(number: float) -> str:
    """Return a sum of halves as 2, 2½ or ½."""
    whole, is_half = int(number), number % 1
    return f"{whole or ''}{HALF}" if is_half else str(whole)


def _describe_state(shown: ShownTournament) -> str:
    return f"{shown.system} · {_describe_phase(shown.tournament)}"


def _describe_phase(tournament: Tournament) -> str:
    if tournament.phase is TournamentPhase.OVER:
        return say("Final standings")
    if tournament.phase is TournamentPhase.CANCELED:
        return say("Canceled")
    return str(name_round(tournament, len(tournament.rounds) - 1))


def _describe_score(line: SwissStanding) -> str:
    points = say_many("{points} point", "{points} points", ceil(line.points), points=write_halves(line.points))
    return " · ".join([points, say("Buchholz {number}", number=write_halves(line.buchholz))])


SUCCESS = discord.ButtonStyle.success
DANGER = discord.ButtonStyle.danger


def name_thread(shown: ShownTournament) -> str:
    """Return the name of the thread for sign-up and standings."""
    return f"{KINDS[shown.tournament.kind]} · {shown.system}"


def describe_opening(shown: ShownTournament) -> str:
    """Return the sentence that announces a tournament; its thread hangs on that message."""
    facts = {"name": mention(shown.stored.organizer_id), "system": shown.system}
    if shown.tournament.kind is TournamentKind.SWISS:
        return say("{name} opened a Swiss tournament: {system}.", **facts)
    return say("{name} opened a knockout tournament: {system}.", **facts)


def build_announcement(shown: ShownTournament) -> Layout:
    """Return the message in the tournament's channel on which its thread hangs, once it does."""
    lines = [describe_opening(shown), *([link_thread(shown)] if shown.stored.thread_id else [])]
    if shown.tournament.phase is TournamentPhase.SIGN_UP and shown.stored.thread_id:
        lines.append(_count_players(shown))
        return screen([text(*lines), _make_row(shown, Button("signup", say("Sign up"), style=SUCCESS))])
    return screen([text(*lines, _describe_end(shown))])


def link_thread(shown: ShownTournament) -> str:
    """Return the link to the thread for sign-up and standings."""
    return say("Sign-up and standings: {thread}", thread=f"<#{shown.stored.thread_id}>")


def _count_players(shown: ShownTournament) -> str:
    return say("Signed up: {count} of {most}", count=len(shown.tournament.players), most=MOST_PLAYERS)


def link_table(shown: ShownTournament, key: PairingKey) -> str:
    """Return a link to a table's thread by its round; a mention has no name while the thread is being created."""
    path = f"{shown.stored.guild_id}/{shown.tournament.find(key).thread_id}"
    return f"[{name_round(shown.tournament, key.round)}](https://discord.com/channels/{path})"


def build_panel(shown: ShownTournament, file: discord.File | None) -> Layout:
    """Return the message in the tournament's thread: its players, or the picture of its standings and the pairings."""
    clock = _describe_clock(shown)
    shows = (
        [picture(file), text(f"-# {clock}")]  # the picture has the heading
        if file
        else [text(f"## {KINDS[shown.tournament.kind]}", f"-# {shown.system} · {clock}")]
    )
    return screen([*shows, *map(text, _list_parts(shown)), *_make_buttons(shown)])


def build_pairing(shown: ShownTournament, key: PairingKey, *, is_elsewhere: bool = False) -> Layout:
    """Return the message that announces a table; while its players are awaited, it has a button for them.

    `is_elsewhere`: it isn't the one from which the table's thread is created, and so has a link to that.
    """
    tournament = shown.tournament
    pairing = tournament.find(key)
    lines = [
        f"-# {KINDS[tournament.kind]} · {name_round(tournament, key.round)}",
        describe_pairing(tournament, pairing),
    ]
    if pairing.result is not None or pairing.is_ready or tournament.phase.has_ended:
        return screen([text(*lines, *([f"<#{pairing.thread_id}>"] if is_elsewhere and pairing.game_id else []))])
    due_at = shown.stored.due_at
    lines += [] if due_at is None else [say("Tap **I'm here** by {when}, or you're out.", when=_at(due_at))]
    lines += [say("{name} is here.", name=mention(user_id)) for user_id in pairing.present]
    return screen([text(*lines), _make_row(shown, Button("imhere", say("I'm here"), style=SUCCESS))])


def build_ending(shown: ShownTournament) -> Layout:
    """Return the message at the end of a tournament, which names its winners."""
    return screen([text(_describe_end(shown))], GOLD)


def list_winners(shown: ShownTournament) -> list[int]:
    """Return the ids of a finished tournament's winners; several only if they tied in a Swiss tournament."""
    if shown.tournament.phase is not TournamentPhase.OVER:
        return []
    return [line.player.user_id for line in rank(shown.tournament) if line.place == 1]


def build_leave_question(shown: ShownTournament) -> Layout:
    """Return the question that a player must confirm before dropping out of a running tournament."""
    words = say("Drop out of the tournament? You lose your open game, and you can't come back.")
    return screen([text(words), _make_row(shown, Button("dropped", say("Drop out"), style=DANGER))])


def build_cancel_question(shown: ShownTournament) -> Layout:
    """Return the question that must be confirmed before a tournament is canceled."""
    words = say("Cancel the tournament? Nobody wins it. Running games continue.")
    return screen([text(words), _make_row(shown, Button("calledoff", say("Cancel the tournament"), style=DANGER))])


def _list_parts(shown: ShownTournament) -> list[str]:
    tournament = shown.tournament
    if tournament.phase is TournamentPhase.SIGN_UP:
        players = [mention(player.user_id) for player in tournament.players]
        return ["\n".join([f"**{_count_players(shown)}**", *players]), *_explain_sign_up(shown)]
    parts = [_describe_end(shown)]
    if tournament.phase is TournamentPhase.RUNNING:
        round_name = name_round(tournament, len(tournament.rounds) - 1)
        parts = ["\n".join([f"**{round_name}**", *list_pairings(tournament)])]
    if tournament.dropped:
        names = join_with_and([mention(each) for each in tournament.dropped])
        parts.append("-# " + say("Dropped out: {names}", names=names))
    return parts


def _explain_sign_up(shown: ShownTournament) -> list[str]:
    due_at = shown.stored.due_at
    who = say(
        "For {least} to {most} players. {name} starts it.",
        least=LEAST_PLAYERS,
        most=MOST_PLAYERS,
        name=mention(shown.stored.organizer_id),
    )
    if due_at is None:
        return [f"-# {who}"]
    until = say("If nothing happens, it's canceled {when}.", when=f"<t:{due_at}:R>")
    return [f"-# {who}\n-# {until}"]


def _describe_end(shown: ShownTournament) -> str:
    if shown.tournament.phase is TournamentPhase.CANCELED:
        return say("The tournament was canceled.")
    winners = list_winners(shown)
    if not winners:
        return say("The tournament is over. Nobody won.") if shown.tournament.phase.has_ended else ""
    return say("🏆 {names} won the tournament.", names=join_with_and([mention(each) for each in winners]))


def _describe_clock(shown: ShownTournament) -> str:
    clock = [option for option in shown.variant.options if option.key == CLOCK]
    ((_, value),) = list_options(shown.variant, clock, shown.tournament.options)
    return say("Clock: {choice}", choice=value)


def _make_buttons(shown: ShownTournament) -> Sequence[PreparedRow]:
    phase = shown.tournament.phase
    if phase is TournamentPhase.SIGN_UP:
        is_short = len(shown.tournament.players) < LEAST_PLAYERS
        sign_up, withdraw = Button("signup", say("Sign up"), style=SUCCESS), Button("withdraw", say("Withdraw"))
        start = Button("begin", say("Start"), is_off=is_short)
        return [_make_row(shown, sign_up, withdraw, start, Button("calloff", say("Cancel")))]
    if phase is TournamentPhase.RUNNING:
        cancel = Button("calloff", say("Cancel the tournament"))
        return [_make_row(shown, Button("dropout", say("Drop out")), cancel)]
    return []


def _make_row(shown: ShownTournament, *buttons: Button) -> PreparedRow:
    return row(None, *(replace(each, argument=str(shown.stored.id)) for each in buttons))


def _at(time: int) -> str:
    """Return a time, in seconds since the epoch, as Discord shows it: the time of day, and how far away it is."""
    return f"<t:{time}:t> (<t:{time}:R>)"
