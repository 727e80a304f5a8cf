"""The export and the deletion of a person with a thousand games, and whether a move waits for them."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.bot.open_games import VARIANTS, open_tables
from benchmarks.measure.figures import Alternative, Figure
from engine.game.goals import Level
from engine.game.self_play import choose_action, derive_seed
from services.concurrency.process import shorten_waits
from storage.database import Database, open_database
from storage.games import Phase, Player
from storage.personal_data.erasure import erase_person
from storage.personal_data.export import export_person

GAMES = 1_000
OTHERS = 4_000  # games of other people in the same database
USER = 900_000_000_000_000_001
OTHER = 900_000_000_000_000_002
LONGEST = 5.0  # seconds that an export may take
DELAY = 20.0  # ms that a move may wait longer, at most, while somebody's data is exported
PAUSE = 0.002  # seconds between two writes

_COPIES = """
    WITH RECURSIVE copy (copied) AS (SELECT 1 UNION ALL SELECT copied + 1 FROM copy WHERE copied < :copies)
"""
_COPY_GAMES = f"""{_COPIES}
    INSERT INTO game (id, guild_id, channel_id, host_id, variant, options, players, phase, state, news, version,
                      opened_at, changed_at)
    SELECT copied + :first, guild_id, copied + :first, CAST(:other AS INTEGER), variant, options,
           replace(players, :user, :other), phase, state, replace(news, :user, :other), version, opened_at, changed_at
    FROM game CROSS JOIN copy WHERE id = 1
"""  # noqa: S608  # our own text
_COPY_LOGS = f"""{_COPIES}
    INSERT INTO log (game_id, version, at, seat, line)
    SELECT copied + :first, version, at, seat, line FROM log CROSS JOIN copy WHERE game_id = 1
"""  # noqa: S608
_COPY_RESULTS = f"""{_COPIES}
    INSERT INTO finished_game (game_id, guild_id, variant, ended_at, pool)
    SELECT copied + :first, guild_id, variant, ended_at, pool FROM finished_game CROSS JOIN copy WHERE game_id = 1
"""  # noqa: S608
_COPY_SEATS = f"""{_COPIES}
    INSERT INTO seat_result (game_id, seat, user_id, name, points, place)
    SELECT copied + :first, seat, CAST(replace(user_id, :user, :other) AS INTEGER), name, points, place
    FROM seat_result CROSS JOIN copy WHERE game_id = 1
"""  # noqa: S608


async def _play(database: Database) -> None:
    """Play the database's first game to its end."""
    tables, variant = open_tables(database), next(iter(VARIANTS.values()))
    lobby = await tables.games.open(
        guild_id=1,
        channel_id=1,
        host=Player(USER, "Person"),
        variant=variant.info.key,
        options={"clock": 0},
        now=0,
        interaction_id=1,
    )
    seed = derive_seed(1, 1)
    state = variant.setup(2, seed, 0, lobby.options).state
    players = (*lobby.players, Player(1, "Opponent"))
    game = await tables.store(replace(lobby, phase=Phase.PLAYING, state=state, players=players), None)
    while game.state is not None and game.phase is Phase.PLAYING:
        game = await tables.act(game, choose_action(variant, game.state, Level.STRONG, seed), None)


def _copy(path: Path, *, first: int, copies: int, other: int) -> None:
    """Copy the first game, its log and its results, for another user."""
    asked = {"first": first, "copies": copies, "user": str(USER), "other": str(other)}
    with closing(sqlite3.connect(path)) as connection, connection:
        for sql in (_COPY_GAMES, _COPY_LOGS, _COPY_RESULTS, _COPY_SEATS):
            connection.execute(sql, asked)


async def fill(path: Path) -> None:
    """Write a thousand games of the person, and those of others, into a new database."""
    async with open_database(f"sqlite:///{path}") as database:
        await _play(database)
    _copy(path, first=1, copies=GAMES - 1, other=USER)
    _copy(path, first=GAMES, copies=OTHERS, other=OTHER)


async def _time_writes(database: Database, stop: asyncio.Event) -> float:
    """Return the longest milliseconds of writes, such as moves, until `stop` is set."""
    longest = 0.0
    while not stop.is_set():
        begun = perf_counter()
        await database.run("UPDATE game SET version = version WHERE id = 1")
        longest = max(longest, 1000 * (perf_counter() - begun))
        await asyncio.sleep(PAUSE)
    return longest


async def _measure(path: Path) -> tuple[float, float, float, float]:
    """Return the seconds of an export, the longest write alone and beside it in ms, and the seconds of a deletion."""
    await fill(path)
    shorten_waits()  # as the bot does
    async with open_database(f"sqlite:///{path}") as database:
        stop = asyncio.Event()
        asyncio.get_running_loop().call_later(1.0, stop.set)
        alone = await _time_writes(database, stop)
        stop.clear()
        writing = asyncio.create_task(_time_writes(database, stop))
        begun = perf_counter()
        await export_person(database, USER, 0)
        exported = perf_counter() - begun
        stop.set()
        beside, begun = await writing, perf_counter()
        await erase_person(database, USER, day=0, leave=(), committed=lambda: None)
        return exported, alone, beside, perf_counter() - begun


def run() -> Sequence[Figure]:
    """Measure a person with a thousand games, print the times, and return the figures with their bounds."""
    with TemporaryDirectory() as folder:
        exported, alone, beside, erased = asyncio.run(_measure(Path(folder) / "rackety.db"))
    print(f"A person with {GAMES:,} games, beside {OTHERS:,} games of others")
    print(f"  export: {exported:.2f} s; longest write beside it {beside:.1f} ms, alone {alone:.1f} ms")
    print(f"  deletion: {erased:.2f} s")
    return [
        Figure(f"export of {GAMES:,} games", exported, LONGEST, " s", short="export"),
        Figure(f"deletion of {GAMES:,} games", erased, unit=" s", short="deletion"),
        Figure(
            "longest write beside an export",
            beside,
            alone + DELAY,
            " ms",
            short="write",
            beside=Alternative("alone", alone, " ms"),
        ),
    ]


if __name__ == "__main__":
    run()
