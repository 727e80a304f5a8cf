"""Counts of a box's tiles packed into one integer, 4 bits per face, so that all faces are handled at once."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import Box, Tile

DIGIT = 4  # bits per face, for the number of its copies
FACE = (1 << DIGIT) - 1  # the bits of one face


def pack_digits(counts: Sequence[int]) -> int:
    """Return the counts of one number's colors packed into one integer, the first color in the lowest bits."""
    return sum(count << DIGIT * color for color, count in enumerate(counts))


class CountLayout:
    """The layout of a pile: one integer that counts tiles, with 4 bits for each face (color and number) of a box.

    The lowest number is in the lowest bits, and within a number, the first color. Each number has `row` bits, and
    `digits` are the bit positions of the colors in them. `colors` and `span` are how many colors and numbers there are.
    In the bit masks `faces` and `numbers`, the lowest bit of every face or of every number is 1, and in `every_color`,
    that of every color at one number. `shifts` gives the bit position of each face.
    """

    def __init__(self, box: Box) -> None:
        self.colors, self.span = len(box.colors), box.high - box.low + 1
        self.row = DIGIT * self.colors
        self.digits = range(0, self.row, DIGIT)
        tiles = [Tile(color, number) for number in range(box.low, box.high + 1) for color in box.colors]
        self.shifts = {tile: DIGIT * index for index, tile in enumerate(tiles)}
        self.faces = sum(1 << shift for shift in self.shifts.values())
        self.numbers = sum(1 << self.row * index for index in range(self.span))
        self.every_color = sum(1 << digit for digit in self.digits)

    def count_faces(self, tiles: Mapping[Tile, int]) -> int:
        """Return the pile of `tiles`, a mapping from each face to how many copies there are; jokers aren't allowed."""
        shifts = self.shifts
        return sum([count << shifts[tile] for tile, count in tiles.items()])

    def split_by_number(self, pile: int) -> list[int]:
        """Split a pile by number: return one integer for each, the lowest first, with 4 bits for each color."""
        one = (1 << self.row) - 1
        return [pile >> at & one for at in range(0, self.row * self.span, self.row)]

    def find_meldable_faces(self, pile: int, jokers: int) -> int:
        """Return the faces of a pile that can be in some set with up to `jokers` jokers, as a bit mask.

        In the mask, the lowest of each such face's four bits is 1. The condition is necessary, not sufficient: two sets
        may need the same tile.
        """
        there = (pile | pile >> 1 | pile >> 2 | pile >> 3) & self.faces
        if jokers >= SMALLEST_SET - 1:
            return there
        above, beyond = there >> self.row, there >> self.row + self.row
        all_three = there & above & beyond
        starts = there & above | there & beyond | above & beyond if jokers else all_three
        runs = starts | starts << self.row | starts << self.row + self.row
        once = twice = thrice = 0  # the numbers that have at least this many colors
        for digit in self.digits if self.colors >= SMALLEST_SET else ():
            here = there >> digit & self.numbers
            thrice |= twice & here
            twice |= once & here
            once |= here
        return there & (runs | (twice if jokers else thrice) * self.every_color)


layout_of = lru_cache(maxsize=64)(CountLayout)
