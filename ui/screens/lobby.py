"""The lobby of a table."""

from typing import Any

import discord

from engine.game.variant import Variant
from engine.text.phrases import say
from services.lobbies import chosen
from services.seats import LEVELS, SKILLS, changes, is_own
from services.seen import mention, news
from storage.games import Game
from ui.controls import Control, button, row, select
from ui.layout import screen, text


def lobby(game: Game, variant: Variant[Any]) -> discord.ui.LayoutView:
    """The open table that people join."""
    info = variant.info
    seats = [f"{seat + 1}. {_sitting(game, seat)}" for seat in range(len(game.players))]
    low, high = variant.seats(game.options)
    players = say("{low} to {high}", low=low, high=high) if low < high else str(low)
    wanted = say("For {players} players.", players=players)
    free = say("{name} starts, anyone after five minutes.", name=f"<@{game.host_id}>")
    alone = say("This is your own game: computers take the other seats.")
    rules = " · ".join(
        say("{name}: {choice}", name=name, choice=value) for name, value in chosen(variant, game, unusual=True)
    )
    buttons = row(
        *([] if is_own(game) else [button(Control.of("join", game), say("Join"), style=discord.ButtonStyle.success)]),
        button(Control.of("leave", game), say("Leave")),
        button(Control.of("rules", game), say("Rules")),
        button(Control.of("start", game), say("Start"), style=discord.ButtonStyle.primary),
        *([button(Control.of("computer", game), say("Add a computer"))] if len(game.players) < high else []),
    )
    who = f"-# {wanted} {alone if is_own(game) else free}"
    words = [text(f"## {info.name}", str(info.line)), text(news(game), *seats), text(rules and f"-# {rules}", who)]
    return screen([*words, buttons, *_computers(game)])


def _sitting(game: Game, seat: int) -> str:
    level = game.players[seat].computer
    name = mention(game, seat)
    return say("Computer {name} ({level})", name=name, level=LEVELS[level]) if level else name


def _computers(game: Game) -> list[discord.ui.ActionRow[Any]]:
    """A menu of what the host may do to the computers of a lobby."""
    options = [
        discord.SelectOption(
            label=say("{name}: {choice}", name=each.name, choice=LEVELS[each.level]),
            value=each.value,
            description=str(SKILLS[each.level]),
        )
        if each.level
        else discord.SelectOption(label=say("{name} leaves", name=each.name), value=each.value)
        for each in changes(game.players)
    ]
    return [row(select(Control.of("level", game), options, say("Change a computer")))] if options else []


def closed() -> discord.ui.LayoutView:
    """A lobby that everybody left."""
    return screen([text(say("This table was closed: everybody left. /new opens another."))])
