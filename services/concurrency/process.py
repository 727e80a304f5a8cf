"""Settings of the process for the event loop: short pauses, and an orderly end."""

import asyncio
import contextlib
import gc
import signal
import sys

SWITCH_INTERVAL = 0.0005  # seconds for which a searching or drawing thread may keep the GIL from the event loop


def shorten_waits() -> None:
    """Shorten the pauses of the event loop: switch threads more often, and exclude loaded objects from the GC.

    The objects loaded so far live as long as the process, and scanning them would only make collections longer.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.collect()
    gc.freeze()


def cancel_on_signals() -> None:
    """Cancel the running task at the first SIGINT or SIGTERM, and let it clean up undisturbed by others."""
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # on Windows
            loop.add_signal_handler(number, lambda: task and not task.cancelling() and task.cancel())
