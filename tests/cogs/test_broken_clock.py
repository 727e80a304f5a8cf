"""Clocks while the database can't do its work: no deadline is lost, and nobody is given time that they had."""

import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from functools import partial

import pytest
import pytest_asyncio

from cogs.clock import ClockCog
from engine.game.state import GameState
from services.concurrency.supervise import Backoff, keep_running
from services.deadlines import LEAST_GRACE, begin_turn
from services.tables import Tables
from storage.database import Database
from storage.games import Game
from storage.posts import name_table
from tests.cogs.test_clock import Line, Messages
from tests.storage.tables import NOON, a_game
from tests.support.breaking import refusing, without
from tests.support.tables import listen, open_tables, services
from tests.support.waiting import until, until_async

AT_ONCE = Backoff(0.001, 0.001)


@dataclass
class Room:
    """A clock whose hands the test moves, and that looks and tries again without a pause."""

    database: Database
    tables: Tables
    messages: Messages
    clock: ClockCog
    time: list[int]
    caplog: pytest.LogCaptureFixture

    async def later(self, seconds: int) -> None:
        """Let time pass as it does while the bot runs: the clock looks at least every ten seconds."""
        end = self.time[0] + seconds
        while self.time[0] < end:
            self.time[0] = min(end, self.time[0] + 10)
            await until(lambda: self.clock._looked_at == self.time[0])  # noqa: SLF001  # the clock tells nobody

    async def state(self, game: Game) -> GameState:
        stored = await self.tables.require_game(game.id)
        assert stored.state
        return stored.state

    async def until_failed(self, task: str) -> None:
        """Wait until this task has failed once more."""
        words = f"background task {task} starts again"
        before = self.caplog.text.count(words)
        await until(lambda: self.caplog.text.count(words) > before)


@pytest_asyncio.fixture
async def room(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Room]:
    caplog.set_level(logging.DEBUG, "services")
    monkeypatch.setattr("cogs.clock._HEARTBEAT", 0.001)
    monkeypatch.setattr("cogs.clock._RETRY", 0.001)
    monkeypatch.setattr("cogs.clock._LONGEST_WAIT", 0.001)
    time, messages = [NOON], Messages()

    tables = replace(open_tables(database), now=lambda: time[0], seed=lambda: bytes(32))
    monkeypatch.setattr("cogs.keep_running", partial(keep_running, backoff=AT_ONCE))
    clock = ClockCog(services(tables=tables, public_table=messages, outbox=messages, client=Line()))
    listen(tables, clock.on_change)
    yield Room(database, tables, messages, clock, time, caplog)
    await clock.cog_unload()


async def signed(room: Room, at: int) -> bool:
    return await room.tables.alive.last() == at


async def ended(room: Room, game: Game) -> bool:
    return (await room.state(game)).turns > 1


async def ends_at(room: Room, game: Game, deadline: int) -> bool:
    return (await room.state(game)).deadline == deadline


async def running(room: Room) -> Game:
    """A game with a minute for a turn, and the clock that watches it."""
    game = await room.tables.commit(begin_turn(await a_game(room.tables.games)), None)
    await room.clock.cog_load()
    await room.clock.go_on(0)
    return game


async def test_signs_of_life_that_can_not_be_stored_stop_no_clock(room: Room) -> None:
    game = await running(room)

    async with refusing(room.database, "INSERT", "alive"):
        await room.until_failed("alive")
        await room.later(60)
        await until_async(lambda: ended(room, game))

    await until_async(lambda: signed(room, room.time[0]))


async def test_a_turn_has_time_left_when_the_database_works_again(room: Room) -> None:
    game = await running(room)

    async with without(room.database, "game"):
        room.clock._news.set()  # noqa: SLF001  # as a change does, which can't be stored now
        await room.until_failed("clock")
        room.time[0] += ClockCog.LONGEST_PAUSE + 30
        await room.until_failed("clock")

    await until_async(lambda: ends_at(room, game, room.time[0] + LEAST_GRACE))


async def test_a_turn_whose_end_can_not_be_stored_ends_later(room: Room) -> None:
    game = await running(room)

    async with refusing(room.database, "UPDATE", "game"):
        await room.later(60)
        await until(lambda: f"calling the time at table {game.id} failed: DatabaseFailed" in room.caplog.text)
        assert not await ended(room, game)
    await until_async(lambda: ended(room, game))

    assert (await room.state(game)).deadline == NOON + 60 + 60


async def test_a_reminder_that_can_not_be_noted_comes_later_and_once(room: Room) -> None:
    game = await running(room)

    async with refusing(room.database, "UPDATE", "game"):
        await room.later(30)
        await room.until_failed("clock")
        assert room.messages.reminded == []
    await until(lambda: room.messages.reminded)

    assert room.messages.reminded == [game.id]


async def test_no_turn_ends_before_its_deadline_could_be_extended_and_all_is_extended_once(room: Room) -> None:
    game = await running(room)
    await room.tables.posts.settle(name_table(game.id), f"{game.version} {game.due_at}")
    await room.clock.on_shard_disconnect(0)
    room.time[0] += 1_000

    async with refusing(room.database, "UPDATE", "game"):
        await room.clock.go_on(0)
        await room.until_failed("clock")
        await room.until_failed("clock")
        assert not await ended(room, game)  # though the hands are past its deadline
    await until_async(lambda: ends_at(room, game, NOON + 1_000 + LEAST_GRACE))

    assert await room.tables.posts.list_stale_tables() == [game.id]
    await room.later(LEAST_GRACE)
    await until_async(lambda: ended(room, game))
