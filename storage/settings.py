"""What servers and players chose."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from sqlite3 import Row
from typing import TypeVar

from engine.game.views import Value
from storage.codec import decode, encode
from storage.database import Database
from storage.recent import LruCache

T = TypeVar("T")

_AT_HAND = 2_000  # players, and as many servers

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
_PERSON = "SELECT settings FROM person WHERE user_id = ?"
_KEEP_PERSON = """
    INSERT INTO person (user_id, settings) VALUES (?, ?)
    ON CONFLICT (user_id) DO UPDATE SET settings = excluded.settings
"""
_SERVER = "SELECT settings FROM server WHERE guild_id = ?"
_KEEP_SERVER = """
    INSERT INTO server (guild_id, settings) VALUES (?, ?)
    ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings
"""


class Theme(StrEnum):
    """What private pictures lie on."""

    FELT = "felt"
    DARK = "dark"
    LIGHT = "light"


class TileStyle(StrEnum):
    """How the tiles of private pictures show their colour: by ink and a mark beside it, or by their whole face."""

    MARKED = "marked"
    SOLID = "solid"


class RackOrder(StrEnum):
    """How a rack is sorted."""

    COLOR = "color"
    NUMBER = "number"


class Language(StrEnum):
    """The languages of the bot, by Discord's names for them."""

    ENGLISH = "en-GB"
    GERMAN = "de"
    FRENCH = "fr"
    SPANISH = "es-ES"
    DUTCH = "nl"
    ITALIAN = "it"
    PORTUGUESE = "pt-BR"
    POLISH = "pl"
    TURKISH = "tr"
    JAPANESE = "ja"


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """What somebody chose for themselves, on all servers.

    With `dm` the bench lives in a lasting direct message, and reminders go there. `language` None: as their Discord
    has it, which had `discord_language` when they last chose anything. `autoplay`: a legal draft is played when the
    clock runs out, where the table lets it. `text`: tables and racks come as words too.
    """

    dm: bool = False
    theme: Theme = Theme.FELT
    tiles: TileStyle = TileStyle.MARKED
    language: Language | None = None
    discord_language: Language | None = None
    autoplay: bool = True
    text: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """What the managers of a server chose for it.

    Tables may be opened in `channels` and their threads, or anywhere if there are none, by the members with `role`, or
    by everyone. `variant` is the system that /new takes by itself, None: the first; `options` are those with which its
    tables begin, None: as the last table had them. With `threads` each table gets a thread of its own. `language` is
    that of public messages, None: as Discord has it for the server.
    """

    channels: tuple[int, ...] = ()
    role: int | None = None
    variant: str | None = None
    options: Mapping[str, Value] | None = None
    threads: bool = False
    language: Language | None = None


class SettingsStore:
    """Each server's options of each rule system, how each player sorts their rack, and what both chose besides."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._orders: LruCache[str] = LruCache(_AT_HAND)
        self._people: LruCache[Person] = LruCache(_AT_HAND)
        self._servers: LruCache[Server] = LruCache(_AT_HAND)

    async def server_options(self, guild_id: int, variant: str) -> Mapping[str, Value]:
        """What the server's last table of this system chose; empty where it had none."""
        rows = await self._database.run(_OPTIONS, (guild_id, variant))
        return decode(rows[0]["options"], dict[str, Value]) if rows else {}

    async def remember_options(self, guild_id: int, variant: str, options: Mapping[str, Value]) -> None:
        """Keep the options for the server's next table."""
        await self._database.run(_REMEMBER, (guild_id, variant, encode(options)))

    async def rack_order(self, user_id: int) -> RackOrder:
        """Return how the player last sorted a rack; by colour for who never did."""
        known = self._orders.get(user_id)
        if known is None:
            rows = await self._database.run(
                _RACK_ORDER, (user_id,), committed=lambda rows: self._orders.keep(user_id, _read_order(rows))
            )
            known = _read_order(rows)
        return RackOrder(known or RackOrder.COLOR)

    async def set_rack_order(self, user_id: int, order: RackOrder) -> None:
        """Keep the order for the player's next rack."""
        self._orders.drop(user_id)
        await self._database.run(
            _SET_RACK_ORDER, (user_id, order), committed=lambda _: self._orders.keep(user_id, order)
        )

    async def person(self, user_id: int) -> Person:
        """What this user chose; the defaults for who chose nothing."""
        return await self._chosen(_PERSON, user_id, self._people, Person())

    async def keep_person(self, user_id: int, person: Person) -> None:
        """Keep what this user chose."""
        await self._keep(_KEEP_PERSON, user_id, self._people, person)

    async def server(self, guild_id: int) -> Server:
        """What this server's managers chose; the defaults where they chose nothing."""
        return await self._chosen(_SERVER, guild_id, self._servers, Server())

    async def keep_server(self, guild_id: int, server: Server) -> None:
        """Keep what this server's managers chose."""
        await self._keep(_KEEP_SERVER, guild_id, self._servers, server)

    async def _chosen(self, sql: str, key: int, at_hand: LruCache[T], default: T) -> T:
        known = at_hand.get(key)
        if known is not None:
            return known
        rows = await self._database.run(sql, (key,), committed=lambda rows: at_hand.keep(key, _read(rows, default)))
        return _read(rows, default)

    async def _keep(self, sql: str, key: int, at_hand: LruCache[T], value: T) -> None:
        at_hand.drop(key)
        await self._database.run(sql, (key, encode(value)), committed=lambda _: at_hand.keep(key, value))


def _read_order(rows: Sequence[Row]) -> str:
    """What is stored, empty where nothing is."""
    return rows[0]["rack_order"] if rows else ""


def _read(rows: Sequence[Row], default: T) -> T:
    """What is stored, the default where nothing is."""
    return decode(rows[0]["settings"], type(default)) if rows else default
