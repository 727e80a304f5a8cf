"""Chances of winning: from the database, or from a process that estimates them once.

A process, because self-play for a minute in a thread would share Python's interpreter lock with every move and hint.
It gets the request through a pipe, so no hidden tile is in its arguments, and its errors, which could quote one, are
dropped. If the bot stops, it's killed; only the estimate is lost then, and the next review starts it again.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from engine.coach.chances import TurnChance, TurnChoice
from engine.game.variant import Variant
from services.chances.request import write_request
from services.concurrency.single_flight import SingleFlight
from storage.chances import ChanceStore
from storage.codec import decode

SECONDS = 60.0  # of CPU time for a game
NICENESS = 10  # a tenth of a busy core; at 19 it would get almost nothing there, and never finish
LONGEST = 20 * 60.0  # seconds until a process is killed that gets too little CPU time
WORKER = "services.chances.worker"
ROOT = Path(__file__).parents[2]
SECRET = "DISCORD_TOKEN"  # noqa: S105  # its name in the environment, which the process has no use for


class EstimateFailed(Exception):
    """The estimating process failed."""


class WinningChances:
    """The chances of winning around the turns of finished games, each game's estimated once and then stored.

    One process runs at a time. Requests for the same game during its estimate share the result.
    """

    def __init__(self, store: ChanceStore) -> None:
        self._store = store
        self._line = asyncio.Semaphore(1)
        self._running: SingleFlight[tuple[TurnChance, ...]] = SingleFlight()

    async def find_stored(self, game_id: int) -> tuple[TurnChance, ...] | None:
        """Return the chances of this game; None if they haven't been estimated."""
        return await self._store.get(game_id)

    async def get(self, game_id: int, variant: Variant[Any], choices: Sequence[TurnChoice]) -> tuple[TurnChance, ...]:
        """Return the chances of this game around these turns; if they aren't stored, estimate and store them first.

        Raises:
            EstimateFailed: the process failed.
            TimeoutError: it took over `LONGEST` seconds.
        """
        return await self._running.run(game_id, partial(self._estimate, game_id, variant, choices))

    async def _estimate(
        self, game_id: int, variant: Variant[Any], choices: Sequence[TurnChoice]
    ) -> tuple[TurnChance, ...]:
        known = await self._store.get(game_id)
        if known is not None or not choices:
            return known or ()
        request = await asyncio.to_thread(write_request, variant, choices)
        async with self._line, asyncio.timeout(LONGEST):
            answer = await _run_worker(request)
        try:
            chances = decode(answer, tuple[TurnChance, ...])
        except msgspec.MsgspecError:
            raise EstimateFailed from None
        await self._store.keep(game_id, chances)
        return chances

    def close(self) -> None:
        """Stop estimating: kill the process."""
        self._running.close()


async def _run_worker(request: str) -> str:
    """Return what the process answers; if the caller is canceled, kill it.

    Raises:
        EstimateFailed: it failed.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", WORKER, f"{SECONDS:g}", f"{NICENESS}"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != SECRET},
    )
    try:
        return await _ask(process, request)
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _ask(process: asyncio.subprocess.Process, request: str) -> str:
    if process.stdin is None or process.stdout is None:
        raise EstimateFailed
    try:
        process.stdin.write(f"{request}\n".encode())
        await process.stdin.drain()  # and it stays open: the process ends with it
    except ConnectionError:
        raise EstimateFailed from None
    answer = (await process.stdout.read()).decode()
    if await process.wait():
        raise EstimateFailed
    return answer
