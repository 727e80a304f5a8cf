"""Games of each computer level against the one below, in pairs: from one seed, but with the seats swapped.

An eager player, about as strong as a master, isn't one of these steps: it plays against a strong player and a master.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any

from benchmarks.measure.figures import Alternative, Figure
from engine.game.goals import Level
from engine.game.self_play import choose_action, derive_seed, play_game
from engine.game.variant import Variant
from engine.variants import load

PAIRS = 1000
FEWER = 100  # pairs in the other systems, most of which have long games
MOST = 90.0  # percent of games won against the level below in the first system: with more, a level between is missing
EQUAL = 45.0  # percent of games that an eager player must win against a master in the first system
STEPS = [level for level in Level if level is not Level.EAGER]
SERIES = 2026
EARLY = 100  # games in which the share of the tiles played early is counted
NINETY_FIVE = 1.645  # standard errors below the mean for a one-sided bound of 95 %


def pair(variant: Variant[Any], upper: Level, lower: Level, number: int) -> float:
    """Play two games from seed `number`, with seats swapped; return the upper level's share of wins, 0 to 1."""
    won = 0.0
    for seat, levels in enumerate(((upper, lower), (lower, upper))):
        winners = play_game(variant, levels, derive_seed(SERIES, number), {}).outcome.winners
        won += (seat in winners) / len(winners)
    return won / 2


def rung(variant: Variant[Any], upper: Level, lower: Level, pairs: int) -> tuple[float, float]:
    """Play pairs of games, and return the upper level's share of wins and its lower 95 % bound, in percent."""
    shares = [pair(variant, upper, lower, number) for number in range(pairs)]
    mean = sum(shares) / pairs
    error = sqrt(sum((share - mean) ** 2 for share in shares) / (pairs - 1) / pairs)
    return 100 * mean, 100 * (mean - NINETY_FIVE * error)


def _figures(variant: Variant[Any], pairs: int, most: float | None) -> Iterator[Figure]:
    """Yield how often each level wins against the one below, at most `most` percent if given, and its lower bound."""
    for lower, upper in pairwise(STEPS):
        mean, low = rung(variant, upper, lower, pairs)
        name = f"{variant.info.name}: {upper} wins against {lower}"
        beside = Alternative(f"won by {lower}", 100 - mean, " %")
        yield Figure(name, mean, most, " %", beside=beside)
        yield Figure(f"{name}, lower bound", low, 54, " %", at_least=True)


def _compare_eager(variant: Variant[Any], pairs: int, least: float | None) -> Iterator[Figure]:
    """Yield how often an eager player wins against a strong player, and against a master: at least `least` percent."""
    for other, bound in (Level.STRONG, None), (Level.MASTER, least):
        mean, _ = rung(variant, Level.EAGER, other, pairs)
        name = f"{variant.info.name}: {Level.EAGER} wins against {other}"
        beside = Alternative(f"won by {other}", 100 - mean, " %")
        yield Figure(name, mean, bound, " %", at_least=bound is not None, beside=beside)


def list_plays(variant: Variant[Any], level: Level, number: int) -> list[int]:
    """Return how many tiles each play of this level had in game `number` against strong; none if it lost."""
    seed = derive_seed(SERIES, number)
    state, levels, plays = variant.setup(2, seed, 0, {}).state, (level, Level.STRONG), []
    while state.outcome is None:
        seat = state.turn
        step = variant.apply(state, choose_action(variant, state, levels[seat], seed), now=state.now)
        plays += [count for event in step.events if seat == 0 and (count := variant.count_gain(event))]
        state = step.state
    return plays if state.outcome.winners == (0,) else []


def measure_earliness(variant: Variant[Any], level: Level) -> float:
    """Return the percentage of its tiles that a level plays before its last turn, without its first play."""
    won = [plays for number in range(EARLY) if (plays := list_plays(variant, level, number))]
    return 100 * sum(sum(plays[1:-1]) for plays in won) / max(1, sum(sum(plays[1:]) for plays in won))


def compare_earliness(variant: Variant[Any]) -> Figure:
    """Return the share of an eager player's tiles that it plays early, in games that it wins."""
    eager, master = (measure_earliness(variant, level) for level in (Level.EAGER, Level.MASTER))
    name = f"{variant.info.name}: tiles that {Level.EAGER} plays before its last turn"
    return Figure(name, eager, 50, " %", at_least=True, beside=Alternative(f"by {Level.MASTER}", master, " %"))


def run() -> Sequence[Figure]:
    """Play each level against the one below in each rule system, most in the first, and return the figures."""
    first, *others = load().values()
    figures = [*_figures(first, PAIRS, MOST), *_compare_eager(first, PAIRS, EQUAL), compare_earliness(first)]
    for variant in others:
        figures += [*_figures(variant, FEWER, None), *_compare_eager(variant, FEWER, None)]
    return figures
