"""The playground, the real bot as a process of its own, its database and its log; and what none of them may ever do."""

import asyncio
import base64
import os
import re
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from http import HTTPStatus
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from cogs.upload import UploadCog
from engine.table.state import TableState
from engine.variants import load
from playground import Playground
from playground.api.calls import Request
from playground.client.user import SimulatedUser
from playground.model.starting_world import GUILD_ID
from playground.model.values import ApplicationEmoji, Channel, User
from render import read_emojis
from render.sprites.tile_emojis import full_name
from storage.games import Game, Player
from storage.games.rows import columns, read_game
from tests.e2e import tested_bot
from tests.e2e.leak_check import LeakCheck
from tests.positions import Position
from tests.support.schema import violations
from tests.support.tables import make_game

ROOT = Path(__file__).parents[2]
PATIENCE = 30.0  # seconds for whatever the bot does next; far more than it takes on any machine
VARIANTS = load()
UNKNOWN_MESSAGE = 10008  # Discord's code
TROUBLE = re.compile(r"WARNING|ERROR|CRITICAL|Traceback|never retrieved|never awaited|Unclosed")
BUSY = re.compile(r"Can't keep up, shard ID|heartbeat blocked for more than")  # discord.py, of this machine
RACK_LINE = re.compile(r"(?:\b(?:[RBKO]1?[0-9]|J)\b[ ,]+){4}|Tile\(")


