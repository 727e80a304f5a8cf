"""CPU time of the bot when a player draws a tile, compared with a bare discord.py command that answers with a text."""

import asyncio
import statistics
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.bot.processes import Process, run_bot
from benchmarks.bot.tables import Table, open_table, wait_until_quiet
from benchmarks.measure.figures import Alternative, Figure
from playground import Playground

ROUNDS = 5
BURST = 60  # draws at one table, without pauses
TABLES = 15  # tables that draw in turns, with a pause after each round of draws
TURNS = 4
BARE = 150  # commands
MOST = 4.0  # times the CPU of the bare command, at most


@dataclass(frozen=True, slots=True)
class Side:
    """A running bot and its playground (a simulated Discord); `tables` are the games in which `paused` draws tiles."""

    playground: Playground
    bot: Process
    tables: Sequence[Table] = ()

    async def burst(self, number: int) -> float:
        """Draw tiles without pauses in a new game, and return the bot's CPU ms per tile drawn.

        The CPU time includes the edit and ping that show the last draw. `number` is the round of measurements; it is
        part of the name of the game's channel.
        """
        table = await open_table(self.playground, f"burst-{number}")
        await wait_until_quiet(self.playground)
        before = self.bot.cpu()
        for _ in range(BURST):
            await table.draw()
        await wait_until_quiet(self.playground)
        return 1000 * (self.bot.cpu() - before) / BURST

    async def paused(self) -> float:
        """Draw tiles in all `tables` with pauses, and return the bot's CPU ms per tile drawn.

        In a pause, the bot shows each draw and pings the next player.
        """
        before = self.bot.cpu()
        for _ in range(TURNS):
            for table in self.tables:
                await table.draw()
            await wait_until_quiet(self.playground)
        return 1000 * (self.bot.cpu() - before) / (TURNS * len(self.tables))

    async def bare(self, command: str) -> float:
        """Run one of the bare bot's commands many times, and return the CPU ms per run.

        They include the requests that the bot makes after its answer.
        """
        seat = self.playground.seat("Ana")
        before = self.bot.cpu()
        for _ in range(BARE):
            await seat.command(command)
        await wait_until_quiet(self.playground)
        return 1000 * (self.bot.cpu() - before) / BARE


@dataclass(frozen=True, slots=True)
class Round:
    """One round of measurements, in CPU ms per command or tile drawn.

    `bare` and `shown` are the bare bot's commands /ok and /shown. `burst` and `paused` are tiles drawn without pauses
    and with pauses at the bot without pictures; `drawn_burst` and `drawn_paused` are the same at the real bot.
    """

    bare: float
    shown: float
    burst: float
    paused: float
    drawn_burst: float
    drawn_paused: float


@dataclass(frozen=True, slots=True)
class Sides:
    """The bare bot, the real bot without its pictures, and the real bot."""

    bare: Side
    unpictured: Side
    real: Side

    async def round(self, number: int) -> Round:
        """Measure each bot once, and return the results of this round; `number` is the number of the round."""
        return Round(
            await self.bare.bare("ok"),
            await self.bare.bare("shown"),
            await self.unpictured.burst(number),
            await self.unpictured.paused(),
            await self.real.burst(number),
            await self.real.paused(),
        )


async def _start_side(stack: AsyncExitStack, database: Path, tables: int, *command: str) -> Side:
    playground = await stack.enter_async_context(Playground.start(global_limit=False))
    bot = await stack.enter_async_context(run_bot(playground, database, *command))
    return Side(playground, bot, [await open_table(playground, f"paused-{number}") for number in range(tables)])


async def _measure(directory: Path) -> Sequence[Round]:
    async with AsyncExitStack() as stack:
        sides = Sides(
            await _start_side(stack, directory / "none.db", 0, "-m", "benchmarks.bot.bare"),
            await _start_side(stack, directory / "words.db", TABLES, "-m", "benchmarks.bot.unpictured"),
            await _start_side(stack, directory / "rackety.db", TABLES),
        )
        await sides.round(0)  # warm-up
        return [await sides.round(number) for number in range(1, ROUNDS + 1)]


def run() -> Sequence[Figure]:
    """Measure the commands and draws, print their CPU times, and return the figure (measured value and bound)."""
    with TemporaryDirectory() as name:
        rounds = asyncio.run(_measure(Path(name)))
    print("Commands: CPU of the bot's whole process, user and system, of all its threads")
    for what, name in (
        ("bare", "bare command, answers a text"),
        ("shown", "and edits, deletes and sends one"),
        ("burst", "draw after draw, no picture"),
        ("paused", "each shown and pinged, no picture"),
        ("drawn_burst", "draw after draw, with pictures"),
        ("drawn_paused", "each shown and pinged, with them"),
    ):
        cost = statistics.median(getattr(each, what) for each in rounds)
        print(f"  {name:33} {cost:7.2f} ms {_ratio(rounds, what, 'bare'):6.1f} x")
    print(f"  the fourth beside the second: {_ratio(rounds, 'paused', 'shown'):.1f} x for the same requests to Discord")
    print("  No picture: its alt text is sent instead. Nothing is drawn, compressed or uploaded; all else is done.")
    ratio = _ratio(rounds, "burst", "bare")
    bare, burst = (statistics.median(getattr(each, what) for each in rounds) for what in ("bare", "burst"))
    beside = Alternative("bare command", bare, " ms", burst)
    name = "CPU of a draw without the picture, beside a bare command"
    return [Figure(name, ratio, MOST, "x", short="draw", beside=beside)]


def _ratio(rounds: Sequence[Round], what: str, beside: str) -> float:
    ratios: list[float] = [getattr(each, what) / getattr(each, beside) for each in rounds]
    return statistics.median(ratios)


if __name__ == "__main__":
    run()
