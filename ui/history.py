"""Marks of messages, by which a channel's history shows those whose posts were interrupted.

A mark is a number of the message's first component, which Discord keeps and players don't see. A history that fails
counts as empty after one short try, because tables wait for it: the message is posted again, and if it's there twice, a
later look finds the double, which is deleted. https://docs.discord.com/developers/components/reference
"""

import asyncio
import logging
import zlib
from datetime import UTC, datetime
from typing import Any, TypeVar

import discord

from storage.posts import Post
from ui.outages import FAILURES, describe_discord_error

log = logging.getLogger(__name__)

V = TypeVar("V", bound=discord.ui.LayoutView | discord.ui.View)

DOUBLE = "#"  # what is added to the nonce of a post that is perhaps there twice
LOOKED_THROUGH = 100  # messages: as many as Discord returns at once
LOOKING_TIME = 2.0  # seconds; discord.py would repeat a failing request for half a minute, or wait as long as told
LOOK_EVERY = 60  # seconds between two looks for a message that perhaps was posted; they become rarer
LOOKED_FOR = 24 * 60 * 60  # seconds after which a look that fails is the last
MARGIN = 60  # seconds by which Discord's clock and ours may differ
_FIRST = 1 << 20  # Discord numbers components from 1


def number_of(nonce: str) -> int:
    """Return the mark of the messages that are posted with this nonce, and of their doubles."""
    return _FIRST + zlib.crc32(nonce.rstrip(DOUBLE).encode()) % (2**31 - _FIRST)


def mark(view: V, nonce: str) -> V:
    """Give a message the mark of its nonce, and return it."""
    view.children[0].id = number_of(nonce)
    return view


def has_mark(nonce: str, message: discord.Message) -> bool:
    """Return whether one of the message's components has the mark of this nonce."""
    components: list[Any] = [*message.components]
    while components:
        component = components.pop()
        if component.id == number_of(nonce):
            return True
        components += getattr(component, "children", [])
    return False


async def find_posted(channel: discord.PartialMessageable, post: Post) -> list[int] | None:
    """Return the ids of a post's messages, the oldest first; None if the history fails.

    Without the permission Read Message History, the history is empty.
    """
    begun = discord.utils.time_snowflake(datetime.fromtimestamp(post.posted_at - MARGIN, UTC))
    after = discord.Object(post.interaction_id or begun)
    try:
        async with asyncio.timeout(LOOKING_TIME):
            history = channel.history(limit=LOOKED_THROUGH, after=after, oldest_first=True)
            return [message.id async for message in history if has_mark(post.nonce, message)]
    except FAILURES as error:
        log.info("the history of a channel can't be read: %s", describe_discord_error(error))
        return None
