"""Work that a game's changes trigger, done once for all the changes that come while it waits to run."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable, Iterable
from contextvars import Context
from typing import Generic, TypeVar

from services.concurrency.supervise import DATABASE_RETRY, Backoff, log_error
from storage.errors import DatabaseFailed

K = TypeVar("K", bound=Hashable)

log = logging.getLogger(__name__)

RETRY = Backoff(longest=DATABASE_RETRY)  # while the database fails
# Games of the backlog that are worked on at the same time. With 10,000 open games on 26 November 2026, 4 showed 36
# tables per second, of the 50 requests that Discord takes, and left 40 % of a core to taps and clocks.
FROM_BACKLOG = 4


class Coalescer(Generic[K]):
    """A runner of work for things that have changed: soon after `schedule`, `work` is called with the key of one.

    There is one run at a time for each key, so that all changes during a run cause only one more; different keys run
    in parallel. Runs for one key are `pause` seconds apart; a function is called after each run. Each runs in an empty
    context, so no reader's language is set. While the database fails, the work is repeated until it succeeds. Any other
    failure is logged, and the work runs again only when the key is next scheduled. `name` is for the log, which calls
    a number a table.

    The backlog is the keys for which nobody waits, perhaps thousands after a start. `FROM_BACKLOG` of them are worked
    on at a time, whatever else is going on, so that things that change needn't wait and memory stays small.
    """

    def __init__(self, name: str, work: Callable[[K], Awaitable[None]], pause: float | Callable[[], float] = 0) -> None:
        self._name = name
        self._work = work
        self._pause = pause if callable(pause) else lambda: pause
        self._due: set[K] = set()
        self._backlog: dict[K, None] = {}  # in order
        self._from_backlog: set[K] = set()  # those of `_running` that came from it and whose work isn't done
        self._running: dict[K, asyncio.Task[None]] = {}
        self._postponed: dict[K, asyncio.TimerHandle] = {}
        self._is_closed = False

    def schedule(self, key: K) -> None:
        """Run the work for this key soon; if it's running, run it once more afterward. Do nothing after `close`."""
        if self._is_closed:
            return
        if postponed := self._postponed.pop(key, None):
            postponed.cancel()
        self._backlog.pop(key, None)
        self._due.add(key)
        if key not in self._running:
            name = f"{self._name}-{key}"
            self._running[key] = asyncio.create_task(self._run(key), name=name, context=Context())

    def schedule_within(self, seconds: float, key: K) -> None:
        """Run the work for this key in this many seconds, unless it's scheduled to run before."""
        loop, postponed = asyncio.get_running_loop(), self._postponed.get(key)
        if postponed is None or postponed.when() > loop.time() + seconds:
            if postponed:
                postponed.cancel()
            self._postponed[key] = loop.call_later(seconds, self.schedule, key)

    def schedule_backlog(self, keys: Iterable[K]) -> None:
        """Run the work for these keys in order, `FROM_BACKLOG` at a time."""
        self._backlog |= dict.fromkeys(keys)
        self._take_from_backlog()

    def _take_from_backlog(self) -> None:
        while self._backlog and len(self._from_backlog) < FROM_BACKLOG and not self._is_closed:
            key = next(iter(self._backlog))
            self._from_backlog.add(key)
            self.schedule(key)

    async def _run(self, key: K) -> None:
        failures = 0
        try:
            while key in self._due:
                self._due.discard(key)
                if await self._is_settled(key):
                    failures = 0
                    self._end_work(key)
                    await asyncio.sleep(self._pause())
                else:
                    failures += 1
                    self._due.add(key)
                    await asyncio.sleep(RETRY.wait(failures))
        finally:
            del self._running[key]
            self._due.discard(key)
            self._end_work(key)

    def _end_work(self, key: K) -> None:
        self._from_backlog.discard(key)
        self._take_from_backlog()

    async def _is_settled(self, key: K) -> bool:
        """Do the work once for this key; return False if it must be repeated, as the database failed."""
        try:
            await self._work(key)
        except DatabaseFailed as error:
            log.debug("%s of %s waits: %s", self._name, _name(key), error)
            return False
        except Exception as error:  # noqa: BLE001  # one broken table must not stop the others
            log_error(f"{self._name} of {_name(key)}", error)
        return True

    async def close(self, patience: float = 0) -> None:
        """Wait up to `patience` seconds for running work, then cancel what still runs."""
        if self._running and patience:
            await asyncio.wait(self._running.values(), timeout=patience)
        self._is_closed = True
        for postponed in self._postponed.values():
            postponed.cancel()
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _name(key: object) -> object:
    return f"table {key}" if isinstance(key, int) else key
