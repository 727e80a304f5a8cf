"""The number of games that computers play on to their end in a core-second, from the middle of games of each system.

Reviews estimate chances of winning by such games. The level that plays them is `Info.rollouts`.
"""

from collections.abc import Iterator, Sequence
from time import process_time
from typing import Any

from benchmarks.measure.figures import Alternative, Figure
from engine.coach.redealing import redeal
from engine.game.goals import Level
from engine.game.self_play import choose_action, derive_seed, finish_game
from engine.game.state import GameState
from engine.game.variant import Variant
from engine.variants import load

SERIES = 12
SECONDS = 8.0  # for each level of each system
FEWEST = 1.0  # rollouts in a core-second: 60 for a review at least


def positions(variant: Variant[Any]) -> Iterator[GameState]:
    """Yield the middle of each of an endless series of games, with all redealt that the seat to move can't see."""
    number = 0
    while True:
        number += 1
        seed = derive_seed(SERIES, number)
        state = variant.setup(variant.info.low, seed, 0, {}).state
        passed = []
        while state.outcome is None:
            passed.append(state)
            state = variant.apply(state, choose_action(variant, state, Level.FAIR, seed), now=0).state
        middle = passed[len(passed) // 2]
        yield redeal(middle, middle.turn, derive_seed(SERIES + 1, number))


def rate(variant: Variant[Any], level: Level, states: Sequence[GameState]) -> float:
    """Return how many games computers of this level finish in a core-second, from these positions in turn."""
    begun, played = process_time(), 0
    while process_time() < begun + SECONDS or not played:
        state = states[played % len(states)]
        finish_game(variant, state, [level] * len(state.seats), derive_seed(SERIES, played))
        played += 1
    return played / (process_time() - begun)


def run() -> Sequence[Figure]:
    """Measure all levels in every rule system, print a table, and return the figures of the levels that are used."""
    print(f"Games played on from their middle, a core-second{'':8}" + "".join(f"{level:>10}" for level in Level))
    figures = []
    for variant in load().values():
        at = positions(variant)
        states = [next(at) for _ in range(5)]
        rates = {level: rate(variant, level, states) for level in Level}
        print(f"  {variant.info.name!s:54}" + "".join(f"{rates[level]:10.1f}" for level in Level))
        level = variant.info.rollouts
        beside = Alternative(f"by {Level.MASTER}", rates[Level.MASTER], " /s")
        name = f"games of {variant.info.name} played on by {level}"
        figures.append(Figure(name, rates[level], FEWEST, " /s", at_least=True, beside=beside))
    return figures
