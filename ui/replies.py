"""How people are answered: privately, once, and always with a sentence when something did not work."""

import logging
from collections.abc import Sequence

import discord

from engine.text.phrases import later
from ui.controls import Interaction

log = logging.getLogger(__name__)

ALREADY_ANSWERED = 40060
GONE = frozenset({10008, 10015, 10062, ALREADY_ANSWERED, 50027})  # nobody listens, or an earlier try has answered
DM_CLOSED = frozenset({50007, 50278})  # by their settings; because no server is shared
MOVED_ON = later("The table has moved on since; nothing was changed. Look again and repeat it if you still want to.")


async def tell(interaction: Interaction, sentence: str) -> None:
    """Answer privately in words."""
    text = discord.ui.LayoutView(timeout=None)
    text.add_item(discord.ui.TextDisplay(sentence))
    await show(interaction, text)


async def show(interaction: Interaction, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
    """Answer privately with a screen."""
    view.stop()  # custom ids say it all; discord.py would keep the view and a clock for it a quarter of an hour
    try:
        if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
            await interaction.edit_original_response(view=view, attachments=files)
        elif interaction.response.is_done():
            await interaction.followup.send(view=view, files=files, ephemeral=True)
        else:
            await interaction.response.send_message(view=view, files=files, ephemeral=True)
    except discord.HTTPException as error:
        ignore_if_gone(error)


async def update(interaction: Interaction, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
    """Change the message that was tapped."""
    view.stop()  # as in `show`
    try:
        await interaction.response.edit_message(view=view, attachments=files)
    except discord.HTTPException as error:
        ignore_if_gone(error)


async def tell_all(
    interaction: Interaction,
    view: discord.ui.LayoutView,
    files: Sequence[discord.File] = (),
    called: Sequence[int] = (),
) -> int | None:
    """Answer for everybody to see; returns the message's id, None where the answer came too late.

    `called` are the users, among those whom it mentions, who are told so by Discord.
    """
    mentions = discord.AllowedMentions(users=[discord.Object(user_id) for user_id in called])
    try:
        return (await interaction.response.send_message(view=view, files=files, allowed_mentions=mentions)).message_id
    except discord.HTTPException as error:
        ignore_if_gone(error)
        return (await interaction.original_response()).id if error.code == ALREADY_ANSWERED else None


def ignore_if_gone(error: discord.HTTPException) -> None:
    """Pass over an answer that came too late, twice, or to a message that is gone; raise anything else."""
    if error.code not in GONE:
        raise error
    log.info("an answer did not arrive: %s", error.code)


def is_emoji_missing(error: BaseException) -> bool:
    """Does Discord refuse a message for an emoji that the bot has no more?"""
    return isinstance(error, discord.HTTPException) and "Invalid emoji" in error.text


def is_private(interaction: Interaction) -> bool:
    """Is the tapped message for this user alone?"""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)
