"""The metrics that must be measured: the lag of the event loop, and the bot's vitals."""

import asyncio
import math
import time

from discord.ext import commands

from cogs import LoopingCog
from monitoring.sink import Vitals
from ui.services import Services

_LAG_EVERY = 0.5  # seconds
_VITALS_EVERY = 5.0  # seconds; Prometheus asks every 15 to 60


class MetricsCog(LoopingCog):
    """The loops that measure; they only run if the owner wants metrics."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._client = services.client
        self._connected: set[int] = set()
        if services.metrics.is_on:
            self.loops = {"lag": self._measure_lag, "vitals": self._measure_vitals}

    @commands.Cog.listener("on_shard_ready")
    @commands.Cog.listener("on_shard_resumed")
    async def note_connected(self, shard: int) -> None:
        """Note that a shard is connected."""
        self._connected.add(shard)

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard: int) -> None:
        """Note that a shard has lost its connection."""
        self._connected.discard(shard)

    async def _measure_lag(self) -> None:
        while True:
            due = time.monotonic() + _LAG_EVERY
            await asyncio.sleep(_LAG_EVERY)
            self._services.metrics.note_lag(max(0.0, time.monotonic() - due))

    async def _measure_vitals(self) -> None:
        while True:
            self._services.metrics.note_vitals(await self._find_vitals())
            await asyncio.sleep(_VITALS_EVERY)

    async def _find_vitals(self) -> Vitals:
        latencies = [latency for shard, latency in self._client.latencies if shard in self._connected]
        return Vitals(
            latency=max(filter(math.isfinite, latencies), default=None),
            shards=self._client.shard_count or 0,
            connected_shards=len(self._connected),
            invalid_requests=self._services.budget.invalid,
            open_games=await self._services.vitals.count_open_games(),
            database_size=await self._services.vitals.measure_size(),
        )
