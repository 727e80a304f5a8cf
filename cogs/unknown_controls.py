"""Replies to taps that no cog handles: on unknown custom ids, and on controls that their message no longer has."""

import discord
from discord.ext import commands

from engine.text.phrases import say
from ui.controls import Interaction, read_tap
from ui.replies import tell
from ui.services import Services


class UnknownControlsCog(commands.Cog):
    """The listener that replies to unhandled taps, which Discord would otherwise show as failed."""

    def __init__(self, services: Services) -> None:
        """Take the services, as every cog does, but use none: the bot itself knows which verbs it handles."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Reply to a tap on a control that the bot doesn't handle."""
        if interaction.type is discord.InteractionType.component:
            control = read_tap(interaction)
            if control is None or not interaction.client.can_answer(control.verb):
                await interaction.client.track_answer(interaction)
                await tell(interaction, say("This button has expired. /table shows the current table."))
