"""A finished game, turn by turn: what was done, and the best that could have been done by what that seat saw."""

from dataclasses import dataclass
from typing import Any

from engine.coach.replay import ReplayedTurn
from engine.game.actions import Action
from engine.game.goals import FoundTurn, Goal
from engine.game.variant import Variant
from engine.game.views import View
from engine.text.errors import IllegalMove
from engine.text.phrases import Phrase
from engine.tiles.notation import point_count, tile_count


@dataclass(frozen=True, slots=True)
class Judgement:
    """The best play of a turn, None where there was none; and by how much the turn fell short of it.

    `goal` is what the play is best at. `missed` is in what that counts, and None for a turn with another aim.
    """

    goal: Goal
    best: FoundTurn | None
    missed: int | None


def describe_gain(goal: Goal, count: int) -> Phrase:
    """So many of what a good turn brings: points where value is the goal, tiles laid elsewhere."""
    return point_count(count) if goal is Goal.VALUE else tile_count(count)


def review_turn(variant: Variant[Any], turn: ReplayedTurn) -> Judgement:
    """Look for the best play of a turn."""
    view = variant.view(turn.state, turn.seat)
    best = variant.find(view, view.goal)
    if turn.gained is None:
        return Judgement(view.goal, best, None)
    return Judgement(view.goal, best, max(0, _measure_worth(best, view.goal) - turn.gained) if best else 0)


def _measure_worth(best: FoundTurn, goal: Goal) -> int:
    return best.value if goal is Goal.VALUE else len(best.played)


def show_after(variant: Variant[Any], turn: ReplayedTurn, action: Action) -> View:
    """What everybody would have seen, had the turn been this action; the table, though the next game clears it."""
    before = variant.view(turn.state, turn.seat)
    after = variant.view(variant.apply(turn.state, action, now=turn.at).state, None)
    if after.game == before.game:
        return after
    try:
        return variant.foresee(before, action)
    except IllegalMove:  # no play, or a table that shows none before it is made
        return before
