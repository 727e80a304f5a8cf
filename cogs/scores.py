"""The leaderboard: this server or all, every system together or one."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.text.phrases import say, say_many
from services.tables import House
from storage.scores import Standing
from ui.commands import SYSTEMS
from ui.controls import Tapped
from ui.layout import screen, text
from ui.replies import show

Interaction = discord.Interaction[Any]

SCOPES = [
    app_commands.Choice(name=locale_str("This server"), value="server"),
    app_commands.Choice(name=locale_str("All servers"), value="all"),
]
MEDALS = ("🥇", "🥈", "🥉")


class Scores(commands.Cog):
    """Who wins most."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.taps: Mapping[str, Tapped] = {}

    @app_commands.command(name="leaderboard", description=locale_str("Who wins most, here or everywhere"))
    @app_commands.describe(
        scope=locale_str("This server's players, or everybody"),
        variant=locale_str("One system only, with its points"),
    )
    @app_commands.choices(scope=SCOPES, variant=SYSTEMS)
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction, scope: str = "server", variant: str | None = None) -> None:
        """Show the first ten, privately."""
        guild_id = interaction.guild_id if scope == "server" else None
        system = self._house.variants.get(variant or "")
        low_wins = system is not None and system.info.low_wins
        standings = await self._house.scores.leaderboard(guild_id=guild_id, variant=variant, low_wins=low_wins)
        where = say("This server") if guild_id else say("All servers")
        which = system.info.name if system else say("all systems")
        lines = _lines(standings, points=variant is not None)
        counted = say("Games in which a computer had a seat, or kept one to the end, do not count.")
        heading = text("## " + say("Leaderboard"), f"-# {where}, {which}")
        await show(interaction, screen([heading, text(*lines, f"-# {counted}")]))


def _lines(standings: Sequence[Standing], *, points: bool) -> list[str]:
    if not standings:
        return [say("Nobody has finished a game yet. /new opens a table.")]
    return [_line(place, each, points=points) for place, each in enumerate(standings)]


def _line(place: int, standing: Standing, *, points: bool) -> str:
    rank = MEDALS[place] if place < len(MEDALS) else f"{place + 1}."
    won = say_many("{wins} of {count} game won", "{wins} of {count} games won", standing.games, wins=standing.wins)
    line = f"{rank} <@{standing.user_id}> — {won}"
    if not points:
        return line
    scored = say_many("{points} point", "{points} points", abs(standing.points), points=f"{standing.points:+d}")
    return f"{line}, {scored}"
