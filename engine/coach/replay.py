"""A finished game gone through again by its log."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.game.actions import Action, TimeUp
from engine.game.events import Event
from engine.game.log import Logged
from engine.game.state import GameState, Step
from engine.game.variant import Variant
from engine.text.errors import GameError
from engine.text.phrases import later


@dataclass(eq=False)
class DoesNotReplay(GameError):
    """The log leads somewhere else than to the end that is stored."""

    sentence = later("This game can't be gone through again: its rules have changed since it was played.")


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """A turn that was made: how things stood before it, what was done, when, and what came of it.

    `gained` is what it brought in what the goal of the system's views counts, None if it had another aim.
    """

    state: GameState
    action: Action
    at: int
    event: Event
    gained: int | None

    @property
    def seat(self) -> int:
        """Whose it was."""
        return self.action.seat


def replay_turns(variant: Variant[Any], end: GameState, log: Iterable[Logged]) -> tuple[ReplayedTurn, ...]:
    """Every turn of the game that led to `end`, in its order; picking tiles and leaving the game are none.

    Raises:
        DoesNotReplay: it does not lead there any more.
    """
    turns = []
    try:
        state = variant.setup(len(end.seats), end.seed, end.now, end.options).state
        for each in log:
            action, at, step = _repeat_action(variant, state, each)
            if variant.is_turn(state, action):
                event = step.events[0]
                turns.append(ReplayedTurn(state, action, at, event, variant.gained(event)))
            state = step.state
    except GameError:
        raise DoesNotReplay from None
    if not _is_same(state, end):
        raise DoesNotReplay
    return tuple(turns)


def _repeat_action(variant: Variant[Any], state: GameState, logged: Logged) -> tuple[Action, int, Step[Any]]:
    action = variant.read(logged.seat, logged.line)
    at = _find_moment(state, action, logged)
    return action, at, variant.apply(state, action, now=at)


@dataclass(frozen=True, slots=True)
class StoryEntry:
    """What everybody may know of one action, or of the deal: when, in seconds since the epoch, and what came of it.

    The log does not know when the tiles were dealt: `at` is None there.
    """

    at: int | None
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """All that has happened in a game until it stood as in `state`, oldest first; the deal comes first."""

    state: GameState = field(repr=False)
    happened: tuple[StoryEntry, ...]


def begin_story(variant: Variant[Any], state: GameState) -> Story:
    """The story of this game until its first action."""
    step = variant.setup(len(state.seats), state.seed, state.now, state.options)
    return Story(step.state, (StoryEntry(None, step.events),))


def continue_story(variant: Variant[Any], story: Story, now: GameState, log: Sequence[Logged]) -> Story:
    """The story until the game stands as it does `now`; the log begins with the game and may know more.

    Raises:
        DoesNotReplay: the log does not lead there any more.
    """
    state, happened = story.state, list(story.happened)
    try:
        for each in log[state.version : now.version]:
            _, at, step = _repeat_action(variant, state, each)
            happened.append(StoryEntry(at, step.events))
            state = step.state
    except GameError:
        raise DoesNotReplay from None
    if not _is_same(state, now):
        raise DoesNotReplay
    return Story(state, tuple(happened))


def _find_moment(state: GameState, action: Action, logged: Logged) -> int:
    """Clocks were put back for time in which nobody could play, and so ran out before the log's own would have."""
    return max(logged.at, state.deadline or 0) if isinstance(action, TimeUp) else logged.at


def _is_same(state: GameState, end: GameState) -> bool:
    return (state.version, state.seats, state.pool) == (end.version, end.seats, end.pool) and (
        (state.outcome and state.outcome.scores) == (end.outcome and end.outcome.scores)
    )
