"""What servers and players chose last."""

from collections.abc import Mapping

from engine.views import Value
from storage.codec import decode, encode
from storage.database import Database

_OPTIONS = "SELECT options FROM server_options WHERE guild_id = ? AND variant = ?"
_REMEMBER = """
    INSERT INTO server_options (guild_id, variant, options) VALUES (?, ?, ?)
    ON CONFLICT (guild_id, variant) DO UPDATE SET options = excluded.options
"""
_RACK_ORDER = "SELECT rack_order FROM rack_order WHERE user_id = ?"
_SET_RACK_ORDER = """
    INSERT INTO rack_order (user_id, rack_order) VALUES (?, ?)
    ON CONFLICT (user_id) DO UPDATE SET rack_order = excluded.rack_order
"""


class Settings:
    """Each server's options of each rule system, and how each player sorts their rack."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def server_options(self, guild_id: int, variant: str) -> Mapping[str, Value]:
        """What the server's last table of this system chose; empty where it had none."""
        rows = await self._database.run(_OPTIONS, (guild_id, variant))
        return decode(rows[0]["options"], dict[str, Value]) if rows else {}

    async def remember_options(self, guild_id: int, variant: str, options: Mapping[str, Value]) -> None:
        """Keep the options for the server's next table."""
        await self._database.run(_REMEMBER, (guild_id, variant, encode(options)))

    async def rack_order(self, user_id: int) -> str | None:
        """How the player last sorted a rack."""
        rows = await self._database.run(_RACK_ORDER, (user_id,))
        return rows[0]["rack_order"] if rows else None

    async def set_rack_order(self, user_id: int, order: str) -> None:
        """Keep the order for the player's next rack."""
        await self._database.run(_SET_RACK_ORDER, (user_id, order))
