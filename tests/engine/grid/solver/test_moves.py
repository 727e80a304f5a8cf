"""Unfinished turns on a grid."""

from typing import cast

from engine.grid.game import GridGame, grid_position
from engine.grid.solver.bitboard import cell_at
from engine.grid.state import GridState
from engine.tiles.notation import write_tiles
from engine.variants import load
from tests.grid_positions import grid

SYSTEM = cast("GridGame", next(each for each in load().values() if each.state_type is GridState))


def loose(cells: str) -> set[tuple[str, tuple[int, int]]]:
    """The loose tiles of a grid, each as it's written, with its row and column from 0."""
    root = grid_position(grid(SYSTEM.info.key, racks=["o13", ""], cells=cells).view(0), SYSTEM.rules_for({})).root()
    written = {0: "J"} | {
        root.board.codes.of(tile): write_tiles([tile]) for tile in SYSTEM.box.tiles() if not tile.is_joker
    }
    return {(written[code], cell_at(at, root.board.size)) for code, places in root.loose.items() for at in places}


def test_both_ends_of_a_run_of_four_are_loose_also_if_one_is_a_wildcard() -> None:
    assert {tile for tile, _ in loose("h8=r5 i8=r6 j8=r7 k8=r8")} == {"R5", "R8"}
    assert loose("h8=r1 i8=r2 j8=r3 k8=j:r4") == {("R1", (7, 7)), ("J", (7, 10))}


def test_a_tile_in_two_sets_is_not_loose() -> None:
    assert {tile for tile, _ in loose("h8=r5 i8=r6 j8=r7 k8=r8 k9=b8 k10=k8")} == {"R5"}
