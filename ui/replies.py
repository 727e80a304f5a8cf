"""How people are answered: privately, once, and always with a sentence when something did not work."""

import logging
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from engine.text.errors import GameError
from engine.text.phrases import Phrase, later
from storage.games import AlreadyDone, Stale

log = logging.getLogger(__name__)

ALREADY_ANSWERED = 40060
GONE = frozenset({10008, 10015, 10062, ALREADY_ANSWERED, 50027})  # nobody listens, or an earlier try has answered
DM_CLOSED = frozenset({50007, 50278})  # by their settings; because no server is shared
SOMETHING_BROKE = later("Something went wrong on my side. /table shows where the game stands.")
LOST_PICTURE = later("A picture of mine was missing, so nothing could be shown. Please try once more.")
MOVED_ON = later("The table has moved on since; nothing was changed. Look again and repeat it if you still want to.")


class Refusal(Exception):  # a sentence for a person, not a fault
    """What can't be done here, as the sentence that the person reads."""


async def tell(interaction: discord.Interaction[Any], sentence: str) -> None:
    """Answer privately in words."""
    text = discord.ui.LayoutView(timeout=None)
    text.add_item(discord.ui.TextDisplay(sentence))
    await show(interaction, text)


async def show(
    interaction: discord.Interaction[Any], view: discord.ui.LayoutView, files: Sequence[discord.File] = ()
) -> None:
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
        forgive(error)


async def update(
    interaction: discord.Interaction[Any], view: discord.ui.LayoutView, files: Sequence[discord.File] = ()
) -> None:
    """Change the message that was tapped."""
    view.stop()  # as in `show`
    try:
        await interaction.response.edit_message(view=view, attachments=files)
    except discord.HTTPException as error:
        forgive(error)


async def tell_all(
    interaction: discord.Interaction[Any],
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
        forgive(error)
        return (await interaction.original_response()).id if error.code == ALREADY_ANSWERED else None


def forgive(error: discord.HTTPException) -> None:
    """Pass over an answer that came too late, twice, or to a message that is gone; raise anything else."""
    if error.code not in GONE:
        raise error
    log.info("an answer did not arrive: %s", error.code)


def lacks_emoji(error: BaseException) -> bool:
    """Does Discord refuse a message for an emoji that the bot has no more?"""
    return isinstance(error, discord.HTTPException) and "Invalid emoji" in error.text


async def explain(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Turn whatever went wrong into a private sentence."""
    cause = getattr(error, "original", error)
    if isinstance(cause, discord.HTTPException) and cause.code in GONE:
        return log.info("an answer did not arrive: %s", cause.code)
    if lacks_emoji(cause):
        interaction.client.dispatch("unknown_emoji")
    sentence = LOST_PICTURE if lacks_emoji(cause) else _sentence(cause)
    if sentence is SOMETHING_BROKE:
        log.error("a command failed", exc_info=cause)
    try:
        await tell(interaction, str(sentence))
    except discord.HTTPException as unheard:
        log.warning("a refusal could not be said: %s", unheard.code)
    return None


SENTENCES: tuple[tuple[type[BaseException], Phrase], ...] = (
    (Stale, MOVED_ON),
    (AlreadyDone, later("That is done already.")),
    (
        app_commands.CommandNotFound,
        later("I don't know this command any more; Discord will show the new ones in a moment."),
    ),
    (
        app_commands.CommandSignatureMismatch,
        later("This command has changed; Discord will show its new form in a moment."),
    ),
    (app_commands.TransformerError, later("I can't read one of the options; nothing was changed.")),
    (app_commands.NoPrivateMessage, later("This works in a server's channel only.")),
)


def _sentence(cause: BaseException) -> Phrase | str:
    if isinstance(cause, GameError | Refusal):
        return str(cause)
    return next((sentence for kind, sentence in SENTENCES if isinstance(cause, kind)), SOMETHING_BROKE)


class Tree(app_commands.CommandTree[Any]):
    """The slash commands, with every failure explained."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let every command in, and note who is here."""
        await interaction.client.answering(interaction)
        if interaction.type is discord.InteractionType.application_command:
            await interaction.client.heard(interaction)
        return True

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Say what went wrong."""
        if interaction.type is not discord.InteractionType.autocomplete:
            await explain(interaction, error)
