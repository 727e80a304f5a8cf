"""The daily backups, unless BACKUP_FOLDER is `none`."""

import asyncio
import contextlib
import logging
import threading
from datetime import UTC, datetime

from cogs import LoopingCog
from engine.override import override
from services.concurrency.supervise import describe_exception
from storage.backups.copying import CopyStopped
from storage.backups.daily import DailyBackups
from storage.errors import StorageError
from ui.services import Services

log = logging.getLogger(__name__)

_EVERY = 3600.0  # seconds between two checks whether a backup is due, and after one that failed


class BackupsCog(LoopingCog):
    """The loop that makes a backup each day (UTC), in a thread with a connection of its own, so that no move waits."""

    def __init__(self, services: Services) -> None:
        self._metrics = services.metrics
        self._failures = 0  # since the last success
        self._is_ending = threading.Event()
        self._reservation: contextlib.ExitStack | None = None
        self._copy: asyncio.Future[None] | None = None
        if backups := services.choices.daily_backups:
            self.loops = {"daily backups": lambda: self._keep_backing_up(backups)}

    @override
    async def cog_unload(self) -> None:
        """Stop, and wait until a running backup has been abandoned; the next start makes it."""
        self._is_ending.set()
        await super().cog_unload()
        if self._copy:
            await asyncio.gather(self._copy, return_exceptions=True)
        if self._reservation:
            self._reservation.close()

    async def _keep_backing_up(self, backups: DailyBackups) -> None:
        while True:
            self._copy = asyncio.ensure_future(asyncio.to_thread(self._back_up, backups))
            await asyncio.wait({self._copy})
            self._copy.result()
            await asyncio.sleep(_EVERY)

    def _back_up(self, backups: DailyBackups) -> None:
        now = datetime.now(UTC)
        try:
            if self._reservation is None:
                with contextlib.ExitStack() as stack:
                    stack.enter_context(backups.reserve())
                    self._reservation = stack.pop_all()
            made = backups.make_due(now, self._is_ending.is_set)
        except CopyStopped:
            return
        except Exception as error:  # noqa: BLE001  # whatever fails is reported
            self._failures += 1
            why = error if isinstance(error, StorageError) else describe_exception(error)
            log.error("The daily backup failed, and is tried again in an hour: %s", why)  # noqa: TRY400  # one line
        else:
            self._failures = 0
            if made:
                log.info("made the daily backup %s", made)
        self._metrics.note_backup_failures(self._failures)
        with contextlib.suppress(StorageError):
            self._metrics.note_last_backup(backups.find_last(now))
