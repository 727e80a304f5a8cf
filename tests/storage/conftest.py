from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.database import open_database
from storage.games import GameStore
from tests.storage.tables import VARIANTS, url

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from storage.database import Database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "rackety.db"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    async with open_database(url(path)) as database:
        yield database


@pytest.fixture
def games(database: Database) -> GameStore:
    return GameStore(database, VARIANTS)


@pytest.fixture
def fresh(database: Database) -> GameStore:
    """The same database seen by a process that remembers nothing."""
    return GameStore(database, VARIANTS)
