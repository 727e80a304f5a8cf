"""A bot without a library: bare HTTP and a bare websocket, to send what discord.py would never send."""

import asyncio
import base64
import io
import json
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp

from playground import Playground

Json = dict[str, Any]
PICTURE = b"\x89PNG\r\n\x1a\n" + b"\0" * 8 + (20).to_bytes(4, "big") + (10).to_bytes(4, "big") + b"\0" * 16
"""The beginning of a PNG file of 20 by 10 pixels."""
PATIENCE = 30  # seconds for the next frame; far more than it takes


def emoji(name: str = "red_1", data: bytes = PICTURE) -> Json:
    return {"name": name, "image": "data:image/png;base64," + base64.b64encode(data).decode()}


@dataclass(frozen=True)
class Answer:
    status: int
    body: Any

    @property
    def code(self) -> int:
        return int(self.body["code"])

    def wrong(self) -> dict[str, list[str]]:
        """The errors of a form by dotted path: Discord's inner codes."""
        assert self.code == 50035
        return dict(_flat(self.body["errors"], ()))


def _flat(node: Json, path: tuple[str, ...]) -> list[tuple[str, list[str]]]:
    found = [(".".join(path), [each["code"] for each in node["_errors"]])] if "_errors" in node else []
    return found + [each for key, child in node.items() if key != "_errors" for each in _flat(child, (*path, key))]


class Caller:
    """Calls the REST API with the bot's token, or with another `Authorization`."""

    def __init__(self, playground: Playground, session: aiohttp.ClientSession) -> None:
        self.playground = playground
        self.session = session
        self.authorization = f"Bot {playground.token}"

    async def __call__(
        self, method: str, path: str, body: Any = None, files: Mapping[str, bytes] | None = None
    ) -> Answer:
        headers = {"Authorization": self.authorization}
        content: Json = {"json": body}
        if files is not None:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body))
            for number, (name, data) in enumerate(files.items()):
                form.add_field(
                    f"files[{number}]", io.BytesIO(data), filename=name, content_type="application/octet-stream"
                )
            content = {"data": form}
        url = self.playground.api_url + path
        async with self.session.request(method, url, headers=headers, **content) as response:
            text = await response.text()
            return Answer(response.status, json.loads(text) if text else None)


class Socket:
    """A gateway connection that reads frame by frame, skipping none."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self.seq: int | None = None
        self._inflate = zlib.decompressobj()

    async def frame(self) -> Json:
        async with asyncio.timeout(PATIENCE):
            message = await self.ws.receive()
        if message.type is aiohttp.WSMsgType.BINARY:
            assert message.data.endswith(b"\x00\x00\xff\xff")
            text = self._inflate.decompress(message.data).decode()
        else:
            assert message.type is aiohttp.WSMsgType.TEXT, message
            text = message.data
        frame: Json = json.loads(text)
        self.seq = frame["s"] if frame["s"] is not None else self.seq
        return frame

    async def event(self, name: str) -> Json:
        """The next dispatch of this name; others before it are dropped."""
        while True:
            frame = await self.frame()
            if frame["t"] == name:
                payload: Json = frame["d"]
                return payload

    async def send(self, op: int, payload: object) -> None:
        await self.ws.send_str(json.dumps({"op": op, "d": payload}))

    async def close_code(self) -> int | None:
        """The code with which the server closes; frames before are dropped."""
        while True:
            async with asyncio.timeout(PATIENCE):
                message = await self.ws.receive()
            if message.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                return self.ws.close_code

    async def identify(self, playground: Playground, intents: int = 1, **changed: object) -> Json:
        """HELLO, IDENTIFY, and READY's payload."""
        assert (await self.frame())["op"] == 10
        await self.send(2, {"token": playground.token, "intents": intents, "properties": {}, **changed})
        return await self.event("READY")


@asynccontextmanager
async def socket(playground: Playground, query: str = "?v=10&encoding=json") -> AsyncIterator[Socket]:
    async with aiohttp.ClientSession() as session, session.ws_connect(playground.gateway_url + query) as ws:
        yield Socket(ws)
