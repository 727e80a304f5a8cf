"""Messages that can't be shown, which are tried again later, and games whose channels are gone: they're suspended."""

import asyncio
import contextlib

import discord
from discord.ext import commands

from cogs import LoopingCog
from services.overdue.suspensions import resume_here, suspend_here
from storage.errors import StorageError
from storage.posts import TABLE, name_table
from ui.messages.channels.access import look_up
from ui.outages import FAILURES
from ui.services import Services

_TICK = 0.25  # seconds between two looks at what has failed


class FailedTablesCog(LoopingCog):
    """The retries of messages that Discord refused or that couldn't be sent, and the suspensions of games."""

    def __init__(self, services: Services) -> None:
        self._outbox = services.outbox
        self._client = services.client
        self._tables = services.tables
        self._seen: set[int] = set()  # servers that came and haven't been looked through for deleted channels
        self.loops = {"failed tables": self._retry}

    async def _retry(self) -> None:
        while True:
            self._outbox.retry_failed()
            await self.look_for_deleted()
            await asyncio.sleep(_TICK)

    @commands.Cog.listener("on_guild_channel_update")
    @commands.Cog.listener("on_guild_role_update")
    @commands.Cog.listener("on_guild_role_delete")
    async def retry_on_server(self, *changed: discord.abc.GuildChannel | discord.Role) -> None:
        """Retry the messages of a server that has changed a channel, from which threads inherit, or a role."""
        self._hurry(changed[-1].guild)

    @commands.Cog.listener()
    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Retry the messages of a server in which the bot has got or lost a role, or whose timeout of it has ended."""
        if self._client.user and member.id == self._client.user.id:
            self._hurry(member.guild)

    @commands.Cog.listener("on_thread_update")
    @commands.Cog.listener("on_thread_join")
    async def retry_in_thread(self, *changed: discord.Thread) -> None:
        """Retry the messages of a thread to which the bot was added, or that was unlocked or is no longer archived."""
        self._outbox.failures.hurry(guild_id=changed[-1].guild.id, channel_id=changed[-1].id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Note that the table of a deleted channel can't be shown anymore."""
        await self._note_deleted(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Note that the table of a deleted thread can't be shown anymore."""
        await self._note_deleted(thread.thread_id)

    async def _note_deleted(self, channel_id: int) -> None:
        with contextlib.suppress(StorageError):  # the next start notes it
            if game := await self._tables.games.in_channel(channel_id):
                await suspend_here(self._tables, game)
                self._outbox.failures.hurry(guild_id=game.guild_id, channel_id=channel_id)  # of another failure
                await self._outbox.doubt(name_table(game.id), TABLE)  # so that it fails, and its players can be told

    @commands.Cog.listener("on_guild_available")
    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Retry the messages of a server that is back, let its games go on, and look for channels deleted meanwhile."""
        self._hurry(guild)
        self._seen.add(guild.id)

    async def look_for_deleted(self) -> None:
        """On servers that came lately, suspend games whose channels were deleted, and resume those that are back."""
        seen, self._seen = self._seen, set()
        with contextlib.suppress(StorageError):  # as above
            for guild_id, channel_id, is_suspended in await self._tables.games.list_channels(seen) if seen else ():
                if look_up(self._client, guild_id, channel_id) is None and await self._is_deleted(channel_id):
                    await self._note_deleted(channel_id)
                elif is_suspended and (game := await self._tables.games.in_channel(channel_id)):
                    await resume_here(self._tables, game)

    async def _is_deleted(self, channel_id: int) -> bool:
        """Return whether Discord has no such channel. It lists no archived threads, and none without the bot."""
        try:
            await self._client.fetch_channel(channel_id)
        except FAILURES as error:
            return isinstance(error, discord.NotFound)
        return False

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Suspend the games of a server that has removed the bot, or was deleted."""
        await self._suspend_all(guild.id)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Suspend the games of servers that removed the bot while it was off."""
        with contextlib.suppress(StorageError):  # the next start does
            for guild_id in await self._tables.games.servers():
                if guild_id and self._client.get_guild(guild_id) is None:
                    await self._suspend_all(guild_id)

    async def _suspend_all(self, guild_id: int) -> None:
        with contextlib.suppress(StorageError):  # as above
            for game in await self._tables.games.of_server(guild_id):
                await suspend_here(self._tables, game)

    def _hurry(self, guild: discord.Guild) -> None:
        self._outbox.failures.hurry(guild_id=guild.id)
