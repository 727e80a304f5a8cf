"""When the bot was last seen running, so that a start knows how long nobody could play."""

from storage.database import Database

_TOUCH = "INSERT INTO alive (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at"


class HeartbeatStore:
    """The last sign of life, in seconds since the epoch."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def touch(self, now: int) -> None:
        """Give a sign of life."""
        await self._database.run(_TOUCH, (now,))

    async def last(self) -> int | None:
        """The last sign of life; None: the database is new."""
        rows = await self._database.run("SELECT at FROM alive")
        return rows[0]["at"] if rows else None
