"""The search of a channel's history for a message that was perhaps posted, because the answer to its post was lost.

A history that fails counts as empty after one short try, because tables wait for it: the message is posted again, and
if it's there twice, a later look finds the double, which is deleted.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime

import discord

from storage.public_messages import PendingPost
from ui.outages import FAILURES, describe_discord_error

log = logging.getLogger(__name__)

LOOKED_THROUGH = 100  # messages: as many as Discord returns at once
LOOKING_TIME = 2.0  # seconds; discord.py would repeat a failing request for half a minute, or wait as long as told
LOOK_EVERY = 60  # seconds between two looks for a message that perhaps was posted; they become rarer
LOOKED_FOR = 24 * 60 * 60  # seconds after which a look that fails is the last


async def find_posted(
    channel: discord.PartialMessageable, after: discord.Object | datetime, is_meant: Callable[[discord.Message], bool]
) -> list[discord.Message] | None:
    """Return the messages after this one or this time that are meant, the oldest first; None if the history fails.

    Without the permission Read Message History, the history is empty.
    """
    try:
        async with asyncio.timeout(LOOKING_TIME):
            history = channel.history(limit=LOOKED_THROUGH, after=after, oldest_first=True)
            return [message async for message in history if is_meant(message)]
    except FAILURES as error:
        log.info("the history of a channel can't be read: %s", describe_discord_error(error))
        return None


def find_next_look(pending: PendingPost) -> int:
    """Return when to look for this message, in seconds since the epoch: each wait is as long as all before it."""
    return pending.looked_at and pending.looked_at + max(LOOK_EVERY, pending.looked_at - pending.at)