class RunningBot:
    """One playground and one bot. A test that brings trouble about says so with `expect`."""

    def __init__(self, playground: Playground, folder: Path) -> None:
        self.playground = playground
        self.database = folder / "rackety.db"
        self.leak_check = LeakCheck(playground.world, self.game_by_id)
        self.world = playground.world
        self.installed: tuple[str, ...] = ()  # at each start: tests' modules that change the bot, and a word for each
        self.chosen: dict[str, str] = {}  # settings at each start
        self.faults = playground.faults
        self._log = folder / "bot.log"
        self._folder = folder
        self._process: BaseProcess | None = None
        self._reader: sqlite3.Connection | None = None  # while the bot runs
        self._expected: list[int | str] = []
        self._deleted: set[str] = set()  # ids of messages
        self._judged_requests = 0
        self._judged_log = 0

    @classmethod
    @asynccontextmanager
    async def open(
        cls, folder: Path, *installed: str, shards: int = 1, is_limited: bool = False, **settings: str
    ) -> "AsyncIterator[RunningBot]":
        """With the bot running; nothing of it is left afterward, whatever happens.

        Only if it `is_limited`, Discord's global limit applies: here, a bot starts again sooner than it could there.
        """
        async with Playground.start(answer_within=PATIENCE, shards=shards, global_limit=is_limited) as playground:
            has_emojis(playground)
            running_bot = cls(playground, folder)
            running_bot.installed = installed
            running_bot.chosen = settings
            try:
                await running_bot.start()
                yield running_bot
            finally:
                await running_bot.kill()

    # the bot

    async def start(self, *, ready: float = 0) -> None:
        """Start the bot and wait until it hears commands, and is ready unless that is to take some seconds more."""
        said = len(self.log) if self._log.exists() else 0
        await self.run(ready=ready)
        await self.until(lambda: self.world.bot_online)
        await self.until(lambda: UploadCog.DONE in self.log[said:])  # the commands are uploaded beside everything else
        if not ready:
            await self.until(lambda: self.log[said:].count("ready\n") >= self.playground.gateway.logins.recommended)

    async def run(self, *, ready: float = 0) -> None:
        """Start the bot and wait for nothing."""
        self._process = tested_bot.start(self._folder, self._log, self.settings, ready)

    @property
    def settings(self) -> dict[str, str]:
        return {
            "DISCORD_API_URL": self.playground.api_url,
            "DISCORD_GATEWAY_URL": self.playground.gateway_url,
            "DISCORD_TOKEN": self.playground.token,
            "DATABASE_URL": f"sqlite:///{self.database}",
            "BACKUP_FOLDER": "none",
            "COMPUTER_PAUSE": "0",
            **self.chosen,
            **({tested_bot.INSTALLED: ";".join(self.installed)} if self.installed else {}),
        }

    @property
    def has_ended(self) -> bool:
        """Whether it has ended by itself."""
        return self._process is not None and not self._process.is_alive()

    async def kill(self) -> None:
        """End it as a power cut would."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask it to end, as a service manager does, and return its exit code."""
        return await self._end(signal.SIGTERM)

    async def _end(self, number: signal.Signals) -> int:
        process, self._process = self._process, None
        reader, self._reader = self._reader, None
        if reader:  # else the next bot would not recover the database by itself
            reader.close()
        if process is None:
            return 0
        try:
            return await self._ended(process, number)
        finally:
            self._deleted |= {_message_of(each) for each in self.playground.requests if _deletes(each)}

    async def _ended(self, process: BaseProcess, number: signal.Signals) -> int:
        if process.is_alive():
            os.kill(process.pid or 0, number)
        try:
            await self.until(lambda: not process.is_alive())
        except TimeoutError:
            process.kill()
        process.join()
        await self.until(lambda: not self.world.bot_online)
        return process.exitcode or 0

    @property
    def process_id(self) -> int:
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    # people and places

    def seat(self, user: User | str) -> SimulatedUser:
        return self.playground.seat(user)

    def seats(self, count: int) -> list[SimulatedUser]:
        """The first of Ana, Ben, Chloé and Dmitri."""
        return [self.seat(name) for name in ("Ana", "Ben", "Chloé", "Dmitri")[:count]]

    def stranger(self) -> SimulatedUser:
        return self.seat(self.world.add_user("Eve"))

    def room(self, name: str = "room") -> Channel:
        return self.world.add_channel(name)

    async def until(self, true: Callable[[], Any]) -> Any:
        """Wait for what no seat sees, and return it. Raises: TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            while not (found := true()):  # noqa: ASYNC110  # files and processes tell nobody
                await asyncio.sleep(0.01)
        return found

    async def wait_until_shown(self, room: Channel) -> None:
        """Wait until the newest game of a channel, and the call to who is to move, are shown and noted as such."""
        game = self.game(room)
        noted = "SELECT 1 FROM post WHERE owner = ? AND nonce = '' AND CAST(shown AS INTEGER) >= ?"
        await self.until(lambda: self.rows(noted, f"table {game.id}", game.version))

    # the database

    def rows(self, sql: str, *parameters: object) -> list[sqlite3.Row]:
        """Read the database, by a connection that stays open while the bot runs: to open one takes far longer."""
        if self._process is None:
            with closing(self._connect()) as connection:
                return connection.execute(sql, parameters).fetchall()
        self._reader = self._reader or self._connect()
        return self._reader.execute(sql, parameters).fetchall()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=5)
        connection.row_factory = sqlite3.Row
        return connection

    def write(self, sql: str, parameters: object = ()) -> int:
        """Change what the bot reads anew each time, or anything while it is down; returns the new row's number."""
        with closing(sqlite3.connect(self.database, timeout=5)) as connection, connection:
            return connection.execute(sql, parameters).lastrowid or 0  # type: ignore[arg-type]  # as sqlite3 takes them

    def game(self, room: Channel | int) -> Game:
        """The newest game of a channel, as stored."""
        ident = room if isinstance(room, int) else room.id
        (row,) = self.rows("SELECT * FROM game WHERE channel_id = ? ORDER BY id DESC LIMIT 1", ident)
        return read_game(row, VARIANTS)

    def state(self, room: Channel | int) -> TableState:
        """How the newest game of a channel stands."""
        state = self.game(room).state
        assert isinstance(state, TableState)
        return state

    def game_by_id(self, game_id: int) -> Game | None:
        rows = self.rows("SELECT * FROM game WHERE id = ?", game_id)
        return read_game(rows[0], VARIANTS) if rows else None

    def deal(
        self, room: Channel, position: Position, *, left: int | None = None, computers: Sequence[Player] = ()
    ) -> Game:
        """Put a position on a table of this channel, `left` seconds before the turn ends; None: without a clock.

        Computers have the last seats.
        """
        now = int(time.time())
        users = [seat.user for seat in self.seats(len(position.seats) - len(computers))]
        game = make_game(
            replace(position.state, deadline=None if left is None else now + left),
            guild_id=GUILD_ID,
            channel_id=room.id,
            host_id=users[0].id,
            players=(*(Player(each.id, each.name) for each in users), *computers),
            opened_at=now,
            changed_at=now,
        )
        return replace(game, id=self._insert(game))

    def _insert(self, game: Game) -> int:
        row = {name: value for name, value in columns(game).items() if name != "id"}
        names = ", ".join(row)
        return self.write(f"INSERT INTO game ({names}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))  # noqa: S608  # our own columns

    # judging

    @property
    def log(self) -> str:
        """What the bot has written to its two outputs so far."""
        return self._log.read_text("utf-8")

    @property
    def codes(self) -> list[int]:
        """Discord's codes of the requests that were refused since the last `check`."""
        return [_code(each) for each in self.playground.requests[self._judged_requests :] if each.status >= 400]

    def expect(self, *troubles: int | str) -> None:
        """Discord's codes, and words in lines of the log, that this test brings about."""
        self._expected += troubles

    def check(self) -> None:
        """What must be true after every test, of all that happened since the last one."""
        new = self.playground.requests[self._judged_requests :]
        log = self.log[self._judged_log :]
        codes = [_code(each) for each in new if each.status >= 400 and not self._may_be_gone(each)]
        self._judged_requests += len(new)
        self._judged_log += len(log)
        expected, self._expected = self._expected, []
        self.faults.clear()
        assert violations(new) == []
        assert [code for code in codes if code not in expected] == []
        words = [each for each in expected if isinstance(each, str)]
        lines = [line for line in log.splitlines() if TROUBLE.search(line) and not BUSY.search(line)]
        assert [line for line in lines if not any(each in line for each in words)] == [], log
        leaks, self.leak_check.leaks = self.leak_check.leaks, []
        assert leaks == []
        secrets = set(self._secrets())
        assert [line for line in log.splitlines() if _gives_away(line, secrets)] == []

    def _may_be_gone(self, request: Request) -> bool:
        """Whether a bot that ended had deleted this message, and may not have come to note it: the next asks once more.

        It may do so tests later, when the game's turn comes.
        """
        message = _message_of(request)
        gone = message in self._deleted and _code(request) == UNKNOWN_MESSAGE
        self._deleted -= {message} if gone else set()
        return gone

    def _secrets(self) -> Iterable[str]:
        yield self.playground.token
        yield from self.playground.interactions._by_token  # noqa: SLF001  # what no log may hold
        for row in self.rows("SELECT * FROM game WHERE state IS NOT NULL"):
            state = read_game(row, VARIANTS).state
            if state:
                yield from (state.seed.hex(), base64.b64encode(state.seed).decode())


def has_emojis(playground: Playground) -> None:
    """Give the application its emojis, as an earlier start of the bot did."""
    for name, png in read_emojis().items():
        ident = playground.world.snowflake()
        playground.world.emojis[ident] = ApplicationEmoji(
            id=ident, name=full_name(name, png), data=png, content_type="image/png"
        )


def _deletes(request: Request) -> bool:
    return request.method == "DELETE" and request.status == HTTPStatus.NO_CONTENT


def _message_of(request: Request) -> str:
    return request.path.rpartition("/")[2]


def _gives_away(line: str, secrets: set[str]) -> bool:
    return bool(RACK_LINE.search(line)) or any(secret in line for secret in secrets)


def _code(request: Request) -> int:
    code = request.response.get("code", 0) if isinstance(request.response, dict) else 0  # Cloudflare answers in HTML
    return int(code) or request.status
