"""Time: reminders and the ends of turns, and the time in which nobody could play."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from cogs import clock
from cogs.clock import ClockCog
from engine.game.goals import Level
from engine.text.phrases import as_is
from services.clocks.steady_clock import SteadyClock
from services.tables import Tables, find_reminder_time
from storage.games import Phase, Player
from tests.storage.tables import ANN, BOB, NOON, a_game, dealt
from tests.support.tables import listen, open_tables, services

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from storage.database import Database
    from storage.games import Game


@dataclass
class Keeper:
    """Notes what it is asked to show."""

    reminded: list[int] = field(default_factory=list)

    def remind(self, game: Game) -> None:
        self.reminded.append(game.id)

    def refresh(self, game_id: int) -> None:
        """Nobody looks."""


@dataclass
class Line:
    """How long Discord takes to answer heartbeats, in seconds."""

    latency: float = 0.1


@dataclass
class Room:
    """A clock whose hands the test moves."""

    tables: Tables
    keeper: Keeper
    clock: ClockCog
    time: list[int]  # of the system clock, and of one that is never set
    line: Line

    def later(self, seconds: int) -> None:
        self.time[0] += seconds
        self.time[1] += seconds

    def set_back(self, seconds: int) -> None:
        self.time[0] -= seconds

    async def deadline(self, game: Game) -> int:
        now = await self.tables.games.get(game.id)
        assert now
        assert now.state
        assert now.state.deadline
        return now.state.deadline


@pytest_asyncio.fixture
async def room(database: Database) -> AsyncIterator[Room]:
    time, line, keeper = [NOON, 0], Line(), Keeper()
    steady = SteadyClock(lambda: time[0], lambda: time[1])
    tables = replace(open_tables(database), now=steady.now, seed=lambda: bytes(32))
    clock = ClockCog(services(tables=tables, clock=steady, public_table=keeper, client=line))
    listen(tables, clock.on_change)
    yield Room(tables, keeper, clock, time, line)
    await clock.cog_unload()


async def until(true: Callable[[], Any]) -> None:
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110  # the clock tells nobody
            await asyncio.sleep(0.001)


async def reminding(room: Room, game: Game, at: int) -> Game:
    return await room.tables.store(replace(game, remind_at=at), None)


async def test_half_of_a_turn_is_told_from_its_beginning() -> None:
    state = dealt(120)

    assert find_reminder_time((ANN, BOB), state) == NOON + 60
    assert find_reminder_time((ANN, BOB), dealt(60)) == NOON + 30
    assert find_reminder_time((ANN, BOB), replace(state, deadline=NOON + 59)) is None
    assert find_reminder_time((ANN, BOB), replace(state, deadline=None)) is None
    computers = (Player(None, "Ada", Level.FAIR), Player(None, "Bix", Level.FAIR))
    assert find_reminder_time(computers, state) is None


async def test_a_player_is_reminded_once(room: Room) -> None:
    game = await reminding(room, await a_game(room.tables.games, clock=60), NOON + 30)
    await room.clock.cog_load()
    await room.clock.on_ready()
    assert room.keeper.reminded == []

    room.later(30)
    await reminding(room, game, NOON + 29)  # the clock looks up
    await until(lambda: room.keeper.reminded)

    assert room.keeper.reminded == [game.id]
    stored = await room.tables.games.get(game.id)
    assert stored
    assert stored.remind_at is None
    assert await room.tables.games.next_reminder() is None


@pytest.mark.parametrize("steps", range(5))
async def test_the_clock_stops_even_if_news_comes_just_before(
    room: Room, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    monkeypatch.setattr(clock, "_LEAST_WAIT", 0)
    game = await a_game(room.tables.games, clock=60)
    await room.clock.cog_load()
    await asyncio.create_task(room.clock.on_ready())
    await asyncio.sleep(0.1)  # it waits for the deadline
    room.clock.on_change(replace(game, remind_at=NOON + 1))
    for _ in range(steps):
        await asyncio.sleep(0)

    async with asyncio.timeout(10):
        await room.clock.cog_unload()


async def test_a_start_gives_deadline_and_reminder_the_downtime(room: Room) -> None:
    game = await reminding(room, await a_game(room.tables.games, clock=120), NOON + 60)
    await room.tables.alive.touch(NOON + 50)
    room.later(3_650)

    await room.clock.cog_load()
    await room.clock.on_ready()

    assert await room.deadline(game) == NOON + 120 + 3_600
    assert await room.tables.games.next_reminder() == NOON + 60 + 3_600
    assert room.keeper.reminded == []


DAY = 86_400


async def test_a_system_clock_that_is_set_back_makes_no_turn_longer(room: Room) -> None:
    game = await reminding(room, await a_game(room.tables.games, clock=120), NOON + 60)
    await room.clock.cog_load()
    await room.clock.on_ready()

    room.later(20)
    room.set_back(DAY)
    assert room.tables.now() == NOON + 20
    await reminding(room, game, NOON + 30)  # the clock looks up

    await until(lambda: room.tables.now() == NOON + 20 - DAY)
    assert await room.deadline(game) - room.tables.now() == 100
    assert await room.tables.games.next_reminder() == NOON + 30 - DAY


async def test_a_clock_set_back_while_the_bot_was_down_makes_no_turn_longer_either(room: Room) -> None:
    game = await a_game(room.tables.games, clock=120)
    await room.tables.alive.touch(NOON + 20)
    room.set_back(DAY)

    await room.clock.cog_load()
    await room.clock.on_ready()

    assert await room.deadline(game) - room.tables.now() == 100


async def test_the_time_from_loading_to_being_ready_is_given_back_as_well(room: Room) -> None:
    game = await a_game(room.tables.games, clock=60)
    await room.tables.alive.touch(NOON)
    await room.clock.cog_load()
    room.later(90)

    await room.clock.on_ready()

    assert await room.deadline(game) == NOON + 60 + 60 + 90


@pytest.mark.parametrize(("down", "given"), [(3, 60), (59, 60), (8 * 3_600, 8 * 3_600)])
async def test_a_start_gives_back_a_minute_at_least(room: Room, down: int, given: int) -> None:
    game = await a_game(room.tables.games, clock=120)
    await room.tables.alive.touch(NOON)
    room.later(down)

    await room.clock.cog_load()

    assert await room.deadline(game) == NOON + 120 + given


async def test_while_discord_is_away_no_turn_ends_and_the_silence_before_is_given_back(room: Room) -> None:
    game = await a_game(room.tables.games, clock=60)
    await room.clock.cog_load()
    await room.clock.on_ready()
    room.later(20)
    await room.clock.on_interaction(None)  # type: ignore[arg-type]  # that somebody tapped is all
    room.later(30)  # in which nobody was heard, though the connection seemed to stand
    await room.clock.on_disconnect()
    room.later(100)
    await asyncio.sleep(0)
    stored = await room.tables.games.get(game.id)
    assert stored
    assert stored.version == game.version

    await room.clock.on_resumed()

    assert await room.deadline(game) == NOON + 60 + 130


async def test_a_machine_that_slept_gives_the_time_back_before_it_ends_a_turn(room: Room) -> None:
    game = await a_game(room.tables.games, clock=60)
    await room.clock.cog_load()
    await room.clock.on_ready()
    asleep = ClockCog.LONGEST_SILENCE + 100
    room.later(asleep)

    await room.tables.store(replace(game, news=(as_is("Something happened."),)), None)  # the clock may look up
    other = await a_game(room.tables.games, channel=3, interaction=10, clock=60)
    await reminding(room, other, NOON)  # and now it must
    await until(lambda: room.keeper.reminded)

    assert await room.deadline(game) == NOON + 60 + asleep
    stored = await room.tables.games.get(game.id)
    assert stored
    assert stored.phase is Phase.PLAYING
    assert stored.players == (ANN, BOB)
