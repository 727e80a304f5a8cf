"""Tournaments: signed up for in a thread, and played at tables in threads of the same channel."""

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from services.tournaments.tournaments import ANNOUNCING_TIME, CHECK_IN_TIME
from storage.games import Phase
from tests.e2e.running_bot import RunningBot

from .looking import find_public, require_answer, require_private, wait_to_see

pytestmark = pytest.mark.asyncio(loop_scope="module")

THREADS = "/channels/{channel_id}/messages/{message_id}/threads"
MESSAGES = "/channels/{channel_id}/messages"
PLAYS = re.compile(r"<@(\d+)> plays <@(\d+)>\.")


async def opened(seat: SimulatedUser, room: Channel, **options: str) -> tuple[ShownMessage, ShownMessage]:
    """The announcement of a new tournament, and the panel in its thread."""
    answered = await require_private(seat.command("tournament", room, {"kind": "knockout", **options}))
    announced = find_public(seat, room)[0]
    assert answered.text == f"Sign-up and standings: <#{announced.id}>"
    panel = await wait_to_see(seat, lambda one: next(iter(find_public(one, announced.id)), None))
    return announced, panel


async def started(seats: Sequence[SimulatedUser], room: Channel, **options: str) -> ShownMessage:
    """The panel of a tournament in which all these play; the first of them is its organizer."""
    announced, panel = await opened(seats[0], room, **options)
    for seat in seats:
        assert "You've signed up" in (await require_private(seat.click(panel, "Sign up"))).text
    await seats[0].wait(lambda seat: f"<@{seats[-1].user.id}>" in find_public(seat, announced.id)[0].text)
    await require_private(seats[0].click(find_public(seats[0], announced.id)[0], "Start"))
    return panel


def tables(seat: SimulatedUser, room: Channel) -> list[tuple[ShownMessage, tuple[int, int]]]:
    """The messages of tables whose players are awaited or play, and the ids of these."""
    found = [(each, PLAYS.search(each.text)) for each in find_public(seat, room)]
    return [(each, (int(match[1]), int(match[2]))) for each, match in found if match]


async def awaited(seat: SimulatedUser, room: Channel, count: int) -> list[tuple[ShownMessage, tuple[int, int]]]:
    """The newest `count` tables, whose players are awaited."""

    def find(one: SimulatedUser) -> list[tuple[ShownMessage, tuple[int, int]]] | None:
        waiting = [each for each in tables(one, room) if "I'm here" in each[0].buttons]
        return waiting if len(waiting) == count else None

    return await wait_to_see(seat, find)


async def begun(running: RunningBot, table: ShownMessage) -> Channel:
    """The thread of this message, in which its game has begun."""
    await running.until(lambda: running.rows("SELECT 1 FROM game WHERE channel_id = ?", table.id))
    thread = running.world.channel(table.id)
    assert running.game(thread).phase is Phase.PLAYING
    return thread


async def play(
    seats: Sequence[SimulatedUser], table: ShownMessage, players: Sequence[int], running: RunningBot
) -> None:
    """Both come, the game begins in the message's thread, and the second of them resigns."""
    first, second = (next(seat for seat in seats if seat.user.id == each) for each in players)
    assert table.mentions_you == (seats[0].user.id in players)
    waits = await require_private(first.click(table, "I'm here"))
    assert waits.text == f"The game begins when <@{second.user.id}> is here too."
    await require_private(second.click(table, "I'm here"))
    thread = await begun(running, table)
    assert [each.user_id for each in running.game(thread).players] == list(players)
    await wait_to_see(first, lambda seat: next(iter(find_public(seat, thread)), None))
    await second.click(await require_answer(second.command("resign", thread)), "Resign")
    await running.until(
        lambda: not running.rows("SELECT 1 FROM game WHERE channel_id = ? AND phase = 'playing'", table.id)
    )


