"""Counts of a box's tiles packed into one integer, a few bits per face, so that all faces are handled at once."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import Box, Tile

DIGIT = 4  # bits per face, for the number of its copies
FACE = (1 << DIGIT) - 1


def pack_digits(counts: Sequence[int]) -> int:
    """Return the counts of one number's colors packed into one integer, the first color in the lowest bits."""
    return sum(count << DIGIT * color for color, count in enumerate(counts))


class CountLayout:
    """The bit positions at which the tiles of a box are counted in one integer, a pile.

    The lowest number is in the lowest bits, and within a number, the first color. Each number has `row` bits, and
    `span` is how many numbers there are. `faces` has the lowest bit of every face set, `numbers` that of every number,
    and `every_color` that of every color at one number. `places` gives the bit position of each face.
    """

    def __init__(self, box: Box) -> None:
        self.colors, self.span = len(box.colors), box.high - box.low + 1
        self.row = DIGIT * self.colors
        self.digits = range(0, self.row, DIGIT)
        tiles = [Tile(color, number) for number in range(box.low, box.high + 1) for color in box.colors]
        self.places = {tile: DIGIT * place for place, tile in enumerate(tiles)}
        self.faces = sum(1 << place for place in self.places.values())
        self.numbers = sum(1 << self.row * place for place in range(self.span))
        self.every_color = sum(1 << digit for digit in self.digits)

    def count_faces(self, tiles: Mapping[Tile, int]) -> int:
        """Return the packed counts of `tiles`, which gives the copies of each face and has no joker."""
        places = self.places
        return sum([count << places[tile] for tile, count in tiles.items()])

    def split_by_number(self, pile: int) -> list[int]:
        """Return the packed counts of each number, from the lowest up, each shifted down to bit 0."""
        one = (1 << self.row) - 1
        return [pile >> at & one for at in range(0, self.row * self.span, self.row)]

    def find_meldable_faces(self, pile: int, jokers: int) -> int:
        """Return the faces of a pile that can be in some set with up to `jokers` jokers, each face as its lowest bit.

        The condition is necessary, not sufficient: two sets may need the same tile.
        """
        there = (pile | pile >> 1 | pile >> 2 | pile >> 3) & self.faces
        if jokers >= SMALLEST_SET - 1:
            return there
        above, beyond = there >> self.row, there >> self.row + self.row
        all_three = there & above & beyond
        starts = there & above | there & beyond | above & beyond if jokers else all_three
        runs = starts | starts << self.row | starts << self.row + self.row
        return there & (runs | self._find_group_faces(there, jokers))

    def _find_group_faces(self, there: int, jokers: int) -> int:
        """Return all faces of the numbers that have enough colors for a group, also faces that aren't in the pile.

        `there` has the lowest bit of each face in the pile. `jokers` is 0 or 1.
        """
        if self.colors < SMALLEST_SET:
            return 0
        once = twice = thrice = 0
        for digit in self.digits:
            here = there >> digit & self.numbers
            thrice |= twice & here
            twice |= once & here
            once |= here
        return (twice if jokers else thrice) * self.every_color


@lru_cache(maxsize=64)
def layout_of(box: Box) -> CountLayout:
    """Return the layout of this box; equal boxes share one."""
    return CountLayout(box)
