"""Migrations: in their order, once, and all with the new version or none."""

import logging
import sqlite3
from pathlib import Path

import aiosqlite
import pytest

from storage import schema
from storage.database import open_database
from storage.games import GameStore
from tests.storage.made_up import second_migration
from tests.storage.tables import NOON, VARIANTS, a_game, url


def contents(path: Path) -> tuple[int, set[str]]:
    connection = sqlite3.connect(path)
    ((version,),) = connection.execute("PRAGMA user_version").fetchall()
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    connection.close()
    return version, tables


async def test_a_new_database_has_the_newest_schema(path: Path) -> None:
    async with open_database(url(path)):
        pass
    version, tables = contents(path)

    assert version == len(schema.migrations())
    assert {
        "game",
        "log",
        "seat_result",
        "text",
        "alive",
        "badge_shown",
    } <= tables


async def test_each_migration_runs_once_in_order_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    scripts = ["CREATE TABLE steps (step);", "INSERT INTO steps VALUES (2);", "INSERT INTO steps VALUES (3);"]
    async with aiosqlite.connect(":memory:", isolation_level=None) as connection:
        for known in (1, 2, 2, 3):
            await schema.migrate(connection, scripts[:known])

        assert await schema.schema_version(connection) == 3
        assert [*await connection.execute_fetchall("SELECT step FROM steps")] == [(2,), (3,)]
    assert caplog.messages == ["applied migration 2 to the database", "applied migration 3 to the database"]


async def test_a_migration_that_fails_leaves_nothing_of_any(path: Path) -> None:
    scripts = ["CREATE TABLE first (a);", "CREATE TABLE half (a); INSERT INTO nowhere VALUES (1);"]
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        with pytest.raises(sqlite3.OperationalError):
            await schema.migrate(connection, scripts)

    assert contents(path) == (0, set())


async def test_an_older_database_is_brought_up_to_date_once_and_its_games_go_on(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "storage")
    async with open_database(url(path)) as database:
        before = await a_game(GameStore(database, VARIANTS))

    with second_migration():
        for _ in range(2):
            async with open_database(url(path)) as database:
                games = GameStore(database, VARIANTS)
                game = await games.get(before.id)
                assert game == before
                assert [tuple(row) for row in await database.run("SELECT made_up FROM game")] == [(10 * game.id,)]
                assert [tuple(row) for row in await database.run("SELECT * FROM made_up")] == [(game.id, 2)]
                before = await games.commit(game, interaction_id=None, now=NOON)

    assert contents(path)[0] == 2
    assert caplog.messages == ["applied migration 2 to the database"]


def test_migrations_count_without_a_gap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "migrations").mkdir()
    for name in ("0001_games.sql", "0003_later.sql"):
        (tmp_path / "migrations" / name).touch()
    monkeypatch.setattr(schema, "__file__", str(tmp_path / "schema.py"))

    with pytest.raises(ValueError, match="without a gap"):
        schema.migrations()
