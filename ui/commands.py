"""How slash commands are offered: where, and with which choices."""

from typing import TypeVar

from discord import app_commands

from engine.variants import load
from ui.translations import described

T = TypeVar("T")


def anywhere(command: T) -> T:
    """Offer a command on servers with the bot, and to people who have installed it for themselves wherever they are."""
    installed = app_commands.allowed_installs(guilds=True, users=True)
    allowed = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return allowed(installed(command))


SYSTEMS = [app_commands.Choice(name=described(each.info.name), value=key) for key, each in load().items()]
"""For commands; elsewhere a system has its name from `House.variants`, for readers of all languages."""
