"""The connections to the SQLite file: one runs whole transactions one at a time, the other only reads."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from monitoring.sink import NO_METRICS, MetricsSink
from ratings.rating import grow_unsure
from storage.damage import check_in_background, require_sound
from storage.errors import DatabaseBusy, DatabaseDamaged, DatabaseFailed, StorageError, explain_failure
from storage.lock import hold_lock
from storage.pseudonyms import hash_id
from storage.schema import migrate, migrations, require_known_schema, require_whole_schema

__all__ = ["Database", "StorageError", "open_database", "parse_path"]

T = TypeVar("T")
Parameters = Sequence[Any] | Mapping[str, Any]
ResultRows = list[sqlite3.Row]

_log = logging.getLogger(__name__)

_SCHEME = "sqlite:///"
OLDEST_SQLITE = (3, 37, 0)  # STRICT tables
_PATIENCE = 1.0  # seconds to wait while another program writes; Discord waits 3 for an answer
_POLL = 0.1  # seconds between two tries meanwhile
_PATIENCE_AT_START = 5.0  # seconds
_SILENCE = 60.0  # seconds between two lines of the log about the same kind of failure


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
        if now - self._said_at.get(kind, -_SILENCE) >= _SILENCE:
            self._said_at[kind], self._must_say_end = now, True
            _log.error("%s", failure)

    def note_success(self, changes: int) -> None:
        """Log that a failure is over, if something was written since; damage doesn't end by itself."""
        if self.lasting in (None, DatabaseDamaged) or changes <= self._changes:
            return
        self.lasting = None
        if self._must_say_end:
            self._must_say_end = False
            _log.info("The database works again.")


class Database:
    """An open database. Transactions run one at a time, in the order in which they were requested.

    While another program writes, those that write wait for up to a second, and the others overtake them. Long queries
    go to `reader`, a connection of its own, so that no transaction waits for them. Sentences about failures begin with
    `name`.
    """

    def __init__(
        self,
        connection: aiosqlite.Connection,
        reader: aiosqlite.Connection,
        metrics: MetricsSink = NO_METRICS,
        name: str = "The database",
    ) -> None:
        self._connection = connection
        self._reader = reader
        self._metrics = metrics
        self._name = name
        self._lock = asyncio.Lock()
        self._failures = FailureLog()
        self._running: set[asyncio.Task[Any]] = set()
        self._closed = False

    async def transaction(
        self, work: Callable[[aiosqlite.Connection], Awaitable[T]], *, committed: Callable[[T], object] = lambda _: None
    ) -> T:
        """Call `work` with the connection, in a transaction, and return its result.

        If `work` raises, its changes are rolled back. `committed` is called with the result after the commit, before
        the next transaction begins. If the caller is canceled, the transaction still runs to its end in its own task;
        only the result is lost.

        Raises:
            StorageError: the database is closed.
            DatabaseFailed: SQLite can't do it, perhaps only for now; nothing has changed.
        """
        return await self._finish(partial(self._attempt, work), committed)

    async def run(
        self, sql: str, parameters: Parameters = (), *, committed: Callable[[ResultRows], object] = lambda _: None
    ) -> ResultRows:
        """Run one SQL statement as a transaction of its own, and return all its rows; `committed` is called with them.

        All else is as in `transaction`.
        """

        async def attempt() -> ResultRows:
            return list(await self._connection.execute_fetchall(sql, parameters))

        return await self._finish(attempt, committed)

    async def read(self, sql: str, parameters: Parameters = ()) -> ResultRows:
        """Return all rows of a query, as of now. No transaction waits for it. Raises: StorageError."""
        if self._closed:
            raise StorageError("The database is closed.")
        try:
            return list(await self._reader.execute_fetchall(sql, parameters))
        except sqlite3.Error as error:
            raise explain_failure(error, f"{self._name} could not do its work") from error

    async def close(self) -> None:
        """Reject new transactions from now on, and wait until those that were requested before have ended."""
        self._closed = True
        if self._running:
            await asyncio.wait(self._running)

    async def _finish(self, attempt: Callable[[], Awaitable[T]], committed: Callable[[T], object]) -> T:
        if self._closed:
            raise StorageError("The database is closed.")
        task = asyncio.create_task(self._run_patiently(attempt, committed))
        self._running.add(task)
        task.add_done_callback(self._forget)
        await asyncio.wait({task})
        return task.result()

    def _forget(self, task: asyncio.Task[Any]) -> None:
        """Forget a transaction that has ended, and its error, which nobody may wait for anymore."""
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # else asyncio logs it as one that was never retrieved

    async def _run_patiently(self, attempt: Callable[[], Awaitable[T]], committed: Callable[[T], object]) -> T:
        """Run this, again and again while another program writes: if SQLite waited instead, nobody could read."""
        # When somebody has waited in vain, the others try once, until something can be written.
        give_up_at = time.monotonic() + (0 if self._failures.lasting is DatabaseBusy else _PATIENCE)
        while True:
            try:
                answer = await self._run_alone(attempt, committed)
            except DatabaseFailed as failure:
                if not isinstance(failure, DatabaseBusy) or time.monotonic() >= give_up_at:
                    self._failures.note(failure, self._connection.total_changes)
                    raise
            else:
                self._failures.note_success(self._connection.total_changes)
                return answer
            await asyncio.sleep(_POLL)

    async def _run_alone(self, attempt: Callable[[], Awaitable[T]], committed: Callable[[T], object]) -> T:
        async with self._lock:
            try:
                answer = await attempt()
            except sqlite3.Error as error:
                raise explain_failure(error, f"{self._name} could not do its work") from error
            committed(answer)
            return answer

    async def _attempt(self, work: Callable[[aiosqlite.Connection], Awaitable[T]]) -> T:
        try:
            # IMMEDIATE: only this call can meet another program that writes, so that `work` is never called twice.
            await self._connection.execute_fetchall("BEGIN IMMEDIATE")
            answer = await work(self._connection)
            began = time.monotonic()
            await self._connection.commit()
            self._metrics.note_commit(time.monotonic() - began)
        except BaseException:
            await self._connection.rollback()  # does nothing if SQLite has rolled back already
            raise
        return answer


