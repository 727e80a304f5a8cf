"""The real cogs, services and stores without Discord, which start over with the same games for each input."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar, cast

import aiosqlite
from discord import InteractionType
from discord.ext import commands

import cogs
from bot import Rackety
from cogs.help import HelpCog
from engine.coach.puzzles import DAY, Grade, Puzzle, choose_system
from monitoring.owner import Owner
from services.computers import Pause
from services.concurrency.answer_queue import AnswerQueue
from services.puzzles.pool import PuzzlePool
from storage.database import Database, open_database
from storage.games import Phase, Player
from storage.puzzles import PuzzleStore
from tests.soak.fuzzing.middles import find_middle
from tests.storage.tables import ANN, BOB, NOON, VARIANTS, a_lobby, url
from tests.support.interactions import Interaction
from tests.support.rooms import Bot, Room, clauses, list_commands
from tests.support.tables import open_tables
from ui.controls import Control, TapHandler
from ui.messages.error_replies import explain
from ui.network.request_budget import RequestBudget
from ui.services import OwnerSettings, Services, assemble

LayOut = Callable[[Path], Coroutine[Any, Any, None]]

T = TypeVar("T")
PLAYERS = {"a": ANN, "b": BOB, "c": Player(33, "Cleo"), "d": Player(44, "Dan")}  # in the order of their seats
PEOPLE = {**PLAYERS, "s": Player(55, "Stranger"), "m": Player(66, "Manager")}
PLACES = 3_000  # the channel of the first system's game; the other systems' are in the next ones
TODAY = NOON // DAY
PUZZLE = Puzzle(
    day=TODAY,
    grade=Grade.EASY,
    table="R3 R4 R5 / B9 K9 J",
    rack="R6 R7 K1 O9",
    best=3,
    taken_apart=0,
    answer="R3 R4 R5 R6 R7 / B9 K9 J O9",
)


FEEDBACK_CHANNEL = 9_001


class Failed(Exception):
    """The bot logged an error, which it does for whatever it has no sentence for."""


class Unanswered(Exception):
    """Nobody was told anything."""


class OpenBot(Bot):
    """The bot with all its cogs, which treats taps and errors as the real one does."""

    handle_tap: Any = Rackety.handle_tap
    can_answer: Any = Rackety.can_answer
    note_presence: Any = Rackety.note_presence
    track_answer: Any = Rackety.track_answer
    tell_failures: Any = Rackety.tell_failures

    def __init__(self, database: Database) -> None:
        super().__init__()
        self.tables = self._tables = replace(open_tables(database), clauses=clauses())
        self._answering: set[asyncio.Task[Any]] = set()
        self._queue = AnswerQueue()
        self.database = database
        self._services = assemble(
            cast("Any", self),
            tables=self.tables,
            puzzles=PuzzlePool(PuzzleStore(database), choose_system(VARIANTS)),
            database=database,
            budget=RequestBudget(),
            choices=OwnerSettings(computer_pause=Pause(0, 0), owner=Owner(feedback_channel=FEEDBACK_CHANNEL)),
        )
        self.cogs: list[commands.Cog] = [cast("Any", kind)(self._services) for kind in cogs.find()]
        self._taps = self._services.open_panels.guard(cogs.taps_of(self.cogs))

    @property
    def services(self) -> Services:
        return self._services

    @property
    def taps(self) -> Mapping[str, TapHandler]:
        return self._taps

    @property
    def verbs(self) -> Sequence[str]:
        return [*self._taps]

    async def tap(self, asked: Interaction, custom_id: str, values: Sequence[str]) -> None:
        """Tap a component of a message."""
        asked.client, asked.type = self, InteractionType.component
        asked.data = {"custom_id": custom_id, "values": [*values]}
        control = Control.read(custom_id)
        if control is not None and self.can_answer(control.verb):
            await self.handle_tap(cast("Any", asked), control, values)
        else:
            await self._hear(asked)
        _require_answer(asked)

    async def submit(self, asked: Interaction, data: Mapping[str, Any]) -> None:
        """Submit a modal, of which this is all that Discord says."""
        asked.client, asked.type, asked.data = self, InteractionType.modal_submit, data
        await self._hear(asked)

    async def command(self, asked: Interaction, name: str, **options: object) -> None:
        """Give a slash command."""
        asked.client, asked.message = self, None
        cog, found = next(
            (cog, each) for cog in self.cogs for each in list_commands(cog).values() if each.qualified_name == name
        )
        try:
            await cast("Any", found).callback(cog, asked, **options)
        except Exception as error:  # noqa: BLE001  # as discord.py does
            await explain(cast("Any", asked), error)
        _require_answer(asked)

    async def _hear(self, asked: Interaction) -> None:
        for cog in self.cogs:
            for name, listener in cog.get_listeners():
                if name == "on_interaction":
                    await listener(asked)

    async def close(self) -> None:
        for cog in self.cogs:
            await cog.cog_unload()
        await self._services.close()
        self._services.puzzles.close()
        self._services.pictures.close()


def _require_answer(asked: Interaction) -> None:
    if asked.first is None:
        raise Unanswered


class FreshBots:
    """New bots, each on a copy of the same database, which `lay_out` fills."""

    def __init__(self, lay_out: LayOut | None = None) -> None:
        self._loop = asyncio.new_event_loop()
        self._errors = LoggedErrors()
        logging.getLogger().addHandler(self._errors)
        self._loop.set_exception_handler(self._errors.keep)
        self._stored = sqlite3.connect(":memory:", check_same_thread=False)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "rackety.db"
            self._loop.run_until_complete((lay_out or _lay_out)(path))
            with closing(sqlite3.connect(path)) as file:
                file.backup(self._stored)

    def run(self, work: Callable[[OpenBot], Coroutine[Any, Any, T]]) -> T:
        """Do this with a new bot.

        Raises:
            Failed: the bot logged an error.
        """
        self._errors.found.clear()
        done = self._loop.run_until_complete(self._run(work))
        for error in self._errors.found:
            raise Failed(str(error)) from error
        return done

    async def _run(self, work: Callable[[OpenBot], Coroutine[Any, Any, T]]) -> T:
        async with aiosqlite.connect(":memory:", isolation_level=None) as connection:
            opened = cast("Any", connection)
            await opened._execute(self._stored.backup, opened._conn)  # noqa: SLF001  # its own `backup` is from it, not to it
            connection.row_factory = sqlite3.Row
            database = Database(connection, connection)
            bot = OpenBot(database)
            try:
                return await work(bot)
            finally:
                await bot.close()
                await database.close()

    def close(self) -> None:
        self._loop.close()
        self._stored.close()


class LoggedErrors(logging.Handler):
    """The errors that were logged, also those of tasks that nobody waits for."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[BaseException] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.found.append(error or Failed(record.getMessage()))

    def keep(self, _loop: object, context: Mapping[str, Any]) -> None:
        """Keep what asyncio reports."""
        self.found.append(context.get("exception") or Failed(str(context)))


async def _lay_out(path: Path) -> None:
    """Store a finished game, a lobby, a running game of each system, and the puzzles of two days."""
    async with open_database(url(path)) as database:
        room = Room(database, HelpCog)
        await room.over()
        await room.lobby(BOB, interaction=2)
        for number, key in enumerate(VARIANTS):
            lobby = await a_lobby(room.tables.games, channel=PLACES + number, interaction=3 + number)
            state = find_middle(key).state
            players = (*PLAYERS.values(),)[: len(state.seats)]
            running = replace(lobby, variant=key, options=state.options, players=players, state=state)
            await room.tables.games.commit(replace(running, phase=Phase.PLAYING), interaction_id=None, now=NOON)
        await keep_puzzles(room.services.puzzles.store)
        await room.close()


async def keep_puzzles(store: PuzzleStore) -> None:
    """Store the puzzles of two days, so that none has to be made."""
    for day, grade in product((TODAY, TODAY + 1), Grade):
        await store.keep(replace(PUZZLE, day=day, grade=grade))
