"""The engine's searches, done beside the event loop, and their latest answers."""

from collections.abc import Hashable, Sequence
from functools import partial

from engine.game.actions import Action
from engine.game.goals import FoundTurn, Goal
from engine.game.views import View
from engine.tiles.tiles import Tile, by_color
from services.game_view import GameView
from services.jobs.single_flight import SingleFlight
from services.jobs.worker_threads import WorkerThreads
from storage.recent import LruCache

REMEMBERED = 64  # answers
AT_ONCE = 2  # searches: more would only take the interpreter from one another
LONGEST = 60.0  # seconds; usually it is less than a tenth of one


class TurnSearch:
    """Looks for turns by what one seat sees; whoever asks again while it does waits for the same answer."""

    def __init__(self) -> None:
        self._known: LruCache[tuple[FoundTurn | None]] = LruCache(REMEMBERED)
        self._running: SingleFlight[FoundTurn | None] = SingleFlight()
        self._threads = WorkerThreads("thinking", LONGEST, AT_ONCE)

    async def find_best(self, game_view: GameView) -> FoundTurn | None:
        """The best turn of the viewer, as if it were his."""
        return await self.find(game_view, game_view.view.goal)

    async def find(self, game_view: GameView, goal: Goal, tiles: Sequence[Tile] = ()) -> FoundTurn | None:
        """As `Variant.find`.

        Raises:
            TimeoutError: it takes too long.
        """
        held = game_view.view.rack.tiles if game_view.view.rack else ()
        key = (game_view.id, game_view.version, game_view.view.you, held, goal, tuple(sorted(tiles, key=by_color)))
        known = self._known.get(key)
        if known is not None:
            return known[0]
        return await self._running.run(key, partial(self._find_anew, key, game_view, goal, tiles))

    async def _find_anew(
        self, key: Hashable, game_view: GameView, goal: Goal, tiles: Sequence[Tile]
    ) -> FoundTurn | None:
        found = await self._threads.run(partial(game_view.variant.find, game_view.view, goal, tiles))
        self._known.keep(key, (found,))
        return found

    async def show_after(self, game_view: GameView, action: Action) -> View:
        """As `Variant.foresee`.

        Raises:
            TimeoutError: it takes too long.
        """
        return await self._threads.run(partial(game_view.variant.foresee, game_view.view, action))
