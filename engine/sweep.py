"""The best way to put tiles into sets: one sweep over the numbers, jokers standing for anything."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.melds import Meld
from engine.tiles import Box, Tile


@dataclass(frozen=True, slots=True)
class Growing:
    """A set that stands as it is and can only grow: by any tile, or by those that may be left over alone."""

    meld: Meld
    by_rack: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Heap:
    """Tiles to be put into sets.

    All of `must` and `must_jokers`, and as many of `may` and `may_jokers` as serve best. `weights` is what a tile of
    `may` is worth by its number, counted from `box.low`; `joker_weight` what one of `may_jokers` is. The tiles of
    `growing` come on top of all these.
    """

    box: Box
    must: Mapping[Tile, int]
    may: Mapping[Tile, int]
    must_jokers: int = 0
    may_jokers: int = 0
    weights: Sequence[int]
    joker_weight: int
    growing: tuple[Growing, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Sets that hold all that must lie in one, and their weight: that of the tiles of `may` which lie in them."""

    melds: tuple[Meld, ...]
    weight: int


def arranged(heap: Heap, *, beat: int = -1, enough: int | None = None) -> Arrangement | None:
    """The arrangement of most weight; None if none weighs more than `beat`.

    With `enough`, any that weighs so much will do.
    """
    raise NotImplementedError
