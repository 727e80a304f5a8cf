"""The public message of each table: edited in place, and posted again when it's old.

The message is a copy of the stored game. A failed update is retried and never affects the move.
"""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from contextvars import Context
from dataclasses import replace

import aiohttp
import discord

from engine.text.phrases import say, speak, speak_in
from services.concurrency.coalesce import Coalescer
from services.concurrency.locks import KeyedLocks
from services.game_view import follows_own_action
from services.lobbies.lobby import prepare_lobby
from services.refusals import Refusal
from services.seats import find_person_to_move, is_own, list_present_people
from services.tables import Tables
from storage.boards import PublicMessage
from storage.games import Game, Phase
from ui.controls import Interaction, make_nonce
from ui.layout import Screen
from ui.messages.end_cards import EndCards
from ui.messages.end_votes import EndVotes
from ui.messages.game_channel import delete_message, find_channel
from ui.messages.turn_pings import TurnPings
from ui.pictures import Pictures
from ui.replies import GONE, tell_all, update
from ui.screens import table as _screens
from ui.screens.lobby import build_closed_lobby, build_lobby

log = logging.getLogger(__name__)

OLDEST = 50 * 60  # seconds until the message is posted again: Discord limits edits after an hour (error 30046)
MOST_TURNS = 12  # changes of the game until it's posted again, because it has scrolled away
PAUSE = 1.0  # seconds between two edits of one message: Discord allows about five in five seconds
LONGEST_WAIT = 60.0  # the longest pause in seconds between retries while Discord fails
POSTING_TIME = 1.0  # seconds that a response may wait for the message above it; Discord waits 3 for a response
CLOSING_TIME = 5.0  # seconds that running updates may take when the bot stops
UNEDITABLE = frozenset({30046, 50083})  # too many edits of old messages; an archived thread, which a post reopens


