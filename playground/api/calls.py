"""A parsed REST request, the route's reply, and the record of both that tests read."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from aiohttp import BodyPartReader, web

from playground.model.errors import INVALID_FORM, INVALID_JSON, REQUEST_TOO_LARGE, Refused
from playground.model.values import Json, Upload
from playground.validation import messages


@dataclass(frozen=True, slots=True)
class ApiCall:
    """A parsed REST request; with uploaded files, `body` is the `payload_json` part."""

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    files: tuple[Upload, ...] = ()

    def snowflake(self, name: str) -> int:
        """Return the id in the path parameter with this name. Raises: Refused with 50035 if it isn't a number."""
        value = self.path[name]
        if not value.isdecimal():
            text = f'Value "{value}" is not snowflake.'
            error = {"code": "NUMBER_TYPE_COERCE", "message": text}
            raise Refused(INVALID_FORM, {name: {"_errors": [error]}})
        return int(value)

    def form(self) -> Json:
        """Return the body, which must be a JSON object. Raises: Refused with 50109 if it isn't."""
        if not isinstance(self.body, dict):
            raise Refused(INVALID_JSON)
        return self.body


@dataclass(frozen=True, slots=True)
class Reply:
    """A route's answer to a request. The body is sent as JSON; a text as HTML, and nothing with status 204."""

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def response(self) -> web.Response:
        """Build the HTTP response: compact JSON, HTML, or no body for status 204."""
        if self.status == HTTPStatus.NO_CONTENT:
            return web.Response(status=self.status, headers=self.headers)
        if isinstance(self.body, str):
            return web.Response(status=self.status, headers=self.headers, text=self.body, content_type="text/html")
        # discord.py compares the content type with ==, so it must not carry a charset.
        data = json.dumps(self.body, ensure_ascii=False, separators=(",", ":")).encode()
        return web.Response(status=self.status, body=data, headers={**self.headers, "Content-Type": "application/json"})


NO_CONTENT = Reply(HTTPStatus.NO_CONTENT)
Route = Callable[[ApiCall], Reply]
Routes = dict[tuple[str, str], Route]
"""Handlers by HTTP method and Discord's path template."""


@dataclass(frozen=True, slots=True)
class Request:
    """A recorded REST request and its answer; `route` is Discord's path template, or None if none matched."""

    method: str
    route: str | None
    path: str
    body: Any
    files: tuple[str, ...]
    status: int
    response: Any


async def read(request: web.Request) -> ApiCall:
    """Parse a request and its files. Raises: Refused with 50109 if its JSON is invalid, 40005 if it's too large."""
    if (request.content_length or 0) > messages.MAX_REQUEST_BYTES:
        raise Refused(REQUEST_TOO_LARGE)
    if request.content_type == "multipart/form-data":
        body, files = await _read_multipart(request)
        return ApiCall(request.match_info, request.query, body, files)
    raw = await request.read()
    return ApiCall(request.match_info, request.query, _parse(raw) if raw else None)


async def _read_multipart(request: web.Request) -> tuple[Any, tuple[Upload, ...]]:
    body: Any = None
    files: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise Refused(INVALID_JSON)
        data = bytes(await part.read(decode=True))
        name = part.name or ""
        if name == "payload_json":
            body = _parse(data)
        elif name.startswith("files[") and name[6:-1].isdecimal():
            files.append(Upload(int(name[6:-1]), part.filename or "file", data))
    return body, tuple(files)


def _parse(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError as error:
        raise Refused(INVALID_JSON) from error
