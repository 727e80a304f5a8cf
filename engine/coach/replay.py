"""Replaying a game from its log: the turns and the summary of a finished one, and the events of a running one."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.game.actions import Action, TimeUp
from engine.game.events import Event, GameEnded, NextGame
from engine.game.log import GameSummary, Logged, LoggedPlay
from engine.game.state import GameState, Step
from engine.game.variant import Variant
from engine.text.errors import GameError
from engine.text.phrases import later


class DoesNotReplay(GameError):
    """A log doesn't lead to the stored state of its game anymore."""

    sentence = later("This game can't be replayed: its rules have changed since then.")


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """A turn of a replayed game: the state before it, the action, when it was made, and its first event.

    `at` is in seconds since the epoch. `gained` is the number of points scored if the rule system's goal is points,
    otherwise of tiles played; None if the turn had another aim, such as a claim.
    """

    state: GameState
    action: Action
    at: int
    event: Event
    gained: int | None

    @property
    def seat(self) -> int:
        """The seat that made the turn."""
        return self.action.seat


def replay_turns(variant: Variant[Any], end: GameState, log: Iterable[Logged]) -> tuple[ReplayedTurn, ...]:
    """Return the turns that led to `end`, in order; drafting tiles and resigning aren't turns. Raises DoesNotReplay."""
    return tuple(
        ReplayedTurn(before, action, at, event, variant.count_gain(event))
        for before, action, at, step in _replay(variant, None, end, log)
        if variant.is_turn(before, action)
        for event in step.events[:1]
    )


def summarize_game(variant: Variant[Any], end: GameState, log: Iterable[Logged]) -> GameSummary:
    """Return the summary of the match that led to `end`, about its last game. Raises DoesNotReplay."""
    summary = GameSummary()
    for before, action, _, step in _replay(variant, None, end, log):
        if variant.is_turn(before, action):
            summary = replace(summary, turns=summary.turns + 1)
        for event in step.events:
            summary = _add_event(summary, action.seat, event)
    return summary


def _add_event(summary: GameSummary, seat: int, event: Event) -> GameSummary:
    if event.tiles_played:
        play, longest = LoggedPlay(seat, event), summary.longest
        is_longer = longest is None or event.tiles_played > longest.event.tiles_played
        return replace(summary, last=play, longest=play if is_longer else longest)
    if isinstance(event, GameEnded):
        return replace(summary, points=event.points)
    return GameSummary() if isinstance(event, NextGame) else summary


@dataclass(frozen=True, slots=True)
class StoryEntry:
    """The public events of one action, or of the deal; `at` is in seconds since the epoch, None for the deal."""

    at: int | None
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """The public history of a game until it reached `state`: the deal, then every action, oldest first."""

    state: GameState = field(repr=False)
    happened: tuple[StoryEntry, ...]


def begin_story(variant: Variant[Any], state: GameState) -> Story:
    """Return the story of a game up to its first action: the deal."""
    step = variant.setup(len(state.seats), state.seed, state.now, state.options)
    return Story(step.state, (StoryEntry(None, step.events),))


def continue_story(variant: Variant[Any], story: Story, now: GameState, log: Sequence[Logged]) -> Story:
    """Return a story continued until the state `now`; `log` begins with the deal. Raises DoesNotReplay."""
    state, happened = story.state, list(story.happened)
    for _, _, at, step in _replay(variant, state, now, log[state.version : now.version]):
        state = step.state
        happened.append(StoryEntry(at, step.events))
    return Story(state, tuple(happened))


def _replay(
    variant: Variant[Any], start: GameState | None, end: GameState, log: Iterable[Logged]
) -> Iterator[tuple[GameState, Action, int, Step[Any]]]:
    """Yield each action of the log, repeated from `start` or else the deal, as (state before, action, time, step).

    Raises DoesNotReplay: an action isn't possible anymore, or the last one doesn't lead to `end`.
    """
    try:
        state = start or variant.setup(len(end.seats), end.seed, end.now, end.options).state
        for logged in log:
            action = variant.read(logged.seat, logged.line)
            # The log's time of a move can be a second later than the move's own, and then so is this deadline.
            at = max(logged.at, state.deadline or 0) if isinstance(action, TimeUp) else logged.at
            step = variant.apply(state, action, now=at)
            yield state, action, at, step
            state = step.state
    except GameError:
        raise DoesNotReplay from None
    ends = [(each.version, each.seats, each.pool, each.outcome and each.outcome.scores) for each in (state, end)]
    if ends[0] != ends[1]:
        raise DoesNotReplay
