"""The lag of the bot's event loop, measured in the bot: how much later than asked for a task goes on."""

import asyncio
import time
from pathlib import Path
from typing import Any

from bot import Rackety

EVERY = 0.01  # seconds
WRITTEN_EVERY = 100  # measurements

_setup_hook = Rackety.setup_hook
_running: set[asyncio.Task[None]] = set()


def install(path: str) -> None:
    """Append every lag, in milliseconds, to this file while the bot runs."""

    async def setup_hook(bot: Any) -> None:
        _running.add(asyncio.create_task(_measure(Path(path))))
        await _setup_hook(bot)

    Rackety.setup_hook = setup_hook  # type: ignore[assignment,method-assign]  # measured from outside


async def _measure(path: Path) -> None:
    lags: list[str] = []
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(EVERY)
        lags.append(f"{1000 * (time.perf_counter() - begun - EVERY):.1f}\n")
        if len(lags) == WRITTEN_EVERY:
            with path.open("a", encoding="utf-8") as file:
                file.writelines(lags)
            lags.clear()


def read(path: Path) -> list[float]:
    """Return the lags so far, in milliseconds."""
    return [float(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []
