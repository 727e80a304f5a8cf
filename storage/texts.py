"""Texts that buttons and menus of a seat refer to by a token: refused plays, long plays, picked tiles, found turns."""

import secrets
from dataclasses import dataclass
from enum import StrEnum

from storage.codec import HiddenText
from storage.database import Database

_TOKEN_BYTES = 9  # 12 characters, too many to guess

_KEEP = """
    INSERT INTO text (game_id, seat, kind, version, token, text) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (game_id, seat, kind) DO UPDATE SET
        token = CASE WHEN text = excluded.text AND version = excluded.version THEN token ELSE excluded.token END,
        version = excluded.version, text = excluded.text
    RETURNING token
"""
_GET = "SELECT text FROM text WHERE game_id = ? AND seat = ? AND token = ?"
_LATEST = "SELECT token, version, text FROM text WHERE game_id = ? AND seat = ? AND kind = ?"
_FORGET = "DELETE FROM text WHERE game_id = ? AND seat = ?"


class TextKind(StrEnum):
    """The reason for storing a text.

    `REFUSED`: a play that was refused. `CHOICE`: a play that the player typed, too long for an autocomplete choice.
    `PICKED`: picked tiles. `FOUND`: a play that a search found, for a button that plays it. `TILES`, `VALUE`, `FIT`:
    plays suggested by autocomplete, with the most tiles, the most value, or just the tiles written.
    """

    REFUSED = "refused"
    CHOICE = "choice"
    PICKED = "picked"
    FOUND = "found"
    TILES = "tiles"
    VALUE = "value"
    FIT = "fit"


@dataclass(frozen=True, slots=True)
class StoredText:
    """A stored text, the token that buttons and menus carry in its place, and the game's version when it was stored."""

    token: str
    version: int
    text: str


class TextStore:
    """Stores the newest text of each kind for every seat of a game, under a token that works only for that seat."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, game_id: int, seat: int, version: int, text: str, kind: TextKind) -> str:
        """Store a text for this `version` of the game in place of the seat's last one of this kind; return its token.

        An unchanged text of the same version keeps its token, because Discord asks for choices again while one is being
        picked.
        """
        fresh = secrets.token_urlsafe(_TOKEN_BYTES)
        rows = await self._database.run(_KEEP, (game_id, seat, kind.value, version, fresh, HiddenText(text)))
        return rows[0]["token"] if rows else fresh  # which finds nothing, if the player's data was deleted meanwhile

    async def get(self, token: str, game_id: int, seat: int) -> str | None:
        """Return this seat's text with this token; None if it has been replaced or deleted, or is another seat's."""
        rows = await self._database.run(_GET, (game_id, seat, token))
        return rows[0]["text"] if rows else None

    async def latest(self, game_id: int, seat: int, kind: TextKind) -> StoredText | None:
        """Return the seat's newest text of this kind; None if there is none."""
        rows = await self._database.run(_LATEST, (game_id, seat, kind.value))
        return StoredText(*rows[0]) if rows else None

    async def forget(self, game_id: int, seat: int) -> None:
        """Delete all stored texts of the seat."""
        await self._database.run(_FORGET, (game_id, seat))
