"""Long thoughts beside the event loop, few at a time."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class WorkerThreads:
    """A thread for each thought; the next one waits until one of those `at_once` has ended or taken `longest` seconds.

    The threads do not keep the bot from ending, as those of `asyncio.to_thread` would.
    """

    def __init__(self, name: str, longest: float, at_once: int = 1) -> None:
        self._name = name
        self._longest = longest
        self._line = asyncio.Semaphore(at_once)

    async def run(self, work: Callable[[], T]) -> T:
        """Do the work and return its answer.

        Raises:
            TimeoutError: it takes too long. It goes on, and nobody hears of it.
        """
        async with self._line, asyncio.timeout(self._longest):
            return await self._start(work)

    def _start(self, work: Callable[[], T]) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def run() -> None:
            try:
                told: tuple[Callable[[Any], None], Any] = (answer.set_result, work())
            except Exception as error:  # noqa: BLE001  # whoever waits hears of it
                told = (answer.set_exception, error)
            with contextlib.suppress(RuntimeError):  # the loop has closed meanwhile
                loop.call_soon_threadsafe(_settle_future, answer, *told)

        threading.Thread(target=run, name=self._name, daemon=True).start()
        return answer


def _settle_future(answer: asyncio.Future[Any], how: Callable[[Any], None], what: object) -> None:
    if not answer.done():
        how(what)
