"""Moves per second of a thousand open games, beside bare sqlite3, and commits beside a backup."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks.bot.stored_games import fill
from benchmarks.measure.figures import Alternative, Figure
from engine.variants import load
from playground.model.world import World
from storage.backups.copying import back_up
from storage.backups.files import sync
from storage.codec import encode
from storage.database import Database, open_database
from storage.games import Game, GameStore

GAMES = 1_000
MOVES = 500
ROUNDS = 7
NOON = 1_800_000_000

BARE = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE game (id INTEGER PRIMARY KEY, version INTEGER, state TEXT);
    CREATE TABLE log (game_id INTEGER, version INTEGER, line TEXT, interaction_id INTEGER UNIQUE);
    INSERT INTO game VALUES (1, 1, '');
"""


async def _get(games: GameStore, number: int) -> Game:
    game = await games.get(number)
    if game is None:
        raise LookupError(number)
    return game


async def _move(games: GameStore, game: Game, interaction: int) -> Game:
    return await games.commit(game, interaction_id=interaction, now=NOON, line="draw 1", seat=0)


async def _time_one_table(games: GameStore, interaction: int) -> float:
    """Return how many moves of one table, with new ids from `interaction` on, are stored per second."""
    game = await _get(games, 1)
    begin = perf_counter()
    for number in range(MOVES):
        game = await _move(games, game, interaction + number)
    return MOVES / (perf_counter() - begin)


async def _time_many_tables(games: GameStore, interaction: int) -> float:
    """Store a move of each of `MOVES` tables, all at the same moment, and return how many are stored per second."""
    tables = [await _get(games, number) for number in range(1, MOVES + 1)]
    begin = perf_counter()
    await asyncio.gather(*(_move(games, game, interaction + number) for number, game in enumerate(tables)))
    return MOVES / (perf_counter() - begin)


def _time_bare(connection: sqlite3.Connection, state: str, interaction: int) -> float:
    """Return how many transactions bare sqlite3 makes per second; each durably stores a state and a row of the log."""
    begin = perf_counter()
    for number in range(interaction, interaction + MOVES):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE game SET version = version + 1, state = ? WHERE id = 1", (state,))
        connection.execute("INSERT INTO log VALUES (1, ?, 'draw 1', ?)", (number, number))
        connection.execute("COMMIT")
    return MOVES / (perf_counter() - begin)


async def _measure(folder: Path) -> Sequence[float]:
    """Return moves per second, each the median of several rounds: bare sqlite3's, one table's, and many tables'."""
    with closing(sqlite3.connect(folder / "bare.db", isolation_level=None)) as bare:
        bare.executescript(BARE)
        async with open_database(f"sqlite:///{folder / 'rackety.db'}") as database:
            await fill(database, World(), GAMES)
            games = GameStore(database, load())
            state = encode((await _get(games, 1)).state)
            rounds = [
                (
                    _time_bare(bare, state, start),
                    await _time_one_table(games, start),
                    await _time_many_tables(games, start + MOVES),
                )
                for start in range(10 * GAMES, 10 * GAMES + 2 * MOVES * ROUNDS, 2 * MOVES)
            ]
    return [median(each) for each in zip(*rounds, strict=True)]


def run() -> Sequence[Figure]:
    """Measure open games and moves, and return the figures, which have no bounds."""
    with TemporaryDirectory() as folder:
        bare, single, many = asyncio.run(_measure(Path(folder)))
        size = (Path(folder) / "rackety.db").stat().st_size / 2**20
    beside = Alternative("with bare sqlite3", bare, " /s")
    return [
        Figure("moves of one table stored", single, None, " /s", short="one", beside=beside),
        Figure(f"moves of {MOVES} tables stored", many, None, " /s", short="many", beside=beside),
        Figure(f"storage of {GAMES:,} games, the file", size, None, " MiB", short="file"),
    ]


# Backups

SIZE = 200_000_000  # bytes
COPIES = 5
EVERY = 0.02  # seconds between two commits
QUIET = 3.0  # seconds without a backup
SLOWEST = 100.0  # milliseconds
_FILL = """
    WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number LIMIT ?)
    INSERT INTO command_upload SELECT value, hex(randomblob(2000)) FROM number
"""
_WRITE = """
    INSERT INTO command_upload VALUES (?, hex(randomblob(4000)))
    ON CONFLICT DO UPDATE SET hash = excluded.hash
"""


async def _commit_until(database: Database, done: asyncio.Future[Any]) -> list[float]:
    """Commit 50 times a second until something is done, and return how long each took, in milliseconds."""
    times: list[float] = []
    while not done.done():
        begin = perf_counter()
        await database.run(_WRITE, (len(times) * 37 % 40_000 + 1,))
        times.append((perf_counter() - begin) * 1_000)
        await asyncio.sleep(max(0, EVERY - times[-1] / 1_000))
    return times


async def _commit_beside(database: Database, work: Callable[[], object]) -> tuple[float, float]:
    """Return the slowest commit beside this work in a thread, in milliseconds, and the work's time in seconds."""
    begin = perf_counter()
    done = asyncio.ensure_future(asyncio.to_thread(work))
    times = await _commit_until(database, done)
    await done
    return max(times), perf_counter() - begin


def _vacuum(path: Path, target: Path) -> None:
    target.unlink(missing_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))
    sync(target)


async def _measure_backups(folder: Path) -> Sequence[Figure]:
    path = folder / "rackety.db"
    async with open_database(f"sqlite:///{path}") as database:
        await database.run(_FILL, (SIZE // 4_100,))
        quiet, ours, theirs = [], [], []
        for number in range(COPIES):
            target = folder / f"{number}.db"
            quiet.append(max(await _commit_until(database, asyncio.ensure_future(asyncio.sleep(QUIET)))))
            ours.append(await _commit_beside(database, partial(back_up, path, target)))
            theirs.append((await _commit_beside(database, partial(_vacuum, path, target)))[0])
            target.unlink()
    slowest, seconds = zip(*ours, strict=True)
    beside, spread = Alternative("with VACUUM INTO", median(theirs), " ms"), {"worst": max(slowest)}
    name = "slowest commit beside a backup"
    return [
        Figure(name, median(slowest), SLOWEST, " ms", short="slowest", beside=beside, spread=spread),
        Figure("slowest commit without a backup", median(quiet), unit=" ms", short="quiet"),
        Figure("time of a backup", median(seconds), unit=" s", short="seconds"),
    ]


def run_backups() -> Sequence[Figure]:
    """Measure commits, 50 a second, beside backups on this machine's disk."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_measure_backups(Path(folder)))
