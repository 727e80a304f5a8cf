"""The estimating process: `python -m services.chances.worker SECONDS NICENESS`.

It reads a line from its input, the request, and writes the chances as JSON to its output. It uses at most this many
seconds of CPU time, at a priority lowered by `os.nice`. It ends as soon as its input does, so it doesn't outlive a
killed bot.
"""

import os
import sys
import threading
import time

from engine.coach.chances import estimate_chances
from engine.variants import load
from services.chances.request import read_request
from storage.codec import encode


class CpuBudget:
    """The CPU time that this process may still use, in seconds since its start."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._asked_at = time.process_time()
        self._longest = 0.0

    def has_time(self) -> bool:
        """Return whether there's time for as much work as was ever done between two calls."""
        now = time.process_time()
        self._longest = max(self._longest, now - self._asked_at)
        self._asked_at = now
        return now + self._longest <= self._seconds


def main(seconds: float, niceness: int) -> None:
    """Answer the request on standard input within this CPU time; `niceness` is 0 to 19, as for `os.nice`."""
    if hasattr(os, "nice"):
        os.nice(niceness)
    request = sys.stdin.buffer.readline().decode()
    threading.Thread(target=_end_with_input, daemon=True).start()
    variant, choices = read_request(request, load())
    sys.stdout.write(encode(estimate_chances(variant, choices, CpuBudget(seconds).has_time)))


def _end_with_input() -> None:
    """Exit when the bot closes the pipe or dies."""
    while os.read(0, 1):  # not sys.stdin, whose lock would make Python's exit fail
        pass
    os._exit(1)


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
