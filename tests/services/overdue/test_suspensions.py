"""Games whose channel is gone."""

from dataclasses import replace

import pytest

from cogs.play import PlayCog
from engine.game.actions import Draw, Stop
from services.deadlines import DAY, WEEK, begin_wait, resume, suspend
from services.overdue.suspensions import resume_here, suspend_here
from services.overdue.timeouts import end_time
from services.refusals import Refusal
from storage.games import Phase
from tests.storage.games_over import ANN, BOB, running
from tests.storage.tables import NOON
from tests.support.rooms import Room

COG = PlayCog
HOUR = 3600


def test_a_suspended_game_loses_no_time() -> None:
    before = replace(running(ANN, BOB, options={"clock": 60}), remind_at=NOON + 30)

    there = suspend(before, NOON + 10)
    after = resume(there, NOON + 10 + HOUR)

    assert there.due_at == NOON + 10 + WEEK
    assert before.state
    assert after.state
    assert after.state.deadline == before.state.deadline + HOUR  # type: ignore[operator]  # there is a clock
    assert (after.remind_at, after.suspended_until) == (NOON + 30 + HOUR, None)


def test_a_game_without_a_clock_waits_as_much_longer() -> None:
    before = begin_wait(running(ANN, BOB, options={"clock": 0}), NOON)

    after = resume(suspend(before, NOON), NOON + HOUR)

    assert after == replace(before, waits_until=before.waits_until + HOUR, remind_at=before.remind_at + HOUR)  # type: ignore[operator]


def test_only_running_games_are_suspended_and_only_once() -> None:
    game = running(ANN, BOB)
    lobby = replace(game, phase=Phase.LOBBY, state=None)
    there = suspend(game, NOON)

    assert suspend(lobby, NOON) is lobby
    assert suspend(there, NOON + 5) is there
    assert resume(game, NOON) is game


def test_computers_wait_too() -> None:
    game = running(replace(ANN, away=True), replace(BOB, away=True))

    assert game.find_computer_to_move()
    assert suspend(game, NOON).find_computer_to_move() is None


async def test_nobody_moves_in_a_suspended_game_until_it_goes_on_but_players_can_agree_to_end_it(room: Room) -> None:
    game = await room.playing()
    await suspend_here(room.tables, game)
    there = await room.game()

    with pytest.raises(Refusal, match="This table's channel is gone"):
        await room.tables.make_move(there, Draw(0), None)
    assert await room.game() == there

    await resume_here(room.tables, there)
    assert (await room.tables.make_move(await room.game(), Draw(0), None)).game.state
    await suspend_here(room.tables, await room.game())
    assert (await room.tables.make_move(await room.game(), Stop(0), None)).game.phase is Phase.OVER


async def test_a_stale_game_is_suspended_as_it_is_now(room: Room) -> None:
    game = await room.playing()
    later = (await room.tables.make_move(game, Draw(0), None)).game

    await suspend_here(room.tables, game)

    now = await room.game()
    assert (now.suspended_until, now.state) == (NOON + WEEK, later.state)


async def test_a_suspended_game_is_due_after_a_week_and_then_counts_for_nobody(room: Room) -> None:
    await suspend_here(room.tables, await room.playing())
    games = room.tables.games
    assert await games.next_deadline() == NOON + WEEK
    assert await games.due(NOON + WEEK - 1) == []
    (due,) = await games.due(NOON + WEEK)

    await end_time(room.tables, due)

    assert (await room.game()).phase is Phase.OVER
    (row,) = await room.database.run("SELECT pool, unrated FROM finished_game")
    assert tuple(row) == (None, "suspended")
    assert [row["place"] for row in await room.database.run("SELECT place FROM seat_result")] == [None, None]


async def test_a_start_leaves_a_day_of_a_suspension_and_takes_nothing_from_the_turn(room: Room) -> None:
    game = await room.playing(options={"clock": 120})
    assert game.state
    before = replace(game, state=replace(game.state, deadline=NOON + 120), remind_at=NOON + 60)
    await suspend_here(room.tables, before)

    for _ in range(2):
        await room.tables.games.extend_deadlines(NOON + 2 * WEEK)
    there = await room.game()

    assert (there.suspended_until, there.grace) == (NOON + 2 * WEEK + DAY, 0)
    assert await room.tables.games.to_remind(NOON + 4 * WEEK) == []
    after = resume(there, NOON + 2 * WEEK + HOUR)
    assert after.state
    assert after.state.deadline == NOON + 120 + 2 * WEEK + HOUR
    assert after.remind_at == NOON + 60 + 2 * WEEK + HOUR
