"""The database's part of the metrics."""

from storage.database import Database

# An index has just the open games: `tests/storage/test_vitals.py` looks at the plan.
COUNT_OPEN = "SELECT count(*) FROM game WHERE phase IN ('lobby', 'playing')"
_SIZE = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"


class VitalsStore:
    """Measures what is stored, on the connection that only reads, so that no move waits for it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count_open_games(self) -> int:
        """Return the number of lobbies and running games. Raises: StorageError if the database can't be read."""
        ((number,),) = await self._database.read(COUNT_OPEN)
        return int(number)

    async def read_schema(self) -> int:
        """Return the version of the schema. Raises: StorageError if the database can't be read."""
        ((version,),) = await self._database.read("PRAGMA user_version")
        return int(version)

    async def measure_size(self) -> int:
        """Return the database's size in bytes, without its journal. Raises: StorageError if it can't be read."""
        ((size,),) = await self._database.read(_SIZE)
        return int(size)
