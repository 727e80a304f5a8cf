"""Work that is done once for all who ask for it meanwhile."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from services.jobs.supervise import describe_failure

log = logging.getLogger(__name__)

T = TypeVar("T")


class SingleFlight(Generic[T]):
    """A task for each key, for as long as it runs."""

    def __init__(self) -> None:
        self._tasks: dict[Hashable, asyncio.Task[T]] = {}

    async def run(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The answer of what is begun; who gives up waiting leaves it for the next one to ask."""
        return await asyncio.shield(self.start(key, work))

    def start(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        """The task that does the work, begun if there is none."""
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(work(), name="once")  # keys hold racks: no name for a log
            task.add_done_callback(lambda done: self._end(key, done))
        return task

    def _end(self, key: Hashable, task: asyncio.Task[T]) -> None:
        del self._tasks[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.info("work for all who ask failed: %s", describe_failure(error))  # nobody may be left to hear of it

    def close(self) -> None:
        """Drop what is being done."""
        for task in self._tasks.values():
            task.cancel()
