"""Thinking: what each decision takes, and the delay of the bot's event loop while computers think in a thread."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from statistics import median
from time import perf_counter, process_time
from typing import Any

from benchmarks.decisions import measuring, yielding
from benchmarks.engine.judging import NOW, PACK_RACK, PACK_TABLE, full_table
from benchmarks.measure.figures import Figure
from engine.game.goals import Level
from engine.game.self_play import derive_seed
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.table.state import TableState
from engine.tiles.tiles import Color
from engine.variants import load

TICK = 0.001  # seconds between two checks of the clock
IDLE = 2.0  # seconds that the event loop is measured while nothing else runs
MOST = 20.0  # milliseconds of delay, at most
TURNS = 30  # turns in each game
LEVELS = (Level.STRONG, Level.MASTER)


class LagMeter:
    """A task that checks the clock every `TICK` seconds and records in `late` how many ms too late each check was.

    A delay counts only as far as this process used the CPU meanwhile, so that other processes don't add to it.
    """

    def __init__(self) -> None:
        self.late: list[float] = []
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            begun, computed = perf_counter(), process_time()
            await asyncio.sleep(TICK)
            self.late.append(1000 * min(perf_counter() - begun - TICK, process_time() - computed))

    def stop(self) -> None:
        """Stop checking the clock; `late` keeps what was recorded."""
        self._task.cancel()


def heavy(variant: Variant[Any]) -> Iterator[GameState]:
    """Yield a state with a full table if this rule system is played on a table, and nothing if it has a grid."""
    if variant.state_type is TableState:
        packs = Color.RED not in variant.box.colors
        yield full_table(variant, PACK_TABLE, [PACK_RACK, *["CN"] * 5]) if packs else full_table(variant)


async def decide(variant: Variant[Any], state: GameState, level: Level) -> GameState:
    """Make the move that a computer of this level chooses, and return the state after it.

    As in the bot, the view of the game is made on the event loop, and the rest is done in a thread.
    """
    view = variant.view(state, state.turn)
    action = await asyncio.to_thread(variant.choose, view, level, bytes(32))
    after: GameState = (await asyncio.to_thread(partial(variant.apply, state, action, now=state.now))).state
    return after


async def _measure(variant: Variant[Any]) -> tuple[list[float], list[float]]:
    clock, took = LagMeter(), []
    seats = variant.info.high
    states: list[GameState] = [*heavy(variant), variant.setup(seats, derive_seed(0, 0), NOW, {}).state]
    for state in states:
        now = state
        for turn in range(TURNS):
            if now.outcome is None:
                begun = perf_counter()
                now = await decide(variant, now, LEVELS[turn % len(LEVELS)])
                took.append(1000 * (perf_counter() - begun))
    clock.stop()
    return took, clock.late


async def _idle() -> float:
    """Return the longest delay of the event loop in ms when nothing else runs."""
    clock = LagMeter()
    await asyncio.sleep(IDLE)
    clock.stop()
    return max(clock.late)


def measure_lag() -> float:
    """Let computers play every system, print the delays, and return the longest delay of the event loop in ms."""
    print("Computers thinking in a thread, and the event loop beside them      median    worst    loop held up")
    longest = 0.0
    for variant in load().values():
        took, late = asyncio.run(_measure(variant))
        longest = max(longest, *late)
        print(f"  {variant.info.name!s:56}{median(took):12.2f}{max(took):9.2f} ms {max(late):8.2f} ms at most")
    print(f"  {'nobody thinks':77} {asyncio.run(_idle()):8.2f} ms")
    return longest


def run() -> Sequence[Figure]:
    """Measure delays in a new process, and then decisions and the chances of winning; print and return the figures.

    The process imports the bot's modules, because they are also in the real bot's memory, where its garbage collector
    scans them.
    """
    done = subprocess.run([sys.executable, "-m", "benchmarks.bot.thinking"], capture_output=True, text=True, check=True)
    *table, longest = done.stdout.splitlines()
    print(*table, sep="\n")
    held_up = Figure("event loop held up by a computer that thinks, at most", float(longest), MOST, " ms")
    return [held_up, *measuring.run(), *yielding.run()]


if __name__ == "__main__":
    import_module("bot").shorten_waits()
    print(measure_lag())
