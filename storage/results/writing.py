"""Writing the result of a game, and what it changes if it's rated, in the transaction that ends the game."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import astuple, replace
from sqlite3 import Row
from typing import Any

import aiosqlite

from ratings.game_result import GameResult, Unrated
from ratings.rated_game import list_people, rate_game
from ratings.rating import DAY, Rating
from ratings.seasons import find_season
from storage.codec import encode

ALL_SYSTEMS = ""  # in place of a rule system's key, in the scores of a season
MOST_TOGETHER = 5  # rated games of two people on one server and UTC day; the next ones are unrated

_FINISH = """
    INSERT INTO finished_game (game_id, guild_id, variant, ended_at, pool, unrated) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING RETURNING number
"""
_SEAT = """
    INSERT INTO seat_result (game_id, seat, user_id, level, name, points, place, departure, opening, largest_finish)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_RATINGS = """
    SELECT user_id, mu, sigma, rated_at FROM rating
    WHERE pool = ? AND variant = ? AND user_id IN (SELECT value FROM json_each(?))
"""
# The most rated games that two of some people have finished together on a day, also before one of them deleted their
# data on that day.
_TOGETHER = """
    WITH known (id, person) AS MATERIALIZED (
        SELECT value, value FROM json_each(:people)
        UNION ALL SELECT pseudonym, value FROM deleted_today AS deleted, json_each(:people)
        WHERE hash = hash_id(deleted.key, value)
    )
    SELECT max(games) FROM (
        SELECT sum(games) AS games
        FROM known AS mine CROSS JOIN known AS theirs CROSS JOIN encounter
            ON user_id = mine.id AND opponent = CAST(theirs.id AS TEXT)
        WHERE pool = :pool AND day = :day AND mine.person <> theirs.person
        GROUP BY mine.person, theirs.person
    )
"""
_RATE = """
    INSERT INTO rating (pool, variant, user_id, mu, sigma, games, rated_at) VALUES (?, ?, ?, ?, ?, 1, ?)
    ON CONFLICT (pool, variant, user_id) DO UPDATE
    SET mu = excluded.mu, sigma = excluded.sigma, games = games + 1, rated_at = excluded.rated_at
"""
_CHANGE = """
    INSERT INTO rating_change (game_id, seat, mu_before, sigma_before, mu, sigma) VALUES (?, ?, ?, ?, ?, ?)
"""
_MEET = """
    INSERT INTO encounter (pool, user_id, opponent, variant, is_sure, day, games) VALUES (?, ?, ?, ?, ?, ?, 1)
    ON CONFLICT (pool, user_id, opponent, variant) DO UPDATE
    SET is_sure = max(is_sure, excluded.is_sure), games = iif(day = excluded.day, games + 1, 1), day = excluded.day
"""
_SCORE = """
    INSERT INTO season_score (pool, season, variant, user_id, points, wins, games) VALUES (?, ?, ?, ?, ?, ?, 1)
    ON CONFLICT (pool, season, variant, user_id) DO UPDATE
    SET points = points + excluded.points, wins = wins + excluded.wins, games = games + 1
"""


async def write_result(connection: aiosqlite.Connection, result: GameResult) -> None:
    """Write a game's result, unless it's there already, and if it's rated, what it changes."""
    run, people = connection.execute_fetchall, list_people(result)
    if result.pool and await have_met_often(run, result.pool, people, result.ended_at):
        result = replace(result, pool=None, unrated=Unrated.OFTEN)
    row = (result.game_id, result.guild_id, result.variant, result.ended_at, result.pool, result.unrated)
    if not list(await connection.execute_fetchall(_FINISH, row)):
        return
    seats = [
        (
            *(result.game_id, number, seat.user_id, seat.level, seat.name, seat.points, seat.place, seat.departure),
            *(seat.opening, seat.largest_finish),
        )
        for number, seat in enumerate(result.seats)
    ]
    await connection.executemany(_SEAT, seats)
    await write_changes(connection, result)


async def write_changes(connection: aiosqlite.Connection, result: GameResult) -> None:
    """Write what a game whose result is stored changes; nothing if it's unrated."""
    people = rate_game(result, await _read_ratings(connection, result)) if result.pool is not None else ()
    if not people:
        return
    pool, variant, at, season = result.pool, result.variant, result.ended_at, find_season(result.ended_at)
    met = [(each.user_id, other) for each in people for other in each.opponents]
    run = connection.executemany
    await run(_RATE, [(pool, variant, each.user_id, *astuple(each.after), at) for each in people])
    await run(_CHANGE, [(result.game_id, each.seat, *astuple(each.before), *astuple(each.after)) for each in people])
    await run(_MEET, [(pool, user_id, other.name, variant, other.is_sure, at // DAY) for user_id, other in met])
    for system in (variant, ALL_SYSTEMS):
        await run(_SCORE, [(pool, season, system, each.user_id, each.points, each.wins) for each in people])


async def have_met_often(
    run: Callable[[str, dict[str, Any]], Awaitable[Iterable[Row]]], pool: int, people: Sequence[int], at: int
) -> bool:
    """Return whether two people finished too many rated games together on the UTC day of `at` (seconds)."""
    ((games,),) = await run(_TOGETHER, {"pool": pool, "day": at // DAY, "people": encode(people)})
    return (games or 0) >= MOST_TOGETHER


async def _read_ratings(connection: aiosqlite.Connection, result: GameResult) -> dict[int, Rating]:
    rows = await connection.execute_fetchall(_RATINGS, (result.pool, result.variant, encode(list_people(result))))
    return {user_id: Rating(mu, sigma).after(result.ended_at - rated_at) for user_id, mu, sigma, rated_at in rows}
