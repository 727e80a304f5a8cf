"""/leaderboard: the best players of this server or of all servers, in one rule system or in all."""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from ui.commands import SYSTEMS
from ui.controls import Interaction
from ui.pictures import look_of
from ui.replies import show
from ui.screens.scores import Ranking, build_leaderboard, describe_board, make_board
from ui.services import Services

_SCOPES = [
    app_commands.Choice(name=locale_str("This server"), value="server"),
    app_commands.Choice(name=locale_str("All servers"), value="all"),
]


class ScoresCog(commands.Cog):
    """The /leaderboard command."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._pictures = services.pictures

    @app_commands.command(
        name="leaderboard",
        description=locale_str("Show the players with the most wins, on this server or on all servers"),
    )
    @app_commands.describe(
        scope=locale_str("This server's players, or all players"),
        variant=locale_str("Only this rule system, with points"),
    )
    @app_commands.choices(scope=_SCOPES, variant=SYSTEMS)
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction, scope: str = "server", variant: str | None = None) -> None:
        """Show the ten best players in an ephemeral message.

        `scope` says whether they are this server's or all servers'. `variant` is the key of a rule system, None for
        all.
        """
        guild_id = interaction.guild_id if scope == "server" else None
        system = self._tables.variants.get(variant or "")
        low_wins = system is not None and system.info.low_wins
        standings = await self._tables.scores.leaderboard(guild_id=guild_id, variant=variant, low_wins=low_wins)
        ranking = Ranking(standings, system.info if system else None, here=guild_id is not None)
        file = await self._draw(ranking, interaction.user.id) if standings else None
        await show(interaction, build_leaderboard(ranking, file), [file] if file else [])

    async def _draw(self, ranking: Ranking, user_id: int) -> discord.File:
        look = look_of(await self._tables.settings.person(user_id))
        return await self._pictures.draw_leaderboard(make_board(ranking), describe_board(ranking), look)
