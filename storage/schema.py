"""The schema's version, and the numbered migrations that bring a database up to date; there is no way back."""

from collections.abc import Sequence
from pathlib import Path

import aiosqlite

from storage.errors import StorageError

_OURS = 0x7261636B  # application_id, as 0001 sets it: the letters "rack"


def migrations() -> tuple[str, ...]:
    """Return the SQL of all migrations in order, number 1 first.

    Raises:
        ValueError: a number is missing or used twice.
    """
    paths = sorted((Path(__file__).parent / "migrations").glob("*.sql"))
    numbers = [int(path.name.partition("_")[0]) for path in paths]
    if numbers != list(range(1, len(paths) + 1)):
        raise ValueError(f"Migrations must count from 1 without a gap: {numbers}")
    return tuple(path.read_text("utf-8") for path in paths)


async def require_known_schema(connection: aiosqlite.Connection, known: int) -> None:
    """Reject another program's database, and one whose schema is newer than this program; nothing is changed.

    `known` is the number of migrations that this program has, which is the newest schema version it knows.

    Raises:
        StorageError: the database belongs to another program, or its schema is newer.
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
    """Return the number of migrations applied to the database; 0 if it's new."""
    (version,) = await _pragma(connection, "PRAGMA user_version")
    return version


async def migrate(connection: aiosqlite.Connection, scripts: Sequence[str]) -> None:
    """Apply those migrations that the database hasn't had; each is committed together with the new schema version.

    `scripts` are the SQL of all migrations, as `migrations` returns them.
    """
    seen = await schema_version(connection)
    for number, script in enumerate(scripts[seen:], seen + 1):
        await connection.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")


async def _pragma(connection: aiosqlite.Connection, sql: str) -> tuple[int]:
    ((value,),) = await connection.execute_fetchall(sql)
    return (value,)
