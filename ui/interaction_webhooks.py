"""The webhooks of interactions, which post, edit and delete messages without counting as the bot's requests.

Discord's global rate limit leaves out the routes of interactions. Each interaction has a token for them, which is valid
for 15 minutes, and reaches only the interaction's response and the messages that it has posted. Tokens are kept in
memory alone, so that the bot's own routes do all that comes after a restart.
https://docs.discord.com/developers/interactions/receiving-and-responding#followup-messages
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import discord

from storage.recent import LruCache
from ui.controls import Interaction
from ui.outages import is_passing

EDITABLE_TIME = 14 * 60  # seconds for which a webhook is used
# In place of a message's id, it names the interaction's original response:
# https://docs.discord.com/developers/interactions/receiving-and-responding#edit-original-interaction-response
ORIGINAL: Any = "@original"
MOST_WEBHOOKS = 4_000  # by player and channel, and by message; beyond that, the one used longest ago is forgotten
ANSWERING_TIME = 2.0  # seconds that a ping waits for the answer to the move; Discord waits 3 for it


@dataclass(frozen=True, slots=True, eq=False)
class InteractionWebhook:
    """An answered interaction's webhook: for its response, `ORIGINAL`, and for messages that it posts in its channel.

    `until` is what `find_last_edit_time` returns, and `locale` the language of the user's Discord.
    """

    interaction_id: int
    until: int
    locale: str
    _webhook: discord.Webhook = field(repr=False)  # with the token

    @classmethod
    def of(cls, interaction: Interaction) -> Self:
        """Return the webhook of this interaction."""
        locale = interaction.locale.value
        return cls(interaction.id, find_last_edit_time(interaction), locale, interaction.followup)

    async def post(
        self, words: str | None, view: discord.ui.View, mentions: discord.AllowedMentions
    ) -> discord.WebhookMessage:
        """Post a public message. It fails as `Webhook.send` does."""
        return await self._webhook.send(words or discord.utils.MISSING, view=view, allowed_mentions=mentions, wait=True)

    async def whisper(self, view: discord.ui.LayoutView, files: Sequence[discord.File]) -> int:
        """Post a message that only the interaction's user sees, and return its id. It fails as `Webhook.send` does."""
        return (await self._webhook.send(view=view, files=files, ephemeral=True, wait=True)).id

    async def edit(self, message_id: int, view: discord.ui.LayoutView, files: Sequence[discord.File]) -> None:
        """Replace the content of such a message. It fails as `Webhook.edit_message` does."""
        await self._webhook.edit_message(
            message_id, view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none()
        )

    async def delete(self, message_id: int) -> None:
        """Delete such a message. It fails as `Webhook.delete_message` does."""
        await self._webhook.delete_message(message_id)


def find_last_edit_time(interaction: Interaction) -> int:
    """Return when to stop using its webhook, in seconds since the epoch: a minute before the token expires."""
    return int(interaction.created_at.timestamp()) + EDITABLE_TIME


class InteractionWebhooks:
    """The webhooks of players' latest interactions, and those that have posted a table's messages.

    Unless they are in use (`is_on`), none is kept, and the bot's own routes do everything. `now` returns seconds since
    the epoch.
    """

    def __init__(self, now: Callable[[], int], *, is_on: bool) -> None:
        self._now = now
        self._is_on = is_on
        self._running: dict[int, tuple[int, asyncio.Future[None]]] = {}  # by interaction, with its channel
        self._latest: LruCache[InteractionWebhook] = LruCache(MOST_WEBHOOKS)  # by channel and user
        self._by_message: LruCache[InteractionWebhook] = LruCache(MOST_WEBHOOKS)

    def note_begin(self, interaction: Interaction) -> None:
        """Note that an interaction is being answered; `note_end` must follow. Autocompletion can't be followed up."""
        channel_id = interaction.channel_id if self._is_on and interaction.guild_id else None
        if channel_id is not None and interaction.type is not discord.InteractionType.autocomplete:
            self._running[interaction.id] = channel_id, asyncio.get_running_loop().create_future()

    def note_end(self, interaction: Interaction) -> None:
        """Note that this interaction has been answered, or won't be anymore."""
        if running := self._running.pop(interaction.id, None):
            channel_id, ending = running
            ending.set_result(None)
            if interaction.response.is_done():
                self._latest.keep((channel_id, interaction.user.id), InteractionWebhook.of(interaction))

    async def wait_for_answers(self, channel_id: int) -> bool:
        """Wait up to two seconds until the interactions in this channel are answered that are being answered now.

        Return whether there were any.
        """
        if running := [ending for there, ending in self._running.values() if there == channel_id]:
            await asyncio.wait(running, timeout=ANSWERING_TIME)
        return bool(running)

    def find_latest(self, channel_id: int, user_id: int) -> InteractionWebhook | None:
        """Return the webhook of this user's latest interaction in this channel; None if there's none to use."""
        return self._if_valid(self._latest.get((channel_id, user_id)))

    def note_posted(self, message_id: int, webhook: InteractionWebhook) -> None:
        """Note that this webhook has posted a message."""
        if self._is_on:
            self._by_message.keep(message_id, webhook)

    def find_poster(self, message_id: int) -> InteractionWebhook | None:
        """Return the webhook that has posted this message; None if there's none to use."""
        return self._if_valid(self._by_message.get(message_id))

    def forget_poster(self, message_id: int) -> None:
        """Forget which webhook has posted this message: Discord refuses that, or it's deleted."""
        self._by_message.drop(message_id)

    async def try_poster(self, message_id: int, use: Callable[[InteractionWebhook], Awaitable[None]]) -> bool:
        """Use the webhook that has posted this message; return False if there is none, or if Discord refuses that."""
        webhook = self.find_poster(message_id)
        if webhook is None:
            return False
        try:
            await use(webhook)
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            self.forget_poster(message_id)
            return False
        return True

    def _if_valid(self, webhook: InteractionWebhook | None) -> InteractionWebhook | None:
        return webhook if webhook and self._now() < webhook.until else None
