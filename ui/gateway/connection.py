"""The login, and all shards' connections to the gateway, with growing waits while Discord or the network fails.

discord.py's own reconnecting waits up to 17 minutes, logs a traceback for each failure, dies if the very first
connection fails (Rapptz/discord.py#10520), and while one shard waits, it doesn't connect the others again.
"""

import asyncio
import logging
import math
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
from discord.gateway import ReconnectWebSocket

from services.concurrency.supervise import Backoff, Sleep, log_error, wait_at_most
from ui.gateway.internals import EventSocket, set_shard_count
from ui.outages import FAILURES, RETRY, insist, is_passing, wait_after

log = logging.getLogger(__name__)

PAUSE = 5.0  # seconds that Discord wants between two logins of one bucket
PLENTY = 0.9  # the share of the logins of a day above which the bot tries more often
LEAST_WAIT = 1.0  # seconds until Discord is asked again for logins, if it says that they come at once
ARRIVAL = 10.0  # seconds for which a login waits at most until the servers of the last shard have come


class Logins:
    """The turns in which shards log in.

    Shards whose numbers leave the same remainder, when divided by Discord's `max_concurrency`, share a bucket. In each
    bucket, a login follows another after five seconds, and when its servers have come: another login would stop
    discord.py's wait for them. A bot that logs in more often than Discord allows in a day (1,000 times) loses its
    token, so the logins left are counted.
    """

    def __init__(self, client: discord.Client, sleep: Sleep = asyncio.sleep) -> None:
        self._client = client
        self._sleep = sleep
        self._left = 0
        self._total = 0  # logins that Discord allows in a day
        self._at_once = 1  # shards that may log in at the same moment: Discord's `max_concurrency`
        self._buckets: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._last: dict[int, float] = {}  # monotonic time of each bucket's last login
        self._arriving: dict[int, asyncio.Task[None]] = {}  # each bucket's wait for the servers of its last shard

    @property
    def are_plenty(self) -> bool:
        """Whether few of the day's logins are used."""
        return self._left >= PLENTY * self._total

    def give_back(self) -> None:
        """Note that a login whose turn it was hasn't been sent."""
        self._left += 1

    async def count_shards(self) -> int:
        """Return how many shards Discord advises, once it allows all of them to log in. Raises: as for `insist`."""
        shards = await self._ask()
        log.info("shards: %d; logins that Discord still allows: %d", shards, self._left)
        return shards

    @asynccontextmanager
    async def take_turn(self, shard: int) -> AsyncIterator[None]:
        """Wait until this shard may log in, which it does within the block. Raises: as for `insist`."""
        bucket = shard % self._at_once
        async with self._buckets[bucket]:
            if arriving := self._arriving.pop(bucket, None):
                await asyncio.wait({arriving})
            if not self._left:
                await self._ask(needed=1)
            self._left -= 1
            since = time.monotonic() - self._last.get(bucket, -math.inf)
            if since < PAUSE:
                await self._sleep(PAUSE - since)
            coming = self._arriving[bucket] = asyncio.create_task(self._wait_for_servers(shard))
            try:
                yield
            except BaseException:
                coming.cancel()
                raise
            finally:
                self._last[bucket] = time.monotonic()

    async def _wait_for_servers(self, shard: int) -> None:
        await wait_at_most(ARRIVAL, self._client.wait_for("shard_ready", check=lambda number: number == shard))

    async def _ask(self, needed: int | None = None) -> int:
        """Ask Discord until it allows this many logins, None for one of each shard; return the number of shards."""
        while True:
            advice = await insist(self._request, self._sleep)
            limit, shards = advice["session_start_limit"], int(advice["shards"])
            self._left, self._total, self._at_once = limit["remaining"], limit["total"], limit["max_concurrency"]
            if self._left >= (needed or shards):
                return shards
            wait = max(LEAST_WAIT, limit["reset_after"] / 1000)
            words = "Discord allows %d more logins for now, and the bot needs %d; the next try is in %g s"
            log.warning(words, self._left, needed or shards, wait)
            await self._sleep(wait)

    async def _request(self) -> dict[str, Any]:
        answer: dict[str, Any] = await self._client.http.request(discord.http.Route("GET", "/gateway/bot"))
        return answer


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
        discord.HTTPException, aiohttp.InvalidURL: as for `insist`.
    """

    async def try_once() -> None:
        try:
            await client.login(token)
        except FAILURES:
            await client.http.close()
            client.http.connector = discord.utils.MISSING  # so that the next login opens a new one and none leaks
            raise

    await insist(try_once, sleep)


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
            discord.HTTPException, aiohttp.InvalidURL: as for `insist`.
        """
        try:
            while not self._client.is_closed():
                await self._connect_once()
        finally:
            if self._socket:
                await self._socket.close(NORMAL)

    async def _connect_once(self) -> None:
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
        """Decide whether to resume or to log in next, and wait until then; a first loss needs no wait."""
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


class Shards:
    """The connections of all shards, as many as Discord advises. `Shard.of` tells which servers each has."""

    def __init__(
        self, client: discord.AutoShardedClient, *, losses: Backoff = LOSSES, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._client = client
        self._losses = losses
        self._sleep = sleep
        self._connections: Sequence[Connection] = ()  # by the shards' numbers

    @property
    def latencies(self) -> list[tuple[int, float]]:
        """Each shard's number, and the seconds that Discord took to answer its last heartbeat."""
        return [(number, each.latency) for number, each in enumerate(self._connections)]

    async def keep(self) -> None:
        """Connect all shards, and handle their events until the client is closed. Raises: as for `Connection.keep`."""
        logins = Logins(self._client, self._sleep)
        count = await logins.count_shards()
        set_shard_count(self._client, count)
        self._connections = [
            Connection(self._client, number, logins, losses=self._losses, sleep=self._sleep) for number in range(count)
        ]
        try:
            async with asyncio.TaskGroup() as group:
                for number, each in enumerate(self._connections):
                    group.create_task(each.keep(), name=f"shard {number}")
        except BaseExceptionGroup as failures:
            raise failures.exceptions[0] from None
