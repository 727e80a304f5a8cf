"""Groups and runs, against a reader that tries every way to replace the jokers."""

from itertools import chain, combinations_with_replacement, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.tiles.melds import Meld, Piece, read_melds
from engine.tiles.notation import read_pieces, write_meld, write_tiles
from engine.tiles.tiles import JOKER, Box, Color, Tile

BOX = Box()
SMALL = Box(colors=(Color.RED, Color.BLUE, Color.BLACK, Color.ORANGE), high=5)


def every_face(tiles: tuple[Tile, ...], box: Box) -> list[tuple[Tile, ...]]:
    """The tiles with each joker replaced by each tile of the box, jokers never twice the same way."""
    natural = [Tile(color, number) for color in box.colors for number in range(box.low, box.high + 1)]
    return list(product(*(natural if tile == JOKER else [tile] for tile in tiles)))


def is_group(faces: tuple[Tile, ...]) -> bool:
    return len({face.number for face in faces}) == 1 and len({face.color for face in faces}) == len(faces)


def is_run(faces: tuple[Tile, ...]) -> bool:
    numbers = sorted(face.number for face in faces)
    return len({face.color for face in faces}) == 1 and numbers == list(range(numbers[0], numbers[0] + len(faces)))


def brute_force(tiles: tuple[Tile, ...], box: Box) -> set[tuple[str, tuple[Tile, ...]]]:
    """Every reading of the tiles put down without an order: a group by its number, a run by its faces."""
    found: set[tuple[str, tuple[Tile, ...]]] = set()
    for faces in every_face(tiles, box) if len(tiles) >= 3 else []:
        if is_group(faces):
            found.add(("group", (Tile(None, faces[0].number),)))
        elif is_run(faces):
            found.add(("run", tuple(sorted(faces, key=lambda face: face.number))))
    return found


def named(meld: Meld) -> tuple[str, tuple[Tile, ...]]:
    return ("group", (Tile(None, meld.faces[0].number),)) if meld.is_group else ("run", meld.faces)


def read(tiles: tuple[Tile, ...], box: Box) -> list[Meld]:
    return list(read_melds([Piece(tile) for tile in tiles], box))


def rows(size: int, jokers: int) -> list[tuple[Tile, ...]]:
    naturals = [Tile(color, number) for color in SMALL.colors for number in range(1, SMALL.high + 1)]
    return [(*row, *[JOKER] * jokers) for row in combinations_with_replacement(naturals, size - jokers)]


@pytest.mark.parametrize(("size", "jokers"), [(2, 0), (3, 0), (4, 0), (2, 1), (3, 1), (4, 1), (3, 2), (4, 2), (3, 3)])
def test_every_order_is_read_and_all_together_as_brute_force_reads_them(size: int, jokers: int) -> None:
    """A row's order picks among the readings of a run; all the orders of it together give them all."""
    for tiles in rows(size, jokers):
        orders = set(permutations(tiles)) if jokers else {tiles}
        found = [[named(meld) for meld in read(order, SMALL)] for order in orders]
        expected = brute_force(tiles, SMALL)

        assert set(chain.from_iterable(found)) == expected, write_tiles(tiles)
        assert all(len(set(each)) == len(each) and bool(each) == bool(expected) for each in found)


tiles = st.builds(Tile, st.sampled_from(BOX.colors), st.integers(1, 13)) | st.just(JOKER)


@given(
    st.sampled_from(BOX.colors),
    st.integers(1, 11),
    st.integers(3, 13),
    st.sets(st.integers(0, 12), max_size=2),
    st.booleans(),
)
def test_a_run_written_in_order_is_read_as_written(
    color: Color, low: int, length: int, jokers: set[int], downward: bool
) -> None:
    faces = tuple(Tile(color, number) for number in range(low, min(13, low + length - 1) + 1))
    row = [JOKER if index in jokers else face for index, face in enumerate(faces)]
    runs = [meld.faces for meld in read(tuple(row[::-1] if downward else row), BOX) if not meld.is_group]

    if len(row) - row.count(JOKER) > 1:
        assert runs == [faces]
    elif row.count(JOKER) < len(row):
        assert faces in runs


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("R5 J J", ["R5 R6 R7", "R3 R4 R5"]),
        ("J J R5", ["R3 R4 R5", "R5 R6 R7"]),
        ("J R5 J", ["R4 R5 R6"]),
        ("J R5 J J J", ["R4 R5 R6 R7 R8", "R2 R3 R4 R5 R6"]),
        ("R12 J J", ["R10 R11 R12"]),
        ("R1 J J", ["R1 R2 R3"]),
        ("R5 J=R6 J", ["R5 R6 R7"]),
        ("R5 J=R4 J", ["R3 R4 R5"]),
    ],
)
def test_a_run_of_one_number_and_jokers_goes_up_or_down(text: str, runs: list[str]) -> None:
    found = read_melds(read_pieces(text, BOX), BOX)

    assert [write_tiles(meld.faces) for meld in found if not meld.is_group] == runs


@given(st.data())
def test_a_sets_own_pieces_are_read_as_that_set(data: st.DataObject) -> None:
    row = data.draw(st.lists(tiles, min_size=3, max_size=5))
    for meld in read_melds([Piece(tile) for tile in row], BOX):
        assert meld in read_melds(meld.pieces, BOX)
        assert read_melds(read_pieces(write_meld(meld), BOX), BOX) == (meld,)


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("R5 J=R6 R7", ["R5 R6 R7"]),
        ("R7 R5 J=R6", ["R5 R6 R7"]),
        ("R5 J=B6 R7", []),
        ("R5 J=R7 R7", []),
        ("R5 J=B5 J", ["R5 5 5"]),
        ("R5 J=B5 J=B5", []),
        ("R5 J=R5 K5", []),
        ("R5 J=R6 J", ["R5 R6 R7"]),
        ("R5 J=5 J", ["R5 5 5"]),
        ("R5 J=5 R7", []),
        ("R5 J=6 K5", []),
        ("R5 J=R6 J=R4", ["R4 R5 R6"]),
        ("J=R6 J=R7 J=R8", ["R6 R7 R8"]),
    ],
)
def test_the_face_given_to_a_joker_must_fit(text: str, faces: list[str]) -> None:
    assert [write_tiles(meld.faces) for meld in read_melds(read_pieces(text, BOX), BOX)] == faces


@pytest.mark.parametrize(
    ("text", "index", "may_be"),
    [
        ("R5 J R7", 1, "R6"),
        ("R3 K3 J", 2, "B3 O3"),
        ("R3 J J", 1, "B3 K3 O3"),
        ("R3 K3 B3 J", 3, "O3"),
        ("R4 R5 R6", 0, "R4"),
    ],
)
def test_a_joker_may_be_every_tile_that_its_place_takes(text: str, index: int, may_be: str) -> None:
    found = read_melds(read_pieces(text, BOX), BOX)[0]

    assert sorted(write_tiles([tile]) for tile in found.may_be(index, BOX)) == sorted(may_be.split())
