"""A minimal discord.py bot, for comparison: its slash command /ok answers with an ephemeral text."""

import os
from typing import Any

import discord
import yarl
from discord.ext import commands

from engine.override import override


class BareBot(commands.AutoShardedBot):
    """A minimal bot with one command."""

    @override
    async def setup_hook(self) -> None:
        self.tree.add_command(discord.app_commands.Command(name="ok", description="Answer", callback=_answer_ok))
        await self.tree.sync()


async def _answer_ok(interaction: discord.Interaction[Any]) -> None:
    await interaction.response.send_message("ok", ephemeral=True)


if __name__ == "__main__":
    discord.http.Route.BASE = os.environ["DISCORD_API_URL"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
    bot = BareBot(command_prefix=(), help_command=None, intents=discord.Intents(guilds=True))
    bot.run(os.environ["DISCORD_TOKEN"], log_handler=None)
