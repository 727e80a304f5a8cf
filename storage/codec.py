"""Conversion of the engine's dataclasses to JSON and back, by their annotations."""

from typing import TypeVar

import msgspec

from engine.override import override
from storage.errors import DatabaseDamaged

T = TypeVar("T")


class HiddenText(str):
    """Text whose `repr` doesn't show it: aiosqlite writes the parameters of its calls, as `repr`, to its debug log."""

    __slots__ = ()

    @override
    def __repr__(self) -> str:
        return "<hidden>"


def encode(value: object) -> HiddenText:
    """Return a value as JSON; `decode` with its type returns an equal value."""
    return HiddenText(msgspec.json.encode(value).decode())


def decode(text: str, kind: type[T]) -> T:
    """Return the value of type `kind` that `encode` wrote as this text. Raises: msgspec.MsgspecError if it's none."""
    return msgspec.json.decode(text.encode(), type=kind)  # bytes, because it rejects subclasses of str


def decode_stored(text: str, kind: type[T]) -> T:
    """Return the value of type `kind` that was stored as this text. Raises: DatabaseDamaged if it can't be read."""
    try:
        return decode(text, kind)
    except msgspec.MsgspecError:
        # The cause is left out, because it may quote a tile.
        raise DatabaseDamaged(f"The database has a value that can't be read. {DatabaseDamaged.advice}") from None
