"""Channels, threads, and those that the bot can't write to anymore: players are told, and no move is lost."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from playground import SimulatedUser
from playground.model.values import Channel
from playground.model.world import World
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .messages import find_pings, find_public, find_showing, read_rack, require_answer, require_private, wait_to_see

pytestmark = pytest.mark.asyncio(loop_scope="module")
SETTINGS = {"TURN_PINGS": "messages"}  # by the bot's own routes, which need its permissions

STILL = "Your moves still count. The host or a server manager can move the table with /move-table."
READY = 0.5  # seconds in which a start waits for its servers; discord.py doesn't report those that come in no time


async def show(running_bot: RunningBot, where: Channel) -> tuple[SimulatedUser, SimulatedUser]:
    """Show a game at Ana's turn, and wait until the bot has nothing left to do there."""
    pool = "b1 b2 b3 b4 b5 b6"
    running_bot.deal(where, position("classic", racks=["r4 r5", "o1"], pool=pool, options={"clock": 0}))
    ana, ben = running_bot.seats(2)
    await ana.command("table", where)
    await ana.wait(lambda seat: find_pings(seat, where))
    await running_bot.wait_until_shown(where)
    return ana, ben


def find_notices(seat: SimulatedUser, room: Channel) -> list[str]:
    """What only this player is told about the table that can't be shown."""
    return [each.text for each in seat.messages(room) if each.ephemeral and STILL in each.text]


async def read_notice(seat: SimulatedUser, room: Channel) -> str:
    said, *more = await wait_to_see(seat, lambda seat: find_notices(seat, room))
    assert not more, said
    return said.removesuffix(f" {STILL}")


def find_text_channel(world: World, room: Channel) -> Channel:
    return world.channel(room.id)


def add_voice_channel(world: World, room: Channel) -> Channel:
    return world.add_channel(f"{room.name} voice", "voice")


def add_thread(world: World, room: Channel) -> Channel:
    return world.add_thread("talk", room.id, world.owner_id)


def add_private_thread(world: World, room: Channel) -> Channel:
    return world.let_bot_in(world.add_thread("secret", room.id, world.owner_id, is_private=True))


def deny_sending(world: World, where: Channel) -> None:
    world.deny(where.id, ["SEND_MESSAGES"])


def deny_connecting(world: World, where: Channel) -> None:
    world.deny(where.id, ["CONNECT"])


def lock(world: World, where: Channel) -> None:
    world.change_channel(replace(world.channel(where.id), locked=True, archived=True))


def hide(world: World, where: Channel) -> None:
    world.change_channel(replace(world.channel(where.id), is_hidden=True))


def repair(world: World, where: Channel) -> None:
    if world.channel(where.id).is_hidden:
        world.let_bot_in(world.channel(where.id))
    world.change_channel(replace(world.channel(where.id), locked=False))
    world.deny(where.id, [])


@pytest.mark.parametrize(
    ("make", "break_", "said"),
    [
        (find_text_channel, deny_sending, "To show a table in {where}, I need the Send Messages permission."),
        (add_voice_channel, deny_connecting, "To show a table in {where}, I need the Connect permission."),
        (add_thread, lock, "{where} is locked, so I can't show a table there. Moderators can unlock it."),
        (add_private_thread, hide, "I'm not in {where}, so I can't show a table there. Mention me there to add me."),
    ],
)
async def test_each_player_of_a_lost_table_is_told_once_what_is_missing_and_plays_on(
    running_bot: RunningBot,
    room: Channel,
    make: Callable[[World, Channel], Channel],
    break_: Callable[[World, Channel], None],
    said: str,
) -> None:
    running_bot.expect(50001, 50013, 50083, 160005, "could not be shown")
    where = make(running_bot.world, room)
    ana, ben = await show(running_bot, where)
    break_(running_bot.world, where)
    refused = len(running_bot.codes)

    assert read_rack(await require_private(ana.command("draw", where)))
    await running_bot.until(lambda: len(running_bot.codes) > refused)
    assert read_rack(await require_private(ben.command("draw", where)))

    assert await read_notice(ben, where) == said.format(where=f"<#{where.id}>")
    for _ in range(2):
        rack = await require_private(ana.command("rack", where))
        await ana.click(rack, "More")
    assert await read_notice(ana, where) == said.format(where=f"<#{where.id}>")
    repair(running_bot.world, where)
    await wait_to_see(ana, find_showing(f"<@{ben.user.id}> drew 1 tile", where))


