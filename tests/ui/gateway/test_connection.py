"""The connection to Discord is made again after every outage, never in a hot loop, and told in one line each."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest
import pytest_asyncio
from aiohttp import web
from discord.state import AutoShardedConnectionState

from playground import Playground
from services.concurrency.supervise import Backoff
from tests.support.playing_discord import Naps, point_discord_at
from ui.gateway import connection
from ui.gateway.connection import LOSSES, Shards, explain_refusal, log_in


@pytest_asyncio.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with Playground.start() as running:
        point_discord_at(running, monkeypatch)
        monkeypatch.setattr(connection, "PAUSE", 0.0)
        yield running


class Client(discord.AutoShardedClient):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.01)
        self.lost = 0

    async def on_disconnect(self) -> None:
        self.lost += 1


@asynccontextmanager
async def served(answer: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> AsyncIterator[str]:
    """The address of a server of websockets."""
    app = web.Application()
    app.router.add_get("/", answer)
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield f"ws://127.0.0.1:{runner.addresses[0][1]}/"
    await runner.cleanup()


async def until_online(playground: Playground, *, online: bool = True) -> None:
    await playground.seat("Ana").wait(lambda _: playground.world.bot_online is online)


async def reconnected(playground: Playground) -> None:
    """Wait until the bot has lost its connection and made it again."""
    await until_online(playground, online=False)
    await until_online(playground)


async def drop(playground: Playground) -> None:
    """End the connection, and wait until it's made again."""
    playground.faults.drop_gateway()
    await reconnected(playground)


@asynccontextmanager
async def connected(
    playground: Playground, losses: Backoff = LOSSES, resume_url: str = ""
) -> AsyncIterator[tuple[Client, Naps]]:
    """A client that resumes its first session at its own address."""
    naps, alive = Naps(), playground.gateway.resume_url
    playground.gateway.resume_url = resume_url or alive
    async with Client() as client:
        await client.login(playground.token)
        keeping = asyncio.create_task(Shards(client, losses=losses, sleep=naps).keep())
        await until_online(playground)
        playground.gateway.resume_url = alive
        yield client, naps
        keeping.cancel()
        await asyncio.wait({keeping})


@pytest.mark.parametrize("route", ["/users/@me", "/oauth2/applications/@me"])
async def test_a_login_that_discord_fails_to_answer_is_tried_again(
    playground: Playground, route: str, caplog: pytest.LogCaptureFixture
) -> None:
    playground.faults.server_error(route, 503, times=3)
    naps = Naps()
    async with Client() as client:
        await log_in(client, playground.token, naps)

        assert client.user
    assert naps.taken == [1, 2, 4]
    assert "Discord can't be reached (HTTP 503); the next try is in 4 s" in caplog.text
    assert "Traceback" not in caplog.text
    assert "Unclosed" not in caplog.text


async def refused_login(token: str, refusal: type[Exception]) -> str:
    """How a login is explained that isn't tried again."""
    naps = Naps()
    async with Client() as client:
        with pytest.raises(refusal) as refused:
            await log_in(client, token, naps)
    assert naps.taken == []
    return explain_refusal(refused.value)


async def test_a_login_that_discord_refuses_is_not_tried_again(playground: Playground) -> None:
    said = await refused_login("not.the.token", discord.LoginFailure)
    assert said.startswith("Discord does not accept DISCORD_TOKEN")

    playground.faults.server_error("/users/@me", 403)
    said = await refused_login(playground.token, discord.Forbidden)
    assert said == "Discord refuses the login: HTTP 403."


async def test_an_invalid_address_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "nowhere")

    said = await refused_login("any", aiohttp.InvalidURL)
    assert said == "DISCORD_API_URL or DISCORD_GATEWAY_URL is no address."


async def test_a_gateway_that_is_out_of_order_at_first_is_tried_again(
    playground: Playground, caplog: pytest.LogCaptureFixture
) -> None:
    playground.faults.refuse_gateway(times=3)

    async with connected(playground) as (_, naps):
        assert naps.taken == [1, 2, 4]

    assert "Discord can't be reached (WSServerHandshakeError); the next try is in 4 s" in caplog.text
    assert "Traceback" not in caplog.text


async def test_a_connection_that_is_lost_once_is_resumed_at_once(playground: Playground) -> None:
    async with connected(playground) as (client, naps):
        (session,) = playground.gateway.sessions
        await drop(playground)

        assert list(playground.gateway.sessions) == [session]
        assert naps.taken == []
        assert client.lost == 1


