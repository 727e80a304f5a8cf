"""What is left of a puzzle when everything is taken away that could be otherwise without making it another one."""

from collections.abc import Iterator
from itertools import permutations

from engine.coach.puzzles import Puzzle
from engine.tiles.notation import read_rack, read_table
from engine.tiles.tiles import Box, Tile

BOX = Box()
SPAN = range(BOX.low, BOX.high + 1)

Form = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]


def renamings() -> Iterator[dict[Tile, int]]:
    """Every way to number the tiles that leaves groups groups and runs runs."""
    for colors in permutations(BOX.colors):
        for numbers in (SPAN, SPAN[::-1]):
            yield {
                Tile(color, number): 100 * index + at
                for index, color in enumerate(colors)
                for at, number in enumerate(numbers)
            }


RENAMINGS = list(renamings())


def form(puzzle: Puzzle) -> Form:
    """Equal for two puzzles that differ in the order of sets, in the names of colors, or in counting up or down."""
    rows = [meld.tiles for meld in read_table(puzzle.table, BOX)]
    rack = read_rack(puzzle.rack, BOX)
    return min(
        (
            tuple(sorted(tuple(sorted(map(names.__getitem__, row))) for row in rows)),
            tuple(sorted(map(names.__getitem__, rack))),
        )
        for names in RENAMINGS
    )
