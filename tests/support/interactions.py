"""A command, a tap or a submitted window as a cog gets it, which keeps what it was answered with.

It holds a cog to what Discord asks of it: one first answer, no edit of what isn't there, and screens that fit.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord

from storage.games import Player
from tests.storage.tables import ANN, CHANNEL, GUILD, NOON
from tests.support.limits import check
from tests.support.panels import list_parts
from ui.controls import Control

Kind = discord.InteractionResponseType
FOLLOW_UP = 1_000  # times an interaction's id makes the id of its first follow-up
CLOSED = 50007  # Discord's code for somebody who takes no direct messages
PERMISSIONS = ("view_channel", "send_messages", "send_messages_in_threads", "create_public_threads", "attach_files")
NOW = datetime.fromtimestamp(NOON, UTC)
_numbers = count(1_000)


def refusal(code: int, status: int = 400) -> discord.HTTPException:
    """What discord.py raises where Discord refuses a call with this code."""
    answer: Any = SimpleNamespace(status=status, reason="Bad Request")
    return discord.HTTPException(answer, {"code": code, "message": "no"})


@dataclass(frozen=True)
class Message:
    """The message that was tapped: of one person alone, or of everybody; a forged tap's has no components."""

    ephemeral: bool
    id: int = 0
    components: tuple[()] = ()

    @property
    def flags(self) -> Any:
        return self


PRIVATE, PUBLIC = Message(ephemeral=True), Message(ephemeral=False)


@dataclass(frozen=True)
class Picture:
    """A file that came with a screen."""

    name: str
    alt: str
    png: bytes


@dataclass(frozen=True)
class Screen:
    """What somebody was shown: `called` are the users whom Discord tells that they are mentioned."""

    is_private: bool
    view: discord.ui.LayoutView | discord.ui.View | discord.ui.Modal
    pictures: tuple[Picture, ...] = ()
    called: tuple[int, ...] = ()
    words: str = ""

    @property
    def text(self) -> str:
        """All that can be read on it."""
        words = [self.words] if self.words else []
        return "\n".join([*words, *map(str, _read(self.view)), *(each.alt for each in self.pictures)])

    @property
    def controls(self) -> Mapping[str, Control]:
        """Its buttons by their labels and its menus by their placeholders, those that can be tapped."""
        parts = list_parts(self.view)
        found = {
            each.label or "" if isinstance(each, discord.ui.Button) else each.placeholder or "": Control.read(
                each.custom_id or ""
            )
            for each in parts
            if isinstance(each, discord.ui.Button | discord.ui.Select) and not each.disabled
        }
        return {label: control for label, control in found.items() if control}

    @property
    def defaults(self) -> list[int]:
        """The channels and roles that its menus show as chosen."""
        parts = list_parts(self.view)
        menus = [each for each in parts if isinstance(each, discord.ui.ChannelSelect | discord.ui.RoleSelect)]
        return [value.id for menu in menus for value in menu.default_values]

    def menu(self, verb: str) -> dict[str, str]:
        """The labels of a menu's options by their values."""
        parts = list_parts(self.view)
        menus = [each for each in parts if isinstance(each, discord.ui.Select) and _is_of(each, verb)]
        return {option.value: option.label for each in menus for option in each.options}


def _is_of(menu: discord.ui.Select[Any], verb: str) -> bool:
    control = Control.read(menu.custom_id)
    return control is not None and control.verb == verb


def _read(view: discord.ui.LayoutView | discord.ui.View | discord.ui.Modal) -> Iterator[str | None]:
    if isinstance(view, discord.ui.Modal):
        yield view.title
    for part in list_parts(view):
        if isinstance(part, discord.ui.TextDisplay):
            yield part.content
        elif isinstance(part, discord.ui.Button):
            yield part.label
        elif isinstance(part, discord.ui.TextInput):
            yield part.default
        elif isinstance(part, discord.ui.Select):
            yield part.placeholder
            for option in part.options:
                yield f"{option.label} {option.description or ''}"


