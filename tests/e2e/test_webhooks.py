"""Turns are called in follow-ups to the last player's move, once each, whatever happens to their requests."""

import re

import pytest

from playground import ShownMessage, SimulatedUser
from playground.api.calls import Request
from playground.api.interaction_callbacks import MESSAGE, WEBHOOK
from playground.model.errors import UNKNOWN_WEBHOOK
from playground.model.values import Channel
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .looking import find_pings, find_public, require_answer, wait_to_see

pytestmark = pytest.mark.asyncio(loop_scope="module")

OWN_POST = ("POST", "/channels/{channel_id}/messages")


async def dealt(running_bot: RunningBot, room: Channel) -> tuple[SimulatedUser, SimulatedUser]:
    """A game whose table an interaction has posted, at Ana's turn."""
    running_bot.lay(room, position("classic", racks=["r4 r5", "o1"], pool="b1 b2 b3 b4 b5 b6", options={"clock": 0}))
    ana, ben = running_bot.seats(2)
    await ana.command("table", room)
    await running_bot.shown(room)
    return ana, ben


def sent(running_bot: RunningBot, room: Channel, since: int) -> list[tuple[str, str | None]]:
    """The methods and routes of the requests about this channel's messages since then, in order."""
    return [(each.method, each.route) for each in running_bot.playground.requests[since:] if is_in(each, room)]


def is_in(request: Request, room: Channel) -> bool:
    response = request.response
    return request.path.startswith((f"/channels/{room.id}/", "/webhooks/")) and (
        not isinstance(response, dict) or response.get("channel_id", str(room.id)) == str(room.id)
    )


async def called(seat: SimulatedUser, room: Channel) -> ShownMessage:
    """The only call in the channel, once it's this player's."""
    (ping,) = await wait_to_see(seat, lambda seat: [each for each in find_pings(seat, room) if each.mentions_you])
    return ping


async def test_turns_need_no_counted_request(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = await dealt(running_bot, room)
    since = len(running_bot.playground.requests)
    for mover, other in ((ana, ben), (ben, ana), (ana, ben)):
        await mover.command("draw", room)
        ping = await called(other, room)
        assert ping.json["interaction_metadata"]["original_response_message_id"]
        await running_bot.shown(room)

    routes = sent(running_bot, room, since)
    assert len(find_public(ana, room)) == 1
    assert routes.count(("POST", WEBHOOK)) == 3
    assert [each for each in routes if str(each[1]).startswith("/channels")] == []


async def test_a_call_is_deleted_after_a_restart_and_the_next_one_is_a_message(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben = await dealt(running_bot, room)
    await ana.command("draw", room)
    first = await called(ben, room)
    await running_bot.shown(room)
    await running_bot.kill()
    await running_bot.start()

    await ben.command("draw", room)
    ping = await called(ana, room)
    await running_bot.shown(room)

    assert first.id != ping.id
    assert [each.id for each in find_pings(ben, room)] == [ping.id]
    assert len(find_public(ana, room)) == 1


@pytest.mark.parametrize("status", [500, 503])
async def test_a_call_whose_response_is_lost_stands_there_once(
    running_bot: RunningBot, room: Channel, status: int
) -> None:
    """discord.py repeats a follow-up after any server error, and Discord gives it no nonce."""
    running_bot.expect(status)
    ana, ben = await dealt(running_bot, room)
    running_bot.faults.lose_reply(WEBHOOK, status, method="POST")

    await ana.command("draw", room)
    await called(ben, room)
    await running_bot.shown(room)

    assert len(find_pings(ben, room)) == 1


async def test_a_history_that_fails_keeps_no_player_from_being_called(running_bot: RunningBot, room: Channel) -> None:
    """With discord.py's own repetitions, the table stood still for minutes, and Ana was never called."""
    running_bot.expect(500)
    ana, ben = await dealt(running_bot, room)
    history = running_bot.faults.server_error(OWN_POST[1], 500, method="GET", times=10_000)
    running_bot.faults.lose_reply(WEBHOOK, 500, method="POST")

    await ana.command("draw", room)
    await wait_to_see(ben, lambda seat: len(find_pings(seat, room)) == 2 or None)
    await ben.command("draw", room)
    await wait_to_see(ana, lambda seat: any(each.mentions_you for each in find_pings(seat, room)) or None)
    assert history.met.is_set()
    running_bot.faults.clear()

    await called(ana, room)  # which leaves no other call
    await running_bot.shown(room)
    assert len(find_public(ana, room)) == 1


async def test_a_refused_follow_up_becomes_a_message(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(UNKNOWN_WEBHOOK.code)
    ana, ben = await dealt(running_bot, room)
    running_bot.faults.refuse(WEBHOOK, UNKNOWN_WEBHOOK, method="POST")
    running_bot.faults.refuse(MESSAGE, UNKNOWN_WEBHOOK, method="PATCH")
    since = len(running_bot.playground.requests)

    await ana.command("draw", room)
    ping = await called(ben, room)
    await running_bot.shown(room)

    assert "interaction_metadata" not in ping.json
    assert OWN_POST in sent(running_bot, room, since)
    assert len(find_public(ana, room)) == 1


async def test_after_a_move_in_a_direct_message_the_call_comes_in_the_channel(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben = await dealt(running_bot, room)
    await ana.command("settings", room, dm="true")
    await ana.command("draw", room)
    await ben.command("draw", room)
    rack = await wait_to_see(
        ana, lambda seat: next((each for each in seat.messages(seat.dms) if "rk:draw:" in str(each.json)), None)
    )
    await running_bot.shown(room)
    await require_answer(ana.forge(rack, next(iter(re.findall(r"rk:draw:[\w:-]+", str(rack.json))))))
    await called(ben, room)
    await ana.command("settings", room, dm="false")

    assert not any(each.mentions_you for each in ben.messages(ben.dms))
