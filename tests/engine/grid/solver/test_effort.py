"""The budget of a search on a grid, and how a search for lines keeps it."""

from typing import cast

from engine.grid.game import GridGame, grid_position
from engine.grid.solver.effort import POSITION, Effort
from engine.grid.state import GridState
from engine.variants import load
from tests.grid_positions import grid

SYSTEM = next(each for each in load().values() if each.state_type is GridState)
CELLS, RACK = "h8=r5 i8=r6 j8=r7 h9=b5 h10=k5", "r8 r9 b6 b7 k6 k7 o5 o6 j j"
PLENTY = 1_000_000


def test_a_budget_is_spent_until_there_is_less_than_a_step_takes() -> None:
    effort = Effort(POSITION + 1)

    assert effort.spend()
    assert effort.spend(1)
    assert not effort.spend(1)


def test_a_search_for_lines_ends_with_its_budget_and_keeps_the_lines_so_far() -> None:
    system = cast("GridGame", SYSTEM)
    root = grid_position(grid(system.info.key, racks=[RACK, ""], cells=CELLS).view(0), system.rules_for({})).root()
    every = Effort(PLENTY)
    lines = list(root.find_lines(4, moving=True, effort=every))
    used = PLENTY - every.left

    for share in (0, 1, used // 3, used // 2, used):
        effort = Effort(share)
        some = list(root.find_lines(4, moving=True, effort=effort))
        assert all(line in lines for line in some)
        assert len(some) <= len(lines)
    assert some == lines
    assert not list(root.find_lines(4, moving=True, effort=Effort(0)))
