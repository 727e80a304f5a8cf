"""Clocks while the database can't do its work: no deadline is lost, and nobody is given time that they had."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial

import pytest
import pytest_asyncio

from cogs.clock import ClockCog
from services.concurrency.supervise import Backoff, keep_running
from services.tables import Tables
from storage.database import Database
from storage.games import Game
from storage.public_messages import PublicMessage
from tests.cogs.test_clock import Keeper, until
from tests.storage.tables import NOON, a_game
from tests.support.breaking import read_only, refusing, without
from tests.support.tables import listen, open_tables, services

AT_ONCE = Backoff(0.001, 0.001)
LOST = NOON + 1_000_000  # a deadline that no test reaches


@dataclass
class Room:
    """A clock whose hands the test moves, and that beats and tries again without a pause."""

    database: Database
    tables: Tables
    keeper: Keeper
    clock: ClockCog
    time: list[int]
    pulses: list[int]
    caplog: pytest.LogCaptureFixture

    async def later(self, seconds: int) -> None:
        """Let time pass as it does while the bot runs: its pulse is felt at least every ten seconds."""
        end = self.time[0] + seconds
        while self.time[0] < end:
            self.time[0] = min(end, self.time[0] + 10)
            felt = len(self.pulses)
            await until(lambda felt=felt: len(self.pulses) > felt)  # type: ignore[misc]  # bound now

    async def deadline(self, game: Game) -> int:
        stored = await self.tables.games.get(game.id)
        assert stored
        assert stored.state
        return stored.state.deadline or LOST

    async def turns(self, game: Game) -> int:
        stored = await self.tables.games.get(game.id)
        assert stored
        assert stored.state
        return stored.state.turns

    async def until_failed(self, task: str) -> None:
        """Wait until this task has failed once more."""
        words = f"background task {task} starts again"
        before = self.caplog.text.count(words)
        await until(lambda: self.caplog.text.count(words) > before)

    async def look(self) -> None:
        """Have the clock look up: a reminder comes before whatever it waits for."""
        other = await a_game(self.tables.games, channel=self.time[0], interaction=self.time[0], clock=60)
        await self.tables.store(replace(other, remind_at=NOON), None)


@pytest_asyncio.fixture
async def room(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Room]:
    caplog.set_level(logging.DEBUG, "services")
    monkeypatch.setattr("cogs.clock._HEARTBEAT", 0.001)
    monkeypatch.setattr("cogs.clock._RETRY", 0.001)
    time, pulses, keeper = [NOON], [0], Keeper()

    class Line:
        shard_count = 1

        @property
        def latencies(self) -> list[tuple[int, float]]:
            pulses.append(time[0])
            return [(0, 0.1)]

    tables = replace(open_tables(database), now=lambda: time[0], seed=lambda: bytes(32))
    supervise = partial(keep_running, backoff=AT_ONCE)
    clock = ClockCog(services(tables=tables, public_table=keeper, direct_bench=keeper, client=Line()), supervise)
    listen(tables, clock.on_change)
    yield Room(database, tables, keeper, clock, time, pulses, caplog)
    await clock.cog_unload()


async def comes_true(true: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(5):
        while not await true():  # noqa: ASYNC110  # the database tells nobody
            await asyncio.sleep(0.001)


async def signed(room: Room, at: int) -> bool:
    return await room.tables.alive.last() == at


async def ended(room: Room, game: Game) -> bool:
    return await room.turns(game) > 1


async def ends_at(room: Room, game: Game, deadline: int) -> bool:
    return await room.deadline(game) == deadline


async def running(room: Room, clock: int = 60) -> Game:
    """A game, and the clock that watches it."""
    game = await a_game(room.tables.games, clock=clock)
    await room.clock.cog_load()
    await room.clock.go_on(0)
    return game


async def test_signs_of_life_that_can_not_be_stored_are_not_taken_for_sleep(room: Room) -> None:
    game = await running(room, clock=3 * ClockCog.LONGEST_SILENCE)
    deadline = await room.deadline(game)

    async with refusing(room.database, "INSERT", "alive"):
        await room.until_failed("alive")
        await room.later(2 * ClockCog.LONGEST_SILENCE)
        assert await room.deadline(game) == deadline
        await room.later(ClockCog.LONGEST_SILENCE)
        await room.look()
        await comes_true(lambda: ended(room, game))  # in time

    await comes_true(lambda: signed(room, room.time[0]))


async def test_a_turn_that_can_not_be_looked_for_ends_when_the_database_works_again(room: Room) -> None:
    game = await running(room)

    async with without(room.database, "game"):
        room.clock._news.set()  # noqa: SLF001  # as a change does, which can't be stored now
        await room.until_failed("clock")
        await room.later(70)
        await room.until_failed("clock")
    await comes_true(lambda: ended(room, game))

    assert await room.deadline(game) == NOON + 70 + 60


async def test_a_turn_whose_end_can_not_be_stored_ends_later(room: Room) -> None:
    game = await running(room)
    await room.later(60)

    async with refusing(room.database, "UPDATE", "game"):
        room.clock._news.set()  # noqa: SLF001  # as above
        await until(lambda: f"calling the time at table {game.id} failed: DatabaseFailed" in room.caplog.text)
        assert not await ended(room, game)
    await comes_true(lambda: ended(room, game))

    assert await room.deadline(game) == NOON + 60 + 60


async def test_a_reminder_that_can_not_be_noted_comes_later_and_once(room: Room) -> None:
    game = await running(room)
    await room.tables.store(replace(game, remind_at=NOON + 30), None)

    async with refusing(room.database, "UPDATE", "game"):
        await room.later(30)
        room.clock._news.set()  # noqa: SLF001  # as above
        await room.until_failed("clock")
        assert room.keeper.reminded == []
    await until(lambda: room.keeper.reminded)

    assert room.keeper.reminded == [game.id]


async def test_a_connection_counts_as_made_though_the_silence_can_not_be_given_back(room: Room) -> None:
    game = await running(room)
    await room.clock.on_shard_disconnect(0)
    room.time[0] += 1_000

    async with read_only(room.database):
        await room.clock.go_on(0)
        await room.until_failed("alive")
        assert not await ended(room, game)  # though the hands are past its deadline
    await comes_true(lambda: ends_at(room, game, NOON + 60 + 1_000))

    await room.later(60)
    await room.look()
    await comes_true(lambda: ended(room, game))


def a_board(game: Game) -> PublicMessage:
    """A message that shows the game as it is."""
    return PublicMessage(game.id, 5, NOON, game.version, game.version)


async def test_time_is_given_back_once_though_the_pictures_can_not_be_noted_as_outdated(room: Room) -> None:
    game = await running(room)
    await room.tables.public_messages.save(a_board(game))
    await room.clock.on_shard_disconnect(0)
    room.time[0] += 1_000

    async with refusing(room.database, "UPDATE", "public_messages"):
        await room.clock.go_on(0)
        await room.until_failed("alive")
        await room.until_failed("alive")
    await comes_true(lambda: signed(room, room.time[0]))

    assert await room.deadline(game) == NOON + 60 + 1_000
    assert await room.tables.public_messages.stale() == [game.id]


async def test_a_silence_whose_beginning_can_not_be_stored_is_given_back_all_the_same(room: Room) -> None:
    game = await running(room)

    async with read_only(room.database):
        await room.clock.on_shard_disconnect(0)
        room.time[0] += 1_000
    await room.clock.go_on(0)

    assert await room.deadline(game) == NOON + 60 + 1_000


async def test_a_silence_is_stored_later_when_that_fails_at_first(room: Room) -> None:
    await running(room)
    await room.later(30)

    async with read_only(room.database):
        await room.clock.on_shard_disconnect(0)
        room.time[0] += 1_000
        await room.until_failed("alive")
    await comes_true(lambda: signed(room, NOON))  # the last that was heard of Discord


async def test_sleep_is_given_back_once_though_discord_was_silent_as_well(room: Room) -> None:
    game = await running(room)
    asleep = ClockCog.LONGEST_SILENCE + 1_000
    room.time[0] += asleep
    await comes_true(lambda: ends_at(room, game, NOON + 60 + asleep))

    await room.clock.on_shard_disconnect(0)
    room.time[0] += 5
    await room.clock.go_on(0)

    assert await room.deadline(game) == NOON + 60 + asleep + 5
