"""Background tasks that never end silently: each failure is logged, and the work starts again after a growing wait."""

import asyncio
import contextlib
import logging
import time
import traceback
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from storage.errors import DatabaseFailed, StorageError

log = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]
Sleep = Callable[[float], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Backoff:
    """A schedule of the waits before failed work is restarted, in seconds.

    The wait is `first` after one failure, and doubles with each further failure in a row, up to `longest`. A failure
    after at least `steady` seconds of work counts as the first again.
    """

    first: float = 1.0
    longest: float = 60.0
    steady: float = 120.0

    def wait(self, failures: int) -> float:
        """Return the seconds to wait after this many failures in a row, 1 or more."""
        doublings = min(failures - 1, 30)  # keeps the product small; it's far beyond any `longest`
        return min(self.first * (1 << doublings), self.longest)

    def count(self, failures: int, lasted: float) -> int:
        """Return the number of failures in a row after one more; `failures` is the number before it.

        The work ran for `lasted` seconds before this failure: after `steady` seconds, the result is 1.
        """
        return 1 if lasted >= self.steady else failures + 1


AGAIN = Backoff()
DATABASE_RETRY = 5.0  # seconds: the longest wait after the database failed, so that games soon go on when it works


async def keep_running(name: str, work: Work, *, backoff: Backoff = AGAIN, sleep: Sleep = asyncio.sleep) -> None:
    """Run endless work; whenever it fails or returns, log that and start it again. Only cancellation ends it.

    A failing database isn't logged, because it logs itself.
    """
    failures = 0
    while True:
        began = time.monotonic()
        failure = await _run(work)
        failures = backoff.count(failures, time.monotonic() - began)
        await _wait(name, failure, backoff.wait(failures), sleep)


async def run_to_end(name: str, work: Work, *, backoff: Backoff = AGAIN, sleep: Sleep = asyncio.sleep) -> None:
    """Run work until it returns; whenever it fails, log that as `keep_running` does and start it again."""
    failures = 0
    while failure := await _run(work):
        failures += 1
        await _wait(name, failure, backoff.wait(failures), sleep)


async def _run(work: Work) -> BaseException | None:
    """Run the work once; return its failure, None if it succeeded. Raises: CancelledError if this task is canceled."""
    try:
        await work()
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        return error
    except Exception as error:  # noqa: BLE001  # whatever fails is logged by the caller
        return error
    return None


async def _wait(name: str, failure: BaseException | None, seconds: float, sleep: Sleep) -> None:
    if isinstance(failure, DatabaseFailed):
        seconds = min(seconds, DATABASE_RETRY)
    problem = describe_exception(failure) if failure else "returned, although its work never ends"
    log.log(level_of(failure), "background task %s starts again in %g s: %s", name, seconds, problem)
    await sleep(seconds)


def describe_exception(error: BaseException) -> str:
    """Return an error's type and traceback, without its message, which might name a hidden tile.

    Only a `StorageError` keeps its message: that comes from SQLite and contains no values.
    """
    words = f": {error}" if isinstance(error, StorageError) else ""
    where = "".join(traceback.format_tb(error.__traceback__))
    return f"{type(error).__name__}{words}\nTraceback (most recent call last):\n{where}".rstrip()


def log_error(what: str, error: BaseException) -> None:
    """Log that `what` failed, as `describe_exception` says; a failing database logs itself."""
    log.log(level_of(error), "%s failed: %s", what, describe_exception(error))


def level_of(error: BaseException | None, usual: int = logging.ERROR) -> int:
    """Return the level at which to log this failure: the usual one, or DEBUG for the database, which logs itself."""
    return logging.DEBUG if isinstance(error, DatabaseFailed) else usual


def log_failure(task: asyncio.Task[Any]) -> None:
    """Log a finished task's failure, as a done callback; asyncio itself logs it only at garbage collection."""
    if not task.cancelled() and (error := task.exception()) is not None:
        log_error(f"background task {task.get_name()}", error)


async def wait_at_most(seconds: float, waiting: Coroutine[Any, Any, object]) -> None:
    """Wait until this is done, for at most `seconds`.

    Before Python 3.12, `asyncio.wait_for` loses a cancellation that comes together with the result.
    """
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await waiting
