"""CPU time of the bot when a player draws a tile, compared with a bare discord.py command that answers with a text."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.bot.processes import Process, run_bot, wait_until_quiet
from benchmarks.measure.figures import Alternative, Figure
from playground import Playground, SimulatedUser
from playground.model.values import Channel

ROUNDS = 5  # after one to warm up
BURST = 60  # draws at one table, without pauses
BARE = 600  # commands
MOST = 15.0  # times the CPU of the bare command, at most


async def _draw(playground: Playground, bot: Process, number: int) -> float:
    """Draw tiles without pauses in a new game, and return the bot's CPU ms for each, with the edits that show it.

    `number` is the round, and names the game's channel.
    """
    channel = playground.world.add_channel(f"burst-{number}")
    seats = [playground.seat(playground.world.add_user(f"{name} {number}")) for name in ("Host", "Guest")]
    for seat, command in zip((*seats, seats[0]), ("new", "join", "start"), strict=True):
        await seat.command(command, channel)
    await _has_drawn(seats[0], channel)  # or the guest begins; either way, it's the guest's turn now
    await wait_until_quiet(playground)
    before = bot.cpu()
    for drawn in range(BURST):
        if not await _has_drawn(seats[1 - drawn % 2], channel):
            raise LookupError(channel.name)
    await wait_until_quiet(playground)
    return 1000 * (bot.cpu() - before) / BURST


async def _has_drawn(seat: SimulatedUser, channel: Channel) -> bool:
    """Draw a tile as this user, and return whether the bot says that one was drawn."""
    answer = await seat.command("draw", channel)
    return answer is not None and "You drew" in answer.text


async def _ask(playground: Playground, bot: Process) -> float:
    seat, before = playground.seat("Ana"), bot.cpu()
    for _ in range(BARE):
        await seat.command("ok")
    await wait_until_quiet(playground)
    return 1000 * (bot.cpu() - before) / BARE


async def _measure(folder: Path) -> Sequence[tuple[float, float]]:
    async with AsyncExitStack() as stack:
        ours, bare = [await stack.enter_async_context(Playground.start(global_limit=False)) for _ in range(2)]
        bare_bot = await stack.enter_async_context(run_bot(bare, folder / "none.db", "-m", "benchmarks.bot.bare"))
        bot = await stack.enter_async_context(run_bot(ours, folder / "rackety.db"))
        return [(await _ask(bare, bare_bot), await _draw(ours, bot, number)) for number in range(ROUNDS + 1)][1:]


def run() -> Sequence[Figure]:
    """Measure the CPU of the bot's whole process, all threads, and return the figure (measured value and bound)."""
    with TemporaryDirectory() as name:
        rounds = asyncio.run(_measure(Path(name)))
    bare, draw = (median(each) for each in zip(*rounds, strict=True))
    ratio = median(draw / bare for bare, draw in rounds)
    beside = Alternative("bare command", bare, " ms", draw)
    return [Figure("CPU of a draw, beside a bare command", ratio, MOST, "x", short="draw", beside=beside)]
