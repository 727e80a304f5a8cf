"""The changes in the loopback Discord of which the bot's gateway and the simulated users are told."""

from dataclasses import dataclass

from playground.model.values import Channel, Json, Message, Role


@dataclass(frozen=True, slots=True)
class Posted:
    """A new message."""

    message: Message


@dataclass(frozen=True, slots=True)
class Edited:
    """An edited message, in its new form."""

    message: Message


@dataclass(frozen=True, slots=True)
class Removed:
    """A deleted or dismissed message, as it last was."""

    message: Message


@dataclass(frozen=True, slots=True)
class ChannelOpened:
    """A new channel or thread."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    """A changed channel, in its new form."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelClosed:
    """A deleted channel, as it last was; its messages are deleted too."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class RoleAdded:
    """A new role of the guild."""

    role: Role


@dataclass(frozen=True, slots=True)
class ModalOpened:
    """A modal that has opened for the user `user_id` alone; `modal` is Discord's modal with its `interaction_id`."""

    user_id: int
    modal: Json


@dataclass(frozen=True, slots=True)
class WorldChanged:
    """A change to users, roles, commands, locales, DM settings or the bot's presence."""


WorldEvent = (
    Posted | Edited | Removed | ChannelOpened | ChannelChanged | ChannelClosed | RoleAdded | ModalOpened | WorldChanged
)
