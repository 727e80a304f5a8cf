"""The people whom a message notifies."""

from collections.abc import Iterable

import discord


def notify(user_ids: Iterable[int]) -> discord.AllowedMentions:
    """Return what lets a message notify these of the people that it mentions.

    Pseudonyms of deleted people are left out: Discord refuses a message with their ids.
    """
    return discord.AllowedMentions(users=[discord.Object(user_id) for user_id in user_ids if user_id > 0])
