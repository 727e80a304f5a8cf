"""Lines that touch the tiles of a grid, against all sets that the cells could take."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations

import pytest

from engine.rummykruss.solver.bitboard import Bitboard
from engine.rummykruss.solver.codes import EMPTY, WALL, Codes, makes_set
from engine.rummykruss.solver.lines import AvailableTiles, LineSearch
from engine.tiles.melds import SMALLEST_SET
from engine.tiles.tiles import Box, Tile
from tests.grid_brute import SIZE, SMALL, WILD, small_position

LIMIT = 3
Placed = tuple[int, tuple[int, ...], tuple[int, ...]]  # the way of a line, its new cells and their tiles


def rows(box: Box, codes: Codes) -> Iterator[tuple[int, ...]]:
    """Every set that fits the grid, in every order in which it can be there."""
    for size in range(SMALLEST_SET, SIZE + 1):
        for number in range(box.low, box.high + 1):
            for color in box.colors if number + size - 1 <= box.high else ():
                run = tuple(codes.of(Tile(color, number + step)) for step in range(size))
                yield from (run, run[::-1])
            for colors in permutations(box.colors, size):
                yield tuple(codes.of(Tile(color, number)) for color in colors)


def may_be(board: Bitboard, at: int, code: int, across: int) -> bool:
    """Whether a new tile makes a set with its neighbors in the other direction, if it has any."""
    row = [code]
    for step in (-across, across):
        near = at + step
        while board.faces[near] > 0:
            row = [board.faces[near], *row] if step < 0 else [*row, board.faces[near]]
            near += step
    return len(row) == 1 or makes_set(tuple(row))


def has_tiles(hand: AvailableTiles, codes: Sequence[int]) -> bool:
    lacking = Counter(codes) - Counter(hand.counts)
    return lacking.total() <= hand.wilds and all(hand.wild_faces >> code & 1 for code in lacking)


def every_line(board: Bitboard, hand: AvailableTiles, box: Box, shut: frozenset[int]) -> Iterator[Placed]:
    sets = list(rows(box, board.codes))
    for way, other in (board.ways, board.ways[::-1]):
        for start in (at for at, face in enumerate(board.faces) if face != WALL):
            for row in sets:
                cells = [start + step * way for step in range(len(row))]
                if (
                    cells[-1] + way >= len(board.faces)
                    or max(board.faces[start - way], board.faces[cells[-1] + way]) > 0
                ):
                    continue
                new = [(at, code) for at, code in zip(cells, row, strict=True) if board.faces[at] == EMPTY]
                old = [(at, code) for at, code in zip(cells, row, strict=True) if board.faces[at] == code]
                beside = [at for at, _ in new if max(board.faces[at - other], board.faces[at + other]) > 0]
                if (
                    len(new) + len(old) == len(row)
                    and 0 < len(new) <= LIMIT
                    and (old or beside)
                    and not shut.intersection(at for at, _ in new)
                    and all(may_be(board, at, code, other) for at, code in new)
                    and has_tiles(hand, [code for _, code in new])
                ):
                    yield way, tuple(at for at, _ in new), tuple(code for _, code in new)


@pytest.mark.parametrize("is_shut", [False, True], ids=["all cells", "some cells"])
@pytest.mark.parametrize("box", [SMALL, WILD], ids=["tiles", "wildcard"])
def test_the_lines_that_touch_a_tile_are_all_that_could_be_there(box: Box, *, is_shut: bool) -> None:
    count = 0
    for number in range(60):
        root = small_position(number, box).root()
        hand = root.hand(moving=False)
        empty = [at for at, face in enumerate(root.board.faces) if face == EMPTY]
        shut = frozenset(empty[::3] if is_shut else ())

        found = LineSearch(root.board, hand, LIMIT, shut).run()

        lines = [(each.way, each.cells, each.faces) for each in found]
        assert sorted(set(lines)) == sorted(lines)
        assert set(lines) == set(every_line(root.board, hand, box, shut)), number
        count += len(lines)
    assert count


@pytest.mark.parametrize("box", [SMALL, WILD], ids=["tiles", "wildcard"])
def test_a_new_line_changes_what_the_cells_accept_just_as_if_it_had_always_been_there(box: Box) -> None:
    for number in range(40):
        root = small_position(number, box).root()
        for line in root.find_lines(LIMIT, moving=True):
            after = root.after(line, thrift=False)
            if after:
                assert after.board.accepted == replace(after.board, before=None).accepted, (number, line)
