"""The page's websocket: JSON frames to and from one seat. The protocol stands in docs/playground.md."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from . import inputs
from .events import (
    ChannelChanged,
    ChannelClosed,
    ChannelOpened,
    Edited,
    Event,
    ModalOpened,
    Posted,
    Removed,
    WorldChanged,
)
from .refusals import Refused
from .seat import InteractionFailed, Seat
from .shown import Modal
from .world import GUILD_ID, World

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .values import Json, User

HISTORY = 100  # messages a channel that a page gets at its start


class Page:
    """One browser's connection to one seat."""

    def __init__(self, world: World, seat: Seat) -> None:
        self._world = world
        self._seat = seat
        self._outgoing: asyncio.Queue[Json] = asyncio.Queue()
        self._running: set[asyncio.Task[None]] = set()
        self._asking: str | None = None
        self._ops: dict[str, Callable[[Json], Awaitable[Json] | Json]] = {
            "command": self._command,
            "autocomplete": self._autocomplete,
            "component": self._component,
            "submit": self._submit,
            "close_modal": self._close_modal,
            "dismiss": self._dismiss,
            "delete": self._delete,
            "say": self._say,
            "dms": self._dms,
            "permissions": self._permissions,
        }

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(heartbeat=30, max_msg_size=1 << 20)
        await ws.prepare(request)
        self._greet()
        self._seat.watchers.append(self._watch)
        pump = asyncio.create_task(self._pump(ws))
        try:
            async for message in ws:
                if message.type is WSMsgType.TEXT:
                    self._start(message.data)
        finally:
            self._seat.watchers.remove(self._watch)
            for task in (pump, *self._running):
                task.cancel()
        return ws

    async def _pump(self, ws: web.WebSocketResponse) -> None:
        while not ws.closed:
            frame = await self._outgoing.get()
            try:
                await ws.send_str(json.dumps(frame, ensure_ascii=False, separators=(",", ":")))
            except ConnectionError:
                return

    # to the page

    def _tell(self, op: str, **fields: Any) -> None:
        self._outgoing.put_nowait({"op": op, **fields})

    def _greet(self) -> None:
        self._tell_world()
        for channel in self._seat.channels:
            self._tell_history(channel.id)
        if self._seat.modal is not None:
            self._tell("modal", nonce=None, modal=self._seat.modal.json)

    def _tell_history(self, channel_id: int) -> None:
        shown = [each.json for each in self._seat.messages(channel_id)[-HISTORY:]]
        self._tell("messages", channel_id=str(channel_id), messages=shown)

    def _tell_world(self) -> None:
        world, seat = self._world, self._seat
        self._tell(
            "world",
            you=_user(seat.user),
            users=[_user(user) for user in world.users.values()],
            guild={"id": str(GUILD_ID), "name": world.guild_name},
            channels=[
                {"id": str(one.id), "name": one.name, "kind": one.kind, "parent_id": _id(one.parent_id)}
                for one in seat.channels
            ],
            bot={"id": str(world.bot.id), "name": world.bot.name, "online": world.bot_online},
            commands=_typeable(list(world.commands.values())),
            dms_open=seat.user.id not in world.closed_dms,
        )

    def _watch(self, event: Event) -> None:
        if isinstance(event, (Posted, Edited)):
            self._tell("message", message=self._seat.shown(event.message).json)
        elif isinstance(event, Removed):
            self._tell("gone", channel_id=str(event.message.channel_id), message_id=str(event.message.id))
        elif isinstance(event, ModalOpened):
            self._tell("modal", nonce=self._asking, modal=event.modal)
        elif isinstance(event, (WorldChanged, ChannelOpened, ChannelChanged, ChannelClosed)):
            self._tell_world()
            if isinstance(event, ChannelOpened):
                self._tell_history(event.channel.id)

    # from the page

    def _start(self, text: str) -> None:
        task = asyncio.create_task(self._obey(text))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _obey(self, text: str) -> None:
        """Answers with done, choices, failed or refused, and with the nonce that the page made."""
        nonce = None
        try:
            frame = json.loads(text)
            nonce = frame.get("nonce")
            self._asking = nonce
            answer = self._ops[frame["op"]](frame)
            self._tell(**(answer if isinstance(answer, dict) else await answer), nonce=nonce)
        except InteractionFailed as failed:
            self._tell("failed", nonce=nonce, text=str(failed))
        except (inputs.InputRefused, Refused, LookupError) as refused:
            self._tell("refused", nonce=nonce, text=_sentence(refused))
        except (ValueError, TypeError, AttributeError):
            self._tell("refused", nonce=nonce, text="The playground can't read that.")

    async def _command(self, frame: Json) -> Json:
        await self._seat.command(frame["name"], int(frame["channel_id"]), frame.get("options") or {})
        return {"op": "done"}

    async def _autocomplete(self, frame: Json) -> Json:
        place, options = int(frame["channel_id"]), frame.get("options") or {}
        choices = await self._seat.autocomplete(frame["name"], frame["focused"], place, options)
        return {"op": "choices", "choices": choices}

    async def _component(self, frame: Json) -> Json:
        values = [str(each) for each in frame.get("values") or ()]
        await self._seat.select(int(frame["message_id"]), frame["custom_id"], values, int(frame["channel_id"]))
        return {"op": "done"}

    async def _submit(self, frame: Json) -> Json:
        modal = Modal({"interaction_id": frame["interaction_id"]})
        await self._seat.submit(modal, frame.get("values") or {})
        return {"op": "done"}

    def _close_modal(self, _: Json) -> Json:
        self._seat.close_modal()
        return {"op": "done"}

    def _dismiss(self, frame: Json) -> Json:
        message_id = int(frame["message_id"])
        shown = next((each for each in self._seat.everything() if each.id == message_id), message_id)
        self._seat.dismiss(shown)
        return {"op": "done"}

    def _delete(self, frame: Json) -> Json:
        self._seat.delete(int(frame["message_id"]), int(frame["channel_id"]))
        return {"op": "done"}

    def _say(self, frame: Json) -> Json:
        self._seat.say(str(frame["content"]), int(frame["channel_id"]))
        return {"op": "done"}

    def _dms(self, frame: Json) -> Json:
        self._seat.set_dms(are_open=bool(frame["open"]))
        return {"op": "done"}

    def _permissions(self, frame: Json) -> Json:
        self._world.deny(self._seat.channel(int(frame["channel_id"])).id, frame.get("deny") or ())
        return {"op": "done"}


def _user(user: User) -> Json:
    return {"id": str(user.id), "name": user.name, "avatar_color": user.avatar_color}


def _id(value: int | None) -> str | None:
    return None if value is None else str(value)


def _typeable(commands: list[Json]) -> list[Json]:
    """Commands as they are typed: every subcommand on its own, with its whole name."""
    return [
        {
            "id": command["id"],
            "name": name,
            "description": part["description"],
            "options": [
                {"required": False, "choices": [], "autocomplete": False, **each} for each in part.get("options") or ()
            ],
        }
        for name, command, part in inputs.leaves(commands)
    ]


def _sentence(refused: Exception) -> str:
    if isinstance(refused, Refused):
        return refused.reason.message
    return str(refused.args[0]) if refused.args else "The playground can't do that."
