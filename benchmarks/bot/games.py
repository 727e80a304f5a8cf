"""The real bot with ten thousand open games: restart, memory, clocks, /games, size of the database and of the log."""

import asyncio
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, time

from benchmarks.bot.games_played import MeasuredGames, measure_played_games
from benchmarks.bot.open_games import OpenGames, OpenTable, play_samples
from benchmarks.bot.processes import Process, run_bot
from benchmarks.measure.figures import Figure
from playground import InteractionFailed, Playground
from storage.database import open_database

GAMES = 10_000
PLAY = 240.0  # seconds of play after the restart
RATE = 4.0  # taps per second meanwhile
LATENCY = 0.1  # seconds that each of the bot's requests takes, at least
PATIENCE = 120.0  # seconds for an answer
ASKED = 200  # times that /games is measured, and the commands beside it
MOST_START, MOST_MEMORY, MOST_LATE, MOST_LIST = 15.0, 400, 5.0, 20.0  # s, MiB, s, ms
MIB = 2**20
# No reminder, no turn and no wait ends, every table is shown as it is, and no time is given back at the next start.
CALM = """
    UPDATE game SET deadline = deadline + 9000000, remind_at = remind_at + 9000000, waits_until = waits_until + 9000000;
    UPDATE board SET shown_version = 1 << 30, pending = '[]', leftovers = '[]';
    DELETE FROM alive;
"""
DEADLINES = "SELECT id, version, deadline FROM game WHERE phase = 'playing' AND deadline <= ?"
ENDED = "SELECT at FROM log WHERE game_id = ? AND version = ? AND line LIKE 'timeup%'"
NOT_ENDED = "SELECT 1 FROM game WHERE id = ? AND version = ?"


@dataclass(slots=True)
class Start:
    """A start of the bot: seconds until it's `online` and has `answered` with a rack, and its memory then, in bytes."""

    online: float
    answered: float
    resident: int


@dataclass(slots=True)
class Play:
    """Some minutes of play: seconds of each tap, seconds by which each turn ended late, and memory in bytes.

    `shown` are the seconds until all tables were brought up to date, None if that takes longer than the play.
    """

    taps: list[float] = field(default_factory=list)
    failed: int = 0
    late: list[int] = field(default_factory=list)
    resident: list[int] = field(default_factory=list)
    shown: float | None = None
    log: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """A command that many people used, one after another: milliseconds until the answer, and CPU of the bot, each."""

    waits: Sequence[float]
    cpu: float


