"""A tap on a bench with its new picture, compared with a bare command that answers with a text: seconds and CPU."""

import asyncio
import gc
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.bot.processes import Process, run_bot
from benchmarks.bot.stored_games import fill
from benchmarks.measure.figures import Alternative, Figure
from playground import Playground, ShownMessage, SimulatedUser
from storage.database import open_database

PLAYERS = 32
TAPS = 1_200  # taps in total for each entry of LOADS
LOADS = {8: 0.12, 32: 0.4}  # users who tap at the same time, and the seconds within which 99 of 100 taps are answered
PATIENCE = 30.0  # seconds for an answer, at most
ROUNDS = 9  # of CPU times, each of both bots
EACH = 80  # taps by one user in a round
BARE = 400  # commands in a round
MOST = 10.0  # times the CPU of the bare command, at most


@dataclass
class BenchTapper:
    """A player who taps the controls of a bench in turn; `shown` is its newest message."""

    seat: SimulatedUser
    shown: ShownMessage
    steps: Iterator[str] = field(default_factory=lambda: cycle(["pick", "fit", "step", "sort"]))

    async def tap(self) -> float:
        """Tap the next control; return the seconds until the answer. Raises: LookupError if that has no picture."""
        verb = next(self.steps)
        control = re.findall(rf"rk:{verb}:[\w:.-]+", str(self.shown.json))[0]
        values = [self.shown.component(control)["options"][0]["value"]] if verb == "pick" else []
        begin = perf_counter()
        if values:
            answer = await self.seat.select(self.shown, control, values)
        else:
            answer = await self.seat.forge(self.shown, control)
        took = perf_counter() - begin
        if answer is None or not answer.pictures:
            raise LookupError(answer and answer.text)
        self.shown = answer
        return took


async def open_benches(playground: Playground) -> list[BenchTapper]:
    """Open the benches of the first `PLAYERS` games. Raises: LookupError if one isn't shown."""
    benches = []
    for number in range(PLAYERS):
        seat = playground.seat(f"Player {number}")
        channel = next(each for each in playground.world.channels.values() if each.name == f"table-{number}")
        shown = await seat.command("rack", channel)
        if shown is None:
            raise LookupError(channel.name)
        benches.append(BenchTapper(seat, shown))
    return benches


async def time_command(seat: SimulatedUser) -> float:
    """Send a bare command, and return the seconds until the answer."""
    begin = perf_counter()
    await seat.command("ok")
    return perf_counter() - begin


async def time_in_flight(calls: Iterable[Callable[[], Awaitable[float]]], in_flight: int) -> list[float]:
    """Return the seconds of every call, `TAPS` in all, when `in_flight` users make theirs at the same time."""

    async def repeat(call: Callable[[], Awaitable[float]]) -> list[float]:
        return [await call() for _ in range(TAPS // in_flight)]

    return [each for one in await asyncio.gather(*map(repeat, islice(calls, in_flight))) for each in one]


@contextmanager
def _uncollected() -> Iterator[None]:
    """Collect no garbage in this process, whose playground keeps all messages: a full collection takes 0.3 s."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@dataclass(frozen=True, slots=True)
class Bots:
    """The real bot, of which one bench is tapped, and the bare bot, to which one user sends commands."""

    real: Process
    bench: BenchTapper
    bare: Process
    seat: SimulatedUser

    async def compare(self) -> tuple[float, float]:
        """Return the CPU ms of each bot for (a tap with its picture, a bare command), which are sent in turn."""
        before = self.real.cpu(), self.bare.cpu()
        for _ in range(EACH):
            await self.bench.tap()
            for _ in range(BARE // EACH):
                await self.seat.command("ok")
        return 1000 * (self.real.cpu() - before[0]) / EACH, 1000 * (self.bare.cpu() - before[1]) / BARE


async def _measure(folder: Path) -> tuple[dict[int, tuple[list[float], list[float]]], list[tuple[float, float]]]:
    """Return the seconds of taps and bare commands by how many users are at it at once, and the costs by round."""
    async with AsyncExitStack() as stack:
        real = await stack.enter_async_context(Playground.start(answer_within=PATIENCE))
        async with open_database(f"sqlite:///{folder / 'rackety.db'}") as database:
            await fill(database, real.world, PLAYERS)
        bare = await stack.enter_async_context(Playground.start(answer_within=PATIENCE))
        for number in range(PLAYERS):
            bare.world.add_user(f"Player {number}")
        real_bot = await stack.enter_async_context(run_bot(real, folder / "rackety.db"))
        bare_bot = await stack.enter_async_context(run_bot(bare, folder / "none.db", "-m", "benchmarks.bot.bare"))
        benches = await open_benches(real)
        taps = [bench.tap for bench in benches]
        commands = [partial(time_command, bare.seat(user)) for user in bare.world.users.values()]
        await time_in_flight(taps, PLAYERS)  # warm-up
        with _uncollected():
            waits = {many: (await time_in_flight(taps, many), await time_in_flight(commands, many)) for many in LOADS}
        bots = Bots(real_bot, benches[0], bare_bot, bare.seat("Player 0"))
        return waits, [await bots.compare() for _ in range(ROUNDS)]


def run() -> Sequence[Figure]:
    """Measure waits and CPU, and return the figures (measured values with their bounds)."""
    with TemporaryDirectory() as name:
        waits, costs = asyncio.run(_measure(Path(name)))
    figures = []
    for many, took in waits.items():
        taps, bare = ([1000 * each for each in quantiles(seconds, n=100)] for seconds in took)
        name, beside = f"tap on a bench, p99 with {many} in flight", Alternative("bare command", bare[98], " ms")
        spread, most = {"median": taps[49]}, 1000 * LOADS[many]
        figures.append(Figure(name, taps[98], most, " ms", short=f"p99-{many}", beside=beside, spread=spread))
    ratios = [tap / bare for tap, bare in costs]
    tap, bare_cost = (median(each) for each in zip(*costs, strict=True))
    beside = Alternative("bare command", bare_cost, " ms", tap)
    name, spread = "CPU of a tap on a bench, beside a bare command", {"least": min(ratios), "most": max(ratios)}
    return [*figures, Figure(name, median(ratios), MOST, "x", short="cpu", beside=beside, spread=spread)]
