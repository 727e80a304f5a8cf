"""Putting a backup in the place of the database.

A journal (`-wal`) belongs to the database beside it, and would damage another one. So the present database is first
brought up to date with its own journal, which is then empty and removed, and only then replaced. A kill at any point
leaves one or the other, whole.
"""

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from storage.backups.checksum import Checksum, judge_checksum
from storage.backups.contents import Contents
from storage.backups.copying import fill_copy
from storage.backups.files import publish, remove_journals, sync, write_part
from storage.errors import DatabaseBusy, DatabaseDamaged, StorageError, explain_failure, explain_os_failures
from storage.lock import hold_lock
from storage.paths import PRIVATE, is_there

_WAL = "-wal"
_LATER = 100_000  # ids to skip: more games, or tournaments, than were opened since the backup
# Discord has moved on since the backup: messages have buttons of games that the backup lacks, whose ids must never be
# used again, and the tables of open games show moves that it lacks.
_SKIP_IDS = "UPDATE sqlite_sequence SET seq = seq + ?"
_OUTDATE = """
    UPDATE post SET shown = '' WHERE owner IN (SELECT 'table ' || id FROM game WHERE phase IN ('lobby', 'playing'))
"""


class Unverified(StorageError):
    """A backup whose checksum is missing, or wrong."""

    def __init__(self, checksum: Checksum) -> None:
        super().__init__(f"The backup's checksum is {checksum.name.lower()}.")
        self.checksum = checksum


@dataclass(frozen=True, slots=True)
class Restored:
    """A restored backup's contents, and the copy of the database that was there before; None if there was none."""

    contents: Contents
    kept: Path | None


def restore(backup: Path, path: Path, now: datetime, *, is_unverified: bool = False) -> Restored:
    """Replace the database `path` with a copy of `backup`, keeping what was there beside it under a name with the date.

    The backup may be from an older version, whose schema the next start brings up to date. Its checksum must be right,
    unless it `is_unverified`. `now` is in UTC. After an error, the database is as it was.

    Raises:
        DatabaseInUse: the bot is running.
        Unverified: the checksum isn't right.
        StorageError: the backup isn't a sound database of ours, or the disk fails.
    """
    with hold_lock(path) as real:
        if is_there(backup) and real.exists() and backup.samefile(real):
            raise StorageError(f"{backup} is the database itself.")
        checksum = judge_checksum(backup)
        if checksum is Checksum.WRONG and not is_unverified:
            raise Unverified(checksum)
        with write_part(real) as part:
            contents = fill_copy(backup, part, is_in_use=False, is_whole=checksum is Checksum.RIGHT)
            if checksum is Checksum.MISSING and not is_unverified:  # what isn't a database at all was refused as such
                raise Unverified(checksum)
            _prepare(part)
            with explain_os_failures(f"{real} can't be replaced"):
                kept = _keep(real, now)
                _take_place_of(real, part)
            publish(part, real)
    return Restored(contents, kept)


def _prepare(part: Path) -> None:
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # leaves no file beside it; a start switches to WAL
            connection.execute("BEGIN")
            connection.execute(_SKIP_IDS, (_LATER,))
            connection.execute(_OUTDATE)
            connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise explain_failure(error, "The copy can't be written") from error


def _keep(real: Path, now: datetime) -> Path | None:
    """Copy the present database, which may be damaged, byte by byte; return the copy, None if there was nothing."""
    if not real.exists() or not real.stat().st_size:
        return None
    kept, wal = _find_name(real, now), real.with_name(real.name + _WAL)
    with write_part(real.with_name(f"{real.name}.kept")) as part:
        if wal.exists():
            shutil.copyfile(wal, part)
        if not _apply_journal(real) and part.stat().st_size:  # then SQLite may have removed it
            publish(part, kept.with_name(kept.name + _WAL))
        shutil.copyfile(real, part)
        part.chmod(PRIVATE)
        publish(part, kept)
    return kept


def _apply_journal(real: Path) -> bool:
    """Bring the database up to date with its journal, and empty that; return False if it's damaged or another's."""
    try:
        with closing(sqlite3.connect(real, isolation_level=None)) as connection:
            ((is_busy, *_),) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        failure = explain_failure(error, f"The present database {real} can't be read")
        if not isinstance(failure, DatabaseDamaged):
            raise failure from error
    else:
        if is_busy:
            raise DatabaseBusy(f"Another program is reading {real}, perhaps a backup: let it finish, or end it.")
        return True
    return False


def _find_name(real: Path, now: datetime) -> Path:
    name, number = f"{real.stem}-before-restore-{now:%Y-%m-%dT%H%M%SZ}", 1
    while (kept := real.with_name(f"{name}{f'-{number}' if number > 1 else ''}{real.suffix}")).exists():
        number += 1
    return kept


def _take_place_of(real: Path, part: Path) -> None:
    """Prepare for renaming `part`: give it to the same account, and remove the journals of the old database."""
    if os.geteuid() == 0:
        owner = (real if real.exists() else real.parent).stat()
        os.chown(part, owner.st_uid, owner.st_gid)
    remove_journals(real)
    sync(real.parent)
