"""Threads for new tables, on servers whose managers want that; each is created from the message that announces it."""

import contextlib
from collections.abc import Mapping
from typing import Any, Literal

import discord

from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.phrases import Voice, say, speak_in
from services.deadlines import is_slow
from services.refusals import Refusal
from storage.games import Game, Phase
from storage.pseudonyms import mention
from ui.controls import Button, Interaction, row
from ui.layout import notice, screen, text
from ui.network.post_failures import find_number
from ui.places import channel_of
from ui.replies import tell_all

LONGEST_NAME = 100  # characters
DAY: Literal[1440] = 1440  # minutes
WEEK: Literal[10080] = 10080
ALREADY_EXISTS = 160004  # Discord's error: the message already has a thread


def has_own_thread(interaction: Interaction, *, wanted: bool) -> bool:
    """Return whether a table opened here gets a thread if the server `wanted` that: only text channels can have one."""
    return wanted and isinstance(interaction.channel, discord.TextChannel)


async def open_table_thread(
    interaction: Interaction, variant: Variant[Any], options: Mapping[str, Value], voice: Voice
) -> int:
    """Announce a new table in the server's `voice`, create a thread from that message, and return their common id.

    `options` decide how soon Discord archives the thread.

    Raises:
        Refusal: the interaction has expired, or Discord refuses to create the thread.
    """
    with speak_in(*voice):
        words = say("{name} opened a {system} table.", name=mention(interaction.user.id), system=variant.info.name)
        name = f"{variant.info.name} · {interaction.user.display_name}"
    message_id = await tell_all(interaction, notice(words))
    if message_id is None:
        raise Refusal(say("Discord didn't get my answer in time. Try again."))
    channel = interaction.client.get_partial_messageable(channel_of(interaction), guild_id=interaction.guild_id)
    message = channel.get_partial_message(message_id)
    try:
        await create_thread(message, name, is_slow=is_slow(variant, options))
    except discord.HTTPException as error:
        with contextlib.suppress(discord.HTTPException):
            await message.delete()
        raise Refusal(say("Discord couldn't open a thread (error {number}).", number=find_number(error))) from None
    return message_id


async def create_thread(message: discord.PartialMessage, name: str, *, is_slow: bool) -> None:
    """Create a thread from this message, unless it has one. Raises: discord.HTTPException if Discord refuses that.

    Discord archives the thread after a day without messages, or a week if it `is_slow`.
    """
    try:
        await message.create_thread(name=name[:LONGEST_NAME], auto_archive_duration=WEEK if is_slow else DAY)
    except discord.HTTPException as error:
        if error.code != ALREADY_EXISTS:
            raise


def build_announcement(game: Game, variant: Variant[Any]) -> discord.ui.LayoutView:
    """Return the message that announced a table: it links to its channel and, unless the game has begun, lets join."""
    name, thread = mention(game.host_id), f"<#{game.channel_id}>"
    words = say("{system}, hosted by {name}: {thread}", system=variant.info.name, name=name, thread=thread)
    join = row(game, Button("join", say("Join"), style=discord.ButtonStyle.success))
    return screen([text(words), *([join] if game.phase is Phase.LOBBY else [])])
