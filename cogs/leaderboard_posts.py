"""The leaderboards that are posted every Monday and at the end of each season, on servers that chose so in /setup."""

import asyncio

from discord.ext import commands

from services.concurrency.supervise import keep_running, wait_at_most
from ui.messages.leaderboard_posts import LeaderboardPoster
from ui.services import Services

_TICK = 60.0  # seconds between two looks for what is due


class LeaderboardPostsCog(commands.Cog):
    """The loop that posts servers' leaderboards."""

    def __init__(self, services: Services) -> None:
        self._poster = LeaderboardPoster(
            services.client, services.tables, services.leaderboard_posts, services.leaderboards
        )
        self._connected = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Start posting."""
        self._task = asyncio.create_task(keep_running("leaderboard posts", self._keep_posting), name="leaderboards")

    async def cog_unload(self) -> None:
        """Stop posting; the next start goes on."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @commands.Cog.listener()
    async def on_shard_ready(self, _: int) -> None:
        """Look at once for what is due on the servers that Discord has just sent."""
        self._connected.set()

    async def _keep_posting(self) -> None:
        while True:
            self._connected.clear()
            await self._poster.post_due()
            await wait_at_most(_TICK, self._connected.wait())
