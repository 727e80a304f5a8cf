"""A thread for each table, where the server's managers want that."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from storage.games import Phase
from tests.e2e.running_bot import RunningBot

from .looking import find_pings, find_public, find_showing, read_rack, require_answer, require_private, wait_to_see

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", autouse=True)
async def threads(running_bot: RunningBot, room: Channel) -> AsyncIterator[None]:
    """Ana, whose server it is, wants them for the time of a test."""
    ana = running_bot.seat("Ana")
    panel = await require_answer(ana.command("setup", room))
    await ana.click(panel, "Threads: off")
    yield
    panel = await require_answer(ana.command("setup", room))
    await ana.click(panel, "Threads: on")


def threads_of(running_bot: RunningBot, room: Channel) -> list[Channel]:
    return [each for each in running_bot.world.channels.values() if each.parent_id == room.id]


async def opened(
    seat: SimulatedUser, running_bot: RunningBot, room: Channel, **options: str
) -> tuple[ShownMessage, Channel]:
    """The announcement of a new table, and the thread in which it stands."""
    shown = await require_answer(seat.command("new", room, options))
    (thread,) = await running_bot.until(lambda: threads_of(running_bot, room))
    announced = await wait_to_see(
        seat, lambda one: next((each for each in find_public(one, room) if each.buttons), None)
    )
    assert announced.id == shown.id
    return announced, thread


async def test_a_table_opens_in_a_thread_named_after_its_system_and_host(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben = running_bot.seats(2)

    announced, thread = await opened(ana, running_bot, room, clock="0")

    assert thread.name == "Classic · Ana"
    assert thread.id == announced.id  # it hangs on the message
    assert announced.buttons == ["Join"]
    assert announced.text == f"<@{ana.user.id}> opened a Classic table: <#{thread.id}>"
    assert running_bot.game(thread).channel_id == thread.id
    lobby = await wait_to_see(ben, find_showing("## Classic", thread))
    await ben.click(announced, "Join")
    await ana.wait(lambda seat: f"2. <@{ben.user.id}>" in find_public(seat, thread)[-1].text)
    await ana.click(lobby, "Start")
    assert running_bot.game(thread).phase is Phase.PLAYING
    mover = (ana, ben)[running_bot.state(thread).turn]
    await mover.wait(lambda seat: [each.mentions_you for each in find_pings(seat, thread)] == [True])
    await mover.command("draw", thread)
    await ben.wait(lambda seat: "drew 1 tile" in find_public(seat, thread)[-1].text)
    assert (await require_private(ana.command("rack", room))).text.startswith("This channel has no table.")
    assert find_public(ana, room)[-1].id == announced.id


async def test_a_channel_has_room_for_many_such_tables(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    await require_answer(ana.command("new", room))
    await require_answer(ben.command("new", room, variant="rummykruss"))

    names = {"Classic · Ana", "Rummykruss · Ben"}
    await running_bot.until(lambda: {each.name for each in threads_of(running_bot, room)} == names)


@pytest.mark.parametrize(("clock", "minutes"), [("60", 1440), ("86400", 10080), ("0", 10080)])
async def test_the_thread_of_a_slow_table_may_rest_for_longer(
    running_bot: RunningBot, room: Channel, clock: str, minutes: int
) -> None:
    _, thread = await opened(running_bot.seat("Ana"), running_bot, room, clock=clock)

    assert running_bot.world.channel(thread.id).auto_archive_minutes == minutes


async def test_a_thread_that_was_put_away_is_woken_by_the_next_turn(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(50083)
    ana, ben = running_bot.seats(2)
    announced, thread = await opened(ana, running_bot, room, clock="0")
    await ben.click(announced, "Join")
    await ana.command("start", thread)
    mover = (ana, ben)[running_bot.state(thread).turn]
    await mover.wait(lambda seat: len(find_pings(seat, thread)) == 1)
    running_bot.world.change_channel(replace(running_bot.world.channel(thread.id), archived=True))

    await mover.command("draw", thread)

    await wait_to_see(ben, find_showing(f"<@{mover.user.id}> drew 1 tile", thread))
    assert not running_bot.world.channel(thread.id).archived


async def test_in_a_thread_a_table_and_its_rematch_stand_where_they_are(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = running_bot.seats(2)
    talk = running_bot.world.add_thread("talk", room.id, ana.user.id)

    lobby = await require_answer(ana.command("new", talk))
    await ben.click(lobby, "Join")
    await ana.click(lobby, "Start")
    await ben.click(await require_answer(ben.command("resign", talk)), "Resign")
    final = await wait_to_see(
        ana, lambda seat: next((each for each in find_public(seat, talk) if "Rematch" in each.buttons), None)
    )
    again = await require_answer(ana.click(final, "Rematch"))

    assert again.channel_id == talk.id
    assert running_bot.game(talk).phase is Phase.LOBBY


async def test_where_discord_opens_no_thread_there_is_no_table_either(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(503)
    running_bot.faults.server_error("/channels/{channel_id}/messages/{message_id}/threads", 503, method="POST")
    ana = running_bot.seat("Ana")

    await ana.command("new", room)

    refusal = await wait_to_see(
        ana, lambda seat: next((each for each in seat.messages(room) if "couldn't open a thread" in each.text), None)
    )
    assert refusal.ephemeral
    assert find_public(ana, room) == []
    assert running_bot.rows("SELECT 1 FROM game WHERE channel_id = ?", room.id) == []


async def test_a_game_that_begins_at_once_is_announced_without_a_way_to_join(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben = running_bot.seats(2)
    announced = await require_answer(ana.command("new", room, start=True))

    assert not announced.ephemeral
    assert announced.buttons == []
    bench = await wait_to_see(ana, lambda seat: next((each for each in seat.messages(room) if read_rack(each)), None))
    assert bench.ephemeral
    assert len(read_rack(bench)) == 14
    await ana.click(bench, "Sort by number")
    assert not [each for each in ben.messages(room) if each.pictures]
