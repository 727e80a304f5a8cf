"""What stands beside the table: the menu of everything else, following it, its log, leaving it, and ending it."""

import discord

from engine.text.phrases import listed, say, say_many
from services.seats import present, undecided
from services.seen import mention
from storage.games import Game
from ui.controls import Control, button, row
from ui.layout import screen, text

DANGER = discord.ButtonStyle.danger
SUCCESS = discord.ButtonStyle.success

Layout = discord.ui.LayoutView


def leaving(game: Game) -> Layout:
    """The question before a running game is left."""
    if len(present(game)) > 1:
        words = say(
            "A computer plays on in your seat, and **I'm back** under the table gives it back to you. "
            "If you are not back at the end, the game counts for nobody on the leaderboard. Leave?"
        )
    else:
        words = say(
            "Nobody else plays here: computers play this game to its end, and it counts for nobody on the "
            "leaderboard. Leave?"
        )
    return screen([text(words), row(button(Control.of("handover", game), say("Leave"), style=DANGER))])


def left() -> Layout:
    """The seat is in a computer's hands."""
    words = say("You have left. A computer plays in your seat; **I'm back** under the table gives it back.")
    return screen([text(words)])


def ending_alone(game: Game) -> Layout:
    """The question before the only person at a table ends the game."""
    words = say("Nobody wins a game that is ended, and it does not count on the leaderboard. End it?")
    return screen([text(words), row(button(Control.of("end", game), say("End the game"), style=DANGER))])


def ending_for_all(game: Game) -> Layout:
    """The question before somebody who manages the server ends other people's game."""
    words = say(
        "You manage this server, so you can end this game without asking its players. "
        "Nobody wins a game that is ended, and it does not count on the leaderboard. End it?"
    )
    return screen([text(words), row(button(Control.of("endall", game), say("End for everybody"), style=DANGER))])


def ended_by(user_id: int) -> Layout:
    """Everybody reads who ended the game."""
    return screen([text(say("{name}, who manages this server, has ended the game.", name=f"<@{user_id}>"))])


def ending(game: Game) -> Layout:
    """The question to everybody whether the game ends here."""
    waited_for = undecided(game)
    agreed = [mention(game, seat) for seat in present(game) if seat not in waited_for]
    others = listed([mention(game, seat) for seat in waited_for])
    question = text(
        "### " + say("End this game?"),
        say_many("{names} would end it here.", "{names} would end it here.", len(agreed), names=listed(agreed)),
        say("It ends as soon as these agree: {names}.", names=others),
        "-# " + say("Nobody wins a game that is ended, and it does not count on the leaderboard."),
    )
    buttons = row(
        button(Control.of("end", game), say("End the game"), style=DANGER),
        button(Control.of("playon", game), say("Play on"), style=SUCCESS),
    )
    return screen([question, buttons])


def goes_on(user_id: int) -> Layout:
    """Somebody did not agree."""
    return screen([text(say("{name} plays on, and so does everybody.", name=f"<@{user_id}>"))])
