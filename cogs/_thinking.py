"""The engine's searches, done beside the event loop, and their latest answers."""

import asyncio
from collections.abc import Hashable, Sequence

from cogs._house import Seen
from engine.actions import Action
from engine.goals import Found, Goal
from engine.hints import best_goal
from engine.tiles import Tile, by_color
from engine.views import View
from storage.recent import Recent

REMEMBERED = 64  # answers
AT_ONCE = 2  # searches: more would only take the interpreter from one another


class Thinking:
    """Looks for turns by what one seat sees; whoever asks again while it does waits for the same answer."""

    def __init__(self) -> None:
        self._known: Recent[tuple[Found | None]] = Recent(REMEMBERED)
        self._looking: dict[Hashable, asyncio.Task[Found | None]] = {}
        self._line = asyncio.Semaphore(AT_ONCE)

    async def best(self, seen: Seen) -> Found | None:
        """The best turn of the viewer, as if it were his."""
        return await self.found(seen, best_goal(seen.view))

    async def found(self, seen: Seen, goal: Goal, tiles: Sequence[Tile] = ()) -> Found | None:
        """As `Variant.find`. Who gives up waiting leaves the answer for the next one to ask."""
        held = seen.view.rack.tiles if seen.view.rack else ()
        key = (seen.game.id, seen.game.version, seen.view.you, held, goal, tuple(sorted(tiles, key=by_color)))
        known = self._known.get(key)
        if known is not None:
            return known[0]
        if key not in self._looking:
            self._looking[key] = task = asyncio.create_task(self._find(seen, goal, tiles), name="thinking")
            task.add_done_callback(lambda done: self._note(key, done))
        return await asyncio.shield(self._looking[key])

    async def _find(self, seen: Seen, goal: Goal, tiles: Sequence[Tile]) -> Found | None:
        async with self._line:
            return await asyncio.to_thread(seen.variant.find, seen.view, goal, tiles)

    def _note(self, key: Hashable, done: asyncio.Task[Found | None]) -> None:
        del self._looking[key]
        if not done.cancelled() and done.exception() is None:
            self._known.keep(key, (done.result(),))

    async def after(self, seen: Seen, action: Action) -> View:
        """As `Variant.proposed`."""
        return await asyncio.to_thread(seen.variant.proposed, seen.view, action)
