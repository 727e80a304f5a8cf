"""The machine that a benchmark runs on, and how much of it other programs use meanwhile."""

import os
import platform
import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

import psutil  # type: ignore[import-untyped]  # it ships no types

CPUS = Path("/proc/cpuinfo")
LIBRARIES = ("discord.py", "aiohttp", "aiosqlite", "msgspec", "Pillow")
WAITING = ("idle", "iowait")
COUNTED_TWICE = ("guest", "guest_nice")  # Linux counts the time of guests in `user` and `nice` too


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine, the Python that runs on it, and the versions of what was measured with it."""

    processor: str
    hardware: str
    python: str
    versions: str

    def __str__(self) -> str:
        return f"{self.processor}, {self.hardware}\nPython {self.python}, {self.versions}"


def find_machine() -> Machine:
    """Return the machine that this runs on."""
    memory = psutil.virtual_memory().total / 2**30
    hardware = f"{psutil.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.machine()}"
    versions = ", ".join([f"SQLite {sqlite3.sqlite_version}", *(f"{name} {version(name)}" for name in LIBRARIES)])
    return Machine(_find_processor(), hardware, platform.python_version(), versions)


def _find_processor() -> str:
    """Return the processor's model name, or the machine type if the model is unknown."""
    if CPUS.exists():
        names = re.findall(r"^model name\s*: (.+)$", CPUS.read_text("utf-8"), re.MULTILINE)
        return names[0] if names else platform.machine()
    return platform.processor() or platform.machine()


def sum_used(times: Mapping[str, float]) -> float:
    """Return the seconds that a machine's cores weren't idle, from its seconds of each kind."""
    return sum(seconds for kind, seconds in times.items() if kind not in (*WAITING, *COUNTED_TWICE))


class OtherPrograms:
    """A clock of the CPU time of all programs but this one, its threads and its processes that have ended."""

    def __init__(self) -> None:
        self._begun, self._used = perf_counter(), self._count_seconds()

    def count_cores(self) -> float:
        """Return how many cores the other programs have used since the clock was made, on average."""
        return max(0.0, (self._count_seconds() - self._used) / (perf_counter() - self._begun))

    @staticmethod
    def _count_seconds() -> float:
        own = os.times()
        used = own.user + own.system + own.children_user + own.children_system
        return sum_used(psutil.cpu_times()._asdict()) - used
