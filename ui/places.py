"""Where somebody is when they use the bot: at a place that the bot can reach by itself, or alone with it.

Alone, people play games of their own against computers. Such a game goes along with its player: it is kept under the
player's number instead of a channel's, belongs to no server, and nobody else ever sees a message of it.
"""

from engine.text.phrases import say
from services.game_view import GameView
from ui.controls import Interaction
from ui.markdown import escape_markdown


def is_alone(interaction: Interaction) -> bool:
    """Is this no channel of a server that has the bot?"""
    if interaction.guild_id is None:
        return True
    return interaction.is_user_integration() and not interaction.is_guild_integration()


def place_of(interaction: Interaction) -> int:
    """The number under which a table here is kept: the channel's, or that of who is alone with the bot."""
    return interaction.user.id if is_alone(interaction) else interaction.channel_id or 0


def guild_of(interaction: Interaction) -> int:
    """The server that a table here belongs to, 0 for none."""
    return 0 if is_alone(interaction) else interaction.guild_id or 0


def describe_place(game_view: GameView) -> str:
    """Say where a game is."""
    return say("your own game") if game_view.is_own else describe_channel(game_view.channel_id, game_view.server)


def describe_channel(channel_id: int, server: str) -> str:
    """Link a channel, behind its server's name unless that is empty."""
    channel = f"<#{channel_id}>"
    return f"{escape_markdown(server)} · {channel}" if server else channel
