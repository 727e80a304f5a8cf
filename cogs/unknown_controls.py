"""Taps that nobody else hears: ids made up by hand, and messages that have lost the button."""

import discord
from discord.ext import commands

from engine.text.phrases import say
from ui.controls import Control, Interaction, read_data
from ui.replies import tell
from ui.services import Services


class UnknownControlsCog(commands.Cog):
    """Answers them, so that no tap ends in silence."""

    def __init__(self, services: Services) -> None:
        """Need nothing of them: the bot knows the verbs."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a tap on something that is none of our controls."""
        if interaction.type is discord.InteractionType.component and not _is_ours(interaction):
            await interaction.client.track_answer(interaction)
            await tell(interaction, say("I don't know this button any more. /table shows the table as it is."))


def _is_ours(interaction: Interaction) -> bool:
    custom_id = str(read_data(interaction).get("custom_id", ""))
    control = Control.read(custom_id)
    return (
        control is not None and interaction.client.can_answer(control.verb) and _carries(interaction.message, custom_id)
    )


def _carries(message: discord.Message | None, custom_id: str) -> bool:
    """Is the control on the message? discord.py ignores it otherwise."""
    if message is None:
        return False
    view = discord.ui.LayoutView if message.flags.components_v2 else discord.ui.View
    items = view.from_message(message, timeout=None).walk_children()
    return any(getattr(item, "custom_id", None) == custom_id for item in items)
