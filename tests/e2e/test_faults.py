"""Discord on a bad day: late, lost, limited, broken. No move is lost or made twice; the picture comes in the end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from playground import InteractionFailed
from playground.api.faults import CALLBACK
from tests.positions import position

from .looking import must, pings, public, rack_of, seen, showing

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground import ShownMessage, SimulatedUser
    from playground.model.values import Channel, Json

    from .house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
QUIET = {"clock": 0}


def settled(words: str, room: Channel) -> Callable[[SimulatedUser], ShownMessage | None]:
    """For `seen`: the one public message with these words, and one ping below."""
    return lambda seat: showing(words, room)(seat) if len(pings(seat, room)) == 1 else None


async def dealt(house: House, room: Channel) -> tuple[SimulatedUser, SimulatedUser]:
    house.lay(room, position("classic", racks=["r4 r5", "o1"], pool="b1 b2 b3 b4 b5 b6", options=QUIET))
    ana, ben = house.seats(2)
    await ana.command("table", room)
    await seen(ana, settled("is to move", room))
    return ana, ben


async def answered_too_late(house: House, act: Awaitable[object]) -> None:
    """Let the answer to this act come when nobody waits for it any more."""
    house.expect(10062)
    late, waiting = house.faults.hold(CALLBACK), asyncio.ensure_future(act)
    await late.met.wait()
    house.playground.interactions.time_out()
    with pytest.raises(InteractionFailed):
        await waiting
    late.release()
    await house.until(lambda: 10062 in house.codes)


async def test_a_move_whose_answer_comes_too_late_is_made(house: House, room: Channel) -> None:
    ana, ben = await dealt(house, room)

    await answered_too_late(house, ana.command("draw", room))

    await seen(ben, settled(f"<@{ana.user.id}> drew 1 tile.", room))
    assert house.game(room).version == 2
    assert rack_of(await must(ana.command("rack", room))) == ["R4", "R5", "B6"]


async def test_a_table_whose_answer_comes_too_late_is_shown_all_the_same(house: House, room: Channel) -> None:
    ana, ben = house.seats(2)

    await answered_too_late(house, ana.command("new", room))

    lobby = await seen(ben, showing("## Classic", room))
    await ben.click(lobby, "Join")
    await ben.wait(lambda seat: f"2. <@{ben.user.id}>" in public(seat, room)[0].text)
    assert len(public(ben, room)) == 1


async def test_a_move_whose_answer_is_lost_on_the_way_is_made_once(house: House, room: Channel) -> None:
    house.expect(500, 40060)
    ana, ben = await dealt(house, room)
    house.faults.lose_reply(CALLBACK)

    drawn = await must(ana.command("draw", room))

    assert rack_of(drawn) == ["R4", "R5", "B6"]
    await seen(ben, settled(f"<@{ana.user.id}> drew 1 tile.", room))
    await house.until(lambda: 40060 in house.codes)
    assert house.game(room).version == 2


async def test_a_lobby_whose_answer_is_lost_on_the_way_stands_once(house: House, room: Channel) -> None:
    house.expect(500, 40060)
    ana, ben = house.seats(2)
    house.faults.lose_reply(CALLBACK)

    lobby = await must(ana.command("new", room))
    await house.until(lambda: 40060 in house.codes)
    await house.until(lambda: house.rows("SELECT 1 FROM board WHERE message_id = ?", lobby.id))
    await ben.click(lobby, "Join")

    await ben.wait(lambda seat: f"2. <@{ben.user.id}>" in public(seat, room)[-1].text)
    assert [each.id for each in public(ben, room)] == [lobby.id]


async def test_a_message_whose_reply_is_lost_is_not_posted_twice(house: House, room: Channel) -> None:
    house.expect(500)
    house.lay(room, position("classic", racks=["r4", "o1"], options=QUIET))
    ana, ben = house.seats(2)
    house.faults.lose_reply(MESSAGES, method="POST")

    await ana.command("draw", room)

    await ben.wait(lambda seat: len(pings(seat, room)) == 1)
    await house.until(lambda: 500 in house.codes)
    await house.until(lambda: house.rows("SELECT 1 FROM board WHERE ping_id = ?", pings(ben, room)[0].id))
    assert len(public(ben, room)) == 1
    assert len(pings(ben, room)) == 1


@pytest.mark.parametrize("status", [500, 503])
async def test_a_picture_that_discord_fails_to_take_is_shown_later(house: House, room: Channel, status: int) -> None:
    house.expect(status, "could not be shown")
    ana, ben = await dealt(house, room)
    house.faults.server_error(MESSAGE, status, method="PATCH")

    drawn = await must(ana.command("draw", room))

    assert rack_of(drawn) == ["R4", "R5", "B6"]
    await seen(ben, settled(f"<@{ana.user.id}> drew 1 tile.", room))


async def test_a_cut_connection_is_tried_again(house: House, room: Channel) -> None:
    house.expect(502, "could not be shown")
    ana, ben = await dealt(house, room)
    house.faults.hang_up(MESSAGE, method="PATCH")

    await ana.command("draw", room)

    await seen(ben, settled(f"<@{ana.user.id}> drew 1 tile.", room))


@pytest.mark.parametrize("everywhere", [False, True])
async def test_rate_limits_are_waited_for(house: House, room: Channel, everywhere: bool) -> None:
    house.expect(429, "rate limit")
    ana, ben = await dealt(house, room)
    house.faults.rate_limit(MESSAGE, 0.2, everywhere=everywhere, method="PATCH")
    house.faults.rate_limit(MESSAGES, 0.2, method="POST")

    await ana.command("draw", room)

    await seen(ben, settled(f"<@{ana.user.id}> drew 1 tile.", room))


async def test_a_gateway_that_drops_in_the_middle_of_a_move_loses_nothing(house: House, room: Channel) -> None:
    ana, ben = await dealt(house, room)

    move = asyncio.create_task(ana.command("draw", room))
    await house.until(lambda: house.game(room).version == 2 or move.done())
    house.faults.drop_gateway()
    drawn = await must(move)
    other = await must(ben.command("draw", room))

    assert rack_of(drawn) == ["R4", "R5", "B6"]
    assert rack_of(other) == ["B5", "O1"]
    await seen(ben, settled(f"<@{ben.user.id}> drew 1 tile.", room))


async def test_a_session_that_discord_ends_is_begun_anew(house: House, room: Channel) -> None:
    house.expect("session")
    ana, ben = await dealt(house, room)
    sessions = house.playground.gateway.sessions
    old = set(sessions)
    house.faults.refuse_resumes()
    house.faults.drop_gateway()
    await house.until(lambda: house.world.bot_online and sessions.keys() - old)
    house.faults.refuse_resumes(refused=False)

    drawn = await must(ana.command("draw", room))

    assert rack_of(drawn) == ["R4", "R5", "B6"]
    await seen(ben, settled(f"<@{ana.user.id}> drew 1 tile.", room))


async def test_an_interaction_that_arrives_twice_counts_once(
    house: House, room: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.expect(40060)
    ana, ben = await dealt(house, room)
    deliver = house.playground.gateway.interaction

    def deliver_twice(payload: Json) -> None:
        deliver(payload)
        deliver(payload)

    monkeypatch.setattr(house.playground.gateway, "interaction", deliver_twice)

    answer = await must(ana.command("draw", room))
    monkeypatch.undo()

    await house.until(lambda: 40060 in house.codes)
    assert house.game(room).version == 2
    assert answer.ephemeral
    await seen(ben, settled(f"<@{ana.user.id}> drew 1 tile.", room))


async def test_a_dismissed_rack_costs_nothing(house: House, room: Channel) -> None:
    house.expect(10008)
    ana, _ = await dealt(house, room)
    rack = await must(ana.command("rack", room))
    late = house.faults.hold(CALLBACK)

    tap = asyncio.create_task(ana.click(rack, "By number"))
    await house.until(lambda: house.rows("SELECT 1 FROM rack_order"))
    ana.dismiss(rack)
    late.release()
    await house.until(lambda: 10008 in house.codes)
    tap.cancel()

    assert rack_of(await must(ana.command("rack", room))) == ["R4", "R5"]
