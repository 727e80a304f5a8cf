"""Checks of what the bot may do in a channel, each with the code of Discord's refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.model import permissions
from playground.model.errors import MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_LOCKED, Refused

if TYPE_CHECKING:
    from playground.model.values import Channel

SEEING = permissions.join_bits(["VIEW_CHANNEL"])
SEEING_VOICE = permissions.join_bits(["VIEW_CHANNEL", "CONNECT"])  # discord-api-docs#5111


def require(channel: Channel, held: int, *names: str) -> None:
    """Check that the bot, which has the permission bits `held` in a channel, sees it and has these permissions there.

    In DMs it has all.

    Raises: Refused with 50001 if it can't see the channel, 50013 if it lacks one of `names`.
    """
    if channel.kind == "dm":
        return
    seeing = SEEING_VOICE if channel.kind == "voice" else SEEING
    if channel.lacks_bot or channel.is_hidden or seeing & ~held:
        raise Refused(MISSING_ACCESS)
    if permissions.join_bits(names) & ~held:
        raise Refused(MISSING_PERMISSIONS)


def require_writing(channel: Channel, held: int) -> None:
    """Check that the bot may send messages in a channel.

    Raises: Refused as `require`, and with 160005 in a locked thread.
    """
    require(channel, held, "SEND_MESSAGES_IN_THREADS" if channel.kind == "thread" else "SEND_MESSAGES")
    if channel.locked:
        raise Refused(THREAD_LOCKED)
