"""Interactions: a user's action goes to the bot, which has 3 seconds to answer and 15 minutes to follow up."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from playground.gateway.gateway import Gateway
from playground.interactions import posting
from playground.model import json_messages, json_objects, permissions
from playground.model.components import complete
from playground.model.errors import (
    ALREADY_ANSWERED,
    INVALID_TOKEN,
    TOO_MANY_FOLLOW_UPS,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    Form,
    Refused,
)
from playground.model.events import ModalOpened
from playground.model.starting_world import APPLICATION_ID
from playground.model.values import EPHEMERAL, LOADING, Channel, Json, Message, Upload, User
from playground.model.world import World
from playground.validation import components, messages
from playground.validation.commands import GROUP, SUBCOMMAND

TOKEN_LIFE = 15 * 60  # seconds
ANSWER_WITHIN = 3.0  # seconds
MOST_FOLLOW_UPS = 5  # per interaction, in channels that the bot isn't a member of
SLASH_RESPONSE = 20  # Discord's type of the message that answers a command first
CONTEXTS = {"dm": 1, "group": 2}  # Discord's interaction contexts by channel kind; 0 is a server


@dataclass(frozen=True, slots=True)
class UserAction:
    """A user's action that starts an interaction; `kind` is Discord's interaction type.

    `message` is the one whose component was used or opened the submitted modal, and `opener` the metadata of the
    interaction that opened that modal.
    """

    kind: int
    user: User
    channel: Channel
    data: Json
    message: Message | None = None
    opener: Json | None = None


@dataclass(frozen=True, slots=True)
class BotAnswer:
    """The bot's answer to an interaction: the callback's type, and the resulting message, modal or choices."""

    kind: int
    message: Message | None = None
    modal: Json | None = None
    choices: tuple[Json, ...] = ()


@dataclass(eq=False, slots=True, kw_only=True)
class PendingInteraction:
    """An interaction that the bot may answer or follow up; `kind` is Discord's type, `command` a typed one's full name.

    `message` is the one whose component was used, `original_id` the first answer's. `deferred` says that this was only
    a waiting message, and `followed_up` that it has been filled since. `follow_ups` counts further messages.
    """

    id: int
    token: str
    kind: int
    user: User
    channel: Channel
    created: float
    metadata: Json
    command: str | None = None
    message: Message | None = None
    original_id: int | None = None
    answered: bool = False
    deferred: bool = False
    followed_up: bool = False
    follow_ups: int = 0
    answer: asyncio.Future[BotAnswer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Interactions:
    """The interactions in progress: started by users' actions, answered by the bot through the REST routes."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world = world
        self.gateway = gateway
        self.answer_within = ANSWER_WITHIN
        self._by_id: dict[int, PendingInteraction] = {}
        self._by_token: dict[str, PendingInteraction] = {}
        self._modals: dict[int, tuple[PendingInteraction, Json]] = {}

    # From the users.

    async def ask(self, act: UserAction) -> BotAnswer:
        """Send the bot an interaction for this action, and return its answer. Raises: TimeoutError if it's late."""
        self._forget_old()
        interaction = self._make(act)
        self._by_id[interaction.id] = self._by_token[interaction.token] = interaction
        self.gateway.interaction(payload_of(self.world, interaction, act.data))
        async with asyncio.timeout(self.answer_within):
            await asyncio.wait({interaction.answer})
        return interaction.answer.result()

    def time_out(self) -> None:
        """Let every unanswered interaction time out now."""
        for interaction in self._by_id.values():
            if not interaction.answer.done():
                interaction.answer.set_exception(TimeoutError())
                interaction.answer.exception()  # else asyncio logs it if nobody waits for the answer anymore

    def modal(self, interaction_id: int) -> tuple[PendingInteraction, Json]:
        """Return the interaction with this id and the JSON of its modal. Raises: KeyError if it opened none."""
        return self._modals[interaction_id]

    def _make(self, act: UserAction) -> PendingInteraction:
        ident = self.world.snowflake()
        return PendingInteraction(
            id=ident,
            token=secrets.token_urlsafe(48),
            kind=act.kind,
            user=act.user,
            channel=act.channel,
            created=self.world.now(),
            metadata=metadata_of(ident, act),
            command=command_name(act.data) if act.kind == messages.COMMAND else None,
            message=self._find_current(act.message) if act.kind == messages.MODAL_SUBMIT else act.message,
        )

    def _find_current(self, message: Message | None) -> Message | None:
        """Return the newest version of this message; one that has been deleted, or None, is returned unchanged."""
        try:
            return message and self.world.message(message.channel_id, message.id)
        except Refused:
            return message

    def _forget_old(self) -> None:
        """Drop interactions created over 30 minutes ago; they are kept in order of creation."""
        limit = self.world.now() - 2 * TOKEN_LIFE
        while self._by_id and (oldest := next(iter(self._by_id.values()))).created < limit:
            del self._by_id[oldest.id], self._by_token[oldest.token]
            self._modals.pop(oldest.id, None)

    # From the bot.

    def require_unanswered(self, interaction_id: int, token: str) -> PendingInteraction:
        """Return an interaction that waits for its first answer.

        Raises: Refused with 10062 if it's unknown or too late, 40060 if it's already answered.
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise Refused(UNKNOWN_INTERACTION)
        if interaction.answered:
            raise Refused(ALREADY_ANSWERED)
        if interaction.answer.done() or self.world.now() - interaction.created > self.answer_within:
            raise Refused(UNKNOWN_INTERACTION)
        return interaction

    def by_token(self, token: str) -> PendingInteraction:
        """Return the answered interaction with this token.

        Raises: Refused with 10015 before its first answer or if that was choices, 50027 if the token is unknown or
        older than 15 minutes.
        """
        interaction = self._by_token.get(token)
        if interaction is None or self.world.now() - interaction.created > TOKEN_LIFE:
            raise Refused(INVALID_TOKEN)
        if not interaction.answered or interaction.kind == messages.AUTOCOMPLETE:
            raise Refused(UNKNOWN_WEBHOOK)
        return interaction

    def callback(self, interaction: PendingInteraction, body: Json, files: Sequence[Upload]) -> BotAnswer:
        """Carry out the bot's first answer: a request with callback type, data and files. Return the answer.

        Raises: Refused if it's invalid; the interaction then stays unanswered.
        """
        form = Form()
        kind = body.get("type")
        allowed = messages.list_answer_types(interaction.kind, from_message=interaction.message is not None)
        form.choice(("type",), kind, allowed)
        form.refuse()
        answer = self._carry_out(interaction, int(str(kind)), body.get("data") or {}, files)
        interaction.answered = True
        if answer.message is not None:
            interaction.original_id = answer.message.id
        if not interaction.answer.done():
            interaction.answer.set_result(answer)
        return answer

    def _carry_out(self, interaction: PendingInteraction, kind: int, data: Json, files: Sequence[Upload]) -> BotAnswer:
        if kind == messages.MESSAGE:
            message = posting.compose(
                self.world, self._make_blank(interaction, data, first=True), data, files, ("data",)
            )
            return BotAnswer(kind, self.world.post(message))
        if kind == messages.DEFERRED_MESSAGE:
            return BotAnswer(kind, self._make_loading(interaction, data))
        if kind == messages.CHOICES:
            _require_valid(messages.check_choices, data)
            return BotAnswer(kind, choices=tuple(data["choices"]))
        if kind == messages.MODAL:
            return BotAnswer(kind, modal=self._open_modal(interaction, data))
        if interaction.message is None:
            raise Refused(UNKNOWN_MESSAGE)
        shown = self.world.message(interaction.message.channel_id, interaction.message.id)
        if kind == messages.UPDATE:
            shown = self.world.edit(posting.revise(self.world, shown, data, files, ("data",)))
        return BotAnswer(kind, shown)

    def _make_blank(self, interaction: PendingInteraction, data: Json, *, first: bool) -> Message:
        hidden = int(data.get("flags") or 0) & EPHEMERAL
        metadata = interaction.metadata
        if not first and interaction.original_id is not None:
            metadata = {**metadata, "original_response_message_id": str(interaction.original_id)}
        return Message(
            id=self.world.snowflake(),
            channel_id=interaction.channel.id,
            author_id=APPLICATION_ID,
            created=self.world.now(),
            flags=hidden,
            addressee=interaction.user.id if hidden else None,
            interaction_id=interaction.id,
            metadata=metadata,
            command=interaction.command if first else None,
            kind=SLASH_RESPONSE if first and interaction.command else 0,
        )

    def _make_loading(self, interaction: PendingInteraction, data: Json) -> Message:
        _require_valid(messages.check_deferral, data)
        blank = self._make_blank(interaction, data, first=True)
        interaction.deferred = True
        return self.world.post(replace(blank, flags=blank.flags | LOADING))

    def _open_modal(self, interaction: PendingInteraction, data: Json) -> Json:
        _require_valid(components.check_modal, data)
        modal = {
            "interaction_id": str(interaction.id),
            "custom_id": data["custom_id"],
            "title": data["title"],
            "components": list(complete(data["components"])),
        }
        self._modals[interaction.id] = (interaction, modal)
        self.world.publish(ModalOpened(interaction.user.id, modal))
        return modal

    # Follow-ups, by token.

    def follow_up(self, interaction: PendingInteraction, body: Json, files: Sequence[Upload]) -> Message:
        """Post a follow-up message and return it; the first one after a deferral fills the waiting message instead.

        Raises: as `posting.compose`; Refused with 40094 after five where the bot isn't a member.
        """
        if interaction.deferred and not interaction.followed_up:
            waiting = self.world.message(interaction.channel.id, interaction.original_id or 0)
            if waiting.loading:
                made = self.world.edit(posting.revise(self.world, waiting, body, files))
                interaction.followed_up = True
                return made
        if interaction.channel.lacks_bot and interaction.follow_ups == MOST_FOLLOW_UPS:
            raise Refused(TOO_MANY_FOLLOW_UPS)
        made = posting.compose(self.world, self._make_blank(interaction, body, first=False), body, files)
        interaction.follow_ups += 1
        return self.world.post(made)

    def message(self, interaction: PendingInteraction, name: str) -> Message:
        """Return the interaction's message by id or `@original`. Raises: Refused with 10008 if it isn't its own."""
        ident = interaction.original_id if name == "@original" else int(name)
        message = self.world.message(interaction.channel.id, ident or 0)
        if message.interaction_id != interaction.id and message.id != interaction.original_id:
            raise Refused(UNKNOWN_MESSAGE)
        return message


def _require_valid(check: Callable[[Form, Json], None], data: Json) -> None:
    form = Form(("data",))
    check(form, data)
    form.refuse()


def metadata_of(ident: int, act: UserAction) -> Json:
    """Return the `interaction_metadata` of messages that answer this action; `ident` is the interaction's id."""
    metadata: Json = {
        "id": str(ident),
        "type": act.kind,
        "user": json_objects.write_user(act.user),
        "authorizing_integration_owners": json_objects.write_owners(act.channel, act.user),
    }
    if act.kind == messages.COMMAND:
        metadata["name"] = act.data["name"]  # the page's "Ana used /draw"; Discord sends it without documenting it
    if act.kind == messages.COMPONENT and act.message is not None:
        metadata["interacted_message_id"] = str(act.message.id)
    if act.opener is not None:
        metadata["triggering_interaction_metadata"] = act.opener
    return metadata


