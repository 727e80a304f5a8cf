"""The time that every rule system needs to judge plays of real games, legal and refused, beside the first system."""

import random
import statistics
from collections.abc import Sequence
from contextlib import suppress
from time import process_time
from typing import Any

from benchmarks.measure.figures import Alternative, Figure
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

TimedPlay = tuple[GameState, Action, int]


def plays(variant: Variant[Any]) -> list[TimedPlay]:
    """Return the plays of a few seeded games, made or refused, as (state before, action, time in seconds)."""
    found: list[TimedPlay] = []
    for number in range(GAMES):
        start = variant.setup(variant.info.low, bytes([number]) * 32, NOW, {}).state
        for turned in playthrough(variant, start, random.Random(number)):  # noqa: S311  # the same games each time
            lines = [turned.action.line(), *(idea.line for idea in turned.refused)]
            found += [
                (turned.before, variant.read(turned.action.seat, line), turned.now)
                for line in lines
                if line.startswith(PLAY)
            ]
    return found


def median(variant: Variant[Any]) -> tuple[float, int]:
    """Return (median CPU ms to judge a play and, if it's legal, make it; number of plays measured)."""
    cases = plays(variant)
    return statistics.median(min(_time(variant, case) for _ in range(REPEATS)) for case in cases), len(cases)


def _time(variant: Variant[Any], case: TimedPlay) -> float:
    state, action, now = case
    begun = process_time()
    with suppress(GameError):  # a refusal is timed too
        variant.apply(state, action, now=now)
    return 1000 * (process_time() - begun)


def run() -> Sequence[Figure]:
    """Measure every rule system, print a table, and return the figures (measured values with their bounds)."""
    print("Judging the plays of real games, median")
    figures: list[Figure] = []
    for key, variant in load().items():
        value, tried = median(variant)
        beside = Alternative(first.name, first.value, " ms") if (first := next(iter(figures), None)) else None
        figures.append(Figure(f"a play of {variant.info.name}", value, FASTEST, " ms", beside=beside))
        print(f"  {key:<14}{value:8.3f} ms{value / figures[0].value:8.2f}x{tried:8} plays")
    return figures
