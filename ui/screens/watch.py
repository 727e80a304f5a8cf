"""Looking on: the menu of a table, a followed table, and the log."""

from collections.abc import Sequence
from typing import Any

import discord

from engine.coach.replay import Happened
from engine.text.phrases import Phrase, say
from services.seen import Seen, mention, news
from storage.games import Game
from ui.controls import Control, button, row
from ui.layout import picture, screen, text
from ui.places import describe_place
from ui.screens import table as _screens
from ui.screens.leaving import Layout
from ui.screens.table import clock

PAGE = 10  # entries of a log


LONGEST = 350  # characters of one of them: a page stays below Discord's 4000


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
    what = say(
        "You follow {system} in {place}.", system=seen.variant.info.name, place=describe_place(seen.game, seen.server)
    )
    limit = say("This is kept up to date until {time}. After that, tap Refresh.", time=f"<t:{until}:t>")
    heading = text(f"**{turn}**{clock(view.deadline)}", news(game))
    return screen([heading, picture(file), text(f"-# {what}", f"-# {limit}"), buttons])


def unfollowed(game: Game, place: str) -> Layout:
    """Nothing is kept up to date any more."""
    again = row(button(Control.of("follow", game), say("Follow again")))
    return screen([text(say("You don't follow the table in {place} any more.", place=place)), again])


def log_page(game: Game, system: Phrase, place: str, happened: Sequence[Happened], page: int) -> Layout:
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
