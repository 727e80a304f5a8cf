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
from ui.messages.channels.access import explain_no_posts, find_table_channel, look_up
from ui.permissions import require_manager
from ui.replies import show, update
from ui.screens.settings import AUTOMATIC
from ui.screens.setup import MOST_CHANNELS, PostsChoice, build_setup_panel, list_starting_options
from ui.services import Services

_LONGEST_ID = 19  # digits: Discord's ids fit into 63 bits


class SetupCog(commands.Cog):
    """The command /setup and its panel, for members with the permission Manage Server."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._client = services.client
        self._posts = services.leaderboard_posts
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
        await show(interaction, await self._panel(interaction))

    async def _on_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Change the setting that a menu is for; its key and the picked values are untrusted."""
        require_manager(interaction)
        guild_id = interaction.guild_id or 0
        if control.argument == "posts":
            await self._choose_posts(guild_id, values)
        else:
            await self._tables.settings.change_server(
                guild_id, lambda server: self._change(server, guild_id, control.argument, values)
            )
        await update(interaction, await self._panel(interaction))

    async def _choose_posts(self, guild_id: int, values: Sequence[str]) -> None:
        channel_id = next(iter(_read_ids(values)), None)
        if channel_id is not None and look_up(self._client, guild_id, channel_id) is None:
            raise Refusal(say("I can't find this channel here. Choose another one."))
        await self._posts.choose(guild_id, channel_id, self._tables.now())

    def _change(self, server: Server, guild_id: int, key: str, values: Sequence[str]) -> Server:
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

    async def _panel(self, interaction: Interaction) -> discord.ui.LayoutView:
        guild_id = interaction.guild_id or 0
        server = await self._tables.settings.server(guild_id)
        return build_setup_panel(
            _drop_unknown(server, interaction.guild),
            self._tables.variants,
            self._tables.choose_system(server),
            await self._find_posts(guild_id),
        )

    async def _find_posts(self, guild_id: int) -> PostsChoice:
        posts = await self._posts.get(guild_id)
        if posts is None or look_up(self._client, guild_id, posts.channel_id) is None:
            return PostsChoice()
        obstacle = explain_no_posts(find_table_channel(self._client, guild_id, posts.channel_id))
        return PostsChoice(posts.channel_id, obstacle)


def _drop_unknown(server: Server, guild: discord.Guild | None) -> Server:
    if guild is None:
        return server
    channels = tuple(each for each in server.channels if guild.get_channel_or_thread(each))
    return replace(server, channels=channels, role=server.role if guild.get_role(server.role or 0) else None)


def _read_ids(values: Sequence[str]) -> list[int]:
    return [int(each) for each in values if each.isdecimal() and len(each) <= _LONGEST_ID]
