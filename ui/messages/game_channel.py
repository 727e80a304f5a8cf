"""A game's channel on Discord."""

import discord

from storage.games import Game


def find_channel(client: discord.Client, game: Game) -> discord.PartialMessageable:
    """Return the game's channel, without asking Discord whether it still exists."""
    return client.get_partial_messageable(game.channel_id, guild_id=game.guild_id)
