"""A minimal discord.py bot, for comparison: its slash commands answer with an ephemeral text."""

import asyncio
import os
from typing import Any

import discord
import yarl
from discord.ext import commands

BareInteraction = discord.Interaction[Any]


class BareBot(commands.AutoShardedBot):
    """A minimal bot with two commands: /ok only answers, and /shown also edits a message and pings.

    Those are the requests that Rackety sends to Discord when a player draws a tile.
    """

    def __init__(self) -> None:
        super().__init__(command_prefix=(), help_command=None, intents=discord.Intents(guilds=True), max_messages=None)
        self.tree.add_command(discord.app_commands.Command(name="ok", description="Answer", callback=_answer_ok))
        self.tree.add_command(discord.app_commands.Command(name="shown", description="Show", callback=self._shown))
        self._board: discord.Message | None = None
        self._ping: discord.Message | None = None

    async def setup_hook(self) -> None:
        """Upload the commands to Discord."""
        await self.tree.sync()

    async def _shown(self, interaction: BareInteraction) -> None:
        await _answer_ok(interaction)
        channel = self.get_partial_messageable(interaction.channel_id or 0)
        self._board = self._board or await channel.send("board")
        await self._board.edit(content=f"board {interaction.id}")
        if self._ping:
            await self._ping.delete()
        self._ping = await channel.send("ping")


async def _answer_ok(interaction: BareInteraction) -> None:
    await interaction.response.send_message("ok", ephemeral=True)


async def _main() -> None:
    async with BareBot() as bot:
        await bot.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    discord.http.Route.BASE = os.environ["DISCORD_API_URL"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    asyncio.run(_main())
