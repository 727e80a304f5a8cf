"""Time: reminds of turns, ends those whose clock has run out, and gives back the time in which nobody could play.

How long nobody could play is judged in memory, where noting a sign of life can't fail. The stored sign only tells the
next start how long the bot was down. A database that fails while the bot runs is therefore never taken for sleep.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from discord.ext import commands

from services.jobs.supervise import Work, keep_running, log_error
from services.timeouts import prepare_time_up, was_played
from storage.database import StorageError
from storage.games import AlreadyDone, Game, Stale
from ui.controls import Interaction
from ui.services import Services

log = logging.getLogger(__name__)

_HEARTBEAT = 10  # seconds between two signs of life
_LEAST_WAIT = 0.5  # seconds between two looks
_RETRY = 5.0  # seconds until the next look after a turn could not be ended, so that the clock does not run hot


class ClockCog(commands.Cog):
    """Watches the earliest deadline while Discord can be reached, and stands still while it can't."""

    LONGEST_SILENCE = 4 * _HEARTBEAT  # seconds between two signs of life, unless the machine slept

    def __init__(
        self, services: Services, supervise: Callable[[str, Work], Coroutine[Any, Any, None]] = keep_running
    ) -> None:
        self._tables = services.tables
        self._keeper = services.public_table
        self._client = services.client
        self._supervise = supervise
        self._news = asyncio.Event()
        self._awaited: int | None = None  # seconds since the epoch
        self._alive_at = self._heard_at = self._silent_since = self._tables.now()  # see the methods that note them
        self._owed = 0  # seconds in which nobody could play, and that the players have not been given back
        self._are_pictures_wrong = False  # clocks were put back since the pictures were noted as outdated
        self._is_unshown = False  # pictures may be outdated, and nobody has been asked to draw them again
        self._answer = self._latency
        self._catching_up = asyncio.Lock()
        self._connected = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def _latency(self) -> float:
        """How long Discord took to answer the latest heartbeat, in seconds: another value is a sign of Discord."""
        return self._client.latency

    def on_change(self, game: Game) -> None:
        """Look again what comes first, if something of this game comes before what is waited for."""
        at = _next(game.state.deadline if game.state else None, game.remind_at)
        if at is not None and (self._awaited is None or at < self._awaited):
            self._news.set()

    async def cog_load(self) -> None:
        """Give back the downtime before anybody can move, then start.

        Raises:
            StorageError: the database can't do its work, which ends the start.
        """
        now = self._tables.now()
        last = await self._tables.alive.last()
        self._owed = max(0, now - last) if last is not None else 0
        await self._catch_up()
        self._alive_at = self._silent_since = now
        await self._store_sign()
        loops = {"clock": self._watch, "pulse": self._feel, "alive": self._leave_signs}
        self._tasks = {asyncio.create_task(self._supervise(name, loop), name=name) for name, loop in loops.items()}

    async def cog_unload(self) -> None:
        """Stop."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Go on after a start."""
        await self._go_on()

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """Go on after a lost connection."""
        await self._go_on()

    @commands.Cog.listener()
    async def on_interaction(self, _: Interaction) -> None:
        """Note that Discord can be heard."""
        self._heard_at = self._tables.now()

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        """Stand still until players can be heard again; since the last sign of Discord they may not have been."""
        if not self._connected.is_set():
            return
        self._connected.clear()
        self._silent_since = min(self._heard_at, self._tables.now())
        try:
            await self._store_sign()
        except StorageError as error:
            log.warning("a sign of life waits: %s", error)  # for `_leave_signs`, which stores the same

    async def _go_on(self) -> None:
        """Let the clocks run, give the silence back, and show what is outdated.

        The connection counts as made before the database is asked for anything: a failure there must not stop every
        clock. No turn can end before the time is given back, because `_look` begins with that, and so it's what a
        failing database holds up and what is tried again.
        """
        if self._connected.is_set():
            return
        if task := asyncio.current_task():  # discord.py's, which does not wait for it when the bot ends
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        self._end_silence()
        self._connected.set()
        try:
            await self._catch_up()
        except StorageError as error:
            log.warning("the clocks wait: %s", error)
            self._news.set()  # so that `_watch` tries again, whatever it waits for

    def _end_silence(self) -> None:
        now = self._tables.now()
        self._owed += max(0, now - self._silent_since)
        self._alive_at = self._heard_at = now
        self._is_unshown = True

    def _notice_sleep(self) -> None:
        """Owe the players the time for which the whole machine slept: nothing noted signs of life then."""
        now = self._tables.now()
        if self._connected.is_set() and now - self._alive_at > self.LONGEST_SILENCE:
            self._owed += now - self._alive_at
            self._alive_at = self._heard_at = now  # what is owed once must not count as Discord's silence as well

    async def _catch_up(self) -> None:
        """Give back what is owed, and show what is outdated; what fails is left for the next call.

        Raises:
            StorageError: the database can't do its work.
        """
        async with self._catching_up:
            if seconds := self._owed:
                await self._tables.games.postpone(seconds)
                self._owed -= seconds  # at once: should the rest fail, the next call must not give it again
                self._are_pictures_wrong = True
            if self._are_pictures_wrong:
                await self._tables.boards.outdate_clocks()
                self._are_pictures_wrong, self._is_unshown = False, True
            if self._is_unshown and self._connected.is_set():
                stale = await self._tables.boards.stale()
                self._is_unshown = False
                for game_id in stale:
                    self._keeper.refresh(game_id)

    async def _feel(self) -> None:
        """Note signs of life in memory, in a loop of its own that no failing database holds up."""
        while True:
            await self._connected.wait()
            self._notice_sleep()
            self._listen()
            self._alive_at = self._tables.now()
            await asyncio.sleep(_HEARTBEAT)

    async def _leave_signs(self) -> None:
        """Store signs of life, so that the next start knows how long nobody could play.

        Where that fails, the last sign gets old, and should the bot end then, the next start gives back the time since:
        the moves of that time could not be stored either.
        """
        while True:
            self._notice_sleep()
            await self._catch_up()  # first: what is owed lies before the sign
            await self._store_sign()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._until_heard(), _HEARTBEAT)

    async def _until_heard(self) -> None:
        """Wait until a lost connection is back, for ever if it is not lost."""
        await (asyncio.Event() if self._connected.is_set() else self._connected).wait()

    async def _store_sign(self) -> None:
        """Store until when players could be heard."""
        await self._tables.alive.touch(self._tables.now() if self._connected.is_set() else self._silent_since)

    def _listen(self) -> None:
        if (answer := self._latency) != self._answer:
            self._answer, self._heard_at = answer, self._tables.now()

    async def _watch(self) -> None:
        """Do what is due whenever something is; a failing database starts this anew, with nothing lost."""
        while True:
            await self._connected.wait()
            self._news.clear()
            self._awaited = None  # until it is known, every change counts
            await self._wait(_LEAST_WAIT if await self._look() else _RETRY)

    async def _look(self) -> bool:
        """Do what is due, and see what comes next; False if a turn could not be ended."""
        games, now = self._tables.games, self._tables.now()  # not later: a machine may fall asleep at any await
        self._notice_sleep()
        await self._catch_up()
        ended = [await self._is_settled(game) for game in await games.due(now)]
        for game in await games.to_remind(now):
            await self._remind(game)
        self._awaited = _next(await games.next_deadline(), await games.next_reminder())
        return all(ended)

    async def _remind(self, game: Game) -> None:
        """Remind once: should the message be lost, there is no second one."""
        await self._tables.games.remind_no_more(game.id)
        self._keeper.remind(game)

    async def _wait(self, least: float) -> None:
        """Until what is awaited has come, at least this many seconds, or something comes before it."""
        seconds = None if self._awaited is None else max(least, self._awaited - self._tables.now())
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return

    async def _is_settled(self, game: Game) -> bool:
        """Let the rules say what running out of time means; False if that failed."""
        try:
            late = await prepare_time_up(self._tables, game)
            after = await self._tables.act(game, late, None)
            if late.draft and was_played(game, after, late.seat):
                await self._tables.benches.forget(game.id, late.seat)
        except (Stale, AlreadyDone):
            return True  # the player was faster
        except Exception as error:  # noqa: BLE001  # one broken game must not stop the others' clocks
            log_error(f"calling the time at table {game.id}", error)
            return False
        return True


def _next(*times: int | None) -> int | None:
    """The earliest of these times; None: there is none."""
    return min((each for each in times if each is not None), default=None)
