"""Reviewing the turns of a finished game: the best play that each seat could have found from what it saw."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.coach.replay import ReplayedTurn
from engine.game.actions import Action
from engine.game.goals import FoundTurn, Goal
from engine.game.turn_events import Played
from engine.game.variant import Variant
from engine.game.views import View
from engine.text.errors import IllegalMove
from engine.tiles.tiles import Tile


@dataclass(frozen=True, slots=True)
class Judgment:
    """A review of one turn: the best play that was possible, None if there was none, and what the actual turn missed.

    `goal` is the criterion for the best play. `missed` is the difference in points if the goal is value, otherwise in
    tiles; it's None if the turn wasn't meant to play tiles, such as a claim. `game` is the number, from 1, of the
    match's game that the turn is in.
    """

    goal: Goal
    best: FoundTurn | None
    missed: int | None
    game: int


def review_turn(variant: Variant[Any], turn: ReplayedTurn) -> Judgment:
    """Return the best play that the turn's seat could have found, and how much less the actual turn brought."""
    view = variant.view(turn.state, turn.seat)
    best = variant.find(view, view.goal)
    if turn.gained is None:
        return Judgment(view.goal, best, None, view.game)
    missed = max(0, (best.value if view.goal is Goal.VALUE else len(best.played)) - turn.gained) if best else 0
    return Judgment(view.goal, best, missed, view.game)


def count_held_back(turns: Iterable[tuple[ReplayedTurn, Judgment]]) -> int:
    """Return how many tiles a seat could have played in an earlier turn than it did, each tile counted once.

    `turns` are all turns of the seat, in order, whose goal is to play the most tiles. A turn counts at most the tiles
    that it missed, and of these only as many as no earlier turn has counted.
    """
    count, game, held = 0, 0, Counter[Tile]()
    for turn, judgment in turns:
        if judgment.game != game:
            game, held = judgment.game, Counter()
        played = Counter(turn.event.tiles if isinstance(turn.event, Played) else ())
        held -= played
        if judgment.best and judgment.missed:
            could_go = Counter(judgment.best.played) - played
            new = list((could_go - held).elements())[: max(0, judgment.missed - (could_go & held).total())]
            count += len(new)
            held.update(new)
    return count


def show_after(variant: Variant[Any], turn: ReplayedTurn, action: Action) -> View:
    """Return the spectators' view of the table as it would have been after this action instead of the actual turn.

    If the next game of a match would clear the table, return the seat's own view just after the action instead, or if
    that can't be foreseen, before it.
    """
    before = variant.view(turn.state, turn.seat)
    after = variant.view(variant.apply(turn.state, action, now=turn.at).state, None)
    if after.game == before.game:
        return after
    try:
        return variant.foresee(before, action)
    except IllegalMove:  # mistakes cost tiles at this table, so plays can't be foreseen
        return before
