"""Voiding a stored result: it counts for nobody, and its pool's other games are rated again without it.

Games that came too often that day, because two of their players had finished too many rated ones, stay unrated.
"""

from collections.abc import Collection

import aiosqlite

from ratings.game_result import SOLO, Unrated
from storage.results.badges import note_again
from storage.results.replay import rate_again

_RESULT = "SELECT number, pool, unrated FROM finished_game WHERE game_id = ?"
_PEOPLE = "SELECT user_id FROM seat_result WHERE game_id = ? AND user_id IS NOT NULL"
_VOID = (
    "DELETE FROM rating_change WHERE game_id = ?",
    "UPDATE finished_game SET pool = NULL, unrated = 'void' WHERE game_id = ?",
    "UPDATE seat_result SET place = NULL WHERE game_id = ?",
    "UPDATE public_messages SET shown_version = 0 WHERE game_id = ?",  # the next start shows it on the game's end card
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


async def void_result(connection: aiosqlite.Connection, game_id: int, systems: Collection[str], now: int) -> int | None:
    """Make a finished game count for nobody, in the caller's transaction. Raises: LookupError if it has no result.

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
