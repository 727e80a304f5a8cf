"""Reading grids, against a reader that looks at every stretch of cells; and reading turns, whatever is typed."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rummykruss.rules.cells import read_cell, read_placing
from engine.rummykruss.rules.errors import NothingFits, WildcardUnclear
from engine.rummykruss.rules.reading import Cell, crossword, is_set, settle_wildcards
from engine.rummykruss.rules.tiles import cell_name
from engine.text.errors import BadNotation, IllegalMove
from engine.tiles.tiles import Box, Color, Tile

BOX = Box()
SIZE = 4
tiles = st.builds(Tile, st.sampled_from(BOX.colors[:3]), st.integers(4, 6))
grids = st.dictionaries(st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)), tiles, max_size=9)


def stretches(faces: dict[Cell, Tile]) -> list[list[Cell]]:
    """Every line of two or more: all stretches of cells that are full and can't be made longer."""
    rows = [[(row, column) for column in range(SIZE)] for row in range(SIZE)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    found = []
    for line in rows + columns:
        for start in range(SIZE):
            for end in range(start + 2, SIZE + 1):
                outside = line[max(0, start - 1) : start] + line[end : end + 1]
                if all(cell in faces for cell in line[start:end]) and not any(cell in faces for cell in outside):
                    found.append(line[start:end])
    return found


def is_set_slowly(row: list[Tile]) -> bool:
    run = any(
        all(two.number - one.number == step and one.color == two.color for one, two in pairwise(row))
        for step in (1, -1)
    )
    group = len({tile.number for tile in row}) == 1 and len({tile.color for tile in row}) == len(row)
    return len(row) >= 3 and (run or group)


@given(grids)
def test_a_grid_is_legal_if_every_stretch_of_tiles_is_a_set_and_covers_every_tile(faces: dict[Cell, Tile]) -> None:
    lines = stretches(faces)
    covered = [cell for line in lines for cell in line]
    legal = all(is_set_slowly([faces[cell] for cell in line]) for line in lines) and set(covered) == set(faces)

    try:
        found = crossword(faces)
    except IllegalMove:
        assert not legal
    else:
        assert legal
        assert found.crossings == {cell for cell in faces if covered.count(cell) == 2}


@given(st.lists(tiles, max_size=5))
def test_a_line_is_a_set_or_not(row: list[Tile]) -> None:
    assert is_set(row) == is_set_slowly(row)


@given(st.lists(tiles, min_size=2, max_size=4), st.data())
def test_an_unnamed_wildcard_is_the_only_tile_that_fits(row: list[Tile], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(row) - 1))
    fitting = [
        face
        for face in dict.fromkeys(BOX.tiles())
        if not face.is_joker and is_set_slowly([*row[:index], face, *row[index + 1 :]])
    ]
    faces = {(0, column): None if column == index else tile for column, tile in enumerate(row)}

    try:
        assert [settle_wildcards(faces, BOX)[0, index]] == fitting
    except NothingFits:
        assert fitting == []
    except WildcardUnclear:
        assert len(fitting) > 1


@pytest.mark.parametrize(("name", "cell"), [("a1", (0, 0)), ("O15", (14, 14)), ("h8", (7, 7)), (" S19 ", (18, 18))])
def test_a_cell_is_its_columns_letter_and_its_rows_number(name: str, cell: Cell) -> None:
    assert read_cell(name) == cell
    assert cell_name(*cell) == name.strip().upper()


@pytest.mark.parametrize("name", ["", "8h", "h", "8", "h0", "h100", "aa1", "ä1", "h-1", "h 8", "h٣"])
def test_anything_else_is_no_cell(name: str) -> None:
    with pytest.raises(BadNotation):
        read_cell(name)


@given(st.text(alphabet="abhjrko0123489=>:;,/ \ntable", max_size=60) | st.text(max_size=40))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    try:
        placing = read_placing(text, BOX)
    except BadNotation:
        return
    assert read_placing(str(placing), BOX) == placing


def test_colors_of_other_games_are_no_tiles_here() -> None:
    with pytest.raises(BadNotation):
        read_placing(f"h8={Color.SUNS}3", BOX)
