"""Slash commands' common parts: where they can be used, choices for their options, and a hash of all commands."""

import hashlib
import json
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, TypeVar

import discord
from discord import app_commands

from engine.override import override
from engine.text.phrases import later
from engine.variants import load
from services.lobbies.opening import CLOCKS
from services.seats import LEVELS, SKILLS
from storage.errors import StorageError
from ui.controls import Interaction
from ui.translations import make_locale_str

T = TypeVar("T")
Choices = list[app_commands.Choice[str]]
Complete = Callable[[Any, Interaction, str], Coroutine[Any, Any, Choices]]
"""An autocomplete of a cog's command: it gets the cog, the interaction and the text so far."""
NamedChannel = app_commands.AppCommandChannel | app_commands.AppCommandThread
"""A channel that a user has named in an option, with this user's permissions there."""


def anywhere(command: T) -> T:
    """Let a slash command be installed on servers and by users, and used on servers and in all private channels."""
    installed = app_commands.allowed_installs(guilds=True, users=True)
    allowed = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return allowed(installed(command))


def offer_nothing_on_failure(complete: Complete) -> Complete:
    """Let an autocomplete offer no choices while the database fails; the command itself then says what is wrong.

    discord.py would log a traceback for each key that somebody presses.
    """

    @wraps(complete)
    async def offer(cog: Any, interaction: Interaction, current: str) -> Choices:
        try:
            return await complete(cog, interaction, current)
        except StorageError:
            return []

    return offer


class ChannelWithMessages(app_commands.Transformer):
    """An option for a channel or thread that has messages, which may be one that the bot doesn't see."""

    @property
    @override
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    @override
    def channel_types(self) -> list[discord.ChannelType]:
        kinds = discord.ChannelType
        threads = (kinds.public_thread, kinds.private_thread, kinds.news_thread)
        return [kinds.text, kinds.news, kinds.voice, kinds.stage_voice, *threads]

    @override
    async def transform(self, interaction: discord.Interaction, value: NamedChannel, /) -> NamedChannel:
        return value


async def hash_commands(tree: app_commands.CommandTree[Any]) -> str:
    """Return the SHA-256, in 64 hexadecimal digits, of all commands with their translations; their order is ignored."""
    translator = tree.translator
    payload = [
        await each.get_translated_payload(tree, translator) if translator else each.to_dict(tree)
        for each in tree.get_commands()
    ]
    texts = sorted(json.dumps(each, sort_keys=True) for each in payload)
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()


SYSTEMS = [app_commands.Choice(name=make_locale_str(each.info.name), value=key) for key, each in load().items()]
"""The choices of a slash command's option that names a rule system; a choice's value is the system's key.

Code that just needs a system's name takes it from `Tables.variants`.
"""

DESCRIBED_SYSTEMS = [
    app_commands.Choice(
        name=make_locale_str(later("{name}: {choice}", name=each.info.name, choice=each.info.line)), value=key
    )
    for key, each in load().items()
]
"""The same choices, with a line about each rule system after its name, for commands that open a table."""
CLOCK_CHOICES = [app_commands.Choice(name=make_locale_str(name), value=value) for value, name in CLOCKS.items()]
STRENGTHS = [
    app_commands.Choice(
        name=make_locale_str(later("{name}: {choice}", name=name, choice=SKILLS[level])), value=level.value
    )
    for level, name in LEVELS.items()
]
"""The choices of a slash command's option for a computer player's level, each with a line on how it plays."""
