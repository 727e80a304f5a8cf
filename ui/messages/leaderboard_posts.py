"""The leaderboards that the bot posts by itself: every week, and with the champions when a season is over.

Each is posted once, as in `ui/messages/table_record.py`: a nonce is stored, the message is sent with it, and that is
stored. If the bot is killed in between, it sends the message with the same nonce again, and Discord keeps one. Once
Discord has forgotten the nonce, the channel's history shows whether the message is there. (Without the permission Read
Message History it's empty, so the message would come a second time.)
"""

import logging
from datetime import UTC, datetime

import discord

from services.tables import Tables
from storage.leaderboard_posts import LeaderboardPosts, LeaderboardPostStore, PostBegun, find_week
from storage.results.seasons import find_season
from ui.controls import make_nonce
from ui.messages.leaderboards import LeaderboardScreens
from ui.messages.table_failures import Cause, find_cause
from ui.messages.table_record import NONCE_LIFE
from ui.outages import FAILURES, describe_failure

log = logging.getLogger(__name__)

SETTLING = 60  # seconds after a week's or a season's end until everything that happened before is stored
LOOKED_THROUGH = 50  # of the messages after a post was begun


class LeaderboardPoster:
    """The poster of servers' leaderboards."""

    def __init__(
        self, client: discord.Client, tables: Tables, store: LeaderboardPostStore, screens: LeaderboardScreens
    ) -> None:
        self._client = client
        self._tables = tables
        self._store = store
        self._screens = screens

    async def post_due(self) -> None:
        """Post what is due: on each server the newest week's leaderboard, and that of the season that ended last.

        If Discord or the network fails, the next call does the rest. Servers that the bot isn't on, or that Discord
        hasn't sent yet, wait.

        Raises:
            StorageError: the database fails.
        """
        now = self._tables.now() - SETTLING
        for posts in await self._store.due(now):
            if self._client.get_guild(posts.guild_id) is None:
                continue
            try:
                await self._post(posts, find_week(now), find_season(now))
            except FAILURES as error:
                log.warning("the leaderboard of server %s waits: %s", posts.guild_id, describe_failure(error))
                if find_cause(error) is Cause.BLOCKED:
                    return

    async def _post(self, posts: LeaderboardPosts, week: int, season: int) -> None:
        if posts.season < season:
            await self._send(posts, f"season-{season - 1}", season - 1)
            await self._store.end(posts.guild_id, week=posts.week, season=season)
        if posts.week < week:
            await self._send(posts, f"week-{week}", season)
            await self._store.end(posts.guild_id, week=week, season=season)

    async def _send(self, posts: LeaderboardPosts, purpose: str, season: int) -> None:
        """Post a season's leaderboard, unless nobody played in it or Discord refuses messages in this channel.

        Raises:
            StorageError, discord.HTTPException, aiohttp.ClientError, OSError: the database, Discord or the network
                fails. The message is perhaps posted.
        """
        made = await self._screens.make_post(posts.guild_id, season, is_over=purpose.startswith("season"))
        if made is None:
            return
        view, files = made
        channel = self._client.get_partial_messageable(posts.channel_id, guild_id=posts.guild_id)
        begun = posts.begun if posts.begun and posts.begun.purpose == purpose else None
        try:
            if begun and self._tables.now() - begun.at > NONCE_LIFE:
                if await self._is_there(channel, begun, view):
                    return
                begun = None
            if begun is None:
                begun = PostBegun(purpose, make_nonce(), self._tables.now())
                await self._store.begin(posts.guild_id, begun)
            mentions = discord.AllowedMentions.none()
            await channel.send(view=view, files=files, nonce=begun.nonce, allowed_mentions=mentions)
        except discord.HTTPException as error:
            if find_cause(error) is not Cause.CHANNEL:
                raise
            log.info("the leaderboard of server %s can't be posted: %s", posts.guild_id, describe_failure(error))

    async def _is_there(
        self, channel: discord.PartialMessageable, begun: PostBegun, view: discord.ui.LayoutView
    ) -> bool:
        """Return whether the channel has this post: a message of the bot with its heading, sent since it was begun."""
        own = self._client.user.id if self._client.user else 0
        texts = (each.content for each in view.walk_children() if isinstance(each, discord.ui.TextDisplay))
        heading, since = next(texts, ""), datetime.fromtimestamp(begun.at - SETTLING, UTC)
        async for message in channel.history(limit=LOOKED_THROUGH, after=since, oldest_first=True):
            if message.author.id == own and _read_heading(message) == heading:
                return True
        return False


def _read_heading(message: discord.Message) -> str:
    """Return the first text in a message's container; empty if there's none."""
    parts = [part for each in message.components for part in getattr(each, "children", [])]
    return next((part.content for part in parts if isinstance(part, discord.TextDisplay)), "")
