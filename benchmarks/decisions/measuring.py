"""The CPU time of every decision that the bot makes beside its event loop, in every system.

Computers of all levels play whole games of every system with every number of seats. In some of their turns and in
positions that are made to be hard, everything that a player could ask for is measured too.
"""

import asyncio
import hmac
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib import import_module
from statistics import median
from typing import Any

from benchmarks.decisions.deciding import KINDS, DecisionMeter, Times
from benchmarks.decisions.positions import (
    EVERY,
    EVERY_HOARD,
    SERIES,
    DecisionPosition,
    choose_levels,
    list_hoards,
    list_settings,
    make_positions,
    start_game,
)
from benchmarks.measure.figures import Figure
from engine.game.self_play import derive_seed
from engine.game.variant import Variant
from engine.variants import load

USUAL = 150.0  # milliseconds that 99 of 100 decisions of a kind take at most
WORST = 400.0  # milliseconds that any decision takes at most
LONGEST = 400  # turns of a game


def play_games(variant: Variant[Any], meter: DecisionMeter) -> None:
    """Play games among computers and measure their choices, and in some positions everything else too."""
    for number, (seats, options) in enumerate(list_settings(variant)):
        levels, seed = choose_levels(number, seats), derive_seed(SERIES, number)
        state = start_game(variant, number, seats, options)
        for turn in range(LONGEST):
            if state.outcome is not None:
                break
            luck = hmac.digest(seed, f"luck {turn}".encode(), "sha256")
            position = DecisionPosition(variant, state, levels[state.turn], is_whole=turn % EVERY == 0)
            if turn % EVERY_HOARD == EVERY_HOARD - 1:
                for rich in list_hoards(position):
                    meter.measure(rich, None, luck)
            state = meter.advance(position, luck)


def measure_system(variant: Variant[Any]) -> Times:
    """Return the times of all decisions in this system's games and positions."""
    times = Times()
    with asyncio.Runner() as runner:
        meter = DecisionMeter(times, runner)
        play_games(variant, meter)
        for number, position in enumerate(make_positions(variant)):
            meter.measure(position, None, derive_seed(SERIES, number))
    return times


def percentile(times: Sequence[float], share: float) -> float:
    """Return the time that this share (0 to 1) of the times doesn't exceed."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def _print_times(variant: Variant[Any], times: Times) -> Iterator[Figure]:
    rows = {**{kind: times.taken[kind] for kind in KINDS}, "(making the move)": times.moves}
    for kind, taken in rows.items():
        shown = f"{median(taken):9.2f}{percentile(taken, 0.99):9.1f}{max(taken):9.1f} ms"
        print(f"  {variant.info.name!s:14}{kind:20}{len(taken):8}{shown}", flush=True)
    name = str(variant.info.name)
    usual = max(percentile(taken, 0.99) for taken in times.taken.values())
    yield Figure(f"{name}: 99 % of the decisions of any kind within", usual, USUAL, " ms")
    yield Figure(f"{name}: any decision, worst", max(map(max, times.taken.values())), WORST, " ms")


def run() -> Sequence[Figure]:
    """Measure in a new process, print its tables, and return the figures (measured values and bounds).

    The process imports the bot's modules, as they are in the real bot's memory, and collects garbage as the bot does.
    """
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.decisions.measuring"], capture_output=True, text=True, check=True
    )
    *table, figures = done.stdout.splitlines()
    print(*table, sep="\n")
    return [Figure(**each) for each in json.loads(figures)]


def measure_all(names: Sequence[str]) -> list[Figure]:
    """Measure the systems with these keys, or all without any, print their times, and return the figures."""
    print(f"CPU of one decision{'':17}number    median     p99     worst")
    found = [variant for key, variant in load().items() if not names or key in names]
    return [figure for variant in found for figure in _print_times(variant, measure_system(variant))]


if __name__ == "__main__":
    import_module("bot").shorten_waits()
    print(json.dumps([asdict(figure) for figure in measure_all(sys.argv[1:])]))
