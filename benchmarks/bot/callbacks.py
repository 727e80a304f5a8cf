"""CPU time for which a callback holds the bot's event loop, with a thousand tables in its memory, while people tap."""

import asyncio
import json
import signal
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.bot.processes import run_bot
from benchmarks.bot.restart import POSTED
from benchmarks.bot.tables import wait_until_quiet
from benchmarks.bot.taps import LOADS, PATIENCE, fill, open_benches, time_taps
from benchmarks.measure.figures import Figure
from playground import Playground
from storage.database import open_database

TABLES = 1_000
MOST = 20.0  # milliseconds of CPU, at most
POSTING = 300.0  # seconds until every table is posted, at most
POLL = 0.5


async def _measure(folder: Path) -> dict[str, Any]:
    """Return what the bot's meter has written (see `benchmarks.bot.metered`)."""
    meter, database_path = folder / "meter.json", folder / "rackety.db"
    async with Playground.start(answer_within=PATIENCE) as playground:
        async with open_database(f"sqlite:///{database_path}") as database:
            await fill(database, playground, TABLES)
        async with run_bot(playground, database_path, "-m", "benchmarks.bot.metered", str(meter)) as bot:
            await _wait_until_posted(playground)
            benches = await open_benches(playground)
            playground.requests.clear()
            bot.signal(signal.SIGUSR1)
            for many in LOADS:
                await time_taps(benches, many)
    measured: dict[str, Any] = json.loads(meter.read_text("utf-8"))
    return measured


async def _wait_until_posted(playground: Playground) -> None:
    """Wait until the bot has posted every table, which takes them into its memory. Raises: TimeoutError."""
    async with asyncio.timeout(POSTING):
        while sum(each.route == POSTED for each in playground.requests) < TABLES:  # noqa: ASYNC110  # nobody tells
            await asyncio.sleep(POLL)
    await wait_until_quiet(playground)


def run() -> Sequence[Figure]:
    """Measure the callbacks, print the longest, and return the figure (measured value and bound)."""
    with TemporaryDirectory() as name:
        found = asyncio.run(_measure(Path(name)))
    loads = " and ".join(map(str, LOADS))
    print(f"Callbacks: CPU of each callback of the event loop, {TABLES:,} tables, {loads} taps in flight")
    print(f"  {found['callbacks']:,} callbacks, p99.9 {found['p999']:.1f} ms; the longest:")
    for took, callback in found["longest"]:
        print(f"  {took:6.1f} ms  {callback}")
    full = found["collections"]
    print(f"  full garbage collections in any thread: {len(full)}, the longest {max(full, default=0):.1f} ms")
    return [Figure("CPU of a callback of the event loop, p99.9", found["p999"], MOST, " ms")]


if __name__ == "__main__":
    run()