@pytest.mark.parametrize("route", [MESSAGES, THREADS])
@pytest.mark.parametrize("is_done", [False, True])
async def test_a_bot_that_is_killed_while_it_opens_a_tournament_announces_it_once_in_the_servers_language(
    running_bot: RunningBot, room: Channel, route: str, *, is_done: bool
) -> None:
    running_bot.expect(503, 160004, "could not be shown", "an answer did not arrive")
    ana, faults = running_bot.seat("Ana"), running_bot.faults
    fails = (faults.lose_reply if is_done else faults.server_error)(route, 503, method="POST", times=1_000)
    asked = asyncio.create_task(ana.command("tournament", room, {"kind": "swiss"}))
    await fails.met.wait()
    await running_bot.kill()
    faults.clear()
    asked.cancel()
    running_bot.world.locale = "de"

    await start_before_servers_come(running_bot)

    (announced,) = await wait_to_see(ana, find_with(room, "Anmeldung und Stand"))
    await wait_to_see(ana, find_with(announced.id, "Noch hat sich niemand angemeldet"))
    assert len(find_public(ana, room)) == len(find_public(ana, announced.id)) == 1
    if route == MESSAGES or not is_done:
        assert running_bot.world.channel(announced.id).name.startswith("Schweizer System")
    await restarted(running_bot)


async def test_a_knockout_of_four_is_played_to_its_end(running_bot: RunningBot, room: Channel) -> None:
    seats = running_bot.seats(4)
    await started(seats, room)

    for table, players in await awaited(seats[0], room, 2):
        await play(seats, table, players, running_bot)
    ((final, finalists),) = await awaited(seats[0], room, 1)
    await play(seats, final, finalists, running_bot)

    won = f"🏆 <@{finalists[0]}> won the tournament."
    announcement = find_public(seats[0], room)[0]
    await seats[0].wait(lambda seat: won in find_public(seat, room)[0].text)
    panel, ending = await wait_to_see(
        seats[1], lambda seat: shown if len(shown := find_public(seat, announcement.id)) == 2 else None
    )
    assert ending.text == won
    await seats[1].wait(lambda seat: f"🥇 <@{finalists[0]}>" in find_public(seat, announcement.id)[0].text)
    assert panel.pictures


