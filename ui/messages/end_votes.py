"""The public message of a vote on ending a game: one for each vote, edited as people agree, and deleted afterwards."""

from dataclasses import replace

import discord

from services.seats import is_ending, list_present, list_undecided
from services.tables import Tables
from storage.boards import PublicMessage
from storage.games import Game
from ui.controls import make_nonce
from ui.messages.game_channel import delete_message, find_channel
from ui.replies import GONE
from ui.screens.leaving import build_end_question


class EndVotes:
    """The keeper of vote messages. The caller stores the record that it returns, and holds the game's lock."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client = client
        self._tables = tables

    async def bring_up_to_date(self, game: Game, board: PublicMessage) -> PublicMessage:
        """Post, edit or delete the vote's message as the game now needs, and return the changed record `board`."""
        agreed = _write_agreed(game)
        if agreed == board.vote_for and (board.vote_id is None) == (not agreed):
            return board
        if not agreed or not list_undecided(game):
            if board.vote_id:
                await delete_message(self._client, game, board.vote_id)
            return replace(board, vote_id=None, vote_for="")
        view = build_end_question(self._tables.view_for(game))
        view.stop()
        if board.vote_id and await self._edit(game, board.vote_id, view):
            return replace(board, vote_for=agreed)
        return replace(board, vote_id=await self._post(game, view), vote_for=agreed)

    async def _edit(self, game: Game, message_id: int, view: discord.ui.LayoutView) -> bool:
        """Show `view` in the vote's message; return False if somebody has deleted that."""
        try:
            await find_channel(self._client, game).get_partial_message(message_id).edit(view=view)
        except discord.HTTPException as error:
            if error.code not in GONE:
                raise
            return False
        return True

    async def _post(self, game: Game, view: discord.ui.LayoutView) -> int:
        """Post the vote's message, which notifies those who haven't agreed; return its id."""
        asked = [user_id for seat in list_undecided(game) if (user_id := game.players[seat].user_id)]
        called = discord.AllowedMentions(users=[discord.Object(user_id) for user_id in asked])
        nonce = make_nonce("v", game.id, game.version)
        return (await find_channel(self._client, game).send(view=view, nonce=nonce, allowed_mentions=called)).id


def _write_agreed(game: Game) -> str:
    """Return the seats that agree to end the game, such as `0 2`; empty if there is no vote."""
    if not is_ending(game):
        return ""
    return " ".join(str(seat) for seat in list_present(game) if game.players[seat].stops)
