"""Responses to interactions: ephemeral, public, or as an edit of the tapped message."""

import logging
from collections.abc import Iterable, Sequence

import discord

from engine.text.phrases import later
from ui.controls import Interaction
from ui.tile_signs import show_in_text

log = logging.getLogger(__name__)

ALREADY_ANSWERED = 40060
# The message, webhook or interaction is unknown, an earlier try has responded, or the webhook's token is invalid.
GONE = frozenset({10008, 10015, 10062, ALREADY_ANSWERED, 50027})
DM_CLOSED = frozenset({50007, 50278})  # the user's settings forbid it; no server is shared with the user
MOVED_ON = later(
    "The table has changed since then, so nothing was done. Take another look, and try again if you still want to."
)
BUTTON_EXPIRED = later("This button has expired. /table shows the current table.")
FORM_EXPIRED = later("This form has expired. Tap **Edit as text** on your rack.")
GONE_FROM_BENCH = later("That has expired. Here's your rack as it is now.")


def notify(user_ids: Iterable[int]) -> discord.AllowedMentions:
    """Return what lets a message notify these of the people that it mentions.

    Pseudonyms of deleted people are left out: Discord refuses a message with their ids.
    """
    return discord.AllowedMentions(users=[discord.Object(user_id) for user_id in user_ids if user_id > 0])


async def tell(interaction: Interaction, sentence: str) -> None:
    """Respond with an ephemeral message that is just this sentence."""
    text = discord.ui.LayoutView(timeout=None)
    text.add_item(discord.ui.TextDisplay(show_in_text(sentence)))
    text.stop()  # as in `ui.layout.screen`
    await show(interaction, text)


async def show(interaction: Interaction, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
    """Respond with a screen in an ephemeral message: the first response, in place of a deferral, or a follow-up."""
    try:
        if interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
            await interaction.edit_original_response(view=view, attachments=files)
        elif interaction.response.is_done():
            await interaction.followup.send(view=view, files=files, ephemeral=True)
        else:
            await interaction.response.send_message(view=view, files=files, ephemeral=True)
    except discord.HTTPException as error:
        ignore_if_gone(error)


async def open_form(interaction: Interaction, form: discord.ui.Modal) -> None:
    """Respond with a form; the cog that has the form's verb among its `forms` gets the submitted one."""
    form.stop()  # as in `ui.layout.screen`
    await interaction.response.send_modal(form)


def is_next_original(interaction: Interaction) -> bool:
    """Return whether `show` would now make the interaction's original response, the only one that can be edited later.

    If not, the original response may be public, and must never be edited to what a follow-up shows.
    """
    return interaction.response.type in {None, discord.InteractionResponseType.deferred_channel_message}


async def update(interaction: Interaction, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> None:
    """Respond by editing the message that was tapped."""
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
    """Respond with a public message that notifies `called`; return its id, or None if the interaction had expired."""
    mentions = notify(called)
    try:
        return (await interaction.response.send_message(view=view, files=files, allowed_mentions=mentions)).message_id
    except discord.HTTPException as error:
        ignore_if_gone(error)
        return (await interaction.original_response()).id if error.code == ALREADY_ANSWERED else None


def ignore_if_gone(error: discord.HTTPException) -> None:
    """Log an error that means the response was too late, repeated, or for a deleted message; raise any other."""
    if error.code not in GONE:
        raise error
    log.info("an answer did not arrive: %s", error.code)


def is_emoji_missing(error: BaseException) -> bool:
    """Return whether Discord refused a message because the bot no longer has one of its emojis."""
    return isinstance(error, discord.HTTPException) and "Invalid emoji" in error.text


def is_private(interaction: Interaction) -> bool:
    """Return whether only this user sees the tapped message, if any: it's ephemeral or outside a server."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)
