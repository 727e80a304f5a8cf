"""What must be allowed before a table is shown: to the bot by Discord, and to people by the server's managers."""

from typing import Any

import discord

from cogs._replies import Refusal
from engine.events import listed
from storage.settings import Server

Interaction = discord.Interaction[Any]

# As Discord's own settings name them, in the order in which they are asked for.
NAMES = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "attach_files": "Attach Files",
}


def check_permissions(interaction: Interaction, *, opens_thread: bool = False) -> None:
    """Refuse a channel in which the table could not be shown; `opens_thread`: it is to get one of its own.

    Raises:
        Refusal: names what the bot lacks.
    """
    missing = [NAMES[name] for name in _needed(interaction, opens_thread) if not _holds(interaction, name)]
    if len(missing) == 1:
        raise Refusal(f"To show a table in this channel I need the permission {missing[0]}.")
    if missing:
        raise Refusal(f"To show a table in this channel I need the permissions {listed(missing)}.")


def _needed(interaction: Interaction, opens_thread: bool) -> list[str]:
    if isinstance(interaction.channel, discord.Thread):
        return ["view_channel", "send_messages_in_threads", "attach_files"]
    threads = ["send_messages_in_threads", "create_public_threads"] if opens_thread else []
    return ["view_channel", "send_messages", *threads, "attach_files"]


def _holds(interaction: Interaction, name: str) -> bool:
    return bool(getattr(interaction.app_permissions, name))


def check_may_open(interaction: Interaction, server: Server) -> None:
    """Refuse a table that the server's managers don't want here, or not from this member.

    Raises:
        Refusal: says where, or who.
    """
    places = {interaction.channel_id, getattr(interaction.channel, "parent_id", None)}
    if server.channels and places.isdisjoint(server.channels):
        channels = listed([f"<#{each}>" for each in server.channels])
        raise Refusal(
            f"On this server tables are opened in {channels}. Managers of the server change that with /setup."
        )
    if server.role and not interaction.permissions.manage_guild and not _has_role(interaction, server.role):
        raise Refusal(
            f"On this server members with the role <@&{server.role}> open tables. "
            "Managers of the server change that with /setup."
        )


def check_manager(interaction: Interaction) -> None:
    """Refuse whoever may not set the server up: Discord hides the command from them, but a panel may stay open.

    Raises:
        Refusal: the permission is missing.
    """
    if not interaction.permissions.manage_guild:
        raise Refusal("Only members with the permission Manage Server set the bot up for this server.")


def _has_role(interaction: Interaction, role: int) -> bool:
    user = interaction.user
    return isinstance(user, discord.Member) and user.get_role(role) is not None
