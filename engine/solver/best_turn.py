"""The best legal turn on an open table, exactly."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.game.goals import Goal
from engine.rules.table_rules import TableRules
from engine.solver.least_disturbance import MOST_TRIES, fit_tiles, minimize_disturbance
from engine.solver.plans.legality import LegalityCheck
from engine.solver.search import FoundTable, SearchGoal, may_play, open_for_most_points, search_table
from engine.solver.sweep.budget import SearchBudget
from engine.tiles.edits import Row
from engine.tiles.sets import TableSet
from engine.tiles.tiles import Tile

MOST_WORK = 55_000
"""So many states are looked at for an answer; then the best so far is given, without the proof that none is better."""


@dataclass(frozen=True, slots=True)
class Position:
    """A turn to be found: what lies, what the player holds, and whether he opened in an earlier turn.

    `rules` are settled for the number of seats; `claimed` are the letters of sets under tokens.
    """

    rules: TableRules
    sets: tuple[TableSet, ...]
    rack: tuple[Tile, ...]
    opened: bool
    claimed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class BestTurn:
    """A legal turn: the tiles that it plays, the whole table after it, and its value in points.

    In each row a joker says what it stands for. `exact`: no turn serves the goal better.
    """

    played: tuple[Tile, ...]
    rows: tuple[Row, ...]
    value: int
    exact: bool = True


def solve(position: Position, goal: Goal, tiles: Sequence[Tile] = ()) -> BestTurn | None:
    """Find the turn that serves the goal best; `tiles` are those that a `fit` lays. None: there is no such turn.

    Who has opened has no opening to find. In a value jokers count nothing; in that of an opening, what they stand for.
    """
    legality = make_legality_check(position)
    if goal is Goal.OPENING:
        opening = None if legality.opened else open_for_most_points(legality)
        return _make_opening(legality, opening) if opening else None
    if goal is Goal.FIT:
        turn = fit_tiles(legality, tiles)
    else:
        turn, proven = search_table(legality, _make_goal(position, goal))
        if turn is None and goal is Goal.VALUE and _may_lay_another(legality, proven=proven):
            another = solve(position, Goal.ANY)
            return replace(another, exact=proven) if another else None
    return _make_answer(turn) if turn else None


def reduce_disturbance(position: Position, answer: BestTurn, tries: int = MOST_TRIES) -> BestTurn:
    """The same tiles laid with less disturbance of the table; the more tries, the less."""
    turn = minimize_disturbance(
        make_legality_check(position), FoundTable(answer.rows, answer.played, answer.exact), tries
    )
    return replace(answer, rows=turn.rows)


def can_play(position: Position) -> bool:
    """Is there any legal turn that lays a tile? Also true where that is not known: that there is none, is proven."""
    return not is_ruled_out(position, Goal.ANY)


def is_ruled_out(position: Position, goal: Goal, tiles: Sequence[Tile] = ()) -> bool:
    """Is it proven that no turn serves the goal?"""
    legality = make_legality_check(position)
    if goal is Goal.OPENING and legality.opened:
        return True
    return not may_play(legality, _make_goal(position, goal, tiles))


def make_legality_check(position: Position) -> LegalityCheck:
    """The rules of the turn in this position."""
    opened = position.opened or not position.rules.opening
    return LegalityCheck(
        position.rules, position.sets, position.rack, opened, position.claimed, SearchBudget(MOST_WORK)
    )


def _may_lay_another(legality: LegalityCheck, *, proven: bool) -> bool:
    """Can there be a turn where none of any value was found: of what is worth nothing, or since that was given up?

    Where sets cross, who has opened is offered each tile of value by itself before it is given up.
    """
    worthless = not all(tile.number for tile in legality.rack)  # a joker, or a null
    return worthless or not (proven or (legality.rules.crossings and legality.opened))


def _make_goal(position: Position, goal: Goal, tiles: Sequence[Tile] = ()) -> SearchGoal:
    """What serves the goal."""
    box, rack = position.rules.box, position.rack
    if goal is Goal.VALUE:
        return SearchGoal(Counter(rack), range(box.low, box.high + 1), 0, 0, sum(tile.number for tile in rack))
    wanted = Counter(tiles if goal is Goal.FIT else rack)
    whole = goal in {Goal.OUT, Goal.FIT}
    enough = 1 if goal is Goal.ANY else wanted.total()
    return SearchGoal(wanted, (1,) * (box.high - box.low + 1), 1, enough - 1 if whole else 0, enough)


def _make_answer(turn: FoundTable) -> BestTurn:
    return BestTurn(turn.played, turn.rows, sum(tile.number for tile in turn.played), turn.exact)


def _make_opening(legality: LegalityCheck, turn: FoundTable) -> BestTurn:
    return BestTurn(turn.played, turn.rows, legality.judge_turn(turn.rows).points, turn.exact)
