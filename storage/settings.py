"""The settings of servers and players."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from sqlite3 import Row
from typing import TypeVar

import aiosqlite

from engine.game.views import Value
from storage.codec import decode_stored, encode
from storage.database import Database
from storage.recent import LruCache

T = TypeVar("T")

_AT_HAND = 2_000  # players in the cache, and the same number of servers

_PERSON = "SELECT settings FROM person WHERE user_id = ?"
_KEEP_PERSON = "REPLACE INTO person (user_id, settings) VALUES (?, ?)"
_SERVER = "SELECT settings FROM server WHERE guild_id = ?"
_KEEP_SERVER = "REPLACE INTO server (guild_id, settings) VALUES (?, ?)"


class Theme(StrEnum):
    """The background of the pictures that only one user sees."""

    FELT = "felt"
    DARK = "dark"
    LIGHT = "light"


class TileStyle(StrEnum):
    """The way tiles show their color in pictures that only one user sees: by ink and a mark, or by their whole face."""

    MARKED = "marked"
    SOLID = "solid"


class RackOrder(StrEnum):
    """The order in which a rack is sorted."""

    COLOR = "color"
    NUMBER = "number"


class Language(StrEnum):
    """The languages that the bot speaks; the values are Discord's locale names."""

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
    """A user's own settings, for all servers.

    `dm`: the bench (the screen for arranging a turn) is shown in a lasting direct message, and reminders are sent there
    too. `theme` and `tiles` change private pictures, and racks are sorted in this `order`. `language` None means the
    one of their Discord, which was `discord_language` when they last changed a setting. `autoplay`: a legal draft is
    played when time runs out, if the table allows it. `text`: tables and racks are also shown as text. `profile`:
    others on a server can see the user's profile there. `listed`: the user is on leaderboards. `worldwide`: worldwide
    leaderboards name the user, by `worldwide_name`, the account's name when a setting was last changed; it's empty if
    they don't. `legends` has, by kind of tiles, the id of the first game whose bench was opened and explained the
    colors. `knows_lesson`: before their first bench, the user was offered the lesson or opened it. `last_options` are
    those of the last table that the user played alone, by rule system.
    """

    dm: bool = False
    theme: Theme = Theme.FELT
    tiles: TileStyle = TileStyle.MARKED
    order: RackOrder = RackOrder.COLOR
    language: Language | None = None
    discord_language: Language | None = None
    autoplay: bool = True
    text: bool = False
    profile: bool = True
    listed: bool = True
    worldwide: bool = False
    worldwide_name: str = ""
    legends: Mapping[str, int] = field(default_factory=dict)
    knows_lesson: bool = False
    last_options: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A server's settings, made by its managers.

    Tables can be opened in `channels` and their threads, or anywhere if there are none, and by members with `role`, or
    by everyone if it's None. `variant` is the default system of /new, None for the first one; `options` are its default
    options, None for those of the last table. With `threads` each table gets its own thread. `language` is that of
    public messages; None means the server's own on Discord. `last_options` are those of its last table, by rule system.
    """

    channels: tuple[int, ...] = ()
    role: int | None = None
    variant: str | None = None
    options: Mapping[str, Value] | None = None
    threads: bool = False
    language: Language | None = None
    last_options: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)


class SettingsStore:
    """Stores the settings of servers and users."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._people: LruCache[Person] = LruCache(_AT_HAND)
        self._servers: LruCache[Server] = LruCache(_AT_HAND)

    def clear_cache(self) -> None:
        """Forget all settings that are cached, because something else has changed them."""
        self._people.clear()
        self._servers.clear()

    async def person(self, user_id: int) -> Person:
        """Return this user's settings; the defaults if none are stored."""
        return await self._chosen(_PERSON, user_id, self._people, Person())

    async def change_person(self, user_id: int, make: Callable[[Person], Person]) -> Person:
        """Store what `make` returns for this user's settings, and return it; other changes don't come between."""
        return await self._change((_PERSON, _KEEP_PERSON), user_id, self._people, Person(), make)

    async def server(self, guild_id: int) -> Server:
        """Return this server's settings; the defaults if none are stored."""
        return await self._chosen(_SERVER, guild_id, self._servers, Server())

    async def change_server(self, guild_id: int, make: Callable[[Server], Server]) -> Server:
        """Store what `make` returns for this server's settings, and return it; other changes don't come between."""
        return await self._change((_SERVER, _KEEP_SERVER), guild_id, self._servers, Server(), make)

    async def _chosen(self, sql: str, key: int, at_hand: LruCache[T], default: T) -> T:
        known = at_hand.get(key)
        if known is not None:
            return known
        rows = await self._database.run(sql, (key,), committed=lambda rows: at_hand.keep(key, _read(rows, default)))
        return _read(rows, default)

    async def _change(
        self, sql: tuple[str, str], key: int, at_hand: LruCache[T], default: T, make: Callable[[T], T]
    ) -> T:
        read, keep = sql

        async def work(connection: aiosqlite.Connection) -> T:
            value = make(_read(list(await connection.execute_fetchall(read, (key,))), default))
            await connection.execute_fetchall(keep, (key, encode(value)))
            return value

        at_hand.drop(key)
        return await self._database.transaction(work, committed=lambda value: at_hand.keep(key, value))


def _read(rows: Sequence[Row], default: T) -> T:
    return decode_stored(rows[0]["settings"], type(default)) if rows else default
