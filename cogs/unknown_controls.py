"""Replies to taps that no cog handles: on unknown custom ids, and on controls that their message no longer has."""

import discord
from discord.ext import commands

from engine.text.phrases import say
from ui.controls import Control, Interaction, read_data
from ui.replies import tell
from ui.services import Services


class UnknownControlsCog(commands.Cog):
    """The listener that replies to unhandled taps, which Discord would otherwise show as failed."""

    def __init__(self, services: Services) -> None:
        """Take the services, as every cog does, but use none: the bot itself knows which verbs it handles."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Reply to a tap on a control that the bot doesn't handle."""
        if interaction.type is discord.InteractionType.component and not _is_ours(interaction):
            await interaction.client.track_answer(interaction)
            await tell(interaction, say("This button has expired. /table shows the current table."))


def _is_ours(interaction: Interaction) -> bool:
    custom_id = str(read_data(interaction).get("custom_id", ""))
    control = Control.read(custom_id)
    return (
        control is not None and interaction.client.can_answer(control.verb) and _carries(interaction.message, custom_id)
    )


def _carries(message: discord.Message | None, custom_id: str) -> bool:
    """Return whether the message still has this control; discord.py ignores a tap if it doesn't."""
    if message is None:
        return False
    view = discord.ui.LayoutView if message.flags.components_v2 else discord.ui.View
    items = view.from_message(message, timeout=None).walk_children()
    return any(getattr(item, "custom_id", None) == custom_id for item in items)
