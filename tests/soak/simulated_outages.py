"""Outages in simulated time: the bot's own connections to the playground's gateway, over real sockets, for hours."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest import mock

import discord
import yarl
from discord.gateway import DiscordWebSocket

from playground import Playground
from playground.gateway.gateway import HEARTBEAT_ACK
from playground.gateway.sessions import write_frame
from playground.gateway.shards import BETWEEN_LOGINS
from tests.soak.names import looked_up, use_names
from tests.soak.outages import HOUR, SHARDS, Outage, World, end
from tests.support.simulated_time import run_simulated
from ui.gateway.connection import log_in
from ui.gateway.shards import Shards
from ui.network.request_budget import RequestBudget
from ui.network.request_trace import trace_requests

QUIET = 600.0  # seconds before an outage, so that connections count as steady
SEEN_AFTER = 1.0  # seconds until an outage has cut its connections
GIVEN_UP = 3_600.0  # seconds after which nobody comes back anymore
BEAT = 30.0  # seconds between two signs of life of the gateway; in simulated time, it gets no heartbeats to answer

Keep = Callable[[discord.AutoShardedClient, str], Coroutine[Any, Any, None]]
"""A function that keeps a client connected; the second argument is the token."""


class Client(discord.AutoShardedClient):
    def __init__(self) -> None:
        trace = trace_requests(RequestBudget())
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.01, http_trace=trace)


async def keep_connected(client: discord.AutoShardedClient, token: str) -> None:
    """Keep a client connected as the bot does."""
    await log_in(client, token)
    await Shards(client).keep()


def simulate(outage: Outage, *, at_start: bool = False, keep: Keep = keep_connected) -> Mapping[str, float]:
    """Live through an outage, `at_start` with a bot that starts when it has begun.

    Return how many seconds the bot was `away`: after the outage, or after its begin if the bot needn't wait for its
    end; and how many `logins` it used since the begin.

    Raises: whatever made the bot end.
    """
    return run_simulated(_live_through(outage, keep, at_start=at_start))


async def _live_through(outage: Outage, keep: Keep, *, at_start: bool) -> Mapping[str, float]:
    names = SimpleNamespace(are_broken=False)
    async with (
        Playground.start(shards=SHARDS, record=False, login_pause=BETWEEN_LOGINS) as playground,
        Client() as client,
    ):
        playground.faults.limit_logins(outage.logins)
        world = World(playground.faults, partial(setattr, names, "are_broken"), outage.hours * HOUR)
        with _found_by_name(playground, lambda: names.are_broken):
            beating = asyncio.create_task(_beat(playground))
            keeping = None if at_start else asyncio.create_task(keep(client, playground.token))
            if keeping:
                await _wait(keeping, lambda: is_whole(playground))
                await asyncio.sleep(QUIET)
            before = playground.gateway.logins.used
            outage.begin(world)
            await asyncio.sleep(SEEN_AFTER)
            keeping = keeping or asyncio.create_task(keep(client, playground.token))
            is_away = outage.is_away or (at_start and outage.stops_api)
            away = 0.0 if is_away else await _wait(keeping, lambda: is_whole(playground))
            await asyncio.wait({keeping}, timeout=world.seconds - SEEN_AFTER - away)
            end(world)
            away = max(away, await _wait(keeping, lambda: is_whole(playground)))
            for task in (keeping, beating):
                task.cancel()
            await asyncio.wait({keeping, beating})
            return {"away": away, "logins": playground.gateway.logins.used - before}


@contextmanager
def _found_by_name(playground: Playground, are_broken: Callable[[], bool]) -> Iterator[None]:
    """Let discord.py take this playground for Discord, whose names it must look up."""
    playground.gateway.resume_url = use_names(playground.gateway.resume_url)
    gateway_url = yarl.URL(use_names(playground.gateway_url))
    with (
        looked_up(are_broken),
        mock.patch.object(discord.http.Route, "BASE", use_names(playground.api_url)),
        mock.patch.object(DiscordWebSocket, "DEFAULT_GATEWAY", gateway_url),
    ):
        yield


async def _beat(playground: Playground) -> None:
    while True:
        for session in playground.gateway.sessions.values():
            if session.socket:
                session.socket.send(write_frame(HEARTBEAT_ACK, None))
        await asyncio.sleep(BEAT)


async def _wait(keeping: asyncio.Task[None], is_there: Callable[[], bool], most: float = GIVEN_UP) -> float:
    """Wait until this is true, for at most some seconds, and return how many it was.

    Raises: whatever made the bot end.
    """
    begun = time.monotonic()
    with suppress(TimeoutError):
        async with asyncio.timeout(most):
            while not is_there():
                await asyncio.wait({keeping}, timeout=1.0)
                if keeping.done():
                    await keeping
    return time.monotonic() - begun


def is_whole(playground: Playground) -> bool:
    """Return whether all shards are connected."""
    return len({each.shard.number for each in playground.gateway.sessions.values() if each.socket}) == SHARDS
