"""The message of a lobby, which is a table that people can join before the game begins."""

from typing import Any

import discord

from engine.game.goals import Level
from engine.text.phrases import say
from services.lobbies import Lobby, list_options
from services.seats import LEVELS, SKILLS
from ui.controls import Control, button, row, select
from ui.layout import screen, text


def build_lobby(table: Lobby) -> discord.ui.LayoutView:
    """Return a lobby's message: the system, the seats, the changed options, and the buttons to join and start."""
    info = table.variant.info
    seats = [f"{place}. {_describe_seat(mention, level)}" for place, (mention, level) in enumerate(table.seats, 1)]
    buttons = row(
        *([] if table.is_own else [button(Control.of("join", table), say("Join"), style=discord.ButtonStyle.success)]),
        button(Control.of("leave", table), say("Leave")),
        button(Control.of("rules", table), say("Rules")),
        button(Control.of("start", table), say("Start"), style=discord.ButtonStyle.primary),
        *([button(Control.of("computer", table), say("Add a computer"))] if len(table.seats) < table.high else []),
    )
    words = [
        text(f"## {info.name}", str(info.line)),
        text(table.news, *seats),
        text(_list_unusual(table), _describe_wanted(table)),
    ]
    return screen([*words, buttons, *_make_computer_menu(table)])


def _list_unusual(table: Lobby) -> str:
    """Return a line of the table's options that differ from the rule system's defaults; empty if none do."""
    rules = " · ".join(
        say("{name}: {choice}", name=name, choice=value)
        for name, value in list_options(table.variant, table.options, unusual=True)
    )
    return rules and f"-# {rules}"


def _describe_wanted(table: Lobby) -> str:
    """Return a line that says how many players the game takes and who may start it."""
    low, high = table.low, table.high
    players = say("{low} to {high}", low=low, high=high) if low < high else str(low)
    wanted = say("For {players} players.", players=players)
    free = say("{name} starts, anyone after five minutes.", name=table.host)
    alone = say("This is your own game: computers take the other seats.")
    return f"-# {wanted} {alone if table.is_own else free}"


def _describe_seat(name: str, level: Level | None) -> str:
    return say("Computer {name} ({level})", name=name, level=LEVELS[level]) if level else name


def _make_computer_menu(table: Lobby) -> list[discord.ui.ActionRow[Any]]:
    """Return the row with the menu to change or remove the lobby's computers, in a list; an empty list without any."""
    options = [
        discord.SelectOption(
            label=say("{name}: {choice}", name=each.name, choice=LEVELS[each.level]),
            value=each.value,
            description=str(SKILLS[each.level]),
        )
        if each.level
        else discord.SelectOption(label=say("{name} leaves", name=each.name), value=each.value)
        for each in table.changes
    ]
    return [row(select(Control.of("level", table), options, say("Change a computer")))] if options else []


def build_closed_lobby() -> discord.ui.LayoutView:
    """Return the message of a lobby that everybody has left."""
    return screen([text(say("This table was closed: everybody left. /new opens another."))])
