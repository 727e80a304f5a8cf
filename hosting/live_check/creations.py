"""The things that the checks create on Discord, and their removal, whatever happens to the checks."""

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
    """Something that's being created or exists: the request that creates it, and what removes the result.

    With `always`, `remove` is called with None if the request failed, because Discord may have carried it out.
    """

    what: str
    request: asyncio.Task[Any]
    remove: Callable[[Any], Request[object]]
    always: bool = False


class Creations:
    """Everything that the checks have created and haven't removed yet.

    A request that creates something is never canceled halfway: Discord might carry it out without confirming it.
    """

    def __init__(self) -> None:
        self._made: list[Creation] = []

    def __len__(self) -> int:
        return len(self._made)

    async def make(self, what: str, request: Request[T], remove: Callable[[T], Request[object]]) -> T:
        """Return what a request creates; `remove_all` calls `remove` with it. `what` names it in a report."""
        creation = self._begin(what, request, remove)
        return await _finish(creation.request)

    def _begin(
        self, what: str, request: Request[T], remove: Callable[[T], Request[object]], *, always: bool = False
    ) -> Creation:
        creation = Creation(what, asyncio.create_task(request), remove, always)
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
        async with self._removing(creation):
            yield await _finish(creation.request)

    @asynccontextmanager
    async def changing(
        self, what: str, request: Request[object], undo: Callable[[], Request[object]]
    ) -> AsyncIterator[None]:
        """Change something with a request, and undo that after the block, even if the request seems to have failed.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: a request fails.
        """
        creation = self._begin(what, request, lambda _: undo(), always=True)
        async with self._removing(creation):
            await _finish(creation.request)
            yield

    @asynccontextmanager
    async def _removing(self, creation: Creation) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await _finish(asyncio.create_task(self._remove(creation)))

    async def remove_all(self) -> list[str]:
        """Remove everything, the newest first, and return the names of what couldn't be removed."""
        left = []
        for creation in reversed(self._made.copy()):
            try:
                await self._remove(creation)
            except Exception:  # noqa: BLE001  # whatever it is, the others are removed
                left.append(creation.what)
        return left

    async def _remove(self, creation: Creation) -> None:
        """Remove something, with further tries while Discord fails; nothing needs to be done if it was never made."""
        await asyncio.wait({creation.request}, timeout=PATIENCE)
        creation.request.cancel()
        made: Any = (await asyncio.gather(creation.request, return_exceptions=True))[0]
        has_failed = isinstance(made, BaseException)
        if creation.always or not has_failed:
            await insist_on_removal(lambda: creation.remove(None if has_failed else made))
        if creation in self._made:  # an interrupted check may remove the same thing at this moment
            self._made.remove(creation)


async def _finish(task: asyncio.Task[T]) -> T:
    """Return a task's result. If the caller is canceled, the task goes on."""
    await asyncio.wait({task})
    return task.result()


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
