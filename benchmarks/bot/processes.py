"""Bots run as separate processes, each on a playground (a simulated Discord), with their CPU time and memory."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import psutil  # type: ignore[import-untyped]  # it ships no types

from playground import Playground
from playground.launch import make_settings

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # seconds for a bot to come online or to end
POLL = 0.01
QUIET = 1.5  # seconds without a request that mean that the bot is done; it waits 1 s between two edits


class Process:
    """A bot that runs in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._seen = psutil.Process(process.pid)

    def cpu(self) -> float:
        """Return the CPU seconds of all its threads so far, user and system, in steps of about 10 ms."""
        times = self._seen.cpu_times()
        return float(times.user + times.system)

    def resident(self) -> int:
        """Return the bytes of memory that the process has resident now."""
        return int(self._seen.memory_info().rss)

    def signal(self, number: int) -> None:
        """Send this signal to the process."""
        self._process.send_signal(number)

    def kill(self) -> None:
        """Kill the process as `kill -9` does."""
        with suppress(ProcessLookupError):
            self._process.kill()

    async def ended(self) -> int:
        """Wait until the process ends, and return its exit code."""
        async with asyncio.timeout(PATIENCE):
            return await self._process.wait()


@asynccontextmanager
async def run_bot(playground: Playground, database: Path, *command: str, **settings: str) -> AsyncIterator[Process]:
    """Run a bot on the playground until the block ends, and yield its process once it is online.

    `command` are the arguments for Python, by default `bot.py`, and `settings` are further ones of the bot. Raises:
    TimeoutError if the bot doesn't come online; ProcessLookupError if it ends before.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *(command or ("bot.py",)),
        cwd=ROOT,
        env={
            **os.environ,
            **make_settings(playground.address, {"DATABASE_URL": f"sqlite:///{database}"}),
            **settings,
        },
        stderr=asyncio.subprocess.DEVNULL,
    )
    bot = Process(process)
    try:
        async with asyncio.timeout(PATIENCE):
            await wait_until_online(playground, process)
        yield bot
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await bot.ended()


async def wait_until_online(playground: Playground, process: asyncio.subprocess.Process) -> None:
    """Wait until the bot is online and has uploaded its commands. Raises: ProcessLookupError if it ends before."""
    while not (playground.world.bot_online and playground.world.commands):
        if process.returncode is not None:
            raise ProcessLookupError(f"The bot ended with exit code {process.returncode}.")
        await asyncio.sleep(POLL)


async def wait_until_quiet(playground: Playground) -> None:
    """Wait until the bot has sent no request to Discord for `QUIET` seconds."""
    sent = -1
    while sent != len(playground.requests):
        sent = len(playground.requests)
        await asyncio.sleep(QUIET)
