"""A room with all cogs that keeps everything it hands to discord.py: answers, posts, edits and direct messages.

Two of them, asked the same, must show the same to whoever can't tell their games apart.
"""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest import mock

import discord
from discord.ext import commands
from PIL import Image

from cogs.assist import AssistCog
from cogs.bench import BenchCog
from cogs.claim import ClaimCog
from cogs.games import GamesCog
from cogs.help import HelpCog
from cogs.leave import LeaveCog
from cogs.lobby import LobbyCog
from cogs.play import PlayCog
from cogs.review import ReviewCog
from cogs.watch import WatchCog
from cogs.write import WriteCog
from engine.game.actions import Action
from engine.game.state import GameState
from engine.override import override
from services import benches, suggestions
from storage.games import Game, Player
from storage.settings import Person
from tests.storage.tables import a_lobby
from tests.support.interactions import PRIVATE, PUBLIC, Interaction, Picture, Screen, User
from tests.support.rooms import REFUSALS, Bot, Room, list_commands, opened
from tests.support.tables import listen
from ui import deferred, outbox
from ui.controls import Control, TapHandler
from ui.messages import error_replies
from ui.messages.private import live_responses
from ui.network import request_budget

COGS = (
    *(AssistCog, BenchCog, ClaimCog, GamesCog, HelpCog, LeaveCog),
    *(LobbyCog, PlayCog, ReviewCog, WatchCog, WriteCog),
)
EVERYBODY = 0  # in place of a user's id
FOREVER = 60.0  # seconds; how long the bot waits for a search before it answers without it


@dataclass(frozen=True)
class Observation:
    """What `reader`, EVERYBODY or a user, saw: a message's JSON, its files' names and alt texts, and its pictures."""

    reader: int
    body: str
    pictures: tuple[Picture, ...] = field(default=(), compare=False)
    pixels: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Step:
    """What somebody asks: a command with its options, a tap with its argument and values, or a text being typed."""

    by: Player
    name: str
    kind: str = "command"
    argument: str = ""
    values: tuple[str, ...] = ()
    options: tuple[tuple[str, object], ...] = ()
    on_public: bool = False


@dataclass
class Wire(Bot):
    """The bot's client, which keeps what is posted and edited in channels, by its reader.

    The number of somebody's direct messages is their own.
    """

    people: set[int] = field(default_factory=set)
    sent: list[tuple[int, Screen | str]] = field(default_factory=list)

    @override
    def get_partial_messageable(self, *channel: Any, **_: object) -> Any:
        return WireChannel(self, channel[0] if channel[0] in self.people else EVERYBODY)

    async def create_dm(self, user: discord.Object) -> Any:
        return SimpleNamespace(id=user.id)


@dataclass(frozen=True)
class WireChannel:
    """A channel, or somebody's direct messages."""

    wire: Wire
    reader: int

    async def send(self, text: str | None = None, **parts: Any) -> Any:
        self.keep(text or "", parts.get("view"), parts.get("files", ()))
        return await self.wire.send(text)

    def get_partial_message(self, number: int) -> Any:
        return EditedMessage(self, number)

    async def typing(self) -> None:
        await self.wire.typing()

    def keep(self, text: str, view: discord.ui.LayoutView | None, files: Sequence[discord.File]) -> None:
        pictures = tuple(Picture(each.filename, each.description or "", each.fp.read()) for each in files)
        shown = Screen(is_private=self.reader != EVERYBODY, view=view, pictures=pictures) if view else text
        self.wire.sent.append((self.reader, shown))


@dataclass(frozen=True)
class EditedMessage:
    """A message in a channel."""

    channel: WireChannel
    number: int

    async def edit(self, **parts: Any) -> None:
        self.channel.keep("", parts.get("view"), parts.get("attachments", ()))

    async def delete(self) -> None:
        self.channel.wire.deleted.append(self.number)

    async def create_thread(self, **_: object) -> None:
        """Open nothing."""


