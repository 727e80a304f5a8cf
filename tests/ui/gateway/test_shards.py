"""All shards are connected, each by itself, and log in no faster and no more often than Discord allows."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import pytest
import pytest_asyncio

from playground import Playground
from playground.gateway.sessions import BETWEEN_LOGINS, Session
from tests.support.playing_discord import Naps, point_discord_at
from tests.support.waiting import until
from ui.gateway import connection
from ui.gateway.connection import Shards

COUNT = 3


@pytest_asyncio.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with Playground.start(shards=COUNT) as running:
        point_discord_at(running, monkeypatch)
        yield running


class Client(discord.AutoShardedClient):
    """Notes which shards it lost and which were ready."""

    def __init__(self, guild_ready_timeout: float = 0.01) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=guild_ready_timeout)
        self.gateway = Shards(self)
        self.lost: list[int] = []
        self.ready: list[int] = []

    async def on_shard_disconnect(self, shard: int) -> None:
        self.lost.append(shard)

    async def on_shard_ready(self, shard: int) -> None:
        self.ready.append(shard)


def connected(playground: Playground) -> dict[int, Session]:
    """The sessions that have a socket, by their shards' numbers."""
    return {each.shard.number: each for each in playground.gateway.sessions.values() if each.socket}


@asynccontextmanager
async def running(
    playground: Playground, client: Client, new_logins_after: int | None = None
) -> AsyncIterator[tuple[Naps, asyncio.Task[None]]]:
    """A client, all of whose shards are connected; a wait of so many seconds brings new logins."""
    naps = Naps()

    async def wait(seconds: float) -> None:
        await naps(seconds)
        if seconds == new_logins_after:
            playground.faults.limit_logins(1_000)

    async with client:
        await client.login(playground.token)
        client.gateway = Shards(client, sleep=wait)
        keeping = asyncio.create_task(client.gateway.keep())
        await until(lambda: len(connected(playground)) == COUNT)
        yield naps, keeping
        keeping.cancel()
        await asyncio.wait({keeping})


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Logins without pauses."""
    monkeypatch.setattr(connection, "PAUSE", 0.0)


@pytest.mark.usefixtures("hurried")
async def test_every_shard_is_connected_and_closed_in_the_end(playground: Playground) -> None:
    client = Client()
    async with running(playground, client):
        await until(lambda: sorted(client.ready) == [0, 1, 2])
        await until(lambda: all(latency < 60 for _, latency in client.gateway.latencies))

        assert client.shard_count == COUNT
        assert [shard for shard, _ in client.gateway.latencies] == [0, 1, 2]
        assert all(guild.shard_id == (guild.id >> 22) % COUNT for guild in client.guilds)
    await until(lambda: not connected(playground))


@pytest.mark.usefixtures("hurried")
async def test_a_shard_that_is_away_stops_no_other(playground: Playground) -> None:
    client = Client()
    async with running(playground, client) as (naps, _):
        before = connected(playground)
        naps.may_end.clear()
        playground.faults.refuse_gateway(times=2)
        playground.faults.drop_gateway(shard=1)
        await until(lambda: 1 not in connected(playground))
        assert connected(playground).keys() == {0, 2}
        naps.may_end.set()
        await until(lambda: len(connected(playground)) == COUNT)

        assert connected(playground) == before
        assert client.lost == [1, 1, 1]
        assert naps.taken == [1, 2]


@pytest.mark.usefixtures("hurried")
async def test_a_token_that_one_shard_loses_ends_them_all(playground: Playground) -> None:
    client = Client()
    async with running(playground, client) as (_, keeping):
        playground.faults.drop_gateway(4004, shard=2)

        with pytest.raises(discord.ConnectionClosed) as refusal:
            async with asyncio.timeout(5):
                await keeping

    assert refusal.value.code == 4004
    await until(lambda: not connected(playground))


@pytest.mark.parametrize(("at_once", "pauses"), [(1, [BETWEEN_LOGINS] * 2), (COUNT, [])])
async def test_shards_of_one_bucket_log_in_five_seconds_apart_and_of_others_at_once(
    playground: Playground, at_once: int, pauses: list[float]
) -> None:
    playground.gateway.logins.at_once = at_once
    async with running(playground, Client()) as (naps, _):
        assert [round(each) for each in naps.taken] == pauses


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(("reset_after", "pause"), [(3_600, 3_600), (0, 1)])
async def test_a_start_without_enough_logins_waits_for_new_ones(
    playground: Playground, caplog: pytest.LogCaptureFixture, reset_after: int, pause: int
) -> None:
    playground.faults.limit_logins(2, reset_after=reset_after)
    async with running(playground, Client(), new_logins_after=pause) as (naps, _):
        assert naps.taken == [pause]

    assert f"Discord allows 2 more logins for now, and the bot needs 3; the next try is in {pause} s" in caplog.text


@pytest.mark.usefixtures("hurried")
async def test_logins_are_counted_so_that_a_bad_day_costs_no_token(playground: Playground) -> None:
    playground.faults.limit_logins(COUNT, reset_after=60)
    async with running(playground, Client(), new_logins_after=60) as (naps, _):
        assert playground.gateway.logins.left == 0
        playground.faults.invalidate_session()
        await until(lambda: not connected(playground))
        await until(lambda: len(connected(playground)) == COUNT)

        assert 60 in naps.taken


@pytest.mark.usefixtures("hurried")
async def test_a_shard_that_logs_in_again_before_all_are_ready_keeps_no_other_from_it(playground: Playground) -> None:
    """In discord.py 2.7 it does: the others' waits for their servers are stopped, and never told."""
    client = Client(guild_ready_timeout=0.3)
    async with running(playground, client):
        connected(playground)[0].socket.send('{"op":9,"d":false,"s":null,"t":null}')  # type: ignore[union-attr]  # connected
        await until(lambda: client.lost == [0])

        await until(lambda: sorted(client.ready) == [0, 1, 2])
        await client.wait_until_ready()
