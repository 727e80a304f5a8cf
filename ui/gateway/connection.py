"""The login, and a shard's connection to the gateway, with growing waits while Discord or the network fails.

discord.py's own reconnecting waits up to 17 minutes, logs a traceback for each failure, dies if the very first
connection fails (Rapptz/discord.py#10520), and while one shard waits, it doesn't connect the others again.
"""

import asyncio
import logging
import math
import time
from typing import Any

import aiohttp
import discord
from discord.gateway import ReconnectWebSocket

from services.concurrency.supervise import Backoff, Sleep, log_error
from ui.gateway.internals import EventSocket
from ui.gateway.logins import Logins
from ui.outages import FAILURES, RETRY, insist, is_passing, wait_after

log = logging.getLogger(__name__)

LOGIN_TIME = 60.0  # seconds that a login may take, until Discord confirms it
RESUMING_TIME = 25.0  # the same for resuming a session: three failed tries and a login take less than two minutes
RESUMES = 3  # tries to resume a session, after which the shard logs in
LOSSES = Backoff(first=1.0, longest=100.0, steady=300.0)
"""The waits after a lost connection, until a tenth of the day's logins is used."""
SPARING = 300.0  # seconds between tries after that: in a day, one shard then uses about 400 logins of 1,000

NORMAL = 1000  # the websocket close code for a normal end; Discord sometimes sends it for no reason
RESUMABLE = 4000  # a close code after which the session can be resumed
WRONG_TOKEN = 4004  # the gateway's close code for a bad token

REFUSALS = (discord.LoginFailure, discord.HTTPException, discord.ConnectionClosed, aiohttp.InvalidURL)
"""Errors that retrying can't fix."""


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

    A lost session is resumed where Discord says; if that fails three times in a row, the shard logs in at the main
    gateway. A login waits for its turn among the `logins` of all shards, and is only sent once the gateway answers.
    """

    def __init__(
        self,
        client: discord.AutoShardedClient,
        shard: int,
        logins: Logins,
        *,
        losses: Backoff = LOSSES,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._client = client
        self._shard = shard
        self._logins = logins
        self._losses = losses
        self._sleep = sleep
        self._failures = 0  # in a row, to connect at all
        self._losses_in_a_row = 0  # of connections that didn't last, or whose login Discord didn't confirm
        self._since = math.inf  # monotonic time since which there is a connection to lose; infinite while there is none
        self._socket: EventSocket | None = None  # the last one; None before the first
        self._session: EventSocket | None = None  # the socket whose session is resumed next; None to log in

    @property
    def latency(self) -> float:
        """The seconds that Discord took to answer the last heartbeat; infinite before the first answer."""
        return self._socket.latency if self._socket else math.inf

    async def keep(self) -> None:
        """Connect, and handle gateway events until the client is closed.

        Raises:
            discord.ConnectionClosed: Discord refuses the connection, and a retry wouldn't help.
            discord.HTTPException: Discord refuses a request, and a retry wouldn't help.
            aiohttp.InvalidURL: the gateway's address is malformed.
        """
        try:
            while not self._client.is_closed():
                await self._connect_once()
        finally:
            if self._socket:
                await self._socket.close(NORMAL)

    async def _connect_once(self) -> None:
        """Connect, and handle events until the connection is lost; then wait until the next try."""
        self._since = math.inf
        try:
            await self._listen()
        except ReconnectWebSocket as wish:
            await self._recover(resume=wish.resume)
        except discord.ConnectionClosed as closed:
            if closed.code != NORMAL:
                raise
            await self._recover()
        except FAILURES as error:
            if not (self._session or is_passing(error)):  # whatever a resume meets, a login may still work
                raise
            await self._recover(error)
        except Exception as error:  # noqa: BLE001  # discord.py can't read a message, and the next ones still matter
            log_error(f"shard {self._shard}", error)
            await self._recover()

    async def _listen(self) -> None:
        if session := self._session:
            async with asyncio.timeout(RESUMING_TIME):
                await self._open(
                    resume=True, session=session.session_id, sequence=session.sequence, gateway=session.gateway
                )
        else:
            async with self._logins.take_turn(self._shard), asyncio.timeout(LOGIN_TIME):
                await self._open(initial=True)  # so that discord.py doesn't wait for a turn of its own
        self._failures = 0
        while self._socket:
            await self._socket.poll_event()

    async def _open(self, *, sequence: int | None = None, **how: Any) -> None:
        """Connect to the gateway, and log in or resume a session; wait until Discord confirms that with an event."""
        client, shard = self._client, self._shard
        try:
            self._socket = await EventSocket.from_client(client, shard_id=shard, sequence=sequence, **how)
        except BaseException:
            if sequence is None:
                self._logins.give_back()
            raise
        if sequence is None:
            self._since = time.monotonic()  # a login counts, even if it isn't confirmed
        while self._socket.sequence == sequence:
            await self._socket.poll_event()
        self._since = time.monotonic()

    async def _recover(self, error: Exception | None = None, *, resume: bool = True) -> None:
        """Decide whether to resume the session or to log in next, and wait until then.

        Discord asks for a reconnect now and then, so a first loss needs no wait.
        """
        self._client.dispatch("disconnect")
        self._client.dispatch("shard_disconnect", self._shard)
        if self._socket:
            await self._socket.close(RESUMABLE)
        lasted = time.monotonic() - self._since
        if lasted >= 0:
            self._losses_in_a_row = self._losses.count(self._losses_in_a_row, lasted)
            self._session = self._socket if self._socket and self._socket.session_id else None
            wait = self._losses.wait(self._losses_in_a_row - 1) if self._losses_in_a_row > 1 else 0.0
            if wait == self._losses.longest and not self._logins.are_plenty:
                wait = SPARING
        else:
            self._failures += 1
            wait = RETRY.wait(self._failures)
        if not resume or self._failures >= RESUMES:
            self._session = None
        if error:
            await wait_after(error, wait, self._sleep)
        elif wait:
            log.info("the connection to Discord was lost again; the next try is in %g s", wait)
            await self._sleep(wait)


def explain_refusal(error: Exception) -> str:
    """Return a sentence that explains one of the errors in `REFUSALS` to the person who runs the bot."""
    if isinstance(error, discord.LoginFailure) or getattr(error, "code", None) == WRONG_TOKEN:
        return "Discord does not accept DISCORD_TOKEN: copy the bot's token again from the developer portal."
    if isinstance(error, discord.ConnectionClosed):
        return f"Discord refuses the connection: close code {error.code}."
    if isinstance(error, discord.HTTPException):
        return f"Discord refuses the login: HTTP {error.status}."
    return "DISCORD_API_URL or DISCORD_GATEWAY_URL is no address."
