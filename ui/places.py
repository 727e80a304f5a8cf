"""The place of an interaction: a channel of a server that has the bot, or alone with the bot.

Alone, people play solo games against computers. A solo game is stored under its player's id instead of a channel's and
belongs to no server. The player can open it anywhere, and nobody else ever sees a message of it.
"""

import discord

from engine.text.phrases import say
from services.game_view import GameView
from services.refusals import Refusal
from ui.controls import Interaction
from ui.markdown import escape_name


def is_solo(interaction: Interaction) -> bool:
    """Return whether the interaction happens outside the servers that have installed the bot, such as in a DM."""
    if interaction.guild_id is None:
        return True
    return interaction.is_user_integration() and not interaction.is_guild_integration()


def channel_of(interaction: Interaction) -> int:
    """Return the id of the interaction's channel.

    Raises:
        Refusal: Discord has left it out, which its documentation allows; without it, tables of all channels would mix.
    """
    if interaction.channel_id is None:
        raise Refusal(say("Discord didn't say which channel this is. Try again."))
    return interaction.channel_id


def parent_of(interaction: Interaction) -> int | None:
    """Return the id of the channel that the interaction's thread is in; None if it isn't in a thread."""
    return interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None


def place_of(interaction: Interaction) -> int:
    """Return the id under which this place's table is stored: the channel's, or the user's if alone with the bot."""
    return interaction.user.id if is_solo(interaction) else channel_of(interaction)


def guild_of(interaction: Interaction) -> int:
    """Return the id of the server to which a table opened here belongs; 0 if the user is alone with the bot."""
    return 0 if is_solo(interaction) else interaction.guild_id or 0


def describe_place(game_view: GameView) -> str:
    """Return where a game is played: a link to its channel, or words for a solo game."""
    return say("your own game") if game_view.is_solo else describe_channel(game_view.channel_id, game_view.server)


def link_place(game_view: GameView) -> str:
    """Return what `describe_place` does, but without the server's name: the link leads there."""
    return say("your own game") if game_view.is_solo else describe_channel(game_view.channel_id, "")


def describe_channel(channel_id: int, server: str) -> str:
    """Return a channel's mention, after the server's name unless that is empty; the untrusted name is escaped."""
    channel = f"<#{channel_id}>"
    return f"{escape_name(server)} · {channel}" if server else channel
