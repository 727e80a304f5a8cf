"""The messages of leaderboards, also of those that the bot posts by itself, every week and when a season is over.

Posts are sent once, as in `ui/messages/table_record.py`: a nonce is stored, the message is sent with it, and that is
stored. If the bot is killed in between, it sends the message with the same nonce again, and Discord keeps one. Once
Discord has forgotten the nonce, the channel's history shows whether the message is there. (Without the permission Read
Message History it's empty, so the message would come a second time.) If the history fails, the message is sent again,
and a double that turns up within a day is deleted.
"""

import logging
from datetime import UTC, datetime
from typing import Any

import discord

from engine.text.phrases import say, speak_in
from ratings.seasons import find_season
from services.people.leaderboards import BoardKey, LeaderboardPage, Leaderboards
from services.refusals import Refusal
from services.tables import Tables
from storage.leaderboard_posts import LeaderboardPosts, LeaderboardPostStore, PostAttempt, find_week
from storage.settings import Person
from ui.controls import make_nonce
from ui.layout import Screen
from ui.messages.channels.history import LOOKED_FOR, find_posted
from ui.messages.channels.table_failures import Cause, find_cause
from ui.messages.table_record import NONCE_LIFE
from ui.outages import FAILURES, describe_discord_error
from ui.pictures import Pictures, look_of
from ui.screens.leaderboard import build_leaderboard, build_post, describe_board, make_board

log = logging.getLogger(__name__)

SETTLING = 60  # seconds after a week's or a season's end until everything that happened before is stored


class LeaderboardScreens:
    """The maker of leaderboards' messages."""

    def __init__(self, tables: Tables, pictures: Pictures, boards: Leaderboards) -> None:
        self.boards = boards
        self._tables = tables
        self._pictures = pictures

    async def make(self, guild_id: int, key: BoardKey, viewer: int) -> Screen:
        """Return a page of a leaderboard for one viewer, a user id. Raises: as for `Leaderboards.read`."""
        shown = await self.boards.read(guild_id, key, viewer)
        if not shown.page.lines:
            return build_leaderboard(shown, None), []
        person = await self._tables.settings.person(viewer)
        file = await self._draw(shown, person)
        return build_leaderboard(shown, file), [file]

    async def make_public(self, guild_id: int, key: BoardKey) -> Screen:
        """Return a page of a leaderboard for everybody on a server, in its language.

        Raises: Refusal as for `Leaderboards.read`, or if it's empty.
        """
        shown = await self.boards.read(guild_id, key)
        if not shown.page.lines:
            raise Refusal(say("This leaderboard is empty."))
        with speak_in(await self._tables.languages.of_server(guild_id)):
            file = await self._draw(shown)
            return build_leaderboard(shown, file), [file]

    async def make_post(self, guild_id: int, season: int, *, is_over: bool) -> Screen | None:
        """Return a season's leaderboard as it's posted without being asked for; None if nobody played in it."""
        shown = await self.boards.read_season(guild_id, season)
        if not shown.page.lines:
            return None
        with speak_in(await self._tables.languages.of_server(guild_id)):
            file = await self._draw(shown)
            return build_post(shown, file, is_over=is_over), [file]

    async def _draw(self, shown: LeaderboardPage[Any], viewer: Person | None = None) -> discord.File:
        look = look_of(viewer or Person())
        return await self._pictures.draw_leaderboard(make_board(shown), describe_board(shown), look)


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

        Delete posts that are there twice. If Discord or the network fails, the next call does the rest. Servers that
        the bot isn't on, or that Discord hasn't sent yet, wait. Raises: StorageError.
        """
        now = self._tables.now() - SETTLING
        for posts in await self._store.due(now):
            if self._client.get_guild(posts.guild_id) is None:
                continue
            try:
                await self._post(posts, find_week(now), find_season(now))
            except FAILURES as error:
                log.warning("the leaderboard of server %s waits: %s", posts.guild_id, describe_discord_error(error))
                if find_cause(error) is Cause.BLOCKED:
                    return

    async def _post(self, posts: LeaderboardPosts, week: int, season: int) -> None:
        if posts.attempt and posts.week >= week and posts.season >= season:
            await self._delete_doubles(posts, posts.attempt)
        if posts.season < season:
            is_unsure = await self._send(posts, f"season-{season - 1}", season - 1)
            await self._store.end(posts.guild_id, week=posts.week, season=season, is_unsure=is_unsure)
        if posts.week < week:
            is_unsure = await self._send(posts, f"week-{week}", season)
            await self._store.end(posts.guild_id, week=week, season=season, is_unsure=is_unsure)

    async def _send(self, posts: LeaderboardPosts, purpose: str, season: int) -> bool:
        """Post a season's leaderboard if it has players; return whether it may be a double, as the history failed."""
        made = await self._screens.make_post(posts.guild_id, season, is_over=_is_over(purpose))
        if made is None:
            return False
        (view, files), is_unsure = made, False
        channel = self._find_channel(posts)
        attempt = posts.attempt if posts.attempt and posts.attempt.purpose == purpose else None
        try:
            if attempt and self._tables.now() - attempt.at > NONCE_LIFE:
                found = await self._find_posted(posts, attempt, view)
                if found:
                    return False
                is_unsure = found is None
            if attempt is None:
                attempt = PostAttempt(purpose, make_nonce(), self._tables.now())
                await self._store.begin(posts.guild_id, attempt)
            mentions = discord.AllowedMentions.none()
            await channel.send(view=view, files=files, nonce=attempt.nonce, allowed_mentions=mentions)
        except discord.HTTPException as error:
            if find_cause(error) is not Cause.CHANNEL:
                raise
            log.info("the leaderboard of server %s can't be posted: %s", posts.guild_id, describe_discord_error(error))
        return is_unsure

    async def _delete_doubles(self, posts: LeaderboardPosts, attempt: PostAttempt) -> None:
        """Delete all but the first of the messages with this post; if the history fails, later calls do, for a day."""
        season = find_season(attempt.at - SETTLING) - _is_over(attempt.purpose)
        made = await self._screens.make_post(posts.guild_id, season, is_over=_is_over(attempt.purpose))
        found = await self._find_posted(posts, attempt, made[0]) if made else []
        if found is None and self._tables.now() - attempt.at < LOOKED_FOR:
            return
        for message in (found or [])[1:]:
            await message.delete()
        await self._store.end(posts.guild_id, week=posts.week, season=posts.season)

    def _find_channel(self, posts: LeaderboardPosts) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(posts.channel_id, guild_id=posts.guild_id)

    async def _find_posted(
        self, posts: LeaderboardPosts, attempt: PostAttempt, view: discord.ui.LayoutView
    ) -> list[discord.Message] | None:
        """Return the bot's messages with this post's heading that were sent since it was begun; None if unknown."""
        own = self._client.user.id if self._client.user else 0
        texts = (each.content for each in view.walk_children() if isinstance(each, discord.ui.TextDisplay))
        heading, since = next(texts, ""), datetime.fromtimestamp(attempt.at - SETTLING, UTC)
        channel = self._find_channel(posts)
        return await find_posted(
            channel, since, lambda message: message.author.id == own and _read_heading(message) == heading
        )


def _is_over(purpose: str) -> bool:
    return purpose.startswith("season")


def _read_heading(message: discord.Message) -> str:
    parts = [part for each in message.components for part in getattr(each, "children", [])]
    return next((part.content for part in parts if isinstance(part, discord.TextDisplay)), "")
