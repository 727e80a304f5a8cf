"""Channels that are lost in unusual ways: players are told of those, too."""

from dataclasses import replace

import pytest

from playground.model.values import Channel
from tests.e2e.running_bot import RunningBot

from .looking import find_pings, find_public, find_showing, require_private, wait_to_see
from .test_channels import laid, mended, notice, show, unsendable

pytestmark = pytest.mark.asyncio(loop_scope="module")
SETTINGS = {"TURN_PINGS": "messages"}  # by the bot's own routes, which need its permissions

READY = 0.5  # seconds in which a start waits for its servers; discord.py doesn't report those that come in no time


async def test_a_submitted_form_is_followed_by_what_is_missing(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(50013, "could not be shown")
    laid(running_bot, room)
    ana, ben = running_bot.seats(2)
    await show(running_bot, ana, room)
    await ana.click(await require_private(ana.command("rack", room)), "Edit as text")
    unsendable(running_bot.world, room)
    await ben.command("end", room)
    await running_bot.until(lambda: 50013 in running_bot.codes)

    await ana.submit()

    assert await notice(ana, room) == f"To show a table in <#{room.id}>, I need the Send Messages permission."
    mended(running_bot.world, room)
    await wait_to_see(ana, lambda seat: [each for each in find_public(seat, room) if "Play on" in each.buttons])


async def test_a_lost_channel_that_is_deleted_then_is_said_to_be_deleted(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.expect(50001, 10003, 10008, "could not be shown")  # the racks there are deleted, too
    place = running_bot.room("lost and deleted")
    ana, ben = running_bot.seats(2)
    laid(running_bot, place)
    await show(running_bot, ana, place)
    running_bot.world.deny(place.id, ["VIEW_CHANNEL"])
    await ana.command("draw", place)
    await running_bot.until(lambda: 50001 in running_bot.codes)
    await ben.command("rack", place)
    assert await notice(ben, place) == f"To show a table in <#{place.id}>, I need the View Channel permission."

    running_bot.world.close_channel(running_bot.world.channel(place.id))
    await running_bot.until(lambda: 10003 in running_bot.codes)

    await ben.command("games", room)
    assert await notice(ben, room) == "The table's channel was deleted."
    await require_private(ana.command("move-table", room, channel=str(room.id), table=str(running_bot.game(place).id)))
    await wait_to_see(ben, find_showing("moved the table here.", room))
    await running_bot.shown(room)


async def test_a_channel_that_is_deleted_while_the_bot_is_down_is_said_to_be_deleted(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.expect(10003, "could not be shown")
    place = running_bot.room("deleted meanwhile")
    ana, ben = running_bot.seats(2)
    laid(running_bot, place)
    await show(running_bot, ana, place)
    await running_bot.stop()
    running_bot.world.close_channel(running_bot.world.channel(place.id))
    before = len(running_bot.log)
    await running_bot.start(ready=READY)
    await running_bot.until(lambda: "could not be shown" in running_bot.log[before:])

    await ben.command("games", room)
    assert await notice(ben, room) == "The table's channel was deleted."
    await require_private(ana.command("move-table", room, channel=str(room.id), table=str(running_bot.game(place).id)))
    await wait_to_see(ben, find_showing("moved the table here.", room))
    await running_bot.shown(room)


async def test_a_start_wakes_no_archived_thread(running_bot: RunningBot, room: Channel) -> None:
    ana, _ = running_bot.seats(2)
    thread = running_bot.world.add_thread("asleep", room.id, ana.user.id)
    laid(running_bot, thread)
    await show(running_bot, ana, thread)
    await running_bot.stop()
    running_bot.world.change_channel(replace(running_bot.world.channel(thread.id), archived=True))

    await running_bot.start(ready=READY)
    await running_bot.until(lambda: ("GET", f"/channels/{thread.id}") in asked(running_bot))

    await ana.command("games", room)
    assert running_bot.world.channel(thread.id).archived
    assert len(find_pings(ana, thread)) == 1


def asked(running_bot: RunningBot) -> list[tuple[str, str]]:
    return [(each.method, each.path) for each in running_bot.playground.requests]
