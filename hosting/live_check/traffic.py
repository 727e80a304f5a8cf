"""Discord's answers to the requests of the checks, reduced to what a report may quote."""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import aiohttp

ID = re.compile(r"\d{15,}")
SERVER_ERROR = 500
API = re.compile(r".*/api/v\d+")


@dataclass(frozen=True, slots=True)
class Answer:
    """A response: the request's method and path without ids, the HTTP status, the headers, and the seconds it took."""

    method: str
    path: str
    status: int
    headers: Mapping[str, str]
    seconds: float

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


class Traffic:
    """The responses so far, oldest first, and the request under way."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.latest = ""  # the method and the path without ids of the request that was sent last

    def trace(self) -> aiohttp.TraceConfig:
        """Return what makes discord.py's HTTP client note each response here."""

        async def start(_session: object, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams) -> None:
            context.began = time.monotonic()
            self.latest = f"{request.method} {hide_ids(request.url.path)}"

        async def end(_session: object, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams) -> None:
            seconds = time.monotonic() - context.began
            path, response = hide_ids(request.url.path), request.response
            self.answers.append(Answer(request.method, path, response.status, response.headers, seconds))

        trace: Any = aiohttp.TraceConfig()
        trace.on_request_start.append(start)
        trace.on_request_end.append(end)
        config: aiohttp.TraceConfig = trace
        return config

    def count(self, status: int, since: int) -> int:
        """Return how many of the responses from index `since` on have this HTTP status."""
        return sum(each.status == status for each in self.answers[since:])

    def find_server_error(self, since: int) -> int:
        """Return the first HTTP status from 500 on among the responses from index `since` on; 0 if there's none."""
        return next((each.status for each in self.answers[since:] if each.status >= SERVER_ERROR), 0)


def hide_ids(path: str) -> str:
    """Return an address's path below the API's, with `{id}` in place of each id."""
    return ID.sub("{id}", API.sub("", path))
