import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import aiohttp
import pytest

from playground import Playground
from playground.model.starting_world import APPLICATION_ID
from tests.playground.raw import Caller, Socket, socket
from tests.playground.table import COMMANDS, Table
from tests.support.playing_discord import point_discord_at
from tests.support.schema import violations


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground.start(global_limit=False) as running:
        yield running


@pytest.fixture
async def call(playground: Playground) -> AsyncIterator[Caller]:
    """Calls the playground's REST API as the bot."""
    async with aiohttp.ClientSession() as session:
        yield Caller(playground, session)


@pytest.fixture
async def bare(playground: Playground) -> AsyncIterator[Socket]:
    """A gateway connection of a bot without a library, identified."""
    async with socket(playground) as opened:
        await opened.identify(playground)
        yield opened


@pytest.fixture
def redirected(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> Playground:
    """The playground, with discord.py pointed at it."""
    point_discord_at(playground, monkeypatch)
    return playground


@pytest.fixture
def faithful(redirected: Playground) -> Iterator[Playground]:
    """The same; at the end everything sent and answered must be as Discord's own document says."""
    yield redirected
    assert violations(redirected.requests) == []


@pytest.fixture
async def table(playground: Playground, call: Caller, bare: Socket) -> Any:
    await call("PUT", f"/applications/{APPLICATION_ID}/commands", COMMANDS)
    made = Table(playground, call, bare)
    yield made
    for task in made.acting:
        task.cancel()
    await asyncio.gather(*made.acting, return_exceptions=True)
