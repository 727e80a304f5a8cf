"""Rebuild all ratings of a database from its results: `python -m storage.results.replay sqlite:///rackety.db`.

Nothing may use the database meanwhile. On a copy, this gives the ratings that the original has.
"""

import asyncio
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from sqlite3 import Row

import aiosqlite

from engine.game.goals import Level
from ratings.game_result import SOLO, GameResult, SeatResult, Unrated
from storage.database import Database, StorageError, open_database, parse_path
from storage.results.badges import note_again
from storage.results.writing import write_changes

_TABLES = ("rating", "rating_change", "encounter", "season_score")  # which all follow from the results
_FORGET = (
    "DELETE FROM rating_change WHERE :pool IS NULL OR game_id IN (SELECT game_id FROM finished_game WHERE pool=:pool)",
    *(f"DELETE FROM {table} WHERE pool = ifnull(:pool, pool)" for table in ("rating", "encounter", "season_score")),  # noqa: S608  # our own tables
)
_RESULTS = """
    SELECT game_id, guild_id, variant, ended_at, pool, user_id, level, name, points, place
    FROM finished_game JOIN seat_result USING (game_id)
    WHERE pool = ifnull(:pool, pool) ORDER BY number, seat
"""
_RESULT = "SELECT number, pool, unrated FROM finished_game WHERE game_id = ?"
_PEOPLE = "SELECT user_id FROM seat_result WHERE game_id = ? AND user_id IS NOT NULL"
_VOID = (
    "DELETE FROM rating_change WHERE game_id = ?",
    "UPDATE finished_game SET pool = NULL, unrated = 'void' WHERE game_id = ?",
    "UPDATE seat_result SET place = NULL WHERE game_id = ?",
    "UPDATE post SET shown = '' WHERE owner = 'table ' || ?",  # the next start shows it on the game's end card
)
# A person is on a server's solo ladder only while one of their games there counts.
_UNLIST = """
    DELETE FROM solo_player
    WHERE (guild_id, variant) = (SELECT guild_id, variant FROM finished_game WHERE game_id = :game_id)
    AND user_id = :user_id AND NOT EXISTS (
        SELECT 1 FROM finished_game JOIN seat_result USING (game_id)
        WHERE pool = 0 AND guild_id = solo_player.guild_id AND variant = solo_player.variant AND user_id = :user_id
    )
"""


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay of all ratings: from how many games, and whether any rating has changed."""

    games: int
    has_changed: bool


async def replay_ratings(database: Database) -> Replay:
    """Rebuild all ratings. On one platform, the same results lead to the same ratings, bit for bit."""

    async def work(connection: aiosqlite.Connection) -> Replay:
        before = await _read_tables(connection)
        games = await rate_again(connection)
        return Replay(games, before != await _read_tables(connection))

    return await database.transaction(work)


async def rate_again(connection: aiosqlite.Connection, pool: int | None = None) -> int:
    """Rebuild the ratings of a pool, or of all (None); return how many games are rated there."""
    for sql in _FORGET:
        await connection.execute_fetchall(sql, {"pool": pool})
    rows = await connection.execute_fetchall(_RESULTS, {"pool": pool})
    results = [_make_result(list(seats)) for _, seats in groupby(rows, key=lambda row: row["game_id"])]
    for result in results:
        await write_changes(connection, result)
    return len(results)


async def void_result(connection: aiosqlite.Connection, game_id: int, systems: Collection[str], now: int) -> int | None:
    """Make a finished game count for nobody, in the caller's transaction. Raises: LookupError if it has no result.

    Its pool's other games are rated again without it, but those that came too often that day, because two of their
    players had finished too many rated ones, stay unrated.

    Return how many games were rated again; None if it already counted for nobody. `systems` are the keys of all rule
    systems, and `now` is in seconds since the epoch.
    """
    rows = list(await connection.execute_fetchall(_RESULT, (game_id,)))
    if not rows:
        raise LookupError(f"Game {game_id} has no result.")
    number, pool, unrated = rows[0]
    if unrated == Unrated.VOID:
        return None
    for sql in _VOID:
        await connection.execute_fetchall(sql, (game_id,))
    games = 0 if pool is None else await rate_again(connection, pool)
    for (user_id,) in await connection.execute_fetchall(_PEOPLE, (game_id,)):
        if pool == SOLO:
            await connection.execute_fetchall(_UNLIST, {"game_id": game_id, "user_id": user_id})
        await note_again(connection, user_id, number, systems, now)
    return games


def _make_result(seats: Sequence[Row]) -> GameResult:
    """Return the result that these rows of `_RESULTS` describe, without what ratings don't need."""
    game_id, guild_id, variant, ended_at, pool, *_ = seats[0]
    return GameResult(
        *(game_id, guild_id, variant, ended_at, pool, None),
        tuple(
            SeatResult(row["user_id"], row["level"] and Level(row["level"]), row["name"], row["points"], row["place"])
            for row in seats
        ),
    )


async def _read_tables(connection: aiosqlite.Connection) -> list[list[tuple[object, ...]]]:
    """Return all rows of the tables that follow from the results, in the order of their keys."""
    return [
        [tuple(row) for row in await connection.execute_fetchall(f"SELECT * FROM {table}")]  # noqa: S608  # our own tables
        for table in _TABLES
    ]


async def _replay(url: str) -> Replay:
    path = parse_path(url)
    if not path.exists():
        raise StorageError(f"There is no database {path}.")
    async with open_database(url) as database:
        return await replay_ratings(database)


def main(words: Sequence[str]) -> int:
    """Replay the ratings of the database whose URL is the only word, and return the exit code."""
    if len(words) != 1:
        sys.stdout.write(__doc__ or "")
        return 2
    try:
        replay = asyncio.run(_replay(words[0]))
        outcome = "Some ratings have changed." if replay.has_changed else "All ratings are as they were."
        sys.stdout.write(f"Replayed {replay.games} rated games. {outcome}\n")
    except StorageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
