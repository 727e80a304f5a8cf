"""The last sign of life: the next start learns from it how long nobody could play, the owner whether the bot runs."""

import sqlite3
from dataclasses import dataclass

import aiosqlite

from storage.database import Database, parse_path
from storage.errors import StorageError, explain_failure
from storage.schema import migrations, require_known_schema, schema_version

_TOUCH = """
    INSERT INTO alive (one, at, seen_at, shards, connected) VALUES (1, ?, ?, ?, ?)
    ON CONFLICT (one) DO UPDATE
    SET at = excluded.at, seen_at = excluded.seen_at, shards = excluded.shards, connected = excluded.connected
"""
_HEARTBEAT = "SELECT at, seen_at, shards, connected FROM alive"
_PATIENCE = 5.0  # seconds to wait while SQLite can't be read, such as during another program's recovery


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """A sign of life; its times are in seconds since the epoch.

    `playable_at` is when everybody could last play: while a shard is down, the beginning of that outage. `seen_at` is
    the time of the sign itself, when `connected` of the `shards` had a connection to Discord.
    """

    playable_at: int
    seen_at: int
    shards: int
    connected: int


class HeartbeatStore:
    """Stores the last sign of life."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def touch(self, beat: Heartbeat) -> None:
        """Store a sign of life in place of the earlier one."""
        await self._database.run(_TOUCH, (beat.playable_at, beat.seen_at, beat.shards, beat.connected))

    async def last(self) -> int | None:
        """Return when everybody could last play, in seconds since the epoch; None if the database is new."""
        rows = await self._database.run("SELECT at FROM alive")
        return rows[0]["at"] if rows else None


async def read_heartbeat(url: str) -> Heartbeat | None:
    """Return the last sign of life in a database that a bot may be using, and change nothing; None if there's none.

    Raises:
        StorageError: the database is missing, can't be read, isn't this bot's, or has the schema of another version.
    """
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
