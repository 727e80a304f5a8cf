"""Records of each game's public messages on Discord, which are copies that can be posted again."""

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from sqlite3 import Row
from typing import Any

from storage.codec import decode_stored, encode
from storage.database import Database
from storage.recent import LruCache
from storage.shards import ALL_SERVERS, Shard

_AT_HAND = 2_000  # records of public messages in the cache

# A record may be changed at the same time, so only this column is.
_NOTE_RESPONSE = """
    INSERT INTO public_messages (game_id, posted_at, posted_version, shown_version, ping_for, pending, channel_id)
    VALUES (?, 0, 0, 0, '', ?, ?)
    ON CONFLICT (game_id) DO UPDATE SET pending = json_insert(pending, '$[#]', json_extract(excluded.pending, '$[0]'))
"""
# The first conditions are those of two indices: most games have ended, and their rows are large.
_STALE = """
    SELECT game.id, changed_at FROM game LEFT JOIN public_messages AS shown ON shown.game_id = game.id
    WHERE phase IN ('lobby', 'playing') AND (guild_id >> 22) % ? = ?
      AND (shown.game_id IS NULL OR version > shown_version OR pending <> '[]' OR leftovers <> '[]')
    UNION ALL
    SELECT game.id, changed_at FROM game JOIN public_messages AS shown ON shown.game_id = game.id
    WHERE phase IN ('over', 'closed') AND (guild_id >> 22) % ? = ?
      AND (version > shown_version OR pending <> '[]' OR leftovers <> '[]')
"""


class Slot(StrEnum):
    """A kind of message that a table has at most one of; the value is the field of its id in the table's record."""

    TABLE = "message_id"
    PING = "ping_id"
    REMINDER = "reminder_id"
    VOTE = "vote_id"


@dataclass(frozen=True, slots=True)
class PendingPost:
    """A message that was about to be posted at `at`, in seconds since the epoch, and whose id isn't known yet.

    `nonce` is random; within some minutes, Discord doesn't post a second message with it. It's empty for a response to
    the interaction `interaction_id`. `purpose` says what it's for: a ping and a reminder have the number of their turn.
    `looked_at` is when the channel's history couldn't be read to find a response, which was then posted again; else 0.
    """

    slot: Slot
    purpose: str
    nonce: str
    at: int
    interaction_id: int = 0
    looked_at: int = 0


@dataclass(frozen=True, slots=True)
class PublicMessage:
    """A record of a game's public message, and of the small messages that ping the player to move or ask for a vote.

    `posted_at` is in seconds since the epoch; `posted_version` and `shown_version` are the game's versions when the
    public message was posted and last edited. `ping_for` is the number of the turn that was last pinged, as text, so
    that no turn is pinged twice; it's empty if the game isn't running. `vote_for` lists the seats that had agreed to
    end the game when the vote was last shown, such as `0 2`. `pending` are messages that are being posted: at most one
    with a nonce for each slot, and any number of responses. `leftovers` are the ids of messages to delete. All of them
    are in the channel `channel_id`; that isn't the game's if it has moved since. It's 0 if nothing was shown yet.
    """

    game_id: int
    message_id: int | None = None
    posted_at: int = 0
    posted_version: int = 0
    shown_version: int = 0
    ping_id: int | None = None
    ping_for: str = ""
    reminder_id: int | None = None
    vote_id: int | None = None
    vote_for: str = ""
    pending: tuple[PendingPost, ...] = ()
    leftovers: tuple[int, ...] = ()
    channel_id: int = 0


_COLUMNS = [each.name for each in fields(PublicMessage)]
_GET = f"SELECT {', '.join(_COLUMNS)} FROM public_messages WHERE game_id = ?"  # noqa: S608  # our own names
_SAVE = f"REPLACE INTO public_messages ({', '.join(_COLUMNS)}) VALUES (:{', :'.join(_COLUMNS)})"  # noqa: S608  # as above


class PublicMessageStore:
    """Stores the public message of every game that has been shown, and caches recently used ones."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._recent: LruCache[PublicMessage] = LruCache(_AT_HAND)
        self._on_their_way: dict[int, tuple[PendingPost, ...]] = {}  # responses by game

    def clear_cache(self) -> None:
        """Forget all records that are cached, because something else has changed them."""
        self._recent.clear()

    async def get(self, game_id: int) -> PublicMessage | None:
        """Return the record of the game's public message; None if the game was never shown."""
        if known := self._recent.get(game_id):
            return known
        rows = await self._database.run(_GET, (game_id,), committed=lambda rows: self._keep(*map(_read_message, rows)))
        return _read_message(rows[0]) if rows else None

    async def save(self, record: PublicMessage) -> None:
        """Store this record of a game's public message, in place of the earlier one.

        The stored record also has the responses on their way, which were perhaps noted after this one was read.
        """
        awaited = self._on_their_way.get(record.game_id, ())
        kept = replace(record, pending=tuple(dict.fromkeys((*record.pending, *awaited))))
        self._recent.drop(record.game_id)
        await self._database.run(_SAVE, _write_columns(kept), committed=lambda _: self._keep(kept))

    def drop(self, game_id: int) -> None:
        """Drop the record of a game from the cache; call this when the game has ended and its messages are shown."""
        self._recent.drop(game_id)

    async def note_response(self, game_id: int, channel_id: int, response: PendingPost) -> None:
        """Store that a response is on its way, even while the game's record is being changed.

        Each `save` keeps it until `end_response` is called.
        """
        self._on_their_way[game_id] = (*self._on_their_way.get(game_id, ()), response)
        self._recent.drop(game_id)
        await self._database.run(
            _NOTE_RESPONSE,
            (game_id, encode([response]), channel_id),
            committed=lambda _: self._recent.drop(game_id),
        )

    def end_response(self, game_id: int, response: PendingPost) -> None:
        """Note that a response has arrived, or won't: the next `save` doesn't keep it."""
        others = tuple(each for each in self._on_their_way.pop(game_id, ()) if each != response)
        if others:
            self._on_their_way[game_id] = others

    def _keep(self, *records: PublicMessage) -> None:
        for record in records:
            self._recent.keep(record.game_id, record)

    async def stale(self, shard: Shard = ALL_SERVERS) -> list[int]:
        """Return the ids of a shard's games whose messages need work, the latest changed first.

        They show an older version or were never shown, or a message is being posted or is still to be deleted.
        """
        rows = await self._database.run(_STALE, (shard.count, shard.number) * 2)
        return [row["id"] for row in sorted(rows, key=lambda row: (-row["changed_at"], row["id"]))]


def _write_columns(record: PublicMessage) -> dict[str, Any]:
    values = {name: getattr(record, name) for name in _COLUMNS}
    return {**values, "pending": encode(record.pending), "leftovers": encode(record.leftovers)}


def _read_message(row: Row) -> PublicMessage:
    values: dict[str, Any] = dict(row)
    values["pending"] = decode_stored(values["pending"], tuple[PendingPost, ...])
    values["leftovers"] = decode_stored(values["leftovers"], tuple[int, ...])
    return PublicMessage(**values)
