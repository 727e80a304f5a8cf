"""The schema's version, and the numbered migrations that bring a database up to date; there is no way back."""

import logging
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

import aiosqlite

from storage.errors import StorageError

log = logging.getLogger(__name__)

OURS = 0x5261636B  # application_id, as 0001 sets it: the letters "Rack"
UNRELEASED = 0x7261636B  # that of databases before 1.0.0
# The columns of all tables, by table and column.
COLUMNS = """
    SELECT made.name, part.name FROM sqlite_schema AS made JOIN pragma_table_info(made.name) AS part
    WHERE made.type = 'table'
"""


def migrations() -> tuple[str, ...]:
    """Return the SQL of all migrations in order, number 1 first. Raises: ValueError if one is missing or doubled."""
    paths = sorted((Path(__file__).parent / "migrations").glob("*.sql"))
    numbers = [int(path.name.partition("_")[0]) for path in paths]
    if numbers != list(range(1, len(paths) + 1)):
        raise ValueError(f"Migrations must count from 1 without a gap: {numbers}")
    return tuple(path.read_text("utf-8") for path in paths)


async def require_known_schema(connection: aiosqlite.Connection, known: int, what: str) -> None:
    """Reject a database that isn't ours, or newer than `known` migrations; `what` names it. Raises: StorageError."""
    (tables,) = await _pragma(connection, "SELECT count(*) FROM sqlite_schema")
    if tables:
        require_ours(*await _pragma(connection, "PRAGMA application_id"), what)
    require_old_enough(await schema_version(connection), known, what)


def require_ours(owner: int, what: str) -> None:
    """Reject a database with another `application_id`, `owner`; `what` begins the sentence. Raises: StorageError."""
    if owner == UNRELEASED:
        raise StorageError(f"{what} was written by a Rackety before 1.0.0, and can't be read: begin with a new file.")
    if owner != OURS:
        raise StorageError(f"{what} isn't a database of Rackety.")


def require_old_enough(version: int, known: int, what: str) -> None:
    """Reject a schema that is newer than this program knows; `what` begins the sentence. Raises: StorageError."""
    if version > known:
        raise StorageError(
            f"{what} was written by a newer Rackety: its schema is {version}, this one knows up to {known}."
        )


async def require_whole_schema(connection: aiosqlite.Connection, scripts: Sequence[str], what: str) -> None:
    """Reject a database that lacks a table or column of its version; `what` names it. Raises: StorageError."""
    made = [tuple(row) for row in await connection.execute_fetchall(COLUMNS)]
    require_columns(made, scripts[: await schema_version(connection)], what)


def require_columns(found: Iterable[tuple[str, str]], scripts: Sequence[str], what: str) -> None:
    """Reject a database that lacks a column that `scripts` make; `found` are its own. Raises: StorageError."""
    missing = _list_columns_made(tuple(scripts)).difference(found)
    if missing:
        table, column = min(missing)
        raise StorageError(
            f"{what} lacks the column {column} of its table {table}: an unreleased Rackety wrote it, or another "
            "program changed it. Restore a backup, or begin with a new file."
        )


@cache
def _list_columns_made(scripts: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        made.executescript("\n".join(scripts))
        return frozenset(made.execute(COLUMNS))


async def schema_version(connection: aiosqlite.Connection) -> int:
    """Return the number of migrations applied to the database; 0 if it's new."""
    (version,) = await _pragma(connection, "PRAGMA user_version")
    return version


async def migrate(connection: aiosqlite.Connection, scripts: Sequence[str]) -> None:
    """Apply and log those `scripts`, all migrations, that the database hasn't had, in one transaction."""
    version = await schema_version(connection)
    new = scripts[version:]
    if new:
        steps = ["BEGIN IMMEDIATE;", *new, f"PRAGMA user_version = {len(scripts)};", "COMMIT;"]
        await connection.executescript("\n".join(steps))
        for number in range(version + 1, len(scripts) + 1) if version else ():
            log.info("applied migration %d to the database", number)


async def _pragma(connection: aiosqlite.Connection, sql: str) -> tuple[int]:
    ((value,),) = await connection.execute_fetchall(sql)
    return (value,)
