from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import pytest_asyncio

pytest.register_assert_rewrite("tests.e2e.house", "tests.e2e.looking", "tests.e2e.player")

from .house import House  # noqa: E402  # after pytest has heard that it asserts

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from playground.values import Channel


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def shared_house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """One playground and one bot for all tests of a module; each has a channel of its own."""
    async with House.open(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def house(shared_house: House) -> Iterator[House]:
    """The same; after the test nothing may have leaked, been refused or been logged that the test did not announce."""
    yield shared_house
    shared_house.check()


@pytest.fixture
def room(house: House, request: pytest.FixtureRequest) -> Channel:
    """A channel of this test alone."""
    return house.room(request.node.name[:90])
