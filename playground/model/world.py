"""The state of the loopback Discord: who and what there is, and who may see it."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from playground.model import permissions
from playground.model.errors import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    UNKNOWN_USER,
    Refused,
)
from playground.model.events import (
    ChannelChanged,
    ChannelClosed,
    ChannelOpened,
    Edited,
    Posted,
    Removed,
    RoleAdded,
    WorldChanged,
    WorldEvent,
)
from playground.model.replaced_messages import ReplacedMessages
from playground.model.starting_world import ANA_ID, BOT, CHANNELS, DM_OFFSET, USERS
from playground.model.values import (
    LOCALE,
    LOCALES,
    ApplicationEmoji,
    Attachment,
    Channel,
    ChannelKind,
    Json,
    Message,
    Role,
    User,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

DISCORD_EPOCH = 1_420_070_400  # seconds; snowflakes count milliseconds from here
AVATARS = ("#b8860b", "#3f7f7f", "#8a4a6b", "#4f6d8f")


class World:
    """Everything that Discord would remember. Changes are published to `listeners`, in order, at once."""

    def __init__(self) -> None:
        self.address = ""  # set once the server listens: what goes before a file's path
        self.guild_name = "The Rackety club"
        self.owner_id = ANA_ID
        self.bot = BOT
        self.bot_online = False
        self.users: dict[int, User] = {}
        self.channels: dict[int, Channel] = {channel.id: channel for channel in CHANNELS}
        self.dm_channels: dict[int, int] = {}
        self.closed_dms: set[int] = set()
        self.locale = LOCALE  # of the guild
        self.locales: dict[int, str] = {}  # of users who have changed theirs
        self.commands: dict[int, Json] = {}
        self.emojis: dict[int, ApplicationEmoji] = {}
        self.roles: dict[int, Role] = {}
        self.held_roles: dict[int, set[int]] = defaultdict(set)
        self.listeners: list[Callable[[WorldEvent], None]] = []
        self._messages: dict[int, dict[int, Message]] = defaultdict(dict)
        self._replaced = ReplacedMessages(self.now)
        self._last_snowflake = 0
        self._ahead = 0.0
        for user in USERS:
            self._settle(user, user.id + DM_OFFSET)

    def now(self) -> float:
        """Seconds since the epoch, with what was skipped."""
        return time.time() + self._ahead

    def skip(self, seconds: float) -> None:
        """Let time pass at once: tokens grow old, messages age."""
        self._ahead += seconds

    def snowflake(self) -> int:
        """A new id, above every earlier one, that tells its time as Discord's do."""
        fresh = int((self.now() - DISCORD_EPOCH) * 1000) << 22
        self._last_snowflake = max(fresh, self._last_snowflake + 1)
        return self._last_snowflake

    def publish(self, event: WorldEvent) -> None:
        """Tell every listener, in the order in which they came."""
        for listener in tuple(self.listeners):
            listener(event)

    # users

    def add_user(self, name: str) -> User:
        """A new member of the guild, with a DM channel."""
        user = User(self.snowflake(), name, AVATARS[len(self.users) % len(AVATARS)])
        self._settle(user, self.snowflake())
        self.publish(WorldChanged())
        return user

    def _settle(self, user: User, dm_id: int) -> None:
        self.users[user.id] = user
        self.dm_channels[user.id] = dm_id
        self.channels[dm_id] = Channel(id=dm_id, name=self.bot.name, kind="dm", recipient_id=user.id)

    def user(self, user_id: int) -> User:
        """Raises: Refused with 10013."""
        if user_id == self.bot.id:
            return self.bot
        if user_id not in self.users:
            raise Refused(UNKNOWN_USER)
        return self.users[user_id]

    def set_dms(self, user_id: int, *, are_open: bool) -> None:
        """Open or close a user to messages from the bot."""
        (self.closed_dms.discard if are_open else self.closed_dms.add)(user_id)
        self.publish(WorldChanged())

    def locale_of(self, user: User) -> str:
        """The language of a user's Discord."""
        return self.locales.get(user.id, LOCALE)

    def set_locale(self, user_id: int, locale: str) -> None:
        """Raises: ValueError for a language that Discord has not."""
        if locale not in LOCALES:
            raise ValueError(locale)
        self.locales[user_id] = locale
        self.publish(WorldChanged())

    def set_bot_online(self, *, online: bool) -> None:
        """Note whether any of the bot's sockets is there."""
        if online != self.bot_online:
            self.bot_online = online
            self.publish(WorldChanged())

    # channels

    def channel(self, channel_id: int) -> Channel:
        """Raises: Refused with 10003."""
        if channel_id not in self.channels:
            raise Refused(UNKNOWN_CHANNEL)
        return self.channels[channel_id]

    def add_channel(self, name: str, kind: ChannelKind = "text") -> Channel:
        """A new text channel of the guild; or a group of friends, or a channel elsewhere, where the bot is not."""
        channel = Channel(id=self.snowflake(), name=name, kind=kind, position=len(self.channels))
        return self._open(channel)

    def add_thread(self, name: str, parent_id: int, owner_id: int, *, thread_id: int | None = None) -> Channel:
        """A new public thread; one that hangs on a message takes its id."""
        ident = thread_id or self.snowflake()
        return self._open(Channel(id=ident, name=name, kind="thread", parent_id=parent_id, owner_id=owner_id))

    def _open(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        self.publish(ChannelOpened(channel))
        return channel

    def change_channel(self, channel: Channel) -> Channel:
        """Put a channel in the place of the one with its id."""
        self.channels[channel.id] = channel
        self.publish(ChannelChanged(channel))
        return channel

    def close_channel(self, channel: Channel) -> None:
        """Delete a channel with its messages."""
        del self.channels[channel.id]
        self._messages.pop(channel.id, None)
        self.publish(ChannelClosed(channel))

    def channels_of(self, user_id: int) -> list[Channel]:
        """The channels that this user sees: the server's, then the user's own DM with the bot."""
        seen = [channel for channel in self.channels.values() if channel.recipient_id in (None, user_id)]
        return sorted(seen, key=lambda channel: channel.kind == "dm")

    # roles

    def add_role(self, name: str) -> Role:
        """A new role of the guild, which nobody has yet."""
        role = Role(self.snowflake(), name)
        self.roles[role.id] = role
        self.publish(RoleAdded(role))
        self.publish(WorldChanged())
        return role

    def give_role(self, user_id: int, role: Role) -> None:
        """Let a member have a role."""
        self.held_roles[user_id].add(role.id)

    # permissions

    def held(self, user_id: int, kind: ChannelKind) -> int:
        """The permission bits that a user holds in channels of a kind; outside of servers there are none to hold."""
        if kind in ("dm", "group"):
            return 0
        is_owner = user_id == self.owner_id and kind != "away"
        return permissions.OWNER if is_owner else permissions.EVERYONE

    def deny(self, channel_id: int, names: Iterable[str]) -> None:
        """Take these permissions from the bot in a channel and give back all others; a thread goes by its parent.

        Raises: KeyError for an unknown name, Refused with 10003.
        """
        channel = self._ruling(self.channel(channel_id))
        self.change_channel(replace(channel, denied=permissions.join_bits(names)))

    def denied(self, channel: Channel) -> int:
        """The permission bits that the bot lacks here though everybody has them elsewhere."""
        return self._ruling(channel).denied

    def bot_permissions(self, channel: Channel) -> int:
        """The permission bits that the bot holds here."""
        return permissions.EVERYONE & ~self.denied(channel)

    def _ruling(self, channel: Channel) -> Channel:
        return self.channels.get(channel.parent_id or 0, channel)

    def require(self, channel: Channel, *names: str) -> None:
        """Raises: Refused with 50001 if the bot can't see the channel, 50013 if it lacks one of `names`."""
        if channel.kind == "dm":
            return
        if channel.lacks_bot:
            raise Refused(MISSING_ACCESS)
        held = self.bot_permissions(channel)
        if not held & permissions.BITS["VIEW_CHANNEL"]:
            raise Refused(MISSING_ACCESS)
        if permissions.join_bits(names) & ~held:
            raise Refused(MISSING_PERMISSIONS)

    # messages

    def messages(self, channel_id: int, user_id: int | None = None) -> list[Message]:
        """Oldest first; with a user, only what that user sees; without one, also every ephemeral message."""
        messages = self._messages[channel_id].values()
        return [message for message in messages if user_id is None or self.sees(user_id, message)]

    def sees(self, user_id: int, message: Message) -> bool:
        """Whether a user may see a message."""
        if message.addressee is not None:
            return message.addressee == user_id
        channel = self.channels.get(message.channel_id)
        return channel is not None and channel.recipient_id in (None, user_id)

    def message(self, channel_id: int, message_id: int) -> Message:
        """Any message, ephemeral ones too. Raises: Refused with 10008."""
        found = self._messages[channel_id].get(message_id)
        if found is None:
            raise Refused(UNKNOWN_MESSAGE)
        return found

    def post(self, message: Message) -> Message:
        """Add a message, which wakes an archived thread."""
        self._messages[message.channel_id][message.id] = message
        if not message.ephemeral and message.channel_id in self.channels:
            # A new message wakes an archived thread; an edit does not.
            channel = self.channels[message.channel_id]
            self.channels[channel.id] = replace(channel, last_message_id=message.id, archived=False)
        self.publish(Posted(message))
        return message

    def edit(self, message: Message) -> Message:
        """Raises: Refused with 10008 if it was deleted meanwhile."""
        self._replaced.add(self.message(message.channel_id, message.id))
        self._messages[message.channel_id][message.id] = message
        self.publish(Edited(message))
        return message

    def lately(self, message: Message) -> list[Message]:
        """The message as it is, and as it was until moments ago, the newest first: an edit takes time to be seen."""
        return [message, *(old for old in self._replaced.find(message.channel_id) if old.id == message.id)]

    def remove(self, message: Message) -> None:
        """Raises: Refused with 10008 if it is gone already."""
        self._replaced.add(self.message(message.channel_id, message.id))
        del self._messages[message.channel_id][message.id]
        self.publish(Removed(message))

    def attachment(self, channel_id: int, attachment_id: int, key: str) -> Attachment | None:
        """Return a file that a message has, or had until moments ago: a page may ask for it just after an edit."""
        for message in (*self._messages[channel_id].values(), *self._replaced.find(channel_id)):
            for file in message.attachments:
                if file.id == attachment_id and file.key == key:
                    return file
        return None
