"""The people whom a message notifies."""

from collections.abc import Iterable

import discord


def notify(user_ids: Iterable[int]) -> discord.AllowedMentions:
    """Return what notifies these people; deleted ones are left out, as Discord refuses their pseudonyms."""
    return discord.AllowedMentions(users=[discord.Object(user_id) for user_id in user_ids if user_id > 0])
