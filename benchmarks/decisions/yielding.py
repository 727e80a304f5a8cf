"""The share of a core that the process for chances of winning gets while another process uses that core."""

import os
import subprocess
import sys
from collections.abc import Sequence
from time import sleep

import psutil  # type: ignore[import-untyped]  # it ships no types

from benchmarks.measure.figures import Figure
from engine.coach.chances import TurnChoice
from engine.game.actions import Draw
from engine.game.self_play import derive_seed
from engine.variants import load
from services.chances import estimates
from services.chances.request import write_request

BUSY = "while True: pass"  # a process that uses as much of a core as it gets
SECONDS = 8.0  # that the two compete
TURNS = 100  # to estimate, which takes far longer than `SECONDS`
MOST_SHARE = 15.0  # percent of the core; a tenth is what niceness 10 comes to


def _make_request() -> str:
    """Return a request of more work than the measurement lasts."""
    variant = next(iter(load().values()))
    state = variant.setup(2, derive_seed(1, 0), 0, {}).state
    draw = Draw(state.turn, 1)
    return write_request(variant, [TurnChoice(place, state, draw, draw, state.now) for place in range(TURNS)])


def measure_share() -> tuple[float, int]:
    """Return (percent of the CPU time of both processes that the estimating one got, its number of threads).

    Raises:
        RuntimeError: the estimating process ended too early.
    """
    core = min(os.sched_getaffinity(0))
    command = [sys.executable, "-m", estimates.WORKER, "1000", f"{estimates.NICENESS}"]
    with (
        subprocess.Popen(  # noqa: S603  # ours
            command, cwd=estimates.ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        ) as worker,
        subprocess.Popen([sys.executable, "-c", BUSY]) as busy,  # noqa: S603  # ours
    ):
        seen = [psutil.Process(process.pid) for process in (worker, busy)]
        try:
            for process in seen:
                process.cpu_affinity([core])
            if worker.stdin is not None:
                worker.stdin.write(f"{_make_request()}\n".encode())
                worker.stdin.flush()
            before = [_read_cpu(process) for process in seen]
            sleep(SECONDS)
            used = [_read_cpu(process) - cpu for process, cpu in zip(seen, before, strict=True)]
            if worker.poll() is not None:
                raise RuntimeError("the process that estimates ended before the measurement did")
            return 100 * used[0] / sum(used), seen[0].num_threads()
        finally:
            for process in seen:
                process.kill()


def _read_cpu(process: psutil.Process) -> float:
    """Return the CPU seconds of a process so far."""
    times = process.cpu_times()
    return float(times.user + times.system)


def run() -> Sequence[Figure]:
    """Measure the process beside a busy one on the same core, print its share, and return the figure."""
    if not hasattr(os, "sched_setaffinity"):
        print("Chances of winning: this system can't keep processes to one core, so their shares can't be measured")
        return []
    share, threads = measure_share()
    print(f"Chances of winning: {estimates.SECONDS:g} s of CPU for a game, one process of {threads} threads at a time")
    print(f"  beside a process that uses the same core all the time {share:8.1f} % of it")
    return [Figure("a busy core's share that chances of winning take", share, MOST_SHARE, " %")]


if __name__ == "__main__":
    print(*run(), sep="\n")
