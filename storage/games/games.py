"""The store of games.

Each change of a game is one transaction, which is refused if it's based on an old version of the game, or if the same
Discord interaction has caused a change before.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import aiosqlite

from engine.game.views import Value
from engine.text.phrases import Phrase
from storage.games import statements
from storage.games.ending import find_result, is_for_ladder
from storage.games.reader import GameReader, get_only
from storage.games.refusals import AlreadyDone, ChannelTaken, Stale, TooManyForLadder, TooManyLobbies
from storage.games.rows import USUAL_PATIENCE, Game, LogEntry, Outage, Phase, Player, columns
from storage.games.shards import ALL_SERVERS, Shard
from storage.results.writing import write_result

MOST_LOBBIES = 3  # that one person hosts on one server
MOST_FOR_LADDER = 3  # games for the solo ladder that one person plays at once, so that few are left undecided
SAME_OUTAGE = 60  # seconds between two outages that count as one: a start ends one, and the login another


class GameStore(GameReader):
    """Stores all games, past and present. A game is dropped from the cache before each change of it."""

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
        patience: int = USUAL_PATIENCE,
        waits_until: int | None = None,
        news: tuple[Phrase, ...] = (),
    ) -> Game:
        """Store a new lobby with the host on the first seat and the computers on the next ones; return it.

        `variant` is a rule system's key; `now` is in seconds since the epoch; `interaction_id` is the Discord
        interaction that asked for the lobby; `has_chosen_clock`, `patience` and `waits_until` are as in `Game`; `news`
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
            patience=patience,
            waits_until=waits_until,
        )

        return await self._database.transaction(
            lambda connection: self._insert(connection, lobby, interaction_id), committed=self._keep
        )

    async def begin(self, game: Game, *, interaction_id: int) -> Game:
        """Store a new game that is running already, and return it with its id.

        `interaction_id` is the id of the Discord interaction or message that asked for it, which can't open another.

        Raises:
            ChannelTaken, AlreadyDone: as for `open`.
        """
        return await self._database.transaction(
            lambda connection: self._insert(connection, game, interaction_id), committed=self._keep
        )

    async def _insert(self, connection: aiosqlite.Connection, new: Game, interaction_id: int) -> Game:
        """Store a new lobby or running game, and return it with its id.

        Raises:
            ChannelTaken, AlreadyDone, TooManyLobbies: as for `open`.
        """
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

    async def retime(self, game: Game, *, remind_at: int | None, waits_until: int | None) -> bool:
        """Store when a running game reminds its player, and until when it waits; return whether that was done.

        It isn't if the game or one of these times has changed since `game` was read. The version stays, because no
        screen shows these times.
        """
        before = game.id, game.version, game.remind_at, game.waits_until

        async def work(connection: aiosqlite.Connection) -> bool:
            self._recent.drop(game.id)
            return bool(list(await connection.execute_fetchall(statements.RETIME, (remind_at, waits_until, *before))))

        return await self._database.transaction(work)

    async def postpone(
        self,
        seconds: int,
        committed: Callable[[], None] = lambda: None,
        *,
        shard: Shard = ALL_SERVERS,
        outage: Outage | None = None,
    ) -> None:
        """Make all deadlines, reminders and other times of a shard's lobbies and running games this much later.

        If that is because of an outage, it's noted with the games; one that soon follows another extends it. A change
        that is based on an earlier state of a game is stale from then on, as it would bring the old times back.
        `committed` is called after the commit, before anything else is read or stored.

        If the times become earlier, because the system clock was set back, those of all tournaments do as well.
        """
        length, ended_at = (outage.seconds, outage.ended_at) if outage else (0, 0)
        asked = {
            "seconds": seconds,
            "outage": length,
            "now": ended_at,
            "joins": ended_at - length - SAME_OUTAGE,
            "shards": shard.count,
            "shard": shard.number,
        }

        async def work(connection: aiosqlite.Connection) -> None:
            self._recent.clear()
            await connection.execute_fetchall(statements.POSTPONE, asked)
            if seconds < 0:
                await connection.execute_fetchall(statements.SET_TOURNAMENTS_BACK, {"seconds": seconds})

        def note(_: object) -> None:
            self._shifts += 1
            committed()

        await self._database.transaction(work, committed=note)

    async def commit(
        self, game: Game, *, interaction_id: int | None, now: int, line: str | None = None, seat: int | None = None
    ) -> Game:
        """Store a changed game, and return it as stored, with its version one higher.

        `game` has the version at which it was read, and nothing is stored if that isn't the newest anymore.
        `interaction_id` is the Discord interaction that caused the change, which can cause no other; it's None if none
        did. `now` is the time of the change. `line` is the action for the log, and `seat` the seat that did it; both
        are None if the change isn't an action.

        Raises:
            Stale: the game has changed since it was read, or its times have been moved.
            AlreadyDone: this interaction's change is stored already.
            ChannelTaken: the game would be in the same channel as another lobby or running game.
            TooManyForLadder: it begins and is for the solo ladder, and its person plays three others.
            LookupError: there is no game with this id.
        """
        stored = replace(game, version=game.version + 1, changed_at=now)
        entry = LogEntry(interaction_id, line, seat)

        return await self._database.transaction(
            lambda connection: self._commit(connection, stored, entry), committed=self._keep
        )

    async def reopen(self, game: Game, *, interaction_id: int, now: int) -> Game:
        """Store a closed lobby, of which `game` is the opened version, as `commit` does; return it as stored.

        Raises:
            TooManyLobbies: its host has three other lobbies on this server.
            Stale, AlreadyDone, ChannelTaken, LookupError: as for `commit`.
        """
        stored = replace(game, version=game.version + 1, changed_at=now, opened_at=now)

        async def work(connection: aiosqlite.Connection) -> Game:
            await self._commit(connection, stored, LogEntry(interaction_id, None, None))
            await _require_few_lobbies(connection, stored)
            return stored

        return await self._database.transaction(work, committed=self._keep)

    async def leave(
        self, connection: aiosqlite.Connection, user_id: int, leave: Callable[[Game], Game], now: int
    ) -> None:
        """Store what `leave` makes of each lobby and running game with this person, within a transaction.

        A game that can't be read stays as it is.
        """
        for game in self._readable(await connection.execute_fetchall(statements.BY_USER, (user_id,))):
            stored = replace(leave(game), version=game.version + 1, changed_at=now)
            await self._commit(connection, stored, LogEntry(None, None, None))

    async def _commit(self, connection: aiosqlite.Connection, game: Game, entry: LogEntry) -> Game:
        """Store the changed game, which has its new version, with its log entry and results; return it."""
        # If the transaction's outcome stays unknown (a broken disk), the game is read from the database again.
        self._recent.drop(game.id)
        is_current = game.shifts == self._shifts
        if not is_current or not list(await connection.execute_fetchall(statements.NOTE, entry.columns(game))):
            raise await self._refusal(connection, game.id, entry.interaction_id)
        await self._require_few_for_ladder(connection, game)
        await self._change(connection, game)
        if game.phase is Phase.OVER and not game.is_pending:
            await write_result(connection, find_result(game, self._variants[game.variant]))
        return game

    async def _require_few_for_ladder(self, connection: aiosqlite.Connection, game: Game) -> None:
        """Reject a game for the solo ladder that begins while three others of its person are running.

        Raises:
            TooManyForLadder: three are.
        """
        begins = game.phase is Phase.PLAYING and game.state is not None and not game.state.version
        if not begins or not is_for_ladder(game, self._variants[game.variant]):
            return
        ((phase,),) = await connection.execute_fetchall(statements.PHASE, (game.id,))
        if phase != Phase.LOBBY:
            return  # it has begun already
        for user_id in [each.user_id for each in game.players if each.user_id is not None]:
            rows = await connection.execute_fetchall(statements.BY_USER, (user_id,))
            others = [each for each in self._readable(rows) if each.phase is Phase.PLAYING]
            running = [each for each in others if is_for_ladder(each, self._variants[each.variant])]
            if len(running) >= MOST_FOR_LADDER:
                raise TooManyForLadder(running)

    async def _change(self, connection: aiosqlite.Connection, game: Game) -> None:
        try:
            await connection.execute_fetchall(statements.CHANGE, columns(game))
        except sqlite3.IntegrityError:
            other = get_only(await self._read(connection, statements.BY_CHANNEL, game.channel_id))
            if other is None or other.id == game.id:
                raise
            raise ChannelTaken(other) from None

    async def _refusal(self, connection: aiosqlite.Connection, game_id: int, interaction_id: int | None) -> Exception:
        for game in await self._read(connection, statements.BY_INTERACTION, interaction_id):
            return AlreadyDone(game)
        for game in await self._read(connection, statements.BY_ID, game_id):
            return Stale(game)
        return LookupError(f"There is no game {game_id}.")


async def _require_few_lobbies(connection: aiosqlite.Connection, lobby: Game) -> None:
    """Reject a lobby that would be its host's fourth on its server.

    Raises:
        TooManyLobbies: the host has three others.
    """
    hosted = await connection.execute_fetchall(statements.HOSTED, (lobby.guild_id, lobby.host_id, lobby.id))
    if lobby.guild_id and len(list(hosted)) >= MOST_LOBBIES:
        raise TooManyLobbies([row["channel_id"] for row in hosted])
