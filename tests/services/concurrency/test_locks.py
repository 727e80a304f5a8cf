"""Locks by key: one for each thing, as long as somebody needs it."""

import asyncio

from services.concurrency.locks import KeyedLocks


async def test_equal_keys_share_a_lock_and_others_do_not() -> None:
    locks = KeyedLocks()
    async with locks.get((1, 2)):
        assert locks.get((1, 2)).locked()
        assert not locks.get((1, 3)).locked()


async def test_locks_that_were_all_acquired_stay_held() -> None:
    locks = KeyedLocks()
    held = locks.get(1)
    await held.acquire()
    closing = asyncio.create_task(locks.acquire_all())
    await asyncio.sleep(0)
    assert not closing.done()

    held.release()
    del held
    await closing

    assert locks.get(1).locked()
