"""A finished game, turn by turn: what was done, and the best that could have been done by what that seat saw."""

from dataclasses import dataclass
from typing import Any

from engine.coach.hints import best_goal
from engine.coach.replay import Turn
from engine.game.actions import Action, Claim
from engine.game.goals import Found
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.game.views import View
from engine.grid.state import GridState
from engine.table.state import TableState
from engine.text.errors import IllegalMove
from engine.text.phrases import Phrase
from engine.tiles.notation import point_count, tile_count


@dataclass(frozen=True, slots=True)
class Judgement:
    """The best play of a turn, None where there was none; and by how much the turn fell short of it.

    `missed` is in what is `counted`, and None for a claim, which has another aim than laying tiles.
    """

    best: Found | None
    missed: int | None


def counted(state: GameState, count: int) -> Phrase:
    """So many of what a good turn brings: points on a grid, tiles laid elsewhere."""
    return point_count(count) if isinstance(state, GridState) else tile_count(count)


def judged(variant: Variant[Any], turn: Turn) -> Judgement:
    """Look for the best play of a turn."""
    view = variant.view(turn.state, turn.seat)
    best = variant.find(view, best_goal(view))
    if isinstance(turn.action, Claim):
        return Judgement(best, None)
    return Judgement(best, max(0, _worth(turn, best) - turn.gained) if best else 0)


def _worth(turn: Turn, best: Found) -> int:
    return best.value if isinstance(turn.state, GridState) else len(best.played)


def seen_after(variant: Variant[Any], turn: Turn, action: Action) -> View:
    """What everybody would have seen, had the turn been this action; the table, though the next game clears it."""
    after = variant.apply(turn.state, action, now=turn.at).state
    if not isinstance(after, TableState) or not isinstance(turn.state, TableState) or after.game == turn.state.game:
        return variant.view(after, None)
    before = variant.view(turn.state, turn.seat)
    try:
        return variant.proposed(before, action)
    except IllegalMove:  # no play, or a table that shows none before it is made
        return before