def payload_of(world: World, interaction: PendingInteraction, data: Json) -> Json:
    """Return the INTERACTION_CREATE payload for the bot; its `data` is what the user typed, chose or filled in."""
    user, channel = interaction.user, interaction.channel
    payload: Json = {
        "id": str(interaction.id),
        "application_id": str(APPLICATION_ID),
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "data": data,
        "channel_id": str(channel.id),
        "channel": {**json_objects.write_channel(world, channel), "permissions": str(permissions.EVERYONE)},
        "locale": world.locale_of(user),
        "app_permissions": str(world.bot_permissions(channel)),
        "authorizing_integration_owners": json_objects.write_owners(channel, user),
        "attachment_size_limit": json_objects.ATTACHMENT_SIZE_LIMIT,
        "entitlements": [],
        "context": CONTEXTS.get(channel.kind, 0),
    }
    if interaction.message is not None:
        payload["message"] = json_messages.write_message(world, interaction.message, world.address)
    guild_id = json_objects.find_guild(channel)
    if guild_id is None:
        return {**payload, "user": json_objects.write_user(user)}
    return {
        **payload,
        "guild_id": guild_id,
        "guild": {"id": guild_id, "locale": world.locale, "features": []},
        "guild_locale": world.locale,
        "member": {**json_objects.write_member(world, user), "permissions": str(world.held(user.id, channel.kind))},
    }


def command_name(data: Json) -> str:
    """Return the full name of the command in an interaction's data, with a subcommand's name after a space."""
    below = [option for option in data.get("options") or () if option["type"] in (SUBCOMMAND, GROUP)]
    return " ".join((data["name"], *(command_name(option) for option in below)))
