"""The store of games.

Each change of a game is one transaction, which is refused if it's based on an old version of the game, or if the same
Discord interaction has caused a change before.
"""

import logging
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import aiosqlite

from engine.game.log import Logged
from engine.game.variant import Variant
from ratings.game_result import GameResult
from storage.codec import encode
from storage.database import Database
from storage.errors import UnreadableGame
from storage.games import statements
from storage.games.rows import Game, Phase, columns, log_columns, read_game
from storage.recent import LruCache
from storage.results.writing import write_result
from storage.shards import ALL_SERVERS, Shard

_log = logging.getLogger(__name__)

_Rows = Iterable[sqlite3.Row]
MOST_OPEN = 2_000  # open games in the cache; each takes about 33 KB
MOST_ENDED = 50  # games in the cache that have ended: they are looked at just after, and rarely later
MOST_LOBBIES = 3  # that one person hosts on one server
MOST_FOR_LADDER = 3  # games for the solo ladder that one person plays at once, so that few are left undecided


class NotStored(Exception):
    """A change that wasn't stored; `game` is the game that prevented it, as it is stored now."""

    def __init__(self, game: Game) -> None:
        super().__init__(f"Game {game.id} prevents this change.")
        self.game = game


class Stale(NotStored):
    """A change wasn't stored because the game has changed since the version that the change was based on."""


class AlreadyDone(NotStored):
    """A change wasn't stored because its Discord interaction has already caused one."""


class TooManyLobbies(Exception):
    """A lobby wasn't opened because its host has enough on this server already, in these `channels`."""

    def __init__(self, channels: Sequence[int]) -> None:
        super().__init__("The host has too many lobbies.")
        self.channels = channels


class TooManyForLadder(Exception):
    """A game for the solo ladder wasn't begun because its person plays enough of them: these `games`."""

    def __init__(self, games: Sequence[Game]) -> None:
        super().__init__("The person plays too many games for the ladder.")
        self.games = games


class ChannelTaken(NotStored):
    """A change wasn't stored because another lobby or running game is in the channel."""


class RecentGames:
    """A cache of games by id, in their newest version, that drops the least recently used open and ended ones."""

    def __init__(self, most_open: int = MOST_OPEN, most_ended: int = MOST_ENDED) -> None:
        self._open: LruCache[Game] = LruCache(most_open)
        self._ended: LruCache[Game] = LruCache(most_ended)
        self._latest: LruCache[int] = LruCache(most_open)  # a channel's last open game, which may have ended or moved

    def get(self, game_id: int) -> Game | None:
        """Return the game with this id; None if it isn't cached."""
        return self._open.get(game_id) or self._ended.get(game_id)

    def in_channel(self, channel_id: int) -> Game | None:
        """Return the channel's lobby or running game; None if it isn't cached."""
        game = self._open.get(self._latest.get(channel_id) or 0)
        return game if game and game.channel_id == channel_id else None  # the schema allows only one per channel

    def keep(self, game: Game) -> None:
        """Cache a game as it is stored now."""
        self.drop(game.id)
        if game.phase.has_ended:
            self._ended.keep(game.id, game)
        else:
            self._open.keep(game.id, game)
            self._latest.keep(game.channel_id, game.id)

    def drop(self, game_id: int) -> None:
        """Drop the game with this id, if it's cached."""
        self._open.drop(game_id)
        self._ended.drop(game_id)

    def clear(self) -> None:
        """Drop all games."""
        self._open.clear()
        self._ended.clear()


