"""An interaction's values: the user's action, the bot's answer, and the interaction in between."""

import asyncio
from dataclasses import dataclass, field

from playground.model.values import Channel, Json, Message, User


@dataclass(frozen=True, slots=True)
class UserAction:
    """A user's action that starts an interaction; `kind` is Discord's interaction type.

    `message` is the one whose component was used or opened the submitted modal, and `opener` the metadata of the
    interaction that opened that modal.
    """

    kind: int
    user: User
    channel: Channel
    data: Json
    message: Message | None = None
    opener: Json | None = None


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """The bot's answer to an interaction: the callback's type, and the resulting message, modal or choices."""

    kind: int
    message: Message | None = None
    modal: Json | None = None
    choices: tuple[Json, ...] = ()


@dataclass(eq=False, slots=True, kw_only=True)
class PendingInteraction:
    """An interaction that the bot may answer or follow up; `kind` is Discord's type, `command` a typed one's full name.

    `message` is the one whose component was used, `original_id` the first answer's. `deferred` says that this was only
    a waiting message, and `followed_up` that it has been filled since. `follow_ups` counts further messages.
    """

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
