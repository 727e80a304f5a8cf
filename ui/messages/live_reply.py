"""Private answers that follow their game: each is edited when something new is to be seen on it.

Discord takes edits of an answer for a quarter of an hour from the tap that it answers, so the newest tap counts.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import aiohttp
import discord

from engine.text.phrases import speak_in
from services.jobs.coalesce import Coalescer
from services.tables import Tables
from storage.games import Game
from ui.controls import Interaction
from ui.layout import Screen

log = logging.getLogger(__name__)

EDITABLE_TIME = 14 * 60  # seconds for which an answer is edited
PAUSE = 3.0  # seconds between two edits of one answer
MOST_ANSWERS = 2_000  # answers; the one that was tapped longest ago makes room


@dataclass(frozen=True, slots=True)
class LiveAnswer:
    """Somebody's newest tap, until when its message may be edited, and the version of the game that it shows."""

    interaction: Interaction
    until: int
    version: int


class LiveReplies:
    """Keeps one kind of answer up to date: one for each game and user.

    `screen` makes it anew, given until when it will be edited; `awaited` says whether a change is worth an edit.
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
        self._answers: dict[tuple[int, int], LiveAnswer] = {}  # by game and user; the newest tap stands last
        self._updates = Coalescer(name, self._work, PAUSE)

    def note_shown(self, interaction: Interaction, game: Game) -> None:
        """Note that this interaction's answer shows the game as it is now."""
        key = game.id, interaction.user.id
        self._answers.pop(key, None)
        if len(self._answers) >= MOST_ANSWERS:
            del self._answers[next(iter(self._answers))]
        self._answers[key] = LiveAnswer(interaction, find_last_edit_time(interaction), game.version)

    def is_on(self, interaction: Interaction, game_id: int) -> bool:
        """Is the tapped message the one that is kept up to date?"""
        answer = self._answers.get((game_id, interaction.user.id))
        return answer is not None and interaction.message == answer.interaction.message

    def drop(self, game_id: int, user_id: int) -> None:
        """Edit this one no more."""
        self._answers.pop((game_id, user_id), None)

    def on_change(self, game: Game) -> None:
        """Show this game soon; many changes in a moment are shown once."""
        if any(game_id == game.id for game_id, _ in self._answers):
            self._updates.schedule(game.id)

    async def close(self) -> None:
        """Stop; a tap brings an answer up to date after the next start."""
        await self._updates.close()

    async def _work(self, game_id: int) -> None:
        game = await self._tables.games.get(game_id)
        if game is None or game.state is None:
            return
        here = {key: each for key, each in self._answers.items() if key[0] == game_id}
        await asyncio.gather(*(self._push(game, key, each) for key, each in here.items()))

    async def _push(self, game: Game, key: tuple[int, int], answer: LiveAnswer) -> None:
        """Edit one answer; what can't be reached, or has seen the end, is edited no more."""
        if self._tables.now() >= answer.until:
            return self._forget(key, answer)
        if answer.version >= game.version or not self._awaited(game, key[1]):
            return None
        asked = answer.interaction
        with speak_in(await self._tables.languages.of_reader(asked.user.id, asked.locale.value)):
            view, files = await self._screen(game, answer)
        view.stop()  # custom ids say it all
        try:
            await answer.interaction.edit_original_response(view=view, attachments=files)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("an answer about table %s is gone: %s", game.id, type(error).__name__)
            return self._forget(key, answer)
        if game.state is None or game.state.outcome:
            return self._forget(key, answer)
        if self._answers.get(key) is answer:
            self._answers[key] = replace(answer, version=game.version)
        return None

    def _forget(self, key: tuple[int, int], answer: LiveAnswer) -> None:
        if self._answers.get(key) is answer:  # and it was not tapped again meanwhile
            del self._answers[key]


def find_last_edit_time(interaction: Interaction) -> int:
    """When Discord takes no more edits of the answer, with a minute to spare; in seconds since the epoch."""
    return int(interaction.created_at.timestamp()) + EDITABLE_TIME
