"""One interaction: what a user did, and how the bot answered."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.model.values import Channel, Json, Message, User


@dataclass(frozen=True, slots=True)
class UserAction:
    """What a user did.

    `message` is the one whose component was used, now or to open the modal; `opener` the metadata of that act.
    """

    kind: int
    user: User
    channel: Channel
    data: Json
    message: Message | None = None
    opener: Json | None = None


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """How the bot answered: the callback's type, and what came with it."""

    kind: int
    message: Message | None = None
    modal: Json | None = None
    choices: tuple[Json, ...] = ()


@dataclass(eq=False, slots=True, kw_only=True)
class PendingInteraction:
    """`message` is the one whose component was used; `original_id` is what `@original` means for its token."""

    id: int
    token: str
    kind: int
    user: User
    channel: Channel
    created: float
    metadata: Json
    command: str | None = None
    message: Message | None = None
    original_id: int | None = None
    answered: bool = False
    deferred: bool = False
    followed_up: bool = False
    follow_ups: int = 0
    answer: asyncio.Future[BotAnswer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
