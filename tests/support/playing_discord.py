"""What tests of discord.py's own client share: the playground in Discord's place, and waits that take no time."""

import asyncio

import discord
import pytest
import yarl

from playground import Playground


def point_discord_at(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let discord.py take this playground for Discord."""
    monkeypatch.setattr(discord.http.Route, "BASE", playground.api_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(playground.gateway_url))


class Naps:
    """Waits that take no time, to pass as `sleep`; `taken` are their lengths in seconds. `may_end` can hold them."""

    def __init__(self) -> None:
        self.taken: list[float] = []
        self.may_end = asyncio.Event()
        self.may_end.set()

    async def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)
        await asyncio.sleep(0.001)
        await self.may_end.wait()
