"""Whole games among computers, each repeatable from its seed."""

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game.goals import Level
from engine.game.variant import Variant
from engine.game.views import Outcome, Value


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played to its end: how it ended, and how many turns began in it."""

    outcome: Outcome
    turns: int


def play_game(variant: Variant[Any], levels: Sequence[Level], seed: bytes, options: Mapping[str, Value]) -> PlayedGame:
    """Let computers play a game, one for each seat, each by its own view.

    Raises:
        WrongPlayerCount, NoSuchOption: the system is not played so.
    """
    state = variant.setup(len(levels), seed, 0, options).state
    while state.outcome is None:
        seat = state.turn
        luck = hmac.digest(seed, f"luck {state.version}".encode(), "sha256")
        action = variant.choose(variant.view(state, seat), levels[seat], luck)
        state = variant.apply(state, action, now=state.now).state
    return PlayedGame(state.outcome, state.turns)


def derive_seed(number: int, game: int) -> bytes:
    """The seed of one of a series of games."""
    return hmac.digest(str(number).encode(), str(game).encode(), "sha256")
