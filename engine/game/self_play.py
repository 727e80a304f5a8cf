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
    """A finished match: its outcome, and the number of turns that began in it."""

    outcome: Outcome
    turns: int


def play_game(variant: Variant[Any], levels: Sequence[Level], seed: bytes, options: Mapping[str, Value]) -> PlayedGame:
    """Play a match among computers, one for each level in the order of seats, and return its result.

    `seed` decides the deals and what the computers overlook; `options` are the rule system's options by key. Each
    computer sees only its own view.

    Raises:
        WrongPlayerCount, NoSuchOption: the rule system doesn't allow this number of seats, or these options.
    """
    state = variant.setup(len(levels), seed, 0, options).state
    while state.outcome is None:
        seat = state.turn
        luck = hmac.digest(seed, f"luck {state.version}".encode(), "sha256")
        action = variant.choose(variant.view(state, seat), levels[seat], luck)
        state = variant.apply(state, action, now=state.now).state
    return PlayedGame(state.outcome, state.turns)


def derive_seed(number: int, game: int) -> bytes:
    """Return the seed, 32 bytes, of game number `game` of the series with the seed `number`."""
    return hmac.digest(str(number).encode(), str(game).encode(), "sha256")
