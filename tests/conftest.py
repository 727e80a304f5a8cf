"""What holds for all tests."""

import gc
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from services.tables import Tables
from storage.database import Database
from tests.support import loop_searches
from tests.support.databases import open_new_database
from tests.support.rooms import Room, opened
from tests.support.tables import open_tables

HERE = Path(__file__).parent

# Before any test file imports one of them: what is imported already is not rewritten.
pytest.register_assert_rewrite("tests.e2e.running_bot", "tests.e2e.messages", "tests.e2e.player")

# How fast examples are made and tried says how busy the machine is, not whether they are right.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

# Off until all tests are collected: they live as long as the run, and searching them for garbage takes a fifth longer.
gc.disable()

LONGEST = (
    "test_components.py",
    "test_contract.py",
    "test_faults.py",
    "test_parts.py",
    "test_recipe.py",
    "test_restarts.py",
    "test_search.py",
    "test_start.py",
)


loop_searches.watch()


@pytest.fixture(autouse=True)
def _no_search_runs_on_the_event_loop() -> Iterator[None]:
    """Fail a test in which the bot searched on the event loop, where everybody waits for it."""
    loop_searches.seen.clear()
    yield
    assert not loop_searches.seen, "a search ran on the event loop"


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A database without games."""
    async with open_new_database(tmp_path / "rackety.db") as database:
        yield database


@pytest.fixture
def tables(database: Database) -> Tables:
    """What cogs share, on that database."""
    return open_tables(database)


@pytest.fixture
async def room(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Room]:
    """A room with the cog that the test's module names as `COG`, and with its `BOT`, if it names one."""
    bot = getattr(request.module, "BOT", None)
    async with opened(tmp_path, request.module.COG, bot and bot()) as here:
        yield here


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first, and mix the others: some wait for processes, while others compute."""
    items.sort(key=lambda item: (item.path.name not in LONGEST, crc32(str(item.path.relative_to(HERE)).encode())))


def pytest_collection_finish() -> None:
    """Switch garbage collection on, without what lives as long as the run: that would take a second each time."""
    gc.freeze()
    gc.enable()
