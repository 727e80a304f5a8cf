"""Hashes of the command lists that were uploaded to Discord, so that only a changed list is uploaded again."""

from storage.database import Database

_GET = "SELECT hash FROM command_upload WHERE application_id = ?"
_KEEP = "REPLACE INTO command_upload (application_id, hash) VALUES (?, ?)"


class UploadStore:
    """Stores, for each application, the hash of the last command list that Discord accepted."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def last(self, application_id: int) -> str | None:
        """Return the hash of the application's last accepted command list; None if there was none."""
        rows = await self._database.run(_GET, (application_id,))
        return rows[0]["hash"] if rows else None

    async def keep(self, application_id: int, digest: str) -> None:
        """Store the hash of a command list that Discord has accepted, in place of the earlier one."""
        await self._database.run(_KEEP, (application_id, digest))
