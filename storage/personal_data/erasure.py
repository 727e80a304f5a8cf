"""The deletion of everything about a person: settings and puzzles go, and games name a pseudonym instead.

So the others' games, results and ratings stay as they are. A kill leaves everything or nothing.
"""

from collections.abc import Awaitable, Callable, Sequence
from sqlite3 import Row
from typing import Any

import aiosqlite

from storage.codec import HiddenText, decode_stored, encode
from storage.database import Database
from storage.posts import name_bench
from storage.pseudonyms import Pseudonym, make_key, make_pseudonym, mention

_DELETED = ("person", "puzzle_try", "puzzle_score", "guild_player", "solo_player", "badge_shown")
# Leaderboards leave the pseudonym out, as they do everybody who doesn't want to be on one.
_UNLIST = """
    INSERT INTO person (user_id, settings)
    SELECT :id, '{"listed":false}' WHERE EXISTS (
        SELECT 1 FROM seat_result WHERE user_id = :id UNION ALL SELECT 1 FROM seat WHERE user_id = :id
    ) ON CONFLICT DO NOTHING
"""
_REPLACED = ("rating", "season_score", "encounter")
_FIND_GAMES = """
    SELECT id FROM game
    WHERE (host_id = :id OR instr(players, :seat) OR instr(news, :mention) OR instr(coalesce(state, ''), :mention))
"""
_FIND_OPEN_GAMES = f"{_FIND_GAMES} AND phase IN ('lobby', 'playing')"
_GAMES = """
    SELECT id, phase IN ('lobby', 'playing'), host_id, players, news, state FROM game
    WHERE id IN (SELECT value FROM json_each(?))
"""
_REMEMBER = """
    INSERT INTO deleted_today (pseudonym, day, key, hash, puzzles)
    SELECT :pseudonym, :day, :key, hash_id(:key, :id), (
        SELECT json_group_object(grade, json_object('tries', tries, 'gave_up_at', gave_up_at))
        FROM puzzle_try WHERE user_id = :id AND day = :day
    ) WHERE EXISTS (SELECT 1 FROM encounter WHERE user_id = :id AND day >= :day)
        OR EXISTS (SELECT 1 FROM puzzle_try WHERE user_id = :id AND day = :day)
        OR EXISTS (SELECT 1 FROM seat WHERE user_id = :id)
"""
# Only an open game is shown again: the messages of those that have ended stay as they are, as all old messages do.
_CHANGE_GAME = "UPDATE game SET host_id = ?, players = ?, news = ?, state = ?, version = version + ? WHERE id = ?"
# The place of a game that somebody plays alone is their id.
_MOVE_OWN = """
    UPDATE game SET channel_id = :pseudonym WHERE guild_id = 0 AND id IN (
        SELECT id FROM game WHERE phase IN ('lobby', 'playing') AND channel_id = :id
        UNION ALL SELECT id FROM game WHERE phase IN ('over', 'closed') AND channel_id = :id
    )
"""
_TOURNAMENTS = """
    SELECT id, organizer_id, tournament FROM tournament WHERE organizer_id = :id OR instr(tournament, :text)
"""
_CHANGE_TOURNAMENT = "UPDATE tournament SET organizer_id = ?, tournament = ?, version = version + 1 WHERE id = ?"
_IDS = {"user_id", "first", "second", "result", "present", "dropped"}  # the JSON fields that have users' ids
_OF_SEAT = ("bench", "text")


async def erase_person(
    database: Database,
    user_id: int,
    *,
    day: int,
    leave: Sequence[Callable[[aiosqlite.Connection], Awaitable[object]]],
    committed: Callable[[], object],
) -> list[int]:
    """Delete everything about a person in one transaction; return the ids of the open games that named them.

    A pseudonym takes their place in the games that stay. `leave` is called first in the transaction, and must take them
    out of all open tables and tournaments: so whatever they joined before is left, and what they join from then on is
    a new person's. `day` is today as days since 1 January 1970, UTC. `committed` is called after the commit, before
    anything else is read or stored: it must clear the stores' caches.

    Games are looked for beside the transaction, because that reads all of them; only open ones can change by then.
    """
    pseudonym = make_pseudonym()
    asked = {
        "id": user_id,
        "seat": f'"user_id":{user_id},',
        "mention": mention(user_id),
        "pseudonym": pseudonym.user_id,
        "day": day,
        "key": make_key(),
    }
    found = {row["id"] for row in await database.read(_FIND_GAMES, asked)}

    async def work(connection: aiosqlite.Connection) -> list[int]:
        await overwrite_deleted(connection)
        games = found | {row["id"] for row in await connection.execute_fetchall(_FIND_OPEN_GAMES, asked)}
        for each in leave:
            await each(connection)
        await connection.execute_fetchall(_REMEMBER, asked)
        rows = list(await connection.execute_fetchall(_GAMES, (encode(games),)))
        for row in rows:
            await _replace_in_game(connection, row, user_id, pseudonym)
        await connection.execute_fetchall(_MOVE_OWN, asked)
        await _replace_in_tournaments(connection, user_id, pseudonym)
        await _replace_in_results(connection, user_id, pseudonym)
        for table in _DELETED:
            await connection.execute_fetchall(f"DELETE FROM {table} WHERE user_id = ?", (user_id,))  # noqa: S608  # ours
        await connection.execute_fetchall(_UNLIST, {"id": pseudonym.user_id})
        return [game_id for game_id, is_open, *_ in rows if is_open]

    return await database.transaction(work, committed=lambda _: committed())


