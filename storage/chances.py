"""Estimated chances of winning, kept with their games."""

from collections.abc import Sequence
from sqlite3 import Row

from engine.coach.chances import METHOD, TurnChance
from storage.codec import decode_stored, encode
from storage.database import Database

_GET = "SELECT turns FROM chance WHERE game_id = ? AND method = ?"
_KEEP = """
    INSERT INTO chance (game_id, method, turns) VALUES (?, ?, ?)
    ON CONFLICT (game_id) DO UPDATE SET method = excluded.method, turns = excluded.turns
"""


class ChanceStore:
    """Stores the chances of winning around the turns of finished games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, game_id: int) -> tuple[TurnChance, ...] | None:
        """Return the game's chances; None if there are none, or only those of another version of the method."""
        return _read(await self._database.run(_GET, (game_id, METHOD), committed=_read))

    async def keep(self, game_id: int, chances: tuple[TurnChance, ...]) -> None:
        """Store the game's chances in place of earlier ones."""
        await self._database.run(_KEEP, (game_id, METHOD, encode(chances)))


def _read(rows: Sequence[Row]) -> tuple[TurnChance, ...] | None:
    return decode_stored(rows[0]["turns"], tuple[TurnChance, ...]) if rows else None
