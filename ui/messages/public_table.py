"""The public message of each table: a copy of the stored game, edited in place, and posted again when it's old."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, nullcontext
from contextvars import Context
from typing import NamedTuple

import discord

from engine.text.phrases import speak, speak_in
from services.concurrency.coalesce import Coalescer
from services.concurrency.locks import KeyedLocks
from services.concurrency.supervise import log_error, log_failure
from services.game_view import is_between_computers
from services.tables import Tables
from storage.errors import StorageError
from storage.games import Game
from storage.public_messages import PendingPost, PublicMessage, Slot
from ui.controls import Interaction
from ui.messages.channels.access import is_deleted
from ui.messages.channels.table_failures import TableFailures
from ui.messages.end_votes import EndVotes
from ui.messages.interaction_webhooks import InteractionWebhook, InteractionWebhooks
from ui.messages.public_screens import PublicScreens
from ui.messages.table_message import TableMessage
from ui.messages.table_record import TableRecord
from ui.messages.turn_pings import TurnPings, name_turn
from ui.network import request_budget
from ui.network.request_budget import RequestBudget, Urgency, urgent
from ui.outages import FAILURES, describe_discord_error
from ui.replies import tell_all, update

log = logging.getLogger(__name__)

POSTING_TIME = 1.0  # seconds that a response may wait for the message above it; Discord waits 3 for a response
CLOSING_TIME = 5.0  # seconds that running updates may take when the bot stops


class ShownVersion(NamedTuple):
    """The version of a game that its table shows, with the record of its messages and its `Game.due_at` by then."""

    messages: PublicMessage
    version: int
    due_at: int | None


class PublicTables:
    """The updater of tables' public messages. Updates of one table never overlap; those of several tables may."""

    def __init__(  # noqa: PLR0913  # the composition root decides each of them
        self,
        client: discord.Client,
        tables: Tables,
        screens: PublicScreens,
        *,
        pings: TurnPings,
        votes: EndVotes,
        webhooks: InteractionWebhooks,
        budget: RequestBudget,
    ) -> None:
        self._client = client
        self._tables = tables
        self._screens = screens
        self._webhooks = webhooks
        self._budget = budget
        self._updates = Coalescer("public message", self._work, lambda: budget.edit_pause)
        self._message = TableMessage(client, tables, screens)
        self._pings = pings
        self._votes = votes
        self.failures = TableFailures()
        self._responding: set[int] = set()  # games whose next public message is a response on its way
        self._locks = KeyedLocks()
        self._posting: set[asyncio.Task[None]] = set()

    def on_change(self, game: Game) -> None:
        """Schedule an update of this game's message; computers' moves in a row are shown within three seconds."""
        if not is_between_computers(game):
            self.refresh(game.id)
        else:
            self._updates.schedule_within(request_budget.LONGER_PAUSE, game.id)

    def refresh(self, game_id: int) -> None:
        """Schedule an update of this game's public message, ping and reminder."""
        self._updates.schedule(game_id)

    def refresh_later(self, game_ids: Iterable[int]) -> None:
        """Schedule updates of all these games' messages, behind those of games that change."""
        self._updates.schedule_backlog(game_ids)

    async def post(self, game: Game) -> None:
        """Show this game's public message, and wait at most a second for it: the response that follows is below it."""
        shown = asyncio.create_task(self._try_to_show(game.id), context=Context())
        self._posting.add(shown)
        shown.add_done_callback(self._posting.discard)
        shown.add_done_callback(log_failure)
        await asyncio.wait({shown}, timeout=POSTING_TIME)

    def retry_failed(self) -> None:
        """Schedule updates of the failed tables that are due; call this several times a second while there are any."""
        for game_id in self.failures.pick_due():
            self.refresh(game_id)

    async def note_deleted(self, channel_id: int) -> None:
        """Try to show the open table of a channel that was deleted: it fails, and its players can be told."""
        game = await self._tables.games.in_channel(channel_id)
        if game is not None:
            async with self._locks.get(game.id):
                record = await self._load(game)
                record.change(shown_version=0)
                await record.save()
            self.failures.hurry(guild_id=game.guild_id, channel_id=channel_id)  # it may wait for another reason
            self.refresh(game.id)

    async def _work(self, game_id: int) -> None:
        game = await self._tables.games.get(game_id)
        if game is not None and not self.failures.is_waiting(game):
            await self._try_to_show(game_id)

    async def _try_to_show(self, game_id: int) -> None:
        """Bring the game's public messages up to date, and note how that went; a solo game has none."""
        game = await self._tables.games.get(game_id)
        if game is not None and not game.is_solo:
            speak(await self._tables.languages.of_server(game.guild_id))
            with self.failures.attempt(game):
                await self._show_or_note_failure(game)

    async def _show_or_note_failure(self, game: Game) -> None:
        try:
            await self._show(game.id)
        except StorageError:
            raise
        except Exception as error:  # noqa: BLE001  # whatever it is, the table must be right in the end
            if game.phase.has_ended and is_deleted(self._client, game, error):
                async with self._locks.get(game.id):
                    await (await self._find_record(game)).give_up()
                self.failures.clear(game.id)
            elif self.failures.note(game, error).times == 1:
                if isinstance(error, FAILURES):
                    log.warning("table %s could not be shown: %s", game.id, describe_discord_error(error))
                else:
                    log_error(f"public message of table {game.id}", error)
        else:
            if self.failures.clear(game.id):
                log.info("table %s is shown again", game.id)

    async def answer(self, interaction: Interaction, game: Game, called: Sequence[int] = ()) -> None:
        """Respond with a new public message of this game, and delete the old one; `called` are notified, by user id."""
        with speak_in(await self._tables.languages.of_server(game.guild_id)):
            view, files = await self._screens.show(game)
        response = PendingPost(Slot.TABLE, "", "", self._tables.now(), interaction.id)
        self._responding.add(game.id)
        try:
            # Noted beside the game's lock: an update may hold that for longer than Discord waits for a response.
            await self._tables.public_messages.note_response(game.id, game.channel_id, response)
            message_id = await tell_all(interaction, view, files, called)
            self._webhooks.note_end(interaction)
            async with self._locks.get(game.id):
                record = await self._load(game)
                self._tables.public_messages.end_response(game.id, response)
                record.forget(response)
                if message_id is not None:
                    self._webhooks.note_posted(message_id, InteractionWebhook.of(interaction))
                    is_called = record.messages.ping_for == name_turn(game)
                    record.fill(Slot.TABLE, message_id)
                    record.change(**self._message.describe_post(game, is_shown=is_called))
                await record.save()
        finally:
            self._tables.public_messages.end_response(game.id, response)
            self._responding.discard(game.id)
            self.refresh(game.id)  # the game may have changed meanwhile, and the old message goes

    async def update_tapped(self, interaction: Interaction, game: Game) -> bool:
        """Respond to a tap by updating the game's public message; return False if another message was tapped."""
        async with self._locks.get(game.id):
            messages, tapped = await self._tables.public_messages.get(game.id), interaction.message
            if messages is None or tapped is None or messages.message_id != tapped.id:
                return False
            with speak_in(await self._tables.languages.of_server(game.guild_id)):
                view, files = await self._screens.show(await self._tables.require_game(game.id))
            await update(interaction, view, files)
            return True

    async def _load(self, game: Game) -> TableRecord:
        """Return the game's record; its messages in a channel that the game has left are deleted first."""
        record = await self._find_record(game)
        await record.follow_game()
        return record

    async def _find_record(self, game: Game) -> TableRecord:
        return await TableRecord.load(self._client, self._tables, self._webhooks, game)

    async def _show(self, game_id: int) -> None:
        """Show the table, and then call the player to move.

        If tables have to wait for their requests, the player is called first; their turn may have ended meanwhile.
        """
        if self._budget.is_busy:
            await self._update_small_messages(game_id)
        await self._update_small_messages(game_id, await self._update_table(game_id))

    async def _update_table(self, game_id: int) -> ShownVersion | None:
        """Bring the vote and the table up to date, and return what the table shows.

        If its request is counted, the game is read and drawn when it's soon sent, and its lock is free until then.
        """
        messages = await self._tables.public_messages.get(game_id)
        is_uncounted = messages and messages.message_id and self._webhooks.find_poster(messages.message_id)
        with urgent(Urgency.TABLE):
            async with nullcontext() if is_uncounted else self._budget.preparing(), self._locked(game_id) as game:
                return await self._show_table(game) if game else None

    async def _update_small_messages(self, game_id: int, shown: ShownVersion | None = None) -> None:
        """Bring the ping and the reminder up to date, after a wait for the answer to the last player's move.

        The ping is a follow-up to that answer. The game's lock is free meanwhile, because an answer may need it.
        `shown` is what the table shows, if that isn't stored yet.
        """
        game = await self._tables.games.get(game_id)
        messages = await self._tables.public_messages.get(game_id)
        if game is not None and messages is not None and self._pings.is_call_due(game, messages):
            await self._webhooks.wait_for_answers(game.channel_id)
        async with self._locked(game_id) as game:
            if game is not None:
                with urgent(Urgency.PING):
                    await self._show_small_messages(game, shown)

    @asynccontextmanager
    async def _locked(self, game_id: int) -> AsyncIterator[Game | None]:
        """Hold the game's lock, and yield the game; None while a response is about to become its public message."""
        async with self._locks.get(game_id):
            yield None if game_id in self._responding else await self._tables.games.get(game_id)

    async def _show_table(self, game: Game) -> ShownVersion:
        """Bring the vote and the table up to date, and return what the table shows.

        That is stored once the player to move has been called, so that after a kill, the next start calls them.
        """
        record = await self._load(game)
        try:
            await record.find_answers()
            await self._votes.bring_up_to_date(game, record)  # first, so that none outlives its game at a kill
            if record.messages.shown_version < game.version:
                await self._message.bring_up_to_date(game, record)
            shown = max(game.version, record.messages.shown_version)
            if record.messages.ping_for == name_turn(game):
                record.change(shown_version=shown)
        finally:
            await record.save()
        return ShownVersion(record.messages, shown, game.due_at)

    async def _show_small_messages(self, game: Game, shown: ShownVersion | None) -> None:
        record = await self._load(game)
        # Else there's another table since, its channel was deleted, or its deadline was extended.
        if shown and (shown.messages, shown.due_at) == (record.messages, game.due_at):
            record.change(shown_version=shown.version)
        try:
            await self._pings.bring_up_to_date(game, record)
            await record.finish_posts()
            await record.delete_leftovers()
        finally:  # a failed ping mustn't lose the record of the message that was shown
            await record.save()
            if record.next_look is not None:
                self._updates.schedule_within(record.next_look - self._tables.now(), game.id)
            if game.phase.has_ended:
                self._tables.public_messages.drop(game.id)

    def remind(self, game: Game) -> None:
        """Schedule a reminder for the player to move; it isn't sent if the turn ends first, or for solo games."""
        if game.state and not game.is_solo:
            self._pings.note_due_reminder(game)
            self.refresh(game.id)

    async def close(self) -> None:
        """Finish the running updates, within 5 seconds, and start no others; the next start catches up on those."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_TIME):
                await self._locks.acquire_all()
        await self._updates.close()
