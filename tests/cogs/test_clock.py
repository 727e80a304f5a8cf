"""Time: reminders and the ends of turns, and the time in which nobody could play."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest
import pytest_asyncio

from cogs import clock
from cogs.clock import ClockCog
from engine.game.goals import Level
from engine.text.phrases import as_is
from services.clocks.patience import find_reminder_time
from services.clocks.steady_clock import SteadyClock
from services.tables import RECENT, Tables
from storage.database import Database
from storage.games import Game, Outage, Phase, Player
from tests.storage.tables import ANN, BOB, GUILD, NOON, a_game, beat, dealt
from tests.support.tables import listen, open_tables, services


@dataclass
class Keeper:
    """Notes what it is asked to show."""

    reminded: list[int] = field(default_factory=list)

    def remind(self, game: Game) -> None:
        self.reminded.append(game.id)

    def refresh_later(self, game_ids: Iterable[int]) -> None:
        """Nobody looks."""


@dataclass
class Line:
    """How long Discord takes to answer each shard's heartbeats, in seconds."""

    latencies: list[tuple[int, float]] = field(default_factory=lambda: [(0, 0.1)])
    shard_count: int | None = None


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
    clock = ClockCog(services(tables=tables, clock=steady, public_table=keeper, direct_bench=keeper, client=line))
    listen(tables, clock.on_change)
    yield Room(tables, keeper, clock, time, line)
    await clock.cog_unload()


async def until(true: Callable[[], Any]) -> None:
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110  # the clock tells nobody
            await asyncio.sleep(0.001)


async def reminding(room: Room, game: Game, at: int) -> Game:
    return await room.tables.store(replace(game, remind_at=at), None)


def mover(game: Game) -> int:
    """The user who is to move."""
    assert game.state
    return game.players[game.state.turn].user_id or 0


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
    await room.clock.go_on(0)
    assert room.keeper.reminded == []

    room.later(30)
    await reminding(room, game, NOON + 29)  # the clock looks up
    await until(lambda: room.keeper.reminded)

    assert room.keeper.reminded == [game.id]
    stored = await room.tables.games.get(game.id)
    assert stored
    assert stored.remind_at is None
    assert await room.tables.games.next_reminder() is None


async def test_many_turns_that_end_at_once_all_end_and_each_once(room: Room) -> None:
    number = 3 * clock._AT_ONCE + 1  # noqa: SLF001  # more than are ended at a time
    games = [await a_game(room.tables.games, channel=each, interaction=2 * each, clock=40) for each in range(number)]
    other = await a_game(room.tables.games, channel=number, interaction=2 * number, clock=60)
    ended = list[int]()
    await room.clock.cog_load()
    await room.clock.go_on(0)
    listen(room.tables, lambda game: ended.append(game.id))

    room.later(40)
    await reminding(room, other, NOON + 39)  # the clock looks up
    await until(lambda: len(ended) > number)

    assert sorted(ended) == [game.id for game in (*games, other)]
    for game in games:
        assert [each.line for each in await room.tables.games.log(game.id)] == ["timeup idle"]


async def test_a_player_who_was_active_just_before_is_spared_this_turn_s_reminder(room: Room) -> None:
    spared = await reminding(room, await a_game(room.tables.games, clock=60), NOON + 30)
    other = await reminding(room, await a_game(room.tables.games, channel=2, interaction=3), NOON + 30)
    await room.tables.note_activity(spared, mover(spared))
    assert await room.tables.games.get(spared.id) == spared  # in memory only
    await room.clock.cog_load()
    await room.clock.go_on(0)

    room.later(30)
    room.clock.on_change(replace(other, remind_at=NOON + 29))  # the clock looks up
    await until(lambda: room.keeper.reminded)

    assert room.keeper.reminded == [other.id]
    stored = await room.tables.games.get(spared.id)
    assert stored
    assert stored.remind_at is None


async def test_a_player_who_was_spared_is_reminded_in_a_later_turn(room: Room) -> None:
    game = await reminding(room, await a_game(room.tables.games, clock=60), NOON + 30)
    await room.tables.note_activity(game, mover(game))
    assert room.tables.is_spared(game)
    assert game.state

    assert not room.tables.is_spared(replace(game, state=replace(game.state, turns=game.state.turns + 2)))


