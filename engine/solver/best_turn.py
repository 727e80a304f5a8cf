"""The solver's entry points for tables without a grid: find the best legal turn, or prove that there is none."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.game.goals import Goal
from engine.rules.table_rules import TableRules
from engine.solver.least_disturbance import fit_tiles
from engine.solver.plans.legality import LegalityCheck
from engine.solver.search import SearchGoal, open_for_most_points, search_table
from engine.solver.sweep.budget import SearchBudget
from engine.tiles.edits import Row
from engine.tiles.sets import TableSet
from engine.tiles.tiles import Tile

MOST_WORK = 55_000
"""The budget of one search, in units of `SearchBudget`. A search that spends it returns its best turn so far, unproven.

`python -m benchmarks worst` checks that no made-up position takes more than 100 ms with it.
"""

FITTING = 20_000
"""The same budget of a search for `Goal.FIT`. A hint and a computer's move have such a search after another one.

`python -m benchmarks thinking` measures it; other values were compared on samples of its positions.
"""


@dataclass(frozen=True, slots=True)
class Position:
    """A position to solve: the sets on the table, the player's rack, and whether the player opened in an earlier turn.

    `rules` are those for the number of seats in the game; `claimed` are the letters of sets with claim tokens on them.
    """

    rules: TableRules
    sets: tuple[TableSet, ...]
    rack: tuple[Tile, ...]
    has_melded: bool
    claimed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class BestTurn:
    """A legal turn: rack tiles played, rows after it with jokers' faces, points; `exact`: proven the best."""

    played: tuple[Tile, ...]
    rows: tuple[Row, ...]
    value: int
    exact: bool = True


def solve(position: Position, goal: Goal, tiles: Sequence[Tile] = ()) -> BestTurn | None:
    """Return the turn that serves the goal best, or None if none was found.

    `tiles` are the rack tiles that `Goal.FIT` must play; other goals ignore them. For `Goal.OPENING`, a player who has
    opened gets None. If no turn worth any points is found for `Goal.VALUE`, the result is any legal turn. A joker
    counts 0 in the value of a turn, but in that of an opening as many points as the face it stands for.
    """
    legality = make_legality_check(position, min(FITTING, MOST_WORK) if goal is Goal.FIT else MOST_WORK)
    if goal is Goal.OPENING:
        opening = None if legality.has_melded else open_for_most_points(legality)
        if opening is None:
            return None
        points = legality.judge_turn(opening.rows).points
        return BestTurn(opening.played, opening.rows, points, opening.exact)
    if goal is Goal.FIT:
        turn = fit_tiles(legality, tiles)
    else:
        turn, proven = search_table(legality, _make_goal(position, goal))
        if turn is None and goal is Goal.VALUE and _may_play_another(legality, proven=proven):
            another = solve(position, Goal.ANY)
            return replace(another, exact=proven) if another else None
    return BestTurn(turn.played, turn.rows, sum(tile.number for tile in turn.played), turn.exact) if turn else None


def can_play(position: Position) -> bool:
    """Return whether some legal turn plays a tile: False only if it is proven that none does."""
    return not is_ruled_out(position, Goal.ANY)


def is_ruled_out(position: Position, goal: Goal, tiles: Sequence[Tile] = ()) -> bool:
    """Return whether it is proven that no turn serves the goal; `tiles` are those that `Goal.FIT` must play."""
    legality = make_legality_check(position)
    if goal is Goal.OPENING and legality.has_melded:
        return True
    turn, proven = search_table(legality, _make_goal(position, goal, tiles))
    return turn is None and proven


def make_legality_check(position: Position, work: int | None = None) -> LegalityCheck:
    """Return what judges turns in this position, with a fresh budget for one search: `work`, or else `MOST_WORK`."""
    has_melded = position.has_melded or not position.rules.opening
    return LegalityCheck(
        position.rules,
        position.sets,
        position.rack,
        has_melded,
        position.claimed,
        SearchBudget(MOST_WORK if work is None else work),
    )


def _may_play_another(legality: LegalityCheck, *, proven: bool) -> bool:
    """Return whether there may be a legal turn although a search, exhaustive if `proven`, found none worth any points.

    If it was, only a turn whose tiles are all worth nothing (jokers, or tiles numbered 0) can be left. Where sets may
    cross, the same is true after the first play even if the search gave up, because before that it tries each tile
    worth points by itself.
    """
    worthless = not all(tile.number for tile in legality.rack)  # a joker, or a null
    return worthless or not (proven or (legality.rules.crossings and legality.has_melded))


def _make_goal(position: Position, goal: Goal, tiles: Sequence[Tile] = ()) -> SearchGoal:
    """Return a goal as tile weights and as the totals to beat and to stop at; only `Goal.FIT` uses `tiles`."""
    box, rack = position.rules.box, position.rack
    if goal is Goal.VALUE:
        return SearchGoal(Counter(rack), range(box.low, box.high + 1), 0, 0, sum(tile.number for tile in rack))
    wanted = Counter(tiles if goal is Goal.FIT else rack)
    whole = goal in {Goal.OUT, Goal.FIT}
    enough = 1 if goal is Goal.ANY else wanted.total()
    return SearchGoal(wanted, (1,) * (box.high - box.low + 1), 1, enough - 1 if whole else 0, enough)
