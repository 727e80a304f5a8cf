"""A system clock that a test sets back while the bot runs."""

import time
from pathlib import Path

from services.clocks.steady_clock import SteadyClock


def install(path: str) -> None:
    """Set the bot's system clock back by the seconds that this file has."""
    SteadyClock.__init__.__defaults__ = lambda: time.time() - float(Path(path).read_text("utf-8")), time.monotonic
