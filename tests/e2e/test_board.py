"""The public message and the ping: edited, posted again, in time, and never more than once a turn."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from playground.model.events import Posted, Removed
from playground.model.starting_world import APPLICATION_ID
from playground.model.values import COMPONENTS_V2, Message
from tests.positions import position

from .looking import alt, must, pings, public, rack_of, seen, showing

if TYPE_CHECKING:
    from playground.model.events import Event
    from playground.model.values import Channel
    from storage.games import Game

    from .house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

PLAIN = {"clock": 0}


def laid(house: House, room: Channel, **more: object) -> Game:
    more.setdefault("racks", ["r4 r5 r6 r7 k1", "o1 o2 o9"])
    return house.lay(room, position("classic", options=PLAIN, **more))  # type: ignore[arg-type]  # passed through


async def test_the_message_is_edited_in_place_and_the_mover_pinged_once_a_turn(house: House, room: Channel) -> None:
    laid(house, room)
    ana, ben = house.seats(2)
    posted: list[Event] = []
    house.world.listeners.append(posted.append)
    shown = await must(ana.command("table", room))
    await ana.wait(lambda seat: [each.mentions_you for each in pings(seat, room)] == [True])

    for seat, other in ((ana, ben), (ben, ana), (ana, ben)):
        await seat.command("draw", room)
        await other.wait(lambda one: [each.mentions_you for each in pings(one, room)] == [True])
        assert [each.mentions_you for each in pings(seat, room)] == [False]
        assert pings(other, room)[0].buttons == ["My rack"]
        assert public(ana, room)[0].id == shown.id
    rack = await must(ben.click(pings(ben, room)[0], "My rack"))
    assert rack.ephemeral
    assert rack.text.startswith("**Your turn**")

    house.world.listeners.remove(posted.append)
    calls = [each for each in posted if isinstance(each, Posted | Removed) and ", your turn" in each.message.content]
    called = [each.message for each in calls if isinstance(each, Posted)]
    assert [each.mentions for each in called] == [(ana.user.id,), (ben.user.id,)] * 2
    assert [each.message.id for each in calls if isinstance(each, Removed)] == [each.id for each in called[:3]]


async def test_the_message_says_whose_turn_it_is_what_happened_and_how_long_it_may_take(
    house: House, room: Channel
) -> None:
    house.lay(room, position("classic", racks=["r4 r5 r6 k1", "o1 o2"]), left=100)
    ana, ben = house.seats(2)
    shown = await must(ana.command("table", room))
    assert f"**<@{ana.user.id}> is to move** · <t:{house.state(room).deadline}:R>" in shown.text

    await ana.command("play", room, move="r4 r5 r6")

    after = await seen(ben, showing("R4 R5 R6", room))
    deadline = house.state(room).deadline
    assert f"**<@{ben.user.id}> is to move** · <t:{deadline}:R>\n<@{ana.user.id}> laid R4 R5 R6." in after.text
    assert after.buttons == ["My rack", "Draw", "Rules", "More"]
    assert alt(after).endswith("Sets: A: R4 R5 R6. Laid: R4 R5 R6.")
    await ben.wait(lambda seat: [f"<t:{deadline}:R>" in each.content for each in pings(seat, room)] == [True])


async def test_after_a_dozen_turns_the_message_is_posted_again(house: House, room: Channel) -> None:
    laid(house, room)
    ana, ben = house.seats(2)
    first = await must(ana.command("table", room))
    for _ in range(6):
        await ana.command("draw", room)
        await ben.command("draw", room)

    again = await seen(ana, lambda seat: next((each for each in public(seat, room) if each.id != first.id), None))

    await ana.wait(lambda seat: [each.id for each in public(seat, room)] == [again.id])
    await ana.wait(lambda seat: len(pings(seat, room)) == 1)


async def test_after_fifty_minutes_the_message_is_posted_again(house: House, room: Channel) -> None:
    rooms = [(room, 49), (house.room("long ago"), 51)]
    old = [posted_long_ago(house, place, laid(house, place), minutes) for place, minutes in rooms]
    ana = house.seat("Ana")

    for message in old:
        await ana.command("draw", message.channel_id)
        await seen(ana, showing("drew 1 tile", message.channel_id))

    shown = [public(ana, message.channel_id)[0].id for message in old]
    assert [one == message.id for one, message in zip(shown, old, strict=True)] == [True, False]


def posted_long_ago(house: House, room: Channel, game: Game, minutes: int) -> Message:
    """A public message that the bot posted so many minutes ago."""
    part = {"type": 10, "id": 1, "content": "An old table"}
    message = house.world.post(
        Message(
            id=house.world.snowflake(),
            channel_id=room.id,
            author_id=APPLICATION_ID,
            created=house.world.now() - minutes * 60,
            components=(part,),
            flags=COMPONENTS_V2,
        )
    )
    house.write(
        "INSERT INTO board VALUES (?, ?, ?, ?, ?, NULL, '', NULL)",
        (game.id, message.id, int(time.time()) - minutes * 60, game.version, game.version),
    )
    return message


async def test_a_deleted_message_is_posted_again_at_the_next_turn(house: House, room: Channel) -> None:
    house.expect(10008)
    laid(house, room)
    ana, ben = house.seats(2)
    ana.delete(await must(ana.command("table", room)))

    await ana.command("draw", room)

    await seen(ben, showing(f"<@{ana.user.id}> drew 1 tile.", room))


async def test_a_deleted_message_comes_back_by_command(house: House, room: Channel) -> None:
    house.expect(10008)
    laid(house, room)
    ana, ben = house.seats(2)
    ana.delete(await must(ana.command("table", room)))

    shown = await must(ben.command("table", room))

    await house.until(lambda: 10008 in house.codes)
    assert [each.id for each in public(ana, room)] == [shown.id]


async def test_a_tap_on_an_old_picture_refreshes_it_and_does_nothing_else(house: House, room: Channel) -> None:
    laid(house, room)
    ana, ben = house.seats(2)
    shown = await must(ana.command("table", room))
    await ana.command("draw", room)
    await ben.command("draw", room)

    refreshed = await must(ana.click(shown, shown.component("Draw")["custom_id"]))

    assert refreshed.id == shown.id
    assert f"<@{ben.user.id}> drew 1 tile." in refreshed.text
    assert house.game(room).version == 3


async def test_a_tap_on_an_old_rack_refreshes_it_and_does_nothing_else(house: House, room: Channel) -> None:
    laid(house, room)
    ana = house.seat("Ana")
    rack = await must(ana.command("rack", room))
    await ana.command("draw", room)
    await house.seat("Ben").command("draw", room)

    shown = await must(ana.click(rack, "Draw"))

    assert shown.id == rack.id
    assert "**Your turn**" in shown.text
    assert len(rack_of(shown)) == 6
    assert house.game(room).version == 3


async def test_a_double_tap_draws_once(house: House, room: Channel) -> None:
    laid(house, room)
    ana = house.seat("Ana")
    rack = await must(ana.command("rack", room))

    one, two = await asyncio.gather(ana.click(rack, "Draw"), ana.click(rack, "Draw"))

    assert {one and one.id, two and two.id} >= {rack.id}
    assert house.game(room).version == 2
    assert len(house.state(room).seats[0].rack) == 6


async def test_fifty_taps_at_once_draw_once_and_all_are_answered(house: House, room: Channel) -> None:
    laid(house, room)
    ana = house.seat("Ana")
    shown = await must(ana.command("table", room))

    answers = await asyncio.gather(*(ana.click(shown, "Draw") for _ in range(50)))

    assert all(answers)
    assert house.game(room).version == 2


async def test_strangers_may_look_at_the_table_and_do_nothing(house: House, room: Channel) -> None:
    laid(house, room)
    eve = house.stranger()
    shown = await must(eve.command("table", room))

    for name in ("My rack", "Draw"):
        answer = await must(eve.click(shown, name))
        assert answer.ephemeral
        assert answer.text == "You don't sit at this table."
    for command in ("rack", "draw", "pass", "resign"):
        answer = await must(eve.command(command, room))
        assert answer.ephemeral
        assert answer.text == "You don't sit at this table."
    assert (await must(eve.command("play", room, move="r4 r5 r6"))).text == "You don't sit at this table."
    assert house.game(room).version == 1


def more_codes(house: House, before: int) -> bool:
    return len(house.codes) > before


async def test_a_channel_that_loses_its_permissions_loses_no_move(house: House, room: Channel) -> None:
    house.expect(50001, 50013, "could not be shown")
    laid(house, room)
    ana, ben = house.seats(2)
    await ana.command("table", room)
    for denied in (["VIEW_CHANNEL"], ["ATTACH_FILES", "SEND_MESSAGES"]):
        house.world.deny(room.id, denied)
        before = len(house.codes)
        seat = (ana, ben)[house.state(room).turn]
        assert rack_of(await must(seat.command("draw", room)))
        await house.until(partial(more_codes, house, before))
        refused = await must(seat.command("table", room))
        assert refused.text.startswith("To show a table in this channel I need the permission")
    house.world.deny(room.id, [])

    await ana.command("draw", room)

    assert house.game(room).version == 4
    await seen(ben, showing(f"<@{ana.user.id}> drew 1 tile.", room))
    await ben.wait(lambda seat: len(pings(seat, room)) == 1)


async def test_a_thread_that_has_gone_to_sleep_is_woken_by_the_next_turn(house: House, room: Channel) -> None:
    house.expect(50083)
    ana, ben = house.seats(2)
    thread = house.world.add_thread("slow game", room.id, ana.user.id)
    laid(house, thread)
    first = await must(ana.command("table", thread))
    await ana.wait(lambda seat: len(pings(seat, thread)) == 1)
    house.world.change_channel(replace(house.world.channel(thread.id), archived=True))

    await ana.command("draw", thread)

    shown = await seen(ben, showing(f"<@{ana.user.id}> drew 1 tile.", thread))
    assert not house.world.channel(thread.id).archived
    assert shown.id != first.id


async def test_a_turn_ends_when_its_clock_runs_out(house: House, room: Channel) -> None:
    house.lay(room, position("classic", racks=["r4", "o1", "k1"], pool="b1 b2 b3", options={"clock": 60}), left=1)
    ana, ben, chloe = house.seats(3)
    await ana.command("table", room)

    await chloe.click(await must(chloe.command("resign", room)), "Resign")

    shown = await seen(ben, showing(f"<@{ana.user.id}> ran out of time and draws 1 tile.", room))
    state = house.state(room)
    assert state.turn == 1
    assert f"<t:{state.deadline}:R>" in shown.text
    assert rack_of(await must(ana.command("rack", room))) == ["R4", "B3"]
