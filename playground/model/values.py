"""What the loopback Discord is made of. Ids are snowflakes; times are seconds since the epoch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Json = dict[str, Any]

EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_EMBEDS = 1 << 2
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15

ChannelKind = Literal["text", "dm", "thread", "group", "away"]
"""A group of friends, and a channel of another server, are places where people have the bot with them as its users."""
WITHOUT_BOT = ("group", "away")

LOCALE = "en-US"  # of who has said nothing else
LOCALES = (
    "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr", "hu", "id", "it",
    "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class User:
    """`avatar_color` is a CSS colour: the page draws the avatar."""

    id: int
    name: str
    avatar_color: str
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Role:
    """A role that members may have; it allows nothing that @everyone may not."""

    id: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """`denied` holds the permission bits that the bot lacks here; a thread goes by its parent."""

    id: int
    name: str
    kind: ChannelKind
    position: int = 0
    parent_id: int | None = None
    recipient_id: int | None = None
    owner_id: int | None = None
    denied: int = 0
    archived: bool = False
    auto_archive_minutes: int = 1440
    last_message_id: int | None = None

    @property
    def lacks_bot(self) -> bool:
        """Whether the bot is no member here, so that it reaches nothing but by answering people."""
        return self.kind in WITHOUT_BOT


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplicationEmoji:
    """An emoji of the application, and its picture; `content_type` is the picture's."""

    id: int
    name: str
    data: bytes
    content_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A stored file. `key` is the secret part of its address, as Discord signs its own; sizes are pixels."""

    id: int
    channel_id: int
    filename: str
    data: bytes
    content_type: str
    key: str
    width: int | None = None
    height: int | None = None
    description: str | None = None

    @property
    def path(self) -> str:
        """Where the playground's server gives the file out."""
        return f"/cdn/attachments/{self.channel_id}/{self.id}/{self.filename}?hm={self.key}"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it came with a request, not yet part of a message. `number` is n of `files[n]`."""

    number: int
    filename: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """`addressee` is the only user who sees an ephemeral message; `attachments` holds every file, shown or not.

    `command` is the name of the command that it answers.
    """

    id: int
    channel_id: int
    author_id: int
    created: float
    content: str = ""
    components: tuple[Json, ...] = ()
    embeds: tuple[Json, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    flags: int = 0
    edited: float | None = None
    mentions: tuple[int, ...] = ()
    mention_everyone: bool = False
    mention_roles: tuple[int, ...] = ()
    addressee: int | None = None
    interaction_id: int | None = None
    metadata: Json | None = None
    command: str | None = None
    reference: int | None = None
    nonce: str | int | None = None
    kind: int = 0

    @property
    def ephemeral(self) -> bool:
        """Whether only its addressee sees it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it waits for the bot to fill it."""
        return bool(self.flags & LOADING)

    @property
    def v2(self) -> bool:
        """Whether it is made of Components V2 alone, which nothing can undo."""
        return bool(self.flags & COMPONENTS_V2)
