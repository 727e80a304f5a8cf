"""Checks of what the bot may do in a channel, each with the code of Discord's refusal."""

from playground.model import permissions
from playground.model.errors import MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_LOCKED, Refused
from playground.model.values import Channel

SEEING = permissions.join_bits(["VIEW_CHANNEL"])
SEEING_VOICE = permissions.join_bits(["VIEW_CHANNEL", "CONNECT"])  # discord-api-docs#5111
MODERATING = permissions.join_bits(["MANAGE_THREADS"])  # sees all private threads, and writes in locked ones


def can_see(channel: Channel, held: int) -> bool:
    """Return whether the bot, which has the permission bits `held` in a channel of a guild, sees it."""
    seeing = SEEING_VOICE if channel.kind == "voice" else SEEING
    is_hidden = channel.is_hidden and not held & MODERATING
    return not channel.lacks_bot and not is_hidden and not seeing & ~held


def require(channel: Channel, held: int, *names: str) -> None:
    """Check that the bot, which has the permission bits `held` in a channel, sees it and has these permissions there.

    In DMs it has all.

    Raises: Refused with 50001 if it can't see the channel, 50013 if it lacks one of `names`.
    """
    if channel.kind == "dm":
        return
    if not can_see(channel, held):
        raise Refused(MISSING_ACCESS)
    if permissions.join_bits(names) & ~held:
        raise Refused(MISSING_PERMISSIONS)


def require_writing(channel: Channel, held: int) -> None:
    """Check that the bot may send messages in a channel.

    Raises: Refused as `require`, and with 160005 in a locked thread that the bot can't moderate.
    """
    require(channel, held, "SEND_MESSAGES_IN_THREADS" if channel.kind == "thread" else "SEND_MESSAGES")
    if channel.locked and not held & MODERATING:
        raise Refused(THREAD_LOCKED)
