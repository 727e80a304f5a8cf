"""/leaderboard: a server's best players in this season and by rating, in one rule system or in all."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.text.phrases import say, speak_in
from services.refusals import Refusal
from storage.results.seasons import find_season
from storage.settings import Person
from ui.commands import SYSTEMS
from ui.controls import Control, Interaction, TapHandler
from ui.layout import Screen
from ui.messages.limits import Limit
from ui.pictures import look_of
from ui.replies import show, tell_all, update
from ui.screens.leaderboard import (
    BOARDS,
    Board,
    BoardKey,
    Shown,
    build_leaderboard,
    describe_board,
    make_board,
)
from ui.services import Services
from ui.translations import make_locale_str

_CHOICES = [app_commands.Choice(name=make_locale_str(name), value=board.value) for board, name in BOARDS.items()]


class LeaderboardCog(commands.Cog):
    """The /leaderboard command, and the buttons of its pages."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._pictures = services.pictures
        self._limits = services.limits
        self.taps: Mapping[str, TapHandler] = {
            "board": self._on_turn,
            "boardback": self._on_turn,
            "boardon": self._on_turn,
            "boardmine": self._on_own,
            "boardpost": self._on_post,
        }

    @app_commands.command(name="leaderboard", description=locale_str("Show this server's best players"))
    @app_commands.describe(
        board=locale_str("This season's points, or ratings"), variant=locale_str("Show only this rule system")
    )
    @app_commands.choices(board=_CHOICES, variant=SYSTEMS)
    @app_commands.guild_only()
    async def leaderboard(
        self, interaction: Interaction, board: str = Board.SEASON.value, variant: str | None = None
    ) -> None:
        """Show the ten best players, and the user's own place, in an ephemeral message.

        `variant` is the key of a rule system. None means all, or for ratings, which each system has of its own, the
        server's usual one.
        """
        await show(interaction, *await self._screen(interaction, BoardKey(Board(board), variant)))

    async def _on_turn(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await update(interaction, *await self._screen(interaction, _read_key(control)))

    async def _on_own(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Show the page that has the user's own place."""
        shown = await self._read(interaction, _read_key(control))
        if shown.page.own_page is None:
            raise Refusal(say("You aren't on this leaderboard yet."))
        await update(interaction, *await self._screen(interaction, replace(shown.key, page=shown.page.own_page)))

    async def _on_post(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Post the page for everybody in this channel, in the server's language."""
        self._limits.count(Limit.SHOW, interaction.user.id, interaction.channel_id or 0)
        shown = await self._read(interaction, _read_key(control))
        if not shown.page.lines:
            raise Refusal(say("This leaderboard is empty."))
        with speak_in(await self._tables.languages.of_server(interaction.guild_id or 0)):
            public = replace(shown, is_public=True)
            file = await self._pictures.draw_leaderboard(make_board(public), describe_board(public), look_of(Person()))
            await tell_all(interaction, build_leaderboard(public, file), [file])

    async def _screen(self, interaction: Interaction, key: BoardKey) -> Screen:
        shown = await self._read(interaction, key)
        if not shown.page.lines:
            return build_leaderboard(shown, None), []
        look = look_of(await self._tables.settings.person(interaction.user.id))
        file: discord.File = await self._pictures.draw_leaderboard(make_board(shown), describe_board(shown), look)
        return build_leaderboard(shown, file), [file]

    async def _read(self, interaction: Interaction, key: BoardKey) -> Shown[Any]:
        """Read a page of one of this server's leaderboards; the first if there's no such page any more.

        Raises:
            Refusal: there's no such rule system.
        """
        guild_id, now = interaction.guild_id or 0, self._tables.now()
        if key.variant is None and key.board is Board.RATING:
            key = replace(key, variant=self._tables.choose_system(await self._tables.settings.server(guild_id)))
        if key.variant is not None and key.variant not in self._tables.variants:
            raise Refusal(say("This rule system isn't available."))
        system = self._tables.variants[key.variant].info if key.variant else None
        season, viewer = find_season(now), interaction.user.id
        if key.board is Board.RATING and key.variant:
            ratings = await self._tables.results.ratings(guild_id, key.variant, now, viewer, key.page)
            shown: Shown[Any] = Shown(key=key, page=ratings, system=system, season=season)
        else:
            scores = await self._tables.results.season(guild_id, season, key.variant, viewer, key.page)
            shown = Shown(key=key, page=scores, system=system, season=season)
        return shown if shown.page.lines or not key.page else await self._read(interaction, replace(key, page=0))


def _read_key(control: Control) -> BoardKey:
    """Return the page that a button is for; its argument is untrusted.

    Raises:
        Refusal: it isn't one.
    """
    key = BoardKey.read(control.argument)
    if key is None:
        raise Refusal(say("This button has expired. /leaderboard shows the leaderboards."))
    return key
