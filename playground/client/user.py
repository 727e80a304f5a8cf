"""One user of the loopback Discord: everything the user sees and can do."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from playground.client import command_inputs, inputs
from playground.client.inputs import InputRefused
from playground.client.shown import Modal, ShownMessage
from playground.interactions import posting
from playground.interactions.interactions import BotAnswer, Interactions, UserAction
from playground.model import components, json_messages
from playground.model.errors import UNKNOWN_MESSAGE, Refused
from playground.model.events import ChannelClosed, MessageEvent, ModalOpened, WorldEvent
from playground.model.values import Channel, Json, Message, User
from playground.model.world import World
from playground.validation import messages

T = TypeVar("T")

PATIENCE = 30.0  # seconds until `wait` gives up; long, because only a failing test waits for all of it
FAILURES = {
    messages.COMMAND: "The application did not respond",
    messages.AUTOCOMPLETE: "Loading options failed",
    messages.COMPONENT: "This interaction failed",
    messages.MODAL_SUBMIT: "Something went wrong. Try again.",
}


class InteractionFailed(Exception):
    """An interaction that the bot didn't answer in time; the message is the sentence that Discord shows."""


class SimulatedUser:
    """A user who sees exactly what a real one would; the `watchers`, such as the page, hear each event seen."""

    def __init__(self, world: World, interactions: Interactions, user: User) -> None:
        self.user = user
        self.modal: Modal | None = None
        self.watchers: list[Callable[[WorldEvent], None]] = []
        self._world = world
        self._interactions = interactions
        self._changed: list[asyncio.Future[None]] = []
        world.listeners.append(self._hear)

    # What the user sees.

    def messages(self, channel: Channel | int | None = None) -> list[ShownMessage]:
        """Return the messages that this user sees in a channel (by default in the first one), oldest first."""
        ident = self.channel(channel).id
        return [self.shown(message) for message in self._world.messages(ident, self.user.id)]

    def last(self, channel: Channel | int | None = None) -> ShownMessage | None:
        """Return the last of `messages`, or None if there's none."""
        shown = self.messages(channel)
        return shown[-1] if shown else None

    def everything(self) -> list[ShownMessage]:
        """Return all messages that this user sees: channel by channel, oldest first in each."""
        return [shown for channel in self.channels for shown in self.messages(channel)]

    @property
    def channels(self) -> list[Channel]:
        """The channels and threads that this user sees, the DM with the bot last."""
        return self._world.channels_of(self.user.id)

    @property
    def dms(self) -> Channel:
        """This user's DM channel with the bot."""
        return self._world.channels[self._world.dm_channels[self.user.id]]

    def channel(self, channel: Channel | int | None) -> Channel:
        """Return the channel with this id, or the first one that this user sees. Raises: Refused if it isn't seen."""
        if channel is None:
            return self.channels[0]
        found = self._world.channel(channel if isinstance(channel, int) else channel.id)
        return found if found.recipient_id in (None, self.user.id) else self._world.channel(0)

    def shown(self, message: Message) -> ShownMessage:
        """Return a message as the page gets it for this user; file URLs are paths without a host."""
        shape = json_messages.write_message(self._world, message, "")
        extra = {
            "ephemeral": message.ephemeral,
            "loading": message.loading,
            "mentions_you": self.user.id in message.mentions or message.mention_everyone,
        }
        return ShownMessage(shape | extra)

    def _message(self, shown: ShownMessage | int, channel: Channel | int | None = None) -> Message:
        channel_id = shown.channel_id if isinstance(shown, ShownMessage) else self.channel(channel).id
        message = self._world.message(channel_id, shown.id if isinstance(shown, ShownMessage) else shown)
        if not self._world.sees(self.user.id, message):
            raise Refused(UNKNOWN_MESSAGE)
        return message

    # Waiting.

    async def wait(self, until: "Callable[[SimulatedUser], T]", timeout: float = PATIENCE) -> T:  # noqa: ASYNC109  # tests name it
        """Return the first truthy result of `until`, asked now and after each event seen. Raises: TimeoutError."""
        async with asyncio.timeout(timeout):
            while not (found := until(self)):
                change: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._changed.append(change)
                await change
        return found

    def _hear(self, event: WorldEvent) -> None:
        if not self._is_concerned(event):
            return
        if isinstance(event, ModalOpened):
            self.modal = Modal(event.modal)
        for watcher in tuple(self.watchers):
            watcher(event)
        waiting, self._changed = self._changed, []
        for change in waiting:
            if not change.done():
                change.set_result(None)

    def _is_concerned(self, event: WorldEvent) -> bool:
        if isinstance(event, MessageEvent):
            return self._world.sees(self.user.id, event.message)
        if isinstance(event, ModalOpened):
            return event.user_id == self.user.id
        if isinstance(event, ChannelClosed):
            return event.channel.recipient_id in (None, self.user.id)
        return True

    # Actions that the bot answers.

    async def command(
        self, name: str, channel: Channel | int | None = None, options: Mapping[str, Any] | None = None, /, **named: Any
    ) -> ShownMessage | None:
        """Send a slash command and return the message that answers it, if any; its options are `options` and `named`.

        `name` has a subcommand's name after a space. Raises: InputRefused if Discord's client wouldn't send it,
        InteractionFailed if the bot doesn't answer in time.
        """
        return self._show_answer(await self.run(name, channel, {**(options or {}), **named}))

    async def click(
        self, message: ShownMessage | int, name: str, channel: Channel | int | None = None
    ) -> ShownMessage | None:
        """Press a button by custom id or label; return the answer, if any. Raises: LookupError, and as `command`."""
        return self._show_answer(await self.use(message, name, (), channel))

    async def select(
        self, message: ShownMessage | int, custom_id: str, values: Sequence[str], channel: Channel | int | None = None
    ) -> ShownMessage | None:
        """Choose these values in the select with this custom id; return the answer, if any. Otherwise like `click`."""
        return self._show_answer(await self.use(message, custom_id, values, channel))

    async def submit(
        self, modal: Modal | None = None, values: Mapping[str, Any] | None = None, /, **named: Any
    ) -> ShownMessage | None:
        """Submit a modal, by default the open one; return the answer, if any. Fields not given keep their values.

        On an error, the modal stays open. Raises: as `command`.
        """
        sent = modal or self.modal
        if sent is None:
            raise InputRefused("No form is open.")
        return self._show_answer(await self.send(sent.interaction_id, {**(values or {}), **named}))

    async def autocomplete(
        self,
        name: str,
        focused: str,
        channel: Channel | int | None = None,
        options: Mapping[str, Any] | None = None,
        /,
        **named: Any,
    ) -> list[Json]:
        """Return the bot's choices for the option `focused` of an unfinished command. Raises: as `command`."""
        where = self.channel(channel)
        given = {**(options or {}), **named}
        data = command_inputs.make_command_data(self._make_typist(where), name, given, focused)
        return list((await self._ask(UserAction(messages.AUTOCOMPLETE, self.user, where, data))).choices)

    async def forge(
        self, message: ShownMessage, custom_id: str, values: list[str] | None = None
    ) -> ShownMessage | None:
        """Press a button (or with `values`, choose in a select) that the message lacks; return the answer, if any."""
        kind = components.BUTTON if values is None else components.STRING_SELECT
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": 1}
        data |= {} if values is None else {"values": values}
        where = self.channel(message.channel_id)
        return self._show_answer(
            await self._ask(UserAction(messages.COMPONENT, self.user, where, data, self._message(message)))
        )

    async def run(self, name: str, channel: Channel | int | None, options: Mapping[str, Any]) -> BotAnswer:
        """Send a slash command, with its options by name, and return the bot's answer. Raises: as `command`."""
        where = self.channel(channel)
        data = command_inputs.make_command_data(self._make_typist(where), name, options)
        return await self._ask(UserAction(messages.COMMAND, self.user, where, data))

    def _make_typist(self, channel: Channel) -> command_inputs.Typist:
        return command_inputs.Typist(self._world, self.user, channel)

    async def use(
        self, message: ShownMessage | int, name: str, values: Sequence[str], channel: Channel | int | None = None
    ) -> BotAnswer:
        """Press a button, or choose `values` in a select; return the bot's answer. The rest is as in `click`."""
        found, part = self._find_pressed(self._message(message, channel), name)
        data = inputs.make_component_data(self._world, self.user, part, list(values))
        return await self._ask(UserAction(messages.COMPONENT, self.user, self.channel(found.channel_id), data, found))

    def _find_pressed(self, message: Message, name: str) -> tuple[Message, Json]:
        """Return the message as the user saw it, and its component. Raises: LookupError for none.

        What an edit removed in the last ten seconds still works.
        """
        for found in self._world.lately(message):
            for part in components.walk(found.components):
                if part.get("custom_id") == name:
                    return found, part
        return message, self.shown(message).component(name)

    async def send(self, interaction_id: int, values: Mapping[str, Any]) -> BotAnswer:
        """Submit the modal that this interaction opened, and return the bot's answer. Raises: LookupError for none."""
        opener, held = self._interactions.modal(interaction_id)
        if opener.user != self.user:
            raise InputRefused("This form is somebody else's.")
        data = inputs.make_modal_data(held, values)
        answer = await self._ask(
            UserAction(messages.MODAL_SUBMIT, self.user, opener.channel, data, opener.message, opener.metadata)
        )
        if self.modal is not None and self.modal.interaction_id == interaction_id:
            self.modal = None
        return answer

    async def _ask(self, act: UserAction) -> BotAnswer:
        try:
            return await self._interactions.ask(act)
        except TimeoutError:
            raise InteractionFailed(FAILURES[act.kind]) from None

    def _show_answer(self, answer: BotAnswer) -> ShownMessage | None:
        return None if answer.message is None else self.shown(answer.message)

    # Actions that the bot doesn't hear of.

    def close_modal(self) -> None:
        """Close the open modal without submitting it; the bot isn't told."""
        self.modal = None

    def dismiss(self, message: ShownMessage | int, channel: Channel | int | None = None) -> None:
        """Remove an ephemeral message for good. Raises: Refused with 10008 for any other message."""
        found = self._message(message, channel)
        if not found.ephemeral:
            raise Refused(UNKNOWN_MESSAGE)
        self._world.remove(found)

    def delete(self, message: ShownMessage | int, channel: Channel | int | None = None) -> None:
        """Delete a message, as a moderator can. Raises: Refused with 10008 if this user doesn't see it."""
        self._world.remove(self._message(message, channel))

    def say(self, text: str, channel: Channel | int | None = None) -> ShownMessage:
        """Post a chat message. Raises: Refused with 50035 if it's too long, with 50006 if it's empty."""
        ident, now, where = self._world.snowflake(), self._world.now(), self.channel(channel)
        blank = Message(id=ident, channel_id=where.id, author_id=self.user.id, created=now)
        return self.shown(self._world.post(posting.compose(self._world, blank, {"content": text}, ())))

    def set_locale(self, locale: str) -> None:
        """Set the language of this user's Discord. Raises: ValueError if Discord doesn't have it."""
        self._world.set_locale(self.user.id, locale)

    def set_dms(self, *, are_open: bool) -> None:
        """Allow or forbid the bot's direct messages."""
        self._world.set_dms(self.user.id, are_open=are_open)
