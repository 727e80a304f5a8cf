"""Sets of small numbers as bit masks: integers in which bit n is 1 if the number n is in the set."""

from collections.abc import Iterable, Iterator
from functools import lru_cache


def mask_of(bits: Iterable[int]) -> int:
    """Return the mask of these bit positions."""
    mask = 0
    for bit in bits:
        mask |= 1 << bit
    return mask


def iterate_bits(mask: int) -> Iterator[int]:
    """Yield the positions of the bits that are 1 in a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=1 << 14)
def list_bits(mask: int) -> tuple[int, ...]:
    """Return what `iterate_bits` yields; cached, because searches look at few masks again and again."""
    return tuple(iterate_bits(mask))