class ManyGames:
    """The benchmark's world: a playground, the database, and the running games in it."""

    def __init__(self, playground: Playground, folder: Path, tables: Sequence[OpenTable]) -> None:
        self._playground = playground
        self._database = folder / "rackety.db"
        self._log = folder / "log"
        self._tables = tables
        self._dice = random.Random(2)  # noqa: S311  # the same taps at each run
        self._playground.faults.delay(None, LATENCY, times=1 << 62)

    async def kill_at_start(self) -> Start:
        """Start the bot, and kill it once it has answered, in the middle of its work."""
        begin = perf_counter()
        async with run_bot(self._playground, self._database) as bot:
            start = await self._first_answer(bot, begin)
            bot.kill()
        return start

    async def play(self) -> tuple[Start, Play]:
        """Start the bot, and let people play while turns end by the clock."""
        begin, play = perf_counter(), Play()
        async with run_bot(self._playground, self._database, log=self._log) as bot:
            start = await self._first_answer(bot, begin)
            deadlines = self._read(DEADLINES, int(time() + PLAY - 2 * MOST_LATE))
            tapping = [asyncio.create_task(self._tap(play, number)) for number in range(int(RATE * PLAY))]
            while perf_counter() - begin < PLAY:
                await asyncio.sleep(1)
                play.resident.append(bot.resident())
            await asyncio.gather(*tapping)
            play.late = [late for each in deadlines if (late := self._lateness(*each)) is not None]
            play.shown = await self._wait_until_shown(begin)
            play.resident.append(bot.resident())
            bot.kill()
        play.log = self._log.stat().st_size
        return start, play

    async def _first_answer(self, bot: Process, begin: float) -> Start:
        online = perf_counter() - begin
        await self._rack(self._tables[0])
        return Start(online, perf_counter() - begin, bot.resident())

    async def _rack(self, table: OpenTable) -> None:
        """Open a rack. Raises: LookupError if the answer has no picture."""
        person = self._dice.choice([each for each in table.people if each])
        answer = await self._playground.seat(person).command("rack", table.channel_id)
        if answer is None or not answer.pictures:
            raise LookupError(answer and answer.text)

    async def _tap(self, play: Play, number: int) -> None:
        """Open a rack, as the tap of this number of all taps, at its time."""
        await asyncio.sleep(number / RATE)
        begin = perf_counter()
        try:
            await self._rack(self._dice.choice(self._tables))
        except (InteractionFailed, LookupError):
            play.failed += 1
        play.taps.append(perf_counter() - begin)

    def _lateness(self, game_id: int, version: int, deadline: int) -> int | None:
        """Return the seconds by which this turn ended late; None if its player moved first.

        Stored times are whole seconds, so up to one second is added.
        """
        if ended := self._read(ENDED, game_id, version + 1):
            return int(ended[0][0]) - deadline + 1
        return int(time()) - deadline if self._read(NOT_ENDED, game_id, version) else None

    async def _wait_until_shown(self, begin: float) -> float | None:
        stale = "SELECT count(*) FROM game JOIN board ON game_id = id WHERE shown_version = 0"
        with suppress(TimeoutError):
            async with asyncio.timeout(PLAY):
                while self._read(stale)[0][0]:  # noqa: ASYNC110  # another process changes it, and tells nobody
                    await asyncio.sleep(1)
                return perf_counter() - begin
        return None

    def _read(self, sql: str, *parameters: int) -> list[tuple[int, ...]]:
        with closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True)) as reader:
            return reader.execute(sql, parameters).fetchall()

    async def list_games(self) -> tuple[int, dict[str, Asked]]:
        """Return the memory of a bot that has nothing to do, and how long /games takes there, beside other commands."""
        with closing(sqlite3.connect(self._database)) as writer:
            writer.executescript(CALM)
        self._playground.faults.clear()
        people = self._choose_people()
        asked = {}
        async with run_bot(self._playground, self._database) as bot:
            await self._rack(self._tables[0])
            resident = bot.resident()
            asked["/games"] = await self._ask(bot, people, "games")
            asked["/help"] = await self._ask(bot, people, "help")
        async with run_bot(self._playground, self._database.with_name("empty.db")) as bot:
            asked["/games of an empty database"] = await self._ask(bot, people, "games")
        async with run_bot(self._playground, self._database.with_name("none.db"), "-m", "benchmarks.bot.bare") as bot:
            asked["bare command"] = await self._ask(bot, people, "ok")
        return resident, asked

    def _choose_people(self) -> list[int]:
        """Return users by their ids: first those with several games, then others."""
        seated = [each for table in self._tables for each in table.people if each]
        return list(dict.fromkeys(seated))[:ASKED]

    async def _ask(self, bot: Process, people: Sequence[int], command: str) -> Asked:
        await self._playground.seat(people[0]).command(command)  # the first one loads modules
        waits, before = [], bot.cpu()
        for person in people:
            begin = perf_counter()
            await self._playground.seat(person).command(command)
            waits.append(1_000 * (perf_counter() - begin))
        return Asked(waits, 1_000 * (bot.cpu() - before) / len(people))

    def sizes(self) -> dict[str, float]:
        """Return the bytes per open game of the tables and indices of the database, largest first."""
        sizes = self._read("SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC")
        return {str(name): size / GAMES for name, size in sizes}


