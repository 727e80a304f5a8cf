"""All shards of the bot, each with a connection to the gateway of its own."""

import asyncio
from collections.abc import Sequence

import discord

from services.concurrency.supervise import Backoff, Sleep
from ui.gateway.connection import LOSSES, Connection
from ui.gateway.internals import set_shard_count
from ui.gateway.logins import Logins


class Shards:
    """The connections of all shards, as many as Discord advises.

    Each shard has some of the servers: those whose ids, shifted right by 22 bits, leave its number as the remainder
    when divided by the number of shards. The first shard also has all that happens outside of servers.
    """

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
        """Connect all shards, and handle their events until the client is closed.

        Raises:
            discord.ConnectionClosed, discord.HTTPException, aiohttp.InvalidURL: as for `Connection.keep`; all shards
                are then disconnected.
        """
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
