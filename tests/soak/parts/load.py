"""A thousand games at once, at ten turns a second, while some tap twice, and strangers tap too.

A trial is one bot. Measured are the lag of its event loop, the time until an answer comes, and its memory; at the end
each move must be stored once, and each table shown as it is.
"""

import asyncio
import gc
import random
import time
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import psutil  # type: ignore[import-untyped]  # it ships no types

from playground.client.shown import ShownMessage
from playground.client.user import SimulatedUser
from storage.games import Game, Phase
from tests.e2e.running_bot import RunningBot
from tests.soak import lag
from tests.soak.drivers import Driver, list_missing, list_surplus, look
from tests.soak.part import ERRORS, Control, Counts, Part

GAMES_EACH = 10  # tables of each pair of people
NO_CLOCK = {"clock": "0"}
RATE = 10.0  # turns per second, of all tables
OFTEN = 0.1  # how often somebody taps twice, or a stranger taps
AT_ONCE = 20  # tables that are opened at a time
MOST_WAITING = 200  # turns under way; with more, the bot is behind
FEWEST = 20  # measurements that tell anything
MOST_LAG, MOST_WAIT = 50.0, 1_000.0  # milliseconds, for 99 of 100
MIB = 2**20
MOST_GROWTH, NEGLIGIBLE = 1.05, 20 * MIB  # of the memory: a factor, or else bytes
COMPARED = 4  # parts of the time, of which the first and the last are compared
SHOWN_WITHIN = 60.0  # seconds after the last turn
SOON = 5.0

Memory = list[tuple[float, int]]
"""What the bot took: seconds from the start, and bytes."""


@dataclass(frozen=True)
class Size:
    """How many games there are, and for how many seconds they are played, of which the first `warm` fill caches."""

    games: int
    seconds: float
    warm: float


FULL = Size(games=1_000, seconds=45 * 60, warm=15 * 60)  # an answer is kept up to date for 14 minutes
BRIEF = Size(games=60, seconds=45, warm=15)
PLANTED = Size(games=10, seconds=12, warm=4)


@dataclass
class Table(Driver):
    """A table whose people play by commands and taps; `waits` are the milliseconds until each answer came."""

    stranger: SimulatedUser | None = None
    counts: Counts = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    is_busy: bool = False
    _racks: dict[tuple[int, int], ShownMessage] = field(default_factory=dict)  # by game and user

    async def turn(self) -> None:
        """Make one move, and perhaps what shouldn't be done along with it."""
        self.is_busy = True
        try:
            game = self.newest()
            if game is None or game.phase is not Phase.PLAYING:
                await self.step()
            else:
                await self._play(game)
        except Exception:  # noqa: BLE001  # a turn's failure is a result of the run
            traceback.print_exc()
            self.counts[ERRORS] += 1
        finally:
            self.is_busy = False

    async def _play(self, game: Game) -> None:
        assert game.state
        mover = next(each for each in self.seats if each.user.id == game.players[game.state.turn].user_id)
        line = self._idea(game, game.state).line
        verb, _, text = line.partition(" ")
        tap = (
            await self._find_draw(game, mover)
            if verb == "draw"
            else lambda: mover.command("play", self.room, move=text)
        )
        times = 2 if self.dice.random() < OFTEN else 1
        asks: list[Callable[[], Awaitable[object]]] = [tap] * times
        if self.dice.random() < OFTEN and self.stranger:
            asks.append(lambda: self.stranger.command("draw", self.room))  # type: ignore[union-attr]  # there is one
            self.counts["strangers"] += 1
        self.counts += Counter({"turns": 1, "double taps": times - 1})
        self.asked[game.id, game.version + 1] = line
        await asyncio.gather(*map(self._ask, asks))
        if (now := self.newest()) and now.version == game.version:
            await self._ask(tap)  # the first tap on an outdated rack only updates it
        self.answered[game.id, game.version + 1] = line

    async def _find_draw(self, game: Game, mover: SimulatedUser) -> Callable[[], Awaitable[object]]:
        """Return how the player draws: with the button of their rack, which they open if it isn't there."""
        rack = self._racks.get((game.id, mover.user.id))
        if rack is None or not any(each.id == rack.id and "Draw" in each.buttons for each in mover.messages(self.room)):
            rack = await mover.command("rack", self.room)
            assert rack
            self._racks[game.id, mover.user.id] = rack
        return lambda: mover.click(rack, "Draw")

    async def _ask(self, ask: Callable[[], Awaitable[object]]) -> None:
        begun = time.perf_counter()
        await ask()
        self.waits.append(1000 * (time.perf_counter() - begun))


def run(seed: int) -> Counts:
    """Play a thousand games for 45 minutes."""
    return asyncio.run(play(FULL, random.Random(seed)))


def run_briefly(seed: int) -> Counts:
    """Play some games for less than a minute."""
    return asyncio.run(play(BRIEF, random.Random(seed)))


