"""The time when the bot was last known to be running, from which its next start finds out how long it was down."""

from storage.database import Database

_TOUCH = "INSERT INTO alive (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at"


class HeartbeatStore:
    """Stores when the bot was last known to be running, in seconds since the epoch."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def touch(self, now: int) -> None:
        """Store `now` as the last time that the bot was running, in place of the earlier one."""
        await self._database.run(_TOUCH, (now,))

    async def last(self) -> int | None:
        """Return the last time that the bot was running; None if the database is new."""
        rows = await self._database.run("SELECT at FROM alive")
        return rows[0]["at"] if rows else None
