"""Half of a turn is gone, and the player has done nothing: one reminder, to who needs it, that goes with the turn."""

import pytest

from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from storage.games import Game
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .looking import find_pings, read_alt, require_answer, wait_to_see

pytestmark = pytest.mark.asyncio(loop_scope="module")

POOL = "b1 b2 b3 b4 b5 b6 b7 b8 b9"
DUE = "UPDATE game SET remind_at = 1 WHERE id = ?"


def laid(running_bot: RunningBot, room: Channel, clock: int = 120) -> Game:
    """Ana is to move, Ben and Chloé wait."""
    racks = ["r4 r5", "o1 o2", "k1 k2"]
    return running_bot.lay(room, position("classic", racks=racks, pool=POOL, options={"clock": clock}), left=clock)


def due(running_bot: RunningBot, game: Game) -> int | None:
    ((at,),) = running_bot.rows("SELECT remind_at FROM game WHERE id = ?", game.id)
    return None if at is None else int(at)


def reminders(seat: SimulatedUser, room: Channel) -> list[ShownMessage]:
    return [each for each in seat.messages(room) if "half your time is gone" in each.content]


async def look_up(running_bot: RunningBot, room: Channel) -> None:
    """Let the clock look at this table: somebody who is not to move leaves it."""
    chloe = running_bot.seat("Chloé")
    await chloe.click(await require_answer(chloe.command("leave", room)), "Leave (a computer takes over)")


async def test_who_does_nothing_is_reminded_once_below_the_ping(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    game = laid(running_bot, room)
    running_bot.write(DUE, (game.id,))
    await require_answer(ben.command("table", room))
    await ana.wait(lambda seat: len(find_pings(seat, room)) == 1)

    await look_up(running_bot, room)

    (reminder,) = await wait_to_see(ana, lambda seat: reminders(seat, room))
    assert reminder.mentions_you
    assert reminder.content.startswith(f"<@{ana.user.id}>, half your time is gone. Your turn ends <t:")
    assert reminder.buttons == ["My rack"]
    assert "message_reference" not in reminder.json  # replies need Read Message History
    assert due(running_bot, game) is None
    rack = await require_answer(ana.click(reminder, "My rack"))
    assert rack.ephemeral
    await ana.command("draw", room)
    await ben.wait(lambda seat: not reminders(seat, room) and len(find_pings(seat, room)) == 1)


async def test_a_reminder_survives_a_kill_and_is_not_sent_again(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    game = laid(running_bot, room)
    await require_answer(ben.command("table", room))
    await ana.wait(lambda seat: len(find_pings(seat, room)) == 1)
    await running_bot.kill()
    running_bot.write(DUE, (game.id,))
    await running_bot.start()
    await wait_to_see(ana, lambda seat: reminders(seat, room))
    await running_bot.until(
        lambda: running_bot.rows("SELECT 1 FROM public_messages WHERE game_id = ? AND reminder_id", game.id)
    )

    await running_bot.kill()
    await running_bot.start()
    await ana.command("draw", room)

    await ben.wait(lambda seat: len(find_pings(seat, room)) == 1 and not reminders(seat, room))


async def test_the_downtime_of_the_bot_puts_the_reminder_off_as_well(running_bot: RunningBot, room: Channel) -> None:
    game = laid(running_bot, room)
    ana, ben = running_bot.seats(2)
    await ana.command("draw", room)  # the clocks of Ben's turn run
    before, deadline = due(running_bot, game), running_bot.state(room).deadline
    assert before
    assert deadline
    await running_bot.stop()
    running_bot.write("UPDATE alive SET at = at - 3600")
    await running_bot.start()

    after = due(running_bot, game)
    assert after
    assert after - before >= 3600
    assert after - before == (running_bot.state(room).deadline or 0) - deadline
    assert not reminders(ben, room)


@pytest.mark.parametrize("clock", [60, 120, 86400])
async def test_the_reminder_stands_at_half_time_where_there_is_a_clock(
    running_bot: RunningBot, room: Channel, clock: int
) -> None:
    game = laid(running_bot, room, clock)

    await running_bot.seat("Ana").command("draw", room)

    assert due(running_bot, game) == (running_bot.state(room).deadline or 0) - clock // 2


async def test_a_clock_shorter_than_a_minute_reminds_nobody(running_bot: RunningBot, room: Channel) -> None:
    position_of_a_tournament = position("classic", racks=["r4 r5", "o1"], pool=POOL, options={"clock": 40})
    game = running_bot.lay(room, position_of_a_tournament, left=40)

    await running_bot.seat("Ana").command("draw", room)

    assert running_bot.state(room).deadline
    assert due(running_bot, game) is None


@pytest.mark.parametrize("are_open", [True, False])
async def test_who_wants_it_is_reminded_in_a_direct_message_if_that_is_open(
    running_bot: RunningBot, room: Channel, are_open: bool
) -> None:
    running_bot.expect(50007)
    ana, ben = running_bot.seats(2)
    await ana.command("settings", room, {"dm": True})
    ana.set_dms(are_open=are_open)
    running_bot.write(DUE, (laid(running_bot, room).id,))
    await require_answer(ben.command("table", room))
    await ana.wait(lambda seat: len(find_pings(seat, room)) == 1)

    await look_up(running_bot, room)

    if are_open:
        (reminder,) = await wait_to_see(
            ana, lambda seat: [one for one in seat.messages(seat.dms) if "half your time" in one.text]
        )
        assert read_alt(reminder).startswith("Ana 2 tiles, to play; Ben 2 tiles")
        assert not reminders(ana, room)
        rack = await require_answer(ana.click(reminder, "My rack"))
        assert "Your turn" in rack.text
    else:
        await wait_to_see(ana, lambda seat: reminders(seat, room))
    ana.set_dms(are_open=True)
    await ana.command("settings", room, {"dm": False})
