"""Leaderboards as messages: read, drawn and laid out for one viewer, or for everybody in a server's language."""

from typing import Any

import discord

from engine.text.phrases import say, speak_in
from services.people.leaderboards import BoardKey, LeaderboardPage, Leaderboards
from services.refusals import Refusal
from services.tables import Tables
from storage.settings import Person
from ui.layout import Screen
from ui.pictures import Pictures, look_of
from ui.screens.leaderboard import build_leaderboard, build_post, describe_board, make_board


class LeaderboardScreens:
    """The maker of leaderboards' messages."""

    def __init__(self, tables: Tables, pictures: Pictures, boards: Leaderboards) -> None:
        self.boards = boards
        self._tables = tables
        self._pictures = pictures

    async def make(self, guild_id: int, key: BoardKey, viewer: int) -> Screen:
        """Return a page of a leaderboard for one viewer, a user id.

        Raises:
            Refusal: as in `Leaderboards.read`.
        """
        shown = await self.boards.read(guild_id, key, viewer)
        if not shown.page.lines:
            return build_leaderboard(shown, None), []
        person = await self._tables.settings.person(viewer)
        file = await self._draw(shown, person)
        return build_leaderboard(shown, file), [file]

    async def make_public(self, guild_id: int, key: BoardKey) -> Screen:
        """Return a page of a leaderboard for everybody on a server, in its language.

        Raises:
            Refusal: as in `Leaderboards.read`, or it's empty.
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
