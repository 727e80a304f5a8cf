"""The link between discord.py's HTTP client and the budget of requests.

discord.py sends every request, also those of interactions, through one aiohttp session that can be traced; the traces
are coroutines that a request waits for. https://docs.aiohttp.org/en/stable/tracing_reference.html
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from monitoring.sink import NO_METRICS, MetricsSink
from services.concurrency.answer_queue import leave_queue
from ui.network.request_budget import RequestBudget

UNCOUNTED = ("/interactions/", "/webhooks/")  # whose requests Discord doesn't count in its global limit
JSON = "application/json"  # the content type of all answers that discord.py reads as JSON
VIA = "Via"  # a header of Discord's; discord.py takes a 429 without it for a ban


class NotFromDiscord(aiohttp.ClientError):
    """A request was answered by something between the bot and Discord, such as a proxy, a cache or a login page."""

    def __init__(self, status: int) -> None:
        super().__init__(f"HTTP {status}, but not from Discord")
        self.status = status


@dataclass
class Sending:
    """The requests sent in one place: `tries` of them. discord.py repeats a request after a server error."""

    tries: int = 0


_sending: ContextVar[Sending | None] = ContextVar("sending", default=None)


@contextmanager
def counting_tries() -> Iterator[Sending]:
    """Count the requests that are sent meanwhile."""
    sending = Sending()
    token = _sending.set(sending)
    try:
        yield sending
    finally:
        _sending.reset(token)


def trace_requests(budget: RequestBudget, metrics: MetricsSink = NO_METRICS) -> aiohttp.TraceConfig:
    """Return what stops counted requests that mustn't be sent, and tells the budget of every response.

    When the response to an interaction is on its way, the next interaction may be answered. A request fails with
    `NotFromDiscord` if discord.py can't understand the answer.
    """

    async def start(_session: object, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams) -> None:
        if (sending := _sending.get()) is not None:
            sending.tries += 1
        url = str(request.url)
        context.is_to_api = is_to_api(url)
        if url.startswith(f"{discord.http.Route.BASE}/interactions/"):  # an interaction's first response
            leave_queue()
        if is_counted(url):
            budget.require_allowed()
            metrics.note_counted_request()

    async def end(_session: object, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams) -> None:
        status, scope = request.response.status, request.response.headers.get("X-RateLimit-Scope")
        budget.note_response(status, scope)
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            metrics.note_rate_limit(scope)
        if context.is_to_api and not await _is_understood(request.response):
            request.response.close()
            raise NotFromDiscord(status)

    trace: Any = aiohttp.TraceConfig()
    trace.on_request_start.append(start)
    trace.on_request_end.append(end)
    config: aiohttp.TraceConfig = trace
    return config


def is_to_api(url: str) -> bool:
    """Return whether this is an address of Discord's API."""
    return url.startswith(f"{discord.http.Route.BASE}/")


def is_counted(url: str) -> bool:
    """Return whether Discord counts a request to this address in its global limit."""
    return is_to_api(url) and not url.removeprefix(discord.http.Route.BASE).startswith(UNCOUNTED)


async def _is_understood(response: aiohttp.ClientResponse) -> bool:
    """Return whether discord.py can handle this answer, by its status or as JSON; Discord sends no redirects."""
    status, is_ban = response.status, VIA not in response.headers
    if response.history:
        return False
    if response.headers.get("Content-Type") != JSON:
        is_error = status >= HTTPStatus.INTERNAL_SERVER_ERROR or (status == HTTPStatus.TOO_MANY_REQUESTS and is_ban)
        return is_error or status == HTTPStatus.NO_CONTENT
    try:
        answer = json.loads((await response.read()).decode())
    except ValueError:
        return False
    if not isinstance(answer, dict):
        return isinstance(answer, list) and response.ok
    if status == HTTPStatus.TOO_MANY_REQUESTS and not is_ban:
        return isinstance(answer.get("retry_after"), int | float)
    return bool(answer)
