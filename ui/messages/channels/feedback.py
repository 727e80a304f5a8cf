"""The owner's channel for feedback."""

import logging

import discord

from engine.text.phrases import say
from monitoring.owner import Owner
from services.refusals import Refusal
from storage.pseudonyms import mention
from ui.controls import make_nonce
from ui.layout import screen, text
from ui.markdown import escape_name
from ui.outages import FAILURES, describe_discord_error

log = logging.getLogger(__name__)

_BREAK = "@\u200b"  # no mention, although it looks like one
_GRAVE = "\u02cb"  # looks like a backtick, which would end the block of code


class FeedbackChannel:
    """The owner's channel for members' feedback, if they have chosen one. Feedback is neither stored nor logged."""

    def __init__(self, client: discord.Client, owner: Owner) -> None:
        self._client = client
        self._owner = owner

    def require_chosen(self) -> None:
        """Reject feedback if the owner has chosen no channel."""
        if self._owner.feedback_channel is None:
            raise Refusal(self._add_contact(say("The bot's owner has no channel for feedback.")))

    async def send(self, post: discord.ui.LayoutView) -> None:
        """Post to the channel, without notifying anybody. Raises: Refusal if Discord doesn't take it there."""
        channel = self._client.get_partial_messageable(self._owner.feedback_channel or 0)
        nobody = discord.AllowedMentions.none()
        try:
            await channel.send(view=post, nonce=make_nonce(), allowed_mentions=nobody, suppress_embeds=True)
        except FAILURES as error:
            log.warning("feedback can't be sent to FEEDBACK_CHANNEL: %s", describe_discord_error(error))
            raise Refusal(self._add_contact(say("Your feedback couldn't be sent. Please try again later."))) from None

    def _add_contact(self, sentence: str) -> str:
        if not self._owner.contact:
            return sentence
        where = say("You can reach them here: {contact}", contact=self._owner.contact)
        return f"{sentence} {where}"


def clean_feedback(written: str) -> str:
    """Return a member's text as one line of printable characters."""
    return " ".join("".join(each if each.isprintable() else " " for each in written).split())


def build_feedback_post(written: str, user_id: int, server: str, server_id: int) -> discord.ui.LayoutView:
    """Return the message with a member's text, in English, like everything that only owners read.

    A block of code has no mentions, links or formatting. Outside of servers, `server_id` is 0.
    """
    where = f"{escape_name(server).replace('@', _BREAK)} (`{server_id}`)" if server_id else "outside of servers"
    head = f"**Feedback** by {mention(user_id)} (`{user_id}`), {where}"
    return screen([text(head, f"```\n{written.replace('`', _GRAVE)}\n```")])
