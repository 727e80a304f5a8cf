"""The login, and a shard's connection to the gateway, with growing waits while Discord or the network fails.

discord.py's own loop logs a traceback for each failure, retries invalid sessions forever, dies if the very first
connection fails (Rapptz/discord.py#10520), and while one shard waits, it doesn't connect the others again.
"""

import asyncio
import logging
import math
import time
from typing import Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard

from services.concurrency.supervise import Backoff, Sleep
from ui.gateway.logins import Logins
from ui.outages import FAILURES, RETRY, insist, is_passing, wait_after

log = logging.getLogger(__name__)

LONGEST = 60.0  # seconds that connecting may take
NORMAL = 1000  # the websocket close code for a normal end; Discord sometimes sends it for no reason
WRONG_TOKEN = 4004  # the gateway's close code for a bad token

REFUSALS = (discord.LoginFailure, discord.HTTPException, discord.ConnectionClosed, aiohttp.InvalidURL)
"""Errors that retrying can't fix."""


def use_addresses(api_url: str, gateway_url: str) -> None:
    """Make discord.py use these addresses of the API and of the gateway, in the whole process."""
    discord.http.Route.BASE = api_url.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


async def log_in(client: discord.Client, token: str, sleep: Sleep = asyncio.sleep) -> None:
    """Log in to the REST API, retrying with growing waits while Discord fails or can't be reached.

    Raises:
        discord.LoginFailure: Discord doesn't know the token.
        discord.HTTPException: Discord refuses the request, and a retry wouldn't help.
        aiohttp.InvalidURL: the API's address is malformed.
    """

    async def try_once() -> None:
        try:
            await client.login(token)
        except FAILURES:
            await _forget_session(client)
            raise

    await insist(try_once, sleep)


async def _forget_session(client: discord.Client) -> None:
    """Close the HTTP session and drop its connector, so that the next login opens new ones and none leaks."""
    await client.http.close()
    client.http.connector = discord.utils.MISSING


class Connection:
    """A loop that keeps one shard of a client connected to the gateway.

    It waits before each new attempt to connect, except after losing a connection that had lasted for `backoff.steady`
    seconds. A login waits for its turn among the `logins` of all shards; a session that is resumed needs none.
    """

    def __init__(
        self,
        client: discord.AutoShardedClient,
        shard: int,
        logins: Logins,
        *,
        backoff: Backoff = RETRY,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._client = client
        self._shard = shard
        self._logins = logins
        self._backoff = backoff
        self._sleep = sleep
        self._failures = 0  # in a row
        self._since = math.inf  # monotonic time at which the connection was made; infinite while there is none
        self._socket: DiscordWebSocket | None = None  # None until the first connection
        self._resumed: dict[str, Any] | None = None  # arguments of `from_client` to resume a session; None to log in

    async def keep(self) -> None:
        """Connect, and handle gateway events until the client is closed.

        Raises:
            discord.ConnectionClosed: Discord refuses the connection, and a retry wouldn't help.
            discord.HTTPException: Discord refuses a request, and a retry wouldn't help.
            aiohttp.InvalidURL: the gateway's address is malformed.
        """
        while not self._client.is_closed():
            try:
                await self._listen()
            except ReconnectWebSocket as wish:
                await self._after_loss(resume=wish.resume)
            except discord.ConnectionClosed as closed:
                if closed.code != NORMAL:
                    raise
                await self._after_loss(resume=True)
            except FAILURES as error:
                if not is_passing(error):
                    raise
                await self._after_failure(error)

    async def _listen(self) -> None:
        self._since = math.inf
        socket = self._socket = await self._connect()
        _note_socket(self._client, socket)
        self._since = time.monotonic()
        while True:
            await socket.poll_event()

    async def _connect(self) -> DiscordWebSocket:
        if self._resumed:
            return await self._open(self._resumed)
        async with self._logins.take_turn(self._shard):
            return await self._open({"initial": True})  # so that discord.py doesn't wait for a turn of its own

    async def _open(self, how: dict[str, Any]) -> DiscordWebSocket:
        async with asyncio.timeout(LONGEST):
            return await DiscordWebSocket.from_client(self._client, shard_id=self._shard, **how)

    async def _after_loss(self, *, resume: bool) -> None:
        """Prepare to reconnect: at once after the first loss in a row, after a growing wait from the second loss on.

        With `resume`, the session is resumed. Discord asks for a reconnect now and then, so one loss isn't a failure.
        """
        failures = self._count_failure()
        self._prepare(resume=resume)
        if failures > 1:
            wait = self._backoff.wait(failures - 1)
            log.info("the connection to Discord was lost again; the next try is in %g s", wait)
            await self._sleep(wait)

    async def _after_failure(self, error: Exception) -> None:
        failures = self._count_failure()
        self._prepare(resume=True)
        await wait_after(error, self._backoff.wait(failures), self._sleep)

    def _count_failure(self) -> int:
        self._client.dispatch("disconnect")
        self._client.dispatch("shard_disconnect", self._shard)
        self._failures = self._backoff.count(self._failures, time.monotonic() - self._since)
        return self._failures

    def _prepare(self, *, resume: bool) -> None:
        """Decide what the next connection does: with `resume`, it resumes the present session if there is one."""
        self._resumed = None
        if resume and (socket := self._socket) and socket.session_id:
            self._resumed = {
                "resume": True,
                "session": socket.session_id,
                "sequence": socket.sequence,
                "gateway": socket.gateway,
            }


def _note_socket(client: discord.AutoShardedClient, socket: DiscordWebSocket) -> None:
    """Let discord.py know a shard's socket, so that it tells its latency, and closes it in the end."""
    shard = Shard(socket, client, lambda _: None)
    vars(client)["_AutoShardedClient__shards"][shard.id] = shard


def explain_refusal(error: Exception) -> str:
    """Return a sentence that explains one of the errors in `REFUSALS` to the person who runs the bot."""
    if isinstance(error, discord.LoginFailure) or getattr(error, "code", None) == WRONG_TOKEN:
        return "Discord does not accept DISCORD_TOKEN: copy the bot's token again from the developer portal."
    if isinstance(error, discord.ConnectionClosed):
        return f"Discord refuses the connection: close code {error.code}."
    if isinstance(error, discord.HTTPException):
        return f"Discord refuses the login: HTTP {error.status}."
    return "DISCORD_API_URL or DISCORD_GATEWAY_URL is no address."
