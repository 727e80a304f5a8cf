from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.games import GameStore
from tests.storage.tables import VARIANTS

if TYPE_CHECKING:
    from pathlib import Path

    from storage.database import Database


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
