"""/data and /privacy: exporting or deleting what is stored about a person."""

import asyncio
import gzip
from collections.abc import Mapping, Sequence
from io import BytesIO

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.text.phrases import say
from storage.personal_data.traces import Subject
from ui.commands import anywhere
from ui.controls import Control, Interaction, TapHandler
from ui.deferred import await_screen, put
from ui.layout import Screen, notice
from ui.messages.limits import Limit
from ui.replies import show, update
from ui.screens.players import data as screens
from ui.services import Services

_LARGEST = 8_000_000  # bytes of a file that isn't compressed; Discord takes 10 MiB


class DataCog(commands.Cog):
    """The commands /data export, /data delete and /privacy, with their buttons."""

    data = anywhere(
        app_commands.Group(name="data", description=locale_str("Export or delete the data stored about you"))
    )

    def __init__(self, services: Services) -> None:
        self._personal_data = services.personal_data
        self._policy = screens.PrivacyPolicy(
            services.choices.retention, services.choices.owner.contact, services.choices.daily_backups is not None
        )
        self._tournaments = services.tournaments
        self._posts = services.tournament_posts
        self._limits = services.limits
        self.taps: Mapping[str, TapHandler] = {
            "mydata": lambda interaction, _control, _values: self._send(interaction),
            "forgetme": lambda interaction, _control, _values: self._begin(interaction),
            "forgetyes": self._on_go_on,
            "forgotten": self._on_sure,
        }

    @app_commands.command(name="privacy", description=locale_str("What I store about you, and for how long"))
    @anywhere
    async def privacy(self, interaction: Interaction) -> None:
        """Show the privacy policy in an ephemeral message."""
        await show(interaction, screens.build_privacy(self._policy))

    @data.command(name="export", description=locale_str("Get a file with everything stored about you"))
    async def export(self, interaction: Interaction) -> None:
        """Send everything that is stored about the user as a file, in an ephemeral message."""
        await self._send(interaction)

    @data.command(name="delete", description=locale_str("Delete everything stored about you"))
    async def delete(self, interaction: Interaction) -> None:
        """Ask the user for the first time whether to delete everything about them."""
        await self._begin(interaction)

    async def _send(self, interaction: Interaction) -> None:
        self._limits.count(Limit.EXPORT, interaction.user.id, interaction.user.id)
        await show(interaction, *await await_screen(interaction, self._export(interaction.user.id)))

    async def _export(self, user_id: int) -> Screen:
        found = await self._personal_data.count(Subject.PERSON, user_id)
        if not found and not await self._personal_data.is_remembered(user_id):
            return screens.build_nothing_notice(), []
        content, name = (await self._personal_data.export(user_id)).encode(), screens.FILE_NAME
        if len(content) > _LARGEST:
            content, name = await asyncio.to_thread(gzip.compress, content), f"{name}.gz"
        file = discord.File(BytesIO(content), name)
        return screens.build_export(file), [file]

    async def _begin(self, interaction: Interaction) -> None:
        await show(interaction, *await await_screen(interaction, self._ask(interaction.user.id)))

    async def _ask(self, user_id: int) -> Screen:
        found = await self._personal_data.count(Subject.PERSON, user_id)
        return screens.build_first_question() if found else screens.build_nothing_notice(), []

    async def _on_go_on(self, interaction: Interaction, _control: Control, _values: Sequence[str]) -> None:
        await update(interaction, screens.build_second_question())

    async def _on_sure(self, interaction: Interaction, _control: Control, _values: Sequence[str]) -> None:
        await put(interaction, *await await_screen(interaction, self._delete(interaction.user.id)))

    async def _delete(self, user_id: int) -> Screen:
        found = await self._personal_data.count(Subject.PERSON, user_id)
        await self._personal_data.delete_person(user_id)
        self._posts.refresh_later(await self._tournaments.store.unsettled())
        return notice(say("Everything about you is deleted.")) if found else screens.build_nothing_notice(), []
