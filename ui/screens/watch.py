"""Looking on: the menu of a table, a followed table, and the log."""

from collections.abc import Sequence
from typing import Any

import discord

from engine.coach.replay import StoryEntry
from engine.text.phrases import say
from services.seen import Seen
from ui.controls import Control, button, row
from ui.layout import clock, picture, screen, text
from ui.places import describe_place
from ui.screens import table as _screens
from ui.screens.leaving import Layout

PAGE = 10  # entries of a log


LONGEST = 350  # characters of one of them: a page stays below Discord's 4000


def more(seen: Seen, *, plays: bool, manages: bool = False) -> Layout:
    """Everything that can be done at a running table beside playing.

    `plays`: this person has a seat there; `manages`: the server is theirs to manage.
    """
    looks = row(
        button(Control.of("log", seen), say("Log")),
        button(Control.of("follow", seen), say("Follow")),
        button(Control.of("rules", seen), say("Rules")),
    )
    leaves = [button(Control.of("leave", seen), say("Leave")), button(Control.of("quit", seen), say("Resign"))]
    ways_out = [*(leaves if plays else []), button(Control.of("stop", seen), say("End the game"))]
    return screen([_where(seen), looks, *([row(*ways_out)] if plays or manages else [])])


def _where(seen: Seen) -> discord.ui.TextDisplay[Any]:
    where = say("{system} in {place}", system=f"**{seen.variant.info.name}**", place=describe_place(seen))
    return text(where, "-# " + say("The host is {name}.", name=seen.host))


def following(seen: Seen, file: discord.File, until: int) -> Layout:
    """The table for somebody who looks on, kept up to date `until` then, in seconds since the epoch."""
    view = seen.view
    if view.outcome:
        return _screens.table(seen, file)
    buttons = row(
        button(Control.of("follow", seen), say("Refresh"), style=discord.ButtonStyle.primary),
        button(Control.of("log", seen), say("Log")),
        button(Control.of("unfollow", seen), say("Stop following")),
    )
    turn = say("{name} is to move", name=seen.mentions[view.turn])
    what = say("You follow {system} in {place}.", system=seen.variant.info.name, place=describe_place(seen))
    limit = say("This is kept up to date until {time}. After that, tap Refresh.", time=f"<t:{until}:t>")
    heading = text(f"**{turn}**{clock(view.deadline)}", seen.said)
    return screen([heading, picture(file), text(f"-# {what}", f"-# {limit}"), buttons])


def unfollowed(seen: Seen) -> Layout:
    """Nothing is kept up to date any more."""
    again = row(button(Control.of("follow", seen), say("Follow again")))
    return screen([text(say("You don't follow the table in {place} any more.", place=describe_place(seen))), again])


def log_page(seen: Seen, happened: Sequence[StoryEntry], page: int) -> Layout:
    """A page of what has happened, oldest first; pages count from 0, and one that is not there is the last."""
    last = (len(happened) - 1) // PAGE
    page = page if 0 <= page <= last else last
    entries = [_entry(each, seen.mentions) for each in happened[page * PAGE : (page + 1) * PAGE]]
    title = say("Log of {system} in {place}", system=seen.variant.info.name, place=describe_place(seen))
    heading = text(f"### {title}", "-# " + say("Page {page} of {pages}", page=page + 1, pages=last + 1))
    turns = [
        *([button(Control.of("log", seen, str(page - 1)), say("Earlier"))] if page > 0 else []),
        *([button(Control.of("log", seen, str(page + 1)), say("Later"))] if page < last else []),
        button(Control.of("log", seen), say("Latest")),
    ]
    return screen([heading, text(*entries), row(*turns)])


def _entry(happened: StoryEntry, mentions: Sequence[str]) -> str:
    said = " ".join(str(event.sentence(mentions)) for event in happened.events)
    said = said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"
    return f"- {said}" if happened.at is None else f"- <t:{happened.at}:t> {said}"
