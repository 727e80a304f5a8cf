"""Discord on a bad day: late, lost, limited, broken. No move is lost or made twice; the picture comes in the end."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

import pytest

from playground import InteractionFailed, ShownMessage, SimulatedUser
from playground.api.faults import CALLBACK
from playground.model import errors
from playground.model.values import Channel
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .messages import find_pings, find_public, find_showing, read_rack, require_answer, wait_to_see

pytestmark = pytest.mark.asyncio(loop_scope="module")
SETTINGS = {"TURN_PINGS": "messages"}  # by the bot's own routes, which need its permissions

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
TYPING = "/channels/{channel_id}/typing"
IMPOSSIBLE = {0, 40005, 50006, 50035, 50109}  # codes that no answer of the bot is refused with
QUIET = {"clock": 0}


def find_settled(words: str, room: Channel) -> Callable[[SimulatedUser], ShownMessage | None]:
    """For `wait_to_see`: the one public message with these words, and one ping below."""
    return lambda seat: find_showing(words, room)(seat) if len(find_pings(seat, room)) == 1 else None


async def begin_shown(running_bot: RunningBot, room: Channel) -> tuple[SimulatedUser, SimulatedUser]:
    running_bot.deal(room, position("classic", racks=["r4 r5", "o1"], pool="b1 b2 b3 b4 b5 b6", options=QUIET))
    ana, ben = running_bot.seats(2)
    await ana.command("table", room)
    await wait_to_see(ana, find_settled("to play", room))
    return ana, ben


async def answer_too_late(running_bot: RunningBot, act: Awaitable[object]) -> None:
    """Let the answer to this act come when nobody waits for it anymore."""
    running_bot.expect(10062)
    late, waiting = running_bot.faults.hold(CALLBACK), asyncio.ensure_future(act)
    await late.met.wait()
    running_bot.playground.interactions.time_out()
    with pytest.raises(InteractionFailed):
        await waiting
    late.release()
    await running_bot.until(lambda: 10062 in running_bot.codes)


async def test_a_move_whose_answer_comes_too_late_is_made(running_bot: RunningBot, room: Channel) -> None:
    ana, ben = await begin_shown(running_bot, room)

    await answer_too_late(running_bot, ana.command("draw", room))

    await wait_to_see(ben, find_settled(f"<@{ana.user.id}> drew 1 tile and holds 3.", room))
    assert running_bot.game(room).version == 2
    assert read_rack(await require_answer(ana.command("rack", room))) == ["R4", "R5", "B6"]


async def test_a_table_whose_answer_comes_too_late_is_shown_all_the_same(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben = running_bot.seats(2)

    await answer_too_late(running_bot, ana.command("new", room))

    lobby = await wait_to_see(ben, find_showing("## Classic", room))
    await ben.click(lobby, "Join")
    await ben.wait(lambda seat: f"2. <@{ben.user.id}>" in find_public(seat, room)[0].text)
    assert len(find_public(ben, room)) == 1


async def test_a_move_whose_answer_is_lost_on_the_way_is_made_once(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(500, 40060)
    ana, ben = await begin_shown(running_bot, room)
    running_bot.faults.lose_reply(CALLBACK)

    drawn = await require_answer(ana.command("draw", room))

    assert read_rack(drawn) == ["R4", "R5", "B6"]
    await wait_to_see(ben, find_settled(f"<@{ana.user.id}> drew 1 tile and holds 3.", room))
    await running_bot.until(lambda: 40060 in running_bot.codes)
    assert running_bot.game(room).version == 2


async def test_a_lobby_whose_answer_is_lost_on_the_way_is_posted_once(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(500, 40060)
    ana, ben = running_bot.seats(2)
    running_bot.faults.lose_reply(CALLBACK)

    lobby = await require_answer(ana.command("new", room))
    await running_bot.until(lambda: 40060 in running_bot.codes)
    await running_bot.until(lambda: running_bot.rows("SELECT 1 FROM post WHERE message_id = ?", lobby.id))
    await ben.click(lobby, "Join")

    await ben.wait(lambda seat: f"2. <@{ben.user.id}>" in find_public(seat, room)[-1].text)
    assert [each.id for each in find_public(ben, room)] == [lobby.id]


async def test_a_message_whose_reply_is_lost_is_not_posted_twice(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(500)
    running_bot.deal(room, position("classic", racks=["r4", "o1"], options=QUIET))
    ana, ben = running_bot.seats(2)
    running_bot.faults.lose_reply(MESSAGES, method="POST")

    await ana.command("draw", room)

    await ben.wait(lambda seat: len(find_pings(seat, room)) == 1)
    await running_bot.until(lambda: 500 in running_bot.codes)
    await running_bot.until(
        lambda: running_bot.rows("SELECT 1 FROM post WHERE message_id = ?", find_pings(ben, room)[0].id)
    )
    assert len(find_public(ben, room)) == 1
    assert len(find_pings(ben, room)) == 1


@pytest.mark.parametrize("fault", ["server_error", "ban", "refuse_token", "hang_up"])
async def test_a_picture_that_discord_fails_to_take_is_shown_later(
    running_bot: RunningBot, room: Channel, fault: str
) -> None:
    running_bot.expect(401, 429, 502, 503, "could not be shown")
    ana, ben = await begin_shown(running_bot, room)
    getattr(running_bot.faults, fault)(MESSAGE, method="PATCH")

    drawn = await require_answer(ana.command("draw", room))

    assert read_rack(drawn) == ["R4", "R5", "B6"]
    await wait_to_see(ben, find_settled(f"<@{ana.user.id}> drew 1 tile and holds 3.", room))


@pytest.mark.parametrize("status", [200, 502])
async def test_a_picture_that_a_proxy_answers_in_html_is_shown_later(
    running_bot: RunningBot, room: Channel, status: int
) -> None:
    """Whatever its status says, it isn't about the channel or the message."""
    running_bot.expect(status, "could not be shown")
    ana, ben = await begin_shown(running_bot, room)
    running_bot.faults.bad_gateway(MESSAGE, status, method="PATCH")

    await ana.command("draw", room)

    await wait_to_see(ben, find_settled(f"<@{ana.user.id}> drew 1 tile and holds 3.", room))


