"""The state of the loopback Discord: what exists, and who may see and do what."""

import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from dataclasses import replace

from playground.model import permissions
from playground.model.errors import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    THREAD_LOCKED,
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

MOMENTS = 10.0  # seconds for which a replaced message can still be tapped and its files loaded


DISCORD_EPOCH = 1_420_070_400  # seconds since the Unix epoch; snowflakes count milliseconds from here
AVATARS = ("#b8860b", "#3f7f7f", "#8a4a6b", "#4f6d8f")


class World:
    """Everything that Discord stores. Every change is told to the `listeners` at once, in the order they were added."""

    def __init__(self) -> None:
        self.address = ""  # put before a file's path; empty until the server listens
        self.guild_name = "The Rackety club"
        self.owner_id = ANA_ID
        self.other_servers = 0  # how many more the bot is a member of; nobody is there
        self.bot = BOT
        self.bot_online = False
        self.users: dict[int, User] = {}
        self.channels: dict[int, Channel] = {channel.id: channel for channel in CHANNELS}
        self.dm_channels: dict[int, int] = {}
        self.closed_dms: set[int] = set()
        self.locale = LOCALE  # the guild's
        self.locales: dict[int, str] = {}  # only of users who set one
        self.commands: dict[int, Json] = {}
        self.emojis: dict[int, ApplicationEmoji] = {}
        self.roles: dict[int, Role] = {}
        self.held_roles: dict[int, set[int]] = defaultdict(set)
        self.granted = 0  # bits of the permissions that the bot's own role has beyond those of @everyone
        self.listeners: list[Callable[[WorldEvent], None]] = []
        self._messages: dict[int, dict[int, Message]] = defaultdict(dict)
        self._replaced: deque[tuple[float, Message]] = deque()  # and when each was
        self._last_snowflake = 0
        self._ahead = 0.0
        for user in USERS:
            self._register(user, user.id + DM_OFFSET)

    def now(self) -> float:
        """Return the simulated time in seconds since the epoch: the real time plus what was skipped."""
        return time.time() + self._ahead

    def skip(self, seconds: float) -> None:
        """Advance the simulated clock by this many seconds, so that tokens expire and messages age."""
        self._ahead += seconds

    def snowflake(self) -> int:
        """Return a new id above all earlier ones; like Discord's, it encodes the time in milliseconds."""
        fresh = int((self.now() - DISCORD_EPOCH) * 1000) << 22
        self._last_snowflake = max(fresh, self._last_snowflake + 1)
        return self._last_snowflake

    def publish(self, event: WorldEvent) -> None:
        """Call every listener with the event, in the order they were added."""
        for listener in tuple(self.listeners):
            listener(event)

    # Users.

    def add_user(self, name: str) -> User:
        """Add a new member of the guild, with a DM channel, and return it."""
        user = User(self.snowflake(), name, AVATARS[len(self.users) % len(AVATARS)])
        self._register(user, self.snowflake())
        self.publish(WorldChanged())
        return user

    def _register(self, user: User, dm_id: int) -> None:
        self.users[user.id] = user
        self.dm_channels[user.id] = dm_id
        self.channels[dm_id] = Channel(id=dm_id, name=self.bot.name, kind="dm", recipient_id=user.id)

    def user(self, user_id: int) -> User:
        """Return the bot or the user with this id. Raises: Refused with 10013 if there's none."""
        if user_id == self.bot.id:
            return self.bot
        if user_id not in self.users:
            raise Refused(UNKNOWN_USER)
        return self.users[user_id]

    def set_dms(self, user_id: int, *, are_open: bool) -> None:
        """Allow or forbid direct messages from the bot to this user."""
        (self.closed_dms.discard if are_open else self.closed_dms.add)(user_id)
        self.publish(WorldChanged())

    def locale_of(self, user: User) -> str:
        """Return the language of a user's Discord."""
        return self.locales.get(user.id, LOCALE)

    def set_locale(self, user_id: int, locale: str) -> None:
        """Set the language of a user's Discord. Raises: ValueError if Discord doesn't have it."""
        if locale not in LOCALES:
            raise ValueError(locale)
        self.locales[user_id] = locale
        self.publish(WorldChanged())

    def set_bot_online(self, *, online: bool) -> None:
        """Record whether the bot has any open gateway socket."""
        if online != self.bot_online:
            self.bot_online = online
            self.publish(WorldChanged())

    # Channels.

    def channel(self, channel_id: int) -> Channel:
        """Return the channel with this id. Raises: Refused with 10003 if there's none."""
        if channel_id not in self.channels:
            raise Refused(UNKNOWN_CHANNEL)
        return self.channels[channel_id]

    def add_channel(self, name: str, kind: ChannelKind = "text") -> Channel:
        """Add and return a text or voice channel of the guild, or a group or another server's, both without the bot."""
        channel = Channel(id=self.snowflake(), name=name, kind=kind, position=len(self.channels))
        return self._open(channel)

    def add_thread(
        self, name: str, parent_id: int, owner_id: int, *, thread_id: int | None = None, is_private: bool = False
    ) -> Channel:
        """Add a thread, on a message if `thread_id` is its id; a private one is hidden until `let_bot_in`."""
        ident = thread_id or self.snowflake()
        thread = Channel(id=ident, name=name, kind="thread", parent_id=parent_id, owner_id=owner_id)
        return self._open(replace(thread, is_private=is_private, is_hidden=is_private))

    def let_bot_in(self, thread: Channel) -> Channel:
        """Add the bot to a private thread, as a mention of it does, and return the thread."""
        return self._open(replace(thread, is_hidden=False))

    def _open(self, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        self.publish(ChannelOpened(channel))
        return channel

    def change_channel(self, channel: Channel) -> Channel:
        """Replace the stored channel that has the same id with this one, and return it."""
        self.channels[channel.id] = channel
        self.publish(ChannelChanged(channel))
        return channel

    def close_channel(self, channel: Channel) -> None:
        """Delete a channel and its messages."""
        del self.channels[channel.id]
        self._messages.pop(channel.id, None)
        self.publish(ChannelClosed(channel))

    def channels_of(self, user_id: int) -> list[Channel]:
        """Return the channels that this user sees, the user's DM with the bot last."""
        seen = [channel for channel in self.channels.values() if self._is_seen_by(user_id, channel)]
        return sorted(seen, key=lambda channel: channel.kind == "dm")

    def _is_seen_by(self, user_id: int, channel: Channel) -> bool:
        """Return whether a user sees a channel; the guild's owner sees all of them."""
        if channel.recipient_id is not None:
            return channel.recipient_id == user_id
        is_member = not channel.is_private or user_id in {channel.owner_id, *channel.members}
        return user_id == self.owner_id or (is_member and user_id not in self._ruling(channel).excluded)

    # Roles.

    def add_role(self, name: str) -> Role:
        """Add a role to the guild and return it; nobody has it yet."""
        role = Role(self.snowflake(), name)
        self.roles[role.id] = role
        self.publish(RoleAdded(role))
        self.publish(WorldChanged())
        return role

    def give_role(self, user_id: int, role: Role) -> None:
        """Give a role to a member."""
        self.held_roles[user_id].add(role.id)

    # Permissions.

    def held(self, user_id: int, kind: ChannelKind) -> int:
        """Return the permission bits that a user has in channels of this kind; 0 in DMs and groups. Roles add none."""
        if kind in ("dm", "group"):
            return 0
        is_owner = user_id == self.owner_id and kind != "away"
        return permissions.OWNER if is_owner else permissions.EVERYONE

    def deny(self, channel_id: int, names: Iterable[str]) -> None:
        """Deny the bot exactly these permissions in a channel, or in a thread's parent.

        Raises: KeyError for an unknown name, Refused with 10003 for an unknown channel.
        """
        channel = self._ruling(self.channel(channel_id))
        self.change_channel(replace(channel, denied=permissions.join_bits(names)))

    def denied(self, channel: Channel) -> int:
        """Return the permission bits denied to the bot in a channel, or for a thread in its parent."""
        return self._ruling(channel).denied

    def bot_permissions(self, channel: Channel) -> int:
        """Return the permission bits that the bot has in a channel."""
        return (permissions.EVERYONE | self.granted) & ~self.denied(channel)

    def _ruling(self, channel: Channel) -> Channel:
        return self.channels.get(channel.parent_id or channel.id, channel)

    def _has(self, channel: Channel, *names: str) -> bool:
        return not permissions.join_bits(names) & ~self.bot_permissions(channel)

    def shows_bot(self, channel: Channel) -> bool:
        """Return whether the bot sees a channel; moderators see all private threads."""
        seeing = ["VIEW_CHANNEL", *(["CONNECT"] if channel.kind == "voice" else [])]  # discord-api-docs#5111
        is_hidden = channel.is_hidden and not self._has(channel, "MANAGE_THREADS")
        return not channel.lacks_bot and not is_hidden and self._has(channel, *seeing)

    def require(self, channel: Channel, *names: str) -> None:
        """Check that the bot sees a channel and has these permissions there; in DMs it has all.

        Raises: Refused with 50001 if it can't see the channel, 50013 if it lacks one of `names`.
        """
        if channel.kind == "dm":
            return
        if not self.shows_bot(channel):
            raise Refused(MISSING_ACCESS)
        if not self._has(channel, *names):
            raise Refused(MISSING_PERMISSIONS)

    def require_writing(self, channel: Channel) -> None:
        """Check that the bot may send messages in a channel.

        Raises: Refused as `require`, and with 160005 in a locked thread that the bot can't moderate.
        """
        self.require(channel, "SEND_MESSAGES_IN_THREADS" if channel.kind == "thread" else "SEND_MESSAGES")
        if channel.locked and not self._has(channel, "MANAGE_THREADS"):
            raise Refused(THREAD_LOCKED)

    # Messages.

    def messages(self, channel_id: int, user_id: int | None = None) -> list[Message]:
        """Return a channel's messages, oldest first: those that this user sees, or without a user all of them."""
        messages = self._messages[channel_id].values()
        return [message for message in messages if user_id is None or self.sees(user_id, message)]

    def sees(self, user_id: int, message: Message) -> bool:
        """Return whether a user may see a message: an ephemeral one if addressed to them, a DM if it's theirs."""
        if message.addressee is not None:
            return message.addressee == user_id
        channel = self.channels.get(message.channel_id)
        return channel is not None and channel.recipient_id in (None, user_id)

    def message(self, channel_id: int, message_id: int) -> Message:
        """Return a message, ephemeral or not. Raises: Refused with 10008 if there's none."""
        found = self._messages[channel_id].get(message_id)
        if found is None:
            raise Refused(UNKNOWN_MESSAGE)
        return found

    def post(self, message: Message) -> Message:
        """Add a message and return it; unless it's ephemeral, this unarchives its thread."""
        self._messages[message.channel_id][message.id] = message
        if not message.ephemeral and message.channel_id in self.channels:
            # Discord unarchives a thread for a new message, but not for an edit.
            channel = self.channels[message.channel_id]
            self.channels[channel.id] = woken = replace(channel, last_message_id=message.id, archived=False)
            if channel.archived:
                self.publish(ChannelChanged(woken))
        self.publish(Posted(message))
        return message

    def _replace(self, message: Message) -> None:
        """Keep a message that is about to be edited or deleted, as clients show that with a delay."""
        self._replaced.append((self.now(), self.message(message.channel_id, message.id)))
        while self._replaced[0][0] < self.now() - MOMENTS:
            self._replaced.popleft()

    def _find_replaced(self, channel_id: int) -> list[Message]:
        since = self.now() - MOMENTS
        return [old for at, old in reversed(self._replaced) if at >= since and old.channel_id == channel_id]

    def edit(self, message: Message) -> Message:
        """Replace the stored message with the same id; return the new one. Raises: Refused with 10008 for none."""
        self._replace(message)
        self._messages[message.channel_id][message.id] = message
        self.publish(Edited(message))
        return message

    def lately(self, message: Message) -> list[Message]:
        """Return the message, then its versions that were replaced in the last ten seconds, newest first."""
        return [message, *(old for old in self._find_replaced(message.channel_id) if old.id == message.id)]

    def remove(self, message: Message) -> None:
        """Delete a message. Raises: Refused with 10008 if it was already deleted."""
        self._replace(message)
        del self._messages[message.channel_id][message.id]
        self.publish(Removed(message))

    def attachment(self, channel_id: int, attachment_id: int, key: str) -> Attachment | None:
        """Return a file of a channel's messages, or of those just replaced; None for a wrong id or `key`."""
        for message in (*self._messages[channel_id].values(), *self._find_replaced(channel_id)):
            for file in message.attachments:
                if file.id == attachment_id and file.key == key:
                    return file
        return None
