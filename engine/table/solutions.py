"""The best turn of a case given in notation, on an open table."""

from collections.abc import Iterable, Mapping

from engine.game import cases
from engine.game.cases import Solution
from engine.solver.best_turn import Position, is_ruled_out, solve
from engine.tiles.edits import Row
from engine.tiles.notation import write_lying


def solution(case: Mapping[str, object], position: Position) -> Solution:
    """What the case's goal finds in a position; without a turn, the table as it lies.

    Raises:
        BadNotation: there is no such goal, or the tiles to lay can't be read. NotOnYourRack: the rack lacks one.
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
