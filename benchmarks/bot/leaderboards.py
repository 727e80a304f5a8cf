"""Leaderboards with up to a million results: how long they take, and whether a move waits for them.

There are equally many of each kind: seats of a server's games, games alone against computers, and puzzles solved.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, time
from typing import Any

from benchmarks.measure.figures import Alternative, Figure
from engine.coach.puzzles import Grade
from engine.variants import load
from storage.codec import encode
from storage.database import Database, open_database
from storage.results.ladder import LadderStore
from storage.results.pages import EVERYWHERE
from storage.results.puzzle_scores import PuzzleScoreStore
from storage.results.rating import DAY
from storage.results.seasons import find_season
from storage.results.store import ResultStore
from storage.results.writing import ALL_SYSTEMS
from storage.settings import Person

SIZES = (30_000, 300_000, 1_000_000)  # results of each kind
EACH = 200  # results of each person, of each kind
LADDER_EACH = 50  # games alone against computers of each person on the solo ladder; it's worldwide, so it has more
SEATS = 4  # of each game
ASKED = 40  # times that each leaderboard is read
FEW = 3  # the same for the plain query
WRITES = 200  # moves that are timed
GUILD = 1
LONGEST = 20.0  # ms
DELAY = 5.0  # ms that a write may take longer while leaderboards are read, in the median
VARIANTS = tuple(load())
GRADES = tuple(Grade)
# The leaderboard that is only a query over results: the alternative.
PLAIN = """
    SELECT user_id, count(*) AS games, sum(place = 1) AS wins
    FROM seat_result JOIN finished_game USING (game_id) WHERE pool = ? GROUP BY user_id ORDER BY wins DESC LIMIT 10
