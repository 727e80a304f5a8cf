"""The export of everything that is stored about a person, as JSON that people can read."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from sqlite3 import Row
from typing import Any

from storage.database import Database

_SEATS = """
    SELECT game.id AS game, guild_id, channel_id, variant, phase, opened_at, player.key AS seat, player.value AS me
    FROM {games} JOIN json_each(iif(json_valid(game.players), game.players, '[]')) AS player
    WHERE json_extract(player.value, '$.user_id') = :user_id
"""
_OPEN = _SEATS.format(games="seat JOIN game ON game.id = seat.game_id AND seat.user_id = :user_id")
_PLAYED = "SELECT game_id AS game, seat FROM seat_result WHERE user_id = :user_id"
_MINE = f"SELECT game, seat FROM ({_PLAYED} UNION SELECT game, seat FROM ({_OPEN}))"  # noqa: S608  # our own text
_BY_SEAT = f"FROM ({_MINE}) AS mine JOIN {{table}} ON game_id = mine.game AND {{table}}.seat = mine.seat"

_DELETED = "data deleted today"
SECTIONS: Mapping[str, str] = {
    "settings": "SELECT settings FROM person WHERE user_id = :user_id",
    "names": "SELECT guild_id AS server, name FROM guild_player WHERE user_id = :user_id ORDER BY guild_id",
    "open tables": f"""
        SELECT game, guild_id AS server, channel_id AS channel, variant AS system, phase, opened_at, seat, me
        FROM ({_OPEN}) ORDER BY game
    """,  # noqa: S608
    "hosted": """
        SELECT id AS game, guild_id AS server, channel_id AS channel, variant AS system, phase, opened_at
        FROM game WHERE host_id = :user_id ORDER BY id
    """,
    "results": """
        SELECT game_id AS game, guild_id AS server, variant AS system, ended_at, seat, name, points, place, departure,
               opening AS best_first_play, largest_finish AS best_last_play, unrated,
               mu_before, sigma_before, mu AS mu_after, sigma AS sigma_after
        FROM seat_result JOIN finished_game USING (game_id) LEFT JOIN rating_change USING (game_id, seat)
        WHERE user_id = :user_id ORDER BY number
    """,
    "ratings": """
        SELECT pool AS server, variant AS system, mu, sigma, games, rated_at, opponents FROM rating
        WHERE user_id = :user_id ORDER BY pool, variant
    """,
    "seasons": """
        SELECT pool AS server, season / 4 AS year, season % 4 + 1 AS quarter, variant AS system, points, wins, games
        FROM season_score WHERE user_id = :user_id ORDER BY pool, season, variant
    """,
    "opponents": """
        SELECT pool AS server, opponent, variant AS system, is_sure, date(day * 86400, 'unixepoch') AS last_day, games
        FROM encounter WHERE user_id = :user_id ORDER BY pool, opponent, variant
    """,
    "played against computers": """
        SELECT guild_id AS server, variant AS system FROM solo_player WHERE user_id = :user_id
        ORDER BY guild_id, variant
    """,
    "badges announced": """
        SELECT badge, game_id AS game, shown_at FROM badge_shown WHERE user_id = :user_id ORDER BY shown_at, badge
    """,
    "puzzles": """
        SELECT date(day * 86400, 'unixepoch') AS day, grade, tries, text, guild_id AS server, solved_at, gave_up_at,
               bench, is_shared
        FROM puzzle_try WHERE user_id = :user_id ORDER BY puzzle_try.day, grade
    """,
    "puzzle scores": """
        SELECT pool AS server, solved, tries FROM puzzle_score WHERE user_id = :user_id ORDER BY pool
    """,
    "moves": f"""
        SELECT mine.game, log.at AS moved_at, log.line AS move
        {_BY_SEAT.format(table="log")} WHERE log.line IS NOT NULL ORDER BY mine.game, log.version
    """,
    "drafts": f"SELECT mine.game, mine.seat, bench {_BY_SEAT.format(table='bench')}",
    "texts": f"SELECT mine.game, mine.seat, kind, text {_BY_SEAT.format(table='text')}",
    "direct messages": f"""
        SELECT mine.game, channel_id AS channel, message_id AS message, posted_at FROM ({_MINE}) AS mine
        JOIN post ON owner = 'bench ' || mine.game || ' ' || mine.seat WHERE purpose <> ''
    """,  # noqa: S608
    "tournaments": """
        SELECT id AS tournament, guild_id AS server, channel_id AS channel, phase, opened_at,
               organizer_id = :user_id AS is_organizer,
               EXISTS (
                   SELECT 1 FROM json_each(tournament, '$.players') WHERE json_extract(value, '$.user_id') = :user_id
               ) AS is_player
        FROM tournament WHERE instr(tournament, :text) OR organizer_id = :user_id ORDER BY id
    """,
    _DELETED: """
        SELECT date(day * 86400, 'unixepoch') AS day, pseudonym, puzzles FROM deleted_today
        WHERE hash = hash_id(key, :user_id) ORDER BY pseudonym
    """,
}
"""The queries of the export, by section. Server 0 means no server, or in ratings the solo ladder."""

_JSON = {"settings", "me", "bench", "puzzles", "options"}  # columns that are JSON


async def is_remembered(database: Database, user_id: int) -> bool:
    """Return whether something is kept about a person who has deleted their data today."""
    return bool(await database.read(SECTIONS[_DELETED], {"user_id": user_id}))


async def export_person(database: Database, user_id: int, now: int) -> str:
    """Return everything that is stored about a person, as indented JSON; `now` is in seconds since the epoch.

    No move waits for it. It has no hidden tiles but the person's own.
    """
    asked = {"user_id": user_id, "text": str(user_id)}
    found = {name: await database.read(sql, asked) for name, sql in SECTIONS.items()}
    return await asyncio.to_thread(_write, {"user": str(user_id), "exported_at": _write_time(now)}, found)


def _write(about: Mapping[str, str], found: Mapping[str, Sequence[Row]]) -> str:
    tables = {name: [_tell(row) for row in rows] for name, rows in found.items()}
    return json.dumps({"about": about, **tables}, ensure_ascii=False, indent=2)


def _tell(row: Row) -> dict[str, Any]:
    return {key: _tell_value(key, row[key]) for key in row.keys()}  # noqa: SIM118  # a Row iterates over its values


def _tell_value(key: str, value: Any) -> Any:
    """Return a value as people read it: times in ISO 8601, and JSON as such."""
    if value is None or value == "":
        return None
    if key.endswith("_at"):
        return _write_time(value)
    if key in _JSON:
        return json.loads(value)
    return bool(value) if key.startswith("is_") else value


def _write_time(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat()
