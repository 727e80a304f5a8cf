"""The time to list the plays that are ready in a rack, beside the search for the best turn from the same position.

It also shows what `MOST_JUDGED` costs: how many plays are listed, and how long that takes, with other maximums.
"""

import gc
import hmac
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from time import process_time
from typing import Any

from benchmarks.measure.figures import Alternative, Figure
from engine.game.bench import Bench
from engine.game.drafts import Draft
from engine.game.goals import Level
from engine.game.self_play import derive_seed
from engine.game.variant import Variant
from engine.game.views import Value, View
from engine.table.plays import ready
from engine.variants import load

LEVELS = (
    Level.BEGINNER,
    Level.FAIR,
    Level.STRONG,
)  # of the games; the weaker, the more is ready, the stronger, the more sets
GAMES = 6
EVERY = 4  # turns between two positions
TURNS = 160
SLOWEST = 20.0  # milliseconds, at most
MAXIMUMS = (4, 8, 12, 24, 100)
OPTIONS: Mapping[str, Mapping[str, Value]] = {"rummi200kub": {"connected": True}}  # sets may cross, which is slower


@dataclass(frozen=True, slots=True)
class Case:
    """The view of the player to move, and their empty bench."""

    variant: Variant[Any]
    view: View
    bench: Bench

    def time_list(self) -> tuple[float, int]:
        """Return (CPU time in ms to list the ready plays, the lesser of two; number of plays)."""
        times = []
        for _ in range(2):
            ready.find_best_sets.cache_clear()
            begun = process_time()
            plays = self.variant.list_ready_plays(self.view, self.bench)
            times.append(1000 * (process_time() - begun))
        return min(times), len(plays)

    def time_search(self) -> float:
        """Return the CPU time in ms to search for the best turn."""
        begun = process_time()
        self.variant.find(self.view, self.view.goal)
        return 1000 * (process_time() - begun)


def list_cases(variant: Variant[Any]) -> list[Case]:
    """Return positions of seeded games among computers, with few and with many seats."""
    return [case for number in range(GAMES) for case in islice(_play(variant, number), 0, None, EVERY)]


def _play(variant: Variant[Any], number: int) -> Iterator[Case]:
    level = list(islice(cycle(LEVELS), number + 1))[-1]
    seats = variant.info.low if number < GAMES // 2 else variant.info.high
    seed = derive_seed(41, number)
    state = variant.setup(seats, seed, 0, OPTIONS.get(variant.info.key, {})).state
    for turn in range(TURNS):
        if state.outcome:
            return
        view = variant.view(state, state.turn)
        yield Case(variant, view, variant.prepare_draft(view, Draft()).bench)
        luck = hmac.digest(seed, f"luck {turn}".encode(), "sha256")
        state = variant.apply(state, variant.choose(view, level, luck), now=state.now).state


def _print_maximums(cases: Sequence[Case]) -> None:
    """Print how many plays are listed and how long that takes for several values of `MOST_JUDGED`."""
    chosen = ready.MOST_JUDGED
    try:
        for most in MAXIMUMS:
            ready.MOST_JUDGED = most
            times, counts = zip(*(case.time_list() for case in cases), strict=True)
            mark = "  chosen" if most == chosen else ""
            print(f"  {most:4} judged: {statistics.mean(counts):.3f} plays, worst {max(times):5.1f} ms{mark}")
    finally:
        ready.MOST_JUDGED = chosen


def run() -> Sequence[Figure]:
    """Measure every rule system, print a table, and return the figures (measured values with their bounds)."""
    gc.collect()
    gc.freeze()
    print("Listing ready plays, CPU time, and the search for the best turn in the same positions")
    figures, on_tables = [], []
    for key, variant in load().items():
        cases = list_cases(variant)
        times = sorted(case.time_list()[0] for case in cases)
        searches = [case.time_search() for case in cases]
        ratio = statistics.mean(times) / statistics.mean(searches)
        print(
            f"  {key:12} {len(cases):4} positions: median {statistics.median(times):5.2f} ms,"
            f" p99 {times[int(0.99 * len(times))]:5.2f} ms, worst {times[-1]:5.2f} ms; {ratio:.2f} of a search"
        )
        beside = Alternative("the slowest search", max(searches), " ms")
        figures.append(Figure(f"slowest list of ready plays in {key}", times[-1], SLOWEST, " ms", beside=beside))
        on_tables += cases if key in OPTIONS else []
    print("The most plays judged for a list, where sets cross")
    _print_maximums(on_tables)
    gc.unfreeze()
    return figures
