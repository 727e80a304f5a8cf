"""The logins of shards to the gateway (IDENTIFY), no faster and no more often than Discord allows."""

import asyncio
import logging
import math
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord

from services.concurrency.supervise import Sleep, wait_at_most
from ui.outages import insist

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
        """Return how many shards Discord advises, once it allows all of them to log in.

        Raises:
            discord.HTTPException: Discord refuses the request, and a retry wouldn't help.
            aiohttp.InvalidURL: the API's address is malformed.
        """
        shards = await self._ask()
        log.info("shards: %d; logins that Discord still allows: %d", shards, self._left)
        return shards

    @asynccontextmanager
    async def take_turn(self, shard: int) -> AsyncIterator[None]:
        """Wait until this shard may log in, which it does within the block.

        Raises:
            discord.HTTPException, aiohttp.InvalidURL: as for `count_shards`.
        """
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
