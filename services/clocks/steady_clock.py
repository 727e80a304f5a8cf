"""The bot's clock: seconds since the epoch, which never run backward."""

import time
from collections.abc import Callable

TOLERANCE = 2  # seconds by which the system clock may lag before it counts as set back; small steps are usual


class SteadyClock:
    """The system clock, except that after it was set back, time goes on from where it was.

    `surplus` are the seconds by which this clock is then ahead of the system clock. Whoever has moved all stored times
    to the system clock takes them off with `settle`.
    """

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._wall = wall
        self._steady = steady
        self._seen = wall(), steady()
        self.surplus = 0

    def now(self) -> int:
        """Return the time in seconds since the epoch."""
        wall, steady = self._wall(), self._steady()
        before, since = self._seen
        lost = before + (steady - since) - wall
        if lost > TOLERANCE:
            self.surplus += round(lost)
        self._seen = wall, steady
        return int(wall) + self.surplus

    def settle(self, seconds: int) -> None:
        """Set this clock back by these seconds, because the stored times have been."""
        self.surplus -= seconds
