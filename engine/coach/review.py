"""Reviewing the turns of a finished game: the best play that each seat could have found from what it saw."""

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
    """A review of one turn: the best play that was possible, None if there was none, and what the actual turn missed.

    `goal` is the criterion for the best play. `missed` is the difference in points if the goal is value, otherwise in
    tiles; it's None if the turn wasn't meant to play tiles, such as a claim.
    """

    goal: Goal
    best: FoundTurn | None
    missed: int | None


def describe_gain(goal: Goal, count: int) -> Phrase:
    """Return a number with the unit of a goal: points if the goal is value, tiles otherwise."""
    return point_count(count) if goal is Goal.VALUE else tile_count(count)


def review_turn(variant: Variant[Any], turn: ReplayedTurn) -> Judgement:
    """Return the best play that the turn's seat could have found, and how much less the actual turn brought."""
    view = variant.view(turn.state, turn.seat)
    best = variant.find(view, view.goal)
    if turn.gained is None:
        return Judgement(view.goal, best, None)
    return Judgement(view.goal, best, max(0, _measure_worth(best, view.goal) - turn.gained) if best else 0)


def _measure_worth(best: FoundTurn, goal: Goal) -> int:
    return best.value if goal is Goal.VALUE else len(best.played)


def show_after(variant: Variant[Any], turn: ReplayedTurn, action: Action) -> View:
    """Return the spectators' view of the table as it would have been after this action instead of the actual turn.

    If the action would end one game of a match, return the seat's own view just after it instead, because the next game
    clears the table; if that can't be foreseen, return its view before the action.
    """
    before = variant.view(turn.state, turn.seat)
    after = variant.view(variant.apply(turn.state, action, now=turn.at).state, None)
    if after.game == before.game:
        return after
    try:
        return variant.foresee(before, action)
    except IllegalMove:  # mistakes cost tiles at this table, so plays can't be foreseen
        return before
