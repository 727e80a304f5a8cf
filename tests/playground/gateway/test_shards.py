"""A bot with several shards: which hears of what, how they log in, and how many servers one may have."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import aiohttp
import pytest

from playground import InteractionFailed, Playground
from playground.gateway.sessions import BETWEEN_LOGINS, Shard
from playground.model import other_servers
from playground.model.starting_world import APPLICATION_ID, GUILD_ID, TABLE_ID
from tests.playground.raw import Caller, Json, Socket, socket

GUILDS, DIRECT_MESSAGES = 1, 1 << 12
OF_THE_GUILD = Shard(1, 2)  # of two shards, the second one has the guild


@asynccontextmanager
async def logged_in(playground: Playground, count: int = 2) -> AsyncIterator[list[Socket]]:
    """All shards of a bot; nothing that they were sent after READY is read yet."""
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(socket(playground)) for _ in range(count)]
        for number, each in enumerate(sockets):
            ready = await each.identify(playground, GUILDS | DIRECT_MESSAGES, shard=[number, count])
            assert ready["shard"] == [number, count]
        yield sockets


async def until_beat(opened: Socket) -> list[Json]:
    """All events that a shard was sent so far: those before the answer to its heartbeat."""
    await opened.send(1, None)
    events = []
    while (frame := await opened.frame())["op"] != 11:
        events.append(frame)
    return events


def names(events: list[Json]) -> list[str]:
    return [each["t"] for each in events]


async def test_discord_advises_as_many_shards_as_the_test_wants() -> None:
    async with Playground.start(shards=3, logins_at_once=16) as playground, aiohttp.ClientSession() as session:
        advice = (await Caller(playground, session)("GET", "/gateway/bot")).body

    assert advice["url"] == playground.gateway_url
    assert advice["shards"] == 3
    assert advice["session_start_limit"]["max_concurrency"] == 16


async def test_a_server_s_events_go_to_its_shard_and_direct_messages_to_the_first(playground: Playground) -> None:
    async with logged_in(playground) as (first, second):
        playground.world.add_channel("new")
        playground.seat("Ana").say("to you", playground.seat("Ana").dms)

        assert names(await until_beat(first)) == ["MESSAGE_CREATE"]
        assert names(await until_beat(second)) == ["GUILD_CREATE", "CHANNEL_CREATE"]


@pytest.mark.parametrize(("kind", "hears"), [("text", 1), ("dm", 0), ("group", 0), ("away", 0)])
async def test_an_interaction_goes_to_its_server_s_shard_or_outside_of_the_bot_s_servers_to_the_first(
    playground: Playground, kind: str, hears: int
) -> None:
    ana = playground.seat("Ana")
    where = ana.dms if kind == "dm" else playground.world.add_channel("here", kind)  # type: ignore[arg-type]  # one of these
    async with aiohttp.ClientSession() as session, logged_in(playground) as sockets:
        command = {"name": "ok", "description": "Ok", "integration_types": [0, 1], "contexts": [0, 1, 2]}
        await Caller(playground, session)("PUT", f"/applications/{APPLICATION_ID}/commands", [command])
        asked = asyncio.create_task(ana.command("ok", where))
        await asyncio.sleep(0)

        heard = ["INTERACTION_CREATE" in names(await until_beat(each)) for each in sockets]
        playground.interactions.time_out()
        with pytest.raises(InteractionFailed):
            await asked

    assert heard == [number == hears for number in range(2)]


async def test_one_shard_is_dropped_and_resumes_and_the_other_stays(playground: Playground) -> None:
    async with logged_in(playground) as (first, second):
        await second.event("GUILD_CREATE")
        (session,) = [each for each in playground.gateway.sessions.values() if each.shard == OF_THE_GUILD]
        playground.faults.drop_gateway(shard=1)
        assert await second.close_code() == 4000
        playground.world.add_channel("missed")

        async with socket(playground) as again:
            await again.frame()
            await again.send(6, {"token": playground.token, "session_id": session.id, "seq": second.seq})
            assert names([await again.frame() for _ in range(2)]) == ["CHANNEL_CREATE", "RESUMED"]
            playground.world.add_channel("heard")
            assert names([await again.frame()]) == ["CHANNEL_CREATE"]
        assert names(await until_beat(first)) == []


async def test_a_dead_shard_is_cut_when_it_logs_in_or_resumes_and_the_other_works(playground: Playground) -> None:
    async with logged_in(playground) as (first, second):
        (session,) = [each for each in playground.gateway.sessions.values() if each.shard == OF_THE_GUILD]
        playground.faults.kill_shards([1])
        assert await second.close_code() == 1006

        for op, how in ((6, {"session_id": session.id, "seq": 1}), (2, {"intents": 1, "shard": [1, 2]})):
            async with socket(playground) as again:
                await again.frame()
                await again.send(op, {"token": playground.token, "properties": {}, **how})
                assert await again.close_code() == 1006
        assert playground.gateway.logins.used == 3
        assert names(await until_beat(first)) == []

    playground.faults.kill_shards([])
    async with socket(playground) as again:
        await again.identify(playground, shard=[1, 2])


async def log_in(playground: Playground, number: int, count: int) -> tuple[int, int | None]:
    """The opcode of what a shard is sent for its login, and the code with which it's closed if it is."""
    async with socket(playground) as opened:
        await opened.frame()
        await opened.send(2, {"token": playground.token, "intents": 1, "properties": {}, "shard": [number, count]})
        message = await opened.ws.receive()
        code = opened.ws.close_code
        return (0 if message.type is not aiohttp.WSMsgType.TEXT else message.json()["op"]), code


async def test_a_login_too_soon_after_one_of_the_same_bucket_is_invalid(playground: Playground) -> None:
    playground.gateway.logins.at_once, playground.gateway.logins.pause = 2, BETWEEN_LOGINS

    assert await log_in(playground, 0, 4) == (0, None)
    assert await log_in(playground, 1, 4) == (0, None)
    assert await log_in(playground, 2, 4) == (9, None)
    playground.world.skip(BETWEEN_LOGINS)
    assert await log_in(playground, 2, 4) == (0, None)


async def test_a_bot_that_has_no_login_left_loses_its_token(playground: Playground) -> None:
    playground.faults.limit_logins(1)

    assert await log_in(playground, 0, 1) == (0, None)
    assert await log_in(playground, 0, 1) == (0, 4004)


async def test_a_shard_with_more_than_2500_servers_is_closed_with_4011() -> None:
    async with Playground.start(other_servers=2_500) as playground:
        assert await log_in(playground, 0, 1) == (0, 4011)
        assert await log_in(playground, 1, 2) == (0, None)


async def test_every_other_server_is_on_one_shard_and_as_large_as_a_real_one() -> None:
    async with Playground.start(other_servers=5) as playground, logged_in(playground) as sockets:
        servers = [each["d"] for one in sockets for each in await until_beat(one) if each["t"] == "GUILD_CREATE"]

    others = [each for each in servers if each["id"] != str(GUILD_ID)]
    assert {int(each["id"]) for each in others} == {other_servers.find_id(number) for number in range(5)}
    assert len(others) == 5
    assert {(len(each["channels"]), len(each["roles"])) for each in others} == {(40, 15)}
    assert [str(TABLE_ID) in str(each) for each in servers].count(True) == 1


async def test_another_server_is_the_same_each_time(playground: Playground) -> None:
    ident = other_servers.find_id(7)

    assert other_servers.write(playground.world, ident) == other_servers.write(playground.world, ident)
