"""Ephemeral responses that follow their game: each is edited when the game changes.

An interaction's token allows edits of its response for 15 minutes, so the user's newest interaction is used.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import aiohttp
import discord

from engine.text.phrases import speak_in
from services.concurrency.coalesce import Coalescer
from services.tables import Tables
from storage.games import Game
from ui.controls import Interaction
from ui.layout import Screen
from ui.messages.private.by_game import ByGame
from ui.messages.private.responses import EditableResponse, find_tapped_message

log = logging.getLogger(__name__)

PAUSE = 3.0  # seconds between two edits of one response
MOST_ANSWERS = 2_000  # responses kept up to date; beyond that, the one tapped longest ago is dropped


@dataclass(frozen=True, slots=True)
class LiveAnswer:
    """A response that is edited whenever its game changes.

    `response` is that to the user's newest interaction, and `version` the version of the game that it shows.
    """

    response: EditableResponse
    version: int


class LiveReplies:
    """The ephemeral responses of one kind, such as benches, that are kept up to date: one per game and user at most.

    `screen` makes a response's new content. `awaited(game, user_id)` returns whether the response to this user is worth
    an edit now.
    """

    def __init__(
        self,
        tables: Tables,
        name: str,
        screen: Callable[[Game, LiveAnswer], Awaitable[Screen]],
        awaited: Callable[[Game, int], bool] = lambda _game, _user_id: True,
    ) -> None:
        self._tables = tables
        self._screen = screen
        self._awaited = awaited
        self._answers = ByGame[int, LiveAnswer](MOST_ANSWERS)  # by user
        self._updates = Coalescer(name, self._work, PAUSE)

    def note_shown(self, interaction: Interaction, game: Game) -> None:
        """Keep this interaction's response up to date from now on; it already shows the game's present version.

        The response to a game that has ended stays as it is.
        """
        user_id = interaction.user.id
        if game.phase.has_ended:
            self._answers.drop(game.id, user_id)
        else:
            self._answers.keep(game.id, user_id, LiveAnswer(EditableResponse.of(interaction), game.version))

    def is_on(self, interaction: Interaction, game_id: int) -> bool:
        """Return whether the tapped message is the response that is kept up to date for this user and game."""
        answer = self._answers.get(game_id, interaction.user.id)
        return answer is not None and answer.response.message_id == find_tapped_message(interaction)

    def drop(self, game_id: int, user_id: int) -> None:
        """Stop editing the response about this game to this user."""
        self._answers.drop(game_id, user_id)

    def on_change(self, game: Game) -> None:
        """Schedule an edit of the responses about this game; changes in quick succession are shown together."""
        if self._answers.of(game.id):
            self._updates.schedule(game.id)

    async def close(self) -> None:
        """Stop editing. After a restart, a tap updates a response."""
        await self._updates.close()

    async def _work(self, game_id: int) -> None:
        game = await self._tables.games.get(game_id)
        if game is None or game.state is None:
            return
        await asyncio.gather(*(self._push(game, *each) for each in self._answers.of(game_id).items()))

    async def _push(self, game: Game, user_id: int, answer: LiveAnswer) -> None:
        """Edit one response if the game has changed since; forget it if it can't be edited or the game has ended."""
        if self._tables.now() >= answer.response.until:
            return self._forget(game.id, user_id, answer)
        if answer.version >= game.version or not self._awaited(game, user_id):
            return self._forget(game.id, user_id, answer) if game.phase.has_ended else None
        with speak_in(await self._tables.languages.of_reader(user_id, answer.response.locale)):
            view, files = await self._screen(game, answer)
        try:
            await answer.response.edit(view, files)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("an answer about table %s is gone: %s", game.id, type(error).__name__)
            return self._forget(game.id, user_id, answer)
        if game.phase.has_ended:
            return self._forget(game.id, user_id, answer)
        if self._answers.get(game.id, user_id) is answer:
            self._answers.replace(game.id, user_id, replace(answer, version=game.version))
        return None

    def _forget(self, game_id: int, user_id: int, answer: LiveAnswer) -> None:
        if self._answers.get(game_id, user_id) is answer:  # unless the user has tapped again meanwhile
            self._answers.drop(game_id, user_id)
