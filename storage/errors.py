"""Errors of the database, and what SQLite's error codes mean for the owner."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar


class StorageError(Exception):
    """The database can't be used, perhaps only for now: one or two sentences for the owner, without secrets."""


class UnreadableGame(StorageError):
    """A stored game can't be read by this program."""


class DatabaseInUse(StorageError):
    """Another process, probably the bot, has the database open."""


class DatabaseFailed(StorageError):
    """SQLite couldn't do its work, and nothing has changed. The database logs it, so that nobody else has to."""

    advice: ClassVar[str] = ""
    """A sentence that tells the owner what to do; empty if that isn't known."""


class DatabaseBusy(DatabaseFailed):
    """Another program is writing to the file."""

    advice = "Another program is writing to it: let that finish, or end it."


class DatabaseFull(DatabaseFailed):
    """The file can't grow."""

    advice = "Free space on its disk, or raise the disk quota or the limit of file sizes (ulimit -f)."


class DatabaseReadOnly(DatabaseFailed):
    """The file can't be written, and perhaps not even be opened."""

    advice = "Make the file, its folder and its disk writable for the bot's account."


class DatabaseDamaged(DatabaseFailed):
    """The file's content is wrong."""

    advice = "Restore a backup, or recover what is left, as docs/hosting.md says."


class DiskFailed(DatabaseFailed):
    """The operating system couldn't read or write the file."""

    advice = "Check the disk and the system's log."


_NOT_UTF_8 = "Could not decode to UTF-8"  # how Python's sqlite3 begins to say that
_KINDS: dict[int, type[DatabaseFailed]] = {
    sqlite3.SQLITE_BUSY: DatabaseBusy,
    sqlite3.SQLITE_PROTOCOL: DatabaseBusy,  # other programs open the file over and over
    sqlite3.SQLITE_FULL: DatabaseFull,
    sqlite3.SQLITE_IOERR_WRITE: DatabaseFull,  # a quota or a limit; the code of a full disk is SQLITE_FULL
    sqlite3.SQLITE_IOERR_SHMSIZE: DatabaseFull,
    sqlite3.SQLITE_IOERR: DiskFailed,
    sqlite3.SQLITE_READONLY: DatabaseReadOnly,
    sqlite3.SQLITE_CANTOPEN: DatabaseReadOnly,
    sqlite3.SQLITE_CORRUPT: DatabaseDamaged,
    sqlite3.SQLITE_NOTADB: DatabaseDamaged,
}
_OF_THE_SYSTEM: dict[int, type[DatabaseFailed]] = {
    errno.ENOSPC: DatabaseFull,
    errno.EDQUOT: DatabaseFull,
    errno.EFBIG: DatabaseFull,
    errno.EACCES: DatabaseReadOnly,
    errno.EPERM: DatabaseReadOnly,
    errno.EROFS: DatabaseReadOnly,
    errno.EIO: DiskFailed,
}


def explain_failure(error: sqlite3.Error, what: str) -> DatabaseFailed:
    """Return SQLite's error as one of this program's, whose text is `what`, SQLite's words and advice for the owner."""
    if str(error).startswith(_NOT_UTF_8):  # the error quotes the text, which may name tiles
        return DatabaseDamaged(f"{what}: {_NOT_UTF_8}. {DatabaseDamaged.advice}")
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)  # errors of Python's own module have none
    kind = _KINDS.get(code) or _KINDS.get(code & 0xFF, DatabaseFailed)  # the lowest byte is the primary code
    return kind(f"{what}: {error}. {kind.advice}".rstrip())


@contextmanager
def explain_os_failures(what: str) -> Iterator[None]:
    """Raise an `OSError` in the context as `DatabaseFailed`: `what`, the system's words and advice for the owner."""
    try:
        yield
    except OSError as error:
        kind = _OF_THE_SYSTEM.get(error.errno or 0, DatabaseFailed)
        raise kind(f"{what}: {os.strerror(error.errno or 0)}. {kind.advice}".rstrip()) from error
