"""Benches as direct messages for players who want or ask for them, updated whenever their turn begins or ends."""

import logging
from collections.abc import Iterable
from contextlib import suppress

import aiohttp
import discord

from engine.text.phrases import speak
from services.concurrency.coalesce import Coalescer
from services.seats import Standing, find_standing
from services.tables import Tables
from storage.benches import DirectBenchMessage
from storage.games import Game
from ui.controls import make_nonce
from ui.messages.private.private_bench import PrivateBenches
from ui.messages.table_message import UNEDITABLE
from ui.messages.table_record import NONCE_LIFE
from ui.outages import describe_discord_error, is_not_taken
from ui.replies import DM_CLOSED

log = logging.getLogger(__name__)


class DirectBenches:
    """The updater of players' benches in direct messages: each seat has one message at most, which is edited.

    If that was deleted, a new one is sent when the seat's next turn begins, if the user wants direct messages. As in
    `ui.messages.table_record`, a nonce is stored before a message is sent, and used again if that was interrupted.
    """

    def __init__(self, client: discord.Client, tables: Tables, private_benches: PrivateBenches) -> None:
        self._client = client
        self._tables = tables
        self._private_benches = private_benches
        self._updates = Coalescer("direct", self._work)

    def on_change(self, game: Game) -> None:
        """Schedule an update of the direct messages of this game's players."""
        if game.state is not None:
            self._updates.schedule(game.id)

    def refresh_later(self, game_ids: Iterable[int]) -> None:
        """Schedule updates of the direct messages of all these games' players, behind those of games that change."""
        self._updates.schedule_backlog(game_ids)

    async def keep(self, game: Game, user_id: int, message: discord.Message) -> None:
        """Keep a direct message that shows the user's bench up to date from now on; delete the one before it."""
        seat, to_move = game.find_seat(user_id), find_standing(game, user_id) is Standing.TO_MOVE
        before = await self._tables.benches.direct(game.id, seat)
        await self._tables.benches.keep_direct(
            game.id, seat, DirectBenchMessage(message.channel.id, message.id, to_move)
        )
        if await self._tables.games.get(game.id) != game:  # it changed while the message was made
            self._updates.schedule(game.id)
        if before and before.message_id:
            with suppress(discord.HTTPException):  # it's gone
                await self._get_message(before).delete()

    def _get_message(self, known: DirectBenchMessage) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(known.channel_id, type=discord.ChannelType.private)
        return channel.get_partial_message(known.message_id)

    async def _work(self, game_id: int) -> None:
        try:
            game, known = await self._tables.games.get(game_id), await self._tables.benches.seats_with_direct(game_id)
            for seat, player in enumerate(game.players if game and game.state else ()):
                if game and player.user_id is not None and (seat in known or await self._wants_any(player.user_id)):
                    await self._bring_up_to_date(game, seat, player.user_id)
        except (aiohttp.ClientError, OSError) as error:
            log.warning("the direct messages of table %s stand still: %s", game_id, type(error).__name__)

    async def _bring_up_to_date(self, game: Game, seat: int, user_id: int) -> None:
        """Edit the seat's message when its turn begins or ends, and at the end; send a missing one at the beginning."""
        speak(await self._tables.languages.of_person(user_id))
        await self._resume_post(game, seat, user_id)
        standing = find_standing(game, user_id)
        if standing is Standing.OUT:
            return await self._end(game, seat, user_id)
        to_move = standing is Standing.TO_MOVE
        known = await self._tables.benches.direct(game.id, seat)
        if not to_move and not (known and known.to_move):
            return None
        if known and await self._edit(game, user_id, known):
            await self._tables.benches.keep_direct(
                game.id, seat, DirectBenchMessage(known.channel_id, known.message_id, to_move)
            )
        elif to_move and await self._wants_any(user_id):
            await self._send(game, seat, user_id)
        return None

    async def _wants_any(self, user_id: int) -> bool:
        return (await self._tables.settings.person(user_id)).dm

    async def _resume_post(self, game: Game, seat: int, user_id: int) -> None:
        """Send the seat's message again if that was interrupted; forget it if Discord may have forgotten its nonce."""
        known = await self._tables.benches.direct(game.id, seat)
        if known is None or known.message_id:
            return
        if self._tables.now() - known.posted_at <= NONCE_LIFE:
            await self._post(game, seat, user_id, known)
        else:
            await self._tables.benches.forget_direct(game.id, seat)

    async def _end(self, game: Game, seat: int, user_id: int) -> None:
        known = await self._tables.benches.direct(game.id, seat)
        if known:
            await self._edit(game, user_id, known)
            await self._tables.benches.forget_direct(game.id, seat)

    async def _edit(self, game: Game, user_id: int, known: DirectBenchMessage) -> bool:
        """Edit a direct message; return False if Discord refuses that, usually because it was deleted."""
        view, files = await self._private_benches.screen(game, user_id)
        try:
            await self._get_message(known).edit(
                view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none()
            )
        except discord.HTTPException as error:
            if is_not_taken(error) and error.code not in UNEDITABLE:
                log.warning("a direct message of table %s stands still: HTTP %s", game.id, error.status)
                return True
            log.info("a direct message of table %s is gone: error %s", game.id, error.code)
            return False
        return True

    async def _send(self, game: Game, seat: int, user_id: int) -> None:
        try:
            channel = await self._client.create_dm(discord.Object(user_id))
        except discord.HTTPException as error:
            log.warning("a direct message of table %s could not be sent: %s", game.id, describe_discord_error(error))
            return await self._tables.benches.forget_direct(game.id, seat)
        pending = DirectBenchMessage(channel.id, 0, True, make_nonce(), self._tables.now())
        await self._tables.benches.keep_direct(game.id, seat, pending)
        return await self._post(game, seat, user_id, pending)

    async def _post(self, game: Game, seat: int, user_id: int, pending: DirectBenchMessage) -> None:
        """Send the message `pending` with its nonce, and store its id; forget it if Discord refuses it for good."""
        view, files = await self._private_benches.screen(game, user_id)
        channel = self._client.get_partial_messageable(pending.channel_id, type=discord.ChannelType.private)
        try:
            message = await channel.send(view=view, files=files, nonce=pending.nonce)
        except discord.HTTPException as error:
            if error.code not in DM_CLOSED:
                log.warning(
                    "a direct message of table %s could not be sent: %s", game.id, describe_discord_error(error)
                )
            if not is_not_taken(error):
                await self._tables.benches.forget_direct(game.id, seat)
        else:
            shown = DirectBenchMessage(pending.channel_id, message.id, to_move=True)
            await self._tables.benches.keep_direct(game.id, seat, shown)

    async def close(self) -> None:
        """Stop updating."""
        await self._updates.close()
