"""A question about a grid that needs the solver: whether a player has a play."""

from engine.game.goals import Goal
from engine.grid.solver.search import GridPosition, solve


def has_play(position: GridPosition) -> bool | None:
    """Return whether the player has a legal play; None if the search neither finds one nor proves there is none."""
    answer = solve(position, Goal.ANY)
    if answer.turn:
        return True
    return False if answer.exact else None
