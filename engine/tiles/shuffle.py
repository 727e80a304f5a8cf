"""Shuffles that anyone can repeat with the seed and nobody can predict without it."""

import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
_WORD = 4
_SPAN = 1 << 8 * _WORD


def shuffle(items: Sequence[T], seed: bytes, purpose: str) -> tuple[T, ...]:
    """Return the items in an order derived from `seed`, independent for each `purpose`.

    Fisher-Yates over 32-bit words of HMAC-SHA256(seed, purpose and counter). Words that would favor some places are
    rejected, so every order is equally likely.
    """
    words = _generate_words(seed, purpose)
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        fair = _SPAN - _SPAN % (last + 1)
        index = next(word for word in words if word < fair) % (last + 1)
        order[last], order[index] = order[index], order[last]
    return tuple(order)


def _generate_words(seed: bytes, purpose: str) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(seed, f"{purpose}:{counter}".encode(), "sha256")
        yield from (int.from_bytes(block[at : at + _WORD], "big") for at in range(0, len(block), _WORD))
        counter += 1
