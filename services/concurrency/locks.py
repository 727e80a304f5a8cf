"""Locks by key, for work that must not overlap with other work on the same thing."""

import asyncio
from collections.abc import Hashable
from weakref import WeakValueDictionary


class KeyedLocks:
    """A collection of locks by key; a lock is kept only while somebody holds or awaits it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()
        self._held_for_good: list[asyncio.Lock] = []

    def get(self, key: Hashable) -> asyncio.Lock:
        """Return the lock of this key."""
        return self._locks.setdefault(key, asyncio.Lock())

    async def acquire_all(self) -> None:
        """Wait for all holders of locks, and never let anybody have one of these locks again."""
        for lock in list(self._locks.values()):
            await lock.acquire()
            self._held_for_good.append(lock)
