"""The solver's entry points: the best legal turn on an open table, and whether there is any."""

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
"""The budget of one search, in units of `SearchBudget`; once it is spent, the best turn so far is given as unproven.

`python -m benchmarks worst` checks that no made-up position takes more than 100 ms with it.
"""


@dataclass(frozen=True, slots=True)
class Position:
    """A position to solve: the sets on the table, the player's rack, and whether the player opened in an earlier turn.

    `rules` are those for the number of seats in the game; `claimed` are the letters of sets with claim tokens on them.
    """

    rules: TableRules
    sets: tuple[TableSet, ...]
    rack: tuple[Tile, ...]
    opened: bool
    claimed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class BestTurn:
    """A legal turn: the tiles that it plays, the rows of the whole table after it, and its value in points.

    Each joker in a row says which face it stands for. `exact`: it is proven that no turn serves the goal better.
    """

    played: tuple[Tile, ...]
    rows: tuple[Row, ...]
    value: int
    exact: bool = True


def solve(position: Position, goal: Goal, tiles: Sequence[Tile] = ()) -> BestTurn | None:
    """Return the turn that serves the goal best, or None if none was found.

    `tiles` are the rack tiles that `Goal.FIT` must play. For `Goal.OPENING`, a player who has opened gets None. If no
    turn of any value is found for `Goal.VALUE`, any legal turn will do. A joker counts 0 in the value of a turn, but in
    that of an opening as many points as the face it stands for.
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
    """Return a turn that plays the same tiles and may disturb fewer sets; `tries` limits the attempts to find it."""
    turn = minimize_disturbance(
        make_legality_check(position), FoundTable(answer.rows, answer.played, answer.exact), tries
    )
    return replace(answer, rows=turn.rows)


def can_play(position: Position) -> bool:
    """Return whether a legal turn plays a tile: False only if it is proven that none does."""
    return not is_ruled_out(position, Goal.ANY)


def is_ruled_out(position: Position, goal: Goal, tiles: Sequence[Tile] = ()) -> bool:
    """Return whether it is proven that no turn serves the goal; `tiles` are those that `Goal.FIT` must play."""
    legality = make_legality_check(position)
    if goal is Goal.OPENING and legality.opened:
        return True
    return not may_play(legality, _make_goal(position, goal, tiles))


def make_legality_check(position: Position) -> LegalityCheck:
    """Return the check of turns in this position, with a budget for one search."""
    opened = position.opened or not position.rules.opening
    return LegalityCheck(
        position.rules, position.sets, position.rack, opened, position.claimed, SearchBudget(MOST_WORK)
    )


def _may_lay_another(legality: LegalityCheck, *, proven: bool) -> bool:
    """Return whether there may be a legal turn although the search found none with a value above 0.

    It may consist of tiles worth nothing, or the search may have given up (not `proven`). Where sets cross, a search
    for a player who has opened tries each tile of value by itself before it gives up, so then only tiles worth nothing
    are left.
    """
    worthless = not all(tile.number for tile in legality.rack)  # a joker, or a null
    return worthless or not (proven or (legality.rules.crossings and legality.opened))


def _make_goal(position: Position, goal: Goal, tiles: Sequence[Tile] = ()) -> SearchGoal:
    """Return what a search has to maximise for the goal; `tiles` are those that `Goal.FIT` must play."""
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
