"""The decisions that are measured, each made as the bot makes it and timed by the CPU that it uses."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import process_time, thread_time
from typing import Any

from benchmarks.decisions.positions import DecisionPosition
from engine.coach.replay import ReplayedTurn
from engine.coach.review import review_turn
from engine.game.actions import Action, Resign
from engine.game.drafts import Draft
from engine.game.goals import Goal, Level
from engine.game.state import GameState
from engine.game.turn_events import Passed
from engine.game.variant import Variant
from engine.game.views import View
from engine.tiles.tiles import Tile
from services.computers import choose_move
from services.fitting import PickedTilesSolver
from services.game_view import GameView
from services.search import TurnSearch

LONG = 100.0  # milliseconds; a decision that took longer is made again, in case the machine was busy
AGAIN = 2  # times that it is made again; the shortest time counts
HINTS = (Goal.TILES, Goal.VALUE)  # the goals of suggested turns, besides the system's own
FEW = 3  # tiles picked at random

COMPUTERS = {level: f"computer: {level}" for level in Level}
HINT, PLAY, FIT, ARRANGE, READY, REVIEW = "hint", "any play?", "fit", "arrange", "ready plays", "review"
KINDS = (*COMPUTERS.values(), HINT, PLAY, FIT, ARRANGE, READY, REVIEW)


@dataclass
class Times:
    """The CPU ms of all decisions of each kind, and of making the computers' moves, to compare with (`moves`)."""

    taken: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    moves: list[float] = field(default_factory=list)

    def note(self, kind: str, work: Callable[[], Any], clock: Callable[[], float] = thread_time) -> Any:
        """Do this work, record the CPU ms that it takes under `kind`, and return its result."""
        took, result = _time(work, clock)
        if took > LONG:
            took = min(took, *(_time(work, clock)[0] for _ in range(AGAIN)))
        self.taken[kind].append(took)
        return result


def _time(work: Callable[[], Any], clock: Callable[[], float]) -> tuple[float, Any]:
    begun = clock()
    result = work()
    return 1000 * (clock() - begun), result


@dataclass(frozen=True, slots=True)
class DecisionMeter:
    """The measurement of decisions; `runner` has the event loop on which arranging runs, as in the bot."""

    times: Times
    runner: asyncio.Runner

    def advance(self, position: DecisionPosition, luck: bytes) -> GameState:
        """Measure what is asked in this position, make the computer's move, and return the state after it."""
        variant, state = position.variant, position.state
        action = self._choose(position, position.level, luck)
        took, step = _time(partial(variant.apply, state, action, now=state.now), thread_time)
        self.times.moves.append(took)
        if position.is_whole:
            self.measure(position, action, luck)
        after: GameState = step.state
        return after

    def _choose(self, position: DecisionPosition, level: Level, luck: bytes) -> Action:
        view = position.variant.view(position.state, position.state.turn)
        choice = partial(choose_move, position.variant, view, level, luck)
        action: Action = self.times.note(COMPUTERS[level], choice)
        return action

    def measure(self, position: DecisionPosition, action: Action | None, luck: bytes) -> None:
        """Measure everything that a seat could ask for in this position; `action` is what a computer does in it."""
        variant, state, note = position.variant, position.state, self.times.note
        view = variant.view(state, state.turn)
        for level in Level:
            if action is None or level is not position.level:
                self._choose(position, level, luck)
        note(PLAY, partial(variant.has_play, view))
        best = note(HINT, partial(variant.find, view, view.goal))
        for goal in HINTS:
            if goal is not view.goal:
                note(HINT, partial(variant.find, view, goal))
        for picked in _list_picks(view, best.played if best else (), luck):
            note(FIT, partial(variant.find, view, Goal.FIT, picked))
            note(ARRANGE, partial(self._arrange, variant, view, picked), process_time)
        bench = variant.prepare_draft(view, Draft()).bench
        note(READY, partial(variant.list_ready_plays, view, bench, best))
        turn = ReplayedTurn(state, action or Resign(state.turn), state.now, Passed(state.turn), 0)
        note(REVIEW, partial(review_turn, variant, turn))

    def _arrange(self, variant: Variant[Any], view: View, picked: Sequence[Tile]) -> None:
        solver = PickedTilesSolver(TurnSearch())  # which remembers nothing yet
        self.runner.run(solver.solve(_show(variant, view), picked))


def _list_picks(view: View, best: Sequence[Tile], luck: bytes) -> Iterator[Sequence[Tile]]:
    """Yield tiles to be arranged: a few that go or nearly go together, a few at random, and the whole rack."""
    dice = random.Random(luck)  # noqa: S311  # the same tiles each time
    held = view.rack.tiles if view.rack else ()
    few = dice.sample(held, min(FEW, len(held)))
    yield from (picked for picked in (best, (*best, *few[:1]), few, held) if picked)


def _show(variant: Variant[Any], view: View) -> GameView:
    """Return this view of a game as the bot prepares it, without what only screens need."""
    names = ("",) * len(view.seats)
    return GameView(
        id=0,
        version=view.version,
        variant=variant,
        view=view,
        server="",
        channel_id=0,
        is_own=True,
        names=names,
        mentions=names,
        host="",
        person_moves=True,
        is_to_move=True,
        present=names,
        undecided=names,
        absent=(),
        news=(),
    )