async def test_a_table_leaves_a_channel_that_was_deleted_while_the_bot_was_down(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.expect(10003, "could not be shown")
    where = running_bot.room("deleted meanwhile")
    ana, ben = await show(running_bot, where)
    await running_bot.stop()
    running_bot.world.close_channel(running_bot.world.channel(where.id))
    before = len(running_bot.log)
    await running_bot.start(ready=READY)
    await running_bot.until(lambda: "could not be shown" in running_bot.log[before:])

    while not find_notices(ana, room):  # nothing is told while the bot is just trying again
        await ana.command("games", room)
    assert await read_notice(ana, room) == "The table's channel was deleted."
    choices = await ana.autocomplete("move-table", "table", room, table="unknown channel", channel=str(room.id))
    (game,) = [each["value"] for each in choices]
    answer = await require_private(ana.command("move-table", room, channel=str(room.id), table=game))

    assert answer.text == f"The table is now in <#{room.id}>."
    await wait_to_see(ben, find_showing(f"<@{ana.user.id}> moved the table here.", room))
    await ana.wait(lambda seat: [each.mentions_you for each in find_pings(seat, room)] == [True])
    assert read_rack(await require_private(ana.command("draw", room))) == ["R4", "R5", "B6"]
    await ben.wait(lambda seat: [each.mentions_you for each in find_pings(seat, room)] == [True])


# threads


async def test_a_table_has_a_thread_of_its_own_is_joined_from_its_announcement_and_moves_out(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben, chloe = running_bot.seats(3)
    panel = await require_answer(ana.command("setup", room))
    await ana.click(panel, "Threads: off")
    announced = await require_answer(ana.command("new", room))
    await ana.click(panel, "Threads: on")
    (thread,) = [each for each in running_bot.world.channels.values() if each.parent_id == room.id]
    assert (thread.name, thread.id) == ("Classic · Ana", announced.id)  # it belongs to the message
    await wait_to_see(ben, find_showing("## Classic", thread))
    announced = find_public(ana, room)[-1]
    assert announced.text == f"Classic, hosted by <@{ana.user.id}>: <#{thread.id}>"
    await ben.click(announced, "Join")
    await ana.wait(lambda seat: f"2. <@{ben.user.id}>" in find_public(seat, thread)[-1].text)

    await ana.command("move-table", thread, channel=str(room.id))

    lobby = await wait_to_see(
        chloe, lambda seat: next((each for each in seat.messages(room) if "moved the table here." in each.text), None)
    )
    redirected = await wait_to_see(
        chloe,
        lambda seat: next(
            (each for each in seat.messages(room) if each.id == announced.id and f"<#{room.id}>" in each.text), None
        ),
    )
    await chloe.click(redirected, "Join")
    await ana.wait(
        lambda seat: any(each.id == lobby.id and f"<@{chloe.user.id}>" in each.text for each in seat.messages(room))
    )


async def test_an_archived_thread_is_woken_by_the_next_turn_and_not_by_a_start(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.expect(50083)
    thread = running_bot.world.add_thread("asleep", room.id, running_bot.world.owner_id)
    ana, ben = await show(running_bot, thread)
    await running_bot.stop()
    running_bot.world.change_channel(replace(running_bot.world.channel(thread.id), archived=True))
    await running_bot.start(ready=READY)
    asked, requests = ("GET", f"/channels/{thread.id}"), running_bot.playground.requests
    await running_bot.until(lambda: asked in [(each.method, each.path) for each in requests])
    await ana.command("games", room)
    assert running_bot.world.channel(thread.id).archived
    assert len(find_pings(ana, thread)) == 1

    await ana.command("draw", thread)

    await wait_to_see(ben, find_showing(f"<@{ana.user.id}> drew 1 tile", thread))
    assert not running_bot.world.channel(thread.id).archived
