"""Tiles, the colours they come in, and the boxes of tiles that games are played with."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple


class Color(StrEnum):
    """A colour or, in piecepack games, a suit; the value is its letter in notation."""

    RED = "R"
    BLUE = "B"
    BLACK = "K"
    ORANGE = "O"
    SUNS = "S"
    MOONS = "M"
    CROWNS = "C"
    ARMS = "A"
    HEARTS = "H"
    SPADES = "P"
    CLUBS = "L"
    DIAMONDS = "D"

    __hash__ = str.__hash__  # an Enum's own is written in Python, and tiles are counted all the time

    @property
    def is_suit(self) -> bool:
        """Is it one of a piecepack's, whose tiles have values rather than numbers?"""
        return self not in {Color.RED, Color.BLUE, Color.BLACK, Color.ORANGE}


class Tile(NamedTuple):
    """A face. Copies of a face are equal, so racks and tables are compared as multisets.

    A tuple, for tiles are counted and compared all the time, and a dataclass does that in Python.
    """

    color: Color | None
    number: int

    @property
    def is_joker(self) -> bool:
        """A joker has neither colour nor number of its own."""
        return self.color is None


JOKER = Tile(None, 0)

_COLOR_ORDER = {color: place for place, color in enumerate(Color)}
_LAST = len(_COLOR_ORDER)


def by_color(tile: Tile) -> tuple[int, int]:
    """Sort key: colour, then number; jokers last."""
    return (_LAST if tile.color is None else _COLOR_ORDER[tile.color], tile.number)


def by_number(tile: Tile) -> tuple[int, int, int]:
    """Sort key: number, then colour; jokers last."""
    place, number = by_color(tile)
    return (tile.is_joker, number, place)


@dataclass(frozen=True, slots=True)
class Box:
    """All the tiles of one game: every colour from `low` to `high`, `copies` times, and the jokers."""

    colors: tuple[Color, ...] = (Color.RED, Color.BLUE, Color.BLACK, Color.ORANGE)
    low: int = 1
    high: int = 13
    copies: int = 2
    jokers: int = 2

    def faces(self) -> list[Tile]:
        """Each natural tile once, in the order of the colours and numbers."""
        return [Tile(color, number) for color in self.colors for number in range(self.low, self.high + 1)]

    def tiles(self) -> tuple[Tile, ...]:
        """Every tile, in the order of the colours and numbers; jokers last."""
        return tuple(self.faces() * self.copies + [JOKER] * self.jokers)

    def times(self, boxes: int) -> "Box":
        """So many boxes poured together."""
        return replace(self, copies=self.copies * boxes, jokers=self.jokers * boxes)

    def __contains__(self, tile: Tile) -> bool:
        if tile.is_joker:
            return self.jokers > 0
        return tile.color in self.colors and self.low <= tile.number <= self.high


def remove_tiles(tiles: Sequence[Tile], gone: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return `tiles` in their order, less one copy of each tile of `gone`; what is not there is passed over."""
    left = Counter(gone)
    kept = []
    for tile in tiles:
        if left[tile]:
            left[tile] -= 1
        else:
            kept.append(tile)
    return tuple(kept)
