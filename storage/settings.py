"""What servers and players chose last."""

from collections.abc import Mapping, Sequence
from sqlite3 import Row

from engine.views import Value
from storage.codec import decode, encode
from storage.database import Database
from storage.recent import Recent

_AT_HAND = 2_000  # players

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
        self._orders: Recent[str] = Recent(_AT_HAND)

    async def server_options(self, guild_id: int, variant: str) -> Mapping[str, Value]:
        """What the server's last table of this system chose; empty where it had none."""
        rows = await self._database.run(_OPTIONS, (guild_id, variant))
        return decode(rows[0]["options"], dict[str, Value]) if rows else {}

    async def remember_options(self, guild_id: int, variant: str, options: Mapping[str, Value]) -> None:
        """Keep the options for the server's next table."""
        await self._database.run(_REMEMBER, (guild_id, variant, encode(options)))

    async def rack_order(self, user_id: int) -> str | None:
        """How the player last sorted a rack."""
        known = self._orders.get(user_id)
        if known is None:
            rows = await self._database.run(
                _RACK_ORDER, (user_id,), committed=lambda rows: self._orders.keep(user_id, _order(rows))
            )
            known = _order(rows)
        return known or None

    async def set_rack_order(self, user_id: int, order: str) -> None:
        """Keep the order for the player's next rack."""
        self._orders.drop(user_id)
        await self._database.run(
            _SET_RACK_ORDER, (user_id, order), committed=lambda _: self._orders.keep(user_id, order)
        )


def _order(rows: Sequence[Row]) -> str:
    """What is stored, empty where nothing is."""
    return rows[0]["rack_order"] if rows else ""
