"""The page's websocket: JSON frames to and from one simulated user. `docs/playground.md` documents the protocol."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, get_args

from aiohttp import WSMsgType, web

from playground.client import command_inputs
from playground.client.inputs import InputRefused
from playground.client.user import InteractionFailed, SimulatedUser
from playground.interactions.interactions import BotAnswer
from playground.model import json_objects, permissions
from playground.model.errors import Refused
from playground.model.events import (
    ChannelEvent,
    ChannelOpened,
    Edited,
    Posted,
    Removed,
    WorldChanged,
    WorldEvent,
)
from playground.model.starting_world import GUILD_ID
from playground.model.values import LOCALES, ChannelKind, Json, User
from playground.model.world import World
from playground.validation import messages

HISTORY = 100  # messages of each channel that a page gets when it connects


class Page:
    """The connection of one browser page, which shows what one simulated user (its seat) sees and acts for them."""

    def __init__(self, world: World, seat: SimulatedUser) -> None:
        self._world = world
        self._seat = seat
        self._outgoing: asyncio.Queue[Json] = asyncio.Queue()
        self._running: set[asyncio.Task[None]] = set()
        self._ops: dict[str, Callable[[Json], Awaitable[BotAnswer] | None]] = {
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
            "locale": self._locale,
        }

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Open the page's websocket and send what its user sees; relay events and carry out frames until it closes."""
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

    # Frames to the page.

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
            you=describe_person(seat.user),
            users=[describe_person(user) for user in world.users.values()],
            guild={"id": str(GUILD_ID), "name": world.guild_name},
            channels=[
                {
                    "id": str(one.id),
                    "name": one.name,
                    "kind": one.kind,
                    "parent_id": json_objects.write_id(one.parent_id),
                    "denied": permissions.name_bits(world.denied(one)),
                }
                for one in seat.channels
            ],
            bot={"id": str(world.bot.id), "name": world.bot.name, "online": world.bot_online},
            roles=[{"id": each["id"], "name": each["name"]} for each in json_objects.write_roles(world)],
            commands=_list_typeable(world, seat.user),
            dms_open=seat.user.id not in world.closed_dms,
            locale=world.locale_of(seat.user),
            locales=list(LOCALES),
        )

    def _watch(self, event: WorldEvent) -> None:
        if isinstance(event, (Posted, Edited)):
            self._tell("message", message=self._seat.shown(event.message).json)
        elif isinstance(event, Removed):
            self._tell("gone", channel_id=str(event.message.channel_id), message_id=str(event.message.id))
        elif isinstance(event, (WorldChanged, ChannelEvent)):
            self._tell_world()
            if isinstance(event, ChannelOpened):
                self._tell_history(event.channel.id)

    # Frames from the page.

    def _start(self, text: str) -> None:
        task = asyncio.create_task(self._obey(text))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _obey(self, text: str) -> None:
        """Carry out one JSON frame from the page, and reply with one or two frames that have its `nonce`."""
        nonce = None
        try:
            frame = json.loads(text)
            nonce = frame.get("nonce")
            asked = self._ops[frame["op"]](frame)
            self._tell_answer(nonce, None if asked is None else await asked)
        except InteractionFailed as failed:
            self._tell("failed", nonce=nonce, text=str(failed))
        except (InputRefused, Refused, LookupError) as refused:
            self._tell("refused", nonce=nonce, text=_write_sentence(refused))
        except (ValueError, TypeError, AttributeError):
            self._tell("refused", nonce=nonce, text="The playground can't read that.")

    def _tell_answer(self, nonce: str | None, answer: BotAnswer | None) -> None:
        if answer and answer.kind == messages.CHOICES:
            self._tell("choices", nonce=nonce, choices=list(answer.choices))
            return
        if answer and answer.modal is not None:
            self._tell("modal", nonce=nonce, modal=answer.modal)
        self._tell("done", nonce=nonce)

    async def _command(self, frame: Json) -> BotAnswer:
        return await self._seat.run(frame["name"], int(frame["channel_id"]), frame.get("options") or {})

    async def _autocomplete(self, frame: Json) -> BotAnswer:
        channel_id, options = int(frame["channel_id"]), frame.get("options") or {}
        choices = await self._seat.autocomplete(frame["name"], frame["focused"], channel_id, options)
        return BotAnswer(messages.CHOICES, choices=tuple(choices))

    async def _component(self, frame: Json) -> BotAnswer:
        values = [str(each) for each in frame.get("values") or ()]
        message_id, channel_id = int(frame["message_id"]), int(frame["channel_id"])
        return await self._seat.use(message_id, frame["custom_id"], values, channel_id)

    async def _submit(self, frame: Json) -> BotAnswer:
        return await self._seat.send(int(frame["interaction_id"]), frame.get("values") or {})

    def _close_modal(self, _: Json) -> None:
        self._seat.close_modal()

    def _dismiss(self, frame: Json) -> None:
        message_id = int(frame["message_id"])
        shown = next((each for each in self._seat.everything() if each.id == message_id), message_id)
        self._seat.dismiss(shown)

    def _delete(self, frame: Json) -> None:
        self._seat.delete(int(frame["message_id"]), int(frame["channel_id"]))

    def _say(self, frame: Json) -> None:
        self._seat.say(str(frame["content"]), int(frame["channel_id"]))

    def _dms(self, frame: Json) -> None:
        self._seat.set_dms(are_open=bool(frame["open"]))

    def _locale(self, frame: Json) -> None:
        self._seat.set_locale(str(frame["locale"]))

    def _permissions(self, frame: Json) -> None:
        self._world.deny(self._seat.channel(int(frame["channel_id"])).id, frame.get("deny") or ())


def describe_person(user: User) -> Json:
    """Return a user's `id`, `name` and `avatar_color` for the page."""
    return {"id": str(user.id), "name": user.name, "avatar_color": user.avatar_color}


def _list_typeable(world: World, user: User) -> list[Json]:
    """Return, for the page, each command in the user's language, with the kinds of channels where it may be typed."""
    locale = world.locale_of(user)
    return [
        {
            "id": command["id"],
            "name": name,
            "description": _translate(part, "description", locale),
            "places": [
                kind
                for kind in get_args(ChannelKind)
                if command_inputs.can_work_in(command, kind) and command_inputs.is_allowed(world, command, user, kind)
            ],
            "options": [
                {"required": False, "autocomplete": False, **each, **_describe_option(each, locale)}
                for each in part.get("options") or ()
            ],
        }
        for name, command, part in command_inputs.list_leaves(list(world.commands.values()))
    ]


def _describe_option(option: Json, locale: str) -> Json:
    choices = [{**each, "name": _translate(each, "name", locale)} for each in option.get("choices") or ()]
    return {"description": _translate(option, "description", locale), "choices": choices}


def _translate(part: Json, key: str, locale: str) -> str:
    """Return the text `key` of a part of a command in this locale, or the default text if it isn't translated."""
    return str((part.get(f"{key}_localizations") or {}).get(locale) or part[key])


def _write_sentence(refused: Exception) -> str:
    if isinstance(refused, Refused):
        return refused.reason.message
    return str(refused.args[0]) if refused.args else "The playground can't do that."
