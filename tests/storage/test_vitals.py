"""What the metrics say of the database."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import schema
from storage.database import Database, StorageError, open_database
from storage.games import GameStore
from storage.vitals import COUNT_OPEN, VitalsStore
from tests.storage.tables import VARIANTS, a_game, a_lobby, url


async def test_open_games_are_lobbies_and_those_that_are_played(database: Database) -> None:
    store, vitals = GameStore(database, VARIANTS), VitalsStore(database)
    assert await vitals.count_open_games() == 0

    await a_lobby(store, channel=1, interaction=1)
    await a_game(store, channel=2, interaction=2)
    assert await vitals.count_open_games() == 2


async def test_the_size_is_that_of_the_file_when_all_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "rackety.db"
    async with open_database(url(path)) as database:
        await database.run("PRAGMA wal_checkpoint(TRUNCATE)")
        size = await VitalsStore(database).measure_size()

    assert size == path.stat().st_size  # nobody else runs


async def test_a_closed_database_has_no_vitals(tmp_path: Path) -> None:
    async with open_database(url(tmp_path / "rackety.db")) as database:
        pass

    for ask in (VitalsStore(database).count_open_games, VitalsStore(database).measure_size):
        with pytest.raises(StorageError):
            await ask()


def test_open_games_are_counted_without_a_look_at_the_others() -> None:
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript("\n".join(schema.migrations()))
        plan = [row[3] for row in made.execute(f"EXPLAIN QUERY PLAN {COUNT_OPEN}")]

    (step,) = plan
    assert step.startswith(("SCAN game USING INDEX", "SCAN game USING COVERING INDEX"))
    assert any(name in step for name in ("open_tables_by_time", "open_tables_by_server", "one_open_game_a_channel"))
