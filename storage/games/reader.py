"""Reading the stored games."""

import logging
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import aiosqlite

from engine.game.log import Logged
from engine.game.variant import Variant
from storage.codec import encode
from storage.database import Database
from storage.errors import UnreadableGame
from storage.games import statements
from storage.games.recent_games import RecentGames
from storage.games.rows import Game, read_game

_log = logging.getLogger(__name__)

_Rows = Iterable[sqlite3.Row]


class GameReader:
    """Reads all games, past and present, and caches recently used ones.

    The cache may lack a game, but what it has is never older or newer than the database.
    """

    def __init__(self, database: Database, variants: Mapping[str, Variant[Any]]) -> None:
        self._database = database
        self._variants = variants
        self._recent = RecentGames()
        self._unreadable: set[int] = set()
        self._shifts = 0  # how often all stored times were moved

    async def get(self, game_id: int) -> Game | None:
        """Return the game with this id; None if there is none.

        Raises:
            StorageError: the game or the database can't be read.
        """
        return self._recent.get(game_id) or get_only(await self._select(self._all, statements.BY_ID, game_id))

    def clear_cache(self) -> None:
        """Forget all games that are cached, because something else has changed them."""
        self._recent.clear()

    async def in_channel(self, channel_id: int) -> Game | None:
        """Return the channel's lobby or running game; None if there is none.

        For a game that one person plays alone, `channel_id` is the player's id.

        Raises:
            StorageError: the game or the database can't be read.
        """
        known = self._recent.in_channel(channel_id)
        return known or get_only(await self._select(self._all, statements.BY_CHANNEL, channel_id))

    async def last_over(self, channel_id: int) -> Game | None:
        """Return the channel's last finished game, which is the one opened last; None if there is none.

        Raises:
            StorageError: the game or the database can't be read.
        """
        return get_only(await self._select(self._all, statements.OVER, channel_id))

    async def log(self, game_id: int) -> list[Logged]:
        """Return the log of a game: all its actions since it was dealt, oldest first."""
        return [Logged(*row) for row in await self._database.run(statements.LOG, (game_id,))]

    async def of_user(self, user_id: int) -> list[Game]:
        """Return the lobbies and running games in which the user has a seat, oldest first."""
        return await self._select(self._readable, statements.BY_USER, user_id)

    async def of_server(self, guild_id: int) -> list[Game]:
        """Return the lobbies and running games of a server, oldest first."""
        return await self._select(self._readable, statements.BY_SERVER, guild_id)

    async def places(self, guild_ids: Collection[int]) -> list[tuple[int, int, bool]]:
        """Return each lobby's and running game's server, channel, and whether it's suspended; oldest first.

        Only those on these servers are included.
        """
        return [tuple(row) for row in await self._database.run(statements.PLACES, (encode(list(guild_ids)),))]

    async def servers(self) -> list[int]:
        """Return the ids of the servers with lobbies or running games; 0 if somebody plays alone."""
        return [row["guild_id"] for row in await self._database.run(statements.SERVERS)]

    async def with_computers(self) -> list[Game]:
        """Return the running games in which a computer plays for itself or for an absent person, oldest first."""
        return await self._select(self._readable, statements.WITH_COMPUTERS)

    async def due(self, now: int) -> list[Game]:
        """Return the lobbies and running games whose `Game.due_at` is at `now` or earlier, longest overdue first.

        `now` is in seconds since the epoch.
        """
        return await self._select(self._readable, statements.DUE, now, encode(self._unreadable))

    async def list_voided(self, now: int) -> list[Game]:
        """Return the voided games for the solo ladder that count as lost by `now`, those that are due first."""
        return await self._select(self._readable, statements.VOIDED, now)

    async def next_deadline(self) -> int | None:
        """Return the earliest `Game.due_at`, in seconds since the epoch; None if there is none."""
        deadline: int | None
        ((deadline,),) = await self._database.run(statements.NEXT_DEADLINE, (encode(self._unreadable),))
        return deadline

    async def to_remind(self, now: int) -> list[Game]:
        """Return the running games whose player to move should have been reminded by `now`, longest due first.

        `now` is in seconds since the epoch.
        """
        return await self._select(self._readable, statements.REMIND, now, encode(self._unreadable))

    async def next_reminder(self) -> int | None:
        """Return the time of the earliest reminder of a running game, in seconds since the epoch; None without any."""
        at: int | None
        ((at,),) = await self._database.run(statements.NEXT_REMINDER, (encode(self._unreadable),))
        return at

    async def running(self) -> list[int]:
        """Return the ids of all lobbies and running games, oldest first."""
        return [row["id"] for row in await self._database.run(statements.RUNNING)]

    async def _select(self, decoded: Callable[[_Rows], list[Game]], sql: str, *parameters: int | str) -> list[Game]:
        games: list[Game] = []

        def read(rows: _Rows) -> None:
            games.extend(decoded(rows))
            self._keep(*games)

        await self._database.run(sql, parameters, committed=read)
        return games

    async def _read(self, connection: aiosqlite.Connection, sql: str, number: int | None) -> list[Game]:
        return self._all(await connection.execute_fetchall(sql, (number,)))

    def _all(self, rows: _Rows) -> list[Game]:
        return [self._game(row) for row in rows]

    def _readable(self, rows: _Rows) -> list[Game]:
        """Return the games in these rows that can be read; log the others and remember their ids.

        Searches for deadlines and reminders then skip these, because one unreadable game must not stop everyone's
        clocks.
        """
        games = []
        for row in rows:
            try:
                games.append(self._game(row))
            except UnreadableGame as error:
                self._unreadable.add(row["id"])
                _log.warning("%s It is left alone.", error)
        return games

    def _game(self, row: sqlite3.Row) -> Game:
        return self._recent.get(row["id"]) or replace(read_game(row, self._variants), shifts=self._shifts)

    def _keep(self, *games: Game) -> None:
        for game in games:
            self._recent.keep(game)


def get_only(games: Sequence[Game]) -> Game | None:
    """Return the only game of these, None if there is none."""
    return games[0] if games else None
