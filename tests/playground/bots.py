"""An unmodified discord.py client for the tests."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeVar

import discord
from discord import app_commands

from engine.override import override
from playground import Playground


class Bot(discord.Client):
    """Tests add their commands to its tree."""

    def __init__(self, intents: discord.Intents | None = None) -> None:
        super().__init__(intents=intents or discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)

    @override
    async def setup_hook(self) -> None:
        await self.tree.sync()


AnyBot = TypeVar("AnyBot", bound=Bot)


@asynccontextmanager
async def running(bot: AnyBot, playground: Playground) -> AsyncIterator[AnyBot]:
    """The bot, ready, until the block ends."""
    task = asyncio.create_task(bot.start(playground.token))
    ready = asyncio.create_task(bot.wait_until_ready())
    await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        ready.cancel()
        task.result()
    try:
        yield bot
    finally:
        await bot.close()
        await task
