"""Time: reminders and the ends of turns, and the time in which nobody could play."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field, replace

import pytest
import pytest_asyncio

from cogs import clock
from cogs.clock import ClockCog
from engine.game.goals import Level
from services.deadlines import begin_turn, find_reminder_time
from services.tables import RECENT, Tables
from storage.database import Database
from storage.games import Game, Player
from storage.posts import BENCH, Post, name_bench, name_table
from tests.storage.tables import ANN, BOB, GUILD, NOON, a_game, beat, dealt
from tests.support.tables import listen, open_tables, services
from tests.support.waiting import until


@dataclass
class Messages:
    """Notes what it is asked to show."""

    reminded: list[int] = field(default_factory=list)

    def remind(self, game: Game) -> None:
        self.reminded.append(game.id)

    def refresh_later(self, owners: Iterable[str]) -> None:
        """Nobody looks."""


@dataclass
class Line:
    """The connection to Discord."""

    shard_count: int | None = None


@dataclass
class Room:
    """A clock whose hands the test moves."""

    tables: Tables
    messages: Messages
    clock: ClockCog
    time: list[int]  # of the system clock
    line: Line

    def later(self, seconds: int) -> None:
        self.time[0] += seconds

    async def start(self) -> None:
        await self.clock.cog_load()
        await self.connect()

    async def connect(self, shard: int = 0) -> None:
        await self.clock.go_on(shard)
        await until(lambda: not self.clock._returned)  # noqa: SLF001  # the clock tells nobody

    async def stored(self, game: Game) -> Game:
        return await self.tables.require_game(game.id)

    async def deadline(self, game: Game) -> int:
        now = await self.stored(game)
        assert now.state
        assert now.state.deadline
        return now.state.deadline


@pytest_asyncio.fixture
async def room(database: Database) -> AsyncIterator[Room]:
    time, line, messages = [NOON], Line(), Messages()
    tables = replace(open_tables(database), now=lambda: time[0], seed=lambda: bytes(32))
    clock = ClockCog(services(tables=tables, public_table=messages, outbox=messages, client=line))
    listen(tables, clock.on_change)
    yield Room(tables, messages, clock, time, line)
    await clock.cog_unload()


async def reminding(room: Room, game: Game, at: int) -> Game:
    return await room.tables.commit(replace(game, remind_at=at), None)


def mover(game: Game) -> int:
    """The user who is to move."""
    assert game.state
    return game.players[game.state.turn].user_id or 0


async def test_the_reminder_comes_at_half_of_a_turn() -> None:
    state = dealt(120)

    assert find_reminder_time((ANN, BOB), state) == NOON + 60
    assert find_reminder_time((ANN, BOB), dealt(60)) == NOON + 30
    assert find_reminder_time((ANN, BOB), replace(state, deadline=NOON + 59)) is None
    assert find_reminder_time((ANN, BOB), replace(state, deadline=None)) is None
    computers = (Player(None, "Ada", Level.FAIR), Player(None, "Bix", Level.FAIR))
    assert find_reminder_time(computers, state) is None


async def test_a_player_is_reminded_once(room: Room) -> None:
    game = await reminding(room, await a_game(room.tables.games, clock=60), NOON + 30)
    await room.start()
    assert room.messages.reminded == []

    room.later(30)
    await reminding(room, game, NOON + 29)  # the clock looks up
    await until(lambda: room.messages.reminded)

    assert room.messages.reminded == [game.id]
    stored = await room.stored(game)
    assert stored.remind_at is None
    assert await room.tables.games.next_reminder() is None


async def test_many_turns_that_end_at_once_all_end_and_each_once(room: Room) -> None:
    number = 3 * clock._AT_ONCE + 1  # noqa: SLF001  # more than are ended at a time
    games = [await a_game(room.tables.games, channel=each, interaction=2 * each, clock=40) for each in range(number)]
    other = await a_game(room.tables.games, channel=number, interaction=2 * number, clock=60)
    ended = list[int]()
    await room.start()
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
    assert await room.stored(spared) == spared  # in memory only
    await room.start()

    room.later(30)
    room.clock.on_change(replace(other, remind_at=NOON + 29))  # the clock looks up
    await until(lambda: room.messages.reminded)

    assert room.messages.reminded == [other.id]
    stored = await room.stored(spared)
    assert stored.remind_at is None


async def test_a_player_who_was_spared_is_reminded_in_a_later_turn(room: Room) -> None:
    game = await reminding(room, await a_game(room.tables.games, clock=60), NOON + 30)
    await room.tables.note_activity(game, mover(game))
    assert room.tables.skips_reminder(game)
    assert game.state

    assert not room.tables.skips_reminder(replace(game, state=replace(game.state, turns=game.state.turns + 2)))


async def test_a_player_who_was_active_long_before_is_reminded(room: Room) -> None:
    game = await reminding(room, await a_game(room.tables.games, clock=86_400), NOON + RECENT + 1)

    await room.tables.note_activity(game, mover(game))

    assert not room.tables.skips_reminder(game)


@pytest.mark.parametrize("steps", range(5))
async def test_the_clock_stops_even_if_news_comes_just_before(
    room: Room, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    monkeypatch.setattr(clock, "_LEAST_WAIT", 0)
    game = await a_game(room.tables.games, clock=60)
    await room.start()
    await asyncio.sleep(0.1)  # it waits for the deadline
    room.clock.on_change(replace(game, remind_at=NOON + 1))
    for _ in range(steps):
        await asyncio.sleep(0)

    async with asyncio.timeout(10):
        await room.clock.cog_unload()


LAST_REMINDERS = [(40, 60), (60, 60), (120, 60), (86_400, 43_200)]  # seconds for a turn, and those of its last reminder


async def begin_timed(room: Room, clock: int, **more: int) -> Game:
    """A game in which a turn of `clock` seconds has just begun."""
    return await room.tables.commit(begin_turn(await a_game(room.tables.games, clock=clock, **more)), None)


async def be_away(room: Room, seconds: int, *, is_down: bool) -> Room:
    """Let the bot be down, or the connection be lost, for so many seconds; return the room with the newest clock."""
    if not is_down:
        await room.clock.on_shard_disconnect(0)
        room.later(seconds)
        await room.connect()
        return room
    await room.clock.cog_unload()
    room.later(seconds)
    parts = services(tables=room.tables, public_table=room.messages, outbox=room.messages, client=room.line)
    room = replace(room, clock=ClockCog(parts))
    listen(room.tables, room.clock.on_change)
    await room.start()
    return room


async def end(room: Room, game: Game) -> Game:
    """Have the clock end the turn that is due, and return the game in the next one."""
    assert game.state
    room.clock.on_change(replace(game, remind_at=0))  # it looks up
    turns, stored = game.state.turns, game
    async with asyncio.timeout(30):
        while not stored.state or stored.state.turns == turns:
            stored = await room.stored(game)
            await asyncio.sleep(0.001)
    return stored


@pytest.mark.parametrize("is_down", [True, False])
@pytest.mark.parametrize(("clock", "left"), LAST_REMINDERS)
async def test_a_turn_has_its_reminder_s_time_left_after_a_start_or_reconnect(
    room: Room, clock: int, left: int, is_down: bool
) -> None:
    await room.start()
    game = await begin_timed(room, clock)

    await be_away(room, 10 * clock, is_down=is_down)

    assert await room.deadline(game) == NOON + 10 * clock + left
    stored = await room.stored(game)
    assert (stored.version, stored.players) == (game.version, game.players)
    if clock >= 60:
        await until(lambda: room.messages.reminded)
    assert room.messages.reminded == [game.id] * (clock >= 60)


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("second", [True, False])
async def test_a_turn_is_extended_once_and_the_next_one_again(room: Room, first: bool, second: bool) -> None:
    await room.start()
    game = await begin_timed(room, 120)

    room = await be_away(room, 1_000, is_down=first)
    room = await be_away(room, 30, is_down=second)
    assert await room.deadline(game) == NOON + 1_000 + 60
    room.later(30)
    after = await end(room, game)
    await be_away(room, 1_000, is_down=first)

    assert await room.deadline(after) == NOON + 1_060 + 1_000 + 60


async def test_a_turn_has_time_left_from_the_connection_on_and_not_only_from_the_start(room: Room) -> None:
    game = await begin_timed(room, 60)
    room.later(1_000)
    await room.clock.cog_load()
    room.later(1_000)  # in which Discord can't be reached

    await room.connect()

    assert await room.deadline(game) == NOON + 2_000 + 60


async def test_no_turn_ends_while_discord_is_away(room: Room) -> None:
    await room.start()
    game = await begin_timed(room, 60)
    await room.clock.on_shard_disconnect(0)
    room.later(100)

    assert await room.clock._look()  # noqa: SLF001  # as it does every ten seconds

    assert await room.stored(game) == game


async def test_a_machine_that_slept_has_time_left_before_it_ends_a_turn(room: Room) -> None:
    await room.start()
    game = await begin_timed(room, 60)
    room.later(ClockCog.LONGEST_PAUSE + 100)

    assert await room.clock._look()  # noqa: SLF001  # it may be the first to notice

    assert await room.deadline(game) == room.tables.now() + 60


DAY = 86_400


async def test_a_system_clock_that_is_set_back_makes_no_turn_longer(room: Room) -> None:
    await room.start()
    game = await begin_timed(room, 120)
    await room.clock._look()  # noqa: SLF001  # as it does every ten seconds
    room.later(-DAY)

    await room.clock._look()  # noqa: SLF001  # as above

    assert await room.deadline(game) - room.tables.now() == 120
    assert await room.tables.games.next_reminder() == room.tables.now() + 60


async def test_a_clock_set_back_while_the_bot_was_down_makes_no_turn_longer_either(room: Room) -> None:
    game = await begin_timed(room, 120)
    await room.tables.alive.touch(beat(NOON + 20))
    room.later(-DAY)

    await room.start()

    assert await room.deadline(game) - room.tables.now() == 100


async def test_a_turn_begun_after_the_clock_was_set_back_is_not_lost_when_that_is_noticed(room: Room) -> None:
    await room.start()
    room.later(-DAY)
    state = replace(dealt(60), now=room.tables.now(), deadline=room.tables.now() + 60)
    game = await room.tables.commit(begin_turn(replace(await a_game(room.tables.games), state=state)), None)

    await room.clock._look()  # noqa: SLF001  # as it does every ten seconds

    assert await room.deadline(game) == room.tables.now() + 60


async def test_a_player_who_misses_turns_just_after_a_long_outage_makes_no_game_unrated(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ClockCog, "LONGEST_PAUSE", DAY)
    await room.start()
    game = await begin_timed(room, 60)
    await be_away(room, 30 * DAY, is_down=False)

    for _ in range(4):  # both miss two turns; the second one is then the last one present
        room.time[0] = await room.deadline(game)
        game = await end(room, game)

    assert sum(player.away for player in game.players) == 1
    assert game.unrated is None


OTHER = GUILD ^ 1 << 22  # a server on the other one of two shards


async def a_game_on_each_shard(room: Room) -> list[Game]:
    """A game on each of two shards, with a minute for a turn."""
    room.line.shard_count, games, made = 2, room.tables.games, []
    for number in range(2):
        game = begin_turn(await a_game(games, channel=number, interaction=10 * number + 1))
        on_server = replace(game, guild_id=sorted((GUILD, OTHER))[number])
        made.append(await games.commit(on_server, interaction_id=None, now=NOON))
    return made


async def test_while_one_shard_is_away_its_turns_wait_and_the_others_end(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ClockCog, "LONGEST_PAUSE", DAY)
    one, other = await a_game_on_each_shard(room)
    await room.start()
    await room.connect(1)
    await room.clock.on_shard_disconnect(0)
    room.later(60)

    after = await end(room, other)

    assert await room.stored(one) == one
    room.later(10)
    await room.connect()
    assert await room.deadline(one) == NOON + 70 + 60
    assert await room.stored(other) == after


async def test_the_messages_of_a_shard_are_shown_again_only_when_it_s_connected(room: Room) -> None:
    """Before, the languages of its servers are unknown."""
    shown: list[str] = []
    room.messages.refresh_later = shown.extend  # type: ignore[method-assign,assignment]  # what this is about
    one, other = await a_game_on_each_shard(room)
    rack = name_bench(one.id, 0)
    await room.tables.posts.begin(Post(rack, BENCH, 8, 5, "nonce", "waiting", NOON))
    await room.clock.cog_load()
    assert shown == []

    await room.connect(1)
    assert shown == [name_table(other.id)]
    await room.connect()
    assert shown == [*map(name_table, [other.id, one.id]), rack]
