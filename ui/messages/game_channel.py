"""A game's channel, and deleting messages that the bot has posted there."""

import logging

import discord

from storage.games import Game

log = logging.getLogger(__name__)


def find_channel(client: discord.Client, game: Game) -> discord.PartialMessageable:
    """Return the game's channel, without asking Discord whether it still exists."""
    return client.get_partial_messageable(game.channel_id, guild_id=game.guild_id)


async def delete_message(client: discord.Client, game: Game, message_id: int) -> None:
    """Delete the message with this id in the game's channel; if Discord refuses, log that, and let it stay."""
    try:
        await find_channel(client, game).get_partial_message(message_id).delete()
    except discord.HTTPException as error:
        log.info("an old message of table %s stays: error %s", game.id, error.code)
