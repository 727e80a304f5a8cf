"""Contexts, choices and hashes of slash commands."""

import hashlib
import json
from typing import Any, TypeVar

from discord import app_commands

from engine.text.phrases import later
from engine.variants import load
from services.lobbies import CLOCKS
from services.seats import LEVELS, SKILLS
from ui.translations import make_locale_str

T = TypeVar("T")


def anywhere(command: T) -> T:
    """Allow a command for guild and user installs, and in servers, DMs with the bot and other private channels."""
    installed = app_commands.allowed_installs(guilds=True, users=True)
    allowed = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return allowed(installed(command))


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
"""The rule systems as choices of a command. Elsewhere take a system's name from `Tables.variants`."""

DESCRIBED_SYSTEMS = [
    app_commands.Choice(
        name=make_locale_str(later("{name}: {choice}", name=each.info.name, choice=each.info.line)), value=key
    )
    for key, each in load().items()
]
"""The rule systems with a line about each, for commands that open a table."""
CLOCK_CHOICES = [app_commands.Choice(name=make_locale_str(name), value=value) for value, name in CLOCKS.items()]
STRENGTHS = [
    app_commands.Choice(
        name=make_locale_str(later("{name}: {choice}", name=name, choice=SKILLS[level])), value=level.value
    )
    for level, name in LEVELS.items()
]
"""The computers' levels, each with what it can do."""
