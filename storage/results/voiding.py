"""Voiding a stored result: afterward, all tables are as if the game had counted for nobody from the start.

Ratings depend on earlier ones, so those of its pool are made again. So is the decision that a later game came too
often, because two of its players had finished too many rated games together that day.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

import aiosqlite

from storage.results.badges import note_again
from storage.results.game_result import SOLO, GameResult, Unrated
from storage.results.rated_game import list_people
from storage.results.replay import read_results
from storage.results.writing import ask_together, refuse_often, write_changes

_NUMBER = "SELECT number FROM finished_game WHERE game_id = ?"
_FORGET = (
    "DELETE FROM rating_change WHERE game_id IN (SELECT game_id FROM finished_game WHERE pool = ?)",
    "DELETE FROM rating WHERE pool = ?",
    "DELETE FROM encounter WHERE pool = ?",
    "DELETE FROM season_score WHERE pool = ?",
)
_COUNT = "UPDATE finished_game SET pool = ?, unrated = ? WHERE game_id = ?"
_UNPLACE = "UPDATE seat_result SET place = NULL WHERE game_id = ?"
_OUTDATE = "UPDATE board SET shown_version = 0 WHERE game_id = ?"
# Games from before there were ratings, none of which came too often: their results have no first plays.
_OLD = "SELECT game_id FROM seat_result WHERE user_id IS NOT NULL AND opening IS NULL"
# Which person a pseudonym stands for was known only on the day itself.
_MET_DELETED = """
    SELECT EXISTS (
        SELECT 1 FROM encounter WHERE pool = :pool AND user_id IN (SELECT value FROM json_each(:people))
        AND opponent LIKE '-%' AND day = :day
    )
"""
# A person is on a server's solo ladder only while one of their games there counts.
_UNLIST = """
    DELETE FROM solo_player WHERE guild_id = :guild_id AND variant = :variant AND user_id = :user_id
    AND NOT EXISTS (
        SELECT 1 FROM finished_game JOIN seat_result USING (game_id)
        WHERE pool = 0 AND guild_id = :guild_id AND variant = :variant AND user_id = :user_id
    )
"""


@dataclass(frozen=True, slots=True)
class Voided:
    """A voided result: the number of its pool's rated games that were rated again, and those that changed sides.

    `rated` are the ids of games that now count, because they no longer come too often, and `unrated` the other way
    round.
    """

    replayed: int
    rated: tuple[int, ...] = ()
    unrated: tuple[int, ...] = ()


async def void_result(
    connection: aiosqlite.Connection, game_id: int, systems: Collection[str], now: int
) -> Voided | None:
    """Make a finished game count for nobody, in the caller's transaction; return None if it already did.

    `systems` are the keys of all rule systems, and `now` is in seconds since the epoch.

    Raises:
        LookupError: the game has no result.
    """
    rows = list(await connection.execute_fetchall(_NUMBER, (game_id,)))
    if not rows:
        raise LookupError(f"Game {game_id} has no result.")
    number: int = rows[0]["number"]
    (before,) = [each async for each in read_results(connection, "number = :number", {"number": number})]
    if before.unrated is Unrated.VOID:
        return None
    if before.pool is not None:
        for sql in _FORGET:
            await connection.execute_fetchall(sql, (before.pool,))
    await connection.execute_fetchall(_UNPLACE, (game_id,))
    await _store(connection, replace(before, pool=None, unrated=Unrated.VOID))
    voided, changed = Voided(0), [before]
    if before.pool is not None:
        voided, others = await _rate_again(connection, before.pool, number)
        changed += others
    if before.pool == SOLO:
        await _unlist(connection, before)
    for user_id in {person for each in changed for person in list_people(each)}:
        await note_again(connection, user_id, number, systems, now)
    return voided


async def _rate_again(connection: aiosqlite.Connection, pool: int, since: int) -> tuple[Voided, list[GameResult]]:
    """Rate a pool's games again, and judge whether those after number `since` came too often; return what changed."""
    asked, count, changed = {"pool": pool, "since": since}, 0, list[GameResult]()
    async for result in read_results(connection, "number < :since AND pool = :pool", asked):
        await write_changes(connection, result)
        count += 1
    old = {each for (each,) in await connection.execute_fetchall(_OLD)}
    later = "number > :since AND (pool = :pool OR (guild_id = :pool AND unrated = 'often'))"
    async for result in read_results(connection, later, asked):
        again = result
        if result.game_id not in old and not await _has_met_deleted(connection, pool, result):
            again = await refuse_often(connection, replace(result, pool=pool, unrated=None))
        await write_changes(connection, again)
        count += again.pool is not None
        if again.pool != result.pool:
            changed.append(again)
    for each in changed:
        await _store(connection, each)
    return Voided(count, tuple(_list_ids(changed, is_rated=True)), tuple(_list_ids(changed, is_rated=False))), changed


async def _has_met_deleted(connection: aiosqlite.Connection, pool: int, result: GameResult) -> bool:
    """Return whether a game came too often, perhaps because of games with somebody who has deleted their data since."""
    if result.unrated is not Unrated.OFTEN:
        return False
    asked = ask_together(pool, list_people(result), result.ended_at)
    ((has_met,),) = await connection.execute_fetchall(_MET_DELETED, asked)
    return bool(has_met)


async def _store(connection: aiosqlite.Connection, result: GameResult) -> None:
    """Store what a game counts for; the next start shows it on the game's end card."""
    await connection.execute_fetchall(_COUNT, (result.pool, result.unrated, result.game_id))
    await connection.execute_fetchall(_OUTDATE, (result.game_id,))


async def _unlist(connection: aiosqlite.Connection, result: GameResult) -> None:
    for user_id in list_people(result):
        asked: dict[str, Any] = {"guild_id": result.guild_id, "variant": result.variant, "user_id": user_id}
        await connection.execute_fetchall(_UNLIST, asked)


def _list_ids(results: Iterable[GameResult], *, is_rated: bool) -> list[int]:
    return [each.game_id for each in results if (each.pool is not None) is is_rated]
