"""Garbage collection, at moments when nobody waits for the bot."""

import asyncio
import gc
from typing import Any

from cogs import LoopingCog
from ui.services import Services

_EVERY = 60.0  # seconds
_TIMES = 60  # collections; the last of them looks at all objects, the others only at those that are new
_POLL = 0.05  # seconds


class GarbageCog(LoopingCog):
    """The full garbage collections, which would otherwise come while the bot answers.

    A collection holds the event loop while it looks at all objects, at a thousand tables for over 100 ms (26 November
    2026). So what is left after one is frozen, and the next looks only at what has come since. A frozen object that
    becomes garbage stays until all are looked at again, once an hour.
    """

    def __init__(self, services: Services) -> None:
        self._client: Any = services.client
        self.loops = {"garbage": self._collect}

    async def _collect(self) -> None:
        while True:
            for number in range(_TIMES):
                await asyncio.sleep(_EVERY)
                while self._client.is_answering:  # noqa: ASYNC110  # an event for each answer would cost more
                    await asyncio.sleep(_POLL)
                if number == _TIMES - 1:
                    gc.unfreeze()
                gc.collect()
                gc.freeze()
