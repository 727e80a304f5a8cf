"""Given tiles are placed all together, in lines that may take tiles of the grid, within the budget of a search."""

from collections import Counter
from typing import cast

import pytest

from engine.game.goals import Goal
from engine.grid.game import GridGame, grid_position
from engine.grid.solver.effort import POSITION, Effort
from engine.grid.solver.moves import Node
from engine.grid.solver.search import FitSearch, GridPosition, solve
from engine.grid.state import GridState
from engine.tiles.notation import read_rack
from engine.variants import load
from tests.grid_positions import grid

SYSTEM = cast("GridGame", next(each for each in load().values() if each.state_type is GridState))
PLENTY = Effort(200 * POSITION).left


def asked(cells: str, rack: str) -> GridPosition:
    return grid_position(grid(SYSTEM.info.key, racks=[rack, ""], cells=cells).view(0), SYSTEM.rules_for({}))


def fits(cells: str, tiles: str, *, moving: bool, lines: int = 0, steps: int = PLENTY) -> list[Node]:
    """The turns that place all of these tiles."""
    return list(FitSearch(Effort(steps), moving=moving).run(asked(cells, tiles).root(), lines))


def test_all_tiles_are_placed_and_none_moves_if_none_may() -> None:
    found = fits("h8=r5 i8=r6 j8=r7", "r8 b5 k5", moving=False)

    assert found
    assert all(not node.rack and not node.wilds and not node.moved for node in found)
    assert all(len(node.used) == 3 for node in found)


def test_a_tile_that_a_line_can_spare_joins_the_given_ones_only_if_tiles_may_move() -> None:
    cells, tiles = "h8=r5 i8=r6 j8=r7 k8=r8", "b8 k8"

    assert any(node.moved for node in fits(cells, tiles, moving=True))
    assert not any(node.moved for node in fits(cells, tiles, moving=False))


def test_wildcards_are_placed_too() -> None:
    found = fits("h8=r5 i8=r6 j8=r7", "r8 j j", moving=False)

    assert found
    assert all(node.used.count(0) == 2 for node in found)


def test_a_search_without_a_budget_finds_nothing() -> None:
    assert not fits("h8=r5 i8=r6 j8=r7", "r8", moving=False, steps=0)


@pytest.mark.parametrize(
    ("tiles", "places"),
    [("r8", True), ("r8 b1", False), ("r8 r9 b6 k6", True), ("b2 k9", False), ("r8 j", True)],
)
def test_a_fit_places_just_these_tiles_of_a_larger_rack(tiles: str, places: bool) -> None:  # a case
    position = asked("h8=r5 i8=r6 j8=r7", f"{tiles} o1 o2 b10")

    answer = solve(position, Goal.FIT, read_rack(tiles, position.grid.rules.box))

    assert (answer.turn is not None) == places
    if answer.turn:
        assert Counter(answer.turn.played) == Counter(read_rack(tiles, position.grid.rules.box))
        assert answer.exact, "it moves no tile of the grid"