async def test_a_killed_bot_goes_on_with_its_tournaments(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(160004)  # the thread is there already, if the bot was killed just after it was created
    seats = running_bot.seats(4)
    panel = await started(seats, room)
    ((table, players), (other, _)) = await awaited(seats[0], room, 2)
    first, second = (next(seat for seat in seats if seat.user.id == each) for each in players)
    await require_private(first.click(table, "I'm here"))

    await running_bot.kill()
    await running_bot.start()

    await require_private(second.click(table, "I'm here"))
    thread = await begun(running_bot, table)
    await running_bot.kill()
    running_bot.write("UPDATE tournament SET due_at = due_at - 3600")
    await running_bot.start()
    assert running_bot.game(thread).phase is Phase.PLAYING
    await second.click(await require_answer(second.command("resign", thread)), "Resign")
    won = f"<@{first.user.id}> won against <@{second.user.id}>."
    await seats[0].wait(lambda seat: won in find_public(seat, panel.channel_id)[0].text)
    assert len(find_public(seats[0], panel.channel_id)) == 1
    assert [each.id for each in find_public(seats[0], room)] == sorted({panel.channel_id, table.id, other.id})
    assert running_bot.rows("SELECT 1 FROM tournament WHERE tournament LIKE '%\"dropped\":[]%'")  # there's time to come


async def test_players_who_do_not_come_lose(running_bot: RunningBot, room: Channel) -> None:
    seats = running_bot.seats(4)
    await started(seats, room, kind="swiss")
    tables_now = await awaited(seats[0], room, 2)
    came = [next(seat for seat in seats if seat.user.id == players[0]) for _, players in tables_now]
    for seat, (table, _) in zip(came, tables_now, strict=True):
        await require_private(seat.click(table, "I'm here"))

    running_bot.write("UPDATE tournament SET due_at = 1")

    pair = await wait_to_see(
        seats[0], lambda seat: next((pair for each, pair in tables(seat, room) if "Round 2 of 2" in each.text), None)
    )
    assert set(pair) == {seat.user.id for seat in came}


async def test_a_bot_that_is_killed_between_the_last_here_and_the_game_begins_it(
    running_bot: RunningBot, room: Channel
) -> None:
    seats = running_bot.seats(4)
    panel = await started(seats, room)
    ((table, players), _) = await awaited(seats[0], room, 2)
    running_bot.expect(503, "could not be shown")
    fails = running_bot.faults.server_error(THREADS, method="POST", times=1_000)
    for player in players:
        await require_private(next(seat for seat in seats if seat.user.id == player).click(table, "I'm here"))
    await fails.met.wait()
    await running_bot.kill()
    running_bot.faults.clear()

    await start_before_servers_come(running_bot)

    thread = await begun(running_bot, table)
    await seats[0].wait(lambda seat: f"<#{thread.id}>" in find_public(seat, panel.channel_id)[0].text)


async def test_a_locked_thread_stops_no_table_and_nobody_is_out_before_their_table_is_announced(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.expect(50013, 160005, 50083, "could not be shown")
    seats = running_bot.seats(4)
    announced, panel = await opened(seats[0], room, kind="swiss")
    for seat in seats:
        await require_private(seat.click(panel, "Sign up"))
    await seats[0].wait(lambda seat: f"<@{seats[-1].user.id}>" in find_public(seat, announced.id)[0].text)
    panel = find_public(seats[0], announced.id)[0]
    running_bot.world.change_channel(replace(running_bot.world.channel(announced.id), locked=True, archived=True))
    running_bot.world.deny(room.id, ["SEND_MESSAGES"])
    await require_private(seats[0].click(panel, "Start"))
    await running_bot.until(lambda: 50013 in running_bot.codes)
    assert running_bot.rows("SELECT 1 FROM tournament WHERE channel_id = ? AND due_at IS NULL", room.id)

    await running_bot.kill()
    await running_bot.start()
    running_bot.world.deny(room.id, [])

    tables_now = await awaited(seats[0], room, 2)
    due = "SELECT due_at FROM tournament WHERE channel_id = ? AND due_at > ?"
    await running_bot.until(lambda: running_bot.rows(due, room.id, time.time() + CHECK_IN_TIME - ANNOUNCING_TIME))
    await play(seats, *tables_now[0], running_bot)
    ((tournament,),) = running_bot.rows("SELECT tournament FROM tournament WHERE channel_id = ?", room.id)
    assert '"dropped":[]' in tournament
    running_bot.world.change_channel(replace(running_bot.world.channel(announced.id), locked=False, archived=False))
    await play(seats, *tables_now[1], running_bot)
    await wait_to_see(seats[0], find_with(announced.id, "Round 2 of 2"))
    await seats[0].wait(lambda seat: len(find_public(seat, announced.id)) == 1)


async def test_a_check_in_ends_in_its_time_although_the_clock_is_set_back(
    running_bot: RunningBot, room: Channel, tmp_path: Path
) -> None:
    running_bot.expect("the system clock was set back by 86400 s")
    back = tmp_path / "back"
    back.write_text("0", "utf-8")
    seats = running_bot.seats(4)
    await restarted(running_bot, f"tests.e2e.wrong_clock {back}")
    await started(seats, room)
    await awaited(seats[0], room, 2)
    find_due = "SELECT due_at FROM tournament WHERE channel_id = ? AND due_at"
    ((before,),) = await running_bot.until(lambda: running_bot.rows(find_due, room.id))

    back.write_text("86400", "utf-8")

    await running_bot.until(lambda: running_bot.rows(f"{find_due} = ?", room.id, before - 86_400))
    shown = f"<t:{before - 86_400}:R>"
    await seats[0].wait(lambda seat: all(shown in each.text for each in find_public(seat, room)[1:]))
    await restarted(running_bot)


async def start_before_servers_come(running: RunningBot) -> None:
    """Start the bot while Discord is as slow as the real one: much can happen before it sends the server."""
    running.faults.delay("/gateway/bot", 1.0)
    await running.start()


async def restarted(running: RunningBot, *installed: str, locale: str = "en-US") -> None:
    """Let the bot start again with these changes, on a server with this locale."""
    await running.stop()
    running.installed, running.world.locale = installed, locale
    await running.start()


def find_with(place: Channel | int, words: str) -> Callable[[SimulatedUser], list[ShownMessage]]:
    """For `wait_to_see`: the public messages there that have these words."""
    return lambda seat: [each for each in find_public(seat, place) if words in each.text]
