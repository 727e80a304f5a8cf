"""The changes in the loopback Discord of which the bot's gateway and the simulated users are told."""

from dataclasses import dataclass

from playground.model.values import Channel, Json, Message, Role


class WorldEvent:
    """A change of the world."""


@dataclass(frozen=True, slots=True)
class MessageEvent(WorldEvent):
    """A change of a message: its new form or, if it was removed, its last."""

    message: Message


class Posted(MessageEvent):
    """A new message."""


class Edited(MessageEvent):
    """An edited message."""


class Removed(MessageEvent):
    """A deleted or dismissed message."""


@dataclass(frozen=True, slots=True)
class ChannelEvent(WorldEvent):
    """A change of a channel or thread: its new form or, if it was closed with all its messages, its last."""

    channel: Channel


class ChannelOpened(ChannelEvent):
    """A new channel or thread."""


class ChannelChanged(ChannelEvent):
    """A changed channel."""


class ChannelClosed(ChannelEvent):
    """A deleted channel."""


@dataclass(frozen=True, slots=True)
class RoleAdded(WorldEvent):
    """A new role of the guild."""

    role: Role


@dataclass(frozen=True, slots=True)
class ModalOpened(WorldEvent):
    """A modal that has opened for the user `user_id` alone; `modal` is Discord's modal with its `interaction_id`."""

    user_id: int
    modal: Json


class WorldChanged(WorldEvent):
    """A change to users, roles, commands, locales, DM settings or the bot's presence."""
