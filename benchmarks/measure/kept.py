"""Runs of benchmarks, and the machine that they ran on; `docs/figures.json` has the newest of each subject."""

import json
import os
import platform
import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import psutil  # type: ignore[import-untyped]  # it ships no types

from benchmarks.measure.figures import Figure
from engine.override import override

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "docs" / "figures.json"
BUSY = 0.25  # cores, on average: more than a system at rest uses, and less than any other benchmark or test
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

    @override
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


@dataclass(frozen=True, slots=True)
class SubjectRun:
    """One run of a subject: its date (as 2026-11-26), commit (with a `+` if files were changed), machine and figures.

    `others` is the number of cores that other programs used meanwhile.
    """

    date: str
    commit: str
    machine: Machine
    others: float
    figures: Mapping[str, Figure]

    @property
    def is_disturbed(self) -> bool:
        """Whether other programs took so much of the machine that the figures aren't fit to be quoted."""
        return self.others >= BUSY


def by_key(figures: Sequence[Figure]) -> Mapping[str, Figure]:
    """Return the figures of a subject by key. Raises: ValueError if two have one key."""
    found = {figure.key: figure for figure in figures}
    if len(found) < len(figures):
        keys = [figure.key for figure in figures]
        raise ValueError(f"figures have one key: {', '.join(sorted({key for key in keys if keys.count(key) > 1}))}")
    return found


def read_kept(path: Path = KEPT) -> Mapping[str, SubjectRun]:
    """Return the newest run of each subject."""
    return msgspec.json.decode(path.read_bytes(), type=dict[str, SubjectRun]) if path.exists() else {}


def keep(runs: Mapping[str, SubjectRun], subjects: Iterable[str], path: Path = KEPT) -> None:
    """Write these runs over the earlier ones in one step; those of the other `subjects` stay, and no others."""
    newest = {**read_kept(path), **runs}
    written = msgspec.json.encode({name: newest[name] for name in subjects if name in newest})
    plain = json.loads(
        written, parse_float=lambda number: float(f"{float(number):.6g}"), object_hook=_leave_out_defaults
    )
    new = path.with_suffix(".new")
    new.write_text(json.dumps(plain, indent=1, ensure_ascii=False) + "\n", "utf-8")
    new.replace(path)


def _leave_out_defaults(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value is not False and value not in ("", None, {})}
