"""Databases that SQLite itself refuses to use, until the block ends; and the end of the process."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from storage.database import Database


class Killed(BaseException):
    """The end of the process."""


@asynccontextmanager
async def read_only(database: Database) -> AsyncIterator[None]:
    """Nothing can be written, as on a full disk."""
    await database.run("PRAGMA query_only = ON")
    yield
    await database.run("PRAGMA query_only = OFF")


@asynccontextmanager
async def without(database: Database, table: str) -> AsyncIterator[None]:
    """One table can be neither read nor written."""
    await database.run(f"ALTER TABLE {table} RENAME TO out_of_reach")
    yield
    await database.run(f"ALTER TABLE out_of_reach RENAME TO {table}")


@asynccontextmanager
async def refusing(database: Database, event: str, table: str) -> AsyncIterator[None]:
    """One table refuses an event: INSERT or UPDATE."""
    await database.run(
        f"CREATE TRIGGER refusal BEFORE {event} ON {table} BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END"
    )
    yield
    await database.run("DROP TRIGGER refusal")
