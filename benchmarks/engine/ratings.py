"""Ratings of players of known strength, who play real games: whether they find the order, and can be farmed.

A player's strength is the share of their turns in which they play like the better of two computers. All players of a
series play equally often, four at a table, in the rule system where these two differ most, as people do.
"""

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory

from benchmarks.measure.figures import Figure
from engine.game.goals import Level
from engine.game.self_play import choose_action, derive_seed
from engine.variants import load
from ratings.game_result import GameResult, SeatResult
from ratings.rating import DAY, Rating, rate
from ratings.yardsticks import find_yardstick
from storage.database import Database, open_database
from storage.results.store import ResultStore
from storage.results.writing import MOST_TOGETHER, write_result

PLAYERS, SEATS, SEEDS = 60, 4, 20
AFTER = {10: 0.86, 20: 0.91}  # least rank correlation after this many games of each player
WORSE, BETTER = Level.BEGINNER, Level.STRONG
ALTS, FARMED = 5, 60  # further accounts of one person, and their games
GUILD, NOON = 1, 1_800_000_000


def choose_system() -> str:
    """Return the key of the rule system in which the two computers' strengths differ most at such a table."""

    def compare(key: str) -> float:
        worse, better = (find_yardstick(key, SEATS, level) for level in (WORSE, BETTER))
        return better.mu - worse.mu if worse and better else 0.0

    return max(load(), key=compare)


KEY = choose_system()
Placed = tuple[tuple[int, ...], tuple[int, ...]]
"""The players of a game and their places, by seat."""


def find_strength(player: int) -> float:
    """Return the share of turns in which this player, from 0, plays like the better computer; 0 to 1."""
    return player / (PLAYERS - 1)


def draw_tables(random: Random) -> list[tuple[int, ...]]:
    """Return tables at which each player has one seat, drawn by lot."""
    order = random.sample(range(PLAYERS), PLAYERS)
    return [tuple(order[start : start + SEATS]) for start in range(0, PLAYERS, SEATS)]


def _play(seed: bytes, players: tuple[int, ...]) -> Placed:
    """Play a game among these players to its end."""
    variant = load()[KEY]
    state = variant.setup(len(players), seed, 0, {}).state
    random = Random(seed)  # noqa: S311  # repeatable, not secret
    while state.outcome is None:
        strong = random.random() < find_strength(players[state.turn])
        action = choose_action(variant, state, BETTER if strong else WORSE, seed)
        state = variant.apply(state, action, now=state.now).state
    return players, state.outcome.places


def play_series(pool: ProcessPoolExecutor, series: int) -> list[list[Placed]]:
    """Return the rounds of a series of games, in each of which every player plays once."""
    random = Random(series)  # noqa: S311  # repeatable, not secret
    rounds = [draw_tables(random) for _ in range(max(AFTER))]
    jobs = [(number, table) for number, tables in enumerate(rounds) for table in tables]
    seeds = [derive_seed(series, number) for number in range(len(jobs))]
    done = [*pool.map(_play, seeds, [table for _, table in jobs], chunksize=5)]
    return [[game for (at, _), game in zip(jobs, done, strict=True) if at == number] for number in range(len(rounds))]


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


# Farming


def _make_result(number: int, players: Sequence[int], places: Sequence[int], at: int) -> GameResult:
    seats = (SeatResult(player, None, str(player), 0, place) for player, place in zip(players, places, strict=True))
    return GameResult(number, GUILD, KEY, at, GUILD, None, tuple(seats))


async def _write(database: Database, result: GameResult) -> None:
    await database.run(
        """INSERT INTO game (id, guild_id, channel_id, host_id, variant, options, players, phase, news, version,
            opened_at, changed_at) VALUES (?, 1, ?, 1, ?, '{}', '[]', 'over', '[]', 1, 0, 0)""",
        (result.game_id, result.game_id, KEY),
    )
    await database.transaction(partial(write_result, result=result))


async def find_best_farmer(database: Database, rounds: Sequence[Sequence[Placed]]) -> int:
    """Return the best place that a person reaches who always beats five accounts of their own; 0 if not listed.

    All others have played honestly for as many days before, a round each day. The farmer plays as often each day as
    it's rated.
    """
    store, number, best, day = ResultStore(database), 0, 0, NOON
    for games in rounds:
        day += DAY
        for players, places in games:
            number += 1
            await _write(database, _make_result(number, [1_000 + each for each in players], places, day))
    farmer, alts, farmed = 1, range(2, 2 + ALTS), 0
    while farmed < FARMED:
        day += DAY
        for _ in range(MOST_TOGETHER):
            for alt in alts:
                number, farmed = number + 1, farmed + 1
                await _write(database, _make_result(number, [farmer, alt], [1, 2], day))
                page = await store.ratings(GUILD, KEY, day, viewer=farmer)
                place = page.own.place if page.own else 0
                best = min(filter(None, (best, place)), default=0)
    return best


async def _farm(rounds: Sequence[Sequence[Placed]]) -> int:
    with TemporaryDirectory() as folder:
        async with open_database(f"sqlite:///{Path(folder) / 'farm.db'}") as database:
            return await find_best_farmer(database, rounds)


def run() -> Sequence[Figure]:
    """Play all series, print what the ratings make of them, and return the figures with their bounds."""
    system = load()[KEY].info.name
    print(f"{system}: ratings of {PLAYERS} players who play like {WORSE} and {BETTER} computers, {SEEDS} series")
    found: dict[int, list[float]] = {games: [] for games in AFTER}
    rounds: list[list[Placed]] = []
    with ProcessPoolExecutor() as pool:
        for series in range(SEEDS):
            rounds = play_series(pool, series)
            for games, correlation in correlate(rounds).items():
                found[games].append(correlation)
    for games, each in found.items():
        print(f"  rank correlation after {games} games  {fmean(each):.3f} ({min(each):.3f} to {max(each):.3f})")
    best = asyncio.run(_farm(rounds))
    print(f"  best place of a person with {ALTS} accounts to beat, within {FARMED} games: {best or 'none'}")
    top = 10
    return [
        *(
            Figure(f"rank correlation of ratings after {games} games", fmean(found[games]), least, at_least=True)
            for games, least in AFTER.items()
        ),
        Figure("places in the top ten that farming reaches", float(0 < best <= top), 0),
    ]


if __name__ == "__main__":
    run()
