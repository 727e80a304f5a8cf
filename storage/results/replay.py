"""Ratings rebuilt from the stored results, as they were written game by game: `python -m storage.results FILE`."""

import logging
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

import aiosqlite

from engine.game.goals import Level
from storage.database import Database
from storage.results.game_result import GameResult, SeatResult, Unrated
from storage.results.writing import write_changes

log = logging.getLogger(__name__)

_TABLES = ("rating", "rating_change", "encounter", "season_score")  # which all follow from the results
_RESULTS = """
    SELECT finished_game.game_id, guild_id, variant, ended_at, pool, unrated, user_id, level, name, points, place
    FROM finished_game JOIN seat_result USING (game_id) WHERE {} ORDER BY number, seat
"""
_GAME_COLUMNS = 6  # of these
_ARE_MISSING = """
    SELECT NOT EXISTS (SELECT 1 FROM rating_change) AND EXISTS (SELECT 1 FROM finished_game WHERE pool IS NOT NULL)
"""

_Game = tuple[int, int, str, int, int | None, str | None]


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay of all ratings: from how many games, and whether any rating has changed."""

    games: int
    has_changed: bool


async def replay_ratings(database: Database) -> Replay:
    """Rebuild all ratings.

    On one platform, the same results lead to the same ratings, bit for bit.
    """

    async def work(connection: aiosqlite.Connection) -> Replay:
        before = [await _hash_table(connection, table) for table in _TABLES]
        for table in _TABLES:
            await connection.execute_fetchall(f"DELETE FROM {table}")  # noqa: S608  # our own tables
        games = 0
        async for result in read_results(connection, "pool IS NOT NULL"):
            await write_changes(connection, result)
            games += 1
        return Replay(games, before != [await _hash_table(connection, table) for table in _TABLES])

    return await database.transaction(work)


async def _hash_table(connection: aiosqlite.Connection, table: str) -> bytes:
    """Return the SHA-256 of all rows of a table, in the order of its key."""
    digest = sha256()
    async with connection.execute(f"SELECT * FROM {table}") as rows:  # noqa: S608  # our own tables
        async for row in rows:
            digest.update(repr(tuple(row)).encode())
    return digest.digest()


async def replay_missing_ratings(database: Database) -> None:
    """Make the ratings of a database whose games ended before there were ratings."""
    ((are_missing,),) = await database.run(_ARE_MISSING)
    if are_missing:
        replay = await replay_ratings(database)
        log.info("made the ratings of earlier games: %d", replay.games)


async def read_results(
    connection: aiosqlite.Connection, condition: str, parameters: Mapping[str, int] | None = None
) -> AsyncIterator[GameResult]:
    """Yield the results for which an SQL condition is true, in the order in which the games ended.

    They lack what ratings don't need.
    """
    game: _Game | None = None
    seats: list[SeatResult] = []
    async with connection.execute(_RESULTS.format(condition), parameters or {}) as rows:
        async for row in rows:
            found, seat = tuple(row)[:_GAME_COLUMNS], tuple(row)[_GAME_COLUMNS:]
            if game is not None and game != found:
                yield _make_result(game, seats)
                seats = []
            game = found
            seats.append(_make_seat(*seat))
    if game is not None:
        yield _make_result(game, seats)


def _make_result(game: _Game, seats: list[SeatResult]) -> GameResult:
    game_id, guild_id, variant, ended_at, pool, unrated = game
    reason = None if unrated is None else Unrated(unrated)
    return GameResult(game_id, guild_id, variant, ended_at, pool, reason, tuple(seats))


def _make_seat(user_id: int | None, level: str | None, name: str, points: int, place: int | None) -> SeatResult:
    return SeatResult(user_id, None if level is None else Level(level), name, points, place)
