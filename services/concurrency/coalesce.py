"""Work that a game's changes trigger, done once for all the changes that come while it waits to run."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextvars import Context

from services.concurrency.supervise import DATABASE_RETRY, Backoff, log_error
from storage.errors import DatabaseFailed

log = logging.getLogger(__name__)

RETRY = Backoff(longest=DATABASE_RETRY)  # while the database fails
# Games of the backlog that are worked on at the same time. With 10,000 open games on 26 November 2026, 4 showed 36
# tables per second, of the 50 requests that Discord takes, and left 40 % of a core to taps and clocks.
FROM_BACKLOG = 4


class Coalescer:
    """A runner of work for games that have changed: soon after `schedule`, `work` is called with the game's id.

    There is one run at a time for each game, so that all changes during a run cause only one more; different games run
    in parallel. Runs for one game are `pause` seconds apart; a function is called after each run. Each runs in an empty
    context, so no reader's language is set. While the database fails, the work is repeated until it succeeds. Any other
    failure is logged, and the work runs again only when the game is next scheduled. `name` is for the log.

    The backlog is the games for which nobody waits, perhaps thousands after a start. `FROM_BACKLOG` of them are worked
    on at a time, whatever else is going on, so that games that change needn't wait and memory stays small.
    """

    def __init__(
        self, name: str, work: Callable[[int], Awaitable[None]], pause: float | Callable[[], float] = 0
    ) -> None:
        self._name = name
        self._work = work
        self._pause = pause if callable(pause) else lambda: pause
        self._due: set[int] = set()
        self._backlog: dict[int, None] = {}  # in order
        self._from_backlog: set[int] = set()  # games of `_running` that came from it and whose work isn't done
        self._running: dict[int, asyncio.Task[None]] = {}
        self._postponed: dict[int, asyncio.TimerHandle] = {}
        self._is_closed = False

    def schedule(self, game_id: int) -> None:
        """Run the work for this game soon; if it's running, run it once more afterward. Do nothing after `close`."""
        if self._is_closed:
            return
        if postponed := self._postponed.pop(game_id, None):
            postponed.cancel()
        self._backlog.pop(game_id, None)
        self._due.add(game_id)
        if game_id not in self._running:
            name = f"{self._name}-{game_id}"
            self._running[game_id] = asyncio.create_task(self._run(game_id), name=name, context=Context())

    def schedule_within(self, seconds: float, game_id: int) -> None:
        """Run the work for this game in this many seconds, unless it's scheduled to run before."""
        loop, postponed = asyncio.get_running_loop(), self._postponed.get(game_id)
        if postponed is None or postponed.when() > loop.time() + seconds:
            if postponed:
                postponed.cancel()
            self._postponed[game_id] = loop.call_later(seconds, self.schedule, game_id)

    def schedule_backlog(self, game_ids: Iterable[int]) -> None:
        """Run the work for these games in order, `FROM_BACKLOG` at a time."""
        self._backlog |= dict.fromkeys(game_ids)
        self._take_from_backlog()

    def _take_from_backlog(self) -> None:
        while self._backlog and len(self._from_backlog) < FROM_BACKLOG and not self._is_closed:
            game_id = next(iter(self._backlog))
            self._from_backlog.add(game_id)
            self.schedule(game_id)

    async def _run(self, game_id: int) -> None:
        failures = 0
        try:
            while game_id in self._due:
                self._due.discard(game_id)
                if await self._is_settled(game_id):
                    failures = 0
                    self._end_work(game_id)
                    await asyncio.sleep(self._pause())
                else:
                    failures += 1
                    self._due.add(game_id)
                    await asyncio.sleep(RETRY.wait(failures))
        finally:
            del self._running[game_id]
            self._due.discard(game_id)
            self._end_work(game_id)

    def _end_work(self, game_id: int) -> None:
        self._from_backlog.discard(game_id)
        self._take_from_backlog()

    async def _is_settled(self, game_id: int) -> bool:
        """Do the work once for this game; return False if it must be repeated, as the database failed."""
        try:
            await self._work(game_id)
        except DatabaseFailed as error:
            log.debug("%s of table %s waits: %s", self._name, game_id, error)
            return False
        except Exception as error:  # noqa: BLE001  # one broken table must not stop the others
            log_error(f"{self._name} of table {game_id}", error)
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