@pytest.mark.parametrize("status", [200, 502])
async def test_a_move_whose_answer_a_proxy_takes_for_itself_counts(
    running_bot: RunningBot, room: Channel, status: int
) -> None:
    """A server error is repeated; else the player reads that messages aren't taken right now."""
    running_bot.expect(status, "did not arrive")
    ana, ben = await begin_shown(running_bot, room)
    running_bot.faults.bad_gateway(CALLBACK, status, method="POST")

    answer = await require_answer(ana.command("draw", room))

    assert answer.ephemeral
    assert ("Your moves count, and the table will catch up." in answer.text) is (status < 500)
    await wait_to_see(ben, find_settled(f"<@{ana.user.id}> drew 1 tile and holds 3.", room))


async def test_moves_count_for_whatever_reason_discord_refuses_their_answers(
    running_bot: RunningBot,
) -> None:
    ana, ben = running_bot.seats(2)
    reasons = [
        each for each in vars(errors).values() if isinstance(each, errors.Reason) and each.code not in IMPOSSIBLE
    ]
    for reason in reasons:
        running_bot.expect(reason.code, "did not arrive")
        room = running_bot.room(str(reason.code))
        lobby = await require_answer(ana.command("new", room))
        before = running_bot.codes.count(reason.code)
        running_bot.faults.refuse(CALLBACK, reason, method="POST")

        tap = asyncio.create_task(ben.click(lobby, "Join"))

        await running_bot.until(partial(has_more, running_bot, reason.code, before))
        await wait_to_see(ben, find_showing(f"2. <@{ben.user.id}>", room))
        tap.cancel()


