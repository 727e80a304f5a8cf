"""What is fuzzed: a target takes any bytes as what somebody sends, gives them to the bot, and judges what comes out."""

from collections.abc import Sequence
from typing import Protocol


class Changed(AssertionError):
    """What the bot accepted isn't the same after it was written and read again, or tiles were lost."""


class Target(Protocol):
    """A kind of input. `limit` is how many seconds of the processor an input may take.

    `words` are what inputs are made of, and `samples` are inputs to begin with.
    """

    limit: float
    words: Sequence[str]
    samples: Sequence[bytes]

    def send(self, data: bytes) -> None:
        """Let the bot read this input.

        Raises:
            Changed: the input was accepted, and isn't what it was. Any other error is one that the bot should have
                refused with.
        """

    def close(self) -> None:
        """Release what the target has open."""


def require_same(one: object, other: object) -> None:
    """Raises: Changed."""
    if one != other:
        raise Changed(f"{one!r} became {other!r}")