@dataclass
class User:
    """Whoever asks, and the direct messages that reached them; none do if theirs are `closed`."""

    id: int
    display_name: str
    closed: bool = False
    messages: list[Screen] = field(default_factory=list)
    global_name: str | None = None
    name: str = "account"

    async def send(self, *, view: discord.ui.LayoutView, files: Sequence[discord.File] = ()) -> Any:
        if self.closed:
            raise refusal(CLOSED)
        check(view)
        self.messages.append(Screen(is_private=True, view=view, pictures=_pictures(files)))
        return SimpleNamespace(id=len(self.messages), channel=SimpleNamespace(id=self.id))


@dataclass
class Interaction:
    """Ann's, on a server, unless it says otherwise; `shown` is what it was answered with, oldest first.

    `message` is the one that was tapped, None for a command. `lacking` names permissions that the bot hasn't here;
    `manages`: who asks may manage the server, and `writes`: write in the channel. Without a server they are alone with
    the bot.
    """

    by: Player = ANN
    message: Message | None = None
    guild_id: int | None = GUILD
    channel_id: int = CHANNEL
    manages: bool = False
    writes: bool = True
    lacking: Sequence[str] = ()
    closed: bool = False
    type: discord.InteractionType = discord.InteractionType.application_command
    data: Mapping[str, Any] = field(default_factory=dict)
    client: Any = None
    channel: Any = None
    guild: Any = None
    user: Any = None
    id: int = field(default_factory=lambda: next(_numbers))
    locale: discord.Locale = discord.Locale.british_english
    created_at: datetime = NOW
    shown: list[Screen] = field(default_factory=list)
    first: Kind | None = None
    is_deleted: bool = False
    posted: list[int] = field(default_factory=list)  # the ids of its follow-ups
    deleted: list[int] = field(default_factory=list)  # those of them that are gone
    refuses_follow_ups: list[discord.HTTPException] = field(default_factory=list)  # one each
    refuses_edits: Exception | None = None

    def __post_init__(self) -> None:
        self.user = self.user or User(self.by.user_id or 0, self.by.name, self.closed)

    # what came of it

    @property
    def screen(self) -> Screen:
        """What is shown in the end."""
        return self.shown[-1]

    @property
    def text(self) -> str:
        """All that was shown, in words."""
        return "\n".join(each.text for each in self.shown)

    @property
    def is_public(self) -> bool:
        """Whether everybody sees any of it."""
        return not all(each.is_private for each in self.shown)

    @property
    def is_silent(self) -> bool:
        """Whether Discord was told that nothing is to be shown here."""
        return self.first is Kind.deferred_message_update and not self.shown

    # where it comes from

    @property
    def permissions(self) -> discord.Permissions:
        return discord.Permissions(manage_guild=self.manages, send_messages=self.writes)

    @property
    def app_permissions(self) -> discord.Permissions:
        return discord.Permissions(**{name: name not in self.lacking for name in PERMISSIONS})

    @property
    def context(self) -> Any:
        return SimpleNamespace(dm_channel=self.guild_id is None)

    def is_guild_integration(self) -> bool:
        return self.guild_id is not None

    def is_user_integration(self) -> bool:
        return self.guild_id is None

    # how it is answered

    @property
    def response(self) -> Any:
        return Response(self)

    @property
    def followup(self) -> Any:
        return Followup(self)

    async def edit_original_response(self, *, view: discord.ui.LayoutView, attachments: Sequence[discord.File]) -> None:
        assert self.first is not None, "there is nothing to edit"
        if self.refuses_edits:
            raise self.refuses_edits
        self.keep(view, attachments, is_private=self._is_private)

    @property
    def _is_private(self) -> bool:
        if self.first is Kind.deferred_message_update:
            return self.message is not None and self.message.ephemeral
        return self.shown[-1].is_private if self.shown else True

    def keep(
        self,
        view: discord.ui.LayoutView | discord.ui.View | discord.ui.Modal,
        files: Sequence[discord.File] = (),
        *,
        is_private: bool,
        called: Sequence[int] = (),
        words: str = "",
    ) -> None:
        assert view.is_finished(), "discord.py would keep it"
        if isinstance(view, discord.ui.LayoutView):
            check(view)
        self.shown.append(Screen(is_private or self.guild_id is None, view, _pictures(files), tuple(called), words))


