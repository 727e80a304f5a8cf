"""The process is killed with -9, over and over: what it was told is stored is there, and nothing is there by half."""

import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path
from random import Random

from storage.database import Database, open_database
from storage.games import GameStore
from tests.storage.tables import VARIANTS, a_game, url

ROOT = Path(__file__).parents[2]
GAMES = 3


def acknowledged(path: Path, seconds: float) -> dict[int, int]:
    """Let the games be played by a process of its own, kill it, and return the version it last told of each."""
    command = [sys.executable, "-m", "tests.storage.player", url(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as player:  # noqa: S603  # our own script
        assert player.stdout
        first = player.stdout.readline()
        time.sleep(seconds)
        player.kill()
        told, _ = player.communicate()
        assert player.returncode == -signal.SIGKILL
    lines = [line.split() for line in (first + told).splitlines(keepends=True) if line.endswith("\n")]
    return {int(game): int(version) for game, version in lines}


async def check(database: Database, told: dict[int, int]) -> None:
    """Nothing told is lost, the log has every change once, and each game is readable and of one piece."""
    assert [row[0] for row in await database.run("PRAGMA integrity_check")] == ["ok"]
    games = GameStore(database, VARIANTS)
    for number in await games.running():
        game = await games.get(number)
        rows = await database.run("SELECT version, line FROM log WHERE game_id = ? ORDER BY version", (number,))
        versions = [row["version"] for row in rows]
        assert game
        assert game.version >= told.get(number, 0)
        assert versions[0] == 1
        assert versions[-1] == game.version
        assert all(later - earlier == 1 for earlier, later in pairwise(versions))
        assert rows[-1]["line"] == (str(game.news[0]) if game.news else None)


async def test_a_killed_process_loses_nothing_that_it_called_stored(path: Path) -> None:
    async with open_database(url(path)) as database:
        games = GameStore(database, VARIANTS)
        for number in range(GAMES):
            await a_game(games, channel=number, interaction=10 * number + 10)
    random = Random(9)  # noqa: S311  # moments to kill at
    for _ in range(3):
        told = acknowledged(path, random.uniform(0, 0.05))
        async with open_database(url(path)) as database:
            await check(database, told)
