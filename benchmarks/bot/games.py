"""The real bot with ten thousand open games: restart, memory, clocks, /games, size of the database and of the log."""

import asyncio
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copyfile
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, time

from benchmarks.bot.games_played import measure_played_games
from benchmarks.bot.open_games import OpenGames, OpenTable, play_samples
from benchmarks.bot.processes import Process, run_bot
from benchmarks.measure.figures import Alternative, Figure
from playground import InteractionFailed, Playground
from storage.database import open_database
from ui.network.request_budget import PER_SECOND

GAMES = 10_000
PLAY = 240.0  # seconds of play after the restart
RATE = 4.0  # taps per second meanwhile
LATENCY = 0.1  # seconds that each of the bot's requests takes, at least
PATIENCE = 120.0  # seconds for an answer
SETTLING = 10.0  # seconds after which the time until the bot was connected is given back as well, before any turn ends
ASKED = 200  # times that /games is measured, and the commands beside it
MOST_START, MOST_MEMORY, MOST_LATE, MOST_LIST = 15.0, 400, 5.0, 20.0  # s, MiB, s, ms
MIB = 2**20
# Without any time, nothing happens by itself, and only the lobbies are shown again after the start.
CALM = "UPDATE game SET deadline = NULL, remind_at = NULL, waits_until = NULL"
CALMING = 40.0  # seconds for that
DEADLINES = "SELECT id, version, deadline FROM game WHERE phase = 'playing' AND deadline <= ?"
ENDED = "SELECT at FROM log WHERE game_id = ? AND version = ? AND line LIKE 'timeup%'"
OUTDATED = "SELECT game_id FROM public_messages WHERE shown_version = 0"
CHANGES = "SELECT count(*) FROM log"
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

    It lasts `seconds`: longer than people play, while `waiting` isn't 0. Those are tables that aren't shown again, of
    the `outdated` whose clocks the start has postponed. `changes` are the games' per second.
    """

    taps: list[float] = field(default_factory=list)
    failed: int = 0
    late: list[int] = field(default_factory=list)
    resident: list[int] = field(default_factory=list)
    seconds: float = 0
    outdated: int = 0
    waiting: int = 0
    changes: float = 0
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

    def delay_requests(self) -> None:
        """Let each of the bot's requests take as long as at Discord."""
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
        begin, begin_at, play = perf_counter(), time(), Play()
        async with run_bot(self._playground, self._database, log=self._log) as bot:
            start = await self._first_answer(bot, begin)
            tapping = [asyncio.create_task(self._tap(play, number)) for number in range(int(RATE * PLAY))]
            await asyncio.sleep(SETTLING)
            deadlines = self._read(DEADLINES, int(begin_at + PLAY - 2 * MOST_LATE))
            await self._watch(play, bot, begin)
            await asyncio.gather(*tapping)
            play.late = [late for each in deadlines if (late := self._lateness(*each)) is not None]
            bot.kill()
        play.log = self._log.stat().st_size
        return start, play

    async def _watch(self, play: Play, bot: Process, begin: float) -> None:
        """Note the memory, and the outdated tables, until all are shown; at least for the play, at most 3 times.

        A table that is posted again later is outdated for a moment then, which doesn't count.
        """
        waiting, changes, watched = set(self._read(OUTDATED)), self._read(CHANGES)[0][0], perf_counter()
        play.outdated = len(waiting)
        while play.seconds < (3 * PLAY if waiting else PLAY):
            await asyncio.sleep(1)
            play.seconds = perf_counter() - begin
            play.resident.append(bot.resident())
            waiting &= set(self._read(OUTDATED))
        play.waiting = len(waiting)
        play.changes = (self._read(CHANGES)[0][0] - changes) / (perf_counter() - watched)

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

    def _read(self, sql: str, *parameters: int) -> list[tuple[int, ...]]:
        with closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True)) as reader:
            return reader.execute(sql, parameters).fetchall()

    async def list_games(self) -> tuple[int, dict[str, Asked]]:
        """Return the memory of a bot that has nothing to do, and how long /games takes there, beside other commands.

        It gets a copy of the database, which must not have been played yet.
        """
        calm, people, asked = self._database.with_name("calm.db"), self._choose_people(), {}
        copyfile(self._database, calm)
        with closing(sqlite3.connect(calm)) as writer, writer:
            writer.execute(CALM)
        async with run_bot(self._playground, calm) as bot:
            await self._rack(self._tables[0])
            await asyncio.sleep(CALMING)
            resident = bot.resident()
            asked["/games"] = await self._ask(bot, people, "games")
            asked["/help"] = await self._ask(bot, people, "help")
        async with run_bot(self._playground, self._database.with_name("empty.db")) as bot:
            asked["/games of an empty database"] = await self._ask(bot, people, "games")
        async with run_bot(self._playground, self._database.with_name("none.db"), "-m", "benchmarks.bot.bare") as bot:
            asked["bare command"] = await self._ask(bot, people, "ok")
        self._playground.world.commands.clear()  # so that the next bot is waited for
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