async def test_a_player_who_was_active_long_before_is_reminded(room: Room) -> None:
    game = await reminding(room, await a_game(room.tables.games, clock=86_400), NOON + RECENT + 1)

    await room.tables.note_activity(game, mover(game))

    assert not room.tables.is_spared(game)


@pytest.mark.parametrize("steps", range(5))
async def test_the_clock_stops_even_if_news_comes_just_before(
    room: Room, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    monkeypatch.setattr(clock, "_LEAST_WAIT", 0)
    game = await a_game(room.tables.games, clock=60)
    await room.clock.cog_load()
    await asyncio.create_task(room.clock.go_on(0))
    await asyncio.sleep(0.1)  # it waits for the deadline
    room.clock.on_change(replace(game, remind_at=NOON + 1))
    for _ in range(steps):
        await asyncio.sleep(0)

    async with asyncio.timeout(10):
        await room.clock.cog_unload()


async def test_a_start_gives_deadline_and_reminder_the_downtime(room: Room) -> None:
    game = await reminding(room, await a_game(room.tables.games, clock=120), NOON + 60)
    await room.tables.alive.touch(beat(NOON + 50))
    room.later(3_650)

    await room.clock.cog_load()
    await room.clock.go_on(0)

    assert await room.deadline(game) == NOON + 120 + 3_600
    assert await room.tables.games.next_reminder() == NOON + 60 + 3_600
    assert room.keeper.reminded == []


DAY = 86_400


async def test_a_system_clock_that_is_set_back_makes_no_turn_longer(room: Room) -> None:
    game = await reminding(room, await a_game(room.tables.games, clock=120), NOON + 60)
    await room.clock.cog_load()
    await room.clock.go_on(0)

    room.later(20)
    room.set_back(DAY)
    assert room.tables.now() == NOON + 20
    await reminding(room, game, NOON + 30)  # the clock looks up

    await until(lambda: room.tables.now() == NOON + 20 - DAY)
    assert await room.deadline(game) - room.tables.now() == 100
    assert await room.tables.games.next_reminder() == NOON + 30 - DAY


async def test_a_clock_set_back_while_the_bot_was_down_makes_no_turn_longer_either(room: Room) -> None:
    game = await a_game(room.tables.games, clock=120)
    await room.tables.alive.touch(beat(NOON + 20))
    room.set_back(DAY)

    await room.clock.cog_load()
    await room.clock.go_on(0)

    assert await room.deadline(game) - room.tables.now() == 100


async def test_the_time_from_loading_to_being_ready_is_given_back_as_well(room: Room) -> None:
    game = await a_game(room.tables.games, clock=60)
    await room.tables.alive.touch(beat(NOON))
    await room.clock.cog_load()
    room.later(90)

    await room.clock.go_on(0)

    assert await room.deadline(game) == NOON + 60 + 60 + 90


@pytest.mark.parametrize(("down", "given"), [(3, 60), (59, 60), (8 * 3_600, 8 * 3_600)])
async def test_a_start_gives_back_a_minute_at_least(room: Room, down: int, given: int) -> None:
    game = await a_game(room.tables.games, clock=120)
    await room.tables.alive.touch(beat(NOON))
    room.later(down)

    await room.clock.cog_load()

    assert await room.deadline(game) == NOON + 120 + given


@pytest.mark.parametrize("down", [3, 600])
async def test_a_start_notes_how_long_nobody_could_play_without_the_minute_of_grace(room: Room, down: int) -> None:
    game = await a_game(room.tables.games, clock=120)
    await room.tables.alive.touch(beat(NOON))
    room.later(down)
    await room.clock.cog_load()
    room.later(5)

    await room.clock.go_on(0)

    after = await room.tables.games.get(game.id)
    assert after
    assert after.outage == Outage(down + 5, NOON + down + 5)


async def test_an_outage_long_after_another_is_one_of_its_own(room: Room) -> None:
    game = await a_game(room.tables.games, clock=86_400)
    await room.clock.cog_load()
    await room.clock.go_on(0)
    for seconds in (700, 40):
        await room.clock.on_shard_disconnect(0)
        room.later(seconds)
        await room.clock.go_on(0)
        room.later(30)
        await room.clock.on_interaction(SimpleNamespace(guild_id=None))  # type: ignore[arg-type]  # somebody tapped
        room.later(60)
        await room.clock.on_interaction(SimpleNamespace(guild_id=None))  # type: ignore[arg-type]  # and again

    after = await room.tables.games.get(game.id)
    assert after
    assert after.outage.seconds == 40


async def test_while_discord_is_away_no_turn_ends_and_the_silence_before_is_given_back(room: Room) -> None:
    game = await a_game(room.tables.games, clock=60)
    await room.clock.cog_load()
    await room.clock.go_on(0)
    room.later(20)
    await room.clock.on_interaction(SimpleNamespace(guild_id=None))  # type: ignore[arg-type]  # somebody tapped
    room.later(30)  # in which nobody was heard, though the connection seemed to stand
    await room.clock.on_shard_disconnect(0)
    room.later(100)
    await asyncio.sleep(0)
    stored = await room.tables.games.get(game.id)
    assert stored
    assert stored.version == game.version

    await room.clock.go_on(0)

    assert await room.deadline(game) == NOON + 60 + 130


async def test_a_machine_that_slept_gives_the_time_back_before_it_ends_a_turn(room: Room) -> None:
    game = await a_game(room.tables.games, clock=60)
    await room.clock.cog_load()
    await room.clock.go_on(0)
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


OTHER = GUILD ^ 1 << 22  # a server on the other one of two shards


async def a_game_on_each_shard(room: Room, *clocks: int) -> list[Game]:
    """A game on each of two shards, with these seconds for a turn."""
    room.line.shard_count, games, made = 2, room.tables.games, []
    for number, seconds in enumerate(clocks):
        game = await a_game(games, channel=number, interaction=10 * number + 1, clock=seconds)
        on_server = replace(game, guild_id=sorted((GUILD, OTHER))[number])
        made.append(await games.commit(on_server, interaction_id=None, now=NOON))
    return made


async def has_ended(room: Room, game: Game) -> bool:
    """Whether the turn in which the test began has ended."""
    return await room.deadline(game) > NOON + 60


async def test_while_one_shard_is_away_its_turns_wait_and_the_others_end(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "_LEAST_WAIT", 0.01)
    monkeypatch.setattr(clock, "_HEARTBEAT", 0.01)
    one, other = await a_game_on_each_shard(room, 60, 60)
    await room.clock.cog_load()
    await room.clock.go_on(0)
    await room.clock.go_on(1)
    room.later(5)
    await room.clock.on_interaction(SimpleNamespace(guild_id=None))  # type: ignore[arg-type]  # on the first shard
    await room.clock.on_shard_disconnect(0)
    for _ in range(2):
        room.later(34)
        await until(lambda: room.clock._alive_at == room.tables.now())  # noqa: SLF001  # it's awake all the time
    room.clock.on_change(replace(other, remind_at=NOON))  # the clock looks up

    async with asyncio.timeout(30):
        while not await has_ended(room, other):  # noqa: ASYNC110  # the database tells nobody
            await asyncio.sleep(0.001)
    assert await room.deadline(one) == NOON + 60
    assert await room.tables.alive.last() == NOON + 5  # a start now would give the silence back
    next_turn = await room.deadline(other)
    await room.clock.go_on(0)

    assert await room.deadline(one) == NOON + 60 + 68
    assert await room.deadline(other) == next_turn


async def test_a_shard_that_connects_late_is_given_back_the_time_until_then(room: Room) -> None:
    one, other = await a_game_on_each_shard(room, 60, 60)
    await room.clock.cog_load()

    room.later(5)
    await room.clock.go_on(0)
    room.later(15)
    await room.clock.go_on(1)

    assert await room.deadline(one) == NOON + 65
    assert await room.deadline(other) == NOON + 80


async def test_the_tables_of_a_shard_are_shown_again_only_when_it_s_connected(room: Room) -> None:
    """Before, the languages of its servers are unknown."""
    shown: list[int] = []
    room.keeper.refresh_later = shown.extend  # type: ignore[method-assign,assignment]  # what this is about
    one, other = await a_game_on_each_shard(room, 60, 60)
    await room.tables.alive.touch(beat(NOON))
    await room.clock.cog_load()
    assert shown == []

    await room.clock.go_on(1)
    assert shown == [other.id]
    await room.clock.go_on(0)
    assert shown == [other.id, one.id]
