"""The store of tournaments."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from sqlite3 import Row
from typing import Any

import aiosqlite

from storage.codec import decode_stored, encode
from storage.database import Database
from storage.tournaments.tournament import Tournament

_OPEN = """
    INSERT INTO tournament (guild_id, channel_id, thread_id, organizer_id, phase, tournament, due_at, version,
                            opened_at)
    VALUES (:guild_id, :channel_id, :thread_id, :organizer_id, :phase, :tournament, :due_at, 1, :now)
    RETURNING id
"""
_CHANGE = """
    UPDATE tournament SET thread_id = :thread_id, phase = :phase, tournament = :tournament,
                          due_at = :due_at + coalesce(due_at - :was_due_at, 0), version = version + 1
    WHERE id = :id AND version = :version
    RETURNING version, due_at
"""
_BY_ID = "SELECT * FROM tournament WHERE id = ?"
_BY_CHANNEL = """
    SELECT * FROM tournament WHERE phase IN ('sign up', 'running') AND channel_id = ?
"""
_BY_PAIRING = """
    SELECT id FROM tournament WHERE phase IN ('sign up', 'running') AND guild_id = ? AND EXISTS (
        SELECT 1 FROM json_each(tournament, '$.rounds') AS round, json_each(round.value) AS pairing
        WHERE json_extract(pairing.value, ?) = ?
    )
"""
_OF_PERSON = """
    SELECT * FROM tournament WHERE phase IN ('sign up', 'running') AND (organizer_id = ? OR instr(tournament, ?))
    ORDER BY id
"""
_UNSETTLED = """
    SELECT id FROM tournament WHERE phase IN ('sign up', 'running')
    UNION SELECT id FROM tournament LEFT JOIN post ON owner = 'tournament ' || id AND nonce = ''
        WHERE shown IS NOT '' || version
    UNION SELECT id FROM post JOIN tournament ON id = CAST(substr(owner, length('tournament ') + 1) AS INTEGER)
        WHERE message_id IS NULL AND owner GLOB 'tournament *'
    ORDER BY id
"""
_DUE = "SELECT * FROM tournament WHERE phase IN ('sign up', 'running') AND due_at <= ? ORDER BY due_at, id"
_PLAIN = ("id", "guild_id", "channel_id", "thread_id", "organizer_id", "due_at", "version")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTournament:
    """A tournament on a server, with what storage knows of it.

    Each table gets a thread of `channel_id`. `thread_id` is the thread for sign-up and standings, and also the message
    that announces it; 0 until it's there. `due_at` is when the sign-up or the check-in ends, in seconds since the
    epoch, None for never; a check-in doesn't end before all tables are announced. `version` counts every change.
    """

    id: int = 0
    guild_id: int
    channel_id: int
    thread_id: int
    organizer_id: int
    tournament: Tournament
    due_at: int | None
    version: int = 1


class TournamentStale(Exception):
    """A tournament has changed since it was read, so that a change based on it wasn't stored."""


class ChannelHasTournament(Exception):
    """The channel has another tournament that hasn't ended, `tournament`."""

    def __init__(self, tournament: StoredTournament) -> None:
        super().__init__(f"Tournament {tournament.id} is in this channel.")
        self.tournament = tournament


class TournamentStore:
    """Stores all tournaments, past and present."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open(self, new: StoredTournament, now: int) -> StoredTournament:
        """Store a new tournament, and return it with its id. Raises: ChannelHasTournament."""

        async def work(connection: aiosqlite.Connection) -> StoredTournament:
            for row in await connection.execute_fetchall(_BY_CHANNEL, (new.channel_id,)):
                raise ChannelHasTournament(_read(row))
            ((number,),) = await connection.execute_fetchall(_OPEN, {**_write_columns(new), "now": now})
            return replace(new, id=number)

        return await self._database.transaction(work)

    async def get(self, tournament_id: int) -> StoredTournament | None:
        """Return the tournament with this id; None if there is none."""
        rows = await self._database.run(_BY_ID, (tournament_id,))
        return _read(rows[0]) if rows else None

    async def in_channel(self, channel_id: int) -> StoredTournament | None:
        """Return the channel's tournament that hasn't ended; None if there is none."""
        rows = await self._database.run(_BY_CHANNEL, (channel_id,))
        return _read(rows[0]) if rows else None

    async def of_game(self, guild_id: int, game_id: int) -> int | None:
        """Return the id of the running tournament that this game belongs to; None if there is none."""
        return await self._find(guild_id, "$.game_id", game_id)

    async def of_thread(self, guild_id: int, thread_id: int) -> int | None:
        """Return the id of the running tournament that has a table in this thread; None if there is none."""
        return await self._find(guild_id, "$.thread_id", thread_id)

    async def _find(self, guild_id: int, path: str, number: int) -> int | None:
        rows = await self._database.run(_BY_PAIRING, (guild_id, path, number))
        return rows[0]["id"] if rows else None

    async def of_person(self, user_id: int) -> list[StoredTournament]:
        """Return the tournaments that haven't ended and that this person organizes or has signed up for."""
        return [_read(row) for row in await self._database.run(_OF_PERSON, (user_id, str(user_id)))]

    async def unsettled(self) -> list[int]:
        """Return the ids of the tournaments that haven't ended, and of those whose messages aren't true."""
        return [row["id"] for row in await self._database.run(_UNSETTLED)]

    async def due(self, now: int) -> list[StoredTournament]:
        """Return the tournaments whose `due_at` is at `now` or earlier, the longest overdue first."""
        return [_read(row) for row in await self._database.run(_DUE, (now,))]

    async def change(self, stored: StoredTournament, was_due_at: int | None) -> StoredTournament:
        """Store a changed tournament, and return it as stored. Raises: TournamentStale.

        `was_due_at` is its `due_at` when it was read: if the times were moved since, the new one moves as well.
        """
        return await self._database.transaction(partial(_change, stored=stored, was_due_at=was_due_at))

    async def leave(
        self, connection: aiosqlite.Connection, user_id: int, leave: Callable[[StoredTournament], StoredTournament]
    ) -> None:
        """Store what `leave` makes of each tournament that hasn't ended and has this person, within a transaction."""
        for row in await connection.execute_fetchall(_OF_PERSON, (user_id, str(user_id))):
            stored = _read(row)
            if (left := leave(stored)) != stored:
                await _change(connection, left, stored.due_at)


async def _change(
    connection: aiosqlite.Connection, stored: StoredTournament, was_due_at: int | None
) -> StoredTournament:
    rows = list(await connection.execute_fetchall(_CHANGE, {**_write_columns(stored), "was_due_at": was_due_at}))
    if not rows:
        raise TournamentStale
    return replace(stored, version=rows[0]["version"], due_at=rows[0]["due_at"])


def _write_columns(stored: StoredTournament) -> dict[str, Any]:
    return {name: getattr(stored, name) for name in _PLAIN} | {
        "phase": stored.tournament.phase.value,
        "tournament": encode(stored.tournament),
    }


def _read(row: Row) -> StoredTournament:
    return StoredTournament(
        **{name: row[name] for name in _PLAIN}, tournament=decode_stored(row["tournament"], Tournament)
    )
