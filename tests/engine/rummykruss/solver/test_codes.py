"""Faces of a grid as numbers, against the sets that they stand for."""

from itertools import permutations, product

import pytest

from engine.rummykruss.solver.codes import codes_of, find_faces_around, find_faces_between, makes_set
from engine.tiles.tiles import Box, Color, Tile

BOX = Box(colors=(Color.RED, Color.BLUE, Color.BLACK, Color.ORANGE), low=1, high=5, copies=1, jokers=1)
CODES = codes_of(BOX)
FACES = [Tile(color, number) for color in BOX.colors for number in range(BOX.low, BOX.high + 1)]
RUNS = [
    [Tile(color, number) for number in range(low, high + 1)][::way]
    for color in BOX.colors
    for low in range(1, 6)
    for high in range(low + 2, 6)
    for way in (1, -1)
]
GROUPS = [
    [Tile(color, number) for color in colors]
    for number in range(1, 6)
    for size in (3, 4)
    for colors in permutations(BOX.colors, size)
]
SETS = {tuple(map(CODES.of, row)) for row in (*RUNS, *GROUPS)}


def bits(codes: set[int]) -> int:
    return sum(1 << code for code in codes)


def test_every_face_has_a_number_of_its_own_and_comes_back_from_it() -> None:
    assert len(set(map(CODES.of, FACES))) == len(FACES)
    assert [CODES.tile(CODES.of(face)) for face in FACES] == FACES
    assert CODES.every == bits(set(map(CODES.of, FACES)))
    assert [CODES.tile(CODES.top(CODES.of(face))) for face in FACES] == [Tile(face.color, 5) for face in FACES]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_faces_make_a_set_as_a_run_up_or_down_or_as_a_group(size: int) -> None:
    assert {row for row in product(map(CODES.of, FACES), repeat=size) if makes_set(row)} == {
        row for row in SETS if len(row) == size
    }


def test_longer_rows_make_sets_only_as_a_whole() -> None:
    assert all(map(makes_set, SETS))
    assert not any(makes_set((*row, row[0])) or makes_set((*row, row[-1])) for row in SETS)


@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_tiles_that_can_be_some_cells_apart_are_those_of_a_set(steps: int) -> None:
    for code in map(CODES.of, FACES):
        there = {row[at + steps] for row in SETS for at in range(len(row) - steps) if row[at] == code}
        assert find_faces_around(1 << code, steps, CODES) == bits(there)


def test_tiles_that_fit_between_two_rows_make_a_set_with_both() -> None:
    for row in sorted(SETS):
        for at in range(len(row)):
            before, behind = row[:at][::-1], row[at + 1 :]
            fitting = {code for code in map(CODES.of, FACES) if (*before[::-1], code, *behind) in SETS}
            assert find_faces_between(before, behind, CODES) == bits(fitting)
