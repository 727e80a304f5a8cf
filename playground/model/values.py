"""The values that the loopback Discord consists of. Ids are snowflakes; times are seconds since the epoch."""

from dataclasses import dataclass
from typing import Any, Literal

Json = dict[str, Any]

EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_EMBEDS = 1 << 2
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15

ChannelKind = Literal["text", "voice", "dm", "thread", "group", "away"]
"""The kind of a channel. In "group" (a group DM) and "away" (another server's channel), users brought the bot along."""
IN_GUILD = ("text", "voice", "thread")
WITHOUT_BOT = ("group", "away")

LOCALE = "en-US"  # for users who haven't set another
LOCALES = (
    "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr", "hu", "id", "it",
    "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class User:
    """A user or the bot. `avatar_color` is a CSS color: the page draws the avatar."""

    id: int
    name: str
    avatar_color: str
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Role:
    """A role that members may have; it grants nothing beyond @everyone's permissions."""

    id: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A channel or thread. `denied` has the permission bits that the bot lacks here; a thread uses its parent's.

    `parent_id` and `owner_id` are a thread's channel and creator, `recipient_id` the user of a DM. Only moderators
    write in a `locked` thread. A private thread without the bot `is_hidden` from it; its creator and its `members` see
    it. Users in `excluded` are denied to see a channel.
    """

    id: int
    name: str
    kind: ChannelKind
    position: int = 0
    parent_id: int | None = None
    recipient_id: int | None = None
    owner_id: int | None = None
    denied: int = 0
    archived: bool = False
    locked: bool = False
    is_private: bool = False
    is_hidden: bool = False
    members: frozenset[int] = frozenset()
    excluded: frozenset[int] = frozenset()
    auto_archive_minutes: int = 1440
    last_message_id: int | None = None

    @property
    def lacks_bot(self) -> bool:
        """Whether the bot isn't a member here, so that it can only answer people's interactions."""
        return self.kind in WITHOUT_BOT


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplicationEmoji:
    """An emoji of the application; `data` is its picture, of MIME type `content_type`."""

    id: int
    name: str
    data: bytes
    content_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A stored file. `key` is the secret part of its URL; PNG pictures have a width and height, in pixels."""

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
        """The path and query of the file's URL on the playground's server."""
        return f"/cdn/attachments/{self.channel_id}/{self.id}/{self.filename}?hm={self.key}"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request and isn't part of a message yet; `number` is the n of its field `files[n]`."""

    number: int
    filename: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message. `addressee` is the only user who sees an ephemeral one; `attachments` has all its files.

    `interaction_id`, `metadata` and `command` (a name) are those of the interaction that it answers, `reference` is the
    id of the message that it replies to, and `kind` is Discord's message type.
    """

    id: int
    channel_id: int
    author_id: int
    created: float
    content: str = ""
    components: tuple[Json, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    flags: int = 0
    edited: float | None = None
    mentions: tuple[int, ...] = ()
    mention_everyone: bool = False
    addressee: int | None = None
    interaction_id: int | None = None
    metadata: Json | None = None
    command: str | None = None
    reference: int | None = None
    nonce: str | int | None = None
    kind: int = 0

    @property
    def ephemeral(self) -> bool:
        """Whether only the addressee sees the message."""
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether the message only says that the bot is thinking, until the bot fills it."""
        return bool(self.flags & LOADING)

    @property
    def v2(self) -> bool:
        """Whether the message consists of Components V2 only; an edit can't change that back."""
        return bool(self.flags & COMPONENTS_V2)
