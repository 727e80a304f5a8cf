"""The gateway's side of the wire: who may connect, what is told to whom, and how a session goes on."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import aiohttp
import pytest

from playground import Playground
from playground.model.starting_world import ANA_ID, GUILD_ID, TABLE_ID
from tests.playground.raw import Caller, Socket, socket

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1, 1 << 9, 1 << 12
MESSAGES = f"/channels/{TABLE_ID}/messages"


async def test_a_heartbeat_before_identify_is_acknowledged(playground: Playground) -> None:
    async with socket(playground) as opened:
        hello = await opened.frame()
        await opened.send(1, None)

        assert (hello["op"], hello["d"]["heartbeat_interval"]) == (10, 41250)
        assert (await opened.frame())["op"] == 11


async def test_ready_is_followed_by_the_guild_with_active_threads_and_the_bots_own_member(
    playground: Playground,
) -> None:
    asleep = playground.world.add_thread("asleep", TABLE_ID, ANA_ID)
    playground.world.change_channel(replace(asleep, archived=True))
    async with socket(playground) as opened:
        ready = await opened.identify(playground)
        guild = await opened.event("GUILD_CREATE")

    assert ready["resume_gateway_url"] == playground.gateway.resume_url
    assert guild["id"] == str(GUILD_ID)
    assert [each["name"] for each in guild["channels"]] == ["table", "second-table"]
    assert [each["name"] for each in guild["threads"]] == ["side table"]
    assert [each["user"]["id"] for each in guild["members"]] == [ready["user"]["id"]]


async def test_compressed_frames_are_one_zlib_stream(playground: Playground) -> None:
    async with socket(playground, "?v=10&encoding=json&compress=zlib-stream") as opened:
        await opened.identify(playground)

        assert (await opened.event("GUILD_CREATE"))["id"] == str(GUILD_ID)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"token": "wrong"}, 4004),
        ({"shard": [2, 2]}, 4010),
        ({"intents": 1 << 40}, 4013),
        ({"intents": 1 << 15}, 4014),
        ({"intents": 1 << 1}, 4014),
        ({"intents": 1 << 8}, 4014),
    ],
)
async def test_an_identify_that_discord_refuses_closes_with_its_code(
    playground: Playground, changed: dict[str, object], code: int
) -> None:
    async with socket(playground) as opened:
        await opened.frame()
        await opened.send(2, {"token": playground.token, "intents": 1, "properties": {}, **changed})

        assert await opened.close_code() == code


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ('{"op": 99}', 4001),
        ("not json", 4002),
        ('{"op": 1, "d": "' + "x" * 4096 + '"}', 4002),
        ('{"op": 3, "d": {}}', 4003),
    ],
)
async def test_a_frame_that_discord_refuses_closes_with_its_code(playground: Playground, sent: str, code: int) -> None:
    async with socket(playground) as opened:
        await opened.frame()
        await opened.ws.send_str(sent)

        assert await opened.close_code() == code


async def test_a_second_identify_closes_with_4005(playground: Playground, bare: Socket) -> None:
    await bare.send(2, {"token": playground.token, "intents": 1})

    assert await bare.close_code() == 4005


async def test_more_than_120_frames_a_minute_close_with_4008(bare: Socket) -> None:
    for _ in range(121):
        await bare.send(1, None)

    assert await bare.close_code() == 4008


async def test_another_version_closes_with_4012(playground: Playground) -> None:
    async with socket(playground, "?v=9&encoding=json") as opened:
        assert await opened.close_code() == 4012


async def test_a_connection_is_cut_without_a_close_code(playground: Playground, bare: Socket) -> None:
    playground.faults.drop_gateway(1006)

    assert await bare.close_code() == 1006


# resuming


async def cut(playground: Playground, opened: Socket) -> None:
    playground.faults.drop_gateway()
    assert await opened.close_code() == 4000


@asynccontextmanager
async def resuming(playground: Playground, session: str, seq: int | None) -> AsyncIterator[Socket]:
    """A new connection that has asked to resume a session."""
    async with socket(playground) as again:
        await again.frame()
        await again.send(6, {"token": playground.token, "session_id": session, "seq": seq})
        yield again


async def test_a_resume_replays_what_was_missed_in_order_and_once(playground: Playground, bare: Socket) -> None:
    session = next(iter(playground.gateway.sessions))
    await bare.event("GUILD_CREATE")
    seq = bare.seq
    await cut(playground, bare)
    playground.world.add_channel("missed one")
    playground.world.add_channel("missed two")

    async with resuming(playground, session, seq) as again:
        frames = [await again.frame() for _ in range(3)]

    assert [each["t"] for each in frames] == ["CHANNEL_CREATE", "CHANNEL_CREATE", "RESUMED"]
    assert [each["d"].get("name") for each in frames[:2]] == ["missed one", "missed two"]
    assert [each["s"] for each in frames] == [(seq or 0) + 1, (seq or 0) + 2, (seq or 0) + 3]


async def test_sessions_are_resumed_at_an_address_of_their_own_which_can_be_dead(playground: Playground) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(playground.gateway_url) as ws:
        ready = await Socket(ws).identify(playground)
        playground.faults.kill_resume_host()
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await session.ws_connect(ready["resume_gateway_url"])
        async with socket(playground) as again:
            await again.identify(playground)
        playground.faults.kill_resume_host(dead=False)
        async with session.ws_connect(ready["resume_gateway_url"]) as resumed:
            assert (await Socket(resumed).frame())["op"] == 10

    assert refused.value.status == 503
    assert ready["resume_gateway_url"] != playground.gateway_url


async def test_a_session_that_is_unknown_or_too_old_is_invalid(playground: Playground, bare: Socket) -> None:
    session = next(iter(playground.gateway.sessions))
    await cut(playground, bare)
    playground.world.skip(301)
    playground.world.add_channel("somewhere")

    for ident in (session, "made up"):
        async with resuming(playground, ident, 1) as again:
            frame = await again.frame()
            assert (frame["op"], frame["d"]) == (9, False)


async def test_a_session_that_the_bot_closed_itself_can_not_be_resumed(playground: Playground, bare: Socket) -> None:
    session = next(iter(playground.gateway.sessions))
    await bare.ws.close(code=1000)

    async with resuming(playground, session, 1) as again:
        assert (await again.frame())["op"] == 9


async def test_a_sequence_number_from_the_future_closes_with_4007(playground: Playground, bare: Socket) -> None:
    session = next(iter(playground.gateway.sessions))
    await cut(playground, bare)

    async with resuming(playground, session, 999) as again:
        assert await again.close_code() == 4007


async def test_an_invalidated_session_is_told_so(playground: Playground, bare: Socket) -> None:
    await bare.event("GUILD_CREATE")

    playground.faults.invalidate_session()

    frame = await bare.frame()
    assert (frame["op"], frame["d"]) == (9, False)
    assert not playground.world.bot_online


# who hears what


async def heard(playground: Playground, call: Caller, intents: int) -> list[str]:
    """The events that a bot with these intents hears of a message, its edit, a private answer and a DM."""
    async with socket(playground) as opened:
        await opened.identify(playground, intents)
        sent = (await call("POST", MESSAGES, {"content": "x"})).body
        await call("PATCH", f"{MESSAGES}/{sent['id']}", {"content": "y"})
        playground.seat("Ana").say("to all")
        playground.seat("Ana").say("to you", playground.seat("Ana").dms)
        await call("DELETE", f"{MESSAGES}/{sent['id']}")
        await opened.send(8, {"guild_id": str(GUILD_ID), "query": "", "limit": 0})
        names = []
        while (frame := await opened.frame())["t"] != "GUILD_MEMBERS_CHUNK":
            if str(frame["t"]).startswith("MESSAGE"):
                names.append(f"{frame['t']} {frame['d'].get('content')}")
        return names


async def test_a_bot_without_message_intents_gets_no_message(playground: Playground, call: Caller) -> None:
    assert await heard(playground, call, GUILDS) == []


async def test_without_the_content_intent_a_bot_reads_its_own_words_and_its_dms_only(
    playground: Playground, call: Caller
) -> None:
    assert await heard(playground, call, GUILDS | GUILD_MESSAGES | DIRECT_MESSAGES) == [
        "MESSAGE_CREATE x",
        "MESSAGE_UPDATE y",
        "MESSAGE_CREATE ",
        "MESSAGE_CREATE to you",
        "MESSAGE_DELETE None",
    ]


async def test_a_channel_that_the_bot_can_not_see_is_silent(playground: Playground) -> None:
    async with socket(playground) as opened:
        await opened.identify(playground, GUILDS | GUILD_MESSAGES)
        await opened.event("GUILD_CREATE")

        playground.world.deny(TABLE_ID, ["VIEW_CHANNEL"])
        playground.seat("Ana").say("unheard")
        playground.world.deny(TABLE_ID, [])
        playground.seat("Ana").say("heard")

        assert [(await opened.frame())["t"] for _ in range(3)] == ["CHANNEL_UPDATE", "CHANNEL_UPDATE", "MESSAGE_CREATE"]


async def test_members_are_sent_on_request(bare: Socket) -> None:
    await bare.send(8, {"guild_id": str(GUILD_ID), "user_ids": [str(ANA_ID), "1"], "limit": 0, "nonce": "n"})

    chunk = await bare.event("GUILD_MEMBERS_CHUNK")

    assert [each["user"]["id"] for each in chunk["members"]] == [str(ANA_ID)]
    assert (chunk["not_found"], chunk["nonce"]) == (["1"], "n")


async def test_the_bot_is_online_until_it_goes_or_is_torn_away(playground: Playground) -> None:
    async with socket(playground) as opened:
        await opened.identify(playground)
        assert playground.world.bot_online
    await playground.seat("Ana").wait(lambda _: not playground.world.bot_online)
    async with aiohttp.ClientSession() as session:
        ws = await session.ws_connect(playground.gateway_url)
        await ws.send_json({"op": 2, "d": {"token": playground.token, "intents": 1}})
        await playground.seat("Ana").wait(lambda _: playground.world.bot_online)

    await playground.seat("Ana").wait(lambda _: not playground.world.bot_online)
