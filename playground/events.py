"""What happens in the world, for those who watch: the bot's gateway and the seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .values import Channel, Json, Message


@dataclass(frozen=True, slots=True)
class Posted:
    message: Message


@dataclass(frozen=True, slots=True)
class Edited:
    message: Message


@dataclass(frozen=True, slots=True)
class Removed:
    message: Message


@dataclass(frozen=True, slots=True)
class ChannelOpened:
    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelChanged:
    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelClosed:
    channel: Channel


@dataclass(frozen=True, slots=True)
class ModalOpened:
    """`modal` is Discord's modal with its `interaction_id`; it is for `user_id` alone."""

    user_id: int
    modal: Json


@dataclass(frozen=True, slots=True)
class WorldChanged:
    """Users, commands, the bot's presence or somebody's DM setting changed."""


Event = Posted | Edited | Removed | ChannelOpened | ChannelChanged | ChannelClosed | ModalOpened | WorldChanged
