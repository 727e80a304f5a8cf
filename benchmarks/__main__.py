"""Run the named benchmarks, by default all: `python -m benchmarks [name ...]`."""

import platform
import re
import sqlite3
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import psutil  # type: ignore[import-untyped]  # it ships no types

from benchmarks.bot import commands, pictures, requests, restart, storage, taps, thinking
from benchmarks.engine import grids, judging, players, ready, rollouts, systems
from benchmarks.measure.figures import Figure
from benchmarks.solver import exactness, growth, latency, worst_case

SUBJECTS: Mapping[str, Callable[[], Sequence[Figure]]] = {
    "pictures": pictures.run,
    "judging": judging.run,
    "grids": grids.run,
    "systems": systems.run,
    "plays": ready.run,
    "solver": latency.run,
    "worst": worst_case.run,
    "growth": growth.run,
    "thinking": thinking.run,
    "rollouts": rollouts.run,
    "players": players.run,  # ten minutes
    "exactness": exactness.run,  # ten minutes
    "storage": storage.run,
    "commands": commands.run,
    "taps": taps.run,
    "restart": restart.run,
    "requests": requests.run,
}
CPUS = Path("/proc/cpuinfo")
LIBRARIES = ("discord.py", "aiohttp", "aiosqlite", "msgspec", "Pillow")


def processor() -> str:
    """Return the processor's model name, or the machine type if the model is unknown."""
    if CPUS.exists():
        names = re.findall(r"^model name\s*: (.+)$", CPUS.read_text("utf-8"), re.MULTILINE)
        return names[0] if names else platform.machine()
    return platform.processor() or platform.machine()


def _print_machine() -> None:
    memory = psutil.virtual_memory().total / 2**30
    print(f"{processor()}, {psutil.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.machine()}")
    versions = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    print(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {versions}")


def _measure(name: str) -> Sequence[Figure]:
    """Run one benchmark and return its figures; if it fails, print the error and return a figure that isn't reached."""
    try:
        return SUBJECTS[name]()
    except Exception as error:  # noqa: BLE001  # the other benchmarks run all the same
        print(f"  failed: {type(error).__name__}: {error}")
        return [Figure(f"{name} measured", 0, 1, at_least=True)]


def main(names: Sequence[str]) -> int:
    """Run the named benchmarks, by default all, and print their figures (measured values with their bounds).

    Return the exit code: 0 if every figure is within its bound, 1 if one isn't, or 2 if a name is unknown.
    """
    if unknown := set(names) - set(SUBJECTS):
        print(f"There is no benchmark {', '.join(sorted(unknown))}; there are {', '.join(SUBJECTS)}.")
        return 2
    _print_machine()
    figures: list[Figure] = []
    for name in names or SUBJECTS:
        print()
        figures += _measure(name)
        sys.stdout.flush()
    print(*(["", *map(str, figures)]), sep="\n")
    return int(not all(figure.reached for figure in figures))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
