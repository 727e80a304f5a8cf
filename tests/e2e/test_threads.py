"""A thread for each table, where the server's managers want that."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

from storage.games import Phase

from .looking import must, pings, private, public, seen, showing

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playground import ShownMessage, SimulatedUser
    from playground.model.values import Channel

    from .house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", autouse=True)
async def threads(house: House, room: Channel) -> AsyncIterator[None]:
    """Ana, whose server it is, wants them for the time of a test."""
    ana = house.seat("Ana")
    panel = await must(ana.command("setup", room))
    await ana.click(panel, "Threads: off")
    yield
    panel = await must(ana.command("setup", room))
    await ana.click(panel, "Threads: on")


def threads_of(house: House, room: Channel) -> list[Channel]:
    return [each for each in house.world.channels.values() if each.parent_id == room.id]


async def opened(seat: SimulatedUser, house: House, room: Channel, **options: str) -> tuple[ShownMessage, Channel]:
    """The announcement of a new table, and the thread in which it stands."""
    shown = await must(seat.command("new", room, options))
    (thread,) = await house.until(lambda: threads_of(house, room))
    announced = await seen(seat, lambda one: next((each for each in public(one, room) if each.buttons), None))
    assert announced.id == shown.id
    return announced, thread


async def test_a_table_opens_in_a_thread_named_after_its_system_and_host(house: House, room: Channel) -> None:
    ana, ben = house.seats(2)

    announced, thread = await opened(ana, house, room, clock="0")

    assert thread.name == "Classic · Ana"
    assert thread.id == announced.id  # it hangs on the message
    assert announced.buttons == ["Join"]
    assert announced.text == f"<@{ana.user.id}> opens a table of Classic: <#{thread.id}>"
    assert house.game(thread).channel_id == thread.id
    lobby = await seen(ben, showing("## Classic", thread))
    await ben.click(announced, "Join")
    await ana.wait(lambda seat: f"2. <@{ben.user.id}>" in public(seat, thread)[-1].text)
    await ana.click(lobby, "Start")
    assert house.game(thread).phase is Phase.PLAYING
    mover = (ana, ben)[house.state(thread).turn]
    await mover.wait(lambda seat: [each.mentions_you for each in pings(seat, thread)] == [True])
    await mover.command("draw", thread)
    await ben.wait(lambda seat: "drew 1 tile" in public(seat, thread)[-1].text)
    assert (await private(ana.command("rack", room))).text.startswith("No table is open in this channel.")
    assert public(ana, room)[-1].id == announced.id


async def test_a_channel_has_room_for_many_such_tables(house: House, room: Channel) -> None:
    ana, ben = house.seats(2)
    await must(ana.command("new", room))
    await must(ben.command("new", room, variant="rummykruss"))

    names = {"Classic · Ana", "Rummykruss · Ben"}
    await house.until(lambda: {each.name for each in threads_of(house, room)} == names)


@pytest.mark.parametrize(("clock", "minutes"), [("60", 1440), ("86400", 10080), ("0", 10080)])
async def test_the_thread_of_a_slow_table_may_rest_for_longer(
    house: House, room: Channel, clock: str, minutes: int
) -> None:
    _, thread = await opened(house.seat("Ana"), house, room, clock=clock)

    assert house.world.channel(thread.id).auto_archive_minutes == minutes


async def test_a_thread_that_was_put_away_is_woken_by_the_next_turn(house: House, room: Channel) -> None:
    house.expect(50083)
    ana, ben = house.seats(2)
    announced, thread = await opened(ana, house, room, clock="0")
    await ben.click(announced, "Join")
    await ana.command("start", thread)
    mover = (ana, ben)[house.state(thread).turn]
    await mover.wait(lambda seat: len(pings(seat, thread)) == 1)
    house.world.change_channel(replace(house.world.channel(thread.id), archived=True))

    await mover.command("draw", thread)

    await seen(ben, showing(f"<@{mover.user.id}> drew 1 tile.", thread))
    assert not house.world.channel(thread.id).archived


async def test_in_a_thread_a_table_and_its_rematch_stand_where_they_are(house: House, room: Channel) -> None:
    ana, ben = house.seats(2)
    talk = house.world.add_thread("talk", room.id, ana.user.id)

    lobby = await must(ana.command("new", talk))
    await ben.click(lobby, "Join")
    await ana.click(lobby, "Start")
    await ben.click(await must(ben.command("resign", talk)), "Resign")
    final = await seen(ana, lambda seat: next((each for each in public(seat, talk) if "Rematch" in each.buttons), None))
    again = await must(ana.click(final, "Rematch"))

    assert again.channel_id == talk.id
    assert house.game(talk).phase is Phase.LOBBY


async def test_where_discord_opens_no_thread_there_is_no_table_either(house: House, room: Channel) -> None:
    house.expect(503)
    house.faults.server_error("/channels/{channel_id}/messages/{message_id}/threads", 503, method="POST")
    ana = house.seat("Ana")

    await ana.command("new", room)

    refusal = await seen(
        ana, lambda seat: next((each for each in seat.messages(room) if "no thread" in each.text), None)
    )
    assert refusal.ephemeral
    assert public(ana, room) == []
    assert house.rows("SELECT 1 FROM game WHERE channel_id = ?", room.id) == []
