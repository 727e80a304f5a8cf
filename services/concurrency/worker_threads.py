"""Threads for long computations beside the event loop, a few at a time."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

IDLE = 10.0  # seconds without work after which a thread ends

T = TypeVar("T")
Job = Callable[[], Callable[[], None]]  # does some work, and returns the function that tells its result


class WorkerThreads:
    """A runner of computations in threads: at most `at_once` at a time, each for `longest` seconds at most.

    The threads, all called `name`, don't keep the bot from exiting, unlike those of `asyncio.to_thread`. A thread that
    is done waits for more work, since starting one costs as much as a short computation.
    """

    def __init__(self, name: str, longest: float, at_once: int = 1) -> None:
        self._name = name
        self._longest = longest
        self._line = asyncio.Semaphore(at_once)
        self._idle: list[SimpleQueue[Job]] = []  # of each waiting thread, the queue that it waits at

    async def run(self, work: Callable[[], T]) -> T:
        """Run the work in a thread as soon as fewer than `at_once` are running, and return its result.

        Raises:
            TimeoutError: the work took too long. Its thread goes on, but the result is dropped.
        """
        async with self._line, asyncio.timeout(self._longest):
            return await self._start(work)

    def _start(self, work: Callable[[], T]) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def run() -> Callable[[], None]:
            try:
                told: tuple[Callable[[Any], None], Any] = (answer.set_result, work())
            except Exception as error:  # noqa: BLE001  # raised where the result is awaited
                told = (answer.set_exception, error)
            return partial(_tell, loop, answer, *told)

        if self._idle:
            self._idle.pop().put(run)
        else:
            threading.Thread(target=_work, args=(self._idle, run), name=self._name, daemon=True).start()
        return answer


def _work(idle: list[SimpleQueue[Job]], job: Job | None) -> None:
    """Do the job, then those that come within `IDLE` seconds each; meanwhile, `idle` has the queue for the next one."""
    queue: SimpleQueue[Job] = SimpleQueue()
    while job is not None:
        tell = job()
        idle.append(queue)  # before anybody hears of the result and brings more work
        tell()
        job = _await_job(idle, queue)


def _await_job(idle: list[SimpleQueue[Job]], queue: SimpleQueue[Job]) -> Job | None:
    """Return the next job, or None if none came in time and the queue could be removed from `idle`."""
    try:
        return queue.get(timeout=IDLE)
    except Empty:
        try:
            idle.remove(queue)
        except ValueError:  # it was just chosen for a job
            return queue.get()
        return None


def _tell(
    loop: asyncio.AbstractEventLoop, answer: asyncio.Future[Any], how: Callable[[Any], None], what: object
) -> None:
    with contextlib.suppress(RuntimeError):  # the loop may be closed by now
        loop.call_soon_threadsafe(_settle_future, answer, how, what)


def _settle_future(answer: asyncio.Future[Any], how: Callable[[Any], None], what: object) -> None:
    if not answer.done():
        how(what)
