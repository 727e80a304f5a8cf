"""Failures of Discord or of the line to it that pass by themselves, and what to tell the host about them."""

import aiohttp
import discord

from services.jobs.supervise import Backoff

FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError)  # TimeoutError is an OSError
RETRY = Backoff(first=1.0, longest=300.0, steady=300.0)
"""Discord allows 1,000 identifies a day. The longest wait keeps a bot that fails for a whole day below 300."""

_TOO_MANY_REQUESTS = 429
_SERVER_ERROR = 500


def is_passing(error: Exception) -> bool:
    """Whether the same request may succeed later."""
    if isinstance(error, discord.HTTPException):
        return error.status >= _SERVER_ERROR or error.status == _TOO_MANY_REQUESTS
    return isinstance(error, (aiohttp.ClientError, OSError)) and not isinstance(error, aiohttp.InvalidURL)


def describe_outage(error: Exception) -> str:
    """Return the failure in two words, without its own words, which may hold the address of a webhook."""
    return f"HTTP {error.status}" if isinstance(error, discord.HTTPException) else type(error).__name__
