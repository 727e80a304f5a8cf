"""The public message of each table: a copy of the stored game, edited in place, and posted again when it's old."""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from contextvars import Context
from functools import partial

import discord

from engine.text.phrases import speak, speak_in
from services.clocks.patience import is_unreminded
from services.concurrency.coalesce import Coalescer
from services.concurrency.locks import KeyedLocks
from services.concurrency.supervise import log_failure
from services.game_view import follows_own_action
from services.seats import find_person_to_move, is_own, list_present_people
from services.tables import Tables
from storage.boards import PendingPost, PublicMessage, Slot
from storage.games import Game, Phase
from ui.controls import Interaction
from ui.messages.channels.access import find_channel, is_deleted
from ui.messages.end_votes import EndVotes
from ui.messages.limits import Limits
from ui.messages.public_screens import PublicScreens
from ui.messages.table_failures import TableFailures
from ui.messages.table_record import TableRecord
from ui.messages.turn_pings import TurnPings
from ui.outages import FAILURES, describe_failure
from ui.pictures import Pictures
from ui.replies import GONE, tell_all, update

log = logging.getLogger(__name__)

OLDEST = 50 * 60  # seconds until the message is posted again: Discord limits edits after an hour (error 30046)
MOST_TURNS = 12  # changes of the game until it's posted again, because it has scrolled away
PAUSE = 1.0  # seconds between two edits of one message: Discord allows about five in five seconds
POSTING_TIME = 1.0  # seconds that a response may wait for the message above it; Discord waits 3 for a response
CLOSING_TIME = 5.0  # seconds that running updates may take when the bot stops
UNEDITABLE = frozenset({30046, 50083})  # too many edits of old messages; an archived thread, which a post reopens


