"""What stands beside the table: the menu of everything else, following it, its log, leaving it, and ending it."""

from collections.abc import Sequence
from typing import Any

import discord

from cogs import _screens
from cogs._controls import Control, button, row
from cogs._house import Seen, mention
from cogs._places import name_of
from cogs._screens import clock, picture, screen, text
from cogs._seats import present, undecided
from engine.events import listed
from engine.review import Happened
from storage.games import Game

PAGE = 10  # entries of a log
LONGEST = 350  # characters of one of them: a page stays below Discord's 4000
DANGER = discord.ButtonStyle.danger
SUCCESS = discord.ButtonStyle.success

Layout = discord.ui.LayoutView


def more(game: Game, system: str, *, plays: bool, manages: bool = False) -> Layout:
    """Everything that can be done at a running table beside playing.

    `plays`: this person has a seat there; `manages`: the server is theirs to manage.
    """
    looks = row(
        button(Control.of("log", game), "Log"),
        button(Control.of("follow", game), "Follow"),
        button(Control.of("rules", game), "Rules"),
    )
    leaves = [button(Control.of("leave", game), "Leave"), button(Control.of("quit", game), "Resign")] if plays else []
    ends = [button(Control.of("stop", game), "End the game")] if plays or manages else []
    return screen([_where(game, system), looks, *([row(*leaves, *ends)] if ends else [])])


def _where(game: Game, system: str) -> discord.ui.TextDisplay[Any]:
    return text(f"**{system}** in {name_of(game)}", f"-# The host is <@{game.host_id}>.")


def following(seen: Seen, file: discord.File, until: int) -> Layout:
    """The table for somebody who looks on, kept up to date `until` then, in seconds since the epoch."""
    game, view = seen.game, seen.view
    if view.outcome:
        return _screens.table(seen, file)
    buttons = row(
        button(Control.of("follow", game), "Refresh", style=discord.ButtonStyle.primary),
        button(Control.of("log", game), "Log"),
        button(Control.of("unfollow", game), "Stop following"),
    )
    heading = text(f"**{mention(game, view.turn)} is to move**{clock(view.deadline)}", game.news)
    limit = text(
        f"-# You follow {seen.variant.info.name} in {name_of(game)}.",
        f"-# This is kept up to date until <t:{until}:t>. After that, tap Refresh.",
    )
    return screen([heading, picture(file), limit, buttons])


def unfollowed(game: Game) -> Layout:
    """Nothing is kept up to date any more."""
    again = row(button(Control.of("follow", game), "Follow again"))
    return screen([text(f"You don't follow the table in {name_of(game)} any more."), again])


def log(game: Game, system: str, happened: Sequence[Happened], page: int) -> Layout:
    """A page of what has happened, oldest first; pages count from 0, and one that is not there is the last."""
    last = (len(happened) - 1) // PAGE
    page = page if 0 <= page <= last else last
    mentions = [mention(game, seat) for seat in range(len(game.players))]
    entries = [_entry(each, mentions) for each in happened[page * PAGE : (page + 1) * PAGE]]
    heading = text(f"### Log of {system} in {name_of(game)}", f"-# Page {page + 1} of {last + 1}")
    turns = [
        *([button(Control.of("log", game, str(page - 1)), "Earlier")] if page > 0 else []),
        *([button(Control.of("log", game, str(page + 1)), "Later")] if page < last else []),
        button(Control.of("log", game), "Latest"),
    ]
    return screen([heading, text(*entries), row(*turns)])


def _entry(happened: Happened, mentions: Sequence[str]) -> str:
    said = " ".join(event.sentence(mentions) for event in happened.events)
    said = said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"
    return f"- {said}" if happened.at is None else f"- <t:{happened.at}:t> {said}"


def leaving(game: Game) -> Layout:
    """The question before a running game is left."""
    if len(present(game)) > 1:
        words = (
            "A computer plays on in your seat, and **I'm back** under the table gives it back to you. "
            "If you are not back at the end, the game counts for nobody on the leaderboard. Leave?"
        )
    else:
        words = (
            "Nobody else plays here: computers play this game to its end, and it counts for nobody on the "
            "leaderboard. Leave?"
        )
    return screen([text(words), row(button(Control.of("handover", game), "Leave", style=DANGER))])


def left() -> Layout:
    """The seat is in a computer's hands."""
    return screen([text("You have left. A computer plays in your seat; **I'm back** under the table gives it back.")])


def ending_alone(game: Game) -> Layout:
    """The question before the only person at a table ends the game."""
    words = "Nobody wins a game that is ended, and it does not count on the leaderboard. End it?"
    return screen([text(words), row(button(Control.of("end", game), "End the game", style=DANGER))])


def ending_for_all(game: Game) -> Layout:
    """The question before somebody who manages the server ends other people's game."""
    words = (
        "You manage this server, so you can end this game without asking its players. "
        "Nobody wins a game that is ended, and it does not count on the leaderboard. End it?"
    )
    return screen([text(words), row(button(Control.of("endall", game), "End for everybody", style=DANGER))])


def ended_by(user_id: int) -> Layout:
    """Everybody reads who ended the game."""
    return screen([text(f"<@{user_id}>, who manages this server, has ended the game.")])


def ending(game: Game) -> Layout:
    """The question to everybody whether the game ends here."""
    waited_for = undecided(game)
    agreed = [seat for seat in present(game) if seat not in waited_for]
    return screen(
        [
            text(
                "### End this game?",
                f"{listed([mention(game, seat) for seat in agreed])} would end it here.",
                f"It ends as soon as these agree: {listed([mention(game, seat) for seat in waited_for])}.",
                "-# Nobody wins a game that is ended, and it does not count on the leaderboard.",
            ),
            row(
                button(Control.of("end", game), "End the game", style=DANGER),
                button(Control.of("playon", game), "Play on", style=SUCCESS),
            ),
        ]
    )


def goes_on(user_id: int) -> Layout:
    """Somebody did not agree."""
    return screen([text(f"<@{user_id}> plays on, and so does everybody.")])