@asynccontextmanager
async def open_database(url: str, metrics: MetricsSink = NO_METRICS) -> AsyncIterator[Database]:
    """Open the database at `url` (`sqlite:///` and a path) for the duration of the context. Raises: StorageError.

    If it's missing, it's created, and if its schema is older, migrations bring it up to date. `metrics` gets the
    duration of each commit.
    """
    path = parse_path(url)
    with hold_lock(path, creates=True):
        async with _connect(path) as (connection, reader), check_in_background(path):
            database = Database(connection, reader, metrics, f"The database {path}")
            try:
                yield database
            finally:
                await database.close()


def parse_path(url: str) -> Path:
    """Return the absolute path of the database at `url`, perhaps with links. Raises: StorageError."""
    scheme, found, path = url.partition(_SCHEME)
    if scheme or not found or not Path(path).name:
        # The sentence doesn't quote the URL, because URLs of other schemes contain passwords.
        raise StorageError("A database address looks like sqlite:///rackety.db or sqlite:////var/lib/rackety.db.")
    return Path(path).absolute()


@asynccontextmanager
async def _connect(path: Path) -> AsyncIterator[tuple[aiosqlite.Connection, aiosqlite.Connection]]:
    """Connect to a database, which is brought up to date, and yield a second connection for queries alone."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StorageError(f"Python's SQLite is {sqlite3.sqlite_version}; Rackety needs 3.37 or newer.")
    async with AsyncExitStack() as stack:
        try:
            connection = aiosqlite.connect(path, timeout=_PATIENCE_AT_START, isolation_level=None)
            await stack.enter_async_context(connection)
            await _prepare(connection, path)
            reader = await stack.enter_async_context(aiosqlite.connect(path, timeout=_PATIENCE, isolation_level=None))
            await reader.execute_fetchall("PRAGMA query_only = ON")
            reader.row_factory = sqlite3.Row
            for each in (connection, reader):
                await each.create_function(hash_id.__name__, 2, hash_id, deterministic=True)
                await each.create_function(grow_unsure.__name__, 2, grow_unsure, deterministic=True)
        except sqlite3.Error as error:
            raise explain_failure(error, f"The database {path} can't be used") from error
        yield connection, reader


async def _prepare(connection: aiosqlite.Connection, path: Path) -> None:
    scripts, name = migrations(), f"The database {path}"
    await require_known_schema(connection, len(scripts), name)
    await require_sound(connection, path)
    await require_whole_schema(connection, scripts, name)
    ((mode,),) = await connection.execute_fetchall("PRAGMA journal_mode = WAL")
    if mode != "wal":
        raise StorageError(f"{name} must be on a disk of this machine: SQLite can't keep its journal here.")
    await connection.execute_fetchall("PRAGMA synchronous = FULL")  # NORMAL forgets moves in a power cut
    await connection.execute_fetchall("PRAGMA foreign_keys = ON")
    await migrate(connection, scripts)
    await connection.execute_fetchall("PRAGMA busy_timeout = 0")  # `Database` waits instead
    connection.row_factory = sqlite3.Row
