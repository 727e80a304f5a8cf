"""Daily backups in a folder: the last seven, and one for each of the four weeks before."""

import errno
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Self

from filelock import FileLock, Timeout

from storage.backups.contents import Check
from storage.backups.copying import back_up
from storage.database import parse_path
from storage.errors import DatabaseFull, StorageError, explain_os_failures
from storage.paths import PRIVATE

OFF = "none"  # the value of BACKUP_FOLDER
DAYS = 7
WEEKS = 4
OVERDUE = 36  # hours after the beginning of a backup's day (UTC); the bot makes the next one in the 25th
_DATE = r"(\d{4}-\d{2}-\d{2})"


@dataclass(frozen=True, slots=True)
class DailyBackups:
    """A database's backups in a folder, which it makes if it `may_make_folder`, but not the one around it."""

    database: Path
    folder: Path
    may_make_folder: bool = False

    @classmethod
    def of(cls, url: str, folder: str) -> Self | None:
        """Return the daily backups of the database at `url`; None if the setting `folder` is `none`.

        If it's empty, the folder is beside the database: `rackety-backups` for `rackety.db`. The bot doesn't make any
        other one, which might be on a disk that isn't mounted. Raises: StorageError as `parse_path`.
        """
        if folder.lower() == OFF:
            return None
        path = parse_path(url)
        if folder:
            return cls(path, Path(folder).absolute())
        return cls(path, path.with_name(f"{path.name.removesuffix('.db')}-backups"), may_make_folder=True)

    @contextmanager
    def reserve(self) -> Iterator[None]:
        """Keep other bots from making backups with these names in this folder meanwhile. Raises: StorageError."""
        self._require_folder()
        path = self.folder / f".{self._prefix.removesuffix('-')}.lock"
        lock = FileLock(path, blocking=False, mode=PRIVATE, thread_local=False, fallback_to_soft=False)
        with ExitStack() as stack:
            with explain_os_failures(f"{self.folder} can't be written"):
                try:
                    stack.enter_context(lock)
                except Timeout:
                    raise StorageError(
                        f"Another bot keeps its backups in {self.folder}, of a database with the same name. "
                        "Set BACKUP_FOLDER to another folder."
                    ) from None
            stack.callback(path.unlink, missing_ok=True)  # as in `write_part`
            yield

    def make_due(self, now: datetime, must_stop: Check = lambda: False) -> Path | None:
        """Make the backup of this day (UTC) and remove those that aren't kept any longer. Raises: StorageError.

        Return the new one; None if it was there. `must_stop` is as in `back_up`. A backup with a later date, which a
        wrong clock must have made, is neither counted nor removed.
        """
        today, made = now.date(), None
        target = self.folder / f"{self._prefix}{today}.db"
        if not target.is_file():
            self._require_folder()
            self._require_room()
            back_up(self.database, target, must_stop)
            made = target
        self._remove_old(today)
        return made

    def find(self) -> dict[date, Path]:
        """Return the daily backups by day, oldest first. Raises: StorageError if the folder can't be read."""
        own = re.compile(re.escape(self._prefix) + _DATE + re.escape(".db"))
        with explain_os_failures(f"{self.folder} can't be read"):
            files = [each for each in self.folder.iterdir() if each.is_file()] if self.folder.is_dir() else []
        found = {day: each for each in files if (day := _read_date(own, each.name))}
        return dict(sorted(found.items()))

    def find_last(self, now: datetime) -> datetime | None:
        """Return the beginning of the last backup's day; None without any. Raises: StorageError as in `find`."""
        last = max((day for day in self.find() if day <= now.date()), default=None)
        return begin_day(last) if last else None

    @property
    def _prefix(self) -> str:
        return f"{self.database.stem}-daily-"

    def _require_folder(self) -> None:
        if self.may_make_folder:
            with explain_os_failures(f"{self.folder} can't be made"):
                self.folder.mkdir(mode=0o700, exist_ok=True)
        elif not self.has_folder():
            raise StorageError("BACKUP_FOLDER isn't a folder: create it.")

    def has_folder(self) -> bool:
        """Return whether the folder is there. If not, don't name it: it might be a secret in the wrong place.

        Raises: OSError if that can't be told.
        """
        try:
            return self.folder.is_dir()
        except OSError as error:
            if error.errno == errno.ENAMETOOLONG:
                return False
            raise

    def _require_room(self) -> None:
        """Reject a backup that would leave less room on its disk than it takes: the database may need that to grow."""
        with explain_os_failures(f"The disk of {self.folder} can't be measured"):
            journal = self.database.with_name(f"{self.database.name}-wal")
            size = self.database.stat().st_size + (journal.stat().st_size if journal.exists() else 0)
            free = shutil.disk_usage(self.folder).free
        if free < 2 * size:
            raise DatabaseFull(
                f"The disk of {self.folder} has {free / 1e6:,.0f} MB left, too little for a backup of "
                f"{size / 1e6:,.0f} MB and as much again. {DatabaseFull.advice}"
            )

    def _remove_old(self, today: date) -> None:
        """Remove the backups that aren't kept, and what a kill on another day has left of one."""
        found = {day: each for day, each in self.find().items() if day <= today}
        part = re.compile(
            re.escape(f".{self._prefix}") + _DATE + re.escape(".db.part") + r"(-wal|-shm|-journal|\.lock)?"
        )
        with explain_os_failures(f"An old backup in {self.folder} can't be removed"):
            parts = [each for each in self.folder.iterdir() if _read_date(part, each.name) not in {None, today}]
            for each in [found[day] for day in found.keys() - choose_kept(found)] + parts:
                each.unlink()


def choose_kept(days: Iterable[date]) -> set[date]:
    """Return the days whose backups are kept: the last 7, and the last of each of the 4 ISO weeks before.

    A week that has its last day among those 7 has no other. Days and weeks without a backup don't count.
    """
    newest = sorted({*days}, reverse=True)
    daily = newest[:DAYS]
    by_week = {day.isocalendar()[:2]: day for day in reversed(newest)}
    weekly = sorted({*by_week.values()} - {*daily}, reverse=True)
    return {*daily, *weekly[:WEEKS]}


def begin_day(day: date) -> datetime:
    """Return the beginning of a day (UTC)."""
    return datetime.combine(day, time(), UTC)


def is_overdue(day: date, now: datetime) -> bool:
    """Return whether there should be a later backup than that of this day."""
    return now - begin_day(day) > timedelta(hours=OVERDUE)


def _read_date(pattern: re.Pattern[str], name: str) -> date | None:
    match = pattern.fullmatch(name)
    try:
        return date.fromisoformat(match[1]) if match else None
    except ValueError:
        return None
