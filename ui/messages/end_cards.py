"""The screens of finished games, the public end card and its private copies, with facts replayed from the log."""

import asyncio
import logging
from functools import partial

import render
from engine.coach.replay import summarize_game
from engine.game.log import GameSummary
from engine.text.errors import GameError
from services.concurrency.single_flight import SingleFlight
from services.game_view import GameView
from services.tables import Tables
from storage.games import Game
from storage.recent import LruCache
from ui.layout import Screen
from ui.markdown import escape_markdown
from ui.pictures import Pictures, look_of
from ui.screens.ending.end_card import build_end_card, build_end_notice
from ui.text_mode import add_text_for

log = logging.getLogger(__name__)

_REMEMBERED = 256  # finished games


class GameSummaries:
    """The summaries of finished games: each is computed once, in a thread, and recent ones are cached."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._known: LruCache[GameSummary] = LruCache(_REMEMBERED)
        self._running: SingleFlight[GameSummary | None] = SingleFlight()

    async def get(self, game: Game) -> GameSummary | None:
        """Return the summary of a finished game.

        Return None if the game isn't over, or if its log can't be replayed because the rules have changed since.
        """
        if game.state is None or game.state.outcome is None:
            return None
        return self._known.get(game.id) or await self._running.run(game.id, lambda: self._compute(game))

    async def _compute(self, game: Game) -> GameSummary | None:
        done = await self._tables.games.log(game.id)
        if game.state is None:
            return None
        try:
            summary = await asyncio.to_thread(summarize_game, self._tables.variant(game), game.state, done)
        except GameError:
            log.info("game %s has no summary: its log does not replay", game.id)
            return None
        self._known.keep(game.id, summary)
        return summary

    def close(self) -> None:
        """Cancel the running computations."""
        self._running.close()


class EndCards:
    """The maker of the screens that show how a game ended."""

    def __init__(self, tables: Tables, pictures: Pictures) -> None:
        self._tables = tables
        self._pictures = pictures
        self._summaries = GameSummaries(tables)

    async def show_all(self, game: Game) -> Screen:
        """Return the public end card of a finished game."""
        game_view, summary = self._tables.view_for(game), await self._summaries.get(game)
        file = await self._pictures.draw_end(game_view, summary)
        return build_end_card(game_view, summary, file), [file]

    async def show_one(self, game: Game, user_id: int) -> Screen:
        """Return this user's private end card, in their theme and, if they want that, with the picture in words."""
        game_view, summary = self._tables.view_for(game), await self._summaries.get(game)
        person = await self._tables.settings.person(user_id)
        file = await self._pictures.draw_end(game_view, summary, look_of(person))
        words = partial(render.end_lines, game_view.view, _escape(game_view), summary)
        return add_text_for(person, build_end_card(game_view, summary, file), words), [file]

    async def tell(self, game: Game, user_id: int) -> Screen:
        """Return this user's private end card without a picture, for a message beside the public one."""
        game_view, summary = self._tables.view_for(game), await self._summaries.get(game)
        person = await self._tables.settings.person(user_id)
        words = partial(render.end_lines, game_view.view, _escape(game_view), summary)
        return add_text_for(person, build_end_notice(game_view, summary), words), []

    def close(self) -> None:
        """Cancel running computations."""
        self._summaries.close()


def _escape(game_view: GameView) -> list[str]:
    return [escape_markdown(name) for name in game_view.names]
