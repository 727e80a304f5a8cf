"""The search for what checks left behind, because a run was killed or Discord didn't confirm a creation."""

import json

import discord

from hosting.live_check.creations import insist_on_removal
from hosting.live_check.live_channel import EMOJI_MARK, MARK, LiveChannel

LOOKED_THROUGH = 100  # of the channel's latest messages


async def remove_leftovers(live: LiveChannel) -> list[str]:
    """Remove emojis, threads and messages of the bot that have the mark of a check; return what couldn't be removed.

    Messages are only found with Read Message History, and threads while they aren't archived.
    """
    left = []
    for what, find in (("emojis", _find_emojis), ("threads", _find_threads), ("messages", _find_messages)):
        try:
            for each in await find(live):
                await insist_on_removal(each.delete)
        except Exception:  # noqa: BLE001  # whatever it is, the others are removed
            left.append(what)
    return left


async def _find_emojis(live: LiveChannel) -> list[discord.Emoji]:
    return [each for each in await live.client.fetch_application_emojis() if each.name.startswith(EMOJI_MARK)]


async def _find_threads(live: LiveChannel) -> list[discord.Thread]:
    if not live.permissions.manage_threads:
        return []
    threads = await live.guild.active_threads()
    return [each for each in threads if each.name == MARK and each.owner_id == live.me.id]


async def _find_messages(live: LiveChannel) -> list[discord.Message]:
    if not live.permissions.read_message_history:
        return []
    return [each async for each in live.channel.history(limit=LOOKED_THROUGH) if _is_marked(each, live.me.id)]


def _is_marked(message: discord.Message, author: int) -> bool:
    shown = json.dumps([each.to_dict() for each in message.components], default=str)
    return message.author.id == author and f"-# {MARK}" in shown
