"""Checks of what members may do: those to open a table, and those of a server's managers."""

import discord

from engine.text.phrases import join_with_and, later, say
from services.refusals import Refusal
from storage.games import Game
from storage.settings import Server
from ui.controls import Interaction

# Its translation must be the name that Discord's own settings use in that language.
MANAGE_SERVER = later("Manage Server")


def require_may_open(interaction: Interaction, server: Server) -> None:
    """Reject a new table in a channel, or by a member, that the server's settings don't allow.

    A table may also be opened in a thread of an allowed channel. The required role doesn't apply to server managers.
    """
    require_allowed_channel(server, interaction.channel_id, getattr(interaction.channel, "parent_id", None))
    has_role = isinstance(interaction.user, discord.Member) and interaction.user.get_role(server.role or 0)
    if server.role and not interaction.permissions.manage_guild and not has_role:
        who = say("On this server, only members with the {role} role can open tables.", role=f"<@&{server.role}>")
        raise Refusal(f"{who} {_explain_setup()}")


def require_allowed_channel(server: Server, channel_id: int | None, parent_id: int | None) -> None:
    """Reject a channel in which the server allows no tables; `parent_id` is the channel of a thread."""
    if server.channels and {channel_id, parent_id}.isdisjoint(server.channels):
        channels = join_with_and([f"<#{each}>" for each in server.channels])
        where = say("On this server, tables can be opened in {channels}.", channels=channels)
        raise Refusal(f"{where} {_explain_setup()}")


def _explain_setup() -> str:
    return say("Server managers can change this in /setup.")


def require_manager(interaction: Interaction) -> None:
    """Reject a member without the permission Manage Server; the panel of /setup may have stayed open."""
    if not interaction.permissions.manage_guild:
        raise _refuse_member()


def is_manager_of(interaction: Interaction, game: Game) -> bool:
    """Return whether the user manages this game's server; the interaction is of that server then, too."""
    is_there = bool(game.guild_id) and interaction.guild_id == game.guild_id
    return is_there and interaction.permissions.manage_guild


def require_manager_of(interaction: Interaction, game: Game) -> None:
    """Reject a user who doesn't manage this game's server, which a forged control may name from another server."""
    if not is_manager_of(interaction, game):
        raise _refuse_member()


def _refuse_member() -> Refusal:
    return Refusal(
        say("Only members with the {name} permission can set up the bot on this server.", name=MANAGE_SERVER)
    )
