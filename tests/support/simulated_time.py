"""A simulated clock: while an event loop has nothing to do, the next thing that it waits for comes at once.

Hours pass in seconds. Sockets of this process work as usual, because what one end has written, the other can read at
once. Threads don't: the loop waits for none, so time would pass while they work.
"""

import asyncio
import selectors
import time
from collections.abc import Coroutine, Mapping
from typing import Any
from unittest import mock

from engine.override import override

GRACE = 0.001  # seconds of real time without an event, after which nothing else is to come
FOR_EVER = 10.0  # the same where only an event can end the wait


class _Selector(selectors.DefaultSelector):
    """Waits for nothing but what is about to come; `passed` are the seconds that it would have waited."""

    def __init__(self, grace: float) -> None:
        super().__init__()
        self.passed = 0.0
        self._grace = grace

    @override
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(FOR_EVER if timeout is None else min(timeout, self._grace))
        if not ready and timeout is None:
            raise RuntimeError("Nothing is to come.")
        if not ready:
            self.passed += max(0.0, timeout or 0.0)
        return ready


class SimulatedLoop(asyncio.SelectorEventLoop):
    """The event loop with that clock; without sockets, it needn't wait for them."""

    def __init__(self, grace: float = GRACE) -> None:
        self._waits = _Selector(grace)
        self._begun = time.monotonic()
        super().__init__(self._waits)

    @override
    def time(self) -> float:
        return self._begun + self._waits.passed


def run_simulated(main: Coroutine[Any, Any, Mapping[str, float]]) -> Mapping[str, float]:
    """Run this to its end, with `time.time` and `time.monotonic` of its event loop's simulated clock."""
    loop = SimulatedLoop()
    ahead = time.time() - loop.time()

    def tell_time() -> float:
        return loop.time() + ahead

    with (
        asyncio.Runner(loop_factory=lambda: loop) as runner,
        mock.patch.object(time, "monotonic", loop.time),
        mock.patch.object(time, "time", tell_time),
    ):
        return runner.run(main)
