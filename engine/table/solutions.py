"""Finding the best turn of a case, a position on an open table that is given in notation."""

from collections.abc import Iterable, Mapping

from engine.game import cases
from engine.game.cases import Solution
from engine.solver.best_turn import Position, is_ruled_out, solve
from engine.tiles.edits import Row
from engine.tiles.notation import write_lying


def solution(case: Mapping[str, object], position: Position) -> Solution:
    """Return the best turn in `position` for the goal of a case; if there is none, the unchanged table.

    `case` gives the goal and, for the goal `FIT`, the tiles to play; the rest of the case is already in `position`.

    Raises:
        BadNotation: the goal is unknown, or the tiles to play can't be read.
        NotOnYourRack: the rack lacks one of these tiles.
    """
    goal = cases.goal(case)
    tiles = cases.fit(case, position.rules.box, position.rack)
    answer = solve(position, goal, tiles)
    if answer is None:
        lying = _write_rows(each.pieces for each in position.sets)
        return Solution((), 0, lying, exact=is_ruled_out(position, goal, tiles))
    return Solution(answer.played, answer.value, _write_rows(answer.rows), answer.exact)


def _write_rows(rows: Iterable[Row]) -> str:
    return " / ".join(map(write_lying, rows)) or "-"
