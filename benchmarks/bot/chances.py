"""Memory and CPU time of the process that estimates chances of winning for a review, after and before its games."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.measure.figures import Alternative, Figure
from engine.coach.chances import TurnChoice
from engine.game.goals import Level
from engine.game.self_play import choose_action, derive_seed
from engine.game.variant import Variant
from engine.variants import load
from services.chances.estimates import SECONDS
from services.chances.request import write_request

SERIES = 14
MIB = 2**20

# What `services.chances.worker` does, and then its memory in bytes and its CPU seconds instead of the answer.
ESTIMATE = """
import sys
from time import process_time
from psutil import Process
from engine.coach.chances import estimate_chances
from engine.variants import load
from services.chances.request import read_request
from services.chances.worker import CpuBudget

variant, choices = read_request(sys.stdin.readline(), load())
estimate_chances(variant, choices, CpuBudget(float(sys.argv[1])).has_time)
print(Process().memory_info().rss, process_time())
"""


def list_choices(variant: Variant[Any]) -> Iterator[TurnChoice]:
    """Yield the turns of a game between beginners in which a master would have acted otherwise."""
    seed = derive_seed(SERIES, 0)
    state = variant.setup(variant.info.low, seed, 0, {}).state
    while state.outcome is None:
        action, best = (choose_action(variant, state, level, seed) for level in (Level.BEGINNER, Level.MASTER))
        if action != best:
            yield TurnChoice(state.version, state, action, best, 0)
        state = variant.apply(state, action, now=0).state


def estimate(request: str, seconds: float) -> tuple[float, float]:
    """Estimate chances within this CPU time, and return the process's (memory in MiB, CPU time in seconds)."""
    command = [sys.executable, "-c", ESTIMATE, f"{seconds}"]
    done = subprocess.run(command, input=request, capture_output=True, text=True, check=True)  # noqa: S603  # our own script
    resident, used = map(float, done.stdout.split())
    return resident / MIB, used


def run() -> Sequence[Figure]:
    """Estimate the chances of one game, print the cost, and return the figures (measured values with their bounds)."""
    variant = next(iter(load().values()))
    request = write_request(variant, list(list_choices(variant)))
    (start, begun), (resident, used) = estimate(request, 0), estimate(request, SECONDS)
    print("Estimating chances of winning: the process beside the bot")
    print(f"  before its first game          {start:7.1f} MiB  {begun:6.1f} s of CPU time")
    print(f"  at its end                     {resident:7.1f} MiB  {used:6.1f} s of CPU time")
    beside = Alternative("before its first game", start, " MiB")
    return [
        Figure("memory of the process that estimates chances", resident, None, " MiB", short="memory", beside=beside),
        Figure("CPU time of the process that estimates chances", used, SECONDS, " s", short="cpu"),
    ]
