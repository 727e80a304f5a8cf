"""Tiles as small numbers, sets of tiles as bits, and what can lie together in a set.

A tile's number is 16 times its colour's place in the box, plus the number on it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import Box, Tile

EMPTY = 0
WALL = -1
COLOR = 16  # from one colour's tiles to the next one's
_NUMBER = COLOR - 1


@dataclass(frozen=True, eq=False)  # compared as objects: they stand in the keys of caches
class Codes:
    """The tiles of a box as numbers and bits."""

    box: Box

    @cached_property
    def every(self) -> int:
        """All faces, as bits."""
        return sum(1 << self.of(tile) for tile in set(self.box.tiles()) if not tile.is_joker)

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """For each code, all faces of its number, as bits."""
        column = sum(1 << COLOR * place for place in range(len(self.box.colors)))
        return tuple(column << (code & _NUMBER) for code in range(COLOR * len(self.box.colors)))

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """For each code, the faces that can lie next to it in a set, as bits."""
        return tuple(
            self.every & (self.alike[code] | 1 << code + 1 | (1 << code) >> 1) & ~(1 << code)
            for code in range(COLOR * len(self.box.colors))
        )

    @cached_property
    def reach(self) -> tuple[tuple[int, ...], ...]:
        """For each code, the faces that can lie so many cells away from it in a set, as bits."""
        return tuple(
            tuple(self._at(code, steps) for steps in range(COLOR)) for code in range(COLOR * len(self.box.colors))
        )

    @cached_property
    def family(self) -> tuple[int, ...]:
        """For each code, the faces with which it can be in one set, and itself, as bits."""
        return tuple(
            self.every & (self.alike[code] | ((1 << COLOR) - 1 << COLOR * (code // COLOR)))
            for code in range(COLOR * len(self.box.colors))
        )

    def _at(self, code: int, steps: int) -> int:
        same = COLOR * (code // COLOR)
        run = sum(1 << each for each in {code - steps, code + steps} if same < each < same + COLOR)
        group = self.alike[code] & ~(1 << code) if 0 < steps < len(self.box.colors) else 0
        return (run | group) & self.every

    def of(self, tile: Tile) -> int:
        """A tile's number; wildcards have none."""
        if tile.color is None:
            raise ValueError(tile)
        return COLOR * self.box.colors.index(tile.color) + tile.number

    def top(self, code: int) -> int:
        """The highest number of the same colour."""
        return code - number_of(code) + self.box.high

    def tile(self, code: int) -> Tile:
        """The tile of a number."""
        return Tile(self.box.colors[code // COLOR], code & _NUMBER)


@cache
def codes_of(box: Box) -> Codes:
    """The same object for the same box."""
    return Codes(box)


def iterate_bits(mask: int) -> Iterator[int]:
    """The codes whose bits are set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def number_of(code: int) -> int:
    """The number on a tile."""
    return code & _NUMBER


@lru_cache(maxsize=1 << 14)
def find_faces_around(mask: int, steps: int, codes: Codes) -> int:
    """The faces that can lie so many cells away from some of these in a set; all as bits."""
    near = 0
    for code in iterate_bits(mask):
        near |= codes.reach[code][steps]
    return near


@lru_cache(maxsize=1 << 14)
def makes_set(row: tuple[int, ...]) -> bool:
    """Whether these lie as a run, up or down, or as a group."""
    if len(row) < SMALLEST_SET:
        return False
    step = row[1] - row[0]
    if step in (1, -1):
        return all(code == row[0] + step * place for place, code in enumerate(row))
    return len(set(row)) == len(row) and len({code & _NUMBER for code in row}) == 1


@lru_cache(maxsize=1 << 14)
def find_faces_between(before: tuple[int, ...], behind: tuple[int, ...], codes: Codes) -> int:
    """The faces that make a set with what lies before and behind them, both from there outwards; as bits."""
    mask = codes.every
    for row in (before, behind):
        if row:
            mask &= codes.beside[row[0]]
    return sum(1 << code for code in iterate_bits(mask) if makes_set((*reversed(before), code, *behind)))
