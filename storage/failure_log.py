"""The log of a failing database: a line when it begins to fail, one a minute while it does, and one when it's over."""

import logging
import time
from collections.abc import Callable

from storage.errors import DatabaseDamaged, DatabaseFailed

log = logging.getLogger(__name__)

_PAUSE = 60.0  # seconds between two lines about the same kind of failure


class FailureLog:
    """Tells the bot's owner what is wrong with the database, however many taps meet it."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.lasting: type[DatabaseFailed] | None = None
        """The last failure's kind, until something has been written since."""
        self._now = now
        self._said_at: dict[type[DatabaseFailed], float] = {}
        self._must_say_end = False
        self._changes: int  # as of the last failure

    def note(self, failure: DatabaseFailed, changes: int) -> None:
        """Log a failure, unless its kind was logged in the last minute.

        `changes` is the number of rows that the connection has changed so far, including those rolled back.
        """
        kind, now = type(failure), self._now()
        self.lasting, self._changes = kind, changes
        if now - self._said_at.get(kind, -_PAUSE) >= _PAUSE:
            self._said_at[kind], self._must_say_end = now, True
            log.error("%s", failure)

    def note_success(self, changes: int) -> None:
        """Log that the failure is over, if something was written since: reading proves little.

        Damage doesn't end by itself.
        """
        if self.lasting in (None, DatabaseDamaged) or changes <= self._changes:
            return
        self.lasting = None
        if self._must_say_end:
            self._must_say_end = False
            log.info("The database works again.")
