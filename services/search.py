"""The engine's searches, done beside the event loop, and their latest answers."""

from collections.abc import Hashable, Sequence
from functools import partial

from engine.game.actions import Action
from engine.game.goals import FoundTurn, Goal
from engine.game.views import View
from engine.tiles.tiles import Tile, by_color
from services.jobs.single_flight import Once
from services.jobs.worker_threads import Beside
from services.seen import Seen
from storage.recent import LruCache

REMEMBERED = 64  # answers
AT_ONCE = 2  # searches: more would only take the interpreter from one another
LONGEST = 60.0  # seconds; usually it is less than a tenth of one


class Thinking:
    """Looks for turns by what one seat sees; whoever asks again while it does waits for the same answer."""

    def __init__(self) -> None:
        self._known: LruCache[tuple[FoundTurn | None]] = LruCache(REMEMBERED)
        self._looking: Once[FoundTurn | None] = Once()
        self._mind = Beside("thinking", LONGEST, AT_ONCE)

    async def best(self, seen: Seen) -> FoundTurn | None:
        """The best turn of the viewer, as if it were his."""
        return await self.found(seen, seen.view.goal)

    async def found(self, seen: Seen, goal: Goal, tiles: Sequence[Tile] = ()) -> FoundTurn | None:
        """As `Variant.find`.

        Raises:
            TimeoutError: it takes too long.
        """
        held = seen.view.rack.tiles if seen.view.rack else ()
        key = (seen.id, seen.version, seen.view.you, held, goal, tuple(sorted(tiles, key=by_color)))
        known = self._known.get(key)
        if known is not None:
            return known[0]
        return await self._looking.done(key, partial(self._find, key, seen, goal, tiles))

    async def _find(self, key: Hashable, seen: Seen, goal: Goal, tiles: Sequence[Tile]) -> FoundTurn | None:
        found = await self._mind.do(partial(seen.variant.find, seen.view, goal, tiles))
        self._known.keep(key, (found,))
        return found

    async def after(self, seen: Seen, action: Action) -> View:
        """As `Variant.foresee`.

        Raises:
            TimeoutError: it takes too long.
        """
        return await self._mind.do(partial(seen.variant.foresee, seen.view, action))
