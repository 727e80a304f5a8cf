"""A thread for each table, where the managers of a server want that: it hangs on the message that announces it."""

import contextlib
from collections.abc import Mapping
from gettext import NullTranslations
from typing import Any, Literal

import discord

from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.phrases import say, speak_in
from services.refusals import Refusal
from storage.games import Game
from ui.controls import Control, Interaction, button, row
from ui.deferred import change
from ui.layout import screen, text
from ui.replies import tell_all

LONGEST_NAME = 100  # characters
DAY: Literal[1440] = 1440  # minutes
WEEK: Literal[10080] = 10080
SLOW_TURN = 60 * 60  # seconds of a turn; slower tables, and those without a clock, may rest for days
ALREADY_EXISTS = 160004  # the message has a thread already


def has_own_thread(interaction: Interaction, *, wanted: bool) -> bool:
    """Does a table that is opened here get a thread? There is none in a thread."""
    return wanted and isinstance(interaction.channel, discord.TextChannel)


async def open_thread(
    interaction: Interaction, variant: Variant[Any], options: Mapping[str, Value], language: NullTranslations
) -> int:
    """Announce the table, and open a thread below; returns the thread's number, which is also the message's.

    `language` is the server's, for everybody reads this.

    Raises:
        Refusal: Discord opens no thread.
    """
    with speak_in(language):
        words = say("{name} opens a table of {system}.", name=f"<@{interaction.user.id}>", system=variant.info.name)
        name = f"{variant.info.name} · {interaction.user.display_name}"[:LONGEST_NAME]
    message_id = await tell_all(interaction, screen([text(words)]))
    if message_id is None:
        raise Refusal(say("Discord did not take my answer in time. Try again."))
    channel = interaction.client.get_partial_messageable(interaction.channel_id or 0, guild_id=interaction.guild_id)
    message = channel.get_partial_message(message_id)
    try:
        await message.create_thread(name=name, auto_archive_duration=_choose_archive_time(variant, options))
    except discord.HTTPException as error:
        if error.code != ALREADY_EXISTS:  # an earlier try has opened it
            with contextlib.suppress(discord.HTTPException):
                await message.delete()
            number = error.code or error.status
            raise Refusal(say("Discord opened no thread for the table: error {number}.", number=number)) from None
    return message_id


def _choose_archive_time(variant: Variant[Any], options: Mapping[str, Value]) -> Literal[1440, 10080]:
    """After how many minutes without a message Discord puts the thread away."""
    clock = variant.chosen(options).get("clock")
    return DAY if isinstance(clock, int) and 0 < clock < SLOW_TURN else WEEK


async def announce(interaction: Interaction, game: Game, variant: Variant[Any], language: NullTranslations) -> None:
    """Show the way into the thread on the message above it, in the server's language."""
    name, thread = f"<@{game.host_id}>", f"<#{game.channel_id}>"
    with speak_in(language):
        words = say("{name} opens a table of {system}: {thread}", name=name, system=variant.info.name, thread=thread)
        join = row(button(Control.of("join", game), say("Join"), style=discord.ButtonStyle.success))
    await change(interaction, screen([text(words), join]))