@dataclass(frozen=True, slots=True)
class Measured:
    """All that was measured."""

    first: Start
    start: Start
    play: Play
    resident: int
    asked: dict[str, Asked]
    sizes: dict[str, float]
    empty: int
    played: MeasuredGames


async def _measure(folder: Path) -> Measured:
    samples = await play_samples()
    async with Playground.start(answer_within=PATIENCE, record=False) as playground:
        async with open_database(f"sqlite:///{folder / 'rackety.db'}") as database:
            tables = await OpenGames(playground, samples).store(database, GAMES)
        world = ManyGames(playground, folder, tables)
        sizes = world.sizes()
        first = await world.kill_at_start()
        start, play = await world.play()
        resident, asked = await world.list_games()
    empty = await _measure_empty(folder / "nothing.db")
    return Measured(first, start, play, resident, asked, sizes, empty, await measure_played_games(folder))


async def _measure_empty(database: Path) -> int:
    """Start a bot without any game, and return its resident memory in bytes."""
    async with Playground.start() as playground, run_bot(playground, database) as bot:
        await playground.seat("Ana").command("help")
        return bot.resident()


def run() -> Sequence[Figure]:
    """Measure the bot, print the results, and return the figures (measured values with their bounds)."""
    with TemporaryDirectory() as name:
        found = asyncio.run(_measure(Path(name)))
    _print(found)
    worst, games = max(found.play.resident), quantiles(found.asked["/games"].waits, n=100)
    return [
        Figure(f"restart with {GAMES:,} open games, to the first answer", found.start.answered, MOST_START, " s"),
        Figure(f"most memory with {GAMES:,} open games in play", worst / MIB, MOST_MEMORY, " MiB"),
        Figure("the latest of all clocks", max(found.play.late), MOST_LATE, " s"),
        Figure("/games, median", games[49], MOST_LIST, " ms"),
    ]


def _print(found: Measured) -> None:
    play, taps = found.play, quantiles(found.play.taps, n=100)
    print(f"Games: the real bot with {GAMES:,} open games, after kill -9")
    print(f"  from start to online, and to the first rack {found.start.online:8.2f} s {found.start.answered:8.2f} s")
    print(f"  the same at the first start                 {found.first.online:8.2f} s {found.first.answered:8.2f} s")
    print(f"  all tables brought up to date after         {play.shown or float('inf'):8.2f} s")
    print(f"  racks meanwhile, median and p99             {taps[49]:8.2f} s {taps[98]:8.2f} s, {play.failed} failed")
    late = quantiles(play.late, n=100)
    print(f"  {len(play.late):5} turns ended late by, median, p99, most {late[49]:6.0f} s {late[98]:4.0f} s", end="")
    print(f" {max(play.late):4} s, each with up to 1 s too many")
    print(f"  memory at the first answer                  {found.start.resident / MIB:8.1f} MiB")
    print(f"  memory in {PLAY / 60:.0f} minutes of play, most and last  {max(play.resident) / MIB:8.1f} MiB", end="")
    print(f" {play.resident[-1] / MIB:8.1f} MiB")
    print(f"  memory with nothing to do                   {found.resident / MIB:8.1f} MiB")
    print(f"  memory without any game                     {found.empty / MIB:8.1f} MiB")
    for command, asked in found.asked.items():
        waits = quantiles(asked.waits, n=100)
        print(f"  {command:27} CPU {asked.cpu:6.1f} ms, median {waits[49]:6.1f} ms, p99 {waits[98]:6.1f} ms")
    print(f"  database: {sum(found.sizes.values()):6.0f} bytes for each open game")
    for name, size in list(found.sizes.items())[:8]:
        print(f"    {name:34} {size:8.0f} bytes")
    print(found.played.describe())
    print(f"  log in {PLAY / 60:.0f} minutes of play: {play.log / 1024:.0f} KiB, {play.log / GAMES:.0f} bytes a game")


if __name__ == "__main__":
    print(*map(str, run()), sep="\n")
