"""The panel of a server's settings, for its managers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.phrases import say
from services.languages import NAMES
from storage.settings import Server
from ui.controls import Button, Control, MenuEntry, PreparedRow, SelectMenu, row
from ui.layout import screen, text
from ui.permissions import MANAGE_SERVER

MOST_CHANNELS = 25
PLACES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
    discord.ChannelType.public_thread,
]
POSTED_IN = [discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.public_thread]


@dataclass(frozen=True, slots=True)
class PostsChoice:
    """The channel in which the server's leaderboard is posted, None for none, and what stops the bot from that."""

    channel_id: int | None = None
    obstacle: str = ""


def build_setup_panel(
    server: Server, variants: Mapping[str, Variant[Any]], key: str, posts: PostsChoice
) -> discord.ui.LayoutView:
    """Return the panel of a server's settings with their present values; `key` is the rule system new tables use."""
    readers = say("Only members with the {name} permission can see this.", name=MANAGE_SERVER)
    limit = say("Open tables don't change.")
    systems = [str(each.info.name) for each in variants.values()]
    languages = [say("same as the server's Discord settings"), *NAMES.values()]
    return screen(
        [
            text("## " + say("Rackety on this server"), f"-# {readers} {limit}"),
            text(say("**Channels** where tables can be opened. Choose none to allow all.")),
            _make_channel_menu("channels", PLACES, say("All channels"), server.channels, MOST_CHANNELS),
            text(say("**Who** can open tables. Choose no role to allow everyone.")),
            discord.ui.ActionRow(_make_role_menu(server)),
            text(say("**New tables**: the defaults when someone opens one")),
            _make_menu_row("system", say("System"), systems, list(variants).index(key)),
            _make_option_menu(server, variants[key]),
            _make_menu_row("language", say("Language"), languages, [None, *NAMES].index(server.language)),
            text(say("**Threads**: each new table gets its own thread, for the game and its chat.")),
            _make_thread_menu(server),
            text(
                say(
                    "**Leaderboard** for this season, posted every Monday, with the champion at the end. Choose "
                    "none to turn this off."
                ),
                posts.obstacle,
            ),
            _make_channel_menu("posts", POSTED_IN, say("No posts"), [posts.channel_id] if posts.channel_id else []),
        ]
    )


def _make_channel_menu(
    key: str, kinds: list[discord.ChannelType], placeholder: str, chosen: Sequence[int], most: int = 1
) -> discord.ui.ActionRow[Any]:
    channel = discord.SelectDefaultValueType.channel
    menu = discord.ui.ChannelSelect[Any](
        custom_id=Control("setup", 0, 0, key).custom_id,
        channel_types=kinds,
        placeholder=placeholder,
        min_values=0,
        max_values=most,
        default_values=[discord.SelectDefaultValue(id=each, type=channel) for each in chosen],
    )
    return discord.ui.ActionRow(menu)


def _make_role_menu(server: Server) -> discord.ui.RoleSelect[Any]:
    kind = discord.SelectDefaultValueType.role
    return discord.ui.RoleSelect[Any](
        custom_id=Control("setup", 0, 0, "role").custom_id,
        placeholder=say("Everyone"),
        min_values=0,
        default_values=[discord.SelectDefaultValue(id=server.role, type=kind)] if server.role else [],
    )


def _make_option_menu(server: Server, variant: Variant[Any]) -> PreparedRow:
    known = list_starting_options(variant)
    chosen = [options for _, options in known]
    now = chosen.index(server.options) if server.options in chosen else 0
    return _make_menu_row("options", say("House rules"), [name for name, _ in known], now)


def list_starting_options(variant: Variant[Any]) -> list[tuple[str, Mapping[str, Value] | None]]:
    """Return the choices for a new table's options: the last table's (None), the usual ones, and the presets."""
    presets = [(str(preset.name), preset.options) for preset in variant.presets if preset.options]
    return [(say("same as the last table"), None), (say("the usual rules"), {}), *presets]


def _make_thread_menu(server: Server) -> PreparedRow:
    style = discord.ButtonStyle.success if server.threads else discord.ButtonStyle.secondary
    name = say("Threads")
    label = say("{name}: on", name=name) if server.threads else say("{name}: off", name=name)
    return row(None, Button("setup", label, "threads-off" if server.threads else "threads-on", style=style))


def _make_menu_row(key: str, name: str, choices: Sequence[str], chosen: int) -> PreparedRow:
    """Return a row with a menu titled `name`, whose values are indexes in `choices`; `chosen` is the present one."""
    options = [
        MenuEntry(say("{name}: {choice}", name=name, choice=choice), str(index), is_chosen=index == chosen)
        for index, choice in enumerate(choices)
    ]
    return row(None, SelectMenu("setup", name, options, key))
