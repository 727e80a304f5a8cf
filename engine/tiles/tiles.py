"""Tiles, their colors, and the boxes of tiles that games use."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple


class Color(StrEnum):
    """A color or, in piecepack games, a suit; the value is its letter in notation."""

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

    __hash__ = str.__hash__  # Enum's __hash__ is Python code, and tiles are hashed constantly

    @property
    def is_suit(self) -> bool:
        """Whether this is a piecepack suit, whose tiles have values instead of numbers."""
        return self not in {Color.RED, Color.BLUE, Color.BLACK, Color.ORANGE}


class Tile(NamedTuple):
    """A tile's face: its color and number. Copies of one face are equal, so racks and tables compare as multisets.

    A named tuple, because tiles are counted and compared constantly and a dataclass would do that in Python code.
    """

    color: Color | None
    number: int

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker, which has no color or number of its own."""
        return self.color is None


JOKER = Tile(None, 0)

_COLOR_ORDER = {color: index for index, color in enumerate(Color)}
_LAST = len(_COLOR_ORDER)


def by_color(tile: Tile) -> tuple[int, int]:
    """Return a sort key: color, then number, with jokers last."""
    return (_LAST if tile.color is None else _COLOR_ORDER[tile.color], tile.number)


def by_number(tile: Tile) -> tuple[int, int, int]:
    """Return a sort key: number, then color, with jokers last."""
    color, number = by_color(tile)
    return (tile.is_joker, number, color)


@dataclass(frozen=True, slots=True)
class Box:
    """All the tiles of one game: each color from `low` to `high` inclusive, `copies` times, plus the jokers."""

    colors: tuple[Color, ...] = (Color.RED, Color.BLUE, Color.BLACK, Color.ORANGE)
    low: int = 1
    high: int = 13
    copies: int = 2
    jokers: int = 2

    def faces(self) -> list[Tile]:
        """Return each face once, without jokers, ordered by color and then number."""
        return [Tile(color, number) for color in self.colors for number in range(self.low, self.high + 1)]

    def tiles(self) -> tuple[Tile, ...]:
        """Return all tiles: every face in the order of `faces`, once for each copy, then the jokers."""
        return tuple(self.faces() * self.copies + [JOKER] * self.jokers)

    def times(self, boxes: int) -> "Box":
        """Return a box with the tiles of `boxes` copies of this one."""
        return replace(self, copies=self.copies * boxes, jokers=self.jokers * boxes)

    def __contains__(self, tile: Tile) -> bool:
        if tile.is_joker:
            return self.jokers > 0
        return tile.color in self.colors and self.low <= tile.number <= self.high


def remove_tiles(tiles: Sequence[Tile], gone: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return `tiles` in order without those in `gone`, one copy for each; ignore tiles of `gone` that are missing."""
    left = Counter(gone)
    kept = []
    for tile in tiles:
        if left[tile]:
            left[tile] -= 1
        else:
            kept.append(tile)
    return tuple(kept)
