"""/setup: a server's settings, for its managers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.variant import Variant
from engine.text.phrases import say
from services.languages import NAMES
from services.refusals import Refusal
from storage.settings import Language, Server
from ui.commands import SYSTEMS
from ui.controls import Control, Interaction, TapHandler, pick_entry
from ui.permissions import require_manager
from ui.replies import show, update
from ui.screens.settings import AUTOMATIC
from ui.screens.setup import MOST_CHANNELS, build_setup_panel, list_starting_options
from ui.services import Services

_LONGEST_ID = 19  # digits: Discord's ids fit into 63 bits


class SetupCog(commands.Cog):
    """The command /setup and its panel, for members with the permission Manage Server."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self.taps: Mapping[str, TapHandler] = {"setup": self._on_pick}

    @app_commands.command(
        name="setup",
        description=locale_str("Choose where and how tables are opened on this server, and who can open them"),
    )
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    @app_commands.guild_install()
    async def setup(self, interaction: Interaction) -> None:
        """Show the server's settings in an ephemeral message."""
        require_manager(interaction)
        await show(interaction, self._panel(interaction, await self._tables.settings.server(interaction.guild_id or 0)))

    async def _on_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Change the setting that a menu is for; its key and the picked values are untrusted."""
        require_manager(interaction)
        server = await self._tables.settings.server(interaction.guild_id or 0)
        after = self._change(server, interaction.guild_id or 0, control.argument, values)
        await self._tables.settings.keep_server(interaction.guild_id or 0, after)
        await update(interaction, self._panel(interaction, after))

    def _change(self, server: Server, guild_id: int, key: str, values: Sequence[str]) -> Server:
        """Return the server's settings with the one called `key` changed to these values.

        Raises:
            Refusal: there's no such setting or choice.
        """
        if key == "channels":
            return replace(server, channels=tuple(_read_ids(values))[:MOST_CHANNELS])
        if key == "role":
            return replace(server, role=next((each for each in _read_ids(values) if each != guild_id), None))
        if key == "system":
            variant = pick_entry(SYSTEMS, values).value
            known = self._tables.choose_system(server)
            return server if variant == known else replace(server, variant=variant, options=None)
        if key == "options":
            return replace(server, options=pick_entry(list_starting_options(self._system(server)), values)[1])
        if key == "language":
            known = pick_entry([AUTOMATIC, *NAMES], values)
            return replace(server, language=None if known == AUTOMATIC else Language(known))
        if key in {"threads-on", "threads-off"}:
            return replace(server, threads=key == "threads-on")
        raise Refusal(say("There's no such setting."))

    def _system(self, server: Server) -> Variant[Any]:
        return self._tables.variants[self._tables.choose_system(server)]

    def _panel(self, interaction: Interaction, server: Server) -> discord.ui.LayoutView:
        return build_setup_panel(
            _drop_unknown(server, interaction.guild), self._tables.variants, self._tables.choose_system(server)
        )


def _drop_unknown(server: Server, guild: discord.Guild | None) -> Server:
    """Return the settings without channels and a role that no longer exist, which Discord's menus couldn't show."""
    if guild is None:
        return server
    channels = tuple(each for each in server.channels if guild.get_channel_or_thread(each))
    return replace(server, channels=channels, role=server.role if guild.get_role(server.role or 0) else None)


def _read_ids(values: Sequence[str]) -> list[int]:
    return [int(each) for each in values if each.isdecimal() and len(each) <= _LONGEST_ID]
