"""Daily backups in a folder, of which the last seven are kept."""

import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Self

from storage.backups.contents import Check
from storage.backups.copying import back_up
from storage.database import parse_path
from storage.errors import StorageError, explain_os_failures

KEPT = 7
_DATE = r"\d{4}-\d{2}-\d{2}"


@dataclass(frozen=True, slots=True)
class DailyBackups:
    """The daily backups of a database, in a folder where no other database of this name has its own."""

    database: Path
    folder: Path

    @classmethod
    def of(cls, url: str, folder: str) -> Self | None:
        """Return the daily backups of the database at `url`; None if the setting `folder` is empty.

        Raises:
            StorageError: `url` isn't `sqlite:///` and a path.
        """
        return cls(parse_path(url), Path(folder).absolute()) if folder else None

    def make_due(self, now: datetime, must_stop: Check = lambda: False) -> Path | None:
        """Make the backup of this day (UTC) if it isn't there yet, and remove those before the last seven.

        Return the new one; None if there was nothing to do. `must_stop` is as in `back_up`.

        Raises:
            StorageError: the backup can't be made, or an old one can't be removed.
        """
        target = self.folder / f"{self._prefix}{now:%Y-%m-%d}.db"
        if target.exists():
            return None
        if not self.folder.is_dir():
            raise StorageError(f"BACKUP_FOLDER {self.folder} isn't a folder: make it.")
        back_up(self.database, target, must_stop)
        self._remove_old()
        return target

    def list(self) -> list[Path]:
        """Return the daily backups, oldest first; other files in the folder aren't listed."""
        own = re.compile(re.escape(self._prefix) + _DATE + re.escape(".db"))
        return sorted(each for each in self.folder.iterdir() if own.fullmatch(each.name) and each.is_file())

    @property
    def _prefix(self) -> str:
        return f"{self.database.stem}-daily-"

    def _remove_old(self) -> None:
        with explain_os_failures(f"An old backup in {self.folder} can't be removed"):
            for each in self.list()[:-KEPT]:
                each.unlink()
