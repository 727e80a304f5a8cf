"""What happens in the world, for those who watch: the bot's gateway and the seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.model.values import Channel, Json, Message, Role


@dataclass(frozen=True, slots=True)
class Posted:
    """A new message."""

    message: Message


@dataclass(frozen=True, slots=True)
class Edited:
    """A message in its new form."""

    message: Message


@dataclass(frozen=True, slots=True)
class Removed:
    """A message as it was before it went, deleted or dismissed."""

    message: Message


@dataclass(frozen=True, slots=True)
class ChannelOpened:
    """A new channel or thread."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    """A channel in its new form."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelClosed:
    """A channel as it was; its messages went with it."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class RoleAdded:
    """A new role of the guild."""

    role: Role


@dataclass(frozen=True, slots=True)
class ModalOpened:
    """`modal` is Discord's modal with its `interaction_id`; it is for `user_id` alone."""

    user_id: int
    modal: Json


@dataclass(frozen=True, slots=True)
class WorldChanged:
    """Users, commands, the bot's presence or somebody's DM setting changed."""


WorldEvent = (
    Posted | Edited | Removed | ChannelOpened | ChannelChanged | ChannelClosed | RoleAdded | ModalOpened | WorldChanged
)
