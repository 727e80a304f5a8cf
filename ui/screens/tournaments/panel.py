"""A tournament's messages for everybody: its announcement, its panel, the announcements of its tables, and its end."""

from collections.abc import Sequence
from dataclasses import replace

import discord

from engine.text.phrases import join_with_and, say
from services.options import CLOCK, list_options
from services.tournaments.rounds import rank
from storage.pseudonyms import mention
from storage.tournaments.tournament import LEAST_PLAYERS, MOST_PLAYERS, PairingKey, TournamentKind, TournamentPhase
from ui.controls import Button, PreparedRow, row
from ui.layout import GOLD, Layout, picture, screen, text
from ui.screens.tournaments.pairings import describe_pairing, list_pairings, name_round
from ui.screens.tournaments.standings import KINDS, ShownTournament, list_standings

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
        return screen([text(*lines), _make_row(shown, Button("signup", say("Sign up"), style=SUCCESS))])
    return screen([text(*lines, _describe_end(shown))])


def link_thread(shown: ShownTournament) -> str:
    """Return the link to the thread for sign-up and standings."""
    return say("Sign-up and standings: {thread}", thread=f"<#{shown.stored.thread_id}>")


def build_panel(shown: ShownTournament, file: discord.File | None) -> Layout:
    """Return the message in the tournament's thread: its players or standings with their picture, and the pairings."""
    heading = text(f"## {KINDS[shown.tournament.kind]}", f"-# {shown.system} · {_describe_clock(shown)}")
    pictures = [picture(file)] if file else []
    return screen([heading, *pictures, *map(text, _list_parts(shown)), *_make_buttons(shown)])


def build_pairing(shown: ShownTournament, key: PairingKey) -> Layout:
    """Return the message that announces a table; while its players are awaited, it has a button for them."""
    tournament = shown.tournament
    pairing = tournament.find(key)
    lines = [
        f"-# {KINDS[tournament.kind]} · {name_round(tournament, key.round)}",
        describe_pairing(tournament, pairing),
    ]
    if pairing.result is not None or pairing.is_ready or tournament.phase.has_ended:
        return screen([text(*lines)])
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
    phase, lines = shown.tournament.phase, "\n".join(list_standings(shown))
    if phase is TournamentPhase.SIGN_UP:
        return [lines or say("Nobody has signed up yet."), *_explain_sign_up(shown)]
    if phase is not TournamentPhase.RUNNING:
        return [part for part in (_describe_end(shown), lines) if part]
    round_name = str(name_round(shown.tournament, len(shown.tournament.rounds) - 1))
    pairings = "\n".join([f"**{round_name}**", *list_pairings(shown.stored)])
    return [lines, pairings] if shown.has_standings else [pairings]


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
