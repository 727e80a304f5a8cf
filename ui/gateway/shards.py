"""All shards of the bot, each with a connection to the gateway of its own."""

import asyncio

import discord

from services.concurrency.supervise import Backoff, Sleep
from ui.gateway.connection import Connection
from ui.gateway.logins import Logins
from ui.outages import RETRY


class Shards:
    """The connections of all shards, as many as Discord advises.

    Each shard has some of the servers: those whose ids, shifted right by 22 bits, leave its number as the remainder
    when divided by the number of shards. The first shard also has all that happens outside of servers.
    """

    def __init__(
        self, client: discord.AutoShardedClient, *, backoff: Backoff = RETRY, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._client = client
        self._backoff = backoff
        self._sleep = sleep

    async def keep(self) -> None:
        """Connect all shards, and handle their events until the client is closed.

        Raises:
            discord.ConnectionClosed, discord.HTTPException, aiohttp.InvalidURL: as for `Connection.keep`; all shards
                are then disconnected.
        """
        logins = Logins(self._client, self._sleep)
        numbers = self._divide(await logins.count_shards())
        try:
            async with asyncio.TaskGroup() as group:
                for each in numbers:
                    shard = Connection(self._client, each, logins, backoff=self._backoff, sleep=self._sleep)
                    group.create_task(shard.keep(), name=f"shard {each}")
        except BaseExceptionGroup as failures:
            raise failures.exceptions[0] from None

    def _divide(self, count: int) -> range:
        """Tell discord.py what its own `connect` would: how many shards there are; return their numbers."""
        client, state = self._client, self._client._connection  # noqa: SLF001  # there is no other way in
        client._reconnect = True  # noqa: SLF001  # as above
        client.shard_count = state.shard_count = count
        state.shard_ids = range(count)
        return range(count)
