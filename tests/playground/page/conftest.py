"""The playground's page in a browser, with a small bot behind it."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from playground import Playground
from playground.model.starting_world import ANA_ID, BEN_ID
from tests.playground.bots import running
from tests.playground.page.sample_bot import SampleBot
from tests.support.browser import PATIENCE, SeatOnPage, chromium, page_at
from tests.support.playing_discord import point_discord_at


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as started:
        yield started


@pytest_asyncio.fixture(loop_scope="module")
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with Playground.start(answer_within=PATIENCE) as started:
        point_discord_at(started, monkeypatch)
        yield started


@pytest_asyncio.fixture(loop_scope="module")
async def sample_bot(playground: Playground) -> AsyncIterator[SampleBot]:
    async with running(SampleBot(), playground) as bot:
        yield bot


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser, playground: Playground, sample_bot: SampleBot) -> AsyncIterator[Page]:  # noqa: ARG001  # the bot is up first
    async with page_at(browser, playground.address) as shown:
        yield shown


@pytest.fixture
def ana(page: Page) -> SeatOnPage:
    return SeatOnPage(page, ANA_ID)


@pytest.fixture
def ben(page: Page) -> SeatOnPage:
    return SeatOnPage(page, BEN_ID)
