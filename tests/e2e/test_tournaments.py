"""Tournaments: signed up for in a thread, and played at tables in threads of the same channel."""

import re
from collections.abc import Mapping, Sequence
from functools import partial

import pytest

from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from storage.games import Phase
from tests.e2e.running_bot import RunningBot

from .messages import find_public, require_answer, require_private, wait_to_see

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLAYS = re.compile(r"<@(\d+)> plays <@(\d+)>\.")


async def start_tournament(seats: Sequence[SimulatedUser], room: Channel, kind: str = "knockout") -> ShownMessage:
    """Start a tournament in which all these play, and return its panel; the first of them is its organizer."""
    answered = await require_private(seats[0].command("tournament", room, {"kind": kind}))
    announced = find_public(seats[0], room)[0]
    assert answered.text == f"Sign-up and standings: <#{announced.id}>"
    panel = await wait_to_see(seats[0], lambda seat: next(iter(find_public(seat, announced.id)), None))
    for seat in seats:
        assert "You've signed up" in (await require_private(seat.click(panel, "Sign up"))).text
    await seats[0].wait(lambda seat: f"<@{seats[-1].user.id}>" in find_public(seat, announced.id)[0].text)
    await require_private(seats[0].click(find_public(seats[0], announced.id)[0], "Start"))
    return panel


def list_tables(seat: SimulatedUser, room: Channel) -> list[tuple[ShownMessage, tuple[int, int]]]:
    """The messages of tables whose players are awaited or play, and the ids of these."""
    found = [(each, PLAYS.search(each.text)) for each in find_public(seat, room)]
    return [(each, (int(match[1]), int(match[2]))) for each, match in found if match]


async def wait_for_tables(seat: SimulatedUser, room: Channel, count: int) -> list[tuple[ShownMessage, tuple[int, int]]]:
    """The newest `count` tables, whose players are awaited."""

    def find(one: SimulatedUser) -> list[tuple[ShownMessage, tuple[int, int]]] | None:
        waiting = [each for each in list_tables(one, room) if "I'm here" in each[0].buttons]
        return waiting if len(waiting) == count else None

    return await wait_to_see(seat, find)


async def wait_for_game(running: RunningBot, table: ShownMessage) -> Channel:
    """The thread of this message, in which its game has begun."""
    await running.until(lambda: running.rows("SELECT 1 FROM game WHERE channel_id = ?", table.id))
    thread = running.world.channel(table.id)
    assert running.game(thread).phase is Phase.PLAYING
    return thread


async def test_a_killed_bot_goes_on_with_its_tournaments(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(160004)  # the thread is there already, if the bot was killed just after it was created
    seats = running_bot.seats(4)
    panel = await start_tournament(seats, room)
    ((table, players), (other, _)) = await wait_for_tables(seats[0], room, 2)
    first, second = (next(seat for seat in seats if seat.user.id == each) for each in players)
    await require_private(first.click(table, "I'm here"))

    await running_bot.kill()
    await running_bot.start()

    await require_private(second.click(table, "I'm here"))
    thread = await wait_for_game(running_bot, table)
    await running_bot.kill()
    running_bot.write("UPDATE tournament SET due_at = due_at - 3600")
    await running_bot.start()
    assert running_bot.game(thread).phase is Phase.PLAYING
    await resign(second, thread)
    won = f"<@{first.user.id}> won against <@{second.user.id}>."
    await seats[0].wait(lambda seat: won in next(each.text for each in find_public(seat, room) if each.id == table.id))
    assert len(find_public(seats[0], panel.channel_id)) == 1
    assert [each.id for each in find_public(seats[0], room)] == sorted({panel.channel_id, table.id, other.id})
    assert running_bot.rows("SELECT 1 FROM tournament WHERE tournament LIKE '%\"dropped\":[]%'")  # there's time to come


@pytest.mark.parametrize("kind", ["knockout", "swiss"])
async def test_four_people_play_a_tournament_by_taps(running_bot: RunningBot, room: Channel, kind: str) -> None:
    seats = running_bot.seats(4)
    by_id = {seat.user.id: seat for seat in seats}
    panel = await start_tournament(seats, room, kind)
    winners = await play_round(running_bot, by_id, await wait_for_tables(seats[0], room, 2))

    tables = await wait_for_tables(seats[0], room, 1 if kind == "knockout" else 2)
    if kind == "knockout":
        ((_, finalists),) = tables
        assert set(finalists) == set(winners)
        for winner, thread in winners.items():
            invitation = await wait_to_see(by_id[winner], partial(find_invitation, thread=thread))
            answered = await require_private(by_id[winner].click(invitation, "I'm here"))
            assert "The game begins" in answered.text
        final = await wait_for_game(running_bot, tables[0][0])
        link = f"<#{final.id}>"
        for winner, thread in winners.items():
            await wait_to_see(by_id[winner], partial(find_text, thread=thread, text=link))
        await resign(by_id[finalists[1]], final)
    else:
        await play_round(running_bot, by_id, tables)

    await seats[0].wait(lambda seat: "won the tournament" in find_public(seat, panel.channel_id)[-1].text)
    await seats[0].wait(lambda seat: not find_public(seat, panel.channel_id)[0].buttons)
    assert not any("Sign up" in each.buttons for each in find_public(seats[0], room))


def find_invitation(seat: SimulatedUser, thread: Channel) -> ShownMessage | None:
    return next((each for each in find_public(seat, thread) if "I'm here" in each.buttons), None)


def find_text(seat: SimulatedUser, thread: Channel, text: str) -> ShownMessage | None:
    return next((each for each in find_public(seat, thread) if text in each.text), None)


async def play_round(
    running: RunningBot,
    by_id: Mapping[int, SimulatedUser],
    tables: Sequence[tuple[ShownMessage, tuple[int, int]]],
) -> dict[int, Channel]:
    """Let the second player at each of these tables resign; return the winners' ids and the threads of their games."""
    winners = {}
    for table, players in tables:
        for player in players:
            await require_private(by_id[player].click(table, "I'm here"))
        winners[players[0]] = thread = await wait_for_game(running, table)
        await resign(by_id[players[1]], thread)
    return winners


async def resign(seat: SimulatedUser, thread: Channel) -> None:
    await seat.click(await require_answer(seat.command("resign", thread)), "Resign")
