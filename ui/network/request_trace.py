"""The link between discord.py's HTTP client and the budget of requests.

discord.py sends every request, also those of interactions, through one aiohttp session that can be traced; the traces
are coroutines that a request waits for. https://docs.aiohttp.org/en/stable/tracing_reference.html
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from monitoring.watch import UNWATCHED, Watch
from services.concurrency.answer_queue import leave_queue
from ui.network.request_budget import RequestBudget

UNCOUNTED = ("/interactions/", "/webhooks/")  # whose requests Discord doesn't count in its global limit
PAGE = "text/html"  # what a proxy or a login page of the network sends in Discord's place


class NotFromDiscord(aiohttp.ClientError):
    """A request has got a web page for an answer, from something between the bot and Discord."""


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


def trace_requests(budget: RequestBudget, watch: Watch = UNWATCHED) -> aiohttp.TraceConfig:
    """Return what makes every counted request wait for its start, and tells the budget of every response.

    `watch` gets every counted request, and every 429. While the response to an interaction is on its way, the next
    interaction may be answered. A request that seems to succeed with a web page fails with `NotFromDiscord`.
    """

    async def start(_session: object, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams) -> None:
        if (sending := _sending.get()) is not None:
            sending.tries += 1
        context.has_started = False
        url = str(request.url)
        if is_response_to_interaction(url):
            leave_queue()
        if is_counted(url):
            await budget.start()
            context.has_started = True
            watch.note_counted_request()

    async def end(_session: object, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams) -> None:
        status, scope = request.response.status, request.response.headers.get("X-RateLimit-Scope")
        budget.note_response(status, scope)
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            watch.note_rate_limit(scope)
        await fail(_session, context, request)
        if request.response.ok and request.response.content_type == PAGE:
            request.response.close()
            raise NotFromDiscord

    async def fail(_session: object, context: SimpleNamespace, _request: object) -> None:
        if context.has_started:
            context.has_started = False
            budget.end()

    trace: Any = aiohttp.TraceConfig()
    trace.on_request_start.append(start)
    trace.on_request_end.append(end)
    trace.on_request_exception.append(fail)
    config: aiohttp.TraceConfig = trace
    return config


def is_response_to_interaction(url: str) -> bool:
    """Return whether a request to this address is an interaction's first response."""
    return url.startswith(f"{discord.http.Route.BASE}/interactions/")


def is_counted(url: str) -> bool:
    """Return whether Discord counts a request to this address in its global limit."""
    base = discord.http.Route.BASE
    return url.startswith(f"{base}/") and not url.removeprefix(base).startswith(UNCOUNTED)
