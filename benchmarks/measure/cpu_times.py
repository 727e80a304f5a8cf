"""CPU times of calls, which don't depend on what else the machine does as much as the clock on the wall does."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import process_time

Call = tuple[Callable[[], object] | None, Callable[[], object]]
"""A call to measure, after one that prepares it, if any."""


@dataclass(frozen=True, slots=True)
class Times:
    """CPU times of a repeated call in ms: the median, and the ends of the middle half of all times."""

    median: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.median:5.2f} ms ({self.low:.2f} to {self.high:.2f})"


def measure_in_turn(calls: Sequence[Call], rounds: int) -> list[Times]:
    """Return the CPU times of each call, in their order.

    The calls are made in turn, so that a busy moment of the machine slows all of them alike.
    """
    taken: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for (prepare, call), times in zip(calls, taken, strict=True):
            if prepare:
                prepare()
            start = process_time()
            call()
            times.append(1000 * (process_time() - start))
    return [_summarize(times) for times in taken]


def _summarize(times: Sequence[float]) -> Times:
    low, median, high = statistics.quantiles(times, n=4)
    return Times(median, low, high)
