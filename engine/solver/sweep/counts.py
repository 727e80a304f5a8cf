"""Tiles of a box counted in one number: the faces of a number side by side, for each the bits that its copies take."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import Box, Tile

DIGIT = 4  # bits for the copies of a face
FACE = (1 << DIGIT) - 1


def pack_digits(counts: Sequence[int]) -> int:
    """So many of each colour."""
    return sum(count << DIGIT * color for color, count in enumerate(counts))


class CountLayout:
    """Where the tiles of a box are counted: by their numbers, and at each by their colours, the first colour lowest.

    `row` are the bits of a number, and `faces` the lowest bit of each face.
    """

    def __init__(self, box: Box) -> None:
        self.colors, self.span = len(box.colors), box.high - box.low + 1
        self.row = DIGIT * self.colors
        self.digits = range(0, self.row, DIGIT)
        tiles = [Tile(color, number) for number in range(box.low, box.high + 1) for color in box.colors]
        self.places = {tile: DIGIT * place for place, tile in enumerate(tiles)}
        self.faces = sum(1 << place for place in self.places.values())
        self.numbers = sum(1 << self.row * place for place in range(self.span))  # of each, the lowest bit
        self.every_color = sum(1 << digit for digit in self.digits)

    def count_faces(self, tiles: Mapping[Tile, int]) -> int:
        """So many of each face, none of them a joker."""
        places = self.places
        return sum([count << places[tile] for tile, count in tiles.items()])

    def split_by_number(self, pile: int) -> list[int]:
        """What there is at each number, from the lowest on."""
        one = (1 << self.row) - 1
        return [pile >> at & one for at in range(0, self.row * self.span, self.row)]

    def find_meldable_faces(self, pile: int, jokers: int) -> int:
        """The faces of a pile, each by its lowest bit, that could lie in some set, whatever else that set needs."""
        there = (pile | pile >> 1 | pile >> 2 | pile >> 3) & self.faces
        if jokers >= SMALLEST_SET - 1:
            return there
        above, beyond = there >> self.row, there >> self.row + self.row
        all_three = there & above & beyond
        starts = there & above | there & beyond | above & beyond if jokers else all_three
        runs = starts | starts << self.row | starts << self.row + self.row
        return there & (runs | self._find_group_faces(there, jokers))

    def _find_group_faces(self, there: int, jokers: int) -> int:
        """All faces of the numbers that have as many colours as it takes, with one joker at most."""
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
    """Where the tiles of this box are counted."""
    return CountLayout(box)
