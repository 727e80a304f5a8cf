"""Commits of a busy bot without and with a backup beside them, and beside `VACUUM INTO`."""

import asyncio
import sqlite3
import statistics
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks.measure.figures import Alternative, Figure
from storage.backups.copying import back_up
from storage.backups.files import sync
from storage.database import Database, open_database

SIZE = 200_000_000  # bytes
ROUNDS = 5
EVERY = 0.02  # seconds between two commits
QUIET = 3.0  # seconds without a backup
SLOWEST = 100.0  # milliseconds
_FILL = """
    WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number LIMIT ?)
    INSERT INTO command_upload SELECT value, hex(randomblob(2000)) FROM number
"""
_WRITE = """
    INSERT INTO command_upload VALUES (?, hex(randomblob(4000)))
    ON CONFLICT DO UPDATE SET hash = excluded.hash
"""


async def _commit_until(database: Database, done: asyncio.Future[Any]) -> list[float]:
    """Commit 50 times a second until something is done, and return how long each took, in milliseconds."""
    times: list[float] = []
    while not done.done():
        begin = perf_counter()
        await database.run(_WRITE, (len(times) * 37 % 40_000 + 1,))
        times.append((perf_counter() - begin) * 1_000)
        await asyncio.sleep(max(0, EVERY - times[-1] / 1_000))
    return times


async def _measure(database: Database, work: Callable[[], object]) -> tuple[float, float]:
    """Return the slowest commit beside this work in a thread, in milliseconds, and the work's time in seconds."""
    begin = perf_counter()
    done = asyncio.ensure_future(asyncio.to_thread(work))
    times = await _commit_until(database, done)
    await done
    return max(times), perf_counter() - begin


def _vacuum(path: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))
    sync(target)


async def _run(folder: Path) -> Sequence[Figure]:
    path = folder / "rackety.db"
    async with open_database(f"sqlite:///{path}") as database:
        await database.run(_FILL, (SIZE // 4_100,))
        quiet, ours, theirs = [], [], []
        for number in range(ROUNDS):
            target = folder / f"{number}.db"
            quiet.append(max(await _commit_until(database, asyncio.ensure_future(asyncio.sleep(QUIET)))))
            ours.append(await _measure(database, partial(back_up, path, target)))
            theirs.append((await _measure(database, partial(_vacuum, path, target)))[0])
            target.unlink()
    slowest = [each for each, _ in ours]
    vacuum = Alternative("with VACUUM INTO", statistics.median(theirs), " ms")
    return [
        Figure(
            "slowest commit beside a backup",
            statistics.median(slowest),
            SLOWEST,
            " ms",
            short="slowest",
            beside=vacuum,
            spread={"worst": max(slowest)},
        ),
        Figure("slowest commit without a backup", statistics.median(quiet), unit=" ms", short="quiet"),
        Figure("time of a backup", statistics.median([each for _, each in ours]), unit=" s", short="seconds"),
    ]


def run() -> Sequence[Figure]:
    """Measure on this machine's disk."""
    print(f"backups of {SIZE / 1e6:.0f} MB, with 50 commits a second")
    with TemporaryDirectory() as folder:
        return asyncio.run(_run(Path(folder)))
