"""Tiles as small integers (codes), groups of tiles as bit masks, and the tiles that can be in a set together.

A tile's code is 16 times the index of its color in the box, plus its number. A bit mask of tiles has the bit 1 << code
for each. Wildcards have no code.
"""

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from engine.tiles.bit_masks import iterate_bits
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import Box, Tile

EMPTY = 0
WALL = -1
COLOR = 16  # the number of codes for each color
_NUMBER = COLOR - 1


@dataclass(frozen=True, eq=False)  # hashed by identity, because caches have it in their keys
class Codes:
    """The codes of a box's tiles, and for each code the tiles that can be in a set with it, as bit masks."""

    box: Box

    @cached_property
    def every(self) -> int:
        """All tiles of the box, as a bit mask of codes."""
        return sum(1 << self.of(tile) for tile in set(self.box.tiles()) if not tile.is_joker)

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """For each code, the tiles with the same number, itself included, as a bit mask."""
        column = sum(1 << COLOR * index for index in range(len(self.box.colors)))
        return tuple(column << (code & _NUMBER) for code in range(COLOR * len(self.box.colors)))

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """For each code, the tiles that can be next to it in a set, as a bit mask."""
        return tuple(
            self.every & (self.alike[code] | 1 << code + 1 | (1 << code) >> 1) & ~(1 << code)
            for code in range(COLOR * len(self.box.colors))
        )

    @cached_property
    def reach(self) -> tuple[tuple[int, ...], ...]:
        """For each code and distance (0 to 15 cells), the tiles that can be that far from it in a set, as bit masks."""
        return tuple(
            tuple(self._find_reach(code, steps) for steps in range(COLOR))
            for code in range(COLOR * len(self.box.colors))
        )

    @cached_property
    def family(self) -> tuple[int, ...]:
        """For each code, the tiles of its color or its number, which can be in a set with it, as a bit mask."""
        return tuple(
            self.every & (self.alike[code] | ((1 << COLOR) - 1 << COLOR * (code // COLOR)))
            for code in range(COLOR * len(self.box.colors))
        )

    def _find_reach(self, code: int, steps: int) -> int:
        same = COLOR * (code // COLOR)
        run = sum(1 << each for each in {code - steps, code + steps} if same < each < same + COLOR)
        group = self.alike[code] & ~(1 << code) if 0 < steps < len(self.box.colors) else 0
        return (run | group) & self.every

    def of(self, tile: Tile) -> int:
        """Return a tile's code. Raises ValueError: the tile is a wildcard, which has no code."""
        if tile.color is None:
            raise ValueError(tile)
        return COLOR * self.box.colors.index(tile.color) + tile.number

    def top(self, code: int) -> int:
        """Return the code of the tile with the highest number in the same color."""
        return code - number_of(code) + self.box.high

    def tile(self, code: int) -> Tile:
        """Return the tile that has this code."""
        return Tile(self.box.colors[code // COLOR], code & _NUMBER)


@cache
def codes_of(box: Box) -> Codes:
    """Return the codes of a box's tiles, the same object for equal boxes."""
    return Codes(box)


def number_of(code: int) -> int:
    """Return the number of the tile that has this code."""
    return code & _NUMBER


@lru_cache(maxsize=1 << 14)
def find_faces_around(mask: int, steps: int, codes: Codes) -> int:
    """Return the tiles that can be `steps` cells away from a tile of `mask` in a set; both are bit masks of codes."""
    near = 0
    for code in iterate_bits(mask):
        near |= codes.reach[code][steps]
    return near


@lru_cache(maxsize=1 << 14)
def makes_set(row: tuple[int, ...]) -> bool:
    """Return whether a row of tiles, given by their codes, is a run in either direction or a group."""
    if len(row) < SMALLEST_SET:
        return False
    step = row[1] - row[0]
    if step in (1, -1):
        return all(code == row[0] + step * index for index, code in enumerate(row))
    return len(set(row)) == len(row) and len({code & _NUMBER for code in row}) == 1


@lru_cache(maxsize=1 << 14)
def find_faces_between(before: tuple[int, ...], behind: tuple[int, ...], codes: Codes) -> int:
    """Return the tiles, as a bit mask, that make a set between two rows of codes, both from the gap outward."""
    mask = codes.every
    for row in (before, behind):
        if row:
            mask &= codes.beside[row[0]]
    return sum(1 << code for code in iterate_bits(mask) if makes_set((*reversed(before), code, *behind)))