@dataclass(frozen=True)
class Response:
    """The first answer, of which there is one."""

    asked: Interaction

    @property
    def type(self) -> Kind | None:
        return self.asked.first

    def is_done(self) -> bool:
        return self.asked.first is not None

    def _begin(self, kind: Kind) -> None:
        assert not self.is_done(), "it was answered before"
        self.asked.first = kind

    async def send_message(
        self,
        *,
        view: discord.ui.LayoutView,
        files: Sequence[discord.File] = (),
        ephemeral: bool = False,
        allowed_mentions: discord.AllowedMentions | None = None,
    ) -> Any:
        self._begin(Kind.channel_message)
        self.asked.keep(view, files, is_private=ephemeral, called=_list_called(allowed_mentions))
        return SimpleNamespace(message_id=self.asked.id)

    async def edit_message(self, *, view: discord.ui.LayoutView, attachments: Sequence[discord.File]) -> None:
        assert self.asked.message is not None, "there is nothing to edit"
        self._begin(Kind.message_update)
        self.asked.keep(view, attachments, is_private=self.asked.message.ephemeral)

    async def defer(self, *, ephemeral: bool = False, thinking: bool = False) -> None:
        assert ephemeral or not thinking, "a public answer would have to be waited for"
        is_tap = self.asked.message is not None and not thinking
        self._begin(Kind.deferred_message_update if is_tap else Kind.deferred_channel_message)

    async def send_modal(self, modal: discord.ui.Modal) -> None:
        self._begin(Kind.modal)
        self.asked.keep(modal, is_private=True)


@dataclass(frozen=True)
class Followup:
    """Later answers."""

    asked: Interaction

    async def send(  # noqa: PLR0913  # as discord.py has them
        self,
        words: str = "",
        *,
        view: discord.ui.LayoutView | discord.ui.View,
        files: Sequence[discord.File] = (),
        ephemeral: bool = False,
        allowed_mentions: discord.AllowedMentions | None = None,
        wait: bool = False,
    ) -> Any:
        assert self.asked.first is not None, "there is nothing to follow"
        if self.asked.refuses_follow_ups:
            raise self.asked.refuses_follow_ups.pop()
        self.asked.keep(view, files, is_private=ephemeral, called=_list_called(allowed_mentions), words=words)
        self.asked.posted.append(FOLLOW_UP * self.asked.id + len(self.asked.posted))
        return SimpleNamespace(id=self.asked.posted[-1]) if wait else None

    async def edit_message(
        self, name: str | int, *, view: discord.ui.LayoutView, attachments: Sequence[discord.File], **_: object
    ) -> None:
        assert name in {"@original", self.asked.id, *self.asked.posted}
        await self.asked.edit_original_response(view=view, attachments=attachments)

    async def delete_message(self, name: str | int) -> None:
        if name in {self.asked.id, *self.asked.posted}:
            return self.asked.deleted.append(int(name))
        assert name == "@original"
        assert self.asked.screen.is_private
        self.asked.is_deleted = True
        return None


def _list_called(mentions: discord.AllowedMentions | None) -> list[int]:
    users = mentions.users if mentions else []
    return [each.id for each in users] if isinstance(users, list) else []


def _pictures(files: Sequence[discord.File]) -> tuple[Picture, ...]:
    return tuple(Picture(each.filename, each.description or "", each.fp.read()) for each in files)
