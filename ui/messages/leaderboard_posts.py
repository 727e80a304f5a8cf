"""The messages of leaderboards, also of those that the bot posts by itself, every week and when a season is over."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import discord

from engine.text.phrases import say, speak_in
from services.people.leaderboards import BoardKey, LeaderboardPage, Leaderboards
from services.refusals import Refusal
from services.tables import Tables
from storage.leaderboard_posts import DuePost, LeaderboardPostStore
from storage.posts import SERVER, Post, name_server
from storage.settings import Person
from ui.layout import Screen
from ui.outbox import Outbox
from ui.pictures import Pictures, look_of
from ui.screens.leaderboard import build_leaderboard, build_post, describe_board, make_board
from ui.wanted import Content, Wanted, WantedPost

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
        return build_leaderboard(shown, file, in_words=person.text), [file]

    async def make_public(self, guild_id: int, key: BoardKey) -> Screen:
        """Return a page of a leaderboard for everybody on a server, in its language.

        Raises: Refusal as for `Leaderboards.read`, or if it's empty.
        """
        shown = await self.boards.read(guild_id, key)
        if not shown.page.lines:
            raise Refusal(say("This leaderboard is empty."))
        with speak_in(*await self._tables.languages.of_server(guild_id)):
            file = await self._draw(shown)
            return build_leaderboard(shown, file), [file]

    async def make_post(self, guild_id: int, season: int, *, is_over: bool) -> Content:
        """Return a season's leaderboard as it's posted without being asked for."""
        shown = await self.boards.read_season(guild_id, season)
        with speak_in(*await self._tables.languages.of_server(guild_id)):
            file = await self._draw(shown)
            return Content(build_post(shown, file, is_over=is_over), [file])

    async def _draw(self, shown: LeaderboardPage[Any], viewer: Person | None = None) -> discord.File:
        look = look_of(viewer or Person())
        return await self._pictures.draw_leaderboard(make_board(shown), describe_board(shown), look)


class ServerPosts:
    """The lister of what the bot posts on servers by itself.

    Each post is final: once it's there or refused, that is stored by `LeaderboardPostStore.end`, and it never changes.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        store: LeaderboardPostStore,
        screens: LeaderboardScreens,
        outbox: Outbox,
    ) -> None:
        self._client = client
        self._tables = tables
        self._store = store
        self._screens = screens
        self._outbox = outbox
        outbox.listers[SERVER] = self.list_wanted

    async def refresh_due(self) -> None:
        """Post what is due soon, and look for what was perhaps posted twice. Raises: StorageError."""
        due = await self._store.list_due(self._tables.now() - SETTLING)
        self._outbox.refresh_later([*map(name_server, due), *await self._tables.posts.list_unsent(SERVER)])

    async def list_wanted(self, owner: str, _posts: Sequence[Post]) -> Wanted | None:
        """Return what is due on a server; None while the bot isn't on it, or Discord hasn't sent it yet."""
        guild_id, now = int(owner.removeprefix(SERVER)), self._tables.now() - SETTLING
        if self._client.get_guild(guild_id) is None:
            return None
        chosen = await self._store.get(guild_id)
        wanted = [
            self._want(guild_id, due)
            for due in (chosen.list_due(now) if chosen else [])
            if await self._screens.boards.has_season(guild_id, due.season)
        ]
        return Wanted(version="", guild_id=guild_id, posts=wanted, then=partial(self._store.end, guild_id, now))

    def _want(self, guild_id: int, due: DuePost) -> WantedPost:
        build = partial(self._screens.make_post, guild_id, due.season, is_over=due.is_over)
        return WantedPost(purpose=due.purpose, channel_id=due.channel_id, build=build, may_fail=True, is_final=True)