async def _measure(folder: Path) -> list[Figure]:
    """Measure and print one thing after another, and return the figures."""
    print(f"Games: the real bot with {GAMES:,} open games", flush=True)
    samples = await play_samples()
    async with Playground.start(answer_within=PATIENCE, record=False) as playground:
        async with open_database(f"sqlite:///{folder / 'rackety.db'}") as database:
            tables = await OpenGames(playground, samples).store(database, GAMES)
        world = ManyGames(playground, folder, tables)
        size = sum(world.sizes().values()) / 1000
        _print_sizes(world.sizes())
        (resident, asked), empty = await world.list_games(), await _measure_empty(folder / "nothing.db")
        _print_asked(resident, empty, asked)
        world.delay_requests()
        _print_start("at the first start", await world.kill_at_start())
        start, play = await world.play()
        _print_start("after kill -9", start)
        _print_play(play)
    played = await measure_played_games(folder)
    print(played.describe(), flush=True)
    bare = Alternative("bare command", median(asked["bare command"].waits), " ms")
    return [
        Figure(
            f"restart with {GAMES:,} open games, to the first answer", start.answered, MOST_START, " s", short="restart"
        ),
        Figure(
            f"most memory with {GAMES:,} open games in play",
            max(play.resident) / MIB,
            MOST_MEMORY,
            " MiB",
            short="memory",
            beside=Alternative("without games", empty / MIB, " MiB"),
        ),
        Figure("the latest of all clocks", max(play.late), MOST_LATE, " s", short="late"),
        Figure("/games, median", median(asked["/games"].waits), MOST_LIST, " ms", short="list", beside=bare),
        Figure("database, for each open game", size, unit=" KB", short="open"),
        Figure("database, for each finished game of four", played.stored / 1000, unit=" KB", short="over"),
        Figure("of that, its log", played.log_table / 1000, unit=" KB", short="log"),
        Figure("the bot's own log, for each finished game", played.logged, unit=" bytes", short="written"),
    ]


async def _measure_empty(database: Path) -> int:
    """Start a bot without any game, and return its resident memory in bytes."""
    async with Playground.start() as playground, run_bot(playground, database) as bot:
        await playground.seat("Ana").command("help")
        return bot.resident()


def _print_sizes(sizes: dict[str, float]) -> None:
    print(f"  database, for each open game {sum(sizes.values()):6.0f} bytes")
    for name, size in list(sizes.items())[:8]:
        print(f"    {name:26} {size:6.0f} bytes", flush=True)


def _print_start(when: str, start: Start) -> None:
    print(f"  {when:19} online {start.online:5.2f} s, first rack {start.answered:5.2f} s", end="")
    print(f", memory then {start.resident / MIB:5.1f} MiB", flush=True)


def _print_play(play: Play) -> None:
    taps, late = quantiles(play.taps, n=100), quantiles(play.late, n=100)
    print(f"  in {PLAY / 60:.0f} minutes of play, {RATE:g} racks are opened per second")
    print(f"    racks             median {taps[49]:5.2f} s, p99 {taps[98]:5.2f} s, {play.failed} failed")
    print(f"    {len(play.late):5} turns late  median {late[49]:5.1f} s, p99 {late[98]:5.1f} s, ", end="")
    print(f"most {max(play.late)} s, each with up to 1 s too many")
    print(f"    memory            most {max(play.resident) / MIB:5.1f} MiB, last {play.resident[-1] / MIB:5.1f} MiB")
    print(f"    tables            {play.outdated - play.waiting} of {play.outdated} with an old time", end="")
    print(f" are shown again after {play.seconds:.0f} s, {play.waiting} wait:")
    print(f"      {play.changes:.1f} changes per second go first, and Discord gets {PER_SECOND} requests per second")
    print(f"    log               {play.log} bytes", flush=True)


def _print_asked(resident: int, empty: int, asked: dict[str, Asked]) -> None:
    print(f"  memory with nothing to do {resident / MIB:5.1f} MiB, without any game {empty / MIB:5.1f} MiB")
    for command, each in asked.items():
        waits = quantiles(each.waits, n=100)
        print(
            f"    {command:27} CPU {each.cpu:6.1f} ms, median {waits[49]:6.1f} ms, p99 {waits[98]:6.1f} ms", flush=True
        )


def run() -> Sequence[Figure]:
    """Measure the bot, print the results, and return the figures (measured values with their bounds)."""
    with TemporaryDirectory() as name:
        return asyncio.run(_measure(Path(name)))


if __name__ == "__main__":
    print(*map(str, run()), sep="\n")