class PublicTables:
    """The updater of tables' public messages. Updates of one table never overlap; those of several tables may."""

    def __init__(self, client: discord.Client, tables: Tables, pictures: Pictures, end_cards: EndCards) -> None:
        self._client = client
        self._tables = tables
        self._pictures = pictures
        self._end_cards = end_cards
        self._updates = Coalescer("board", self._work, PAUSE)
        self._pings = TurnPings(client, tables, pictures)
        self._votes = EndVotes(client, tables)
        self._to_remind: dict[int, int] = {}  # by game: the number of the turn to send a reminder for
        self._locks = KeyedLocks()
        self._posting: set[asyncio.Task[bool]] = set()

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
        await asyncio.wait({shown}, timeout=POSTING_TIME)

    async def _work(self, game_id: int) -> None:
        """Bring the game's public message, ping and reminder up to date; retry after growing waits if Discord fails."""
        wait = PAUSE
        while not await self._try_to_show(game_id):
            wait = min(wait * 2, LONGEST_WAIT)
            await asyncio.sleep(wait)

    async def _try_to_show(self, game_id: int) -> bool:
        """Bring the game's public message, ping and reminder up to date.

        Return False if that failed and a retry may succeed; do nothing for a solo game.
        """
        game = await self._tables.games.get(game_id)
        if game is None or is_own(game):
            return True
        try:
            async with self._locks.get(game_id):
                speak(await self._tables.languages.of_server(game.guild_id))
                await self._show(game)
        except discord.DiscordServerError as error:
            log.warning("table %s could not be shown: HTTP %s", game_id, error.status)
            return False
        except discord.HTTPException as error:
            # Usually a missing permission or a deleted channel: only the game's next change tries again.
            log.warning("table %s could not be shown: error %s", game_id, error.code)
        except (aiohttp.ClientError, OSError) as error:
            log.warning("table %s could not be shown: %s", game_id, type(error).__name__)
            return False
        return True

    async def screen(self, game: Game) -> Screen:
        """Return the current content of this game's public message: the lobby, the table or the result."""
        if game.phase is Phase.LOBBY:
            return build_lobby(prepare_lobby(game, self._tables.variant(game))), []
        if game.state is None:
            return build_closed_lobby(), []
        if game.phase is Phase.OVER:
            return await self._end_cards.show_all(game)
        game_view = self._tables.view_for(game)
        file = await self._pictures.draw_table(game_view)
        return _screens.build_table(game_view, file), [file]

    async def whole(self, game: Game) -> Screen:
        """Return a screen with the game's whole board; the public message may crop it to the part with tiles.

        Raises:
            Refusal: the game hasn't begun.
        """
        if game.state is None:
            raise Refusal(say("This game hasn't started."))
        file = await self._pictures.draw_whole_board(self._tables.view_for(game))
        return _screens.build_whole_board(file), [file]

    async def answer(self, interaction: Interaction, game: Game, called: Sequence[int] = ()) -> None:
        """Respond with a new public message of this game, and delete the old one.

        `called` are the ids of the mentioned users who are to be notified.
        """
        with speak_in(await self._tables.languages.of_server(game.guild_id)):
            view, files = await self.screen(game)
        message_id = await tell_all(interaction, view, files, called)
        if message_id is None:
            self.refresh(game.id)
        else:
            await self._remember(game, message_id)

    async def update_tapped(self, interaction: Interaction, game: Game) -> bool:
        """Respond to a tap by updating the game's public message; return False if another message was tapped.

        The message shows the game as it is stored now, because no other update of it runs meanwhile.
        """
        async with self._locks.get(game.id):
            board, tapped = await self._tables.boards.get(game.id), interaction.message
            if board is None or tapped is None or board.message_id != tapped.id:
                return False
            with speak_in(await self._tables.languages.of_server(game.guild_id)):
                view, files = await self.screen(await self._tables.require_game(game.id))
            await update(interaction, view, files)
            return True

    async def _remember(self, game: Game, message_id: int) -> None:
        """Store the message with this id as the table's public message, and delete the one before it."""
        async with self._locks.get(game.id):
            old = await self._tables.boards.get(game.id)
            await self._tables.boards.save(self._make_record(game, message_id, old))
            if old and old.message_id:
                await delete_message(self._client, game, old.message_id)
        self.refresh(game.id)  # the game may have changed meanwhile

    def _make_record(self, game: Game, message_id: int, old: PublicMessage | None) -> PublicMessage:
        return PublicMessage(
            game_id=game.id,
            message_id=message_id,
            posted_at=self._tables.now(),
            posted_version=game.version,
            shown_version=game.version,
            ping_id=old.ping_id if old else None,
            ping_for=old.ping_for if old else "",
            reminder_id=old.reminder_id if old else None,
            vote_id=old.vote_id if old else None,
            vote_for=old.vote_for if old else "",
        )

    async def _show(self, game: Game) -> None:
        stored = await self._tables.boards.get(game.id)
        board = stored or await self._bring_up_to_date(game, None)
        try:
            board = await self._votes.bring_up_to_date(game, board)  # first, so that none outlives its game at a kill
            if board.shown_version < game.version:
                board = await self._bring_up_to_date(game, board)
            board = await self._update_ping(game, board)
            board = await self._update_reminder(game, board)
        finally:  # a failed ping mustn't lose the record of the message that was shown
            if board != stored:
                await self._tables.boards.save(board)

    async def _bring_up_to_date(self, game: Game, board: PublicMessage | None) -> PublicMessage:
        view, files = await self.screen(game)
        if board and board.message_id and not self._is_old(game, board):
            try:
                message = find_channel(self._client, game).get_partial_message(board.message_id)
                await message.edit(view=view, attachments=files)
            except discord.HTTPException as error:
                if error.code not in GONE | UNEDITABLE:
                    raise
                view, files = await self.screen(game)
                board = replace(board, message_id=None) if error.code in GONE else board
            else:
                return replace(board, shown_version=game.version)
        return await self._post(game, board, view, files)

    def _is_old(self, game: Game, board: PublicMessage) -> bool:
        """Return whether to post the message again.

        While one person plays computers, nobody has pushed it away, and a new one would push that person's rack up.
        """
        has_scrolled = game.version - board.posted_version >= MOST_TURNS and len(list_present_people(game)) > 1
        return game.phase is not Phase.LOBBY and (has_scrolled or self._tables.now() - board.posted_at >= OLDEST)

    async def _post(
        self, game: Game, old: PublicMessage | None, view: discord.ui.LayoutView, files: list[discord.File]
    ) -> PublicMessage:
        since = old.posted_at if old else 0
        message = await find_channel(self._client, game).send(
            view=view, files=files, nonce=make_nonce("b", game.id, game.version, since)
        )
        board = self._make_record(game, message.id, old)
        await self._tables.boards.save(board)
        if old and old.message_id:
            await delete_message(self._client, game, old.message_id)
        return board

    async def _update_ping(self, game: Game, board: PublicMessage) -> PublicMessage:
        """In a new turn, delete the last turn's ping and reminder, and ping the player to move.

        A player whose own action led to the turn isn't pinged: they are here, and a ping would push their rack up.
        `board` is the record of the game's messages; return it with the new ids.
        """
        view = self._tables.view_for(game).view if game.phase is Phase.PLAYING else None
        turn = str(view.turns) if view else ""
        if turn == board.ping_for:
            return board
        for old in (board.ping_id, board.reminder_id):
            if old:
                await delete_message(self._client, game, old)
        person = find_person_to_move(game, view.turn) if view else None
        if person and view and follows_own_action(game, view.turn):
            person = None
        ping_id = await self._pings.call(game, view, person) if view and person else None
        return replace(board, ping_id=ping_id, ping_for=turn, reminder_id=None)

    def remind(self, game: Game) -> None:
        """Schedule a reminder for the player to move; it isn't sent if the turn ends first, or for solo games."""
        if game.state and not is_own(game):
            self._to_remind[game.id] = game.state.turns
            self.refresh(game.id)

    async def _update_reminder(self, game: Game, board: PublicMessage) -> PublicMessage:
        turns = self._to_remind.get(game.id)
        if turns is None:
            return board
        view = self._tables.view_for(game).view if game.phase is Phase.PLAYING else None
        person = find_person_to_move(game, view.turn) if view else None
        if view and person and view.turns == turns:
            board = replace(board, reminder_id=await self._pings.remind(game, view, person, board))
        del self._to_remind[game.id]
        return board

    async def close(self) -> None:
        """Finish the running updates, within 5 seconds, and start no others; the next start catches up on those."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_TIME):
                await self._locks.acquire_all()
        await self._updates.close()
