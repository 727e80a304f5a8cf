"""The leaderboards that are posted every Monday and at the end of each season, on servers that chose so in /setup."""

import asyncio

from discord.ext import commands

from cogs import LoopingCog
from services.concurrency.supervise import wait_at_most
from ui.services import Services

_TICK = 60.0  # seconds between two looks for what is due


class LeaderboardPostsCog(LoopingCog):
    """The loop that posts servers' leaderboards."""

    def __init__(self, services: Services) -> None:
        self._posts = services.server_posts
        self._connected = asyncio.Event()
        self.loops = {"leaderboard posts": self._keep_posting}

    @commands.Cog.listener()
    async def on_shard_ready(self, _: int) -> None:
        """Look at once for what is due on the servers that Discord has just sent."""
        self._connected.set()

    async def _keep_posting(self) -> None:
        while True:
            self._connected.clear()
            await self._posts.refresh_due()
            await wait_at_most(_TICK, self._connected.wait())
