"""The clock of tournaments: it ends sign-ups and check-ins, and takes the results of games that have ended."""

import asyncio
import contextlib

import discord
from discord.ext import commands

from cogs import LoopingCog
from engine.override import override
from services.concurrency.coalesce import Coalescer
from services.concurrency.supervise import wait_at_most
from services.tournaments.tournaments import TIME_AFTER_OUTAGE
from storage.errors import StorageError
from storage.games import Game
from storage.posts import name_tournament, read_tournament
from storage.shards import Shard
from ui.services import Services

_LOOK = 10.0  # seconds between two looks for what is due
_LONGEST_SILENCE = 60  # seconds between two looks; after more, the machine must have slept


class TournamentClockCog(LoopingCog):
    """The loop that does what is due in tournaments, and the changes that happen without a tap.

    It stops for servers that Discord hasn't sent, or whose shard is away: nobody can say there that they're here.
    """

    def __init__(self, services: Services) -> None:
        self._client = services.client
        self._tables = services.tables
        self._tournaments = services.tournaments
        self._posts = services.tournament_posts
        self._ended = Coalescer("tournament's game", self._note_ended)
        self._collecting = Coalescer("results", self._collect_results)
        self._connected: set[int] = set()  # shards
        self._looked_at = self._tables.now()
        self._owes_time = False
        self._wake = asyncio.Event()
        self.loops = {"tournaments": self._advance_tournaments}

    @override
    async def cog_unload(self) -> None:
        await super().cog_unload()
        await self._ended.close()
        await self._collecting.close()

    async def begin(self) -> None:
        """Bring all tournaments up to date when the bot starts."""
        stale = await self._tournaments.store.unsettled()
        self._collecting.schedule_backlog(map(name_tournament, stale))
        self._posts.refresh_later(stale)

    async def _collect_results(self, owner: str) -> None:
        await self._tournaments.collect_results(read_tournament(owner))

    def on_change(self, game: Game) -> None:
        """Take the result of a game that has ended, if it belongs to a tournament."""
        if game.phase.has_ended:
            self._ended.schedule(game.id)

    async def _note_ended(self, game_id: int) -> None:
        await self._tournaments.note_end(await self._tables.require_game(game_id))

    @commands.Cog.listener("on_shard_ready")
    @commands.Cog.listener("on_shard_resumed")
    async def go_on(self, shard: int) -> None:
        """Let the clock of a shard's tournaments run again, and leave players at least a few minutes to check in."""
        self._owes_time = True
        self._connected.add(shard)
        self._posts.go_on()
        self._wake.set()

    @commands.Cog.listener("on_guild_available")
    @commands.Cog.listener("on_guild_join")
    async def go_on_there(self, guild: discord.Guild) -> None:
        """Update the tournaments that waited for this server, and leave their players time to check in."""
        if self._posts.go_on(guild.id):
            self._owes_time = True
            self._wake.set()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Stop the clock of a shard's tournaments until it's back: nobody can say that they're here."""
        self._connected.discard(shard)

    async def _advance_tournaments(self) -> None:
        while True:
            self._wake.clear()
            await self.look()
            await wait_at_most(_LOOK, self._wake.wait())

    async def look(self) -> None:
        """Do what is due, on the servers that Discord has sent, of connected shards.

        After an outage, or a sleep of the machine, players first get more time to check in. If the clock was set back,
        the messages show that all times are earlier. Raises: StorageError; the next look does the rest.
        """
        now = self._tables.now()
        if now < self._looked_at:
            self._posts.refresh_later(await self._tournaments.store.unsettled())
        self._owes_time |= now - self._looked_at > _LONGEST_SILENCE
        self._looked_at = now
        if self._owes_time:
            self._posts.refresh_later(await self._tournaments.extend_deadlines())
            self._owes_time = False
        for stored in await self._tournaments.store.due(now + TIME_AFTER_OUTAGE):
            is_connected = Shard.of(stored.guild_id, self._client.shard_count or 1).number in self._connected
            is_waiting = self._posts.is_waiting(stored)  # noted early: its players are left time when it goes on
            if is_connected and not is_waiting and stored.due_at is not None and stored.due_at <= now:
                await self._tournaments.enforce_deadline(stored.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Cancel the tournament of a channel that was deleted."""
        await self._cancel_lost(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Cancel the tournament whose thread was deleted; the threads of its tables don't matter."""
        await self._cancel_lost(thread.parent_id, thread.thread_id)

    async def _cancel_lost(self, channel_id: int, thread_id: int | None = None) -> None:
        with contextlib.suppress(StorageError):  # then the next message notices it
            stored = await self._tournaments.store.in_channel(channel_id)
            if stored is not None and thread_id in {None, stored.thread_id}:
                await self._tournaments.abandon(stored.id)
