"""Threads for long computations beside the event loop, a few at a time."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class WorkerThreads:
    """A runner of computations in threads: at most `at_once` at a time, each for `longest` seconds at most.

    The threads, all called `name`, don't keep the bot from exiting, unlike those of `asyncio.to_thread`.
    """

    def __init__(self, name: str, longest: float, at_once: int = 1) -> None:
        self._name = name
        self._longest = longest
        self._line = asyncio.Semaphore(at_once)

    async def run(self, work: Callable[[], T]) -> T:
        """Run the work in a thread as soon as fewer than `at_once` are running, and return its result.

        Raises: TimeoutError if it takes too long. Its thread goes on, but the result is dropped.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def run() -> None:
            try:
                report: tuple[Callable[[Any], None], Any] = (answer.set_result, work())
            except Exception as error:  # noqa: BLE001  # raised where the result is awaited
                report = (answer.set_exception, error)
            with contextlib.suppress(RuntimeError):  # the loop may be closed by now
                loop.call_soon_threadsafe(_tell, answer, *report)

        async with self._line, asyncio.timeout(self._longest):
            threading.Thread(target=run, name=self._name, daemon=True).start()
            return await answer


def _tell(answer: asyncio.Future[Any], how: Callable[[Any], None], what: object) -> None:
    if not answer.done():
        how(what)
