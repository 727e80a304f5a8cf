"""The daily deletion of what is too old, and notes of the servers that the bot has left."""

import asyncio
import contextlib

import discord
from discord.ext import commands

from cogs import LoopingCog
from storage.errors import StorageError
from storage.shards import Shard
from ui.gateway.internals import is_on_server
from ui.services import Services

_FIRST = 10 * 60.0  # seconds after the start, when everybody is back at their tables
_EVERY = 24 * 3600.0  # seconds
_AT_LEAST_EVERY = 600.0  # seconds: the clock may be set meanwhile


class RetentionCog(LoopingCog):
    """The loops that delete what is too old, and the listeners that note which servers the bot is on."""

    def __init__(self, services: Services) -> None:
        self._client = services.client
        self._personal_data = services.personal_data
        self.loops = {"retention": self._enforce, "deletions": self._forget_deleted}

    async def _enforce(self) -> None:
        await asyncio.sleep(_FIRST)
        while True:
            await self._personal_data.enforce_retention()
            await asyncio.sleep(_EVERY)

    async def _forget_deleted(self) -> None:
        """Delete what is kept about deleted people as soon as their day ends, in UTC."""
        while True:
            left = await self._personal_data.forget_deleted()
            await asyncio.sleep(min(_AT_LEAST_EVERY, left))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot has left a server; discord.py doesn't call this for outages."""
        with contextlib.suppress(StorageError):  # then the next login notes it
            await self._personal_data.note_servers((), (guild.id,))

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note that the bot is on a server, perhaps again."""
        with contextlib.suppress(StorageError):
            await self._personal_data.note_servers((guild.id,), ())

    @commands.Cog.listener()
    async def on_shard_ready(self, shard: int) -> None:
        """Note which of a shard's stored servers the bot has left while it was off."""
        count = self._client.shard_count or 1
        with contextlib.suppress(StorageError):
            stored = [
                each for each in await self._personal_data.list_servers() if Shard.of(each, count).number == shard
            ]
            present = {each for each in stored if is_on_server(self._client, each)}
            await self._personal_data.note_servers(present, [each for each in stored if each not in present])
