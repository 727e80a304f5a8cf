"""The screens beside a table: its menu of other actions, a followed table, and the log."""

from collections.abc import Sequence
from typing import Any

import discord

from engine.coach.replay import StoryEntry
from engine.text.phrases import say
from services.game_view import GameView
from storage.settings import Person
from ui.controls import Button, cut, row, rows
from ui.layout import Layout, picture, screen, text, write_deadline
from ui.markdown import write_bold
from ui.places import describe_place
from ui.screens.bench.screen import make_help_buttons, make_order_button
from ui.screens.table import make_rack_button

PAGE = 10  # log entries on a page
LONGEST = 350  # characters of a log entry: a page stays below Discord's 4,000


def build_more_panel(game_view: GameView, person: Person | None, *, manages: bool = False) -> Layout:
    """Return the menu of what a user can do at a running table, besides what their rack and the table offer.

    `person` has the settings of a user with a seat at it, and is None for others; `manages`: the user has the
    permission Manage Server.
    """
    looks = [Button("log", say("Log")), *([] if person else [Button("follow", say("Follow"))])]
    ways_out = [Button("leave", say("Leave"))] if person else [Button("stop", say("End the game"))] if manages else []
    described = [
        _make_rack_buttons(game_view, person) if person else [],
        [*looks, Button("rules", say("Rules"))],
        ways_out,
    ]
    return screen([_describe_where(game_view), *rows(game_view, filter(None, described))])


def _make_rack_buttons(game_view: GameView, person: Person) -> list[Button]:
    text_button = Button("text", say("Edit as text"))
    return [make_rack_button(), *make_help_buttons(game_view), make_order_button(person), text_button]


def _describe_where(game_view: GameView) -> discord.ui.TextDisplay[Any]:
    where = say("{system} in {place}", system=f"**{game_view.variant.info.name}**", place=describe_place(game_view))
    return text(where, "-# " + say("The host is {name}.", name=game_view.host))


def build_followed_table(game_view: GameView, file: discord.File, until: int) -> Layout:
    """Return the table for a spectator; `until` is when its updates end, in seconds since the epoch."""
    view = game_view.view
    buttons = row(
        game_view,
        Button("follow", say("Refresh"), style=discord.ButtonStyle.primary),
        Button("log", say("Log")),
        Button("unfollow", say("Stop following")),
    )
    turn = say("{name} to play", name=game_view.mentions[view.turn])
    what = say(
        "You're following {system} in {place}.", system=game_view.variant.info.name, place=describe_place(game_view)
    )
    limit = say("This updates until {time}. After that, tap Refresh.", time=f"<t:{until}:t>")
    heading = text(f"{write_bold(turn)}{write_deadline(view.deadline)}", game_view.news_text)
    return screen([heading, picture(file), text(f"-# {what}", f"-# {limit}"), buttons])


def build_unfollowed_notice(game_view: GameView) -> Layout:
    """Return the notice that the user no longer follows the table, with a button to follow it again."""
    again = row(game_view, Button("follow", say("Follow again")))
    return screen([text(say("You've stopped following the table in {place}.", place=describe_place(game_view))), again])


def build_log_page(game_view: GameView, happened: Sequence[StoryEntry], page: int, *, plays: bool = False) -> Layout:
    """Return one page of the log, with its oldest entry first; a user who `plays` gets a button to their rack.

    Pages count from 0; the last page is shown for a number out of range, such as -1.
    """
    last = (len(happened) - 1) // PAGE
    page = page if 0 <= page <= last else last
    entries = [_write_entry(each, game_view.mentions) for each in happened[page * PAGE : (page + 1) * PAGE]]
    title = say("Log of {system} in {place}", system=game_view.variant.info.name, place=describe_place(game_view))
    heading = text(f"### {title}", "-# " + say("Page {page} of {pages}", page=page + 1, pages=last + 1))
    turns = [
        *([make_rack_button()] if plays else []),
        *([Button("log", say("Earlier"), str(page - 1))] if page > 0 else []),
        *([Button("log", say("Later"), str(page + 1))] if page < last else []),
        Button("log", say("Latest")),
    ]
    return screen([heading, text(*entries), row(game_view, *turns)])


def _write_entry(happened: StoryEntry, mentions: Sequence[str]) -> str:
    said = " ".join(str(event.sentence(mentions)) for event in happened.events)
    said = cut(said, LONGEST)
    return f"- {said}" if happened.at is None else f"- <t:{happened.at}:t> {said}"
