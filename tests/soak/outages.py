"""Outages of Discord as others have seen them, as data: what breaks, for how long, and how much of the bot it stops.

They are replayed against the playground. In simulated time, the bot's own connections live through hours of them, over
real sockets; under the real bot, they take seconds.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest import mock

import discord
import yarl
from discord.gateway import DiscordWebSocket

from playground import Playground
from playground.api.faults import Faults
from playground.gateway.gateway import HEARTBEAT_ACK
from playground.gateway.sessions import BETWEEN_LOGINS, TOTAL, write_frame
from playground.model.starting_world import GUILD_ID
from tests.soak.names import looked_up, use_names
from tests.support.simulated_time import run_simulated
from ui.gateway.connection import Shards, log_in
from ui.network.request_budget import RequestBudget
from ui.network.request_trace import trace_requests

WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
HISTORY = "/channels/{channel_id}/messages"
ALWAYS = 1_000_000  # times
HOUR = 3_600.0
MOST_LOGINS = TOTAL // 10  # of one outage
BACK_WITHIN = 120.0  # seconds after its end all shards are connected
SHARDS = 4
SERVER = (GUILD_ID >> 22) % SHARDS  # the shard of the playground's server
HALF = (SERVER, (SERVER + SHARDS // 2) % SHARDS)
QUIET = 600.0  # seconds before an outage, so that connections count as steady
SEEN_AFTER = 1.0  # seconds until an outage has cut its connections
GIVEN_UP = 3_600.0  # seconds after which nobody comes back anymore
BEAT = 30.0  # seconds between two signs of life of the gateway; in simulated time, it gets no heartbeats to answer


@dataclass(frozen=True)
class World:
    """What an outage can break: Discord, and the names by which it's found; `seconds` is how long it will last."""

    faults: Faults
    break_names: Callable[[bool], object]
    seconds: float


@dataclass(frozen=True)
class Outage:
    """An outage: its name, how many hours it lasts in simulated time, and what happens when it begins.

    `is_away`: shards that have lost their sessions can't be connected before its end. `stops_api`: nothing can be
    requested, so tables stand still, and a bot that starts waits. `logins` are those that the bot has had at its start.
    """

    name: str
    hours: float
    begin: Callable[[World], object]
    is_away: bool = True
    stops_api: bool = False
    logins: int = TOTAL


def end(world: World) -> None:
    """End all outages."""
    world.faults.clear()
    world.faults.refuse_gateway(0)
    world.faults.kill_resume_host(dead=False)
    world.faults.kill_shards(())
    world.faults.limit_logins(TOTAL)
    world.break_names(False)


def kill_resume_host(world: World) -> None:
    world.faults.kill_resume_host()
    world.faults.drop_gateway(1006)


def refuse_gateway(world: World) -> None:
    world.faults.refuse_gateway(ALWAYS)
    world.faults.drop_gateway(1006)


def break_history(world: World) -> None:
    world.faults.server_error(HISTORY, 500, method="GET", times=ALWAYS)
    world.faults.lose_reply(WEBHOOK, 500, method="POST", times=2)


def kill_half(world: World) -> None:
    world.faults.kill_shards(HALF)


def use_up_logins(world: World) -> None:
    world.faults.limit_logins(0, world.seconds)
    world.faults.invalidate_session()


def break_names(world: World) -> None:
    world.break_names(True)
    world.faults.drop_gateway(1006)


def answer_in_html(world: World, status: int) -> None:
    world.faults.bad_gateway(None, status, times=ALWAYS)
    world.faults.refuse_gateway(ALWAYS)
    world.faults.drop_gateway(1006)


def limit_everything(world: World) -> None:
    world.faults.rate_limit(None, world.seconds, everywhere=True, times=ALWAYS)
    world.faults.invalidate_session()


def ban(world: World) -> None:
    world.faults.ban(None, times=ALWAYS)
    world.faults.refuse_gateway(ALWAYS)
    world.faults.drop_gateway(1006)


OUTAGES = (
    Outage("the resume host is dead", 24, kill_resume_host, is_away=False),  # discord.py#10511; 2026-09-01
    Outage("the gateway answers 503", 8, refuse_gateway),
    Outage("the history answers 500", 8, break_history, is_away=False),  # discord-api-docs#8611
    Outage("half of the shards are dead", 1, kill_half),  # each try costs a login
    Outage("no login is left", 20, use_up_logins, logins=SHARDS),
    Outage("names aren't found", 6, break_names),
    Outage("the API answers 502 in HTML", 4, partial(answer_in_html, status=502), stops_api=True),
    Outage("the API answers 200 in HTML", 4, partial(answer_in_html, status=200), stops_api=True),
    Outage("everything is limited for an hour", 1, limit_everything, is_away=False, stops_api=True),
    Outage("Cloudflare bans the bot for an hour", 1, ban, stops_api=True),
)


def find_outage(name: str) -> Outage:
    """Return the outage with this name."""
    return next(each for each in OUTAGES if each.name == name)


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
