"""Work that is done once for all who request it while it runs."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

from services.concurrency.supervise import describe_exception, level_of

log = logging.getLogger(__name__)

T = TypeVar("T")


class SingleFlight(Generic[T]):
    """A collection of running tasks by key, so that equal requests, which have equal keys, share one task."""

    def __init__(self) -> None:
        self._tasks: dict[Hashable, asyncio.Task[T]] = {}

    async def run(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the result of this key's task, else of a new one for `work`; it outlives its canceled callers."""
        task = self.start(key, work)
        await asyncio.wait({task})
        return task.result()

    def start(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> asyncio.Task[T]:
        """Return the task that runs for this key; if there is none, start one for `work`."""
        task = self._tasks.get(key)
        if task is None:
            # The task isn't named after its key, which contains a rack: names are logged.
            task = self._tasks[key] = asyncio.create_task(work(), name="once")
            task.add_done_callback(lambda done: self._end(key, done))
        return task

    def _end(self, key: Hashable, task: asyncio.Task[T]) -> None:
        del self._tasks[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            # Perhaps nobody awaits it anymore.
            log.log(level_of(error, logging.INFO), "work for all who ask failed: %s", describe_exception(error))

    def close(self) -> None:
        """Cancel all running tasks."""
        for task in self._tasks.values():
            task.cancel()
