"""The deletion of what is too old: details of games, people who don't play anymore, and servers without the bot.

Each function does a part in one transaction and says whether there's more, so that it can be killed at any point, and
moves never wait for long.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

import aiosqlite

from ratings.rating import DAY
from storage.codec import encode
from storage.database import Database
from storage.personal_data.erasure import overwrite_deleted
from storage.posts import name_server

AT_ONCE = 100  # games for each transaction

# A game whose result is kept is left as a closed table without players: buttons on its old messages say so.
_DELETE_POSTS = """
    DELETE FROM post WHERE owner = 'table ' || :game
    OR owner BETWEEN 'bench ' || :game || ' ' AND 'bench ' || :game || ' a'
"""
_DELETE_TOURNAMENT_POSTS = """
    DELETE FROM post WHERE owner IN (SELECT 'tournament ' || id FROM tournament WHERE guild_id = ?)
"""
_OLD = """
    SELECT id, id IN (SELECT game_id FROM finished_game) FROM game
    WHERE phase IN ('over', 'closed') AND host_id <> 0 AND changed_at < ? AND unrated IS NOT 'pending' LIMIT ?
"""
_STRIP = """
    UPDATE game SET phase = 'closed', host_id = 0, players = '[]', options = '{}', state = NULL, deadline = NULL,
                    news = '[]', remind_at = NULL, waits_until = NULL, suspended_until = NULL
    WHERE id = ?
"""
_DETAILS = ("log", "text", "bench")
# A table counts until its last change, and a tournament until its beginning: its games are results.
_INACTIVE = """
    SELECT user_id FROM (
        SELECT user_id, ended_at AS at FROM seat_result JOIN finished_game USING (game_id)
        UNION ALL SELECT user_id, day * 86400 FROM puzzle_try
        UNION ALL SELECT user_id, changed_at FROM seat JOIN game ON game.id = game_id
        UNION ALL SELECT organizer_id, opened_at FROM tournament
        UNION ALL SELECT json_extract(player.value, '$.user_id'), opened_at
            FROM tournament, json_each(iif(json_valid(tournament), tournament, '{}'), '$.players') AS player
    )
    WHERE user_id > 0 GROUP BY user_id HAVING max(at) < ? ORDER BY user_id LIMIT ?
"""
_FORGET_DELETED = "DELETE FROM deleted_today WHERE day < :today OR day > :today + 1"
_SERVERS = """
    SELECT guild_id FROM (
        SELECT guild_id FROM game UNION SELECT guild_id FROM server
        UNION SELECT guild_id FROM leaderboard_post UNION SELECT guild_id FROM guild_player
        UNION SELECT guild_id FROM tournament UNION SELECT pool FROM puzzle_score
    ) WHERE guild_id <> 0 ORDER BY guild_id
"""
_NOTE_LOST = "INSERT INTO lost_server (guild_id, lost_at) VALUES (?, ?) ON CONFLICT DO NOTHING"
_NOTE_FOUND = "DELETE FROM lost_server WHERE guild_id IN (SELECT value FROM json_each(?))"
_LOST = "SELECT guild_id FROM lost_server WHERE lost_at < ? ORDER BY lost_at, guild_id"
_GAMES_OF = "SELECT id, (SELECT pool FROM finished_game WHERE game_id = id) FROM game WHERE guild_id = ? LIMIT ?"
_OF_RESULT = ("rating_change", "badge_shown", "seat_result", "finished_game")
_BY_POOL = ("rating", "encounter", "season_score", "puzzle_score")
_BY_SERVER = ("server", "leaderboard_post", "guild_player", "solo_player", "tournament")


@dataclass(frozen=True, slots=True)
class Retention:
    """The days for which things are kept; 0 for always.

    `games`: details of a game after its end. `people`: everything about a person after their last game or puzzle.
    `servers`: everything about a server after the bot has left it.
    """

    games: int = 90
    people: int = 730
    servers: int = 30

    def find_limit(self, days: int, now: int) -> int:
        """Return the time, in seconds since the epoch, before which something is too old; 0 for never."""
        return now - days * DAY if days else 0


async def strip_old_games(database: Database, before: int, committed: Callable[[], object]) -> int:
    """Delete the details of some games and lobbies that ended before this time; return how many, 0 if none are left.

    Results stay. A lobby that never became a game is deleted. `committed` is as for `erase_person`.
    """

    async def work(connection: aiosqlite.Connection) -> int:
        old = list(await connection.execute_fetchall(_OLD, (before, AT_ONCE)))
        for game_id, has_result in old:
            await _delete_details(connection, game_id)
            sql = _STRIP if has_result else "DELETE FROM game WHERE id = ?"
            await connection.execute_fetchall(sql, (game_id,))
        return len(old)

    return await database.transaction(work, committed=lambda _: committed())


async def list_inactive(database: Database, before: int) -> list[int]:
    """Return some people whose last table, tournament and puzzle were before this time."""
    return [row["user_id"] for row in await database.read(_INACTIVE, (before, AT_ONCE))]


async def forget_deleted(database: Database, today: int) -> None:
    """Delete what was kept about deleted people until their day ended; `today` is in days since 1 January 1970, UTC.

    If the clock was set back, a day that hasn't begun again yet is kept until its end.
    """

    async def work(connection: aiosqlite.Connection) -> None:
        await overwrite_deleted(connection)
        await connection.execute_fetchall(_FORGET_DELETED, {"today": today})

    await database.transaction(work)


async def list_servers(database: Database) -> list[int]:
    """Return the ids of the servers of which something is stored, in order."""
    return [row["guild_id"] for row in await database.read(_SERVERS)]


async def note_lost(database: Database, guild_id: int, now: int) -> None:
    """Note that the bot isn't on this server anymore; the first time counts."""
    await database.run(_NOTE_LOST, (guild_id, now))