async def overwrite_deleted(connection: aiosqlite.Connection) -> None:
    """Make SQLite overwrite in the file what this connection deletes."""
    await connection.execute_fetchall("PRAGMA secure_delete = ON")


async def _replace_in_game(connection: aiosqlite.Connection, row: Row, user_id: int, pseudonym: Pseudonym) -> None:
    game_id, is_open, host_id, players, news, state = row
    known = decode_stored(players, list[dict[str, Any]])
    seats = [seat for seat, player in enumerate(known) if player.get("user_id") == user_id]
    for seat in seats:
        for table in _OF_SEAT:
            sql = f"DELETE FROM {table} WHERE game_id = ? AND seat = ?"  # noqa: S608  # our own tables
            await connection.execute_fetchall(sql, (game_id, seat))
        await connection.execute_fetchall("DELETE FROM post WHERE owner = ?", (name_bench(game_id, seat),))
    changed = [replace_in_text(each, user_id, pseudonym) for each in (players, news, state)]
    host = pseudonym.user_id if host_id == user_id else host_id
    await connection.execute_fetchall(_CHANGE_GAME, (host, *changed, is_open, game_id))


async def _replace_in_tournaments(connection: aiosqlite.Connection, user_id: int, pseudonym: Pseudonym) -> None:
    asked = {"id": user_id, "text": str(user_id)}
    for number, organizer_id, text in await connection.execute_fetchall(_TOURNAMENTS, asked):
        changed = replace_in_text(text, user_id, pseudonym)
        organizer = pseudonym.user_id if organizer_id == user_id else organizer_id
        if (organizer, changed) != (organizer_id, text):
            await connection.execute_fetchall(_CHANGE_TOURNAMENT, (organizer, changed, number))


async def _replace_in_results(connection: aiosqlite.Connection, user_id: int, pseudonym: Pseudonym) -> None:
    sql = "UPDATE seat_result SET user_id = ?, name = ? WHERE user_id = ?"
    await connection.execute_fetchall(sql, (pseudonym.user_id, pseudonym.name, user_id))
    for table in _REPLACED:
        sql = f"UPDATE {table} SET user_id = ? WHERE user_id = ?"  # noqa: S608  # our own tables
        await connection.execute_fetchall(sql, (pseudonym.user_id, user_id))
    sql = "UPDATE encounter SET opponent = ? WHERE opponent = ?"
    await connection.execute_fetchall(sql, (str(pseudonym.user_id), str(user_id)))


def replace_in_text(text: str | None, user_id: int, pseudonym: Pseudonym) -> HiddenText | None:
    """Return JSON with the pseudonym in place of a person: their id, mentions of them, and the name beside their id."""
    if text is None or str(user_id) not in text:
        return None if text is None else HiddenText(text)
    return encode(_replace(decode_stored(text, object), user_id, pseudonym))


def _replace(value: Any, user_id: int, pseudonym: Pseudonym, key: str = "") -> Any:
    """Return a JSON value with the pseudonym in place of a person; `key` is the name of the field that has it."""
    if isinstance(value, dict):
        changed = {name: _replace(each, user_id, pseudonym, name) for name, each in value.items()}
        is_theirs = value.get("user_id") == user_id and "name" in value
        return {**changed, "name": pseudonym.name} if is_theirs else changed
    if isinstance(value, list):
        return [_replace(each, user_id, pseudonym, key) for each in value]
    if isinstance(value, str):
        return value.replace(mention(user_id), pseudonym.name)
    return pseudonym.user_id if value == user_id and key in _IDS else value
