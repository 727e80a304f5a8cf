"""Half of a turn is gone, and the player has done nothing: one reminder, to who needs it, that goes with the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.positions import position

from .looking import alt, must, pings, seen

if TYPE_CHECKING:
    from playground import ShownMessage, SimulatedUser
    from playground.model.values import Channel
    from storage.games import Game

    from .house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

POOL = "b1 b2 b3 b4 b5 b6 b7 b8 b9"
DUE = "UPDATE game SET remind_at = 1 WHERE id = ?"


def laid(house: House, room: Channel, clock: int = 120) -> Game:
    """Ana is to move, Ben and Chloé wait."""
    racks = ["r4 r5", "o1 o2", "k1 k2"]
    return house.lay(room, position("classic", racks=racks, pool=POOL, options={"clock": clock}), left=clock)


def due(house: House, game: Game) -> int | None:
    ((at,),) = house.rows("SELECT remind_at FROM game WHERE id = ?", game.id)
    return None if at is None else int(at)


def reminders(seat: SimulatedUser, room: Channel) -> list[ShownMessage]:
    return [each for each in seat.messages(room) if "half of your time is gone" in each.content]


async def look_up(house: House, room: Channel) -> None:
    """Let the clock look at this table: somebody who is not to move leaves it."""
    chloe = house.seat("Chloé")
    await chloe.click(await must(chloe.command("leave", room)), "Leave")


async def test_who_does_nothing_is_reminded_once_below_the_ping(house: House, room: Channel) -> None:
    ana, ben = house.seats(2)
    game = laid(house, room)
    house.write(DUE, (game.id,))
    await must(ben.command("table", room))
    await ana.wait(lambda seat: len(pings(seat, room)) == 1)

    await look_up(house, room)

    (reminder,) = await seen(ana, lambda seat: reminders(seat, room))
    assert reminder.mentions_you
    assert reminder.content.startswith(f"<@{ana.user.id}>, half of your time is gone. Your turn ends <t:")
    assert reminder.buttons == ["My rack"]
    assert reminder.json["message_reference"]["message_id"] == str(pings(ana, room)[0].id)
    assert due(house, game) is None
    rack = await must(ana.click(reminder, "My rack"))
    assert rack.ephemeral
    await ana.command("draw", room)
    await ben.wait(lambda seat: not reminders(seat, room) and len(pings(seat, room)) == 1)


async def test_a_reminder_survives_a_kill_and_is_not_sent_again(house: House, room: Channel) -> None:
    ana, ben = house.seats(2)
    game = laid(house, room)
    await must(ben.command("table", room))
    await ana.wait(lambda seat: len(pings(seat, room)) == 1)
    await house.kill()
    house.write(DUE, (game.id,))
    await house.start()
    await seen(ana, lambda seat: reminders(seat, room))
    await house.until(lambda: house.rows("SELECT 1 FROM board WHERE game_id = ? AND reminder_id", game.id))

    await house.kill()
    await house.start()
    await ana.command("draw", room)

    await ben.wait(lambda seat: len(pings(seat, room)) == 1 and not reminders(seat, room))


async def test_the_downtime_of_the_bot_puts_the_reminder_off_as_well(house: House, room: Channel) -> None:
    game = laid(house, room)
    ana, ben = house.seats(2)
    await ana.command("draw", room)  # the clocks of Ben's turn run
    before, deadline = due(house, game), house.state(room).deadline
    assert before
    assert deadline
    await house.stop()
    house.write("UPDATE alive SET at = at - 3600")
    await house.start()

    after = due(house, game)
    assert after
    assert after - before >= 3600
    assert after - before == (house.state(room).deadline or 0) - deadline
    assert not reminders(ben, room)


@pytest.mark.parametrize(("clock", "reminded"), [(60, True), (120, True), (86400, True), (0, False)])
async def test_the_reminder_stands_at_half_time_where_there_is_a_clock(
    house: House, room: Channel, clock: int, reminded: bool
) -> None:
    game = laid(house, room, clock)

    await house.seat("Ana").command("draw", room)

    deadline = house.state(room).deadline
    assert due(house, game) == (deadline - clock // 2 if deadline and reminded else None)


async def test_a_clock_shorter_than_a_minute_reminds_nobody(house: House, room: Channel) -> None:
    position_of_a_tournament = position("classic", racks=["r4 r5", "o1"], pool=POOL, options={"clock": 40})
    game = house.lay(room, position_of_a_tournament, left=40)

    await house.seat("Ana").command("draw", room)

    assert house.state(room).deadline
    assert due(house, game) is None


async def test_who_was_heard_of_needs_no_reminder_unless_that_is_long_ago(house: House, room: Channel) -> None:
    game = laid(house, room)
    ana, ben = house.seats(2)
    await ana.command("draw", room)
    assert due(house, game)

    await ana.command("rack", room)  # who is not to move
    assert due(house, game)
    await ben.command("rack", room)
    assert due(house, game) is None

    other = house.room("slow")
    slow = laid(house, other, 86400)
    await ana.command("draw", other)
    await ben.command("rack", other)  # half a day before
    assert due(house, slow)


@pytest.mark.parametrize("are_open", [True, False])
async def test_who_wants_it_is_reminded_in_a_direct_message_if_that_is_open(
    house: House, room: Channel, are_open: bool
) -> None:
    house.expect(50007)
    ana, ben = house.seats(2)
    await ana.command("settings", room, {"dm": True})
    ana.set_dms(are_open=are_open)
    house.write(DUE, (laid(house, room).id,))
    await must(ben.command("table", room))
    await ana.wait(lambda seat: len(pings(seat, room)) == 1)

    await look_up(house, room)

    if are_open:
        (reminder,) = await seen(ana, lambda seat: [one for one in seat.messages(seat.dms) if "half of" in one.text])
        assert alt(reminder).startswith("Ana 2 tiles, to move; Ben 2 tiles")
        assert not reminders(ana, room)
        rack = await must(ana.click(reminder, "My rack"))
        assert "Your turn" in rack.text
    else:
        await seen(ana, lambda seat: reminders(seat, room))
    ana.set_dms(are_open=True)
    await ana.command("settings", room, {"dm": False})