async def test_a_gateway_that_stays_away_is_tried_more_and_more_slowly_however_long_the_connection_held(
    playground: Playground,
) -> None:
    async with connected(playground, Backoff(steady=0)) as (_, naps):
        playground.faults.refuse_gateway(times=3)
        await drop(playground)

        assert naps.taken == [1, 2, 4]


@pytest.mark.parametrize("host", ["ws://127.0.0.1:9/", "no address"])
async def test_a_session_whose_host_is_dead_is_given_up_after_three_tries(playground: Playground, host: str) -> None:
    async with connected(playground, resume_url=host) as (_, naps):
        (session,) = playground.gateway.sessions
        await drop(playground)

        assert session not in [each.id for each in playground.gateway.sessions.values() if each.socket]
        assert naps.taken == [1, 2, 4]


async def test_a_session_that_discord_never_confirms_is_given_up_after_three_tries(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "RESUMING_TIME", 0.05)

    async def say_hello(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41_250}, "s": None, "t": None})
        async for _ in socket:
            pass
        return socket

    async with served(say_hello) as mute, connected(playground, resume_url=mute) as (_, naps):
        await drop(playground)

        assert naps.taken == [1, 2, 4]


async def test_while_the_main_gateway_refuses_as_well_no_login_is_spent(playground: Playground) -> None:
    async with connected(playground, resume_url="ws://127.0.0.1:9/") as (_, naps):
        before = playground.gateway.logins.left
        playground.faults.refuse_gateway(times=9)
        await drop(playground)

        assert naps.taken == [1, 2, 4, 8, 16, 32, *[60] * 6]
        assert playground.gateway.logins.left == before - 1


async def test_an_event_that_discord_py_cannot_read_is_logged_by_name_and_skipped(
    playground: Playground, caplog: pytest.LogCaptureFixture
) -> None:
    async with connected(playground) as (client, naps):
        (session,) = playground.gateway.sessions.values()
        assert session.socket
        for event in ("GUILD_CREATE", "CHANNEL_UPDATE", "INTERACTION_CREATE"):
            session.socket.send(f'{{"op":0,"t":"{event}","s":99,"d":{{"id":"secret"}}}}')
        session.socket.send('{"op":0,"t":"GUILD_DELETE","s":99,"d":{"id":"5"}}')
        async with asyncio.timeout(5):
            await client.wait_for("socket_event_type", check="GUILD_DELETE".__eq__)

        assert client.lost == 0
        assert naps.taken == []

    for event in ("GUILD_CREATE", "CHANNEL_UPDATE", "INTERACTION_CREATE"):
        assert f"reading the event {event} on shard 0 failed: " in caplog.text
    assert "secret" not in caplog.text


async def test_a_message_that_is_not_an_event_costs_no_shard(
    playground: Playground, caplog: pytest.LogCaptureFixture
) -> None:
    async with connected(playground):
        (session,) = playground.gateway.sessions.values()
        assert session.socket
        session.socket.send("<html>")
        await reconnected(playground)

    assert "shard 0 failed: JSONDecodeError" in caplog.text


async def test_a_login_whose_confirmation_discord_py_cannot_read_is_made_again(
    playground: Playground, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Without it, the shard would know no servers; a resumed session doesn't repeat it."""
    faulty, parse = ["secret"], AutoShardedConnectionState.parse_ready

    def parse_ready(state: AutoShardedConnectionState[Any], data: Any) -> None:
        if faulty:
            raise KeyError(faulty.pop())
        parse(state, data)

    monkeypatch.setattr(AutoShardedConnectionState, "parse_ready", parse_ready)
    async with connected(playground) as (client, _):
        async with asyncio.timeout(5):
            await client.wait_until_ready()

        assert client.guilds
    assert "shard 0 failed: KeyError" in caplog.text
    assert "secret" not in caplog.text


async def test_connections_that_are_lost_one_after_the_other_are_made_more_and_more_slowly(
    playground: Playground,
) -> None:
    async with connected(playground) as (_, naps):
        for _ in range(5):
            playground.faults.invalidate_session()
            await reconnected(playground)

        assert naps.taken == [1, 2, 4, 8]


@pytest.mark.parametrize(
    ("code", "said"), [(4004, "Discord does not accept DISCORD_TOKEN"), (4014, "Discord refuses the connection: ")]
)
async def test_a_connection_that_discord_refuses_for_good_is_not_made_again(
    playground: Playground, code: int, said: str
) -> None:
    async with Client() as client:
        await client.login(playground.token)
        keeping = asyncio.create_task(Shards(client).keep())
        await until_online(playground)
        playground.faults.drop_gateway(code)

        with pytest.raises(discord.ConnectionClosed) as refusal:
            async with asyncio.timeout(5):
                await keeping

    assert explain_refusal(refusal.value).startswith(said)
