"""The time that every rule system needs to judge plays of real games, legal and refused, beside the first system."""

import random
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from statistics import median
from typing import Any

from benchmarks.measure.figures import Alternative, Figure
from benchmarks.measure.times import time_call
from engine.game.actions import Action
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.text.errors import GameError
from engine.variants import load
from tests.proposer import playthrough

NOW = 1_800_000_000
FASTEST = 1.0  # milliseconds, at most
GAMES = 4
REPEATS = 3
PLAY = "play"


def plays(variant: Variant[Any]) -> list[tuple[GameState, Action, int]]:
    """Return the plays of a few seeded games, made or refused, as (state before, action, time in seconds)."""
    found = []
    for number in range(GAMES):
        start = variant.setup(variant.info.low, bytes([number]) * 32, NOW, {}).state
        for turned in playthrough(variant, start, random.Random(number)):  # noqa: S311  # the same games each time
            tried = [turned.action.line(), *(idea.line for idea in turned.refused)]
            actions = [variant.read(turned.action.seat, line) for line in tried if line.startswith(PLAY)]
            found += [(turned.before, action, turned.now) for action in actions]
    return found


def _judge(variant: Variant[Any], state: GameState, action: Action, now: int) -> None:
    with suppress(GameError):  # a refusal is timed too
        variant.apply(state, action, now=now)


def run() -> Sequence[Figure]:
    """Measure every rule system, and return the figures: the median CPU ms to judge a play and, if legal, make it."""
    figures: list[Figure] = []
    for variant in load().values():
        calls = [partial(_judge, variant, *case) for case in plays(variant)]
        value = median(min(time_call(call)[0] for _ in range(REPEATS)) for call in calls)
        beside = Alternative(figures[0].name, figures[0].value, " ms") if figures else None
        figures.append(Figure(f"a play of {variant.info.name}", value, FASTEST, " ms", beside=beside))
    return figures
