"""The record of a table's public messages, while they are brought up to date.

A message is posted in three steps: a random nonce is stored, the message is posted with it, and its id is stored. If
the bot is killed in between, or if the response is lost, the post is repeated with the same nonce, and Discord returns
the message that it has instead of posting a second one (`enforce_nonce` on Discord's page of the message resource). A
message that an interaction posts has no nonce: the interaction's id is stored, and the channel's history shows whether
it was posted. If the history can't be read, the message is posted again, and looked for later, to delete it. A message
that gives way to another is stored as a leftover in the same step, and deleted afterward. Whatever fails is raised, and
the next update does the rest.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Self

import discord

from services.tables import Tables
from storage.games import Game
from storage.public_messages import PendingPost, PublicMessage, Slot
from ui.controls import make_nonce
from ui.messages.channels.history import LOOKED_FOR, find_next_look, find_posted
from ui.messages.channels.table_failures import Cause, find_cause
from ui.messages.interaction_webhooks import InteractionWebhook, InteractionWebhooks
from ui.network.request_trace import counting_tries
from ui.outages import describe_discord_error, is_passing

log = logging.getLogger(__name__)

NONCE_LIFE = 10 * 60  # seconds after which Discord has forgotten a nonce; it remembers one for "the past few minutes"
UNKNOWN_MESSAGE = 10008  # Discord's code
PLACEHOLDER = "…"


class TableRecord:
    """The record of one table's messages, with the changes that aren't stored yet."""

    def __init__(
        self, client: discord.Client, tables: Tables, webhooks: InteractionWebhooks, game: Game, messages: PublicMessage
    ) -> None:
        self.messages = messages
        self._stored = messages
        self._client = client
        self._tables = tables
        self._webhooks = webhooks
        self._game = game

    @classmethod
    async def load(cls, client: discord.Client, tables: Tables, webhooks: InteractionWebhooks, game: Game) -> Self:
        """Return the game's record; an empty one if nothing was shown yet."""
        messages = await tables.public_messages.get(game.id) or PublicMessage(game.id)
        messages = messages if messages.channel_id else replace(messages, channel_id=game.channel_id)
        return cls(client, tables, webhooks, game, messages)

    @property
    def _channel(self) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(self.messages.channel_id, guild_id=self._game.guild_id)

    async def follow_game(self) -> None:
        """If the game has moved, delete its messages in the channel that it has left, as far as Discord allows that."""
        if self.messages.channel_id == self._game.channel_id:
            return
        for clear in (self.finish_posts, self._delete_all):
            try:
                await clear()
            except discord.HTTPException as error:
                if find_cause(error) is not Cause.CHANNEL:
                    raise
                log.info(
                    "messages of table %s stay in a channel that it left: %s",
                    self._game.id,
                    describe_discord_error(error),
                )
        self.messages = PublicMessage(self._game.id, channel_id=self._game.channel_id)
        await self.save()

    async def give_up(self) -> None:
        """Store the game as shown, without messages, because its channel was deleted and the game is over."""
        self.messages = PublicMessage(self._game.id, shown_version=self._game.version, channel_id=self._game.channel_id)
        await self.save()

    async def _delete_all(self) -> None:
        for slot in Slot:
            self.empty(slot)
        await self.delete_leftovers()

    def change(self, **values: Any) -> None:
        """Change these fields of the record; `save` stores them."""
        self.messages = replace(self.messages, **values)

    async def save(self) -> None:
        """Store the record, if it has changed."""
        if self.messages != self._stored:
            await self._tables.public_messages.save(self.messages)
            self._stored = self.messages

    async def post(self, slot: Slot, purpose: str, send: Callable[[str], Awaitable[discord.Message]]) -> None:
        """Post a message once: `send` posts it with the nonce that it gets, and it takes the slot.

        A post for the same purpose that failed or was interrupted is repeated with its nonce.
        """
        pending = next((each for each in self.messages.pending if each.slot is slot and each.nonce), None)
        if pending and pending.purpose != purpose:
            await self._finish_post(pending)
            pending = None
        if pending is None:
            pending = PendingPost(slot, purpose, make_nonce(), self._tables.now())
            self.change(pending=(*self.messages.pending, pending))
        await self.save()
        self.fill(slot, (await send(pending.nonce)).id)
        self.forget(pending)

    async def post_by(
        self,
        webhook: InteractionWebhook,
        slot: Slot,
        purpose: str,
        send: Callable[[InteractionWebhook], Awaitable[discord.Message]],
    ) -> bool:
        """Post a message once by an interaction's webhook; return False if Discord refuses that.

        If the post fails or is interrupted, `find_answers` looks for it later.
        """
        pending = PendingPost(slot, purpose, "", self._tables.now(), webhook.interaction_id)
        self.change(pending=(*self.messages.pending, pending))
        await self.save()
        with counting_tries() as sending:
            try:
                message = await send(webhook)
            except discord.HTTPException as error:
                if is_passing(error):
                    raise
                log.info("a post for table %s was refused: %s", self._game.id, describe_discord_error(error))
                self.forget(pending)
                return False
        self.fill(slot, message.id)
        self._webhooks.note_posted(message.id, webhook)
        if sending.tries > 1:  # an earlier try may have come through
            await self._find_answer(pending)
        else:
            self.forget(pending)
        return True

    def fill(self, slot: Slot, message_id: int) -> None:
        """Put the id of a message that was posted into its slot; the one that was there becomes a leftover."""
        if getattr(self.messages, slot) != message_id:
            self.empty(slot)
        self.change(**{slot: message_id})

    def empty(self, slot: Slot) -> None:
        """Make the message in this slot, if there is one, a leftover."""
        if (old := getattr(self.messages, slot)) is not None:
            self.change(**{slot: None}, leftovers=(*self.messages.leftovers, old))

    def forget(self, pending: PendingPost) -> None:
        """Expect this message no longer: it was posted, or won't be."""
        self.change(pending=tuple(each for each in self.messages.pending if each != pending))

    @property
    def next_look(self) -> int | None:
        """When to look again for a message that was perhaps posted, in seconds since the epoch; None if for none."""
        return min((find_next_look(each) for each in self.messages.pending if each.looked_at), default=None)

    async def find_answers(self) -> None:
        """Find the messages that interactions have posted, where a kill or a failure interrupted that."""
        for pending in self.messages.pending:
            if pending.interaction_id and not pending.looked_at:
                await self._find_answer(pending)

    async def finish_posts(self) -> None:
        """Find messages whose posts were interrupted and aren't wanted anymore, and make them leftovers."""
        for pending in self.messages.pending:
            if find_next_look(pending) <= self._tables.now():
                await self._finish_post(pending)

    async def _finish_post(self, pending: PendingPost) -> None:
        if pending.interaction_id:
            return await self._find_answer(pending)
        if self._tables.now() - pending.at <= NONCE_LIFE:
            message = await self._channel.send(
                PLACEHOLDER, nonce=pending.nonce, silent=True, allowed_mentions=discord.AllowedMentions.none()
            )
            self.change(leftovers=(*self.messages.leftovers, message.id))
        return self.forget(pending)

    async def _find_answer(self, pending: PendingPost) -> None:
        """Put a message that this interaction has posted into its slot, if the channel's history has it.

        A table is the response to its interaction, and everything else is a follow-up. Others become leftovers. If the
        history fails, the message is looked for later, for about a day.
        """

        def is_answer(message: discord.Message) -> bool:
            asked = message.interaction_metadata
            is_response = asked is not None and asked.original_response_message_id is None
            return bool(asked and asked.id == pending.interaction_id and is_response == (pending.slot is Slot.TABLE))

        found = await find_posted(self._channel, discord.Object(pending.interaction_id), is_answer)
        self.forget(pending)
        if found is None:
            if self._tables.now() - pending.at < LOOKED_FOR:
                self.change(pending=(*self.messages.pending, replace(pending, looked_at=self._tables.now())))
            return
        answers = [each.id for each in found]
        if answers and not pending.looked_at and getattr(self.messages, pending.slot) not in answers:
            self.fill(pending.slot, answers[0])
            self.change(**({"shown_version": 0} if pending.slot is Slot.TABLE else {"ping_for": pending.purpose}))
        others = [each for each in answers if each != getattr(self.messages, pending.slot)]
        self.change(leftovers=tuple(dict.fromkeys((*self.messages.leftovers, *others))))

    async def delete_leftovers(self) -> None:
        """Delete the messages that have given way to others."""
        for message_id in self.messages.leftovers:
            try:
                await self._delete(message_id)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:  # a channel may come back, and the message with it
                    raise
                log.info("an old message of table %s is gone", self._game.id)
            self.change(leftovers=tuple(each for each in self.messages.leftovers if each != message_id))

    async def _delete(self, message_id: int) -> None:
        if not await self._try_webhook(message_id, lambda webhook: webhook.delete(message_id)):
            await self._channel.get_partial_message(message_id).delete()
        self._webhooks.forget_poster(message_id)

    async def edit(self, message_id: int, view: discord.ui.LayoutView, files: Sequence[discord.File]) -> None:
        """Replace the content of one of the table's messages."""
        if not await self._try_webhook(message_id, lambda webhook: webhook.edit(message_id, view, files)):
            for file in files:
                file.reset()
            await self._channel.get_partial_message(message_id).edit(
                view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none()
            )

    async def _try_webhook(self, message_id: int, use: Callable[[InteractionWebhook], Awaitable[None]]) -> bool:
        """Use the webhook that has posted this message; return False if there is none, or if Discord refuses that."""
        webhook = self._webhooks.find_poster(message_id)
        if webhook is None:
            return False
        try:
            await use(webhook)
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            self._webhooks.forget_poster(message_id)
            return False
        return True
