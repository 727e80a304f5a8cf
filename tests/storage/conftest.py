from pathlib import Path

import pytest

from storage.database import Database
from storage.games import GameStore
from tests.storage.tables import VARIANTS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rackety.db"


@pytest.fixture
def games(database: Database) -> GameStore:
    return GameStore(database, VARIANTS)


@pytest.fixture
def fresh(database: Database) -> GameStore:
    """The same database seen by a process that remembers nothing."""
    return GameStore(database, VARIANTS)
