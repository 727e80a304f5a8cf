"""REST routes of channels, threads, the guild and its members."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from playground.api.calls import NO_CONTENT, ApiCall, Reply
from playground.model import json_objects
from playground.model.errors import (
    THREAD_EXISTS,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    Form,
    Refused,
)
from playground.model.starting_world import APPLICATION_ID, GUILD_ID

if TYPE_CHECKING:
    from playground.model.values import Channel
    from playground.model.world import World

CHANNEL = "/channels/{channel_id}"
GUILD = "/guilds/{guild_id}"
ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


def list_routes(world: World) -> dict[tuple[str, str], Any]:
    """Return the handlers of the routes for channels, threads, the guild and its members.

    Keys are pairs of HTTP method and Discord's path template.
    """
    served = _ChannelRoutes(world)
    return {
        ("GET", CHANNEL): served.channel,
        ("PATCH", CHANNEL): served.change,
        ("DELETE", CHANNEL): served.delete,
        ("POST", f"{CHANNEL}/threads"): served.start_thread,
        ("POST", f"{CHANNEL}/messages/{{message_id}}/threads"): served.start_thread_at,
        ("PUT", f"{CHANNEL}/thread-members/@me"): served.join,
        ("PUT", f"{CHANNEL}/thread-members/{{user_id}}"): served.join,
        ("POST", "/users/@me/channels"): served.open_dm,
        ("GET", GUILD): served.guild,
        ("GET", f"{GUILD}/channels"): served.guild_channels,
        ("GET", f"{GUILD}/roles"): served.roles,
        ("GET", f"{GUILD}/members/{{user_id}}"): served.member,
    }


class _ChannelRoutes:
    def __init__(self, world: World) -> None:
        self._world = world

    def _require_seen(self, call: ApiCall) -> Channel:
        channel = self._world.channel(call.snowflake("channel_id"))
        self._world.require(channel)
        return channel

    def channel(self, call: ApiCall) -> Reply:
        return Reply(200, json_objects.write_channel(self._world, self._require_seen(call)))

    def change(self, call: ApiCall) -> Reply:
        """Change a thread of the bot's: its name, whether it's archived, or after how many idle minutes it will be.

        Raises: Refused with 50013 for other channels, which need a permission that the bot doesn't have.
        """
        channel, body = self._require_seen(call), call.form()
        if channel.kind != "thread" or channel.owner_id != APPLICATION_ID:
            self._world.require(channel, "MANAGE_THREADS" if channel.kind == "thread" else "MANAGE_CHANNELS")
        form = Form()
        if "name" in body:
            form.length(("name",), body["name"], 1, 100)
        minutes = body.get("auto_archive_duration", channel.auto_archive_minutes)
        form.choice(("auto_archive_duration",), minutes, ARCHIVE_MINUTES)
        form.refuse()
        changed = replace(
            channel,
            name=body.get("name", channel.name),
            archived=body.get("archived", channel.archived),
            auto_archive_minutes=minutes,
        )
        return Reply(200, json_objects.write_channel(self._world, self._world.change_channel(changed)))

    def delete(self, call: ApiCall) -> Reply:
        channel = self._require_seen(call)
        if channel.kind != "dm":
            self._world.require(channel, "MANAGE_THREADS" if channel.kind == "thread" else "MANAGE_CHANNELS")
            self._world.close_channel(channel)
        return Reply(200, json_objects.write_channel(self._world, channel))

    def start_thread(self, call: ApiCall) -> Reply:
        return self._start(call, None)

    def start_thread_at(self, call: ApiCall) -> Reply:
        """Start a thread on a message, with the message's id. Raises: Refused with 160004 if the message has one."""
        message = self._world.message(call.snowflake("channel_id"), call.snowflake("message_id"))
        if message.id in self._world.channels:
            raise Refused(THREAD_EXISTS)
        return self._start(call, message.id)

    def _start(self, call: ApiCall, thread_id: int | None) -> Reply:
        parent, body = self._require_seen(call), call.form()
        if parent.kind != "text":
            raise Refused(UNKNOWN_CHANNEL)
        self._world.require(parent, "CREATE_PUBLIC_THREADS")
        form = Form()
        form.length(("name",), body.get("name"), 1, 100)
        minutes = body.get("auto_archive_duration") or 1440
        form.choice(("auto_archive_duration",), minutes, ARCHIVE_MINUTES)
        form.refuse()
        thread = self._world.add_thread(str(body["name"]), parent.id, APPLICATION_ID, thread_id=thread_id)
        thread = self._world.change_channel(replace(thread, auto_archive_minutes=minutes))
        return Reply(201, json_objects.write_channel(self._world, thread))

    def join(self, call: ApiCall) -> Reply:
        self._require_seen(call)
        return NO_CONTENT

    def open_dm(self, call: ApiCall) -> Reply:
        recipient = int(call.form().get("recipient_id") or 0)
        if recipient not in self._world.users:
            raise Refused(UNKNOWN_USER)
        return Reply(
            200, json_objects.write_channel(self._world, self._world.channel(self._world.dm_channels[recipient]))
        )

    def _require_own_guild(self, call: ApiCall) -> None:
        if call.snowflake("guild_id") != GUILD_ID:
            raise Refused(UNKNOWN_GUILD)

    def guild(self, call: ApiCall) -> Reply:
        self._require_own_guild(call)
        return Reply(200, json_objects.write_guild(self._world))

    def guild_channels(self, call: ApiCall) -> Reply:
        self._require_own_guild(call)
        listed = (one for one in self._world.channels.values() if one.kind in ("text", "voice"))
        return Reply(200, [json_objects.write_channel(self._world, one) for one in listed])

    def roles(self, call: ApiCall) -> Reply:
        self._require_own_guild(call)
        return Reply(200, json_objects.write_roles(self._world))

    def member(self, call: ApiCall) -> Reply:
        self._require_own_guild(call)
        try:
            return Reply(200, json_objects.write_member(self._world, self._world.user(call.snowflake("user_id"))))
        except Refused:
            raise Refused(UNKNOWN_MEMBER) from None
