"""The clock: sends reminders, ends turns and waits whose time is up, and gives back time when nobody could play.

That time is measured by signs of life, which are noted every ten seconds. Those in memory tell how long the machine
slept or Discord was away, and noting them can't fail. The stored one only tells the next start how long the bot was
down. So a failing database is never mistaken for a sleeping machine.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any

from discord.ext import commands

from services.clocks.patience import LOBBY_LIFE, find_next_reminder
from services.clocks.silences import Silences
from services.clocks.solo_losses import count_voided
from services.clocks.timeouts import end_time
from services.concurrency.supervise import Work, keep_running, log_error, wait_at_most
from storage.alive import Heartbeat
from storage.database import StorageError
from storage.games import AlreadyDone, Game, Outage, Stale
from storage.games.shards import ALL_SERVERS, Shard
from ui.controls import Interaction
from ui.places import guild_of
from ui.services import Services

log = logging.getLogger(__name__)

_HEARTBEAT = 10  # seconds between two signs of life
_LEAST_WAIT = 0.5  # seconds between two checks for due work
_LONGEST_WAIT = LOBBY_LIFE / 3  # seconds between two checks: a lobby that opens doesn't wake the clock
_AT_ONCE = 8  # turns that are ended at the same time; `python -m benchmarks games` has hundreds a minute
_RETRY = 5.0  # seconds until the next check after a turn couldn't be ended, so that it doesn't become a busy loop


class ClockCog(commands.Cog):
    """The clock of all games, which waits for the earliest deadline or reminder.

    During Discord's outages it stops: for all games, or for those on the servers of the shards that are away.
    """

    LONGEST_SILENCE = 4 * _HEARTBEAT  # seconds between two signs of life; after more, the machine must have slept
    LEAST_GRACE = 60  # seconds that a start gives back at least, so that players notice in time that the bot is back

    def __init__(
        self, services: Services, supervise: Callable[[str, Work], Coroutine[Any, Any, None]] = keep_running
    ) -> None:
        self._tables = services.tables
        self._steady = services.clock
        self._public_tables = services.public_table
        self._direct_benches = services.direct_bench
        self._client = services.client
        self._supervise = supervise
        self._news = asyncio.Event()
        self._awaited: int | None = None  # the earliest deadline or reminder, in seconds since the epoch
        self._alive_at = self._tables.now()  # the last sign of life of this process
        self._silences = Silences(self._alive_at)
        self._owed: Counter[Shard] = Counter()  # seconds during which nobody could play, not yet given back
        self._outages: dict[Shard, Outage] = {}  # because of which, not yet noted with the games
        self._misdrawn: set[Shard] = set()  # deadlines were postponed, and the pictures aren't marked as outdated yet
        self._unshown: set[int] = set()  # shards whose pictures may be outdated, and updates aren't scheduled yet
        self._catching_up = asyncio.Lock()
        self._connected = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()

    def on_change(self, game: Game) -> None:
        """Wake the clock if this game's time or reminder is earlier than the time that the clock waits for."""
        at = _next(game.due_at, game.remind_at)
        if at is not None and (self._awaited is None or at < self._awaited):
            self._news.set()

    async def cog_load(self) -> None:
        """Postpone deadlines by the time that the bot was down, at least a minute, before anybody can move.

        They come earlier if the system clock was set back meanwhile. Then start the loops.

        Raises:
            StorageError: the database fails; the bot then doesn't start.
        """
        now = self._tables.now()
        last = await self._tables.alive.last()
        if last is not None:
            down = now - last  # less than 0 if the system clock was set back meanwhile
            self._owe(ALL_SERVERS, down if down < 0 else max(down, self.LEAST_GRACE), down)
        await self._catch_up()
        self._alive_at, self._silences = now, Silences(now)
        await self._store_sign()
        loops = {"clock": self._watch, "pulse": self._feel, "alive": self._leave_signs}
        self._tasks = {asyncio.create_task(self._supervise(name, loop), name=name) for name, loop in loops.items()}

    async def cog_unload(self) -> None:
        """Stop the loops."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Note that Discord has just given a sign of life."""
        self._silences.hear(Shard.of(guild_of(interaction), self._count).number, self._tables.now())

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Stop the clock of a shard's games until it's back. The outage counts from Discord's last sign of life."""
        if not self._silences.begin(shard, self._tables.now()):
            return
        if not self._silences.connected:
            self._connected.clear()
        try:
            await self._store_sign()
        except StorageError as error:
            log.warning("a sign of life waits: %s", error)  # `_leave_signs` retries it

    @commands.Cog.listener("on_shard_ready")
    @commands.Cog.listener("on_shard_resumed")
    async def go_on(self, shard: int) -> None:
        """Let the clock run again after a shard's outage, postpone deadlines by its length, and update old messages.

        The clock runs again before the database is used, because a failing database mustn't stop it for good. Still, no
        turn can end before the time is given back: `_look` begins with that and is retried when the database fails.
        """
        if shard in self._silences.connected:
            return
        if task := asyncio.current_task():  # discord.py's, which it doesn't await when the bot stops
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._notice_sleep()
        self._alive_at = self._tables.now()
        seconds = self._silences.end(shard, self._alive_at)
        self._owe(Shard(shard, self._count), seconds, seconds)
        self._unshown.add(shard)
        self._connected.set()
        try:
            await self._catch_up()
        except StorageError as error:
            log.warning("the clocks wait: %s", error)
            self._news.set()  # so that `_watch` retries at once, whatever it waits for

    @property
    def _count(self) -> int:
        """The number of shards; 1 until Discord has told it."""
        return self._client.shard_count or 1

    def _notice_sleep(self) -> None:
        """If the machine has slept, add the seconds to the time that is owed to the players.

        It has slept if the last sign of life is long ago although the connection wasn't lost.
        """
        now = self._tables.now()
        if self._connected.is_set() and now - self._alive_at > self.LONGEST_SILENCE:
            self._owe(ALL_SERVERS, now - self._alive_at, now - self._alive_at)
            self._silences.leave_out(now - self._alive_at, now)  # so that the same time isn't counted as an outage too
            self._alive_at = now

    def _owe(self, shard: Shard, seconds: int, outage: int) -> None:
        """Note the seconds to give back to a shard's games, and how long the outage was."""
        self._owed[shard] += seconds
        if outage > 0:
            self._outages[shard] = Outage(outage, self._tables.now())

    async def _catch_up(self) -> None:
        """Postpone deadlines by the seconds owed to the players, and update outdated messages.

        If a part fails, the next call does it.

        Raises:
            StorageError: the database fails.
        """
        async with self._catching_up:
            for shard, seconds in [each for each in self._owed.items() if each[1]]:
                await self._tables.games.postpone(seconds, shard=shard, outage=self._outages.get(shard))
                self._owed[shard] -= seconds  # now, so that the next call doesn't give it back twice if the rest fails
                self._outages.pop(shard, None)
                self._misdrawn.add(shard)
            if surplus := self._steady.surplus:
                await self._follow_system_clock(surplus)
            for shard in frozenset(self._misdrawn):
                await self._tables.public_messages.outdate_clocks(shard)
                self._misdrawn.remove(shard)
                self._unshown |= self._silences.connected if shard == ALL_SERVERS else {shard.number}
            for number in frozenset(self._unshown):
                await self._show(Shard(number, self._count))
                self._unshown.remove(number)

    async def _show(self, shard: Shard) -> None:
        """Update a shard's outdated messages; before its first connection, the languages of its servers are unknown."""
        stale, stale_direct = (
            await self._tables.public_messages.stale(shard),
            await self._tables.benches.stale_direct(shard),
        )
        self._public_tables.refresh_later(stale)
        self._direct_benches.refresh_later(stale_direct)

    async def _follow_system_clock(self, surplus: int) -> None:
        """Move all times back by the seconds by which the system clock was set back, so that no turn gets longer."""
        log.warning("the system clock was set back by %d s; turns end as if it had not been", surplus)
        await self._tables.games.postpone(-surplus, lambda: self._steady.settle(surplus))
        self._alive_at -= surplus
        self._silences.set_back(surplus)
        self._misdrawn.add(ALL_SERVERS)

    async def _feel(self) -> None:
        """Note every ten seconds, in memory, that the machine is awake, except during outages; never return.

        This is a loop of its own, so that a failing database can't delay it.
        """
        while True:
            await self._connected.wait()
            self._notice_sleep()
            self._silences.listen(dict(self._client.latencies), self._tables.now())
            self._alive_at = self._tables.now()
            await asyncio.sleep(_HEARTBEAT)

    async def _leave_signs(self) -> None:
        """Store the last time at which players could play, every ten seconds, for the next start; never return.

        If storing fails until the bot stops, the next start gives back the time since the last one stored. That is
        right, because moves couldn't be stored during that time either.
        """
        while True:
            self._notice_sleep()
            await self._catch_up()  # first, because the owed time is before the sign
            await self._store_sign()
            await wait_at_most(_HEARTBEAT, self._until_heard())

    async def _until_heard(self) -> None:
        """Wait until the lost connection is back; if the connection isn't lost, wait forever."""
        await (asyncio.Event() if self._connected.is_set() else self._connected).wait()

    async def _store_sign(self) -> None:
        """Store that the bot is alive, and when everybody could last play: now, or when a shard's outage began."""
        now, connected = self._tables.now(), len(self._silences.connected)
        since = self._silences.find_earliest(range(self._count))
        await self._tables.alive.touch(Heartbeat(now if since is None else since, now, self._count, connected))

    async def _watch(self) -> None:
        """End turns and send reminders when they're due; never return.

        A StorageError ends this loop. Its supervisor starts it again, and nothing is lost.
        """
        while True:
            await self._connected.wait()
            self._news.clear()
            self._awaited = None  # until it's known, every change wakes the clock
            await self._wait(_LEAST_WAIT if await self._look() else _RETRY)

    async def _look(self) -> bool:
        """End the turns, send the reminders and count the losses that are due; find the next deadline or reminder.

        Return False if a turn couldn't be ended.
        """
        games, now = self._tables.games, self._tables.now()  # read first: the machine may fall asleep at any await
        self._notice_sleep()
        await self._catch_up()
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
        """Return whether this time of a game is over now, when `_look` may have waited, and nobody is owed time."""
        is_silent = Shard.of(game.guild_id, self._count).number not in self._silences.connected
        return not is_silent and not any(self._owed.values()) and at is not None and at <= self._tables.now()

    async def _remind(self, game: Game) -> None:
        """Schedule a reminder for the player to move, unless they have just shown up.

        It's sent at most once: if it's lost, it isn't sent again.
        """
        noted = await self._tables.games.retime(game, remind_at=find_next_reminder(game), waits_until=game.waits_until)
        if noted and not self._tables.is_spared(game):
            self._public_tables.remind(game)

    async def _wait(self, least: float) -> None:
        """Wait until the next deadline or reminder, but at least `least` seconds, and at most ten minutes.

        Return early if a game changes so that an earlier deadline or reminder is due.
        """
        wanted = _LONGEST_WAIT if self._awaited is None else max(least, self._awaited - self._tables.now())
        await wait_at_most(min(wanted, _LONGEST_WAIT), self._news.wait())

    async def _is_settled(self, game: Game) -> bool:
        """Do what is due at a table if its time is up; return False if that failed and should be tried again."""
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
    """Return the earliest of these times, in seconds since the epoch; None if all are None."""
    return min((each for each in times if each is not None), default=None)
