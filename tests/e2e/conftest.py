from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio

from playground.model.values import Channel
from tests.e2e.running_bot import RunningBot


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def shared_bot(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> AsyncIterator[RunningBot]:
    """One playground and one bot for all tests of a module, with its `SETTINGS`; each test has a channel of its own."""
    settings: dict[str, Any] = getattr(request.module, "SETTINGS", {})
    async with RunningBot.open(tmp_path_factory.mktemp("bot"), "tests.e2e.hurry", **settings) as running_bot:
        yield running_bot


@pytest.fixture
def running_bot(shared_bot: RunningBot) -> Iterator[RunningBot]:
    """The same; after the test nothing may have leaked, been refused or been logged that the test did not announce."""
    yield shared_bot
    shared_bot.check()


@pytest.fixture
def room(running_bot: RunningBot, request: pytest.FixtureRequest) -> Channel:
    """A channel of this test alone."""
    return running_bot.room(request.node.name[:90])
