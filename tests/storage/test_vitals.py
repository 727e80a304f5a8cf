"""What the metrics say of the database."""

from pathlib import Path

import pytest

from storage.database import Database, StorageError, open_database
from storage.games import GameStore
from storage.vitals import VitalsStore
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
