from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from playground import Playground
from playground.model.starting_world import ANA_ID, BEN_ID
from playground.model.values import Channel
from tests.e2e.running_bot import RunningBot
from tests.support.playing_discord import point_discord_at

from .browser import PATIENCE, SeatOnPage, chromium, page_at
from .parrot import Parrot


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


# the page, with a small bot behind it


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with Playground.start(answer_within=PATIENCE) as running:
        point_discord_at(running, monkeypatch)
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def parrot(playground: Playground) -> AsyncIterator[Parrot]:
    async with Parrot.running(playground) as bot:
        yield bot


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser, playground: Playground, parrot: Parrot) -> AsyncIterator[Page]:  # noqa: ARG001  # the bot is up first
    async with page_at(browser, playground.address) as shown:
        yield shown


@pytest.fixture
def ana(page: Page) -> SeatOnPage:
    return SeatOnPage(page, ANA_ID)


@pytest.fixture
def ben(page: Page) -> SeatOnPage:
    return SeatOnPage(page, BEN_ID)
