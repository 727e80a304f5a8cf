"""Time: reminds of turns, ends those whose clock has run out, and gives back the time in which nobody could play."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any

import discord
from discord.ext import commands

from services.tables import House
from services.timeouts import time_up, was_played
from storage.database import StorageError
from storage.games import AlreadyDone, Game, Stale
from ui.controls import Tapped
from ui.messages.public_table import BoardKeeper

log = logging.getLogger(__name__)

HEARTBEAT = 10  # seconds between two signs of life
LEAST_WAIT = 0.5  # seconds, so that a game whose time can't be called does not keep the clock running hot
RETRY = 5.0  # seconds between tries while the database can't do its work
LONGEST_SILENCE = 4 * HEARTBEAT  # seconds between two of them, unless the machine slept


class Clock(commands.Cog):
    """Watches the earliest deadline while Discord can be reached, and stands still while it can't."""

    def __init__(self, house: House, keeper: BoardKeeper, latency: Callable[[], float]) -> None:
        self._house = house
        self._keeper = keeper
        self._latency = latency  # of Discord's newest answer to a heartbeat: another one is a sign of Discord
        self._news = asyncio.Event()
        self._awaited: int | None = None  # seconds since the epoch
        self._alive_at = self._heard_at = house.now()  # the last signs of life, the bot's and Discord's
        self._answer = latency()
        self._giving_back = asyncio.Lock()
        self._connected = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.taps: Mapping[str, Tapped] = {}

    def changed(self, game: Game) -> None:
        """Look again what comes first, if something of this game comes before what is waited for."""
        at = _next(game.state.deadline if game.state else None, game.remind_at)
        if at is not None and (self._awaited is None or at < self._awaited):
            self._news.set()

    async def cog_load(self) -> None:
        """Give back the downtime before anybody can move, then start."""
        await self._give_back()
        self._tasks = {
            asyncio.create_task(self._watch(), name="clock"),
            asyncio.create_task(self._live(), name="alive"),
        }

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
    async def on_interaction(self, _: discord.Interaction[Any]) -> None:
        """Note that Discord can be heard."""
        self._heard_at = self._house.now()

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        """Stand still until players can be heard again; since the last sign of Discord they may not have been."""
        if self._connected.is_set():
            self._connected.clear()
            await self._touch(min(self._heard_at, self._house.now()))

    async def _go_on(self) -> None:
        """Let the clocks run, and show what is outdated."""
        if self._connected.is_set():
            return
        if task := asyncio.current_task():  # discord.py's, which does not wait for it when the bot ends
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        await self._give_back()
        self._connected.set()
        self._heard_at = self._house.now()
        await self._show_what_is_outdated()

    async def _show_what_is_outdated(self) -> None:
        for game_id in await self._house.boards.stale():
            self._keeper.refresh(game_id)

    async def _give_back(self) -> None:
        """Give the players the time since the last sign of life."""
        async with self._giving_back:
            last, now = await self._house.alive.last(), self._house.now()
            if last is not None and now > last:
                await self._house.games.postpone(now - last)
                await self._house.boards.outdate_clocks()
            await self._touch(now)

    async def _touch(self, now: int) -> None:
        await self._house.alive.touch(now)
        self._alive_at = now

    async def _live(self) -> None:
        """Leave signs of life, so that the next start knows how long nobody could play."""
        while True:
            await self._connected.wait()
            await self._wake()
            self._listen()
            await self._touch(self._house.now())
            await asyncio.sleep(HEARTBEAT)

    def _listen(self) -> None:
        if (answer := self._latency()) != self._answer:
            self._answer, self._heard_at = answer, self._house.now()

    async def _watch(self) -> None:
        while True:
            await self._connected.wait()
            self._news.clear()
            self._awaited = None  # until it is known, every change counts
            try:
                await self._look()
            except StorageError as error:
                log.warning("the clocks wait: %s", error)
                await asyncio.sleep(RETRY)
            else:
                await self._wait()

    async def _look(self) -> None:
        """Do what is due, and see what comes next."""
        await self._wake()
        games, now = self._house.games, self._house.now()
        for game in await games.due(now):
            await self._end_turn(game)
        for game in await games.to_remind(now):
            await self._remind(game)
        self._awaited = _next(await games.next_deadline(), await games.next_reminder())

    async def _wake(self) -> None:
        """Give back the time for which the whole machine slept: no signs of life were left then."""
        if self._house.now() - self._alive_at > LONGEST_SILENCE:
            await self._give_back()
            await self._show_what_is_outdated()

    async def _remind(self, game: Game) -> None:
        """Remind once: should the message be lost, there is no second one."""
        await self._house.games.remind_no_more(game.id)
        self._keeper.remind(game)

    async def _wait(self) -> None:
        """Until what is awaited has come, or something comes before it."""
        seconds = None if self._awaited is None else max(LEAST_WAIT, self._awaited - self._house.now())
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return

    async def _end_turn(self, game: Game) -> None:
        """Let the rules say what running out of time means."""
        try:
            late = await time_up(self._house, game)
            after = await self._house.act(game, late, None)
            if late.draft and was_played(game, after, late.seat):
                await self._house.benches.forget(game.id, late.seat)
        except (Stale, AlreadyDone):
            return  # the player was faster
        except Exception:  # one broken game must not stop the others' clocks
            log.exception("time could not be called at table %s", game.id)


def _next(*times: int | None) -> int | None:
    """The earliest of these times; None: there is none."""
    return min((each for each in times if each is not None), default=None)