async def note_found(database: Database, guild_ids: Collection[int]) -> None:
    """Note that the bot is on these servers."""
    await database.run(_NOTE_FOUND, (encode(list(guild_ids)),))


async def list_lost(database: Database, before: int) -> list[int]:
    """Return the servers that the bot was found to have left before this time, earliest first."""
    return [row["guild_id"] for row in await database.run(_LOST, (before,))]


async def delete_server(database: Database, guild_id: int, committed: Callable[[], object]) -> bool:
    """Delete a part of what is stored about a server, its games included; return whether there's more.

    Games alone against computers count for the worldwide ladder, so their results stay, but without the server.
    `committed` is as for `erase_person`.
    """

    async def work(connection: aiosqlite.Connection) -> bool:
        games = list(await connection.execute_fetchall(_GAMES_OF, (guild_id, AT_ONCE)))
        for game_id, pool in games:
            await _delete_details(connection, game_id)
            await (_keep_for_ladder if pool == 0 else _delete_game)(connection, game_id)
        if len(games) == AT_ONCE:
            return True
        for table in _BY_POOL:
            await connection.execute_fetchall(f"DELETE FROM {table} WHERE pool = ?", (guild_id,))  # noqa: S608  # ours
        await connection.execute_fetchall(_DELETE_TOURNAMENT_POSTS, (guild_id,))
        for table in _BY_SERVER:
            await connection.execute_fetchall(f"DELETE FROM {table} WHERE guild_id = ?", (guild_id,))  # noqa: S608
        await connection.execute_fetchall("UPDATE puzzle_try SET guild_id = 0 WHERE guild_id = ?", (guild_id,))
        await connection.execute_fetchall("DELETE FROM post WHERE owner = ?", (name_server(guild_id),))
        await connection.execute_fetchall("DELETE FROM lost_server WHERE guild_id = ?", (guild_id,))
        return False

    return await database.transaction(work, committed=lambda _: committed())


async def _delete_details(connection: aiosqlite.Connection, game_id: int) -> None:
    for table in _DETAILS:
        await connection.execute_fetchall(f"DELETE FROM {table} WHERE game_id = ?", (game_id,))  # noqa: S608  # ours
    await connection.execute_fetchall(_DELETE_POSTS, {"game": game_id})


async def _keep_for_ladder(connection: aiosqlite.Connection, game_id: int) -> None:
    await connection.execute_fetchall(_STRIP, (game_id,))
    await connection.execute_fetchall("UPDATE game SET guild_id = 0, channel_id = 0 WHERE id = ?", (game_id,))
    await connection.execute_fetchall("UPDATE finished_game SET guild_id = 0 WHERE game_id = ?", (game_id,))


async def _delete_game(connection: aiosqlite.Connection, game_id: int) -> None:
    for table in _OF_RESULT:
        await connection.execute_fetchall(f"DELETE FROM {table} WHERE game_id = ?", (game_id,))  # noqa: S608  # ours
    await connection.execute_fetchall(_DELETE_POSTS, {"game": game_id})
    await connection.execute_fetchall("DELETE FROM game WHERE id = ?", (game_id,))
