"""The leaderboard: this server or all, every system together or one."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs import _screens
from cogs._controls import Tapped
from cogs._house import SYSTEMS, House
from cogs._replies import show
from storage.scores import Standing

Interaction = discord.Interaction[Any]

SCOPES = [app_commands.Choice(name="this server", value="server"), app_commands.Choice(name="all servers", value="all")]
FOOTER = "-# Games in which a computer had a seat, or kept one to the end, do not count."
MEDALS = ("🥇", "🥈", "🥉")


class Scores(commands.Cog):
    """Who wins most."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.taps: Mapping[str, Tapped] = {}

    @app_commands.command(name="leaderboard", description="Who wins most, here or everywhere")
    @app_commands.describe(scope="This server's players, or everybody", variant="One system only, with its points")
    @app_commands.choices(scope=SCOPES, variant=SYSTEMS)
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction, scope: str = "server", variant: str | None = None) -> None:
        """Show the first ten, privately."""
        guild_id = interaction.guild_id if scope == "server" else None
        system = self._house.variants.get(variant or "")
        low_wins = system is not None and system.info.low_wins
        standings = await self._house.scores.leaderboard(guild_id=guild_id, variant=variant, low_wins=low_wins)
        where = "this server" if guild_id else "all servers"
        heading = f"## Leaderboard\n-# {where.capitalize()}, {system.info.name if system else 'all systems'}"
        lines = _lines(standings, points=variant is not None)
        await show(interaction, _screens.screen([_screens.text(heading), _screens.text(*lines, FOOTER)]))


def _lines(standings: Sequence[Standing], *, points: bool) -> list[str]:
    if not standings:
        return ["Nobody has finished a game yet. /new opens a table."]
    return [_line(place, each, points=points) for place, each in enumerate(standings)]


def _line(place: int, standing: Standing, *, points: bool) -> str:
    rank = MEDALS[place] if place < len(MEDALS) else f"{place + 1}."
    games = f"{standing.wins} of {standing.games} game{'' if standing.games == 1 else 's'} won"
    return f"{rank} <@{standing.user_id}> — {games}" + (f", {standing.points:+d} points" if points else "")
