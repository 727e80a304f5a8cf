"""Ratings of players of known strength, who play real games: whether they find the order.

A player's strength is the share of their turns in which they play like the better of two computers. All players of a
series play equally often, four at a table, in the rule system where these two differ most, as people do.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random
from statistics import fmean

from benchmarks.measure.figures import Figure
from engine.game.goals import Level
from engine.game.self_play import choose_action, derive_seed
from engine.variants import load
from ratings.rating import Rating, rate
from ratings.yardsticks import find_yardstick

PLAYERS, SEATS, SEEDS = 60, 4, 20
AFTER = {10: 0.86, 20: 0.91}  # least rank correlation after this many games of each player
WORSE, BETTER = Level.BEGINNER, Level.STRONG


def choose_system() -> str:
    """Return the key of the rule system in which the two computers' strengths differ most at such a table."""

    def compare(key: str) -> float:
        worse, better = (find_yardstick(key, SEATS, level) for level in (WORSE, BETTER))
        return better.mu - worse.mu if worse and better else 0.0

    return max(load(), key=compare)


KEY = choose_system()
Placed = tuple[tuple[int, ...], tuple[int, ...]]
"""The players of a game and their places, by seat."""


def _play(seed: bytes, players: tuple[int, ...]) -> Placed:
    variant = load()[KEY]
    state = variant.setup(len(players), seed, 0, {}).state
    random = Random(seed)  # noqa: S311  # repeatable, not secret
    while state.outcome is None:
        strong = random.random() < players[state.turn] / (PLAYERS - 1)
        action = choose_action(variant, state, BETTER if strong else WORSE, seed)
        state = variant.apply(state, action, now=state.now).state
    return players, state.outcome.places


def play_series(pool: ProcessPoolExecutor, series: int) -> list[list[Placed]]:
    """Return the rounds of a series of games, in each of which every player plays once."""
    random = Random(series)  # noqa: S311  # repeatable, not secret
    orders = [random.sample(range(PLAYERS), PLAYERS) for _ in range(max(AFTER))]
    starts = range(0, PLAYERS, SEATS)
    jobs = [(number, tuple(order[at : at + SEATS])) for number, order in enumerate(orders) for at in starts]
    seeds = [derive_seed(series, number) for number in range(len(jobs))]
    done = [*pool.map(_play, seeds, [table for _, table in jobs], chunksize=5)]
    return [[game for (at, _), game in zip(jobs, done, strict=True) if at == number] for number in range(len(orders))]


def correlate(rounds: Sequence[Sequence[Placed]]) -> Mapping[int, float]:
    """Return the rank correlation (Spearman) of rating and strength after the numbers of games in `AFTER`."""
    ratings = [Rating()] * PLAYERS
    found = {}
    for number, games in enumerate(rounds, start=1):
        for players, places in games:
            for player, after in zip(players, rate([ratings[each] for each in players], places), strict=True):
                ratings[player] = after
        if number in AFTER:
            order = sorted(range(PLAYERS), key=lambda player: ratings[player].mu)
            found[number] = 1 - 6 * sum((rank - player) ** 2 for rank, player in enumerate(order)) / (
                PLAYERS * (PLAYERS**2 - 1)
            )
    return found


def run() -> Sequence[Figure]:
    """Play all series of the system that `KEY` names, and return the figures with their bounds."""
    found: dict[int, list[float]] = {games: [] for games in AFTER}
    with ProcessPoolExecutor() as pool:
        for series in range(SEEDS):
            for games, correlation in correlate(play_series(pool, series)).items():
                found[games].append(correlation)
    return [
        Figure(
            f"rank correlation of ratings after {games} games",
            fmean(found[games]),
            least,
            at_least=True,
            spread={"least": min(found[games]), "most": max(found[games])},
        )
        for games, least in AFTER.items()
    ]