class GameStore:
    """Stores all games, past and present, and caches recently used ones.

    The cache may lack a game, but what it has is never older or newer than the database: a game is dropped from it
    before each change.
    """

    def __init__(self, database: Database, variants: Mapping[str, Variant[Any]]) -> None:
        self._database = database
        self._variants = variants
        self._recent = RecentGames()
        self._unreadable: set[int] = set()
        self._shifts = 0  # how often all stored times were moved

    async def get(self, game_id: int) -> Game | None:
        """Return the game with this id; None if there is none. Raises: StorageError if it can't be read."""
        return self._recent.get(game_id) or _get_only(await self._select(self._all, statements.BY_ID, game_id))

    def clear_cache(self) -> None:
        """Forget all games that are cached, because something else has changed them."""
        self._recent.clear()

    async def in_channel(self, channel_id: int) -> Game | None:
        """Return the open game of a channel, or by a player's id of one that they play alone; None if there is none."""
        known = self._recent.in_channel(channel_id)
        return known or _get_only(await self._select(self._all, statements.BY_CHANNEL, channel_id))

    async def last_over(self, channel_id: int) -> Game | None:
        """Return the channel's finished game that was opened last; None without one. Raises: StorageError."""
        return _get_only(await self._select(self._all, statements.OVER, channel_id))

    async def log(self, game_id: int) -> list[Logged]:
        """Return the log of a game: all its actions since it was dealt, oldest first."""
        return [Logged(*row) for row in await self._database.run(statements.LOG, (game_id,))]

    async def of_user(self, user_id: int) -> list[Game]:
        """Return the lobbies and running games in which the user has a seat, oldest first."""
        return await self._select(self._readable, statements.BY_USER, user_id)

    async def of_server(self, guild_id: int) -> list[Game]:
        """Return the lobbies and running games of a server, oldest first."""
        return await self._select(self._readable, statements.BY_SERVER, guild_id)

    async def list_channels(self, guild_ids: Collection[int]) -> list[tuple[int, int, bool]]:
        """Return the open games of these servers, oldest first, as (server, channel, whether it's suspended)."""
        return [tuple(row) for row in await self._database.run(statements.CHANNELS, (encode(list(guild_ids)),))]

    async def servers(self) -> list[int]:
        """Return the ids of the servers with lobbies or running games; 0 if somebody plays alone."""
        return [row["guild_id"] for row in await self._database.run(statements.SERVERS)]

    async def with_computers(self) -> list[Game]:
        """Return the running games in which a computer plays for itself or for an absent person, oldest first."""
        return await self._select(self._readable, statements.WITH_COMPUTERS)

    async def due(self, now: int) -> list[Game]:
        """Return the open games whose `Game.due_at` is at `now`, in seconds, or earlier, longest overdue first."""
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
        """Return the games whose player should have been reminded by `now`, in seconds, longest due first."""
        return await self._select(self._readable, statements.REMIND, now, encode(self._unreadable))

    async def next_reminder(self) -> int | None:
        """Return the time of the earliest reminder of a running game, in seconds since the epoch; None without any."""
        at: int | None
        ((at,),) = await self._database.run(statements.NEXT_REMINDER, (encode(self._unreadable),))
        return at

    async def open(self, game: Game, *, interaction_id: int) -> Game:
        """Store a new lobby, or a new game that is running already, and return it with its id.

        `interaction_id` is the id of the Discord interaction or message that asked for it, which can't open another.

        Raises:
            ChannelTaken: the channel has an open game.
            AlreadyDone: this interaction is stored already.
            TooManyLobbies: it's a lobby, and the host has three on this server.
        """
        return await self._database.transaction(
            lambda connection: self._insert(connection, game, interaction_id), committed=self._keep
        )

    async def _insert(self, connection: aiosqlite.Connection, new: Game, interaction_id: int) -> Game:
        for reason, sql, number in (
            (AlreadyDone, statements.BY_INTERACTION, interaction_id),
            (ChannelTaken, statements.BY_CHANNEL, new.channel_id),
        ):
            for game in await self._read(connection, sql, number):
                raise reason(game)
        if new.phase is Phase.LOBBY:
            await _require_few_lobbies(connection, new)
        ((number,),) = await connection.execute_fetchall(statements.OPEN, columns(new))
        await connection.execute_fetchall(statements.OPENED, (number, new.version, new.opened_at, interaction_id))
        return replace(new, id=number, shifts=self._shifts)

    async def retime(self, game: Game, changed: Game) -> bool:
        """Store when a game reminds its player, and how long it waits, as `changed` has it; return whether it did.

        It doesn't if the game or one of these times has changed. The version stays, because no screen shows these
        times.
        """
        times = changed.remind_at, changed.waits_until, changed.grace
        before = game.id, game.version, game.remind_at, game.waits_until

        async def work(connection: aiosqlite.Connection) -> bool:
            self._recent.drop(game.id)
            return bool(list(await connection.execute_fetchall(statements.RETIME, (*times, *before))))

        return await self._database.transaction(work)

    async def extend_deadlines(self, now: int, shard: Shard = ALL_SERVERS) -> None:
        """Leave each lobby and running game of a shard at least its `grace` from `now` on, after nobody could play."""
        await self._move_times(statements.EXTEND, {"now": now, "shards": shard.count, "shard": shard.number})

    async def shift_times(self, seconds: int) -> None:
        """Move all times of lobbies, running games and tournaments by this much, because the system clock was set."""
        await self._move_times(statements.SHIFT, {"seconds": seconds}, statements.SHIFT_TOURNAMENTS)

    async def _move_times(self, sql: str, facts: Mapping[str, int], *more: str) -> None:
        """Change times of games, and make changes based on them stale."""

        async def work(connection: aiosqlite.Connection) -> int:
            self._recent.clear()
            moved = list(await connection.execute_fetchall(sql, facts))
            for each in more:
                await connection.execute_fetchall(each, facts)
            return len(moved)

        def note(moved: int) -> None:
            self._shifts += moved > 0

        await self._database.transaction(work, committed=note)

    async def commit(  # noqa: PLR0913  # a change has this many properties, each passed by name
        self,
        game: Game,
        *,
        interaction_id: int | None,
        now: int,
        line: str | None = None,
        seat: int | None = None,
        result: GameResult | None = None,
        is_for_ladder: Callable[[Game], bool] = lambda _: False,
    ) -> Game:
        """Store a changed game, and return it as stored, with its version one higher.

        `interaction_id` is the Discord interaction that caused the change, which can cause no other; None if none did.
        `now` is the time of the change. `line` is the action for the log, and `seat` the seat that did it; both are
        None if the change isn't an action. `result` is that of a game that is over, unless it's pending.
        `is_for_ladder` says which running games are for the solo ladder.

        Raises:
            Stale: the game has changed since it was read, or its times have been moved.
            AlreadyDone: this interaction's change is stored already.
            ChannelTaken: the game would be in the same channel as another lobby or running game.
            TooManyForLadder: it begins and is for the solo ladder, and its person plays three others.
            LookupError: there is no game with this id.
        """
        stored = replace(game, version=game.version + 1, changed_at=now)
        if result is None and stored.phase is Phase.OVER and not stored.is_pending:
            raise ValueError("A game that is over has a result.")

        async def work(connection: aiosqlite.Connection) -> Game:
            await self._require_few_for_ladder(connection, stored, is_for_ladder)
            await self._commit(connection, stored, interaction_id, line, seat)
            if result is not None:
                await write_result(connection, replace(result, ended_at=now))
            return stored

        return await self._database.transaction(work, committed=self._keep)

    async def reopen(self, game: Game, *, interaction_id: int, now: int) -> Game:
        """Store `game`, a closed lobby that opens again, as `commit` does. Raises: as `commit`, and TooManyLobbies."""
        stored = replace(game, version=game.version + 1, changed_at=now, opened_at=now)

        async def work(connection: aiosqlite.Connection) -> Game:
            await self._commit(connection, stored, interaction_id)
            await _require_few_lobbies(connection, stored)
            return stored

        return await self._database.transaction(work, committed=self._keep)

    async def leave(
        self, connection: aiosqlite.Connection, user_id: int, leave: Callable[[Game], Game], now: int
    ) -> None:
        """Store what `leave` makes of this person's readable open games, within a transaction."""
        for game in self._readable(await connection.execute_fetchall(statements.BY_USER, (user_id,))):
            stored = replace(leave(game), version=game.version + 1, changed_at=now)
            await self._commit(connection, stored, None)

    async def _commit(
        self,
        connection: aiosqlite.Connection,
        game: Game,
        interaction_id: int | None,
        line: str | None = None,
        seat: int | None = None,
    ) -> None:
        # If the transaction's outcome stays unknown (a broken disk), the game is read from the database again.
        self._recent.drop(game.id)
        entry = log_columns(game, interaction_id, line, seat)
        if game.shifts != self._shifts or not list(await connection.execute_fetchall(statements.NOTE, entry)):
            raise await self._refusal(connection, game.id, interaction_id)
        await self._change(connection, game)

    async def _require_few_for_ladder(
        self, connection: aiosqlite.Connection, game: Game, is_for_ladder: Callable[[Game], bool]
    ) -> None:
        """Reject a ladder game that begins while its person plays three others. Raises: TooManyForLadder."""
        begins = game.phase is Phase.PLAYING and game.state is not None and not game.state.version
        if not begins or not is_for_ladder(game):
            return
        ((phase,),) = await connection.execute_fetchall(statements.PHASE, (game.id,))
        if phase != Phase.LOBBY:
            return  # it has begun already
        for user_id in [each.user_id for each in game.players if each.user_id is not None]:
            rows = await connection.execute_fetchall(statements.BY_USER, (user_id,))
            others = [each for each in self._readable(rows) if each.phase is Phase.PLAYING]
            running = [each for each in others if is_for_ladder(each)]
            if len(running) >= MOST_FOR_LADDER:
                raise TooManyForLadder(running)

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
        """Return the games in these rows that can be read; no search for deadlines stumbles over the others again."""
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


async def _require_few_lobbies(connection: aiosqlite.Connection, lobby: Game) -> None:
    """Reject a lobby that would be its host's fourth on its server. Raises: TooManyLobbies."""
    hosted = await connection.execute_fetchall(statements.HOSTED, (lobby.guild_id, lobby.host_id, lobby.id))
    if lobby.guild_id and len(list(hosted)) >= MOST_LOBBIES:
        raise TooManyLobbies([row["channel_id"] for row in hosted])


def _get_only(games: Sequence[Game]) -> Game | None:
    return games[0] if games else None
