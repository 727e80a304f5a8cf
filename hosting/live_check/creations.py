"""What the checks create on Discord, and its removal, whatever happens to the checks."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import discord

from ui.outages import FAILURES, is_passing

T = TypeVar("T")
Request = Coroutine[Any, Any, T]

GONE = frozenset({10003, 10008, 10009, 10014})  # Discord's codes: no such channel, message, overwrite or emoji
PATIENCE = 30.0  # seconds for one request
TRIES, PAUSE = 4, 1.0  # of each removal while Discord fails, and the seconds between the first two


@dataclass(eq=False, slots=True)
class Creation:
    """Something that's being created or exists: the request that creates it, and what removes the result."""

    what: str
    request: asyncio.Task[Any]
    remove: Callable[[Any], Request[object]]


class Creations:
    """Everything that the checks have created and haven't removed yet.

    A request that creates something is never cancelled halfway, because Discord would carry it out unheard.
    """

    def __init__(self) -> None:
        self._made: list[Creation] = []

    def __len__(self) -> int:
        return len(self._made)

    async def make(self, what: str, request: Request[T], remove: Callable[[T], Request[object]]) -> T:
        """Return what a request creates; `remove_all` calls `remove` with it. `what` names it in a report."""
        made: T = await asyncio.shield(self._begin(what, request, remove).request)
        return made

    def _begin(self, what: str, request: Request[Any], remove: Callable[[Any], Request[object]]) -> Creation:
        creation = Creation(what, asyncio.create_task(request), remove)
        self._made.append(creation)
        return creation

    @asynccontextmanager
    async def meanwhile(
        self, what: str, request: Request[T], remove: Callable[[T], Request[object]]
    ) -> AsyncIterator[T]:
        """Make what a request creates, and remove it after the block; if that fails, `remove_all` tries again.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: a request fails.
        """
        creation = self._begin(what, request, remove)
        made: T = await asyncio.shield(creation.request)
        try:
            yield made
        finally:
            await asyncio.shield(asyncio.create_task(self._remove(creation)))

    async def remove_all(self) -> list[str]:
        """Remove everything, the newest first, and return the names of what couldn't be removed."""
        left = []
        for creation in reversed(self._made.copy()):
            try:
                await self._remove(creation)
            except FAILURES:
                left.append(creation.what)
        return left

    async def _remove(self, creation: Creation) -> None:
        """Remove something, with further tries while Discord fails; nothing needs to be done if it was never made."""
        await asyncio.wait({creation.request}, timeout=PATIENCE)
        creation.request.cancel()
        await asyncio.gather(creation.request, return_exceptions=True)
        if not creation.request.cancelled() and creation.request.exception() is None:
            await insist_on_removal(lambda: creation.remove(creation.request.result()))
        if creation in self._made:  # an interrupted check may remove the same thing at this moment
            self._made.remove(creation)


async def insist_on_removal(remove: Callable[[], Request[object]]) -> None:
    """Remove something that may be gone already, with further tries while Discord fails.

    Raises:
        discord.HTTPException, aiohttp.ClientError, OSError: Discord refuses that, or goes on failing.
    """
    for attempt in range(TRIES):
        try:
            async with asyncio.timeout(PATIENCE):
                await remove()
        except FAILURES as error:
            if isinstance(error, discord.HTTPException) and error.code in GONE:
                return
            if attempt == TRIES - 1 or not is_passing(error):
                raise
            await asyncio.sleep(PAUSE * 2**attempt)
        else:
            return
