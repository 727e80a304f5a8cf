"""The strengths of the computers, which are the yardsticks of the solo ladder, by self-play.

`python -m benchmarks yardsticks` compares them with those that the bot comes with, and
`python -m benchmarks.engine.yardsticks` stores them, with today's date.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from itertools import chain, product
from pathlib import Path
from random import Random
from statistics import mean

from benchmarks.measure.figures import Alternative, Figure
from engine.game.goals import Level
from engine.game.self_play import derive_seed, play_game
from engine.variants import load
from ratings import yardsticks
from ratings.rating import Rating, rate

GAMES = 300  # of each system and number of seats
ORDERS = 20  # in which the same games are rated; the mean counts
SERIES = 15
CLOSE = 3.0  # mu by which two measurements may differ: the error of a person's rating after 20 games
FILE = Path(yardsticks.__file__).with_name("yardsticks.json")

Strengths = Mapping[Level, float]
Table = tuple[str, int]
"""A rule system's key and a number of seats."""
PlacedGame = tuple[tuple[Level, ...], tuple[int, ...]]
"""The levels of a game's computers and their places, by seat."""


def list_tables() -> Iterator[Table]:
    """Yield every rule system with each number of seats that its usual rules allow."""
    for key, variant in load().items():
        low, high = variant.seats({})
        yield from product([key], range(low, high + 1))


def draw_levels(seats: int, number: int) -> tuple[Level, ...]:
    """Return the levels of game `number` of a series, by seat; none is there twice before all are there."""
    random = Random(derive_seed(SERIES, number))  # noqa: S311  # repeatable, not secret
    rounds = [random.sample([*Level], len(Level)) for _ in range(-(-seats // len(Level)))]
    levels = list(chain.from_iterable(rounds))[:seats]
    random.shuffle(levels)
    return tuple(levels)


def _play(table: Table, number: int) -> PlacedGame:
    key, seats = table
    levels = draw_levels(seats, number)
    return levels, play_game(load()[key], levels, derive_seed(SERIES, number), {}).outcome.places


def rate_levels(games: Sequence[PlacedGame]) -> Strengths:
    """Return the strength (mu) of each level that these games lead to, as the mean over several orders of them."""
    found: dict[Level, list[float]] = {level: [] for level in Level}
    for order in range(ORDERS):
        ratings = dict.fromkeys(Level, Rating())
        for levels, places in Random(order).sample(games, len(games)):  # noqa: S311  # repeatable, not secret
            after = rate([ratings[level] for level in levels], places)
            for level in {*levels}:  # which may have several seats
                own = [each for seat, each in zip(levels, after, strict=True) if seat is level]
                change = sum(each.mu - ratings[level].mu for each in own)
                ratings[level] = Rating(ratings[level].mu + change, mean(each.sigma for each in own))
        for level, rating in ratings.items():
            found[level].append(rating.mu)
    return {level: round(mean(values), 1) for level, values in found.items()}


def measure() -> Mapping[Table, Strengths]:
    """Play all games on all cores, print the strengths, and return them."""
    print(f"Strength of the computers (mu), {GAMES} games each{'':13}" + "".join(f"{level:>10}" for level in Level))
    measured = {}
    with ProcessPoolExecutor() as pool:
        for table in list_tables():
            strengths = rate_levels([*pool.map(partial(_play, table), range(GAMES), chunksize=5)])
            measured[table] = strengths
            key, seats = table
            name = f"{load()[key].info.name}, {seats} seats"
            print(f"  {name:54}" + "".join(f"{strengths[level]:10.1f}" for level in Level), flush=True)
    return measured


def run() -> Sequence[Figure]:
    """Measure the strengths, and return the largest difference from those that the bot comes with, by rule system."""
    known = yardsticks.read_yardsticks()
    worst: dict[str, Figure] = {}
    for (key, seats), strengths in measure().items():
        for level, strength in strengths.items():
            stored = known.get(key, {}).get(str(seats), {}).get(level, 0.0)
            name = f"the computers' strengths in {load()[key].info.name}, largest change"
            beside = Alternative(f"stored for {level}, {seats} seats", stored, " mu", strength)
            figure = Figure(name, abs(strength - stored), CLOSE, " mu", beside=beside)
            worst[key] = max(worst.get(key, figure), figure, key=lambda each: each.value)
    return [*worst.values()]


def store(measured: Mapping[Table, Strengths], path: Path = FILE) -> None:
    """Write the strengths to the file that the bot reads, with today's date."""
    keys = dict.fromkeys(key for key, _ in measured)
    strengths = {
        key: {str(seats): dict(found) for (system, seats), found in measured.items() if system == key} for key in keys
    }
    content = {"date": datetime.now(UTC).date().isoformat(), "strengths": strengths}
    path.write_text(f"{json.dumps(content, indent=2)}\n", "utf-8")


if __name__ == "__main__":
    store(measure())