def has_more(running_bot: RunningBot, code: int, before: int) -> bool:
    """Whether Discord has refused a request with this code since."""
    return running_bot.codes.count(code) > before


async def test_a_limit_that_outlasts_the_test_of_a_channel_stops_nothing_for_good(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.expect(429, "rate limit")
    ana, ben = running_bot.seats(2)
    running_bot.faults.rate_limit(TYPING, 1.5, everywhere=True)

    await ana.command("new", room)  # which asks for a second whether the bot can write here
    await ben.command("join", room)
    await ana.command("start", room)

    await wait_to_see(ben, find_settled("to play", room))


@pytest.mark.parametrize("everywhere", [False, True])
async def test_rate_limits_are_waited_for(running_bot: RunningBot, room: Channel, everywhere: bool) -> None:
    running_bot.expect(429, "rate limit")
    ana, ben = await begin_shown(running_bot, room)
    running_bot.faults.rate_limit(MESSAGE, 0.2, everywhere=everywhere, method="PATCH")
    running_bot.faults.rate_limit(MESSAGES, 0.2, method="POST")

    await ana.command("draw", room)

    await wait_to_see(ben, find_settled(f"<@{ana.user.id}> drew 1 tile and holds 3.", room))


async def test_a_gateway_that_drops_in_the_middle_of_a_move_loses_nothing(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben = await begin_shown(running_bot, room)

    move = asyncio.create_task(ana.command("draw", room))
    await running_bot.until(lambda: running_bot.game(room).version == 2 or move.done())
    running_bot.faults.drop_gateway()
    drawn = await require_answer(move)
    other = await require_answer(ben.command("draw", room))

    assert read_rack(drawn) == ["R4", "R5", "B6"]
    assert read_rack(other) == ["B5", "O1"]
    await wait_to_see(ben, find_settled(f"<@{ben.user.id}> drew 1 tile and holds 2.", room))


async def test_a_session_that_discord_ends_is_begun_anew(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect("session")
    ana, ben = await begin_shown(running_bot, room)
    sessions = running_bot.playground.gateway.sessions
    old = set(sessions)
    running_bot.faults.refuse_resumes()
    running_bot.faults.drop_gateway()
    await running_bot.until(lambda: running_bot.world.bot_online and sessions.keys() - old)
    running_bot.faults.refuse_resumes(refused=False)

    drawn = await require_answer(ana.command("draw", room))

    assert read_rack(drawn) == ["R4", "R5", "B6"]
    await wait_to_see(ben, find_settled(f"<@{ana.user.id}> drew 1 tile and holds 3.", room))


async def test_an_interaction_that_arrives_twice_counts_once(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(40060)
    ana, ben = await begin_shown(running_bot, room)
    running_bot.faults.deliver_twice()

    answer = await require_answer(ana.command("draw", room))

    await running_bot.until(lambda: 40060 in running_bot.codes)
    assert running_bot.game(room).version == 2
    assert answer.ephemeral
    await wait_to_see(ben, find_settled(f"<@{ana.user.id}> drew 1 tile and holds 3.", room))


async def test_a_dismissed_rack_costs_nothing(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(10008)
    dealt = position("classic", racks=["r4 r5", "o1"], pool="b1 b2", options={**QUIET, "assistance": "off"})
    running_bot.deal(room, dealt)
    ana = running_bot.seat("Ana")
    rack = await require_answer(ana.command("rack", room))
    late = running_bot.faults.hold(CALLBACK)

    tap = asyncio.create_task(ana.click(rack, "Sort"))
    await running_bot.until(lambda: running_bot.rows("SELECT 1 FROM person WHERE settings LIKE '%\"number\"%'"))
    ana.dismiss(rack)
    late.release()
    await running_bot.until(lambda: 10008 in running_bot.codes)
    tap.cancel()

    assert read_rack(await require_answer(ana.command("rack", room))) == ["R4", "R5"]
