"""The check of the database at every start: at once if its file is small, else in the background."""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import aiosqlite

from storage.errors import DatabaseDamaged, DatabaseFailed, explain_failure

log = logging.getLogger(__name__)

_AT_ONCE = 50_000_000  # bytes that are checked before the start goes on, which takes about 0.2 s
_CHECK = "PRAGMA quick_check(1)"  # all but whether the indices contain each row; returns the first thing that is wrong


async def require_sound(connection: aiosqlite.Connection, path: Path) -> None:
    """Reject a damaged database, unless its file is large. Raises: DatabaseDamaged, or sqlite3.Error."""
    if _is_small(path):
        _require_ok(await connection.execute_fetchall(_CHECK), path)


@asynccontextmanager
async def check_in_background(path: Path) -> AsyncIterator[None]:
    """Check a large database while the context lasts, and log if it's damaged.

    The check has a connection of its own, so that nobody waits for it. That connection can't write, because SQLite
    before 3.51.3 can damage a file if two connections write to its journal. The journal grows until the check has
    ended, because a reader keeps SQLite from using it again from its beginning.
    """
    if _is_small(path):
        yield
        return
    address = f"{path.as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, check_same_thread=False)) as reader:
        is_ending = threading.Event()
        check = asyncio.create_task(asyncio.to_thread(_check, reader, path, is_ending), name="check of the database")
        try:
            yield
        finally:
            is_ending.set()
            while not check.done():
                reader.interrupt()
                await asyncio.wait({check}, timeout=0.05)


def _is_small(path: Path) -> bool:
    return path.stat().st_size <= _AT_ONCE


def _check(reader: sqlite3.Connection, path: Path, is_ending: threading.Event) -> None:
    try:
        _require_ok(reader.execute(_CHECK), path)
    except DatabaseFailed as damage:
        found = damage
    except sqlite3.Error as error:
        found = explain_failure(error, f"The database {path} can't be checked")
    else:
        return
    if not is_ending.is_set():  # else the check was interrupted
        log.critical("%s", found)


def _require_ok(rows: Iterable[sqlite3.Row], path: Path) -> None:
    if [tuple(row) for row in rows] != [("ok",)]:
        raise DatabaseDamaged(f"The database {path} is damaged. {DatabaseDamaged.advice}")
