"""The questions and notices about leaving a game and ending it."""

from collections.abc import Sequence

import discord

from engine.text.phrases import join_with_and, say
from services.game_view import GameView
from storage.pseudonyms import mention
from ui.controls import Button, Versioned, row
from ui.layout import Layout, screen, text

DANGER = discord.ButtonStyle.danger
SUCCESS = discord.ButtonStyle.success


def build_leave_menu(
    game_view: GameView, *, counts: bool = False, again: bool = False, is_tournament: bool = False
) -> Layout:
    """Return the ways out of a running game for one of its players, each with a button that takes it at once.

    `counts`: it counts in a rating or a tournament. `again`: the player has left it before. Nobody ends the game of an
    `is_tournament` table, and a player alone with computers has nobody to ask.
    """
    is_last = len(game_view.present) <= 1
    if counts and again:
        leave = say("a computer plays to the end, and you finish last. It's the second time, so you can't come back.")
    elif counts:
        leave = say(
            "a computer plays for a whole round, until you come back with **I'm back** under the table. "
            "If you aren't back at the end, you finish last."
        )
    elif is_last:
        leave = say("computers finish the game. If you aren't back at the end, you finish last.")
    else:
        leave = say(
            "a computer plays until you come back with **I'm back** under the table. "
            "If you aren't back at the end, you finish last."
        )
    resign = say("you can't come back, and you finish last.")
    lines = [f"**{say('Leave')}**: {leave}", f"**{say('Resign')}**: {resign}"]
    ways = [Button("handover", say("Leave"), style=DANGER), Button("resign", say("Resign"), style=DANGER)]
    if not is_tournament and (not is_last or _has_leavers(game_view)):
        lines.append(f"**{say('End the game')}**: {_describe_end(game_view, is_last=is_last)}")
        ways.append(Button("stop", say("End the game"), style=DANGER))
    return screen([text(*lines), row(game_view, *ways, Button("stay", say("Cancel")))])


def _describe_end(game_view: GameView, *, is_last: bool) -> str:
    if is_last:
        return say("anyone who has resigned, left or is away finishes last.")
    if _has_leavers(game_view):
        return say("if everyone agrees. Anyone who has resigned, left or is away finishes last.")
    return say("if everyone agrees. Then nobody wins, and it isn't rated.")


def build_resign_question(game: Versioned) -> Layout:
    """Return the question that a player must confirm before resigning."""
    return _ask(game, say("Resign? You can't come back, and you finish last."), "resign", say("Resign"))


def _ask(game: Versioned, words: str, verb: str, label: str) -> Layout:
    sure = Button(verb, label, style=DANGER)
    return screen([text(words), row(game, sure, Button("stay", say("Cancel")))])


def build_gone_notice(game_view: GameView, user_id: int) -> Layout:
    """Return the notice, in place of a rack or a hint, that this user has resigned, has left or was away."""
    looks = [Button("follow", say("Follow")), Button("log", say("Log"))]
    absent = next((each for each in game_view.absent if each.mention == mention(user_id)), None)
    if absent is None:
        return screen([text(say("You've resigned. The game goes on without you.")), row(game_view, *looks)])
    if absent.has_left:
        words = say("You've left this game, and a computer plays for you.")
    else:
        words = say("You were away, so a computer took over your seat. Tap **I'm back** to play on.")
    back = Button("back", say("I'm back"), style=SUCCESS)
    return screen([text(words), row(game_view, back, *looks)])


def build_end_alone_question(game_view: GameView) -> Layout:
    """Return the question to confirm before ending the game, for the only player whose agreement is missing."""
    if _has_leavers(game_view):
        words = say("End this game? Anyone who has resigned, left or is away finishes last.")
    else:  # only computers are there
        words = say("End this game? That's the same as resigning.")
    return _ask(game_view, words, "end", say("End the game"))


def _has_leavers(game_view: GameView) -> bool:
    return bool(game_view.absent) or any(seat.resigned for seat in game_view.view.seats)


def build_end_for_all_question(game: Versioned, *, is_for_ladder: bool = False) -> Layout:
    """Return the question to confirm before ending other people's game, for a server manager."""
    words = say(
        "You manage this server, so you can end this game without asking its players. "
        "Nobody wins, and it counts for nobody."
    )
    if is_for_ladder:
        words = say(
            "You manage this server, so you can end this game without asking its player. "
            "It's for the solo ladder, so it counts as lost a week after the player's last turn."
        )
    return _ask(game, words, "endall", say("End for everyone"))


def build_end_question(game_view: GameView) -> Layout:
    """Return the public question whether to end the game; it names those who have agreed and those who haven't."""
    agreed = [name for name in game_view.present if name not in game_view.undecided]
    if _has_leavers(game_view):
        result = say("If you all agree, the game ends. Anyone who has resigned, left or is away finishes last.")
    else:
        result = say("If you all agree, nobody wins, and the game isn't rated.")
    question = text(_write_vote(agreed, game_view.undecided), f"-# {result}")
    end, play_on = Button("end", say("End the game"), style=DANGER), Button("playon", say("Play on"), style=SUCCESS)
    return screen([question, row(game_view, end, play_on)])


def _write_vote(agreed: Sequence[str], undecided: Sequence[str]) -> str:
    facts = {"waiting": join_with_and(undecided)}
    if len(agreed) == 1:
        return say("{name} wants to end the game. Waiting for {waiting}.", name=agreed[0], **facts)
    return say("{names} want to end the game. Waiting for {waiting}.", names=join_with_and(agreed), **facts)


def build_agreed_notice(game_view: GameView) -> Layout:
    """Return the notice that the user has agreed to end the game, with a button to withdraw that."""
    words = say("You agreed to end the game. Waiting for {waiting}.", waiting=join_with_and(game_view.undecided))
    return screen([text(words), row(game_view, Button("playon", say("Play on")))])
