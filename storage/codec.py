"""The engine's dataclasses as JSON, and back, by their annotations."""

from typing import TypeVar

import msgspec

T = TypeVar("T")


class HiddenText(str):
    """Text that doesn't show itself: aiosqlite writes the parameters of its calls to its debug log."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<hidden>"


def encode(value: object) -> HiddenText:
    """Write a value as JSON. `decode` with its type gives an equal one back."""
    return HiddenText(msgspec.json.encode(value).decode())


def decode(text: str, kind: type[T]) -> T:
    """Read what `encode` wrote of a value of this type.

    Raises:
        msgspec.MsgspecError: it is something else.
    """
    return msgspec.json.decode(text.encode(), type=kind)  # bytes: it takes no kinds of str