class PublicTables:
    """The updater of tables' public messages. Updates of one table never overlap; those of several tables may."""

    def __init__(
        self, client: discord.Client, tables: Tables, pictures: Pictures, screens: PublicScreens, limits: Limits
    ) -> None:
        self._client = client
        self._tables = tables
        self._screens = screens
        self._updates = Coalescer("board", self._work, PAUSE)
        self._pings = TurnPings(client, tables, pictures, limits)
        self._votes = EndVotes(client, tables, limits)
        self.failures = TableFailures()
        self._responding: set[int] = set()  # games whose next public message is a response on its way
        self._to_remind: dict[int, int] = {}  # by game: the number of the turn to send a reminder for
        self._locks = KeyedLocks()
        self._posting: set[asyncio.Task[None]] = set()

    def on_change(self, game: Game) -> None:
        """Schedule an update of this game's message; changes in quick succession are shown together."""
        self.refresh(game.id)

    def refresh(self, game_id: int) -> None:
        """Schedule an update of this game's public message, ping and reminder."""
        self._updates.schedule(game_id)

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
        """Try to show the open table of a channel that was deleted: it fails, and its players can be told.

        Raises:
            StorageError: the database fails.
        """
        game = await self._tables.games.in_channel(channel_id)
        if game is not None:
            async with self._locks.get(game.id):
                record = await self._load(game)
                record.change(shown_version=0)
                await record.save()
            self.failures.hurry(guild_id=game.guild_id, channel_id=channel_id)  # it may wait for another reason
            self.refresh(game.id)

    async def _work(self, game_id: int) -> None:
        """Bring the game's public messages up to date, unless a failure makes them wait."""
        game = await self._tables.games.get(game_id)
        if game is not None and not self.failures.is_waiting(game):
            await self._try_to_show(game_id)

    async def _try_to_show(self, game_id: int) -> None:
        """Bring the game's public message, ping and reminder up to date, and note how that went.

        Do nothing for a solo game, or while a response is about to become the public message.

        Raises:
            StorageError: the database fails.
        """
        async with self._locks.get(game_id):
            game = await self._tables.games.get(game_id)
            if game is not None and not is_own(game) and game_id not in self._responding:
                speak(await self._tables.languages.of_server(game.guild_id))
                with self.failures.attempt(game):
                    await self._show_or_note_failure(game)

    async def _show_or_note_failure(self, game: Game) -> None:
        try:
            await self._show(game)
        except FAILURES as error:
            if game.phase.has_ended and is_deleted(self._client, game, error):
                await (await TableRecord.load(self._client, self._tables, game)).give_up()
                self.failures.clear(game.id)
            elif self.failures.note(game, error).times == 1:
                log.warning("table %s could not be shown: %s", game.id, describe_failure(error))
        else:
            if self.failures.clear(game.id):
                log.info("table %s is shown again", game.id)

    async def answer(self, interaction: Interaction, game: Game, called: Sequence[int] = ()) -> None:
        """Respond with a new public message of this game, and delete the old one.

        `called` are the ids of the mentioned users who are to be notified.
        """
        with speak_in(await self._tables.languages.of_server(game.guild_id)):
            view, files = await self._screens.show(game)
        response = PendingPost(Slot.TABLE, "", "", self._tables.now(), interaction.id)
        self._responding.add(game.id)
        try:
            # Noted beside the game's lock: an update may hold that for longer than Discord waits for a response.
            await self._tables.boards.note_response(game.id, game.channel_id, response)
            message_id = await tell_all(interaction, view, files, called)
            async with self._locks.get(game.id):
                record = await self._load(game)
                self._tables.boards.end_response(game.id, response)
                record.forget(response)
                if message_id is not None:
                    is_called = record.board.ping_for == _name_turn(game)
                    record.fill(Slot.TABLE, message_id)
                    record.change(**self._describe_post(game, is_shown=is_called))
                await record.save()
        finally:
            self._tables.boards.end_response(game.id, response)
            self._responding.discard(game.id)
            self.refresh(game.id)  # the game may have changed meanwhile, and the old message goes

    async def update_tapped(self, interaction: Interaction, game: Game) -> bool:
        """Respond to a tap by updating the game's public message; return False if another message was tapped.

        The message shows the game as it is stored now, because no other update of it runs meanwhile.
        """
        async with self._locks.get(game.id):
            board, tapped = await self._tables.boards.get(game.id), interaction.message
            if board is None or tapped is None or board.message_id != tapped.id:
                return False
            with speak_in(await self._tables.languages.of_server(game.guild_id)):
                view, files = await self._screens.show(await self._tables.require_game(game.id))
            await update(interaction, view, files)
            return True

    async def _load(self, game: Game) -> TableRecord:
        """Return the game's record; its messages in a channel that the game has left are deleted first."""
        record = await TableRecord.load(self._client, self._tables, game)
        await record.follow_game()
        return record

    def _describe_post(self, game: Game, *, is_shown: bool) -> dict[str, int]:
        """Return the record's fields for a public message that was posted just now.

        It isn't stored as shown before the player to move is called: after a kill, the next start must do that.
        """
        shown = game.version if is_shown else 0
        return {"posted_at": self._tables.now(), "posted_version": game.version, "shown_version": shown}

    async def _show(self, game: Game) -> None:
        record = await self._load(game)
        try:
            await record.find_responses()
            await self._votes.bring_up_to_date(game, record)  # first, so that none outlives its game at a kill
            if record.board.shown_version < game.version:
                await self._bring_up_to_date(game, record)
            await self._update_ping(game, record)
            await self._update_reminder(game, record)
            await record.settle()
            await record.delete_leftovers()
        finally:  # a failed ping mustn't lose the record of the message that was shown
            await record.save()
            if game.phase.has_ended:
                self._tables.boards.drop(game.id)

    async def _bring_up_to_date(self, game: Game, record: TableRecord) -> None:
        """Edit the public message, or post it again if it's old or gone."""
        view, files = await self._screens.show(game)
        if record.board.message_id and not self._is_old(game, record.board):
            try:
                message = find_channel(self._client, game).get_partial_message(record.board.message_id)
                await message.edit(view=view, attachments=files, allowed_mentions=discord.AllowedMentions.none())
            except discord.HTTPException as error:
                if error.code not in GONE | UNEDITABLE:
                    raise
                view, files = await self._screens.show(game)
                if error.code in GONE:
                    record.change(message_id=None)
            else:
                record.change(shown_version=game.version)
                return
        channel = find_channel(self._client, game)
        await record.post(
            Slot.TABLE, str(game.version), lambda nonce: channel.send(view=view, files=files, nonce=nonce)
        )
        record.change(**self._describe_post(game, is_shown=False))
        await record.save()
        record.change(shown_version=game.version)
        await record.delete_leftovers()

    def _is_old(self, game: Game, board: PublicMessage) -> bool:
        """Return whether to post the message again.

        While one person plays computers, nobody has pushed it away, and a new one would push that person's rack up.
        """
        has_scrolled = game.version - board.posted_version >= MOST_TURNS and len(list_present_people(game)) > 1
        return game.phase is not Phase.LOBBY and (has_scrolled or self._tables.now() - board.posted_at >= OLDEST)

    async def _update_ping(self, game: Game, record: TableRecord) -> None:
        """In a new turn, delete the last turn's ping and reminder, and ping the player to move.

        A player whose own action led to the turn isn't pinged: they are here, and a ping would push their rack up.
        """
        turn = _name_turn(game)
        if turn == record.board.ping_for:
            return
        record.empty(Slot.PING)
        record.empty(Slot.REMINDER)
        await record.delete_leftovers()
        view = self._tables.view_for(game).view if game.phase is Phase.PLAYING else None
        person = find_person_to_move(game, view.turn) if view else None
        if view and person and not follows_own_action(game, view.turn):
            await record.post(Slot.PING, turn, partial(self._pings.call, game, view, person))
        record.change(ping_for=turn)

    def remind(self, game: Game) -> None:
        """Schedule a reminder for the player to move; it isn't sent if the turn ends first, or for solo games."""
        if game.state and not is_own(game):
            self._to_remind[game.id] = game.state.turns
            self.refresh(game.id)

    async def _update_reminder(self, game: Game, record: TableRecord) -> None:
        """Send a reminder that is due, or delete one after which the player was active."""
        turns = self._to_remind.get(game.id)
        if turns is None:
            if is_unreminded(game):
                record.empty(Slot.REMINDER)
            return
        view = self._tables.view_for(game).view if game.phase is Phase.PLAYING and game.due_at else None
        person = find_person_to_move(game, view.turn) if view else None
        if view and person and view.turns == turns and not await self._pings.remind_directly(game, view, person):
            await record.post(Slot.REMINDER, str(turns), partial(self._pings.remind, game, view, person))
        del self._to_remind[game.id]

    async def close(self) -> None:
        """Finish the running updates, within 5 seconds, and start no others; the next start catches up on those."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_TIME):
                await self._locks.acquire_all()
        await self._updates.close()


def _name_turn(game: Game) -> str:
    """Return the number of the game's turn as `PublicMessage.ping_for` has it; empty if the game isn't running."""
    return str(game.state.turns) if game.phase is Phase.PLAYING and game.state else ""
