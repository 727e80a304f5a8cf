"""The power is cut while moves are stored, and while the journal is brought into the database.

A trial is a process that stores moves through `storage` until it's killed just before one of its writes or syncs, on a
disk that knows what was synced (`tests/soak/shadow.c`). The disk is then looked at three times: with all that was
written, as after a kill; with what was synced alone; and with that and stray sectors of what wasn't.
"""

import asyncio
import random
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.database import StorageError, open_database
from storage.games import GameStore
from storage.games.rows import read_game
from tests.soak.disk import Cut, Disk, Files, fill, read
from tests.soak.part import Control, Counts, Part
from tests.storage.tables import VARIANTS, a_game, url

ROOT = Path(__file__).parents[3]
NAME = "rackety.db"
GAMES = 3
FIRST = 2  # version of a game that is played from there
PATIENCE = 300  # seconds until a process whose power wasn't cut is given up
# How many writes and syncs a cut comes after at most. So many, while moves are stored, bring the journal into the
# database several times; each time makes some hundred writes to the database itself.
MOVES, CHECKPOINTS = 8_000, 300


def run(seed: int) -> Counts:
    """Cut the power among moves, twice, then among the writes of a checkpoint, and so on."""
    kind = (cut_moves, cut_moves, cut_checkpoint)[seed % 3]
    return kind(random.Random(seed))


def cut_moves(dice: random.Random, *ways: str) -> Counts:
    return _cut_player(Cut(dice.randint(1, MOVES)), dice, ways)


def cut_checkpoint(dice: random.Random, *ways: str) -> Counts:
    """Cut the power before a write to the database file itself, which only a checkpoint does."""
    return _cut_player(Cut(dice.randint(1, CHECKPOINTS), NAME), dice, ways) + Counter({"in checkpoints": 1})


def _cut_player(cut: Cut, dice: random.Random, ways: Sequence[str]) -> Counts:
    with Disk.open(new_disk()) as disk:
        told = play(disk, cut, ways)
        counts: Counts = Counter(acknowledged=sum(told.values()) - len(told) * FIRST)
        for name, files in disk.states(dice).items():
            counts += Counter({name: 1}) + judge(files, told)
        return counts


@cache
def new_disk() -> Files:
    """A database with some running games."""

    async def fill(path: Path) -> None:
        async with open_database(url(path)) as database:
            for number in range(GAMES):
                await a_game(GameStore(database, VARIANTS), channel=number, interaction=10 * number + 10)

    with TemporaryDirectory() as folder:
        asyncio.run(fill(Path(folder) / NAME))
        return read(Path(folder))


# what happens


def build_command(folder: Path, ways: Sequence[str]) -> list[str]:
    """Return the command that stores moves in the database in this folder in these ways."""
    return [sys.executable, "-m", "tests.storage.player", url(folder / NAME), *ways]


def play(disk: Disk, cut: Cut, ways: Sequence[str]) -> dict[int, int]:
    """Let a process store moves until the power is cut; return the version that it last told of each game."""
    done = subprocess.run(  # noqa: S603  # our own module
        build_command(disk.written, ways),
        cwd=ROOT,
        env=disk.environment(cut),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    lines = [line.split() for line in done.stdout.splitlines(keepends=True) if line.endswith("\n")]
    return {int(game): int(version) for game, version in lines}


def judge(files: Files, told: Mapping[int, int]) -> Counts:
    """Return how many of the told moves are lost, and how many games are torn: all if none can be read."""
    with TemporaryDirectory() as folder:
        path = fill(Path(folder) / "disk", files) / NAME
        try:
            with open_whole(path) as connection:
                connection.row_factory = sqlite3.Row
                return sum(
                    (_judge_game(connection, game, told.get(game, FIRST)) for game in range(1, GAMES + 1)), Counts()
                )
        except (StorageError, sqlite3.Error) as error:
            print(f"can't be read: {error}")
            return Counter(torn=GAMES)


def _judge_game(connection: sqlite3.Connection, number: int, told: int) -> Counts:
    log = connection.execute("SELECT version, line FROM log WHERE game_id = ? ORDER BY version", (number,)).fetchall()
    game = read_game(connection.execute("SELECT * FROM game WHERE id = ?", (number,)).fetchone(), VARIANTS)
    whole = [row["version"] for row in log] == [*range(1, game.version + 1)]
    newest = str(game.news[0]) if game.news else None
    return Counter(lost=max(0, told - game.version), torn=not whole or log[-1]["line"] != newest)


@contextmanager
def open_whole(path: Path) -> Iterator[sqlite3.Connection]:
    """Open and close a database as the bot does, and then connect to it.

    Raises: StorageError or sqlite3.Error if it can't be, or isn't of one piece.
    """

    async def check() -> None:
        async with open_database(url(path)) as database:
            if [row[0] for row in await database.run("PRAGMA integrity_check")] != ["ok"]:
                raise StorageError("its pages don't fit together")

    asyncio.run(check())
    with closing(sqlite3.connect(path)) as connection:
        yield connection


def _plant(cut: Callable[..., Counts], synchronous: str, seed: int) -> Counts:
    """Cut the power of a database with this `PRAGMA synchronous`: NORMAL syncs the journal only when it's full."""
    return cut(random.Random(seed), synchronous)


PART = Part(
    name="cuts",
    promise="A power cut loses no acknowledged move and tears no game, whichever of the unsynced sectors survive",
    run=run,
    full=300,  # 200 of them while moves are stored
    sample=24,
    faults=("lost", "torn"),
    controls=(
        Control("the database syncs a commit later", "lost", partial(_plant, cut_moves, "NORMAL")),
        Control("the database never syncs", "torn", partial(_plant, cut_checkpoint, "OFF"), tries=10),
    ),
)
