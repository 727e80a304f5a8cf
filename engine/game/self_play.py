"""Whole games among computer players, each repeatable from its seed."""

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game.goals import Level
from engine.game.variant import Variant
from engine.game.views import Outcome, Value


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game: its outcome, and the number of turns that began in it."""

    outcome: Outcome
    turns: int


def play_game(variant: Variant[Any], levels: Sequence[Level], seed: bytes, options: Mapping[str, Value]) -> PlayedGame:
    """Play a game among computers, one per seat, each of which sees only its own view; return the finished game.

    Raises:
        WrongPlayerCount, NoSuchOption: the system doesn't allow this number of seats, or these options.
    """
    state = variant.setup(len(levels), seed, 0, options).state
    while state.outcome is None:
        seat = state.turn
        luck = hmac.digest(seed, f"luck {state.version}".encode(), "sha256")
        action = variant.choose(variant.view(state, seat), levels[seat], luck)
        state = variant.apply(state, action, now=state.now).state
    return PlayedGame(state.outcome, state.turns)


def derive_seed(number: int, game: int) -> bytes:
    """Return the seed of game number `game` of the series `number`."""
    return hmac.digest(str(number).encode(), str(game).encode(), "sha256")