"""


def fill(path: Path, results: int, now: int) -> None:
    """Write this many results of one server, all in this season, and what follows from them, into a new database."""
    random, people, season = Random(results), results // EACH, find_season(now)  # noqa: S311  # repeatable, not secret
    games = range(1, results // SEATS + 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript("PRAGMA synchronous = OFF; BEGIN;")
        connection.executemany(
            """INSERT INTO game (id, guild_id, channel_id, host_id, variant, options, players, phase, news, version,
                opened_at, changed_at) VALUES (?, ?, ?, 1, ?, '{}', '[]', 'over', '[]', 1, 0, 0)""",
            ((number, GUILD, number, VARIANTS[number % len(VARIANTS)]) for number in games),
        )
        connection.executemany(
            "INSERT INTO finished_game (game_id, guild_id, variant, ended_at, pool) VALUES (?, ?, ?, ?, ?)",
            ((number, GUILD, VARIANTS[number % len(VARIANTS)], now, GUILD) for number in games),
        )
        connection.executemany(
            "INSERT INTO seat_result (game_id, seat, user_id, name, points, place) VALUES (?, ?, ?, ?, 0, ?)",
            _list_seats(random, games, people),
        )
        connection.executemany(
            "INSERT INTO season_score VALUES (?, ?, ?, ?, ?, ?, 40)",
            (
                (GUILD, season, variant, user, random.randrange(120), random.randrange(40))
                for variant in (*VARIANTS, ALL_SYSTEMS)
                for user in range(1, people + 1)
            ),
        )
        connection.executemany(
            """INSERT INTO rating (pool, variant, user_id, mu, sigma, games, rated_at, opponents)
                VALUES (?, ?, ?, ?, ?, 40, ?, 9)""",
            (
                (GUILD, variant, user, random.gauss(25, 6), random.uniform(2, 6), now)
                for variant in VARIANTS
                for user in range(1, people + 1)
            ),
        )
        _fill_worldwide(connection, random, results, now)
        connection.execute("COMMIT")


def _fill_worldwide(connection: sqlite3.Connection, random: Random, results: int, now: int) -> None:
    """Write this many puzzles solved on one server, and the ratings that this many games against computers lead to."""
    people, climbers, today = range(1, results // EACH + 1), range(1, results // LADDER_EACH + 1), now // DAY
    connection.executemany(
        "INSERT INTO puzzle_try (user_id, day, grade, tries, guild_id, solved_at) VALUES (?, ?, ?, ?, ?, ?)",
        (
            (user, day, GRADES[number % len(GRADES)], random.randrange(1, 5), GUILD, day * DAY)
            for user in people
            for number, day in ((each, today - each // len(GRADES)) for each in range(EACH))
        ),
    )
    connection.executemany(
        """INSERT INTO rating (pool, variant, user_id, mu, sigma, games, rated_at, opponents)
            VALUES (0, ?, ?, ?, ?, 50, ?, 2)""",
        ((VARIANTS[0], user, random.gauss(25, 6), random.uniform(2, 4), now) for user in climbers),
    )
    connection.executemany(
        "INSERT INTO person (user_id, settings) VALUES (?, ?)",
        ((user, encode(Person(worldwide=True, worldwide_name=f"Player {user}"))) for user in climbers[::3]),
    )


def _list_seats(random: Random, games: Sequence[int], people: int) -> Iterator[tuple[int, int, int, str, int]]:
    for number in games:
        for seat, user in enumerate(random.sample(range(1, people + 1), SEATS)):
            yield number, seat, user, f"Player {user}", seat + 1


async def _time(database: Database, now: int) -> dict[str, float]:
    """Return the median milliseconds of each leaderboard, and of the plain query over results."""
    store, season = ResultStore(database), find_season(now)
    puzzles, ladder = PuzzleScoreStore(database), LadderStore(database)
    asks: dict[str, Callable[[], Coroutine[Any, Any, object]]] = {
        "season": lambda: store.season(GUILD, season, None, viewer=1),
        "season, one system": lambda: store.season(GUILD, season, VARIANTS[0], viewer=1),
        "ratings": lambda: store.ratings(GUILD, VARIANTS[0], now, viewer=1),
        "puzzles": lambda: puzzles.page(GUILD, now // DAY, viewer=1),
        "puzzles, worldwide": lambda: puzzles.page(EVERYWHERE, now // DAY, viewer=1),
        "solo ladder": lambda: ladder.page(EVERYWHERE, VARIANTS[0], now, viewer=1),
        "results": lambda: database.read(PLAIN, (GUILD,)),
    }
    found = {}
    for name, ask in asks.items():
        times = []
        for _ in range(ASKED if name != "results" else FEW):
            begun = perf_counter()
            await ask()
            times.append(1000 * (perf_counter() - begun))
        found[name] = median(times)
    return found


async def _time_writes(database: Database, now: int, *, beside: bool) -> float:
    """Return the median milliseconds of a write, such as a move's, alone or beside leaderboards that are being read."""
    store, stop = ResultStore(database), asyncio.Event()

    async def read() -> None:
        while not stop.is_set():
            await store.season(GUILD, find_season(now), None, viewer=1)
            await PuzzleScoreStore(database).page(EVERYWHERE, now // DAY, viewer=1)
            await LadderStore(database).page(EVERYWHERE, VARIANTS[0], now, viewer=1)

    reading = [asyncio.create_task(read())] if beside else []
    times = []
    for number in range(WRITES):
        begun = perf_counter()
        await database.run("UPDATE game SET version = ? WHERE id = 1", (number,))
        times.append(1000 * (perf_counter() - begun))
        await asyncio.sleep(0.002)
    stop.set()
    await asyncio.gather(*reading)
    return median(times)


async def _measure(path: Path, results: int) -> tuple[dict[str, float], float, float]:
    now = int(time())
    async with open_database(f"sqlite:///{path}"):
        pass
    fill(path, results, now)
    async with open_database(f"sqlite:///{path}") as database:
        return (
            await _time(database, now),
            await _time_writes(database, now, beside=False),
            await _time_writes(database, now, beside=True),
        )


def run() -> Sequence[Figure]:
    """Measure servers of each size, print the times, and return the figures with their bounds."""
    print(
        f"Leaderboards, ms, median of {ASKED}{'':8}season  one system   ratings   puzzles   worldwide   solo ladder"
        "   over results   write   write beside"
    )
    figures = []
    for results in SIZES:
        with TemporaryDirectory() as folder:
            times, alone, beside = asyncio.run(_measure(Path(folder) / "rackety.db", results))
        print(
            f"  {results:9,} results, {results // EACH:5,} people{'':2}{times['season']:8.1f}"
            f"{times['season, one system']:12.1f}{times['ratings']:10.1f}{times['puzzles']:10.1f}"
            f"{times['puzzles, worldwide']:12.1f}{times['solo ladder']:14.1f}{times['results']:15.1f}"
            f"{alone:8.2f}{beside:14.2f}"
        )
        plain = Alternative("over all results", times["results"], " ms")
        figures += [
            Figure(f"leaderboard of {name}, {results:,} results", times[name], LONGEST, " ms", beside=plain)
            for name in ("season", "ratings", "puzzles", "puzzles, worldwide", "solo ladder")
        ]
        waits = Alternative("alone", alone, " ms")
        name = f"write beside leaderboards, {results:,} results"
        figures.append(Figure(name, beside, alone + DELAY, " ms", beside=waits))
    return figures


if __name__ == "__main__":
    run()
