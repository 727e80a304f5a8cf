"""Ephemeral responses that follow their game: each is edited when the game changes.

An interaction's token allows edits of its response for 15 minutes, so the user's newest interaction is used.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import aiohttp
import discord

from engine.text.phrases import speak_in
from services.concurrency.coalesce import Coalescer
from services.refusals import Refusal
from services.seats import Standing, find_standing
from services.tables import Tables
from storage.games import Game
from ui.controls import Interaction
from ui.layout import Screen
from ui.messages.responses import EditableResponse, ResponseKey, identify_response

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class PerGameMap(Generic[K, V]):
    """The latest values of all games, each under its game and a key: at most `most`, then the oldest is dropped."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._ages: dict[tuple[int, K], None] = {}  # the oldest first
        self._values: dict[int, dict[K, V]] = {}

    def of(self, game_id: int) -> Mapping[K, V]:
        """Return a copy of this game's values by key, the oldest first."""
        return dict(self._values.get(game_id, {}))

    def keep(self, game_id: int, key: K, value: V) -> None:
        """Keep the value as the latest of all, in place of the one that this game has under this key."""
        self.drop(game_id, key)
        if len(self._ages) >= self._most:
            self.drop(*next(iter(self._ages)))
        self._ages[game_id, key] = None
        self._values.setdefault(game_id, {})[key] = value

    def replace(self, game_id: int, key: K, value: V) -> None:
        """Replace a value that is kept, which stays as old as it is."""
        self._values[game_id][key] = value

    def drop(self, game_id: int, key: K) -> None:
        """Drop the value under this game and key, if it's kept."""
        if (game_id, key) not in self._ages:
            return
        del self._ages[game_id, key]
        del self._values[game_id][key]
        if not self._values[game_id]:
            del self._values[game_id]


log = logging.getLogger(__name__)

PAUSE = 3.0  # seconds between two edits of one response
MOST_ANSWERS = 2_000  # responses kept up to date; beyond that, the one tapped longest ago is dropped


@dataclass(frozen=True, slots=True)
class LiveAnswer:
    """A response that is edited when its game changes: the game's version that it shows, and the user's part in it.

    `standing` is None if it says nothing of that part.
    """

    response: EditableResponse
    version: int
    standing: Standing | None


Judge = Callable[[LiveAnswer, Standing, bool], bool]
"""A function that returns whether a response to an older version must change now.

It gets the user's present part in the game, and whether the response is the user's newest about that.
"""


class LiveReplies:
    """The ephemeral responses of one kind, such as benches, that are kept up to date.

    `screen` makes a response's new content. `is_due` chooses the responses that must change; by default, only a user's
    newest follows its game.
    """

    def __init__(
        self,
        tables: Tables,
        name: str,
        screen: Callable[[Game, LiveAnswer], Awaitable[Screen]],
        is_due: Judge = lambda _answer, _standing, is_newest: is_newest,
    ) -> None:
        self._tables = tables
        self._screen = screen
        self._is_due = is_due
        self._answers = PerGameMap[ResponseKey, LiveAnswer](MOST_ANSWERS)
        self._updates = Coalescer(name, self._work, PAUSE)

    def note_shown(self, interaction: Interaction, game: Game, standing: Standing | None = None) -> None:
        """Keep this interaction's response up to date from now on; it shows the game's present version.

        Once the user's part in the game, which it shows as `standing`, is over, `OpenPanels` replaces it.
        """
        response = EditableResponse.of(interaction)
        if game.phase.has_ended:
            self._answers.drop(game.id, response.key)
        else:
            self._answers.keep(game.id, response.key, LiveAnswer(response, game.version, standing))

    def is_on(self, interaction: Interaction, game_id: int) -> bool:
        """Return whether the tapped message is a response about this game that is kept up to date."""
        return self._answers.of(game_id).get(identify_response(interaction)) is not None

    def drop(self, interaction: Interaction, game_id: int) -> None:
        """Stop editing the tapped message."""
        self._answers.drop(game_id, identify_response(interaction))

    @contextmanager
    def hold_back(self, interaction: Interaction, game_id: int) -> Iterator[None]:
        """Suspend updates of the tapped message in a `with` block that handles the tap: the response shows them."""
        key = identify_response(interaction)
        answer = self._answers.of(game_id).get(key)
        self._answers.drop(game_id, key)
        try:
            yield
        finally:
            if answer is not None and self._answers.of(game_id).get(key) is None:  # the response shows nothing of them
                self._answers.keep(game_id, key, answer)
                self._updates.schedule(game_id)

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
        answers = self._answers.of(game_id)
        newest = {key[0]: key for key in answers}
        await asyncio.gather(*(self._push(game, key, answers[key], newest[key[0]] == key) for key in answers))

    async def _push(self, game: Game, key: ResponseKey, answer: LiveAnswer, is_newest: bool) -> None:
        """Bring one response up to date if that is due; forget it if it can't be edited or the game has ended."""
        standing = find_standing(game, key[0])
        if self._tables.now() >= answer.response.until or (answer.standing and standing is Standing.OUT):
            return self._forget(game.id, key, answer)
        if answer.version >= game.version or not self._is_due(answer, standing, is_newest):
            return self._forget(game.id, key, answer) if game.phase.has_ended else None
        try:
            with speak_in(await self._tables.languages.of_reader(key[0], answer.response.locale)):
                view, files = await self._screen(game, answer)
            newest = await self._tables.games.get(game.id)
            if newest is None or newest.version > game.version:  # the next update shows it, or the message goes
                return None
            await answer.response.edit(view, files)
        except (Refusal, discord.HTTPException, aiohttp.ClientError, OSError) as error:  # refused: a deleted person
            log.info("an answer about table %s is gone: %s", game.id, type(error).__name__)
            return self._forget(game.id, key, answer)
        if game.phase.has_ended:
            return self._forget(game.id, key, answer)
        if self._answers.of(game.id).get(key) is answer:
            shown = replace(answer, version=game.version, standing=standing if answer.standing else None)
            self._answers.replace(game.id, key, shown)
        return None

    def _forget(self, game_id: int, key: ResponseKey, answer: LiveAnswer) -> None:
        if self._answers.of(game_id).get(key) is answer:  # unless the user has tapped again meanwhile
            self._answers.drop(game_id, key)