async def play(size: Size, dice: random.Random, fault: str = "") -> Counts:
    """Open the tables, let them be played, and return what was done and found; `fault` is planted."""
    with TemporaryDirectory() as folder:
        lags = Path(folder) / "lags"
        async with RunningBot.open(Path(folder)) as running_bot:
            await running_bot.kill()
            running_bot.installed = (
                f"tests.soak.lag {lags}",
                *([f"tests.soak.planted_faults {fault}"] if fault else []),
            )
            await running_bot.start()
            tables = _seat(running_bot, size.games, dice)
            await _open(tables)
            opened = len(lag.read(lags))
            memory = await _play(running_bot, tables, size, dice)
            counts = sum((table.counts for table in tables), Counter({"games": size.games}))
            counts += Counter(slow=_is_slow("lag", lag.read(lags)[opened:], MOST_LAG))
            counts += Counter(late=_is_slow("answers", [wait for table in tables for wait in table.waits], MOST_WAIT))
            counts += Counter(grown=measure_growth(memory, size.warm))
            counts += await look(
                lambda: {"stuck": [*list_missing(running_bot), *list_surplus(running_bot, tables)]},
                SOON if fault else SHOWN_WITHIN,
            )
            return sum((table.judge() for table in tables), counts)


def _seat(running_bot: RunningBot, games: int, dice: random.Random) -> list[Table]:
    """Return tables in channels of their own, at which pairs of people play; the next pair's first taps there too."""
    pairs = [[running_bot.stranger(), running_bot.stranger()] for _ in range(max(2, games // GAMES_EACH))]
    return [
        Table(
            running_bot,
            running_bot.room(f"table-{number}"),
            pairs[number % len(pairs)],
            dice,
            options=NO_CLOCK,  # a turn that timed out would be a move that nobody sent
            stranger=pairs[(number + 1) % len(pairs)][0],
        )
        for number in range(games)
    ]


async def _open(tables: Sequence[Table]) -> None:
    free = asyncio.Semaphore(AT_ONCE)

    async def begin(table: Table) -> None:
        async with free:
            for _ in range(3):  # open, join, start
                await table.step()

    await asyncio.gather(*map(begin, tables))


async def _play(running_bot: RunningBot, tables: Sequence[Table], size: Size, dice: random.Random) -> Memory:
    """Have a table make a turn ten times a second; return what the bot took, each second."""
    process, memory, turns = psutil.Process(running_bot.process_id), [], set[asyncio.Task[None]]()
    start = time.monotonic()
    for number in range(int(size.seconds * RATE)):
        await asyncio.sleep(max(0.0, start + number / RATE - time.monotonic()))
        table = dice.choice([each for each in dice.sample(tables, 5) if not each.is_busy] or tables)
        if not table.is_busy and len(turns) < MOST_WAITING:
            turns.add(task := asyncio.create_task(table.turn()))
            task.add_done_callback(turns.discard)
        if number % RATE == 0:
            memory.append((time.monotonic() - start, process.memory_info().rss))
            running_bot.playground.requests.clear()
            gc.freeze()  # or whole collections look at all messages that there ever were, for seconds
    await asyncio.gather(*turns)
    return memory


def measure_growth(memory: Memory, warm: float) -> int:
    """Return by how many MiB the memory has grown since `warm`, if that's beyond a factor and beyond negligible bytes.

    The medians of the first and of the last part of that time are compared. A growth that counts is never 0.
    """
    end = memory[-1][0]
    part = (end - warm) / COMPARED
    first = median(taken for at, taken in memory if warm <= at <= warm + part)
    last = median(taken for at, taken in memory if at >= end - part)
    course = ", ".join(f"{taken / MIB:.0f}" for _, taken in memory[:: max(1, len(memory) // 15)])
    print(f"  memory: {first / MIB:.1f} MiB when warm, {last / MIB:.1f} at the end ({course})", flush=True)
    return max(1, int((last - first) // MIB)) if last > max(MOST_GROWTH * first, first + NEGLIGIBLE) else 0


def _is_slow(what: str, measured: Sequence[float], most: float) -> int:
    """Return 1 if more than one in a hundred took longer than `most` milliseconds."""
    if len(measured) < FEWEST:  # a planted fault stops the games
        return 0
    slowest = quantiles(measured, n=100)[-1]
    print(f"  {what}: median {median(measured):.1f} ms, p99 {slowest:.1f} ms, of {len(measured):,}", flush=True)
    return int(slowest > most)


# controls


def _plant(fault: str, seed: int) -> Counts:
    return asyncio.run(play(PLANTED, random.Random(seed), fault))


PART = Part(
    name="load",
    promise="A thousand games at ten turns a second are answered and shown in time, and memory stays flat",
    run=run,
    full=1,
    sample=1,
    faults=("slow", "late", "grown", "stuck", "lost", "doubled", "torn"),
    controls=(
        Control("each move blocks the event loop", "slow", partial(_plant, "block-loop")),
        Control("each commit takes two seconds", "late", partial(_plant, "commit-late")),
        Control("each move leaks a mebibyte", "grown", partial(_plant, "leak")),
        Control("the bot doesn't update its tables", "stuck", partial(_plant, "show-nothing")),
        Control("the bot doesn't store some moves", "lost", partial(_plant, "store-nothing")),
        Control("the bot stores a move twice", "doubled", partial(_plant, "store-twice")),
        Control("the bot stores the event and not the snapshot", "torn", partial(_plant, "store-half")),
    ),
    run_sample=run_briefly,
)
