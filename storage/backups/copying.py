"""Copying a database while it's in use.

SQLite's online backup copies the pages of one moment: a read transaction stays open until all are copied. So the copy
is consistent, and its tables can be counted before. In WAL mode, writers don't wait for it; only the journal grows.
Each megabyte is synced before the next, because a long sync would make the bot's commits wait for the disk: the slowest
one takes about ten times as long beside `VACUUM INTO` (`python -m benchmarks backups`).
"""

import os
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from storage.backups.checksum import add_checksum
from storage.backups.contents import Check, Contents, check_soundness, open_to_read, read_contents
from storage.backups.files import publish, write_part
from storage.errors import DatabaseDamaged, StorageError, explain_failure, explain_os_failures

_PAGES = 256  # a megabyte, and after it a pause (`python -m benchmarks backups`)
_PAUSE = 0.01  # seconds
_LEFT_OUT = "deleted_today"  # by when a copy is used, the day has usually ended


class CopyStopped(StorageError):
    """The copy was stopped on request; nothing of it is left."""


def back_up(source: Path, target: Path, must_stop: Check = lambda: False) -> Contents:
    """Copy a database that may be in use to `target`, and return what the copy contains.

    The copy is checked, has a checksum and mode 0600. It replaces `target` when all is well; if anything fails, or the
    process is killed, that stays as it was. `must_stop` is called often, and ends the copy when it returns true.

    Raises:
        StorageError: the source isn't a sound database of ours, or the copy can't be written.
        CopyStopped: `must_stop` returned true.
    """
    with write_part(target) as part:
        try:
            contents = fill_copy(source, part, is_in_use=True, must_stop=must_stop)
            add_checksum(part, must_stop)
        except StorageError as failure:
            raise (CopyStopped("The backup was stopped.") if must_stop() else failure) from None
        publish(part, target)
        return contents


def fill_copy(
    source: Path, part: Path, *, is_in_use: bool, is_whole: bool = False, must_stop: Check = lambda: False
) -> Contents:
    """Copy a database to the empty file `part`, check the copy, and return what it contains. Raises: StorageError.

    `is_in_use` and `is_whole` are as in `open_to_read`.
    """
    with open_to_read(source, is_in_use=is_in_use, is_whole=is_whole, must_stop=must_stop) as reader:
        reader.execute("BEGIN")
        expected = read_contents(reader, f"{source}")
        expected = replace(expected, rows={name: 0 if name == _LEFT_OUT else n for name, n in expected.rows.items()})
        _copy_pages(reader, part, must_stop)
    with open_to_read(part, is_in_use=False, must_stop=must_stop) as copy:
        check_soundness(copy, f"{source}")
        if read_contents(copy, f"{source}") != expected:
            raise DatabaseDamaged(f"The copy of {source} isn't like the original.")
    return expected


def _copy_pages(reader: sqlite3.Connection, part: Path, must_stop: Check) -> None:
    descriptor = os.open(part, os.O_RDONLY)

    def pace(*_: int) -> None:
        if must_stop():
            raise CopyStopped("The copy was stopped.")  # which ends SQLite's backup
        os.fsync(descriptor)
        time.sleep(_PAUSE)

    try:
        with explain_os_failures("The copy can't be written"), closing(sqlite3.connect(part)) as copy:
            copy.execute("PRAGMA journal_mode = OFF")  # a copy that isn't complete is removed
            copy.execute("PRAGMA synchronous = OFF")
            reader.backup(copy, pages=_PAGES, progress=pace)
            if copy.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (_LEFT_OUT,)).fetchone():
                copy.execute("PRAGMA secure_delete = ON")
                copy.execute(f"DELETE FROM {_LEFT_OUT}")  # noqa: S608  # our own table
                copy.commit()
    except sqlite3.Error as error:
        raise explain_failure(error, "The copy can't be written") from error
    finally:
        os.close(descriptor)
