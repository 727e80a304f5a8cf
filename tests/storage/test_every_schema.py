"""A database of every schema comes to the newest one with all that was in it, and its games go on.

Some schemas of 2026-11-20 lasted for hours, before anybody ran the bot: the first 0001, without `board.ping_for`, and
the first 0005, without `direct_bench`. They are refused with a sentence; the first 0003 has a view too many.
"""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import aiosqlite
import pytest

from engine.game.goals import Goal
from storage import schema
from storage.database import StorageError, open_database
from storage.games import GameStore, Phase
from tests.storage.account import VARIANTS
from tests.storage.old_database import NOW, games, write_database
from tests.storage.tables import url
from tests.storage.test_old_games import INSERT, STATES
from tests.support.sampled import sampled

SCRIPTS = schema.migrations()
ARRAYS = 4  # the schema from which tiles are arrays; games of earlier ones are stored in `STATES`
PHRASES = 8  # the schema from which news are phrases for any language
WAITS = 16  # the schema from which games without a clock remind their players
RESULTS = 19  # the schema from which results have places: `test_results_of_old_games.py` looks at what became of others
RESULT_COLUMNS = ("game_id", "seat", "user_id", "name", "guild_id", "variant", "points", "won", "rated")
OF_A30B7EB = 8
PLAYERS = '[{"user_id":11,"name":"Ann"},{"user_id":22,"name":"Bob"}]'


async def write_schema(path: Path, version: int) -> int:
    """Write a database of this schema with games, and return how many."""
    if version > OF_A30B7EB:
        write_database(path)
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        await schema.migrate(connection, SCRIPTS[:version])
    if version < ARRAYS:
        return _insert_states(path)
    if version <= OF_A30B7EB:
        _copy_rows(path, path.with_suffix(".whole"))
    return len(games("playing")) + len(games("over"))


def _insert_states(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(INSERT, list(enumerate(STATES)))
        connection.execute("UPDATE game SET players = ?, variant = json_extract(state, '$.variant')", (PLAYERS,))
    return len(STATES)


def _copy_rows(path: Path, whole: Path) -> None:
    """Copy the rows of the database of a30b7eb, in the tables and columns that there are."""
    write_database(whole)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ATTACH ? AS whole", (str(whole),))
        tables = connection.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name != 'alive'")
        with connection:
            for (table,) in tables.fetchall():
                columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA main.table_info({table})"))
                connection.execute(f"DELETE FROM main.{table}")  # noqa: S608  # our own tables
                connection.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM whole.{table}")  # noqa: S608  # our own tables


def changed_since(version: int) -> set[tuple[str, str]]:
    """The columns that a migration after this schema writes anew."""
    rewritten = {("game", "state"): RESULTS, ("game", "news"): PHRASES, ("game", "remind_at"): WAITS}
    rewritten |= {("result", column): RESULTS for column in RESULT_COLUMNS}
    return {where for where, since in rewritten.items() if version < since}


def read_rows(path: Path) -> dict[tuple[str, str], list[str]]:
    """The values of every column of every table, by table and column."""
    with closing(sqlite3.connect(path)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {
            (table, column): sorted(map(repr, connection.execute(f"SELECT {column} FROM {table}")))  # noqa: S608  # our own tables
            for table in tables
            for (_, column, *_) in connection.execute(f"PRAGMA table_info({table})")
        }


@pytest.mark.parametrize("version", sampled(range(len(SCRIPTS), 0, -1), 3))  # the newest first
async def test_a_database_of_this_schema_loses_nothing_and_its_games_go_on(path: Path, version: int) -> None:
    held = await write_schema(path, version)
    before = read_rows(path)

    async with open_database(url(path)):
        pass
    after = read_rows(path)
    assert {where for where, values in before.items() if after.get(where) != values} <= changed_since(version)

    async with open_database(url(path)) as database:
        assert [*map(tuple, await database.run("PRAGMA user_version"))] == [(len(SCRIPTS),)]
        assert [*map(tuple, await database.run("PRAGMA integrity_check"))] == [("ok",)]
        assert not await database.run("PRAGMA foreign_key_check")
        numbers = [number for (number,) in await database.run("SELECT id FROM game WHERE state IS NOT NULL")]
        assert len(numbers) == held
        store = GameStore(database, VARIANTS)
        for number in numbers:
            await _go_on(store, number)


async def _go_on(store: GameStore, number: int) -> None:
    game = await store.get(number)
    assert game
    assert game.state
    if game.phase is Phase.PLAYING:
        variant, state = VARIANTS[game.variant], game.state
        seat = min(state.active)
        found = variant.find(variant.view(state, seat), Goal.ANY)
        action = found.action if found else variant.read(seat, "resign")
        after = variant.apply(state, action, now=state.now + 1).state
        phase = Phase.OVER if after.outcome else game.phase
        kept = await store.commit(
            replace(game, state=after, phase=phase), interaction_id=None, now=NOW, line=action.line(), seat=seat
        )
        again = await store.get(number)
        assert again
        assert again.state == kept.state == after


@pytest.mark.parametrize(
    ("version", "drop", "lacks"),
    [
        (1, "ALTER TABLE board DROP COLUMN ping_for", "the column ping_for of its table board"),
        *((version, "DROP TABLE direct_bench", "of its table direct_bench") for version in (5, 6, 7)),
    ],
)
async def test_a_schema_that_was_never_released_is_refused_and_left_as_it_is(
    tmp_path: Path, version: int, drop: str, lacks: str
) -> None:
    path = tmp_path / "old.db"
    await write_schema(path, version)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(drop)
    before = read_rows(path)

    with pytest.raises(StorageError, match=lacks):
        async with open_database(url(path)):
            pass

    assert read_rows(path) == before


async def test_a_view_too_many_stands_in_no_ones_way(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    await write_schema(path, 3)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE VIEW puzzle_streak AS SELECT 1 AS one")

    async with open_database(url(path)) as database:
        assert await database.run("SELECT * FROM board") == []
