"""The last sign of life: the owner learns from it whether the bot runs, the next start if the clock was set back."""

import sqlite3
from dataclasses import dataclass

import aiosqlite

from storage.database import Database, parse_path
from storage.errors import StorageError, explain_failure
from storage.schema import migrations, require_known_schema, schema_version

_TOUCH = """
    INSERT INTO alive (one, connected_at, seen_at, shards, connected) VALUES (1, ?, ?, ?, ?)
    ON CONFLICT (one) DO UPDATE
    SET connected_at = excluded.connected_at, seen_at = excluded.seen_at, shards = excluded.shards,
        connected = excluded.connected
"""
_HEARTBEAT = "SELECT connected_at, seen_at, shards, connected FROM alive"
_PATIENCE = 5.0  # seconds to wait while SQLite can't be read, such as during another program's recovery


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A sign of life at `seen_at`, when `connected` of the `shards` had a connection to Discord.

    `connected_at` is when any of them last had one, or else the start. Times are in seconds since the epoch.
    """

    connected_at: int
    seen_at: int
    shards: int
    connected: int


class HeartbeatStore:
    """Stores the last sign of life."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def touch(self, beat: Heartbeat) -> None:
        """Store a sign of life in place of the earlier one."""
        await self._database.run(_TOUCH, (beat.connected_at, beat.seen_at, beat.shards, beat.connected))

    async def last(self) -> int | None:
        """Return the time of the last sign, in seconds since the epoch; None if the database is new."""
        rows = await self._database.run("SELECT seen_at FROM alive")
        return rows[0]["seen_at"] if rows else None


async def read_heartbeat(url: str) -> Heartbeat | None:
    """Return the last sign of life in a database that may be in use; None if it has none. Raises: StorageError."""
    path = parse_path(url)
    if not path.exists():
        raise StorageError(f"The database {path} doesn't exist: the bot has never run with it.")
    try:
        async with aiosqlite.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=_PATIENCE) as connection:
            await require_known_schema(connection, known := len(migrations()), f"The database {path}")
            if await schema_version(connection) < known:
                raise StorageError(f"The database {path} is of an older Rackety: start the bot, which updates it.")
            rows = list(await connection.execute_fetchall(_HEARTBEAT))
    except sqlite3.Error as error:
        raise explain_failure(error, f"The database {path} can't be read") from error
    return Heartbeat(*rows[0]) if rows else None
