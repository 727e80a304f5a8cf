"""Everybody's own games, wherever they are: which wait for their move, and the way to the next of them."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.text.phrases import say
from services.refusals import Refusal
from services.waiting import games_of, next_game
from ui.commands import anywhere
from ui.controls import Control, Tapped
from ui.replies import show
from ui.screens.games import games_panel
from ui.services import Services

Interaction = discord.Interaction[Any]


class MyGames(commands.Cog):
    """Finds the games of whoever asks, and of nobody else."""

    def __init__(self, services: Services) -> None:
        self._house = services.tables
        self._racks = services.private_bench
        self.taps: Mapping[str, Tapped] = {"next": self._next_tapped}

    @app_commands.command(name="games", description=locale_str("All your games, on every server, and whose turn it is"))
    @anywhere
    async def games(self, interaction: Interaction) -> None:
        """List them, those that wait for this player first."""
        await show(interaction, games_panel(await games_of(self._house, interaction.user.id)))

    async def _next_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Show the player's tiles at the next table that waits for them."""
        game = await next_game(self._house, interaction.user.id, control.game)
        if game is None:
            raise Refusal(say("No other table waits for you. /games shows all your games."))
        await self._racks.refresh(interaction, game)
