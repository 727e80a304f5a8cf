"""/help and /rules: how to use the bot, and how the game goes."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.text.phrases import say
from services.refusals import Refusal
from services.tables import House
from ui.commands import SYSTEMS, anywhere
from ui.controls import Control, Tapped, picked
from ui.layout import screen, text
from ui.messages.rules_panel import Rules
from ui.places import place_of
from ui.replies import show

Interaction = discord.Interaction[Any]


class Help(commands.Cog):
    """Words for newcomers."""

    def __init__(self, house: House, rules: Rules) -> None:
        self._house = house
        self._rules = rules
        self.taps: Mapping[str, Tapped] = {"clauses": self._clauses_picked}

    @app_commands.command(name="help", description=locale_str("How to play here, and how to write a turn"))
    @anywhere
    async def help(self, interaction: Interaction) -> None:
        """Explain the bot."""
        parts = (_first_steps(), _notation(), _commands())
        await show(interaction, screen([text(*lines) for lines in parts]))

    @app_commands.command(name="rules", description=locale_str("The rules of this channel's table, or of any system"))
    @app_commands.describe(variant=locale_str("The system to explain; without it, the one played here"))
    @app_commands.choices(variant=SYSTEMS)
    @anywhere
    async def rules(self, interaction: Interaction, variant: str | None = None) -> None:
        """Explain the rules, with the options in force where a table is open."""
        game = await self._house.games.in_channel(place_of(interaction))
        if game is not None and variant in {None, game.variant}:
            return await show(interaction, *await self._rules.of_table(game, interaction.user.id))
        key = variant or SYSTEMS[0].value
        if key not in self._house.variants:
            raise Refusal(say("There is no such rule system."))
        return await show(interaction, *await self._rules.of_system(key))

    async def _clauses_picked(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Show the clauses under one heading."""
        sections = list(self._house.sections(control.argument).items())
        heading, clauses = picked(sections, values)
        await show(interaction, screen([text(f"### {heading}", clauses)]))


def _first_steps() -> list[str]:
    steps = [
        say(
            "/new opens a table in this channel; friends tap **Join**, the host taps **Start**; "
            "`computers:` seats computers."
        ),
        say("**My rack** shows your tiles, to you alone."),
        say("At your turn play tiles or tap **Draw**. The table's picture names every set by a letter."),
    ]
    heading = "## " + say("Rackety: tile rummy for your server")
    return [heading, *(f"{place}. {step}" for place, step in enumerate(steps, 1))]


def _notation() -> list[str]:
    lines = [
        say("`R4 R5 R6` lays a new set: **R**ed, **B**lue, blac**K**, **O**range; `J` is a joker"),
        say("`C+R6` adds to set C, `C-R3` takes from it, `C-R3>F` moves it to F"),
        say("`C:5` splits C after five tiles, `C>F` puts C onto F"),
        say("`;` parts several of these: `C-R3; R3 B3 K3`"),
        say("`J=R6` says what a joker stands for, where it could be several things"),
        say("`table:` and then every set replaces the whole table"),
        say("`R5@A B5 K5` builds through the red 5 of set A, in games whose sets may cross"),
        say("on a grid `H8=R5 H9=J:R6` places tiles by their cells, `H8>J3` moves one"),
    ]
    return [
        "### " + say("Writing a turn"),
        say("`/play` understands the lines below and says while you type whether they are legal."),
        *(f"- {line}" for line in lines),
        say("The **Text** button on your rack opens the whole table to be edited, one set a line."),
    ]


def _commands() -> list[str]:
    entries = [
        say("/table shows the table again"),
        say("/rack your tiles (`dm:True` by direct message)"),
        *("/draw", "/play", "/claim", "/pass"),
        say("/fit finds a place for tiles"),
        say("/hint, where the table allows it"),
        say("/review after the game"),
        *("/resign", "/join", "/leave", "/start"),
        say("/end, if all agree"),
        "/log",
        say("/games, all of yours"),
        *("/leaderboard", "/rules", "/settings"),
        say("/setup, for managers"),
        say("anywhere: /puzzle, /puzzle-board, /solve, and /new against computers"),
    ]
    return ["### " + say("Commands"), " · ".join(entries)]
