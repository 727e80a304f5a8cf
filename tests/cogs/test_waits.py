"""Tables at which nobody does anything: lobbies close, and computers take the seats of absent players."""

from dataclasses import replace
from itertools import count

import pytest

from cogs import clock
from cogs.clock import ClockCog
from services.deadlines import DAY, LOBBY_LIFE
from services.overdue.timeouts import end_time
from services.tables import RECENT
from storage.games import Game, Phase
from tests.cogs.test_clock import Room, be_away, room
from tests.storage.tables import ANN, BOB, NOON, a_game, a_lobby
from tests.support.waiting import until

__all__ = ["room"]  # a fixture
_numbers = count(1_000)


@pytest.fixture(autouse=True)
def _awake(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let days pass in one step, in which the machine doesn't sleep."""
    monkeypatch.setattr(ClockCog, "LONGEST_PAUSE", 10 * DAY)
    monkeypatch.setattr(clock, "_LEAST_WAIT", 0)


async def look(room: Room) -> None:
    """Have the clock look up: a reminder of another game is due, and those that are due for longer come first."""
    number = 10 * next(_numbers)
    game = await a_game(room.tables.games, channel=number, interaction=number, clock=0)
    due = await room.tables.commit(replace(game, patience=0, remind_at=room.tables.now()), None)
    room.clock.on_change(replace(due, remind_at=0))  # it waits in real seconds for what is due earlier
    await until(lambda: game.id in room.messages.reminded)


async def waiting(room: Room) -> Game:
    """A game without a clock in which Bob waits for Ann, from now on."""
    game = await a_game(room.tables.games, clock=0)
    assert game.state
    turn = replace(game.state, turn=0, active=frozenset({0}))
    return await room.tables.commit(
        replace(game, players=(ANN, BOB), state=turn, patience=3 * DAY, waits_until=None), None
    )


async def lobby(room: Room) -> Game:
    return await room.tables.commit(await a_lobby(room.tables.games), None)


async def test_a_lobby_closes_half_an_hour_after_its_last_change(room: Room) -> None:
    game = await lobby(room)
    await room.start()
    room.later(LOBBY_LIFE - 1)
    game = await room.tables.commit(replace(game, players=(*game.players, BOB)), None)
    room.later(LOBBY_LIFE - 1)
    await look(room)
    assert (await room.stored(game)).phase is Phase.LOBBY

    room.later(1)
    await look(room)

    closed = await room.stored(game)
    assert (closed.phase, closed.players, closed.has_expired) == (Phase.CLOSED, (ANN, BOB), True)


async def test_a_lobby_stays_open_for_a_quarter_of_an_hour_after_the_bot_was_down(room: Room) -> None:
    game = await lobby(room)
    await room.start()
    room.later(1_000)

    room = await be_away(room, 10 * LOBBY_LIFE, is_down=True)
    room.later(LOBBY_LIFE // 2 - 1)
    await look(room)
    assert (await room.stored(game)).phase is Phase.LOBBY

    room.later(1)
    await look(room)
    assert (await room.stored(game)).has_expired


async def test_the_lobby_of_a_solo_game_stays_open(room: Room) -> None:
    game = await room.tables.commit(await a_lobby(room.tables.games, guild=0), None)
    await room.start()

    room.later(10 * DAY - 1)
    await look(room)

    assert (await room.stored(game)).phase is Phase.LOBBY


async def test_an_absent_player_is_reminded_twice_and_then_replaced(room: Room) -> None:
    game = await waiting(room)
    await room.start()
    for reminders, day in enumerate((DAY, DAY, DAY)):
        room.later(day - 1)
        await look(room)
        assert room.messages.reminded.count(game.id) == reminders
        assert (await room.stored(game)).players == (ANN, BOB)
        room.later(1)
        await look(room)

    now = await room.stored(game)
    assert now.players == (replace(ANN, away=True), BOB)
    assert str(now.news[-1]) == "<@11> is away. A computer plays for them."
    assert (now.waits_until, now.remind_at) == (None, None)
    assert room.messages.reminded.count(game.id) == 2


@pytest.mark.parametrize("starts", [1, 2])
async def test_an_absent_player_is_reminded_and_has_a_day_after_the_bot_was_down(room: Room, starts: int) -> None:
    """Another start doesn't add to that day."""
    game = await waiting(room)
    await room.start()

    room = await be_away(room, 5 * DAY, is_down=True)
    await look(room)
    assert room.messages.reminded.count(game.id) == 1  # although two are due
    if starts > 1:
        room = await be_away(room, DAY - 1, is_down=True)
    else:
        room.later(DAY - 1)
    await look(room)
    assert (await room.stored(game)).players == (ANN, BOB)
    room.later(1)
    await look(room)

    assert (await room.stored(game)).players[0].away
    assert room.messages.reminded.count(game.id) == 1


async def test_a_player_who_shows_up_while_the_clock_looks_is_waited_for_anew(room: Room) -> None:
    seen = await room.stored(await waiting(room))
    room.later(3 * DAY)
    await room.tables.note_activity(seen, 11)

    await end_time(room.tables, seen)
    assert (await room.stored(seen)).players == (ANN, BOB)
    now = await room.stored(seen)
    await room.tables.games.retime(now, replace(now, remind_at=None, waits_until=seen.waits_until))

    await room.tables.note_activity(seen, 11)  # as it was read before
    assert (await room.stored(seen)).waits_until == NOON + 6 * DAY


async def test_a_player_who_shows_up_is_waited_for_anew(room: Room) -> None:
    game = await waiting(room)
    await room.start()
    room.later(2 * DAY)
    await look(room)  # a reminder
    await room.tables.note_activity(await room.stored(game), 22)  # who isn't awaited
    assert (await room.stored(game)).waits_until == NOON + 3 * DAY

    await room.tables.note_activity(await room.stored(game), 11)

    now = await room.stored(game)
    assert (now.version, now.waits_until, now.remind_at) == (game.version, NOON + 5 * DAY, NOON + 3 * DAY)
    room.later(RECENT - 1)
    await room.tables.note_activity(now, 11)
    assert await room.stored(game) == now  # once every ten minutes is often enough
    room.later(3 * DAY - RECENT)
    await look(room)
    assert (await room.stored(game)).players == (ANN, BOB)


async def test_a_game_that_waits_for_nobody_is_left_alone(room: Room) -> None:
    """No code leads there; still, a computer never takes a computer's seat."""
    game = await waiting(room)
    await room.tables.games.commit(replace(game, players=(replace(ANN, away=True), BOB)), interaction_id=None, now=NOON)
    await room.start()

    room.later(3 * DAY)
    await look(room)

    now = await room.stored(game)
    assert (now.players[0], now.waits_until) == (replace(ANN, away=True), None)
