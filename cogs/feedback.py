"""/feedback: a member's message to the bot's owner."""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.text.phrases import say
from services.refusals import Refusal
from ui.commands import anywhere
from ui.controls import Interaction
from ui.deferred import await_screen
from ui.layout import Screen, notice
from ui.messages.channels.feedback import FeedbackChannel, build_feedback_post, clean_feedback
from ui.messages.limits import Limit
from ui.places import guild_of
from ui.replies import show
from ui.services import Services

_LEAST = 10  # characters
_MOST = 1_000


class FeedbackCog(commands.Cog):
    """The /feedback command."""

    def __init__(self, services: Services) -> None:
        self._channel = FeedbackChannel(services.client, services.choices.owner)
        self._limits = services.limits
        self._server_name = services.tables.server_name

    @app_commands.command(name="feedback", description=locale_str("Write to the bot's owner"))
    @app_commands.describe(text=locale_str("What you want to say; it's sent with your name and this server's name"))
    @anywhere
    async def feedback(self, interaction: Interaction, text: app_commands.Range[str, _LEAST, _MOST]) -> None:
        """Send the text to the owner's channel, at most ten times an hour from one server."""
        self._channel.require_chosen()
        written, server_id = clean_feedback(text), guild_of(interaction)
        if len(written) < _LEAST:
            raise Refusal(say("Please write at least {count} characters.", count=_LEAST))
        self._limits.count(Limit.FEEDBACK, interaction.user.id, server_id or interaction.user.id)
        post = build_feedback_post(written, interaction.user.id, self._server_name(server_id), server_id)
        await show(interaction, *await await_screen(interaction, self._send(post)))

    async def _send(self, post: discord.ui.LayoutView) -> Screen:
        await self._channel.send(post)
        return notice(say("Thank you. Your feedback has been sent to the bot's owner.")), []
