"""Placing several picked tiles at once, where all other tiles stay."""

from collections.abc import Collection, Mapping
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from engine.table.placing import MOST_TILES, find_placements
from engine.tiles.edits import Row
from engine.tiles.melds import Piece, read_melds
from engine.tiles.notation import read_rack, write_tiles
from engine.tiles.tiles import JOKER, Box, Tile

BOX = Box()
NEAR = sorted({tile for tile in BOX.tiles() if tile.number in {4, 5, 6, 7}}, key=str)


def row(tiles: str) -> Row:
    return tuple(map(Piece, read_rack(tiles, BOX)))


def placed(table: Mapping[str, str], more: str) -> list[tuple[dict[str, str], list[str]]]:
    """What each best way adds to rows, and its new sets, in notation."""
    found = find_placements({label: row(tiles) for label, tiles in table.items()}, row(more), BOX)
    return [
        (
            {label: write_tiles(piece.tile for piece in added) for label, added in each.added.items()},
            sorted(write_tiles(piece.tile for piece in new) for new in each.new),
        )
        for each in found
    ]


def test_tiles_go_to_old_and_new_sets_at_once() -> None:
    assert placed({"A": "R3 R4 R5", "B": "B9 K9 O9"}, "R6 R9 K1 K2 K3") == [({"A": "R6", "B": "R9"}, ["K1 K2 K3"])]


def test_a_row_that_a_joker_has_left_is_mended_first() -> None:
    assert placed({"A": "R4 R6"}, "R5 K5 K6 J") == [({"A": "R5"}, ["K5 K6 J"])]


def test_several_best_ways_are_all_found() -> None:
    assert len(placed({"A": "R4 R5 R6", "B": "B7 K7 O7"}, "R7 R8")) == 1
    assert len(placed({"A": "R4 R5 R6", "B": "R4 R5 R6"}, "R7 R8")) == 2


def test_tiles_of_which_one_fits_nowhere_or_that_are_too_many_stay_picked() -> None:
    assert placed({"A": "R3 R4 R5"}, "R6 K13") == []
    assert placed({}, " ".join(f"R{number}" for number in range(1, MOST_TILES + 2))) == []


def try_everything(rows: Mapping[str, Row], more: Row, closed: Collection[str]) -> set[object]:
    """The best ways, by giving every tile to every row and to every new set there could be."""
    new = [f"new {number}" for number in range(len(more) // 3)]
    broken = {label for label, pieces in rows.items() if not read_melds(pieces, BOX)}
    found: dict[object, tuple[int, int]] = {}
    for chosen in product([*(label for label in rows if label not in closed), *new], repeat=len(more)):
        given = {label: [piece for piece, at in zip(more, chosen, strict=True) if at == label] for label in chosen}
        if all(read_melds((*rows.get(label, ()), *pieces), BOX) for label, pieces in given.items()):
            added = {(label, tuple(sorted(map(str, pieces)))) for label, pieces in given.items() if label in rows}
            made = sorted(tuple(sorted(map(str, pieces))) for label, pieces in given.items() if label not in rows)
            found[frozenset(added), tuple(made)] = (len(broken - given.keys()), len(given))
    best = min(found.values(), default=None)
    return {way for way, rank in found.items() if rank == best}


tiles = st.sampled_from([*NEAR, JOKER])


@given(
    st.lists(st.lists(tiles, min_size=2, max_size=4), max_size=2),
    st.lists(tiles, min_size=1, max_size=5),
    st.booleans(),
)
def test_the_best_ways_are_those_that_trying_everything_finds(
    table: list[list[Tile]], picked: list[Tile], is_closed: bool
) -> None:
    rows = {label: tuple(map(Piece, pieces)) for label, pieces in zip("AB", table, strict=False)}
    more, closed = tuple(map(Piece, picked)), ["A"] if is_closed else []

    found = {
        (
            frozenset((label, tuple(sorted(map(str, added)))) for label, added in each.added.items()),
            tuple(sorted(tuple(sorted(map(str, new))) for new in each.new)),
        )
        for each in find_placements(rows, more, BOX, closed)
    }

    assert found == try_everything(rows, more, closed)
