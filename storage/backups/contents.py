"""Reading database files, and checking that they are ours, sound and whole."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from engine.override import override
from storage.errors import DatabaseDamaged, StorageError, explain_failure
from storage.schema import COLUMNS, migrations, require_columns, require_old_enough, require_ours

_STEPS = 100_000  # of SQLite's virtual machine between two checks whether to stop: some milliseconds

Check = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Contents:
    """The version of a database's schema, and the number of rows in each table. As text, it's the number of games."""

    schema: int
    rows: Mapping[str, int]

    @override
    def __str__(self) -> str:
        games = self.rows.get("game", 0)
        return f"{games} game{'' if games == 1 else 's'}"


def require_file(path: Path) -> None:
    """Reject a path that isn't a file's. Raises: StorageError if it isn't."""
    if not path.is_file():
        raise StorageError(f"There is no file {path}.")


@contextmanager
def open_to_read(
    path: Path, *, is_in_use: bool, is_whole: bool = False, must_stop: Check = lambda: False
) -> Iterator[sqlite3.Connection]:
    """Connect to a database, for the duration of the context, without writing to it or its journal.

    If it `is_in_use`, another connection may write to it meanwhile. If it isn't, it may be on a disk that can't be
    written to. A journal beside one that `is_whole` is ignored. Queries fail as soon as `must_stop` returns true.

    Raises:
        StorageError: there is no such file.
        DatabaseFailed: SQLite can't read it; also for errors within the context.
    """
    require_file(path)
    # Without `immutable`, SQLite makes two files beside a database in WAL mode, even to read it.
    is_immutable = is_whole or (not is_in_use and not _has_journal(path))
    address = f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if is_immutable else ''}"
    try:
        with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
            connection.set_progress_handler(must_stop, _STEPS)
            yield connection
    except sqlite3.Error as error:
        raise explain_failure(error, f"{path} can't be read") from error


def read_contents(connection: sqlite3.Connection, what: str) -> Contents:
    """Return what a database contains; `what` names it at the beginning of an error message.

    Raises:
        StorageError: it isn't ours, its schema is newer than this program, or a table or column is missing.
        sqlite3.Error: it can't be read.
    """
    scripts = migrations()
    ((owner,),) = connection.execute("PRAGMA application_id")
    ((schema,),) = connection.execute("PRAGMA user_version")
    require_ours(owner, what)
    require_old_enough(schema, len(scripts), what)
    require_columns(connection.execute(COLUMNS), scripts[:schema], what)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    counts = {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in tables}  # noqa: S608  # the database's own names
    return Contents(schema, counts)


def check_soundness(connection: sqlite3.Connection, what: str) -> None:
    """Reject a database with wrong pages, indices or references; `what` names it. Raises: DatabaseDamaged."""
    is_sound = connection.execute("PRAGMA integrity_check(1)").fetchall() == [("ok",)]
    if not is_sound or connection.execute("PRAGMA foreign_key_check").fetchone():
        raise DatabaseDamaged(f"{what} is damaged.")


def _has_journal(path: Path) -> bool:
    journals = [path.with_name(path.name + end) for end in ("-wal", "-journal")]
    return any(each.exists() and each.stat().st_size for each in journals)
