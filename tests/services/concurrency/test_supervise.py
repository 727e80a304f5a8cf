"""Background tasks: what fails is logged and starts again, what is canceled ends, and nothing ends silently."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from services.concurrency.supervise import Backoff, keep_running, log_failure, run_to_end
from storage.errors import DatabaseBusy, StorageError

HIDDEN = "R4 R5 R6"


class Naps:
    """The waits that were asked for, none of which takes any time; the task is canceled at the last of them."""

    def __init__(self, most: int) -> None:
        self.taken: list[float] = []
        self._most = most

    async def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)
        if len(self.taken) == self._most:
            task = asyncio.current_task()
            assert task
            task.cancel()
        await asyncio.sleep(0)


async def kept_running(work: Callable[[], Awaitable[None]], backoff: Backoff, waits: int) -> list[float]:
    """The first so many waits between the runs of this work."""
    naps = Naps(waits)
    with pytest.raises(asyncio.CancelledError):
        await asyncio.create_task(keep_running("test", work, backoff=backoff, sleep=naps))
    return naps.taken


async def fails() -> None:
    raise LookupError(HIDDEN)


async def test_endless_work_that_fails_starts_again_after_longer_and_longer_waits() -> None:
    assert await kept_running(fails, Backoff(1, 60), 9) == [1, 2, 4, 8, 16, 32, 60, 60, 60]


async def test_a_failure_is_logged_with_its_traceback_but_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    await kept_running(fails, Backoff(), 1)

    assert "background task test starts again in 1 s: LookupError\nTraceback" in caplog.text
    assert "in fails" in caplog.text
    assert "R4" not in caplog.text


async def test_a_storage_error_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        raise StorageError("The database is closed.")

    await kept_running(work, Backoff(), 1)

    assert "StorageError: The database is closed." in caplog.text


async def test_work_that_meets_a_failing_database_starts_again_soon_and_silently(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work() -> None:
        raise DatabaseBusy("The database could not do its work: database is locked.")

    assert await kept_running(work, Backoff(1, 300), 6) == [1, 2, 4, 5, 5, 5]
    assert caplog.text == ""  # for the database has logged it


async def test_work_that_ran_well_for_a_while_starts_again_soon() -> None:
    assert await kept_running(fails, Backoff(1, 60, steady=0), 4) == [1, 1, 1, 1]


async def test_endless_work_that_returns_is_logged_and_starts_again(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        """Nothing more to do, it seems."""

    assert await kept_running(work, Backoff(), 2) == [1, 2]
    assert "returned, although its work never ends" in caplog.text


async def test_work_that_waits_for_something_canceled_starts_again() -> None:
    async def work() -> None:
        other: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        other.cancel()
        await other

    assert await kept_running(work, Backoff(), 2) == [1, 2]


async def test_cancellation_ends_the_work_at_once() -> None:
    begun = asyncio.Event()

    async def work() -> None:
        begun.set()
        await asyncio.Event().wait()

    task = asyncio.create_task(keep_running("test", work))
    await begun.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task


async def test_work_with_an_end_is_tried_until_it_gets_there() -> None:
    naps, failures = Naps(100), iter([LookupError(), OSError(), StorageError()])

    async def work() -> None:
        if error := next(failures, None):
            raise error

    await run_to_end("test", work, sleep=naps)

    assert naps.taken == [1, 2, 4]


def test_a_long_row_of_failures_does_not_overflow() -> None:
    assert Backoff(1, 300).wait(100_000) == 300


async def test_a_short_task_that_fails_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    task = asyncio.create_task(fails(), name="short")
    task.add_done_callback(log_failure)
    await asyncio.wait({task})

    assert "background task short failed: LookupError\nTraceback" in caplog.text


async def test_a_short_task_that_is_canceled_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    task = asyncio.create_task(asyncio.sleep(60))
    task.add_done_callback(log_failure)
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait({task})

    assert caplog.text == ""
