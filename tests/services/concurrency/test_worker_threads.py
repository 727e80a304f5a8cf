"""Thoughts in threads: few at a time, none for ever, and none that keeps the program from ending."""

import asyncio
import gc
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from services.concurrency.single_flight import SingleFlight
from services.concurrency.worker_threads import WorkerThreads

ROOT = Path(__file__).parents[3]
LONG = 30.0  # seconds, which only a thought that is held up would take

ENDLESS = """
import asyncio, threading
from services.concurrency.worker_threads import WorkerThreads

async def main():
    begun = threading.Event()
    def think():
        begun.set()
        threading.Event().wait()
    task = asyncio.create_task(WorkerThreads("endless", 1000).run(think))
    await asyncio.to_thread(begun.wait)
    print("ends", flush=True)

asyncio.run(main())
"""


async def test_a_thought_that_takes_too_long_is_given_up_and_the_next_one_begins() -> None:
    mind, begun, go_on = WorkerThreads("mind", 0.01), threading.Semaphore(0), threading.Event()

    def think() -> None:
        begun.release()
        go_on.wait(LONG)

    for _ in range(2):
        with pytest.raises(TimeoutError):
            await mind.run(think)
        assert await asyncio.to_thread(begun.acquire, timeout=LONG)
    go_on.set()


async def test_as_many_thoughts_as_may_be_are_thought_at_once_and_no_more() -> None:
    mind, all_there, alone = WorkerThreads("mind", LONG, 2), threading.Barrier(2, timeout=LONG), threading.Semaphore(2)

    def think() -> bool:
        free = alone.acquire(blocking=False)
        all_there.wait()
        alone.release()
        return free

    assert await asyncio.gather(*(mind.run(think) for _ in range(8))) == [True] * 8


async def test_an_error_in_a_worker_thread_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        await WorkerThreads("mind", LONG).run(lambda: 1 // 0)


def test_a_thought_that_never_ends_does_not_keep_the_program_from_ending() -> None:
    done = subprocess.run(  # noqa: S603  # our own script
        [sys.executable, "-c", ENDLESS], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )

    assert done.stdout == "ends\n"


async def test_work_is_shared_by_callers_who_ask_meanwhile_and_repeated_for_later_ones() -> None:
    once: SingleFlight[int] = SingleFlight()
    asked = 0
    may = asyncio.Event()

    async def work() -> int:
        nonlocal asked
        asked += 1
        await may.wait()
        return asked

    impatient, *patient = [asyncio.create_task(once.run("key", work)) for _ in range(3)]
    await asyncio.sleep(0)
    impatient.cancel()
    await asyncio.sleep(0)
    may.set()

    assert await asyncio.gather(*patient) == [1, 1]
    assert await once.run("key", work) == 2


async def test_an_error_that_nobody_waits_for_does_not_reach_asyncio() -> None:
    once: SingleFlight[None] = SingleFlight()
    may, told = asyncio.Event(), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))

    async def work() -> None:
        await may.wait()
        raise RuntimeError

    caller, task = asyncio.create_task(once.run("key", work)), once.start("key", work)
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    may.set()
    await asyncio.wait({task})
    del task
    gc.collect()

    assert told == []


async def test_dropped_work_is_canceled_for_all_who_wait() -> None:
    once: SingleFlight[bool] = SingleFlight()
    asking = asyncio.create_task(once.run("key", asyncio.Event().wait))
    await asyncio.sleep(0)

    once.close()

    with pytest.raises(asyncio.CancelledError):
        await asking
