"""Deletions that are killed at any moment: nothing is lost, and the next call deletes what is left."""

import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engine.game.goals import Level
from engine.game.self_play import choose_action, derive_seed
from engine.variants import load
from services.ending import find_result
from storage.database import Database, open_database
from storage.games import GameStore, Phase, Player

pytestmark = [pytest.mark.soak, pytest.mark.timeout(1_800)]

GAMES = 1_000
OTHERS = 4_000  # games of other people in the same database
USER = 900_000_000_000_000_001
OTHER = 900_000_000_000_000_002
ROOT = Path(__file__).parents[2]
KILLS = 50
ERASE = [str(ROOT / "bot.py"), "erase-user", str(USER), "--yes"]
ENFORCE = """
import asyncio, sys
sys.path.insert(0, sys.argv[1])
from bot_settings import BotSettings
from hosting.personal_data import open_personal_data

async def main():
    async with open_personal_data(BotSettings("", database_url=sys.argv[2])) as data:
        await data.enforce_retention()

asyncio.run(main())
"""
RETAIN = ["-c", ENFORCE, str(ROOT)]
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
    INSERT INTO seat_result (game_id, seat, user_id, name, points, place, opening, largest_finish)
    SELECT copied + :first, seat, CAST(replace(user_id, :user, :other) AS INTEGER), name, points, place, opening,
           largest_finish
    FROM seat_result CROSS JOIN copy WHERE game_id = 1
"""  # noqa: S608


async def _play(database: Database) -> None:
    """Play the database's first game to its end."""
    variants = load()
    variant, games, seed = next(iter(variants.values())), GameStore(database, variants), derive_seed(1, 1)
    lobby = await games.open(
        guild_id=1,
        channel_id=1,
        host=Player(USER, "Person"),
        variant=variant.info.key,
        options={"clock": 0},
        now=0,
        interaction_id=1,
    )
    state = variant.setup(2, seed, 0, lobby.options).state
    players = (*lobby.players, Player(1, "Opponent"))
    game = await games.commit(
        replace(lobby, phase=Phase.PLAYING, state=state, players=players), interaction_id=None, now=0
    )
    while state.outcome is None:
        action = choose_action(variant, state, Level.STRONG, seed)
        state = variant.apply(state, action, now=0).state
        after = replace(game, state=state, phase=Phase.OVER if state.outcome else Phase.PLAYING)
        result = find_result(after, variant) if state.outcome else None
        game = await games.commit(
            after, interaction_id=None, now=0, line=action.line(), seat=action.seat, result=result
        )


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


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with thousands of old games, of which a thousand are the person's."""
    path = tmp_path_factory.mktemp("filled") / "filled.db"
    asyncio.run(fill(path))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE game SET changed_at = 0")
    return path


def started(arguments: Sequence[str], path: Path) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{path}"}
    more = [f"sqlite:///{path}"] if arguments[0] == "-c" else []
    return subprocess.Popen(  # noqa: S603  # our own program
        [sys.executable, *arguments, *more],
        cwd=path.parent,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def count(path: Path, sql: str, *parameters: object) -> int:
    with closing(sqlite3.connect(path)) as connection:
        ((number,),) = connection.execute(sql, parameters)
        return int(number)


def results(path: Path) -> int:
    return count(path, "SELECT count(*) FROM seat_result")


def traces(path: Path) -> tuple[int, int]:
    """How many games, and how many results, still name the person."""
    games = count(path, "SELECT count(*) FROM game WHERE instr(players, ?) OR host_id = ?", str(USER), USER)
    return games, count(path, "SELECT count(*) FROM seat_result WHERE user_id = ?", USER)


def moments(arguments: Sequence[str], filled: Path, folder: Path) -> list[float]:
    """Seconds after a start at which to kill, spread over the time that a whole run takes."""
    path = shutil.copy(filled, folder / "timed.db")
    begun = time.monotonic()
    assert started(arguments, Path(path)).wait() == 0
    whole, random_ = time.monotonic() - begun, random.Random(len(arguments))
    return [random_.uniform(0.2, 1.0) * whole for _ in range(KILLS)]


def test_a_killed_deletion_of_a_person_is_whole_or_nothing(filled: Path, tmp_path: Path) -> None:
    seen = set()
    for number, moment in enumerate(moments(ERASE, filled, tmp_path)):
        path = Path(shutil.copy(filled, tmp_path / f"{number}.db"))
        process = started(ERASE, path)
        time.sleep(moment)
        process.kill()
        process.wait()

        assert traces(path) in {(0, 0), (GAMES, GAMES)}
        assert results(path) == 2 * (GAMES + OTHERS)
        seen.add(traces(path))
        assert started(ERASE, path).wait() == 0
        assert traces(path) == (0, 0)
        assert count(path, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'") == 0
        path.unlink()
    assert len(seen) == 2


def test_a_killed_retention_goes_on(filled: Path, tmp_path: Path) -> None:
    halves = 0
    for number, moment in enumerate(moments(RETAIN, filled, tmp_path)):
        path = Path(shutil.copy(filled, tmp_path / f"{number}.db"))
        process = started(RETAIN, path)
        time.sleep(moment)
        process.kill()
        process.wait()

        left = count(path, "SELECT count(*) FROM game WHERE host_id <> 0")
        logged = count(path, "SELECT count(DISTINCT game_id) FROM log")
        assert left == logged  # a game has its details or not
        halves += 0 < left < GAMES + OTHERS
        assert results(path) == 2 * (GAMES + OTHERS)
        assert started(RETAIN, path).wait() == 0
        assert count(path, "SELECT count(*) FROM log") == 0
        path.unlink()
    assert halves
