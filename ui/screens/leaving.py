"""The questions and notices about leaving a game and ending it."""

import discord

from engine.text.phrases import join_with_and, say, say_many
from services.game_view import GameView
from ui.controls import Control, Versioned, button, row
from ui.layout import Layout, screen, text

DANGER = discord.ButtonStyle.danger
SUCCESS = discord.ButtonStyle.success


def build_leave_question(game_view: GameView) -> Layout:
    """Return the question that a player must confirm before leaving a running game."""
    if len(game_view.present) > 1:
        words = say(
            "A computer plays on in your seat, and **I'm back** under the table gives it back to you. "
            "If you are not back at the end, the game counts for nobody on the leaderboard. Leave?"
        )
    else:
        words = say(
            "Nobody else plays here: computers play this game to its end, and it counts for nobody on the "
            "leaderboard. Leave?"
        )
    return screen([text(words), row(button(Control.of("handover", game_view), say("Leave"), style=DANGER))])


def build_left_notice() -> Layout:
    """Return the notice that the user has left the game and a computer has taken over their seat."""
    words = say("You have left. A computer plays in your seat; **I'm back** under the table gives it back.")
    return screen([text(words)])


def build_end_alone_question(game: Versioned) -> Layout:
    """Return the question to confirm before ending the game, for the only player whose agreement is missing."""
    words = say("Nobody wins a game that is ended, and it does not count on the leaderboard. End it?")
    return screen([text(words), row(button(Control.of("end", game), say("End the game"), style=DANGER))])


def build_end_for_all_question(game: Versioned) -> Layout:
    """Return the question to confirm before ending other people's game, for a server manager."""
    words = say(
        "You manage this server, so you can end this game without asking its players. "
        "Nobody wins a game that is ended, and it does not count on the leaderboard. End it?"
    )
    return screen([text(words), row(button(Control.of("endall", game), say("End for everybody"), style=DANGER))])


def build_ended_notice(user_id: int) -> Layout:
    """Return the public notice that this user, a server manager, has ended the game."""
    return screen([text(say("{name}, who manages this server, has ended the game.", name=f"<@{user_id}>"))])


def build_end_question(game_view: GameView) -> Layout:
    """Return the public question whether to end the game; it names those who have agreed and those who haven't."""
    agreed = [name for name in game_view.present if name not in game_view.undecided]
    question = text(
        "### " + say("End this game?"),
        say_many("{names} would end it here.", "{names} would end it here.", len(agreed), names=join_with_and(agreed)),
        say("It ends as soon as these agree: {names}.", names=join_with_and(game_view.undecided)),
        "-# " + say("Nobody wins a game that is ended, and it does not count on the leaderboard."),
    )
    buttons = row(
        button(Control.of("end", game_view), say("End the game"), style=DANGER),
        button(Control.of("playon", game_view), say("Play on"), style=SUCCESS),
    )
    return screen([question, buttons])


def build_going_on_notice(user_id: int) -> Layout:
    """Return the public notice that this user plays on, so the game isn't ended."""
    return screen([text(say("{name} plays on, and so does everybody.", name=f"<@{user_id}>"))])
