"""Games replayed from their logs in threads: summaries of finished games, and stories of all that happened."""

import asyncio
import logging

from engine.coach.replay import Story, begin_story, continue_story, summarize_game
from engine.game.log import GameSummary
from engine.game.state import GameState
from engine.text.errors import GameError
from engine.text.phrases import say
from services.concurrency.single_flight import SingleFlight
from services.refusals import Refusal
from services.tables import Tables
from storage.games import Game
from storage.recent import LruCache

log = logging.getLogger(__name__)

_SUMMARIES = 256  # finished games whose summary is cached
_STORIES = 64  # games whose story is cached


class GameSummaries:
    """The summaries of finished games: each is computed once, in a thread, and recent ones are cached."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._known: LruCache[GameSummary] = LruCache(_SUMMARIES)
        self._running: SingleFlight[GameSummary | None] = SingleFlight()

    async def get(self, game: Game) -> GameSummary | None:
        """Return a game's summary; None if it isn't over, or its log can't be replayed under today's rules."""
        state = game.state
        if state is None or state.outcome is None:
            return None
        return self._known.get(game.id) or await self._running.run(game.id, lambda: self._compute(game, state))

    async def _compute(self, game: Game, state: GameState) -> GameSummary | None:
        done = await self._tables.games.log(game.id)
        try:
            summary = await asyncio.to_thread(summarize_game, self._tables.variant(game), state, done)
        except GameError:
            log.info("game %s has no summary: its log does not replay", game.id)
            return None
        self._known.keep(game.id, summary)
        return summary

    def close(self) -> None:
        """Cancel the running computations."""
        self._running.close()


class GameStories:
    """The stories of games; of a cached one, only the actions since then are replayed."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._known: LruCache[Story] = LruCache(_STORIES)

    async def get(self, game: Game) -> Story:
        """Return all that has happened in this game. Raises: Refusal if it was played by other rules."""
        if game.state is None:
            raise ValueError("Nothing happens in a lobby.")
        done = await self._tables.games.log(game.id)
        variant, known = self._tables.variant(game), self._known.get(game.id)
        if known is None or known.state.version > game.state.version:
            known = begin_story(variant, game.state)
        try:
            story = await asyncio.to_thread(continue_story, variant, known, game.state, done)
        except GameError:
            raise Refusal(say("This game's log can't be read: its rules have changed since it started.")) from None
        self._known.keep(game.id, story)
        return story
