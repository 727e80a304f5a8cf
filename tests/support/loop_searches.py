"""Searches by the engine that the bot runs on its event loop, where they would hold up everybody.

The searches are noticed in the engine, at the methods in which each one does its work, wherever it's called from.
"""

import asyncio
import sys
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any

from engine.rummykruss.solver.lines import LineSearch
from engine.solver.crossings.exact_cover import ExactCover
from engine.solver.plans.best_openings import RackCounts
from engine.solver.sweep.supply import CountedTiles

ROOT = Path(__file__).parents[2]
BOT = tuple(str(ROOT / folder) for folder in ("cogs", "services", "ui"))
WORK = ((LineSearch, "run"), (ExactCover, "add"), (RackCounts, "__init__"), (CountedTiles, "__init__"))

seen: list[str] = []
"""The bot's functions that have begun a search on an event loop since this was last cleared, as file and line."""


def watch() -> None:
    """Note from now on in `seen` each search that the bot runs on an event loop."""
    for kind, name in WORK:
        setattr(kind, name, _watched(getattr(kind, name)))


def _watched(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def run(*given: Any, **named: Any) -> Any:
        if _is_on_a_loop():
            seen.extend(_list_callers())
        return method(*given, **named)

    return run


def _is_on_a_loop() -> bool:
    """Return whether this thread is running a callback of an event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _list_callers() -> Iterator[str]:
    """Yield the innermost function of the bot on the stack; nothing if a test has called the engine itself."""
    frame = sys._getframe()  # noqa: SLF001  # the documented way to the stack
    while frame is not None:
        if frame.f_code.co_filename.startswith(BOT):
            yield f"{frame.f_code.co_filename}:{frame.f_lineno}"
            return
        frame = frame.f_back  # type: ignore[assignment]  # None at the end, which the loop asks for
