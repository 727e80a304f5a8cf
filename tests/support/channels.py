"""Discord's channels as the outbox meets them: they remember nonces for a while, refuse, lose answers, and do twice."""

import asyncio
import contextlib
import re
import sqlite3
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum, auto
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord
from discord.utils import time_snowflake

from storage.schema import migrations
from tests.support.interactions import refusal
from ui.history import LOOKED_THROUGH
from ui.network.request_budget import RequestBudget
from ui.network.request_trace import trace_requests

FORGOTTEN = 11 * 60  # seconds after which a nonce is forgotten: a little more than the outbox relies on
MISSING_ACCESS, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, TOO_MANY_EDITS, ALREADY_ANSWERED = 50001, 10003, 10008, 30046, 40060


class Trouble(Enum):
    """What becomes of a request."""

    UNSENT = auto()  # it doesn't arrive
    LOST = auto()  # it arrives, and its answer doesn't
    FAILED = auto()  # it arrives, and is answered with 500
    TWICE = auto()  # an interaction's arrives twice, because discord.py repeats it


@dataclass
class Message:
    """A message of the bot; `components` are those of a view, with their ids."""

    id: int
    channel_id: int
    text: str
    components: list[Any]


class Statements:
    """As much of the database as posts need: SQLite in memory. `step` is called before and after each statement."""

    def __init__(self, step: Callable[[], None] = lambda: None) -> None:
        self._step = step
        self._connection = sqlite3.connect(":memory:", isolation_level=None)
        self._connection.row_factory = sqlite3.Row
        (schema,) = re.findall(r"CREATE TABLE post \(.*?;", migrations()[0], re.DOTALL)
        self._connection.execute(schema)

    async def run(
        self, sql: str, parameters: Any = (), *, committed: Callable[[list[Any]], object] = lambda _: None
    ) -> list[Any]:
        self._step()
        await asyncio.sleep(0)
        rows = self._connection.execute(sql, parameters).fetchall()
        committed(rows)
        self._step()
        await asyncio.sleep(0)
        return rows

    def close(self) -> None:
        self._connection.close()


@dataclass
class Channels:
    """All channels, and the client that knows them. `step` is called before each request and once it has arrived."""

    now: Callable[[], float]
    latency: float = 0  # in seconds, each way
    step: Callable[[], None] = lambda: None
    on_deletion: Callable[[Message], None] = lambda _: None  # by the bot
    on_refusal: Callable[[Message], None] = lambda _: None  # of a request for this message, in a locked channel
    messages: dict[int, Message] = field(default_factory=dict)
    troubles: list[Trouble | None] = field(default_factory=list)  # of the next requests
    locked: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    unreadable: set[int] = field(default_factory=set)
    uneditable: set[int] = field(default_factory=set)  # messages
    called: list[int] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    _nonces: dict[tuple[int, str], tuple[int, float]] = field(default_factory=dict)
    _numbers: Any = field(default_factory=count)

    def get_partial_messageable(self, channel_id: int, **_: object) -> "Channel":
        return Channel(self, channel_id)

    def get_guild(self, _: int) -> "Channels":
        return self

    def get_channel_or_thread(self, channel_id: int) -> object:
        return None if channel_id in self.gone else self

    def make_id(self) -> int:
        """Return a snowflake of now."""
        return time_snowflake(datetime.fromtimestamp(self.now(), UTC)) + int(next(self._numbers))

    def list_texts(self, channel_id: int) -> list[str]:
        """What can be read in a channel, from top to bottom."""
        return [each.text for each in self.messages.values() if each.channel_id == channel_id]

    async def request(self, channel_id: int, name: str, act: Callable[[], Any], *, is_counted: bool = True) -> Any:
        """Do this, unless there's trouble. Locks don't concern interactions, whose requests don't count."""
        self.step()
        await asyncio.sleep(self.latency)
        trouble = self.troubles.pop(0) if self.troubles else None
        if trouble is Trouble.UNSENT:
            raise TimeoutError
        self.requests.append(name)
        if channel_id in self.gone:
            raise refusal(UNKNOWN_CHANNEL, 404)
        if is_counted and channel_id in self.locked:
            raise refusal(MISSING_ACCESS, 403)
        answer = act()
        if trouble is Trouble.TWICE and not is_counted:
            answer = act()
        self.step()
        await asyncio.sleep(self.latency)
        if trouble is Trouble.LOST:
            raise TimeoutError
        if trouble is Trouble.FAILED:
            raise refusal(0, 500)
        return answer

    def post(self, channel_id: int, text: str, view: Any, mentions: Any) -> Message:
        components = [SimpleNamespace(id=each.id) for each in view.children] if view else []
        message = Message(self.make_id(), channel_id, "\n".join(filter(None, [text, _read(view)])), components)
        self.messages[message.id] = message
        self.called += [each.id for each in mentions.users or []] if mentions else []
        return message

    def find_by_nonce(self, channel_id: int, nonce: str) -> Message | None:
        """Return the message that was posted there with this nonce, unless it's gone."""
        return self.messages.get(self._nonces.get((channel_id, nonce), (0, 0))[0])

    def note_refusal(self, message: Message) -> None:
        """Tell of a message that the bot can't reach, if its channel is locked."""
        if message.channel_id in self.locked:
            self.on_refusal(message)

    def post_once(self, channel_id: int, nonce: str, make: Callable[[], Message]) -> Message:
        known = self._nonces.get((channel_id, nonce))
        if known and self.now() - known[1] <= FORGOTTEN:
            return self.find_by_nonce(channel_id, nonce) or Message(known[0], channel_id, "", [])
        message = make()
        self._nonces[channel_id, nonce] = message.id, self.now()
        return message

    def edit(self, message_id: int, view: Any) -> None:
        message = self._require(message_id)
        if message_id in self.uneditable:
            raise refusal(TOO_MANY_EDITS)
        message.text, message.components = _read(view), []

    def delete(self, message_id: int) -> None:
        message = self._require(message_id)
        self.on_deletion(message)
        del self.messages[message_id]

    def _require(self, message_id: int) -> Message:
        if message_id not in self.messages:
            raise refusal(UNKNOWN_MESSAGE, 404)
        return self.messages[message_id]


