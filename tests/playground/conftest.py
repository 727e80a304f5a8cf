from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import pytest
import yarl
from discord import app_commands

from playground import Playground

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with Playground.start() as running:
        yield running


class Bot(discord.Client):
    """An unmodified discord.py client with a command tree; tests add the commands."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        await self.tree.sync()


@pytest.fixture
def redirected(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> Playground:
    """The playground, with discord.py pointed at it."""
    monkeypatch.setattr(discord.http.Route, "BASE", playground.api_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(playground.gateway_url))
    return playground
