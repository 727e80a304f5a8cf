"""The numbered files of `migrations/`, and what they make of a database: forward only."""

from collections.abc import Sequence
from pathlib import Path

import aiosqlite

from storage.errors import StorageError

_OURS = 0x7261636B  # application_id, as 0001 sets it: the letters "rack"


def migrations() -> tuple[str, ...]:
    """The scripts in their order; number 1 comes first.

    Raises:
        ValueError: a number is missing or there twice.
    """
    paths = sorted((Path(__file__).parent / "migrations").glob("*.sql"))
    numbers = [int(path.name.partition("_")[0]) for path in paths]
    if numbers != list(range(1, len(paths) + 1)):
        raise ValueError(f"Migrations must count from 1 without a gap: {numbers}")
    return tuple(path.read_text("utf-8") for path in paths)


async def require_known_schema(connection: aiosqlite.Connection, known: int) -> None:
    """Refuse a database that is another program's, or beyond schema number `known`, before anything is changed.

    Raises:
        StorageError: it is.
    """
    (tables,) = await _pragma(connection, "SELECT count(*) FROM sqlite_schema")
    (owner,) = await _pragma(connection, "PRAGMA application_id")
    if tables and owner != _OURS:
        raise StorageError("The database belongs to another program.")
    version = await schema_version(connection)
    if version > known:
        raise StorageError(
            f"The database was written by a newer Rackety: its schema is {version}, this one knows up to {known}."
        )


async def schema_version(connection: aiosqlite.Connection) -> int:
    """How many migrations the database has seen; 0: it is new."""
    (version,) = await _pragma(connection, "PRAGMA user_version")
    return version


async def migrate(connection: aiosqlite.Connection, scripts: Sequence[str]) -> None:
    """Run the scripts that the database has not seen; each and its number are stored together or not at all."""
    seen = await schema_version(connection)
    for number, script in enumerate(scripts[seen:], seen + 1):
        await connection.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")


async def _pragma(connection: aiosqlite.Connection, sql: str) -> tuple[int]:
    ((value,),) = await connection.execute_fetchall(sql)
    return (value,)
