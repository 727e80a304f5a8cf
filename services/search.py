"""Searches by the engine, run in threads beside the event loop, with a cache of the latest results."""

from collections.abc import Hashable, Sequence
from functools import partial

from engine.game.actions import Action
from engine.game.bench import Bench, ReadyPlay
from engine.game.goals import FoundTurn, Goal
from engine.game.views import View
from engine.tiles.tiles import Tile, by_color
from services.concurrency.single_flight import SingleFlight
from services.concurrency.worker_threads import WorkerThreads
from services.game_view import GameView
from storage.recent import LruCache

REMEMBERED = 64  # results
AT_ONCE = 2  # searches; more would only compete for Python's interpreter lock
LONGEST = 60.0  # seconds a search; usually it takes less than 0.1


class TurnSearch:
    """A search for the best turn, in threads and with a cache; equal requests during a search share its result."""

    def __init__(self) -> None:
        self._known: LruCache[tuple[FoundTurn | None]] = LruCache(REMEMBERED)
        self._running: SingleFlight[FoundTurn | None] = SingleFlight()
        self._judging: SingleFlight[bool | None] = SingleFlight()
        self._threads = WorkerThreads("thinking", LONGEST, AT_ONCE)
        self._lists = WorkerThreads("ready plays", LONGEST, AT_ONCE)  # which don't wait for longer searches

    async def find_best(self, game_view: GameView) -> FoundTurn | None:
        """Return the viewer's best turn by the rule system's own goal (`View.goal`), as in `find`."""
        return await self.find(game_view, game_view.view.goal)

    async def find(self, game_view: GameView, goal: Goal, tiles: Sequence[Tile] = ()) -> FoundTurn | None:
        """Return the viewer's best turn by this goal, as if it were their turn; None if there is none.

        `tiles` are the rack tiles that `Goal.FIT` must play. Raises: TimeoutError after `LONGEST` seconds.
        """
        held = game_view.view.rack.tiles if game_view.view.rack else ()
        key = (game_view.id, game_view.version, game_view.view.you, held, goal, tuple(sorted(tiles, key=by_color)))
        known = self._known.get(key)
        if known is not None:
            return known[0]
        return await self._running.run(key, partial(self._find_uncached, key, game_view, goal, tiles))

    async def _find_uncached(
        self, key: Hashable, game_view: GameView, goal: Goal, tiles: Sequence[Tile]
    ) -> FoundTurn | None:
        found = await self._threads.run(partial(game_view.variant.find, game_view.view, goal, tiles))
        self._known.keep(key, (found,))
        return found

    async def has_play(self, game_view: GameView) -> bool | None:
        """Return whether the viewer has a legal play; None if it can't be told. Raises: TimeoutError as in `find`."""
        key = (game_view.id, game_view.version, game_view.view.you)
        return await self._judging.run(
            key, partial(self._threads.run, partial(game_view.variant.has_play, game_view.view))
        )

    async def list_ready_plays(self, game_view: GameView, bench: Bench, best: FoundTurn | None) -> Sequence[ReadyPlay]:
        """Return the plays that the viewer can add to this bench. Raises: TimeoutError as in `find`."""
        work = partial(game_view.variant.list_ready_plays, game_view.view, bench, best)
        return await self._lists.run(work)

    async def show_after(self, game_view: GameView, action: Action) -> View:
        """Return the viewer's view just after this action. Raises: as `Variant.foresee`, and TimeoutError."""
        return await self._threads.run(partial(game_view.variant.foresee, game_view.view, action))
