"""What a change of a game asks for: done soon, and once for all changes that come meanwhile."""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context


class Soon:
    """Does some work for every game that is due: one time after the other for each, side by side for different ones.

    There are `pause` seconds between two times. The work belongs to nobody: it speaks no language but what it chooses.
    """

    def __init__(self, name: str, work: Callable[[int], Awaitable[None]], pause: float = 0) -> None:
        self._name = name
        self._work = work
        self._pause = pause
        self._due: set[int] = set()
        self._running: dict[int, asyncio.Task[None]] = {}

    def due(self, game_id: int) -> None:
        """Do the work for this game, once more if it is being done."""
        self._due.add(game_id)
        if game_id not in self._running:
            name = f"{self._name}-{game_id}"
            self._running[game_id] = asyncio.create_task(self._run(game_id), name=name, context=Context())

    async def _run(self, game_id: int) -> None:
        try:
            while game_id in self._due:
                self._due.discard(game_id)
                await self._work(game_id)
                await asyncio.sleep(self._pause)
        finally:
            del self._running[game_id]
            self._due.discard(game_id)

    async def close(self) -> None:
        """Break off what is being done."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
