"""One cog with all that it works with, on a database of the test's own: its commands and its taps, called by name."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import discord
import pytest
from discord import app_commands
from discord.app_commands import Group
from discord.ext import commands

from engine.coach.puzzles import choose_system
from engine.game.actions import Draw, Resign
from engine.game.state import GameState
from engine.text.errors import GameError
from monitoring.owner import UNKNOWN_OWNER, Owner
from monitoring.sink import NO_METRICS, MetricsSink
from services.computers import Pause
from services.puzzles.pool import PuzzlePool
from services.refusals import Refusal
from services.rulebook import load_clauses
from storage.database import Database
from storage.games import AlreadyDone, Game, Phase, Player, Stale
from storage.puzzles import PuzzleStore
from tests.positions import position
from tests.storage.tables import ANN, BOB, KEY, NOON, VARIANTS, a_lobby
from tests.support.databases import open_new_database
from tests.support.interactions import PRIVATE, Interaction
from tests.support.interactions import refusal as discord_refuses
from tests.support.panels import list_texts
from tests.support.tables import open_tables
from tests.support.waiting import until
from ui.controls import Control, TapHandler
from ui.messages.error_replies import explain
from ui.network.request_budget import RequestBudget
from ui.services import OwnerSettings, Services
from ui.tile_signs import TileEmojis

ROOT = Path(__file__).parents[2]
REFUSALS = (Refusal, GameError, Stale, AlreadyDone)
TILE = re.compile(r"\b[RBKO](?:1[0-3]|[1-9])\b")


@dataclass
class Bot:
    """As much of the bot as cogs ask for: what it posted and deleted, and the threads that it opened."""

    posts: list[str] = field(default_factory=list)
    deleted: list[int] = field(default_factory=list)
    edited: int = 0  # how often it edited a message
    threads: dict[int, str] = field(default_factory=dict)
    refuses_threads: int = 0  # Discord's code
    refuses_typing: int = 0  # the same
    channels: dict[int, Any] = field(default_factory=dict)  # in discord.py's cache
    excluded: set[int] = field(default_factory=set)  # those who can't see the channels that tables move to
    thread_members: set[int] = field(default_factory=set)  # of private threads
    gone: set[int] = field(default_factory=set)  # those who have left the server
    members_fail: bool = False
    latencies: tuple[tuple[int, float], ...] = ()  # of each shard
    shard_count: int | None = None  # unknown
    tree: Any = None  # which the upload of commands alone asks for

    def get_partial_messageable(self, *_: object, **__: object) -> Any:
        return self

    async def send(self, text: str | None = None, **_: object) -> Any:
        self.posts.append(text or "")
        return SimpleNamespace(id=len(self.posts))

    def get_guild(self, _: int) -> Any:
        return FakeGuild(self)

    async def typing(self) -> None:
        if self.refuses_typing:
            raise discord_refuses(self.refuses_typing, 403)

    def get_partial_message(self, number: int) -> Any:
        return PostedMessage(self, number)


@dataclass(frozen=True)
class FakeGuild:
    """A server, and each of its channels: who is on it, and may see and do what there."""

    bot: Bot
    unavailable: bool = False

    def get_channel_or_thread(self, number: int) -> Any:
        return self.bot.channels.get(number)

    def get_channel(self, _: int) -> Any:
        return self

    async def fetch_member(self, user_id: int) -> Any:
        if self.bot.members_fail:
            raise discord_refuses(0, 500)
        if user_id in self.bot.gone:
            raise discord.NotFound(cast("Any", SimpleNamespace(status=404, reason="")), {"code": 10007, "message": ""})
        return SimpleNamespace(id=user_id, timed_out_until=datetime.now(UTC))

    def permissions_for(self, member: Any) -> discord.Permissions:
        assert member.timed_out_until is None
        held = discord.Permissions.all_channel() if member.id not in self.bot.excluded else discord.Permissions.none()
        return discord.Permissions(held.value & ~discord.Permissions(manage_threads=True).value)

    def get_thread(self, _: int) -> Any:
        thread = Mock(discord.Thread)
        thread.fetch_member = self._fetch_thread_member
        return thread

    async def _fetch_thread_member(self, user_id: int) -> Any:
        if user_id not in self.bot.thread_members:
            raise discord.NotFound(cast("Any", SimpleNamespace(status=404, reason="")), {"code": 10007, "message": ""})


@dataclass(frozen=True)
class PostedMessage:
    """A message of the bot's."""

    bot: Bot
    number: int

    async def edit(self, **_: object) -> None:
        """Show what the test doesn't look at."""
        self.bot.edited += 1

    async def delete(self) -> None:
        self.bot.deleted.append(self.number)

    async def create_thread(self, *, name: str, auto_archive_duration: int) -> None:
        assert auto_archive_duration
        if self.bot.refuses_threads:
            raise discord_refuses(self.bot.refuses_threads)
        self.bot.threads[self.number] = name


