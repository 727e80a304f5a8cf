"""A thousand open games in storage: memory, the time to open it, and moves per second compared with bare sqlite3."""

import asyncio
import sqlite3
import statistics
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.measure.figures import Alternative, Figure
from engine.game.actions import Draw
from engine.text.phrases import as_is
from engine.variants import load
from storage.codec import encode
from storage.database import open_database
from storage.games import Game, GameStore, Phase, Player

GAMES = 1_000
MOVES = 500
ROUNDS = 7
NOON = 1_800_000_000
ANN, BOB = Player(1, "Ann"), Player(2, "Bob")

# Runs in a process of its own, so that its memory is only that of storage.
RESTART = """
import asyncio, sys
from time import perf_counter
from psutil import Process
from engine.variants import load
from storage.alive import HeartbeatStore
from storage.public_messages import PublicMessageStore
from storage.database import open_database
from storage.games import GameStore

def resident():
    return Process().memory_info().rss

async def main():
    variants = load()
    before = resident()
    begin = perf_counter()
    async with open_database(sys.argv[1]) as database:
        games = GameStore(database, variants)
        await HeartbeatStore(database).last()
        await games.extend_deadlines(2**40)
        await PublicMessageStore(database).stale()
        await games.next_deadline()
        running = await games.running()
        ready = perf_counter()
        opened = resident()
        for number in running:
            assert (await games.get(number)).state
        print(len(running), ready - begin, perf_counter() - ready, opened - before, resident() - before, resident())

asyncio.run(main())
"""

BARE = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE game (id INTEGER PRIMARY KEY, version INTEGER, state TEXT);
    CREATE TABLE log (game_id INTEGER, version INTEGER, line TEXT, interaction_id INTEGER UNIQUE);
    INSERT INTO game VALUES (1, 1, '');
"""


async def _fill(games: GameStore) -> None:
    variant = next(iter(load().values()))
    for number in range(GAMES):
        lobby = await games.open(
            guild_id=1,
            channel_id=number,
            host=ANN,
            variant=variant.info.key,
            options={},
            now=NOON,
            interaction_id=2 * number + 1,
        )
        state = variant.setup(4, number.to_bytes(32), NOON, {}).state
        for _ in range(20):
            state = variant.apply(state, Draw(state.turn), now=NOON).state
        game = replace(lobby, players=(ANN, BOB), phase=Phase.PLAYING, state=state, news=(as_is("Ann draws 1 tile."),))
        await games.commit(game, interaction_id=2 * number + 2, now=NOON)


async def _table(games: GameStore, number: int) -> Game:
    game = await games.get(number)
    if game is None:
        raise LookupError(number)
    return game


async def _measure_one_table(games: GameStore, interaction: int) -> float:
    """Store `MOVES` moves of one table, one after another, and return how many are stored per second.

    `interaction` is the first of the interaction ids, which must be new for every move.
    """
    game = await _table(games, 1)
    begin = perf_counter()
    for number in range(MOVES):
        game = await games.commit(game, interaction_id=interaction + number, now=NOON, line="draw 1", seat=0)
    return MOVES / (perf_counter() - begin)


async def _measure_many_tables(games: GameStore, interaction: int) -> float:
    """Store a move of each of `MOVES` tables, all at the same moment, and return how many are stored per second.

    `interaction` is the first of the interaction ids, which must be new for every move.
    """
    tables = [await _table(games, number) for number in range(1, MOVES + 1)]
    begin = perf_counter()
    await asyncio.gather(
        *(
            games.commit(game, interaction_id=interaction + number, now=NOON, line="draw 1", seat=0)
            for number, game in enumerate(tables)
        )
    )
    return MOVES / (perf_counter() - begin)


def _bare(connection: sqlite3.Connection, state: str, interaction: int) -> float:
    """Return how many transactions bare sqlite3 makes per second; each durably stores a state and a row of the log.

    `interaction` is the first of the interaction ids, which must be new for every row.
    """
    begin = perf_counter()
    for number in range(interaction, interaction + MOVES):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE game SET version = version + 1, state = ? WHERE id = 1", (state,))
        connection.execute("INSERT INTO log VALUES (1, ?, 'draw 1', ?)", (number, number))
        connection.execute("COMMIT")
    return MOVES / (perf_counter() - begin)


async def _speeds(games: GameStore, bare: sqlite3.Connection) -> Sequence[float]:
    """Return three speeds in moves per second: bare sqlite3, one table, and many tables at once.

    Each is the median of several rounds; in every round, each is measured once.
    """
    game = await _table(games, 1)
    state = encode(game.state)
    rounds = [
        (
            _bare(bare, state, start),
            await _measure_one_table(games, start),
            await _measure_many_tables(games, start + MOVES),
        )
        for start in range(10 * GAMES, 10 * GAMES + 2 * MOVES * ROUNDS, 2 * MOVES)
    ]
    return [statistics.median(each) for each in zip(*rounds, strict=True)]


async def _measure(directory: Path) -> Sequence[float]:
    with closing(sqlite3.connect(directory / "bare.db", isolation_level=None)) as bare:
        bare.executescript(BARE)
        async with open_database(f"sqlite:///{directory / 'rackety.db'}") as database:
            games = GameStore(database, load())
            await _fill(games)
            return await _speeds(games, bare)


def _restart(directory: Path) -> Sequence[float]:
    command = [sys.executable, "-c", RESTART, f"sqlite:///{directory / 'rackety.db'}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603  # our own script
    return [float(word) for word in done.stdout.split()]


def run() -> Sequence[Figure]:
    """Measure storage, print its times, memory and speeds, and return the figures, which have no bounds."""
    with TemporaryDirectory() as name:
        bare, single, many = asyncio.run(_measure(Path(name)))
        games, ready, read, opened, resident, whole = _restart(Path(name))
        size = (Path(name) / "rackety.db").stat().st_size
    mib = 2**20
    print(f"Storage: {games:,.0f} open games of four players")
    print(f"  from closed to ready           {ready * 1_000:7.1f} ms")
    print(f"  and every game read            {read * 1_000:7.1f} ms  {read / games * 1_000_000:6.0f} us a game")
    print(f"  memory when open               {opened / mib:7.1f} MiB")
    print(f"  memory with every game read    {resident / mib:7.1f} MiB {resident / games / 1024:6.1f} KiB a game")
    print(f"  the whole process              {whole / mib:7.1f} MiB")
    print(f"  file                           {size / mib:7.1f} MiB")
    print(f"  moves a second, one table      {single:7.0f}")
    print(f"  moves a second, {MOVES} tables     {many:7.0f}")
    print(f"  bare sqlite3, same durability  {bare:7.0f}")
    print(f"  ratio, one table               {bare / single:7.1f}")
    beside = Alternative("with bare sqlite3", bare, " /s")
    process = Alternative("whole process", whole / mib, " MiB")
    return [
        Figure("moves of one table stored", single, None, " /s", short="one", beside=beside),
        Figure(f"moves of {MOVES} tables stored", many, None, " /s", short="many", beside=beside),
        Figure(f"storage of {games:,.0f} games, from closed to ready", ready * 1_000, None, " ms", short="ready"),
        Figure(
            f"storage of {games:,.0f} games, read into memory",
            resident / mib,
            None,
            " MiB",
            short="memory",
            beside=process,
        ),
        Figure(f"storage of {games:,.0f} games, the file", size / mib, None, " MiB", short="file"),
    ]


if __name__ == "__main__":
    run()
