"""/setup: what the managers of a server choose for it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.phrases import say
from engine.variants import load
from services.languages import NAMES
from services.refusals import Refusal
from services.tables import House
from storage.settings import Language, Server
from ui.commands import SYSTEMS
from ui.controls import Control, Tap, Tapped, button, cut, picked, row, select
from ui.layout import screen, text
from ui.permissions import MANAGE_SERVER, check_manager
from ui.replies import show, update
from ui.screens.settings import AUTOMATIC

Interaction = discord.Interaction[Any]

MOST_CHANNELS = 25
LONGEST_ID = 19  # digits: Discord's numbers fit 63 bits
PLACES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
    discord.ChannelType.public_thread,
]


class Setup(commands.Cog):
    """One panel, for members who may manage the server."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.taps: Mapping[str, Tapped] = {"setup": self._picked}

    @app_commands.command(
        name="setup", description=locale_str("Where, how and by whom tables are opened on this server")
    )
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    @app_commands.guild_install()
    async def setup(self, interaction: Interaction) -> None:
        """Show what is chosen."""
        check_manager(interaction)
        await show(interaction, self._panel(interaction, await self._house.settings.server(interaction.guild_id or 0)))

    async def _picked(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Take a choice; which one and what it says are untrusted."""
        check_manager(interaction)
        server = await self._house.settings.server(interaction.guild_id or 0)
        after = self._changed(server, interaction.guild_id or 0, control.argument, values)
        await self._house.settings.keep_server(interaction.guild_id or 0, after)
        await update(interaction, self._panel(interaction, after))

    def _changed(self, server: Server, guild_id: int, key: str, values: Sequence[str]) -> Server:
        """The server with one thing chosen.

        Raises:
            Refusal: there is no such thing, or no such choice.
        """
        if key == "channels":
            return replace(server, channels=tuple(_ids(values))[:MOST_CHANNELS])
        if key == "role":
            return replace(server, role=next((each for each in _ids(values) if each != guild_id), None))
        if key == "system":
            variant = picked(SYSTEMS, values).value
            return (
                server
                if variant == self._house.default_system(server)
                else replace(server, variant=variant, options=None)
            )
        if key == "options":
            return replace(server, options=picked(_beginnings(self._system(server)), values)[1])
        if key == "language":
            known = picked([AUTOMATIC, *NAMES], values)
            return replace(server, language=None if known == AUTOMATIC else Language(known))
        if key in {"threads-on", "threads-off"}:
            return replace(server, threads=key == "threads-on")
        raise Refusal(say("There is no such setting."))

    def _system(self, server: Server) -> Variant[Any]:
        return self._house.variants[self._house.default_system(server)]

    def _panel(self, interaction: Interaction, server: Server) -> discord.ui.LayoutView:
        return panel(_known(server, interaction.guild), self._system(server))


def _known(server: Server, guild: discord.Guild | None) -> Server:
    """Without the channels and the role that the guild has no more, which no menu could show."""
    if guild is None:
        return server
    channels = tuple(each for each in server.channels if guild.get_channel_or_thread(each))
    return replace(server, channels=channels, role=server.role if guild.get_role(server.role or 0) else None)


def panel(server: Server, variant: Variant[Any]) -> discord.ui.LayoutView:
    """All that can be chosen for a server, and how it is now; the variant is the one that /new takes."""
    readers = say("Only members with the permission {name} see this.", name=MANAGE_SERVER)
    limit = say("Tables that are open stay as they are.")
    return screen(
        [
            text("## " + say("Rackety on this server"), f"-# {readers} {limit}"),
            text(say("**Channels** in which tables may be opened. Choose none to allow all of them.")),
            row(_channels(server)),
            text(say("**Who** may open tables. Choose no role to allow everyone.")),
            row(_role(server)),
            text(say("**New tables**, unless who opens them says otherwise")),
            row(_systems(variant)),
            row(_options(server, variant)),
            row(_languages(server)),
            text(say("**Threads**: each new table gets a thread of its own, for its players and their talk.")),
            row(_threads(server)),
        ]
    )


def _control(key: str) -> Control:
    return Control("setup", 0, 0, key)


def _channels(server: Server) -> Tap:
    kind = discord.SelectDefaultValueType.channel
    menu = discord.ui.ChannelSelect[Any](
        custom_id=_control("channels").custom_id,
        channel_types=PLACES,
        placeholder=say("All channels"),
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=[discord.SelectDefaultValue(id=each, type=kind) for each in server.channels],
    )
    return Tap(menu, _control("channels"))


def _role(server: Server) -> Tap:
    kind = discord.SelectDefaultValueType.role
    menu = discord.ui.RoleSelect[Any](
        custom_id=_control("role").custom_id,
        placeholder=say("Everyone"),
        min_values=0,
        default_values=[discord.SelectDefaultValue(id=server.role, type=kind)] if server.role else [],
    )
    return Tap(menu, _control("role"))


def _systems(variant: Variant[Any]) -> Tap:
    systems = load()
    names = [str(each.info.name) for each in systems.values()]
    return _menu("system", say("System"), names, list(systems).index(variant.info.key))


def _options(server: Server, variant: Variant[Any]) -> Tap:
    beginnings = _beginnings(variant)
    chosen = [options for _, options in beginnings]
    now = chosen.index(server.options) if server.options in chosen else 0
    return _menu("options", say("House rules"), [name for name, _ in beginnings], now)


def _beginnings(variant: Variant[Any]) -> list[tuple[str, Mapping[str, Value] | None]]:
    """With which options tables may begin: those of the last table, the system's own, or a preset's."""
    presets = [(str(preset.name), preset.options) for preset in variant.presets if preset.options]
    return [(say("as at the last table"), None), (say("the system's own"), {}), *presets]


def _languages(server: Server) -> Tap:
    names = [say("as in Discord's settings of the server"), *NAMES.values()]
    return _menu("language", say("Language"), names, [None, *NAMES].index(server.language))


def _threads(server: Server) -> Tap:
    style = discord.ButtonStyle.success if server.threads else discord.ButtonStyle.secondary
    name = say("Threads")
    label = say("{name}: on", name=name) if server.threads else say("{name}: off", name=name)
    return button(_control("threads-off" if server.threads else "threads-on"), label, style=style)


def _menu(key: str, name: str, choices: Sequence[str], chosen: int) -> Tap:
    """A menu whose entries are numbered from 0."""
    options = [
        discord.SelectOption(
            label=cut(say("{name}: {choice}", name=name, choice=choice)), value=str(place), default=place == chosen
        )
        for place, choice in enumerate(choices)
    ]
    return select(_control(key), options, name)


def _ids(values: Sequence[str]) -> list[int]:
    return [int(each) for each in values if each.isdecimal() and len(each) <= LONGEST_ID]
