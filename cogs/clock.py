"""Time: ends the turns whose clock has run out, and gives back the time in which nobody could play."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from discord.ext import commands

from cogs._board import BoardKeeper
from cogs._controls import Tapped
from cogs._house import House
from engine.actions import Play, TimeUp
from engine.errors import GameError
from storage.games import AlreadyDone, Game, Stale
from storage.texts import Kept, Kind

log = logging.getLogger(__name__)

HEARTBEAT = 10  # seconds between two signs of life


class Clock(commands.Cog):
    """Watches the earliest deadline while Discord can be reached, and stands still while it can't."""

    def __init__(self, house: House, keeper: BoardKeeper) -> None:
        self._house = house
        self._keeper = keeper
        self._news = asyncio.Event()
        self._awaited: int | None = None  # seconds since the epoch
        self._connected = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.taps: Mapping[str, Tapped] = {}

    def changed(self, game: Game) -> None:
        """Look again which deadline is the earliest, if this one comes before the one that is waited for."""
        deadline = game.state.deadline if game.state else None
        if deadline is not None and (self._awaited is None or deadline < self._awaited):
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
    async def on_disconnect(self) -> None:
        """Stand still until players can be heard again."""
        if self._connected.is_set():
            self._connected.clear()
            await self._house.alive.touch(self._house.now())

    async def _go_on(self) -> None:
        """Let the clocks run, and show what is outdated."""
        if self._connected.is_set():
            return
        if task := asyncio.current_task():  # discord.py's, which does not wait for it when the bot ends
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        await self._give_back()
        self._connected.set()
        for game_id in await self._house.boards.stale():
            self._keeper.refresh(game_id)

    async def _give_back(self) -> None:
        """Give the players the time since the last sign of life."""
        last, now = await self._house.alive.last(), self._house.now()
        if last is not None and now > last:
            await self._house.games.postpone(now - last)
            await self._house.boards.outdate_clocks()
        await self._house.alive.touch(now)

    async def _live(self) -> None:
        """Leave signs of life, so that the next start knows how long nobody could play."""
        while True:
            await self._connected.wait()
            await self._house.alive.touch(self._house.now())
            await asyncio.sleep(HEARTBEAT)

    async def _watch(self) -> None:
        while True:
            await self._connected.wait()
            self._news.clear()
            self._awaited = None  # until it is known, every change counts
            for game in await self._house.games.due(self._house.now()):
                await self._end_turn(game)
            self._awaited = await self._house.games.next_deadline()
            await self._wait()

    async def _wait(self) -> None:
        """Until the awaited deadline has come, or there is an earlier one."""
        seconds = None if self._awaited is None else max(0, self._awaited - self._house.now())
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return

    async def _end_turn(self, game: Game) -> None:
        """Let the rules say what running out of time means."""
        try:
            await self._house.act(game, await self._time_up(game), None)
        except (Stale, AlreadyDone):
            return  # the player was faster
        except Exception:  # one broken game must not stop the others' clocks
            log.exception("time could not be called at table %s", game.id)

    async def _time_up(self, game: Game) -> TimeUp:
        seat = game.state.turn if game.state else 0
        kept = await self._house.texts.latest(game.id, seat, Kind.REFUSED)
        if kept is None:
            return TimeUp(seat)
        await self._house.texts.forget(game.id, seat)
        return TimeUp(seat, moved=kept.version == game.version, draft=self._draft(game, seat, kept))

    def _draft(self, game: Game, seat: int, kept: Kept) -> tuple[Any, ...]:
        """What the player had written for this turn, as far as it can be read."""
        try:
            play = self._house.variant(game).read(seat, f"play {kept.text}")
        except GameError:
            return ()
        return play.edits if isinstance(play, Play) else ()
