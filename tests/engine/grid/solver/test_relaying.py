"""Lines of the grid that are taken apart and placed again, within the budget of a search."""

from typing import cast

from engine.grid.game import GridGame, grid_position
from engine.grid.solver.effort import POSITION, Effort
from engine.grid.solver.moves import Node
from engine.grid.solver.relaying import relay_lines
from engine.grid.state import GridState
from engine.variants import load
from tests.grid_positions import grid

SYSTEM = cast("GridGame", next(each for each in load().values() if each.state_type is GridState))
RUN, NO_COMPANY = "h8=r5 i8=r6 j8=r7", "b1 b2 b3"
MOST = 3


PLENTY = 50 * POSITION


def turns(effort: Effort) -> list[Node]:
    """Turns that lift the grid's only run, which nothing on the rack goes with."""
    position = grid(SYSTEM.info.key, racks=[NO_COMPANY, ""], cells=RUN)
    root = grid_position(position.view(0), SYSTEM.rules_for({})).root()
    return list(relay_lines(root, effort, MOST))


def test_a_line_after_a_mere_move_is_looked_for_in_a_position_of_its_own() -> None:
    effort = Effort(PLENTY)

    assert turns(effort)
    assert PLENTY - effort.left >= 2 * POSITION
    assert not turns(Effort(POSITION))


def test_a_line_that_is_put_back_as_it_was_is_no_part_of_a_turn() -> None:
    assert all(turn.moved for turn in turns(Effort(PLENTY)))
