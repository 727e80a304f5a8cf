"""The clock: sends reminders, and ends turns and waits whose time is up, while players can play."""

import asyncio
import logging
from dataclasses import replace

from discord.ext import commands

from cogs import LoopingCog
from engine.override import override
from services.concurrency.supervise import log_error, wait_at_most
from services.deadlines import find_next_reminder
from services.overdue.solo_losses import count_voided
from services.overdue.timeouts import end_time
from storage.alive import Heartbeat
from storage.games import AlreadyDone, Game, Stale
from storage.posts import name_table
from storage.shards import Shard
from ui.services import Services

log = logging.getLogger(__name__)

_HEARTBEAT = 10  # seconds between two signs of life
_LEAST_WAIT = 0.5  # seconds between two checks for due work
_LONGEST_WAIT = 10  # seconds between two checks
_AT_ONCE = 8  # turns that are ended at the same time; 10,000 open games had hundreds a minute
_RETRY = 5.0  # seconds until the next check after a turn couldn't be ended, so that it doesn't become a busy loop


class ClockCog(LoopingCog):
    """The clock of all games, which waits for the earliest deadline or reminder.

    It stops for the games on servers of shards without a connection. When that is back, or the clock has stood still
    itself, players have at least a reminder's time left of each turn, once.
    """

    LONGEST_PAUSE = 4 * _LONGEST_WAIT  # seconds between two checks; in more, the machine slept, or the database failed

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._public_tables = services.public_table
        self._outbox = services.outbox
        self._client = services.client
        self._news = asyncio.Event()
        self._awaited: int | None = None  # the earliest deadline or reminder, in seconds since the epoch
        self._looked_at = self._tables.now()
        self._connected: set[int] = set()  # shards
        self._connected_at = self._looked_at  # when any of them last was, or else the start
        self._switched = asyncio.Event()  # a shard is connected now, or no longer
        self._returned: set[int] = set()  # connected shards whose games haven't been given time yet
        self.loops = {"clock": self._enforce_deadlines, "alive": self._leave_signs}

    def on_change(self, game: Game) -> None:
        """Wake the clock if this game's time or reminder is earlier than the time that the clock waits for."""
        at = _next(game.due_at, game.remind_at)
        if at is not None and (self._awaited is None or at < self._awaited):
            self._news.set()

    @override
    async def cog_load(self) -> None:
        """Start the loops; first set all times back if the system clock was.

        Raises: StorageError if the database fails; the bot then doesn't start.
        """
        self._looked_at = await self._tables.alive.last() or self._looked_at
        await self._catch_up()
        await self._store_sign()
        await super().cog_load()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Stop the clock of a shard's games until it's back."""
        self._connected.discard(shard)
        self._switched.set()

    @commands.Cog.listener("on_shard_ready")
    @commands.Cog.listener("on_shard_resumed")
    async def go_on(self, shard: int) -> None:
        """Let the clock of a shard's games run again, which begins with extending their deadlines."""
        if shard not in self._connected:
            self._connected.add(shard)
            self._returned.add(shard)
            self._switched.set()
            self._news.set()

    @property
    def _count(self) -> int:
        """The number of shards; 1 until Discord has told it."""
        return self._client.shard_count or 1

    async def _catch_up(self) -> None:
        """Extend the deadlines of games on shards that are back (all, after a standstill); update outdated messages."""
        pause = self._tables.now() - self._looked_at
        if pause < 0:
            log.warning("the system clock was set back by %d s; turns end as if it had not been", -pause)
            await self._tables.games.shift_times(pause)
        if not 0 <= pause <= self.LONGEST_PAUSE:
            self._returned |= self._connected
        self._looked_at += pause
        for number in tuple(self._returned):
            shard = Shard(number, self._count)
            await self._tables.games.extend_deadlines(self._tables.now(), shard)
            self._outbox.refresh_later(map(name_table, await self._tables.posts.list_stale_tables(shard)))
            self._outbox.refresh_later(await self._tables.posts.list_stale_benches(shard))
            self._returned.remove(number)

    async def _leave_signs(self) -> None:
        """Store that the bot is alive: every ten seconds, and when a connection comes or goes; never return."""
        while True:
            self._switched.clear()
            await self._store_sign()
            await wait_at_most(_HEARTBEAT, self._switched.wait())

    async def _store_sign(self) -> None:
        now = self._tables.now()
        self._connected_at = now if self._connected else self._connected_at
        await self._tables.alive.touch(Heartbeat(self._connected_at, now, self._count, len(self._connected)))

    async def _enforce_deadlines(self) -> None:
        """End turns and send reminders when they're due; never return. After a StorageError, it's started again."""
        while True:
            self._news.clear()
            self._awaited = None  # until it's known, every change wakes the clock
            await self._wait(_LEAST_WAIT if await self._look() else _RETRY)

    async def _look(self) -> bool:
        """Do what is due, and find the next deadline or reminder; return False if a turn couldn't be ended."""
        games, now = self._tables.games, self._tables.now()  # read first: the machine may fall asleep at any await
        await self._catch_up()
        if not self._connected:
            return True
        due, ended = await games.due(now), list[bool]()
        for start in range(0, len(due), _AT_ONCE):
            ended += await asyncio.gather(*map(self._is_settled, due[start : start + _AT_ONCE]))
        for game in await games.to_remind(now):
            if self._is_over(game, game.remind_at):
                await self._remind(game)
        await count_voided(self._tables)
        self._awaited = _next(await games.next_deadline(), await games.next_reminder())
        return all(ended)

    def _is_over(self, game: Game, at: int | None) -> bool:
        """Return whether this time of a game is over now, as `_look` may have waited, and its shard's clock runs."""
        shard = Shard.of(game.guild_id, self._count).number
        return shard in self._connected - self._returned and at is not None and at <= self._tables.now()

    async def _remind(self, game: Game) -> None:
        """Schedule the player's reminder, unless they have just shown up; it's sent at most once, even if it's lost."""
        reminded = replace(game, remind_at=find_next_reminder(game, self._tables.now()))
        if await self._tables.games.retime(game, reminded) and not self._tables.skips_reminder(game):
            self._public_tables.remind(game)

    async def _wait(self, least: float) -> None:
        """Wait `least` to ten seconds for the next deadline or reminder; a game's change can bring that forward."""
        wanted = _LONGEST_WAIT if self._awaited is None else max(least, self._awaited - self._tables.now())
        await wait_at_most(min(wanted, _LONGEST_WAIT), self._news.wait())

    async def _is_settled(self, game: Game) -> bool:
        try:
            if self._is_over(game, game.due_at):
                await end_time(self._tables, game)
        except (Stale, AlreadyDone):
            return True  # the player moved first
        except Exception as error:  # noqa: BLE001  # one broken game mustn't stop the others' clocks
            log_error(f"calling the time at table {game.id}", error)
            return False
        return True


def _next(*times: int | None) -> int | None:
    return min((each for each in times if each is not None), default=None)
