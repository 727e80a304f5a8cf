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
from pathlib import Path

import pytest

from tests.soak.filled import GAMES, OTHERS, USER, fill

pytestmark = [pytest.mark.soak, pytest.mark.timeout(1_800)]

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