def list_commands(cog: commands.Cog) -> dict[str, app_commands.Command[Any, Any, Any]]:
    """A cog's slash commands by name; one in a group is called such as `data export`."""
    found = [
        command for each in cog.get_app_commands() for command in (each.commands if isinstance(each, Group) else [each])
    ]
    return {each.qualified_name: cast("Any", each) for each in found}


@cache
def clauses() -> Any:
    return load_clauses(ROOT / "docs" / "rules", VARIANTS)


class Room:
    """A channel with one cog. Whatever everybody sees of its answers is searched for hidden tiles."""

    def __init__(  # noqa: PLR0913  # what differs between rooms, each by its name
        self,
        database: Database,
        kind: Callable[[Services], commands.Cog],
        bot: Bot | None = None,
        *,
        uses_webhooks: bool = True,
        owner: Owner = UNKNOWN_OWNER,
        metrics: MetricsSink = NO_METRICS,
    ) -> None:
        self.database, self.bot, self.clock = database, bot or Bot(), NOON
        self.tables = replace(open_tables(database), clauses=clauses(), now=lambda: self.clock)
        self.services = Services(
            cast("Any", self.bot),
            tables=self.tables,
            emojis=TileEmojis(),
            puzzles=PuzzlePool(PuzzleStore(database), choose_system(VARIANTS)),
            database=database,
            budget=RequestBudget(),
            choices=OwnerSettings(computer_pause=Pause(0, 0), uses_webhooks=uses_webhooks, owner=owner),
            metrics=metrics,
        )
        self.cog = kind(self.services)
        self._asked: list[Interaction] = []

    async def close(self) -> None:
        await self.cog.cog_unload()
        await self.services.close()
        self.services.puzzles.close()
        self.services.pictures.close()

    # asking

    async def command(self, name: str, asked: Interaction | None = None, /, **options: object) -> Interaction:
        """Give a slash command with these options."""
        asked, callback = self._coming(asked or Interaction()), cast("Any", list_commands(self.cog)[name].callback)
        return await self._answered(asked, callback(self.cog, asked, **options))

    async def suggest(self, method: str, current: str, asked: Interaction | None = None) -> dict[str, str]:
        """Type an option; returns the names of what the cog's method offers, by the values that they stand for."""
        offered = await getattr(self.cog, method)(self._coming(asked or Interaction()), current)
        return {each.value: each.name for each in offered}

    async def tap(
        self,
        verb: str,
        game: Game | None,
        asked: Interaction | None = None,
        *,
        argument: str = "",
        values: Sequence[str] = (),
    ) -> Interaction:
        """Tap a control of a picture that shows this game; on a message of one's own unless `asked` says more."""
        control = Control.of(verb, game, argument) if game else Control(verb, 0, 0, argument)
        asked = self._coming(asked or Interaction())
        asked.message = asked.message or PRIVATE
        return await self._answered(asked, self.taps[verb](cast("Any", asked), control, values))

    async def submit(self, control: Control, text: str, asked: Interaction | None = None) -> Interaction:
        """Send a form that this control has opened, with this text."""
        asked = self._coming(asked or Interaction())
        asked.message = asked.message or PRIVATE
        return await self._answered(asked, cast("Any", self.cog).forms[control.verb](asked, control, [text]))

    @property
    def taps(self) -> Mapping[str, TapHandler]:
        return cast("Any", self.cog).taps  # type: ignore[no-any-return]  # cogs have it by agreement

    def _coming(self, asked: Interaction) -> Interaction:
        asked.client = self.bot
        self._asked.append(asked)
        return asked

    async def _answered(self, asked: Interaction, answering: Awaitable[None]) -> Interaction:
        await answering
        assert asked.first is not None or not asked.shown
        await self._require_nothing_hidden(asked)
        return asked

    async def _require_nothing_hidden(self, asked: Interaction) -> None:
        """Hold what everybody sees against what a spectator may see of the games that are being played."""
        said = " ".join(each.text for each in asked.shown if not each.is_private)
        playing = [game for game in await self.games() if game.phase is Phase.PLAYING]
        over = [game for game in await self.games() if game.phase is Phase.OVER]
        shown = " ".join(self.tables.variant(game).view(game.state, None).written for game in playing)
        assert over or set(TILE.findall(said)) <= set(TILE.findall(shown))

    # looking

    async def refused(self, asking: Awaitable[object]) -> str:
        """What is said, to who asked alone, where something is refused: nothing else is shown, and nothing stored."""
        before = await self.stored()
        with pytest.raises(REFUSALS) as refusal:
            await asking
        asked = self._asked[-1]
        assert not asked.shown
        await explain(cast("Any", asked), refusal.value)
        assert await self.stored() == before
        (screen,) = asked.shown
        assert screen.is_private
        return "\n".join(list_texts(screen.view))

    async def stored(self) -> dict[str, list[tuple[object, ...]]]:
        """All that the database holds, by its tables."""
        tables = await self.database.run("SELECT name FROM sqlite_master WHERE type = 'table'")
        names = [row["name"] for row in tables]
        return {name: [tuple(row) for row in await self.database.run(f"SELECT * FROM {name}")] for name in names}  # noqa: S608

    async def games(self) -> list[Game]:
        """All games, as they are stored."""
        rows = await self.database.run("SELECT id FROM game ORDER BY id")
        return [await self.tables.require_game(row["id"]) for row in rows]

    async def game(self) -> Game:
        """The only game, as it is stored."""
        (game,) = await self.games()
        return game

    async def lines(self) -> list[tuple[int, str]]:
        """What the seats have done so far."""
        rows = await self.database.run("SELECT seat, line FROM log WHERE line IS NOT NULL ORDER BY game_id, version")
        return [(row["seat"], row["line"]) for row in rows]

    # laying out

    async def lobby(self, *players: Player, **more: Any) -> Game:
        """A lobby of Ann's, in which these sit besides."""
        lobby = await a_lobby(self.tables.games, **more)
        if not players:
            return lobby
        game = replace(lobby, players=(*lobby.players, *players))
        return await self.tables.games.commit(game, interaction_id=None, now=NOON)

    async def playing(
        self,
        *racks: str,
        key: str = KEY,
        players: Sequence[Player] = (ANN, BOB),
        table: str = "R3 R4 R5",
        guild: int | None = None,
        channel: int | None = None,
        **more: Any,
    ) -> Game:
        """A running game without a clock, which Ann is to move in: her rack, and Bob's."""
        dealt = position(key, racks=racks or ("R6 B9 K1", "O2 O3 O4"), table=table, **more).state
        ids: dict[str, int] = {
            name: value for name, value in (("guild", guild), ("channel", channel)) if value is not None
        }
        number = len(await self.games())
        lobby = await a_lobby(self.tables.games, interaction=number + 1, **cast("Any", ids))
        game = replace(
            lobby,
            variant=key,
            options=dealt.options,
            players=tuple(players),
            phase=Phase.PLAYING,
            state=replace(dealt, deadline=None),
        )
        return await self.tables.games.commit(game, interaction_id=None, now=NOON)

    async def started(self, deal: Callable[[GameState], bool] = lambda _: True, **more: Any) -> Game:
        """A game of Ann and Bob as it was dealt, the first time as wanted; it has a log and can be replayed."""
        lobby = await self.lobby(BOB, **more)
        setup = partial(self.tables.variant(lobby).setup, 2, now=NOON, options=lobby.options)
        state = next(state for _ in range(100) if deal(state := setup(seed=self.tables.seed()).state))
        return await self.tables.commit(replace(lobby, phase=Phase.PLAYING, state=state), None)

    async def over(self) -> Game:
        """A game that Ann has won: each drew once, then Bob resigned."""
        game = await self.started()
        for seat in (game.state.turn, 1 - game.state.turn) if game.state else ():
            game = (await self.tables.make_move(game, Draw(seat), None)).game
        return (await self.tables.make_move(game, Resign(1), None)).game

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for what the cog does by itself."""
        await until(true)


@asynccontextmanager
async def opened(
    path: Path, kind: Callable[[Services], commands.Cog], bot: Bot | None = None, **more: Any
) -> AsyncIterator[Room]:
    async with open_new_database(path / "rackety.db") as database:
        room = Room(database, kind, bot, **more)
        try:
            yield room
        finally:
            await room.close()
