"""Tasks that are canceled at a chosen await."""

import asyncio
from collections.abc import Coroutine, Generator
from dataclasses import dataclass
from types import coroutine
from typing import Any


@dataclass
class Cancel:
    """Cancels the running task at its await number `at`, counted from 1; 0 never does."""

    at: int
    awaits: int = 0

    async def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this work, and count its awaits."""
        await self._step(work)

    @coroutine
    def _step(self, work: Coroutine[Any, Any, None]) -> Generator[Any, Any, None]:
        error: BaseException | None = None
        while True:
            try:
                awaited = work.throw(error) if error else work.send(None)
            except StopIteration:
                return
            self.awaits += 1
            task = asyncio.current_task()
            if self.awaits == self.at and task:
                task.cancel()
            error = None
            try:
                yield awaited
            except BaseException as raised:  # noqa: BLE001  # the work gets it
                error = raised
