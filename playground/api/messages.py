"""REST routes of messages in channels; ephemeral messages can't be reached through them."""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from playground.api.calls import NO_CONTENT, ApiCall, Reply, Routes
from playground.interactions import posting
from playground.model import json_messages, permissions
from playground.model.errors import (
    DMS_CLOSED,
    FOREIGN_MESSAGE,
    MISSING_PERMISSIONS,
    REPLY_UNSEEN,
    THREAD_ARCHIVED,
    TOO_MANY_OLD_EDITS,
    UNKNOWN_MESSAGE,
    Form,
    Refused,
)
from playground.model.starting_world import APPLICATION_ID
from playground.model.values import EPHEMERAL, Channel, Json, Message, Upload
from playground.model.world import World

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = f"{MESSAGES}/{{message_id}}"
REPLY = 19  # Discord's message type
NONCE_LIFE = 180  # seconds; Discord says "the past few minutes"
OLD = 3600  # seconds: edits of older messages are limited
OLD_EDITS, OLD_WINDOW = 3, 6.0  # edits of old messages allowed in a channel, within this many seconds


def list_routes(world: World) -> Routes:
    """Return the handlers of the routes for messages."""
    served = _MessageRoutes(world)
    return {
        ("POST", MESSAGES): served.create,
        ("GET", MESSAGES): served.history,
        ("GET", MESSAGE): served.get,
        ("PATCH", MESSAGE): served.edit,
        ("DELETE", MESSAGE): served.delete,
        ("POST", "/channels/{channel_id}/typing"): served.typing,
    }


class _MessageRoutes:
    def __init__(self, world: World) -> None:
        self._world = world
        self._old_edits: dict[int, deque[float]] = {}
        self._enforced: dict[object, Message] = {}  # the message that was posted with each enforced nonce

    def _show(self, message: Message) -> Reply:
        return Reply(200, json_messages.write_message(self._world, message, self._world.address))

    def _message(self, channel: Channel, message_id: int) -> Message:
        message = self._world.message(channel.id, message_id)
        if message.ephemeral:
            raise Refused(UNKNOWN_MESSAGE)
        return message

    def create(self, call: ApiCall) -> Reply:
        world, body = self._world, call.form()
        channel = world.channel(call.snowflake("channel_id"))
        if channel.kind == "dm" and channel.recipient_id in world.closed_dms:
            raise Refused(DMS_CLOSED)
        world.require_writing(channel)
        _require_attaching(world, channel, call.files)
        nonce = body.get("nonce") if body.get("enforce_nonce") else None
        if nonce is not None and (known := self._find_same_nonce(nonce)):
            return self._show(known)
        blank = self._blank(channel, body)
        body = {**body, "flags": int(body.get("flags") or 0) & ~EPHEMERAL}  # only answers to interactions can be that
        message = world.post(posting.compose(world, blank, body, call.files))
        if nonce is not None:
            self._enforced[nonce] = message
        return self._show(message)

    def _blank(self, channel: Channel, body: Json) -> Message:
        reference = self._require_reference(channel, body.get("message_reference"))
        return Message(
            id=self._world.snowflake(),
            channel_id=channel.id,
            author_id=APPLICATION_ID,
            created=self._world.now(),
            nonce=body.get("nonce"),
            reference=reference,
            kind=0 if reference is None else REPLY,
        )

    def _require_reference(self, channel: Channel, pointer: Json | None) -> int | None:
        if not pointer:
            return None
        if channel.kind != "dm" and not self._world.bot_permissions(channel) & permissions.BITS["READ_MESSAGE_HISTORY"]:
            raise Refused(REPLY_UNSEEN)
        try:
            return self._message(channel, int(pointer["message_id"])).id
        except Refused:
            if not pointer.get("fail_if_not_exists", True):
                return None
            form = Form()
            form.wrong(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
            form.refuse()
            raise

    def _find_same_nonce(self, nonce: object) -> Message | None:
        """Return the bot's message with this nonce of the past minutes, in any channel; it may be deleted by now."""
        oldest = self._world.now() - NONCE_LIFE
        self._enforced = {each: message for each, message in self._enforced.items() if message.created >= oldest}
        return self._enforced.get(nonce)

    def history(self, call: ApiCall) -> Reply:
        channel = self._world.channel(call.snowflake("channel_id"))
        self._world.require(channel)
        found: list[Message] = []
        if channel.kind == "dm" or self._world.bot_permissions(channel) & permissions.BITS["READ_MESSAGE_HISTORY"]:
            found = _choose_page([each for each in self._world.messages(channel.id) if not each.ephemeral], call)
        return Reply(200, [json_messages.write_message(self._world, each, self._world.address) for each in found])

    def get(self, call: ApiCall) -> Reply:
        channel = self._world.channel(call.snowflake("channel_id"))
        self._world.require(channel, "READ_MESSAGE_HISTORY")
        return self._show(self._message(channel, call.snowflake("message_id")))

    def edit(self, call: ApiCall) -> Reply:
        world = self._world
        channel = world.channel(call.snowflake("channel_id"))
        world.require(channel)
        message = self._message(channel, call.snowflake("message_id"))
        if message.author_id != APPLICATION_ID:
            raise Refused(FOREIGN_MESSAGE)
        if channel.archived:
            raise Refused(THREAD_ARCHIVED)
        _require_attaching(world, channel, call.files)
        self._require_recent(message)
        return self._show(world.edit(posting.revise(world, message, call.form(), call.files)))

    def _require_recent(self, message: Message) -> None:
        now = self._world.now()
        if now - message.created < OLD:
            return
        edits = self._old_edits.setdefault(message.channel_id, deque())
        while edits and edits[0] < now - OLD_WINDOW:
            edits.popleft()
        if len(edits) >= OLD_EDITS:
            raise Refused(TOO_MANY_OLD_EDITS)
        edits.append(now)

    def delete(self, call: ApiCall) -> Reply:
        channel = self._world.channel(call.snowflake("channel_id"))
        self._world.require(channel)
        message = self._message(channel, call.snowflake("message_id"))
        if message.author_id != APPLICATION_ID:
            if channel.kind == "dm":
                raise Refused(MISSING_PERMISSIONS)
            self._world.require(channel, "MANAGE_MESSAGES")
        self._world.remove(message)
        return NO_CONTENT

    def typing(self, call: ApiCall) -> Reply:
        """Show that the bot is typing; whether Discord refuses that in a locked thread is unknown."""
        channel = self._world.channel(call.snowflake("channel_id"))
        self._world.require_writing(replace(channel, locked=False))
        return NO_CONTENT


def _require_attaching(world: World, channel: Channel, files: Sequence[Upload]) -> None:
    if files:
        world.require(channel, "ATTACH_FILES")


def _choose_page(messages: list[Message], call: ApiCall) -> list[Message]:
    """Return a page of these messages, newest first, as the call's `limit`, `after` and `before` choose it."""
    limit = int(call.query.get("limit", 50))
    if "after" in call.query:
        later = [each for each in messages if each.id > int(call.query["after"])]
        return later[:limit][::-1]
    before = int(call.query.get("before", 1 << 63))
    return [each for each in messages if each.id < before][::-1][:limit]
