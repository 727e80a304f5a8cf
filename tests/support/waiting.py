"""Waiting for conditions that nothing announces."""

import asyncio
from collections.abc import Awaitable, Callable


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110  # nothing announces it
            await asyncio.sleep(0.001)


async def until_async(true: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(30):
        while not await true():  # noqa: ASYNC110  # as above
            await asyncio.sleep(0.001)


async def until_done(task: str) -> None:
    """Wait until no task is left whose name begins with this text."""
    await until(lambda: not any(each.get_name().startswith(task) for each in asyncio.all_tasks()))
