"""Whole games among computer players, each repeatable from its seed."""

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game.actions import Action
from engine.game.goals import Level
from engine.game.state import S
from engine.game.variant import Variant
from engine.game.views import Outcome, Value


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished match: its outcome, and the number of turns that began in it."""

    outcome: Outcome
    turns: int


def play_game(variant: Variant[Any], levels: Sequence[Level], seed: bytes, options: Mapping[str, Value]) -> PlayedGame:
    """Play a match among computers, one for each level in the order of seats, and return its result.

    `seed` decides the deals and what the computers overlook. Raises WrongPlayerCount, NoSuchOption.
    """
    state = variant.setup(len(levels), seed, 0, options).state
    while state.outcome is None:
        state = variant.apply(state, choose_action(variant, state, levels[state.turn], seed), now=state.now).state
    return PlayedGame(state.outcome, state.turns)


def choose_action(variant: Variant[S], state: S, level: Level, seed: bytes) -> Action:
    """Return the action of a computer of this level on the seat to move; `seed` decides what it overlooks."""
    luck = hmac.digest(seed, f"luck {state.version}".encode(), "sha256")
    return variant.choose(variant.view(state, state.turn), level, luck)


def derive_seed(number: int, game: int) -> bytes:
    """Return the seed, 32 bytes, of game number `game` of the series with the seed `number`."""
    return hmac.digest(str(number).encode(), str(game).encode(), "sha256")
