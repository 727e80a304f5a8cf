"""Temporary failures of Discord or of the network: how to tell, log and outlast them."""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import discord

from engine.text.phrases import later
from services.concurrency.supervise import Backoff, Sleep
from ui.network.request_trace import NotFromDiscord

log = logging.getLogger(__name__)

Result = TypeVar("Result")

FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError)  # TimeoutError is an OSError
RETRY = Backoff(first=1.0, longest=60.0, steady=300.0)
"""The waits between attempts to reach Discord: the bot is back within two minutes of the end of an outage."""

NOT_TAKEN = later("Discord isn't taking my messages right now. Your moves count, and the table will catch up.")

_UNAUTHORIZED = 401
_TOO_MANY_REQUESTS = 429
_SERVER_ERROR = 500


def is_passing(error: Exception) -> bool:
    """Return whether the failure is temporary, so that the same request may succeed later."""
    if isinstance(error, discord.HTTPException):
        return error.status >= _SERVER_ERROR or error.status == _TOO_MANY_REQUESTS
    return isinstance(error, (aiohttp.ClientError, OSError)) and not isinstance(error, aiohttp.InvalidURL)


def is_not_taken(error: BaseException) -> bool:
    """Return whether Discord takes no messages at all for now, or can't be reached."""
    if isinstance(error, discord.HTTPException):
        return error.status == _UNAUTHORIZED or is_passing(error)
    return isinstance(error, (aiohttp.ClientError, TimeoutError))


async def insist(request: Callable[[], Awaitable[Result]], sleep: Sleep) -> Result:
    """Return what a request returns, made again with growing waits while Discord fails or can't be reached.

    Raises:
        discord.HTTPException: Discord refuses the request, and a retry wouldn't help.
        aiohttp.InvalidURL: the API's address is malformed.
    """
    failures = 0
    while True:
        try:
            return await request()
        except FAILURES as error:
            if not is_passing(error):
                raise
            failures += 1
            await wait_after(error, RETRY.wait(failures), sleep)


async def wait_after(error: Exception, seconds: float, sleep: Sleep) -> None:
    """Say that Discord can't be reached, and wait this long before the next try."""
    log.warning("Discord can't be reached (%s); the next try is in %g s", describe_outage(error), seconds)
    await sleep(seconds)


def describe_outage(error: Exception) -> str:
    """Return the error's HTTP status or its type; its message is left out because it may have a webhook's address."""
    if isinstance(error, NotFromDiscord):
        return str(error)
    return f"HTTP {error.status}" if isinstance(error, discord.HTTPException) else type(error).__name__


def describe_discord_error(error: Exception) -> str:
    """Return Discord's error code, if it gave one, or the failure as `describe_outage` does."""
    code = error.code if isinstance(error, discord.HTTPException) else 0
    return f"error {code}" if code else describe_outage(error)
