"""The real bot with a thousand open games: restarts after `kill -9`, memory, and turns that end by the clock."""

import asyncio
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, time

from benchmarks.bot.processes import run_bot, wait_until_quiet
from benchmarks.bot.stored_games import fill
from benchmarks.measure.figures import Alternative, Figure
from playground import InteractionFailed, Playground
from storage.database import open_database

GAMES = 1_000
CLOCKS, SHARES = (60, 120, 200, 24 * 3600, 0), (3, 4, 5, 68, 20)  # seconds, and how many of a hundred games have each
STARTS = 3
PLAY = 150.0  # seconds of play after the second start
RATE = 4.0  # racks that are opened per second meanwhile
LATENCY = 0.1  # seconds that each of the bot's requests takes, at least
PATIENCE = 120.0  # seconds for an answer
SETTLING = 10.0  # seconds after which the start has given times back, before any turn ends
MOST_START, MOST_MEMORY, MOST_LATE = 5.0, 200, 5.0  # s, MiB, s
MIB = 2**20
DEADLINES = "SELECT id, version, deadline FROM game WHERE phase = 'playing' AND deadline <= ?"
ENDED = "SELECT at FROM log WHERE game_id = ? AND version > ? AND line LIKE 'timeup%' ORDER BY version LIMIT 1"


class ManyGames:
    """The benchmark's world: a playground, the database, and the running games in it."""

    def __init__(self, playground: Playground, database: Path) -> None:
        self._playground = playground
        self._database = database
        self._dice = random.Random(2)  # noqa: S311  # the same taps at each run
        self._channels = {each.name: each for each in playground.world.channels.values()}
        self.taps: list[float] = []
        self.failed = 0

    async def post_all(self) -> None:
        """Start the bot for the first time, until it has posted every table."""
        async with run_bot(self._playground, self._database) as bot:
            await wait_until_quiet(self._playground)
            bot.kill()

    async def restart(self) -> float:
        """Start the bot, kill it in the middle of its work, and return the seconds until it has answered."""
        begin = perf_counter()
        async with run_bot(self._playground, self._database) as bot:
            await self._open_rack()
            answered = perf_counter() - begin
            bot.kill()
        return answered

    async def play(self) -> tuple[list[int], list[int]]:
        """Let people open racks while turns end by the clock.

        Return the bytes of resident memory, each second, and the seconds by which each turn ended late.
        """
        begin, resident = time(), []
        async with run_bot(self._playground, self._database) as bot:
            tapping = [asyncio.create_task(self._tap(number / RATE)) for number in range(int(RATE * PLAY))]
            await asyncio.sleep(SETTLING)
            deadlines = self._read(DEADLINES, int(begin + PLAY - 2 * MOST_LATE))
            while not all(each.done() for each in tapping):
                await asyncio.sleep(1)
                resident.append(bot.resident())
            late = [self._measure_lateness(*each) for each in deadlines]
            bot.kill()
        return resident, late

    async def _open_rack(self) -> None:
        number = self._dice.randrange(GAMES)
        seat = self._playground.seat(f"Player {number}")
        answer = await seat.command("rack", self._channels[f"table-{number}"])
        if answer is None or not answer.pictures:
            raise LookupError(answer and answer.text)

    async def _tap(self, wait: float) -> None:
        await asyncio.sleep(wait)
        begin = perf_counter()
        try:
            await self._open_rack()
        except (InteractionFailed, LookupError):
            self.failed += 1
        self.taps.append(perf_counter() - begin)

    def _measure_lateness(self, game_id: int, version: int, deadline: int) -> int:
        """Return the seconds by which this turn, in which nobody moves, ended late; stored times add up to one."""
        ended = self._read(ENDED, game_id, version)
        return ended[0][0] - deadline + 1 if ended else int(time()) - deadline

    def _read(self, sql: str, *parameters: int) -> list[tuple[int, ...]]:
        with closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True)) as reader:
            return reader.execute(sql, parameters).fetchall()


async def _measure_empty(database: Path) -> int:
    async with Playground.start() as playground, run_bot(playground, database) as bot:
        await playground.seat("Ana").command("help")
        return bot.resident()


async def _measure(folder: Path) -> Sequence[Figure]:
    empty = await _measure_empty(folder / "nothing.db")
    async with Playground.start(answer_within=PATIENCE) as playground:
        clocks = random.Random(1)  # noqa: S311  # the same games at each run
        async with open_database(f"sqlite:///{folder / 'rackety.db'}") as database:
            await fill(database, playground.world, GAMES, lambda: clocks.choices(CLOCKS, SHARES)[0])
        world = ManyGames(playground, folder / "rackety.db")
        await world.post_all()
        playground.faults.delay(None, LATENCY, times=1 << 62)
        resident, late = await world.play()
        starts = [await world.restart() for _ in range(STARTS)]
    taps = quantiles(world.taps, n=100)
    print(f"  in {PLAY:.0f} seconds of play, {RATE:g} racks were opened per second, and {len(late)} turns ended late")
    print(f"  racks: median {taps[49]:.2f} s, p99 {taps[98]:.2f} s, {world.failed} failed")
    beside = Alternative("without games", empty / MIB, " MiB")
    return [
        Figure("restart to the first answer, slowest", max(starts), MOST_START, " s", short="restart"),
        Figure("most memory in play", max(resident) / MIB, MOST_MEMORY, " MiB", short="memory", beside=beside),
        Figure("the latest of all clocks", max(late), MOST_LATE, " s", short="late"),
    ]


def run() -> Sequence[Figure]:
    """Measure the bot, and return the figures (measured values with their bounds)."""
    with TemporaryDirectory() as name:
        return asyncio.run(_measure(Path(name)))
