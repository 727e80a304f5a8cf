"""The clock: sends reminders, ends turns and waits whose time is up, and gives back time when nobody could play.

That time is measured by signs of life, which are noted every ten seconds. Those in memory tell how long the machine
slept or Discord was away, and noting them can't fail. The stored one only tells the next start how long the bot was
down. So a failing database is never mistaken for a sleeping machine.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from discord.ext import commands

from services.clocks.patience import LOBBY_LIFE, find_next_reminder
from services.clocks.timeouts import end_time
from services.concurrency.supervise import Work, keep_running, log_error
from storage.database import StorageError
from storage.games import AlreadyDone, Game, Stale
from ui.controls import Interaction
from ui.services import Services

log = logging.getLogger(__name__)

_HEARTBEAT = 10  # seconds between two signs of life
_LEAST_WAIT = 0.5  # seconds between two checks for due work
_LONGEST_WAIT = LOBBY_LIFE / 3  # seconds between two checks: a lobby that opens doesn't wake the clock
_RETRY = 5.0  # seconds until the next check after a turn couldn't be ended, so that it doesn't become a busy loop


class ClockCog(commands.Cog):
    """The clock of all games, which waits for the earliest deadline or reminder; it stops during Discord's outages."""

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
        # The last sign of life of this process, the last one of Discord, and the start of the last outage.
        self._alive_at = self._heard_at = self._silent_since = self._tables.now()
        self._owed = 0  # seconds during which nobody could play, not yet given back
        self._are_pictures_wrong = False  # deadlines were postponed, and the pictures aren't marked as outdated yet
        self._is_unshown = False  # pictures may be outdated, and updates of them aren't scheduled yet
        self._answer = self._latency  # the gateway's latency at the last check
        self._catching_up = asyncio.Lock()
        self._connected = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def _latency(self) -> float:
        """The latency of the latest gateway heartbeat in seconds; a changed value shows that Discord has answered."""
        return self._client.latency

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
            self._owed = down if down < 0 else max(down, self.LEAST_GRACE)
        await self._catch_up()
        self._alive_at = self._silent_since = now
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
    async def on_ready(self) -> None:
        """Resume the clock after a new gateway session has begun."""
        await self._go_on()

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """Resume the clock after a lost gateway session has been resumed."""
        await self._go_on()

    @commands.Cog.listener()
    async def on_interaction(self, _: Interaction) -> None:
        """Note that Discord has just given a sign of life."""
        self._heard_at = self._tables.now()

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        """Stop the clock until the connection is back. The outage counts from Discord's last sign of life."""
        if not self._connected.is_set():
            return
        self._connected.clear()
        self._silent_since = min(self._heard_at, self._tables.now())
        try:
            await self._store_sign()
        except StorageError as error:
            log.warning("a sign of life waits: %s", error)  # `_leave_signs` retries it

    async def _go_on(self) -> None:
        """Let the clock run again after an outage, postpone deadlines by its length, and update outdated messages.

        The clock runs again before the database is used, because a failing database mustn't stop it for good. Still, no
        turn can end before the time is given back: `_look` begins with that and is retried when the database fails.
        """
        if self._connected.is_set():
            return
        if task := asyncio.current_task():  # discord.py's, which it doesn't await when the bot stops
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._end_silence()
        self._connected.set()
        try:
            await self._catch_up()
        except StorageError as error:
            log.warning("the clocks wait: %s", error)
            self._news.set()  # so that `_watch` retries at once, whatever it waits for

    def _end_silence(self) -> None:
        now = self._tables.now()
        self._owed += max(0, now - self._silent_since)
        self._alive_at = self._heard_at = now
        self._is_unshown = True

    def _notice_sleep(self) -> None:
        """If the machine has slept, add the seconds to the time that is owed to the players.

        It has slept if the last sign of life is long ago although the connection wasn't lost.
        """
        now = self._tables.now()
        if self._connected.is_set() and now - self._alive_at > self.LONGEST_SILENCE:
            self._owed += now - self._alive_at
            self._alive_at = self._heard_at = now  # so that the same time isn't counted again as an outage

    async def _catch_up(self) -> None:
        """Postpone all deadlines by the seconds owed to the players, and update outdated messages.

        If a part fails, the next call does it.

        Raises:
            StorageError: the database fails.
        """
        async with self._catching_up:
            if seconds := self._owed:
                await self._tables.games.postpone(seconds)
                self._owed -= seconds  # now, so that the next call doesn't give it back twice if the rest fails
                self._are_pictures_wrong = True
            if surplus := self._steady.surplus:
                await self._follow_system_clock(surplus)
            if self._are_pictures_wrong:
                await self._tables.boards.outdate_clocks()
                self._are_pictures_wrong, self._is_unshown = False, True
            if self._is_unshown and self._connected.is_set():
                stale, stale_direct = await self._tables.boards.stale(), await self._tables.benches.stale_direct()
                self._is_unshown = False
                for game_id in stale:
                    self._public_tables.refresh(game_id)
                for game_id in stale_direct:
                    self._direct_benches.refresh(game_id)

    async def _follow_system_clock(self, surplus: int) -> None:
        """Move all times back by the seconds by which the system clock was set back, so that no turn gets longer."""
        log.warning("the system clock was set back by %d s; turns end as if it had not been", surplus)
        await self._tables.games.postpone(-surplus, lambda: self._steady.settle(surplus))
        self._alive_at, self._heard_at = self._alive_at - surplus, self._heard_at - surplus
        self._silent_since -= surplus
        self._are_pictures_wrong = True

    async def _feel(self) -> None:
        """Note every ten seconds, in memory, that the machine is awake, except during outages; never return.

        This is a loop of its own, so that a failing database can't delay it.
        """
        while True:
            await self._connected.wait()
            self._notice_sleep()
            self._listen()
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
            await _wait_at_most(_HEARTBEAT, self._until_heard())

    async def _until_heard(self) -> None:
        """Wait until the lost connection is back; if the connection isn't lost, wait forever."""
        await (asyncio.Event() if self._connected.is_set() else self._connected).wait()

    async def _store_sign(self) -> None:
        """Store the last time at which players could play: now, or during an outage of Discord, its start."""
        await self._tables.alive.touch(self._tables.now() if self._connected.is_set() else self._silent_since)

    def _listen(self) -> None:
        if (answer := self._latency) != self._answer:
            self._answer, self._heard_at = answer, self._tables.now()

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
        """End the turns and send the reminders that are due, and find out when the next deadline or reminder is.

        Return False if a turn couldn't be ended.
        """
        games, now = self._tables.games, self._tables.now()  # read first: the machine may fall asleep at any await
        self._notice_sleep()
        await self._catch_up()
        ended = [await self._is_settled(game) for game in await games.due(now) if self._is_over(game.due_at)]
        for game in await games.to_remind(now):
            if self._is_over(game.remind_at):
                await self._remind(game)
        self._awaited = _next(await games.next_deadline(), await games.next_reminder())
        return all(ended)

    def _is_over(self, at: int | None) -> bool:
        """Return whether this time is over; `now` in `_look` is too late if the times were moved back meanwhile."""
        return at is not None and at <= self._tables.now()

    async def _remind(self, game: Game) -> None:
        """Schedule a reminder for the player to move, unless they have just shown up.

        It's sent at most once: if it's lost, it isn't sent again.
        """
        if await self._tables.games.retime(game, remind_at=find_next_reminder(game), waits_until=game.waits_until):
            self._public_tables.remind(game)

    async def _wait(self, least: float) -> None:
        """Wait until the next deadline or reminder, but at least `least` seconds, and at most ten minutes.

        Return early if a game changes so that an earlier deadline or reminder is due.
        """
        wanted = _LONGEST_WAIT if self._awaited is None else self._awaited - self._tables.now()
        seconds = min(max(least, wanted), _LONGEST_WAIT)
        await _wait_at_most(seconds, self._news.wait())

    async def _is_settled(self, game: Game) -> bool:
        """Do what is due at a table whose time is up; return False if that failed and should be tried again."""
        try:
            await end_time(self._tables, game)
        except (Stale, AlreadyDone):
            return True  # the player moved first
        except Exception as error:  # noqa: BLE001  # one broken game mustn't stop the others' clocks
            log_error(f"calling the time at table {game.id}", error)
            return False
        return True


async def _wait_at_most(seconds: float, waiting: Coroutine[Any, Any, object]) -> None:
    """Wait until this is done, for at most `seconds`.

    Before Python 3.12, `asyncio.wait_for` loses a cancellation that comes together with the result.
    """
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await waiting


def _next(*times: int | None) -> int | None:
    """Return the earliest of these times, in seconds since the epoch; None if all are None."""
    return min((each for each in times if each is not None), default=None)