def _read(view: Any) -> str:
    parts = view.walk_children() if view else ()
    return "\n".join(each.content for each in parts if isinstance(each, discord.ui.TextDisplay))


@dataclass(frozen=True)
class Channel:
    """A channel, by the bot's own routes."""

    discord: Channels
    id: int

    async def send(
        self, text: str = "", *, nonce: str, view: Any = None, allowed_mentions: Any = None, **_: object
    ) -> Any:
        def make() -> Message:
            return self.discord.post(self.id, text, view, allowed_mentions)

        if known := self.discord.find_by_nonce(self.id, nonce):
            self.discord.note_refusal(known)
        return await self.discord.request(self.id, "post", lambda: self.discord.post_once(self.id, nonce, make))

    async def history(self, *, limit: int, after: Any, oldest_first: bool) -> AsyncIterator[Message]:
        assert (limit, oldest_first) == (LOOKED_THROUGH, True)
        since = after.id if hasattr(after, "id") else time_snowflake(after)

        def read() -> list[Message]:
            if self.id in self.discord.unreadable:
                raise refusal(0, 500)
            here = [each for each in self.discord.messages.values() if each.channel_id == self.id and each.id > since]
            return here[:limit]

        for message in await self.discord.request(self.id, "history", read):
            yield message

    def get_partial_message(self, message_id: int) -> "PartialMessage":
        return PartialMessage(self.discord, self.id, message_id)


@dataclass(frozen=True)
class PartialMessage:
    discord: Channels
    channel_id: int
    id: int

    async def edit(self, *, view: Any, **_: object) -> None:
        await self.discord.request(self.channel_id, "edit", lambda: self.discord.edit(self.id, view))

    async def delete(self) -> None:
        if message := self.discord.messages.get(self.id):
            self.discord.note_refusal(message)
        await self.discord.request(self.channel_id, "delete", lambda: self.discord.delete(self.id))


class Tap:
    """An interaction in a channel, which is its own response and its own webhook."""

    guild_id = 1
    type = discord.InteractionType.component
    locale = discord.Locale.british_english

    def __init__(self, channels: Channels, channel_id: int) -> None:
        self._channels = channels
        self.channel_id = channel_id
        self.id = channels.make_id()
        self.created_at = datetime.fromtimestamp(channels.now(), UTC)
        self.user = SimpleNamespace(id=7)
        self._response_id: int | None = None
        self.response = self.followup = self

    def is_done(self) -> bool:
        return self._response_id is not None

    async def send_message(self, *, view: Any, allowed_mentions: Any, **_: object) -> Any:
        def respond() -> Any:
            if self._response_id:
                raise refusal(ALREADY_ANSWERED)
            self._response_id = self._channels.post(self.channel_id, "", view, allowed_mentions).id
            return SimpleNamespace(message_id=self._response_id)

        return await self._channels.request(self.channel_id, "respond", respond, is_counted=False)

    async def original_response(self) -> Any:
        return SimpleNamespace(id=self._response_id)

    async def send(self, text: str, *, view: Any, allowed_mentions: Any, **_: object) -> Any:
        def post() -> Message:
            return self._channels.post(self.channel_id, text, view, allowed_mentions)

        return await self._ask("follow-up", post)

    async def edit_message(self, message_id: int, *, view: Any, **_: object) -> None:
        await self._ask("edit by webhook", lambda: self._channels.edit(message_id, view))

    async def delete_message(self, message_id: int) -> None:
        await self._ask("delete by webhook", lambda: self._channels.delete(message_id))

    async def _ask(self, name: str, act: Callable[[], Any]) -> Any:
        def ask() -> Any:
            _note_try()
            return act()

        return await self._channels.request(self.channel_id, name, ask, is_counted=False)


def _note_try() -> None:
    """Tell the bot of an interaction's request, as aiohttp does."""
    request: Any = SimpleNamespace(url=f"{discord.http.Route.BASE}/webhooks/1/token")
    started: Any = trace_requests(RequestBudget()).on_request_start[0]
    with contextlib.suppress(StopIteration):
        started(None, SimpleNamespace(), request).send(None)