class RecordingBot:
    """All cogs on stores of their own."""

    def __init__(self, room: Room, wire: Wire) -> None:
        self.room, self.wire = room, wire
        self.cogs: list[commands.Cog] = [kind(room.services) for kind in COGS]
        self.taps: dict[str, TapHandler] = {}
        for cog in self.cogs:
            self.taps |= cast("Any", cog).taps
        for each in (*room.services.messages, *(cog for cog in self.cogs if hasattr(cog, "on_change"))):
            listen(room.tables, cast("Any", each).on_change)
        self._refused: list[Observation] = []
        self._asked: list[Interaction] = []
        self._number = 0

    async def deal(self, number: int, game: Game, state: GameState, persons: Sequence[tuple[int, Person]]) -> Game:
        """Store this game in a channel of this number, and these users' settings; show it, and remind the mover."""
        self.wire.people = {user_id for user_id, _ in persons}
        for user_id, person in persons:
            await self.room.tables.settings.change_person(user_id, partial(_be, person))
        host = next(player for player in game.players if player.user_id == game.host_id)
        lobby = await a_lobby(self.room.tables.games, interaction=number, guild=number, channel=number, host=host)
        self._asked, self._number, self.room.clock = [], number * 1_000, state.now
        ids = {"guild_id": number, "channel_id": number}
        dealt = replace(game, id=lobby.id, version=lobby.version, state=state, **cast("Any", ids))
        stored = await self.room.tables.games.commit(dealt, interaction_id=None, now=state.now)
        await self.room.services.public_table.post(stored)
        self.room.services.public_table.remind(stored)
        await self.rest()
        return stored

    async def store_state(self, game: Game, state: GameState, now: int, action: Action | None = None) -> Game:
        """Store another state of the game without a word, in seconds since the epoch; its log gets the action."""
        self.room.clock = now
        done = {"line": action.line(), "seat": action.seat} if action else {}
        changed = replace(game, state=state)
        return await self.room.tables.games.commit(changed, interaction_id=None, now=now, **cast("Any", done))

    async def act(self, game: Game, action: Action) -> list[Observation]:
        """Let something happen that nobody asks for, and return all that anybody was shown of it."""
        await self.room.tables.make_move(game, action, None)
        await self.rest()
        return self.collect()

    async def ask(self, step: Step, game: Game) -> list[Observation]:
        """Do a step, and return all that anybody was shown of it."""
        self._number += 1
        ids: dict[str, Any] = {"guild_id": game.guild_id, "channel_id": game.channel_id, "client": self.wire}
        now = datetime.fromtimestamp(self.room.clock, UTC)
        asked = Interaction(step.by, _find_tapped(step), id=self._number, created_at=now, **ids)
        self._asked.append(asked)
        typed: Sequence[Any] = ()
        names = (f"t{self._number}-{number}" for number in count())  # the same in both bots
        with mock.patch.object(secrets, "token_urlsafe", side_effect=names):
            try:
                typed = await self._ask(step, asked, game)
            except REFUSALS as refusal:
                self._refused.append(Observation(step.by.user_id or 0, f"{refusal} {refusal!r} {refusal.args}"))
                await error_replies.explain(cast("Any", asked), refusal)
            await self.rest()
        offered = [Observation(step.by.user_id or 0, f"{each.name} = {each.value}") for each in typed]
        return [*offered, *self.collect()]

    async def _ask(self, step: Step, asked: Interaction, game: Game) -> Sequence[Any]:
        if step.kind == "tap":
            await self.taps[step.name](cast("Any", asked), Control.of(step.name, game, step.argument), step.values)
            return ()
        if step.kind == "type":
            writing: Any = next(cog for cog in self.cogs if isinstance(cog, WriteCog))
            offered: Sequence[Any] = await writing.preview(asked, step.argument)
            return offered
        cog, found = next(
            (cog, each) for cog in self.cogs for each in list_commands(cog).values() if each.qualified_name == step.name
        )
        await cast("Any", found).callback(cog, asked, **dict(step.options))
        return ()

    async def rest(self) -> None:
        """Wait until nothing more is done by itself."""
        while others := asyncio.all_tasks() - {cast("Any", asyncio.current_task())}:
            await asyncio.wait(others)

    def take_refusals(self) -> list[Observation]:
        """Return the exceptions of what was refused since the last call, by who asked for it."""
        refused, self._refused = self._refused, []
        return refused

    def collect(self) -> list[Observation]:
        """Return what was shown since the last call, by its reader."""
        found = [_as_shown(reader, each) for reader, each in self.wire.sent]
        for asked in self._asked:
            direct: list[Screen] = cast("User", asked.user).messages
            for screens in (asked.shown, direct):
                found += [_as_shown(asked.by.user_id or 0 if each.is_private else EVERYBODY, each) for each in screens]
                screens.clear()
        self.wire.sent.clear()
        return sorted(found, key=lambda each: (each.reader, each.body))


def _find_tapped(step: Step) -> Any:
    return None if step.kind != "tap" else PUBLIC if step.on_public else PRIVATE


def _as_shown(reader: int, screen: Screen | str) -> Observation:
    if isinstance(screen, str):
        return Observation(reader, screen)
    view: Any = screen.view
    described = [(each.name, each.alt) for each in screen.pictures]
    for each in view.children:
        each.id = None  # the mark of a post is random
    body = json.dumps([view.to_components(), getattr(view, "title", ""), described, screen.called], ensure_ascii=False)
    return Observation(reader, body, screen.pictures, tuple(_read_pixels(each.png) for each in screen.pictures))


def _read_pixels(png: bytes) -> bytes:
    with Image.open(BytesIO(png)) as picture:
        return repr(picture.size).encode() + picture.convert("RGBA").tobytes()


@asynccontextmanager
async def open_recording_bot(folder: Path) -> AsyncIterator[RecordingBot]:
    """Open a bot with a database in this folder, which exists; nothing in it depends on how fast the machine is."""
    request_budget.PAUSE = request_budget.LONGER_PAUSE = live_responses.PAUSE = 0.0
    outbox.POSTING_TIME = benches.PATIENCE = suggestions.PATIENCE = deferred.DEFER_AFTER = FOREVER
    wire = Wire()
    async with opened(folder, PlayCog, wire) as room:
        bot = RecordingBot(room, wire)
        try:
            yield bot
        finally:
            for cog in bot.cogs:
                await cog.cog_unload()


def _be(person: Person, _: Person) -> Person:
    return person
