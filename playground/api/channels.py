"""REST routes of channels, threads, the guild and its members."""

from dataclasses import replace

from playground.api.calls import NO_CONTENT, ApiCall, Reply, Routes
from playground.model import json_objects, permissions
from playground.model.errors import (
    MISSING_PERMISSIONS,
    THREAD_EXISTS,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_OVERWRITE,
    UNKNOWN_USER,
    Form,
    Refused,
)
from playground.model.starting_world import APPLICATION_ID, GUILD_ID
from playground.model.values import Channel
from playground.model.world import World

CHANNEL = "/channels/{channel_id}"
OVERWRITE = f"{CHANNEL}/permissions/{{overwrite_id}}"
GUILD = "/guilds/{guild_id}"
PRIVATE_THREAD = 12  # Discord's type
ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


def list_routes(world: World) -> Routes:
    """Return the handlers of the routes for channels, threads, the guild and its members."""
    served = _ChannelRoutes(world)
    return {
        ("GET", CHANNEL): served.channel,
        ("PATCH", CHANNEL): served.change,
        ("DELETE", CHANNEL): served.delete,
        ("POST", f"{CHANNEL}/threads"): served.start_thread,
        ("POST", f"{CHANNEL}/messages/{{message_id}}/threads"): served.start_thread_at,
        ("PUT", OVERWRITE): served.overwrite,
        ("DELETE", OVERWRITE): served.remove_overwrite,
        ("DELETE", f"{CHANNEL}/thread-members/@me"): served.leave,
        ("GET", f"{CHANNEL}/thread-members/{{user_id}}"): served.thread_member,
        ("POST", "/users/@me/channels"): served.open_dm,
        ("GET", GUILD): served.guild,
        ("GET", f"{GUILD}/threads/active"): served.active_threads,
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
        """Change a thread of the bot's, or a channel for which it has the permission.

        The author of a thread may lock it, but needs Manage Threads to write there then (discord-api-docs#7407).
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
            locked=body.get("locked", channel.locked),
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
        is_private = thread_id is None and body.get("type") == PRIVATE_THREAD
        self._world.require(parent, "CREATE_PRIVATE_THREADS" if is_private else "CREATE_PUBLIC_THREADS")
        form = Form()
        form.length(("name",), body.get("name"), 1, 100)
        minutes = body.get("auto_archive_duration") or 1440
        form.choice(("auto_archive_duration",), minutes, ARCHIVE_MINUTES)
        form.refuse()
        thread = self._world.add_thread(
            str(body["name"]), parent.id, APPLICATION_ID, thread_id=thread_id, is_private=is_private
        )
        thread = self._world.change_channel(replace(thread, auto_archive_minutes=minutes, is_hidden=False))
        return Reply(201, json_objects.write_channel(self._world, thread))

    def leave(self, call: ApiCall) -> Reply:
        """Take the bot out of a private thread; in public ones, everybody stays."""
        channel = self._require_seen(call)
        self._world.change_channel(replace(channel, is_hidden=channel.is_private))
        return NO_CONTENT

    def thread_member(self, call: ApiCall) -> Reply:
        """Return a member of a thread. Raises: Refused with 10007 if they aren't in it; in public ones, all are."""
        channel = self._require_seen(call)
        user = call.path["user_id"]
        if user in ("@me", str(APPLICATION_ID)) and channel.is_hidden:
            raise Refused(UNKNOWN_MEMBER)
        member = APPLICATION_ID if user == "@me" else self._world.user(call.snowflake("user_id")).id
        if channel.is_private and member not in {APPLICATION_ID, channel.owner_id, *channel.members}:
            raise Refused(UNKNOWN_MEMBER)
        return Reply(200, json_objects.write_thread_member(channel, member))

    def overwrite(self, call: ApiCall) -> Reply:
        """Take permissions away from the bot in a channel; allowing some there changes nothing.

        https://docs.discord.com/developers/resources/channel#edit-channel-permissions
        """
        channel, body = self._require_own_overwrite(call), call.form()
        denied, allowed = int(body.get("deny") or 0), int(body.get("allow") or 0)
        if (denied | allowed) & ~(permissions.EVERYONE | self._world.granted):
            raise Refused(MISSING_PERMISSIONS)
        self._world.change_channel(replace(channel, denied=denied))
        return NO_CONTENT

    def remove_overwrite(self, call: ApiCall) -> Reply:
        """Give the bot back what was denied to it in a channel. Raises: Refused with 10009 if nothing was."""
        channel = self._require_own_overwrite(call)
        if not channel.denied:
            raise Refused(UNKNOWN_OVERWRITE)
        self._world.change_channel(replace(channel, denied=0))
        return NO_CONTENT

    def _require_own_overwrite(self, call: ApiCall) -> Channel:
        channel = self._require_seen(call)
        self._world.require(channel, "MANAGE_ROLES")
        if channel.kind not in ("text", "voice"):
            raise Refused(UNKNOWN_CHANNEL)
        if call.snowflake("overwrite_id") != APPLICATION_ID:
            raise Refused(UNKNOWN_OVERWRITE)
        return channel

    def active_threads(self, call: ApiCall) -> Reply:
        """List the threads that aren't archived and that the bot sees, newest first."""
        self._require_own_guild(call)
        threads = [each for each in self._world.channels.values() if each.kind == "thread" and not each.archived]
        shown = sorted(filter(self._world.shows_bot, threads), key=lambda each: each.id, reverse=True)
        members = [json_objects.write_thread_member(each, APPLICATION_ID) for each in shown if not each.is_hidden]
        listed = [json_objects.write_channel(self._world, each) for each in shown]
        return Reply(200, {"threads": listed, "members": members, "has_more": False})

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

    def member(self, call: ApiCall) -> Reply:
        self._require_own_guild(call)
        try:
            return Reply(200, json_objects.write_member(self._world, self._world.user(call.snowflake("user_id"))))
        except Refused:
            raise Refused(UNKNOWN_MEMBER) from None
