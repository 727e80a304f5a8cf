"""The CPU times of many calls of one kind, and figures of their median, 95th percentile and maximum."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import TypeVar

from benchmarks.measure.figures import Alternative, Figure
from engine.override import override

R = TypeVar("R")
Call = tuple[Callable[[], object] | None, Callable[[], object]]
"""A call to measure, after one that prepares it, if any."""
Aims = tuple[float | None, float | None, float | None]  # for the median, the 95th percentile and the longest time


@dataclass(frozen=True, slots=True)
class Times:
    """The CPU ms of each call of `name` (`all`, the shortest of a few runs), and its answer, such as most tiles."""

    name: str
    all: tuple[float, ...]
    answers: tuple[int, ...]

    @property
    def middle(self) -> float:
        """The median, in ms."""
        return median(self.all)

    @property
    def slow(self) -> float:
        """The 95th percentile, in ms."""
        return sorted(self.all)[int(0.95 * len(self.all))]

    @property
    def worst(self) -> float:
        """The longest time, in ms."""
        return max(self.all)

    @property
    def of_all(self) -> Mapping[str, float]:
        """The median, the 95th percentile and the longest time, in ms."""
        return {"median": self.middle, "p95": self.slow, "worst": self.worst}

    def beside(self, other: "Times", key: str, name: str, aims: Aims) -> Iterator[Figure]:
        """Yield these times beside other ones as figures; `key` and `name` begin theirs."""
        for (what, ours), alternative, aim in zip(self.of_all.items(), other.of_all.values(), aims, strict=True):
            beside = Alternative(other.name, alternative, " ms")
            yield Figure(f"{name}, {what}", ours, aim, " ms", short=f"{key}-{what}", beside=beside)

    def faster(self, other: "Times", key: str, name: str, aims: Aims) -> Iterator[Figure]:
        """Yield how many times as long others take, as figures; `key` and `name` begin theirs."""
        for (what, ours), theirs, aim in zip(self.of_all.items(), other.of_all.values(), aims, strict=True):
            beside = Alternative(other.name, theirs, " ms", ours)
            yield Figure(
                f"{name}, {what}", theirs / ours, aim, "x", at_least=True, short=f"{key}-{what}", beside=beside
            )

    def alone(self, key: str, name: str) -> Figure:
        """Return the median as a figure without an aim, with the other times as its spread."""
        spread = {"p95": self.slow, "worst": self.worst}
        return Figure(f"{name}, median", self.middle, None, " ms", short=key, spread=spread)

    @override
    def __str__(self) -> str:
        return f"  {self.name:44}{self.middle:9.2f}{self.slow:9.2f}{self.worst:9.2f} ms"


def time_calls(name: str, calls: Sequence[Callable[[], int]], repeats: int = 2) -> Times:
    """Time each call `repeats` times, in rounds of all; return the shortest times and the answers under this name."""
    gc.collect()
    gc.freeze()
    rounds = [[time_call(call) for call in calls] for _ in range(repeats)]
    times = [[time for time, _ in each] for each in rounds]
    return Times(name, tuple(map(min, zip(*times, strict=True))), tuple(answer for _, answer in rounds[0]))


def time_in_turn(calls: Sequence[Call], rounds: int) -> list[float]:
    """Return the median CPU ms of each call; they are made in turn, so that a busy machine slows all of them alike."""
    taken: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for (prepare, call), times in zip(calls, taken, strict=True):
            if prepare:
                prepare()
            times.append(time_call(call)[0])
    return [median(times) for times in taken]


def time_call(call: Callable[[], R], clock: Callable[[], float] = process_time) -> tuple[float, R]:
    """Call once, and return the CPU ms that it took and its answer."""
    begun = clock()
    answer = call()
    return 1000 * (clock() - begun), answer


def time_again(call: Callable[[], R], long: float, clock: Callable[[], float] = process_time) -> tuple[float, R]:
    """Call once, and return the CPU ms that it took and its answer; over `long` ms, the shortest of three calls counts.

    The machine may have been busy.
    """
    took, answer = time_call(call, clock)
    return (min(took, *(time_call(call, clock)[0] for _ in range(2))) if took > long else took), answer
