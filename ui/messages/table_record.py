"""The record of a table's public messages, while they are brought up to date.

A message is posted in three steps: a random nonce is stored, the message is posted with it, and its id is stored. If
the bot is killed in between, or if the response is lost, the post is repeated with the same nonce, and Discord returns
the message that it has instead of posting a second one (`enforce_nonce` on Discord's page of the message resource). A
response to a command has no nonce: its interaction's id is stored, and the channel's history shows whether it was
posted. A message that gives way to another is stored as a leftover in the same step, and deleted afterwards.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Self

import discord

from services.tables import Tables
from storage.boards import PendingPost, PublicMessage, Slot
from storage.games import Game
from ui.controls import make_nonce
from ui.messages.table_failures import Cause, find_cause
from ui.outages import describe_failure

log = logging.getLogger(__name__)

NONCE_LIFE = 10 * 60  # seconds after which Discord has forgotten a nonce; it remembers one for "the past few minutes"
UNKNOWN_MESSAGE = 10008  # Discord's code
PLACEHOLDER = "…"
LOOKED_THROUGH = 20  # of the channel's latest messages, for a response that a kill interrupted


class TableRecord:
    """The record of one table's messages, with the changes that aren't stored yet."""

    def __init__(self, client: discord.Client, tables: Tables, game: Game, board: PublicMessage) -> None:
        self.board = board
        self._stored = board
        self._client = client
        self._tables = tables
        self._game = game

    @classmethod
    async def load(cls, client: discord.Client, tables: Tables, game: Game) -> Self:
        """Return the game's record; an empty one if nothing was shown yet."""
        board = await tables.boards.get(game.id) or PublicMessage(game.id)
        return cls(client, tables, game, board if board.channel_id else replace(board, channel_id=game.channel_id))

    @property
    def _channel(self) -> discord.PartialMessageable:
        """The channel of the record's messages."""
        return self._client.get_partial_messageable(self.board.channel_id, guild_id=self._game.guild_id)

    async def follow_game(self) -> None:
        """If the game has moved, delete its messages in the channel that it has left, as far as Discord allows that.

        The record is then as if nothing had been shown yet.

        Raises:
            StorageError, discord.HTTPException, aiohttp.ClientError, OSError: the database, Discord or the network
                fails. The next call does the rest.
        """
        if self.board.channel_id == self._game.channel_id:
            return
        for clear in (self.settle, self._delete_all):
            try:
                await clear()
            except discord.HTTPException as error:
                if find_cause(error) is not Cause.CHANNEL:
                    raise
                log.info(
                    "messages of table %s stay in a channel that it left: %s", self._game.id, describe_failure(error)
                )
        self.board = PublicMessage(self._game.id, channel_id=self._game.channel_id)
        await self.save()

    async def give_up(self) -> None:
        """Store the game as shown, without messages, because its channel was deleted and nothing will change any more.

        Raises:
            StorageError: the database fails.
        """
        self.board = PublicMessage(self._game.id, shown_version=self._game.version, channel_id=self._game.channel_id)
        await self.save()

    async def _delete_all(self) -> None:
        for slot in Slot:
            self.empty(slot)
        await self.delete_leftovers()

    def change(self, **values: Any) -> None:
        """Change these fields of the record; `save` stores them."""
        self.board = replace(self.board, **values)

    async def save(self) -> None:
        """Store the record, if it has changed.

        Raises:
            StorageError: the database fails.
        """
        if self.board != self._stored:
            await self._tables.boards.save(self.board)
            self._stored = self.board

    async def post(self, slot: Slot, purpose: str, send: Callable[[str], Awaitable[discord.Message]]) -> None:
        """Post a message once: `send` posts it with the nonce that it gets.

        Its id is put into the slot, and the message that was there becomes a leftover. A post for the same purpose that
        failed or was interrupted is repeated with its nonce.

        Raises:
            StorageError: the database fails; the message isn't posted.
            discord.HTTPException, aiohttp.ClientError, OSError: Discord fails, or refuses the message.
        """
        pending = self._find_pending(slot)
        if pending and pending.purpose != purpose:
            await self._settle(pending)
            pending = None
        if pending is None:
            pending = PendingPost(slot, purpose, make_nonce(), self._tables.now())
            self.change(pending=(*self.board.pending, pending))
        await self.save()
        self.fill(slot, (await send(pending.nonce)).id)
        self.forget(pending)

    def fill(self, slot: Slot, message_id: int) -> None:
        """Put the id of a message that was posted into its slot; the one that was there becomes a leftover."""
        if getattr(self.board, slot) != message_id:
            self.empty(slot)
        self.change(**{slot: message_id})

    def empty(self, slot: Slot) -> None:
        """Make the message in this slot, if there is one, a leftover."""
        if (old := getattr(self.board, slot)) is not None:
            self.change(**{slot: None}, leftovers=(*self.board.leftovers, old))

    def forget(self, pending: PendingPost) -> None:
        """Expect this message no longer: it was posted, or won't be."""
        self.change(pending=tuple(each for each in self.board.pending if each != pending))

    async def find_responses(self) -> None:
        """Take the latest response that a kill interrupted for the table's message, and make the others leftovers.

        Raises:
            StorageError, discord.HTTPException, aiohttp.ClientError, OSError: as in `post`.
        """
        for pending in self.board.pending:
            if pending.interaction_id:
                await self._settle(pending)

    async def settle(self) -> None:
        """Find messages whose posts were interrupted and aren't wanted any more, and make them leftovers.

        Raises:
            StorageError, discord.HTTPException, aiohttp.ClientError, OSError: as in `post`.
        """
        for pending in self.board.pending:
            await self._settle(pending)

    async def _settle(self, pending: PendingPost) -> None:
        if pending.interaction_id:
            await self._find_response(pending.interaction_id)
        elif self._tables.now() - pending.at <= NONCE_LIFE:
            message = await self._channel.send(
                PLACEHOLDER, nonce=pending.nonce, silent=True, allowed_mentions=discord.AllowedMentions.none()
            )
            self.change(leftovers=(*self.board.leftovers, message.id))
        self.forget(pending)

    async def _find_response(self, interaction_id: int) -> None:
        """Take the response to this interaction for the table's message, if the channel's history has it.

        Without the permission Read Message History, that is empty.
        """
        async for message in self._channel.history(limit=LOOKED_THROUGH):
            asked = message.interaction_metadata
            if asked and asked.id == interaction_id:
                self.fill(Slot.TABLE, message.id)
                self.change(shown_version=0)
                return

    async def delete_leftovers(self) -> None:
        """Delete the messages that have given way to others.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: Discord fails, or refuses that for now.
        """
        for message_id in self.board.leftovers:
            try:
                await self._channel.get_partial_message(message_id).delete()
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:  # a channel may come back, and the message with it
                    raise
                log.info("an old message of table %s is gone", self._game.id)
            self.change(leftovers=tuple(each for each in self.board.leftovers if each != message_id))

    def _find_pending(self, slot: Slot) -> PendingPost | None:
        """Return the message with a nonce that is being posted for this slot; None if there is none."""
        return next((each for each in self.board.pending if each.slot is slot and each.nonce), None)
