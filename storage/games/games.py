"""The store of games.

Each change of a game is one transaction, which is refused if it's based on an old version of the game, or if the same
Discord interaction has caused a change before.
"""

import logging
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import aiosqlite

from engine.game.log import Logged
from engine.game.variant import Variant
from engine.game.views import Value
from engine.text.phrases import Phrase
from storage.codec import encode
from storage.database import Database, StorageError
from storage.games import statements
from storage.games.refusals import AlreadyDone, ChannelTaken, Stale, TooManyLobbies
from storage.games.rows import Game, LogEntry, Phase, Player, columns, read_game, result_rows
from storage.recent import LruCache

MOST_LOBBIES = 3  # that one person hosts on one server

_log = logging.getLogger(__name__)

LogRows = Iterable[sqlite3.Row]

_AT_HAND = 2_000  # games; each takes about 12 KB when decoded
_OPEN_PHASES = frozenset({Phase.LOBBY, Phase.PLAYING})


class GameStore:
    """Stores all games, past and present, and caches recently used ones.

    A game is dropped from the cache before each change of it. The cache may lack a game, but what it has is never older
    or newer than the database.
    """

    def __init__(self, database: Database, variants: Mapping[str, Variant[Any]]) -> None:
        self._database = database
        self._variants = variants
        self._recent: LruCache[Game] = LruCache(_AT_HAND)
        self._places: LruCache[int] = LruCache(_AT_HAND)  # a channel's last known game, which may be over by now
        self._unreadable: set[int] = set()

    async def open(  # noqa: PLR0913  # a table has this many properties, each passed by name
        self,
        *,
        guild_id: int,
        channel_id: int,
        host: Player,
        variant: str,
        options: Mapping[str, Value],
        now: int,
        interaction_id: int,
        computers: Sequence[Player] = (),
        has_chosen_clock: bool = False,
        news: tuple[Phrase, ...] = (),
    ) -> Game:
        """Store a new lobby with the host on the first seat and the computers on the next ones; return it.

        `variant` is a rule system's key; `now` is in seconds since the epoch; `interaction_id` is the Discord
        interaction that asked for the lobby; `has_chosen_clock` says that the host chose the clock in `options`; `news`
        is what the lobby shows as just having happened.

        Raises:
            ChannelTaken: the channel has an open game.
            AlreadyDone: this interaction is stored already.
            TooManyLobbies: the host has three lobbies on this server.
            ValueError: the host is a computer.
        """
        if host.user_id is None:
            raise ValueError("A table is a person's.")
        lobby = Game(
            id=0,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host.user_id,
            variant=variant,
            options=dict(options),
            players=(host, *computers),
            phase=Phase.LOBBY,
            state=None,
            news=news,
            version=1,
            opened_at=now,
            changed_at=now,
            has_chosen_clock=has_chosen_clock,
        )

        return await self._database.transaction(
            lambda connection: self._insert(connection, lobby, interaction_id), committed=self._keep
        )

    async def _insert(self, connection: aiosqlite.Connection, lobby: Game, interaction_id: int) -> Game:
        """Store a new lobby, and return it with its id.

        Raises:
            ChannelTaken, AlreadyDone, TooManyLobbies: as for `open`.
        """
        for reason, sql, number in (
            (AlreadyDone, statements.BY_INTERACTION, interaction_id),
            (ChannelTaken, statements.BY_CHANNEL, lobby.channel_id),
        ):
            for game in await self._read(connection, sql, number):
                raise reason(game)
        hosted = await connection.execute_fetchall(statements.HOSTED, (lobby.guild_id, lobby.host_id))
        if lobby.guild_id and len(list(hosted)) >= MOST_LOBBIES:
            raise TooManyLobbies([row["channel_id"] for row in hosted])
        ((number,),) = await connection.execute_fetchall(statements.OPEN, columns(lobby))
        await connection.execute_fetchall(statements.OPENED, (number, lobby.version, lobby.opened_at, interaction_id))
        return replace(lobby, id=number)

    async def get(self, game_id: int) -> Game | None:
        """Return the game with this id; None if there is none.

        Raises:
            StorageError: the game can't be read.
        """
        return self._recent.get(game_id) or _get_only(await self._select(self._all, statements.BY_ID, game_id))

    async def in_channel(self, channel_id: int) -> Game | None:
        """Return the channel's lobby or running game; None if there is none.

        For a game that one person plays alone, `channel_id` is the player's id.

        Raises:
            StorageError: the game can't be read.
        """
        game = self._recent.get(self._places.get(channel_id) or 0)
        if game and game.channel_id == channel_id and game.phase in _OPEN_PHASES:
            return game  # the schema allows only one per channel
        return _get_only(await self._select(self._all, statements.BY_CHANNEL, channel_id))

    async def last_over(self, channel_id: int) -> Game | None:
        """Return the channel's last finished game, which is the one opened last; None if there is none.

        Raises:
            StorageError: the game can't be read.
        """
        return _get_only(await self._select(self._all, statements.OVER, channel_id))

    async def log(self, game_id: int) -> list[Logged]:
        """Return the log of a game: all its actions since it was dealt, oldest first."""
        return [Logged(*row) for row in await self._database.run(statements.LOG, (game_id,))]

    async def of_user(self, user_id: int) -> list[Game]:
        """Return the lobbies and running games in which the user has a seat, oldest first."""
        return await self._select(self._readable, statements.BY_USER, user_id)

    async def with_computers(self) -> list[Game]:
        """Return the running games in which a computer plays for itself or for an absent person, oldest first."""
        return await self._select(self._readable, statements.WITH_COMPUTERS)

    async def due(self, now: int) -> list[Game]:
        """Return the running games whose deadline is at `now` or earlier, longest overdue first.

        `now` is in seconds since the epoch.
        """
        return await self._select(self._readable, statements.DUE, now, encode(self._unreadable))

    async def next_deadline(self) -> int | None:
        """Return the earliest deadline of a running game, in seconds since the epoch; None if there is none."""
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

    async def remind_no_more(self, game_id: int) -> None:
        """Cancel the reminder of the game's current turn; the version stays, because no screen shows reminders."""

        async def work(connection: aiosqlite.Connection) -> None:
            self._recent.drop(game_id)
            await connection.execute_fetchall(statements.REMIND_NO_MORE, (game_id,))

        await self._database.transaction(work)

    async def running(self) -> list[int]:
        """Return the ids of all lobbies and running games, oldest first."""
        return [row["id"] for row in await self._database.run(statements.RUNNING)]

    async def postpone(self, seconds: int) -> None:
        """Make every deadline and reminder of the running games this many seconds later."""

        async def work(connection: aiosqlite.Connection) -> None:
            self._recent.clear()
            await connection.execute_fetchall(statements.POSTPONE, (seconds, seconds))

        await self._database.transaction(work)

    async def commit(
        self, game: Game, *, interaction_id: int | None, now: int, line: str | None = None, seat: int | None = None
    ) -> Game:
        """Store a changed game, and return it as stored, with its version one higher.

        `game` has the version at which it was read, and nothing is stored if that isn't the newest any more.
        `interaction_id` is the Discord interaction that caused the change, which can cause no other; it's None if none
        did. `now` is the time of the change. `line` is the action for the log, and `seat` the seat that did it; both
        are None if the change isn't an action.

        Raises:
            Stale: the game has changed since it was read.
            AlreadyDone: this interaction's change is stored already.
            ChannelTaken: the game would be in the same channel as another lobby or running game.
            LookupError: there is no game with this id.
        """
        stored = replace(game, version=game.version + 1, changed_at=now)
        entry = LogEntry(interaction_id, line, seat)

        async def work(connection: aiosqlite.Connection) -> Game:
            # If the transaction's outcome stays unknown (a broken disk), the game is read from the database again.
            self._recent.drop(game.id)
            if not list(await connection.execute_fetchall(statements.NOTE, entry.columns(stored))):
                raise await self._refusal(connection, game.id, interaction_id)
            await self._change(connection, stored)
            if stored.phase is Phase.OVER:
                await connection.executemany(statements.RESULT, result_rows(stored))
            return stored

        return await self._database.transaction(work, committed=self._keep)

    async def _change(self, connection: aiosqlite.Connection, game: Game) -> None:
        try:
            await connection.execute_fetchall(statements.CHANGE, columns(game))
        except sqlite3.IntegrityError:
            other = _get_only(await self._read(connection, statements.BY_CHANNEL, game.channel_id))
            if other is None or other.id == game.id:
                raise
            raise ChannelTaken(other) from None

    async def _refusal(self, connection: aiosqlite.Connection, game_id: int, interaction_id: int | None) -> Exception:
        for game in await self._read(connection, statements.BY_INTERACTION, interaction_id):
            return AlreadyDone(game)
        for game in await self._read(connection, statements.BY_ID, game_id):
            return Stale(game)
        return LookupError(f"There is no game {game_id}.")

    async def _select(self, decoded: Callable[[LogRows], list[Game]], sql: str, *parameters: int | str) -> list[Game]:
        games: list[Game] = []

        def read(rows: LogRows) -> None:
            games.extend(decoded(rows))
            self._keep(*games)

        await self._database.run(sql, parameters, committed=read)
        return games

    async def _read(self, connection: aiosqlite.Connection, sql: str, number: int | None) -> list[Game]:
        return self._all(await connection.execute_fetchall(sql, (number,)))

    def _all(self, rows: LogRows) -> list[Game]:
        return [self._game(row) for row in rows]

    def _readable(self, rows: LogRows) -> list[Game]:
        """Return the games in these rows that can be read; log the others and remember their ids.

        Searches for deadlines and reminders then skip these, because one unreadable game must not stop everyone's
        clocks.
        """
        games = []
        for row in rows:
            try:
                games.append(self._game(row))
            except StorageError as error:
                self._unreadable.add(row["id"])
                _log.warning("%s It is left alone.", error)
        return games

    def _game(self, row: sqlite3.Row) -> Game:
        return self._recent.get(row["id"]) or read_game(row, self._variants)

    def _keep(self, *games: Game) -> None:
        for game in games:
            self._recent.keep(game.id, game)
            self._places.keep(game.channel_id, game.id)


def _get_only(games: Sequence[Game]) -> Game | None:
    return games[0] if games else None
