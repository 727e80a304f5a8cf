"""The public message of a vote on ending a game: one for each vote, edited as people agree, and deleted afterward."""

from functools import partial

import discord

from services.tables import Tables
from storage.games import Game
from storage.public_messages import Slot
from ui.messages.channels.access import find_channel
from ui.messages.limits import Call, Limits
from ui.messages.table_record import TableRecord
from ui.replies import GONE, notify
from ui.screens.leaving import build_end_question


class EndVotes:
    """The keeper of vote messages. The caller stores the record, and holds the game's lock."""

    def __init__(self, client: discord.Client, tables: Tables, limits: Limits) -> None:
        self._client = client
        self._tables = tables
        self._limits = limits

    async def bring_up_to_date(self, game: Game, record: TableRecord) -> None:
        """Post, edit or delete the vote's message as the game now needs."""
        agreed, messages = _write_agreed(game), record.messages
        if agreed == messages.vote_for and (messages.vote_id is None) == (not agreed):
            return
        if not agreed or not game.list_undecided():
            record.empty(Slot.VOTE)
            record.change(vote_for="")
            await record.delete_leftovers()
            return
        view = build_end_question(self._tables.view_for(game))
        if not messages.vote_id or not await self._edit(game, messages.vote_id, view):
            await record.post(Slot.VOTE, agreed, partial(self._post, game, view))
        record.change(vote_for=agreed)

    async def _edit(self, game: Game, message_id: int, view: discord.ui.LayoutView) -> bool:
        try:
            await (
                find_channel(self._client, game)
                .get_partial_message(message_id)
                .edit(view=view, allowed_mentions=discord.AllowedMentions.none())
            )
        except discord.HTTPException as error:
            if error.code not in GONE:
                raise
            return False
        return True

    async def _post(self, game: Game, view: discord.ui.LayoutView, nonce: str) -> discord.Message:
        """Post the vote's message, which notifies those who haven't agreed, unless an earlier one just did."""
        asked = [user_id for seat in game.list_undecided() if (user_id := game.players[seat].user_id)]
        called = self._limits.list_uncalled(Call.VOTE, game, asked)
        mentions = notify(called)
        message = await find_channel(self._client, game).send(view=view, nonce=nonce, allowed_mentions=mentions)
        self._limits.note_called(Call.VOTE, game, called)
        return message


def _write_agreed(game: Game) -> str:
    """Return the seats that agree to end the game, such as `0 2`; empty if there is no vote."""
    if not game.is_ending:
        return ""
    return " ".join(str(seat) for seat in game.list_present() if game.players[seat].agrees_to_end)
