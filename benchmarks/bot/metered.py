"""The real bot with a meter of its event loop: `python -m benchmarks.bot.metered FILE`.

SIGUSR1 starts the measurement again. When the bot ends, the meter is written to the file as JSON.
"""

import asyncio
import gc
import json
import signal
import sys
from array import array
from asyncio import events
from pathlib import Path
from statistics import quantiles
from time import thread_time
from typing import Any

import bot

MOST_NAMED = 5  # of the longest callbacks


class Meter:
    """The CPU seconds that each callback of the event loop took on its thread, garbage collection included."""

    def __init__(self) -> None:
        self._times = array("d")
        self._longest: list[tuple[float, str]] = []
        self._collections: list[float] = []
        self._begun = 0.0

    def clear(self, *_: object) -> None:
        """Forget what was measured so far."""
        del self._times[:]
        self._longest.clear()
        self._collections.clear()

    def install(self) -> None:
        """Measure all callbacks from now on, and all full garbage collections."""
        handles: Any = events.Handle  # asyncio has no other place for this
        run = handles._run  # noqa: SLF001  # as above

        def measured(handle: Any) -> None:
            begun = thread_time()
            run(handle)
            self._note(thread_time() - begun, handle)

        handles._run = measured  # noqa: SLF001  # as above
        gc.callbacks.append(self._note_collection)
        signal.signal(signal.SIGUSR1, self.clear)

    def _note(self, took: float, handle: Any) -> None:
        self._times.append(took)
        if len(self._longest) < MOST_NAMED or took > self._longest[-1][0]:
            name = _describe(handle._callback)  # noqa: SLF001  # as above
            self._longest = sorted([*self._longest, (took, name)], reverse=True)[:MOST_NAMED]

    def _note_collection(self, phase: str, info: dict[str, int]) -> None:
        if info["generation"] == len(gc.get_threshold()) - 1:
            if phase == "start":
                self._begun = thread_time()
            else:
                self._collections.append(thread_time() - self._begun)

    def write(self, path: Path) -> None:
        """Write the number of callbacks, their CPU in ms, and the full garbage collections."""
        written = {
            "callbacks": len(self._times),
            "p999": 1000 * quantiles(self._times, n=1000)[-1],
            "longest": [(1000 * took, name) for took, name in self._longest],
            "collections": [1000 * took for took in self._collections],
        }
        path.write_text(json.dumps(written), "utf-8")


def _describe(callback: Any) -> str:
    """Return the name of a callback, or of the coroutine whose task it continues."""
    task = getattr(callback, "__self__", None)
    if isinstance(task, asyncio.Task):
        return str(getattr(task.get_coro(), "__qualname__", task.get_name()))
    return str(getattr(callback, "__qualname__", callback))


if __name__ == "__main__":
    meter = Meter()
    meter.install()
    try:
        bot.main()
    finally:
        meter.write(Path(sys.argv[1]))
