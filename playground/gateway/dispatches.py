"""The gateway events (dispatches) that the bot is sent for a change, by its intents; none for ephemeral messages."""

from dataclasses import dataclass

from playground.model import json_messages, json_objects, permissions
from playground.model.events import (
    ChannelChanged,
    ChannelClosed,
    ChannelEvent,
    ChannelOpened,
    Edited,
    MessageEvent,
    Posted,
    Removed,
    RoleAdded,
    WorldEvent,
)
from playground.model.starting_world import APPLICATION_ID, GUILD_ID
from playground.model.values import Channel, Json, Message
from playground.model.world import World

GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12
MEMBERS, PRESENCES, MESSAGE_CONTENT = 1 << 1, 1 << 8, 1 << 15
PRIVILEGED = MEMBERS | PRESENCES | MESSAGE_CONTENT

NAMES = {Posted: "MESSAGE_CREATE", Edited: "MESSAGE_UPDATE"}
CHANNEL_NAMES = {ChannelOpened: "CREATE", ChannelChanged: "UPDATE", ChannelClosed: "DELETE"}


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A gateway event: its name and its data."""

    name: str
    payload: Json


def make_dispatches(world: World, event: WorldEvent, intents: int) -> list[Dispatch]:
    """Return the gateway events, in order, of a change for a session with these intents."""
    if isinstance(event, MessageEvent):
        return _make_message_dispatches(world, event, intents)
    if isinstance(event, ChannelEvent) and intents & GUILDS:
        return _make_channel_dispatches(world, event)
    if isinstance(event, RoleAdded) and intents & GUILDS:
        role = json_objects.write_role(event.role.id, event.role.name, len(world.roles) + 1, managed=False)
        return [Dispatch("GUILD_ROLE_CREATE", {"guild_id": str(GUILD_ID), "role": role})]
    return []


def find_server(payload: Json) -> int:
    """Return the id of the server that an event happens on; 0 for none, or one that the bot isn't a member of."""
    return GUILD_ID if payload.get("guild_id") == str(GUILD_ID) else 0


def _make_channel_dispatches(world: World, event: ChannelEvent) -> list[Dispatch]:
    if event.channel.kind == "dm" or event.channel.lacks_bot or event.channel.is_hidden:
        return []
    subject = "THREAD" if event.channel.kind == "thread" else "CHANNEL"
    return [Dispatch(f"{subject}_{CHANNEL_NAMES[type(event)]}", json_objects.write_channel(world, event.channel))]


def _make_message_dispatches(world: World, event: MessageEvent, intents: int) -> list[Dispatch]:
    message = event.message
    channel = world.channels.get(message.channel_id)
    if message.ephemeral or channel is None or channel.lacks_bot or not _is_heard(world, channel, intents):
        return []
    guild: Json = {} if channel.kind == "dm" else {"guild_id": str(GUILD_ID)}
    if isinstance(event, Removed):
        gone = {"id": str(message.id), "channel_id": str(message.channel_id), **guild}
        return [Dispatch("MESSAGE_DELETE", gone)]
    payload = {**_hide_content(world, message, channel), **guild}
    if guild:
        payload["member"] = json_objects.write_member(world, world.user(message.author_id))
    return [Dispatch(NAMES[type(event)], payload)]


def _is_heard(world: World, channel: Channel, intents: int) -> bool:
    if channel.kind == "dm":
        return bool(intents & DIRECT_MESSAGES)
    seen = world.bot_permissions(channel) & permissions.BITS["VIEW_CHANNEL"]
    return bool(intents & GUILD_MESSAGES and seen)


def _hide_content(world: World, message: Message, channel: Channel) -> Json:
    """Return the message's JSON, without its content unless it's the bot's own, in a DM, or mentions the bot."""
    shape = json_messages.write_message(world, message, world.address)
    if channel.kind == "dm" or message.author_id == APPLICATION_ID or APPLICATION_ID in message.mentions:
        return shape
    return {**shape, "content": "", "embeds": [], "attachments": [], "components": []}
