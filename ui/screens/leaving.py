"""What stands beside the table: the menu of everything else, following it, its log, leaving it, and ending it."""

from collections.abc import Sequence
from typing import Any

import discord

from engine.coach.replay import Happened
from engine.text.phrases import Phrase, listed, say, say_many
from services.seats import present, undecided
from services.tables import Seen, mention, news
from storage.games import Game
from ui.controls import Control, button, row
from ui.screens import table as _screens
from ui.screens.table import clock, picture, screen, text

PAGE = 10  # entries of a log
LONGEST = 350  # characters of one of them: a page stays below Discord's 4000
DANGER = discord.ButtonStyle.danger
SUCCESS = discord.ButtonStyle.success

Layout = discord.ui.LayoutView


def more(game: Game, system: Phrase, place: str, *, plays: bool, manages: bool = False) -> Layout:
    """Everything that can be done at a running table beside playing.

    `plays`: this person has a seat there; `manages`: the server is theirs to manage.
    """
    looks = row(
        button(Control.of("log", game), say("Log")),
        button(Control.of("follow", game), say("Follow")),
        button(Control.of("rules", game), say("Rules")),
    )
    leaves = [button(Control.of("leave", game), say("Leave")), button(Control.of("quit", game), say("Resign"))]
    ways_out = [*(leaves if plays else []), button(Control.of("stop", game), say("End the game"))]
    return screen([_where(game, system, place), looks, *([row(*ways_out)] if plays or manages else [])])


def _where(game: Game, system: Phrase, place: str) -> discord.ui.TextDisplay[Any]:
    where = say("{system} in {place}", system=f"**{system}**", place=place)
    return text(where, "-# " + say("The host is {name}.", name=f"<@{game.host_id}>"))


def following(seen: Seen, file: discord.File, until: int) -> Layout:
    """The table for somebody who looks on, kept up to date `until` then, in seconds since the epoch."""
    game, view = seen.game, seen.view
    if view.outcome:
        return _screens.table(seen, file)
    buttons = row(
        button(Control.of("follow", game), say("Refresh"), style=discord.ButtonStyle.primary),
        button(Control.of("log", game), say("Log")),
        button(Control.of("unfollow", game), say("Stop following")),
    )
    turn = say("{name} is to move", name=mention(game, view.turn))
    what = say("You follow {system} in {place}.", system=seen.variant.info.name, place=seen.place)
    limit = say("This is kept up to date until {time}. After that, tap Refresh.", time=f"<t:{until}:t>")
    heading = text(f"**{turn}**{clock(view.deadline)}", news(game))
    return screen([heading, picture(file), text(f"-# {what}", f"-# {limit}"), buttons])


def unfollowed(game: Game, place: str) -> Layout:
    """Nothing is kept up to date any more."""
    again = row(button(Control.of("follow", game), say("Follow again")))
    return screen([text(say("You don't follow the table in {place} any more.", place=place)), again])


def log(game: Game, system: Phrase, place: str, happened: Sequence[Happened], page: int) -> Layout:
    """A page of what has happened, oldest first; pages count from 0, and one that is not there is the last."""
    last = (len(happened) - 1) // PAGE
    page = page if 0 <= page <= last else last
    mentions = [mention(game, seat) for seat in range(len(game.players))]
    entries = [_entry(each, mentions) for each in happened[page * PAGE : (page + 1) * PAGE]]
    title = say("Log of {system} in {place}", system=system, place=place)
    heading = text(f"### {title}", "-# " + say("Page {page} of {pages}", page=page + 1, pages=last + 1))
    turns = [
        *([button(Control.of("log", game, str(page - 1)), say("Earlier"))] if page > 0 else []),
        *([button(Control.of("log", game, str(page + 1)), say("Later"))] if page < last else []),
        button(Control.of("log", game), say("Latest")),
    ]
    return screen([heading, text(*entries), row(*turns)])


def _entry(happened: Happened, mentions: Sequence[str]) -> str:
    said = " ".join(str(event.sentence(mentions)) for event in happened.events)
    said = said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"
    return f"- {said}" if happened.at is None else f"- <t:{happened.at}:t> {said}"


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
