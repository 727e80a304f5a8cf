"""A bot that kills itself with -9 just before or after a step of a move or of its display."""

import os
import signal
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any, Literal

import aiosqlite
from discord.http import HTTPClient, Route
from discord.webhook.async_ import AsyncWebhookAdapter

from engine.override import override
from storage.games import GameStore, statements
from storage.posts import PostStore
from ui.messages.public_table import PING
from ui.outbox import Outbox

MOVE = ("begin", "event", "snapshot", "commit")  # in the database
DISPLAY = ("answer", "edit", "post", "ping", "delete", "note")  # requests to Discord, and what is noted of them
STEPS = MOVE + DISPLAY

_SQL = {"BEGIN IMMEDIATE": "begin", statements.NOTE: "event", statements.CHANGE: "snapshot"}

_moving: ContextVar[bool] = ContextVar("_moving", default=False)
_displaying: ContextVar[str] = ContextVar("_displaying", default="")


@dataclass
class KillPoint:
    """The moment at which the bot dies: before or after the step is taken, when it comes to that the `nth` time."""

    moment: str
    step: str
    nth: int

    @classmethod
    def read(cls, written: str) -> "KillPoint":
        """Return what was written as `after commit 3`."""
        moment, step, nth = written.split()
        return cls(moment, step, int(nth))

    @override
    def __str__(self) -> str:
        return f"{self.moment} {self.step} {self.nth}"

    def reach(self, moment: str, step: str) -> None:
        """Die if this is the moment."""
        if (moment, step) == (self.moment, self.step):
            self.nth -= 1
            if self.nth == 0:
                os.kill(os.getpid(), signal.SIGKILL)


def install(written: str) -> None:
    """Make this process die at the kill point that is written so."""
    point = KillPoint.read(written)
    _mark(GameStore, "commit", _moving, lambda *_, line=None, **__: line is not None)
    _mark(Outbox, "_post", _displaying, lambda _, __, post, ___: "ping" if post.purpose.startswith(PING) else "post")
    _mark(Outbox, "_edit", _displaying, lambda *_, **__: "edit")
    _mark(Outbox, "_delete", _displaying, lambda *_, **__: "delete")
    _watch(point, aiosqlite.Connection, "execute_fetchall", lambda _, sql, *__: _moving.get() and _SQL.get(sql))
    _watch(point, aiosqlite.Connection, "commit", lambda *_: _moving.get() and "commit")
    _watch(point, AsyncWebhookAdapter, "request", lambda *_, **__: _displaying.get() or "answer")
    _watch(point, HTTPClient, "request", lambda _, route, **__: _name_request(route))
    for method in ("begin", "note", "forget", "settle"):
        _watch(point, PostStore, method, lambda *_: "note")


def _name_request(route: Route) -> str | None:
    if not route.path.startswith("/channels/{channel_id}/messages"):
        return None
    return {"POST": _displaying.get() or "post", "PATCH": "edit", "DELETE": "delete"}.get(route.method)


def _mark(owner: type, method: str, mark: ContextVar[Any], value: Callable[..., Any]) -> None:
    """Set the variable while the method runs, and in the tasks that it creates."""
    original = getattr(owner, method)

    @wraps(original)
    async def marked(*args: Any, **named: Any) -> Any:
        token = mark.set(value(*args, **named))
        try:
            return await original(*args, **named)
        finally:
            mark.reset(token)

    setattr(owner, method, marked)


def _watch(point: KillPoint, owner: type, method: str, name: Callable[..., str | Literal[False] | None]) -> None:
    """Come to the kill point, should it be this one, before and after each call of the method."""
    original = getattr(owner, method)

    @wraps(original)
    async def watched(*args: Any, **named: Any) -> Any:
        step = name(*args, **named)
        if step:
            point.reach("before", step)
        result = await original(*args, **named)
        if step:
            point.reach("after", step)
        return result

    setattr(owner, method, watched)
