"""Texts that a seat may want back: what was refused, a choice too long for Discord, what was picked or found for it."""

import secrets
from dataclasses import dataclass
from enum import StrEnum

from storage.codec import HiddenText
from storage.database import Database

_TOKEN_BYTES = 9  # 12 characters, and nobody guesses one

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
    """Why a text is kept.

    A turn that was refused; the turn behind a choice; tiles that were picked; the turn behind a button; and turns that
    were offered as completions: the one of most tiles, of most value, of just the tiles that were written.
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
    """A text, the token that stands for it, and the version of the game that it was written for."""

    token: str
    version: int
    text: str


class TextStore:
    """The newest text of each kind for every seat. A token opens its text for its own seat only."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, game_id: int, seat: int, version: int, text: str, kind: TextKind) -> str:
        """Keep the text instead of the seat's last one of this kind, and return its token (12 characters).

        The same text keeps its token: choices are asked for again while one of them is taken.
        """
        token: str
        fresh = secrets.token_urlsafe(_TOKEN_BYTES)
        ((token,),) = await self._database.run(_KEEP, (game_id, seat, kind.value, version, fresh, HiddenText(text)))
        return token

    async def get(self, token: str, game_id: int, seat: int) -> str | None:
        """The text behind a token of this seat, None where it is gone or another's."""
        rows = await self._database.run(_GET, (game_id, seat, token))
        return rows[0]["text"] if rows else None

    async def latest(self, game_id: int, seat: int, kind: TextKind) -> StoredText | None:
        """The seat's newest text of this kind."""
        rows = await self._database.run(_LATEST, (game_id, seat, kind.value))
        return StoredText(*rows[0]) if rows else None

    async def forget(self, game_id: int, seat: int) -> None:
        """Drop what is kept for the seat."""
        await self._database.run(_FORGET, (game_id, seat))
