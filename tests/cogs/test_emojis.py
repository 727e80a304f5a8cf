"""The application's emojis follow the pictures: what differs is sent, what is old goes, and nothing is waited for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import discord
import pytest
import yarl
from discord.ext import commands

from cogs._emojis import Emojis, emoji_name, full_name
from engine.tiles import JOKER, Color, Tile
from engine.variants import load
from playground import Playground
from tests.support.schema import violations

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from cogs._emojis import Pictures

RED_4 = Tile(Color.RED, 4)
OLD = {"r4": b"\x89PNG\r\n\x1a\nold", "j": b"\x89PNG\r\n\x1a\njoker"}
NEW = {"r4": b"\x89PNG\r\n\x1a\nnew", "r4_solid": b"\x89PNG\r\n\x1a\nsolid", "j": b"\x89PNG\r\n\x1a\njoker"}


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with Playground.start() as running:
        monkeypatch.setattr(discord.http.Route, "BASE", running.api_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(running.gateway_url))
        yield running
        assert violations(running.requests) == []


class Bot(commands.Bot):
    def __init__(self, pictures: Pictures) -> None:
        super().__init__(command_prefix=(), intents=discord.Intents(guilds=True), guild_ready_timeout=0.01)
        self.emojis_kept = Emojis(self, lambda: pictures)

    async def setup_hook(self) -> None:
        await self.add_cog(self.emojis_kept)


async def started(playground: Playground, pictures: Pictures) -> Emojis:
    """Start a bot, wait until all pictures are there, and end it."""
    async with Bot(pictures) as bot:
        task = asyncio.create_task(bot.start(playground.token))
        async with asyncio.timeout(5):
            await bot.wait_until_ready()
            while (work := bot.emojis_kept._task) is None:  # noqa: SLF001, ASYNC110  # nobody else has it
                await asyncio.sleep(0)
            await work
        kept = bot.emojis_kept
    await task
    return kept


def sent(playground: Playground, method: str) -> int:
    return sum(each.method == method and "/emojis" in each.path for each in playground.requests)


def names(playground: Playground) -> list[str]:
    return sorted(each.name for each in playground.world.emojis.values())


async def test_what_is_missing_is_sent_once(playground: Playground) -> None:
    first = await started(playground, NEW)
    again = await started(playground, NEW)

    assert names(playground) == sorted(full_name(name, png) for name, png in NEW.items())
    assert sent(playground, "POST") == len(NEW)
    for emojis in (first, again):
        shown = emojis.of(RED_4)
        assert shown is not None
        assert playground.world.emojis[shown.id or 0].data == NEW["r4"]
        assert emojis.of(RED_4, "solid") not in {None, shown}
        assert emojis.of(JOKER) is not None
        assert emojis.of(Tile(Color.BLUE, 1)) is None


async def test_only_what_differs_is_sent_and_only_our_own_goes(playground: Playground) -> None:
    await started(playground, OLD)
    others = ["logo", "r4", "q9_3f2a9c"]
    async with Bot({}) as bot:
        await bot.login(playground.token)
        for name in others:
            await bot.create_application_emoji(name=name, image=b"\x89PNG\r\n\x1a\n")

    emojis = await started(playground, NEW)

    assert names(playground) == sorted([*others, *(full_name(name, png) for name, png in NEW.items())])
    assert sent(playground, "POST") == len(OLD) + len(others) + 2
    assert sent(playground, "DELETE") == 1
    assert emojis.of(RED_4) is not None


async def test_what_discord_does_not_take_is_done_without_and_tried_again(
    playground: Playground, caplog: pytest.LogCaptureFixture
) -> None:
    playground.faults.server_error("/applications/{application_id}/emojis", 503, method="POST")
    async with Bot(NEW) as bot:
        await bot.login(playground.token)
        emojis = bot.emojis_kept

        assert not await emojis._done()  # noqa: SLF001  # one try, without its pause
        assert "emojis are not up to date: HTTP 503" in caplog.text
        assert emojis.of(RED_4) is None

        assert await emojis._done()  # noqa: SLF001  # the next one
        assert emojis.of(RED_4) is not None


async def test_what_discord_refuses_is_no_reason_to_try_for_ever(
    playground: Playground, caplog: pytest.LogCaptureFixture
) -> None:
    async with Bot({"x": b"\x89PNG\r\n\x1a\n" * 40_000}) as bot:  # too large
        await bot.login(playground.token)

        assert await bot.emojis_kept._done()  # noqa: SLF001  # one try

    assert "emojis can't be brought up to date: error 50035" in caplog.text


async def test_an_emoji_that_somebody_deleted_is_made_again(playground: Playground) -> None:
    async with Bot(OLD) as bot:
        await bot.login(playground.token)
        emojis = bot.emojis_kept
        await emojis.sync()
        playground.world.emojis.clear()

        await emojis.on_unknown_emoji()
        assert emojis.of(RED_4) is None
        assert emojis._task is not None  # noqa: SLF001  # what it has begun
        await emojis._task  # noqa: SLF001

        shown = emojis.of(RED_4)
        assert shown is not None
        assert shown.id in playground.world.emojis


def test_every_tile_has_a_name_of_its_own_that_discord_takes() -> None:
    boxes = [variant.example().box for variant in load().values()]
    tiles = {tile for box in boxes for tile in box.tiles()}
    found = {full_name(emoji_name(tile, "marked"), b"") for tile in tiles}

    assert len(found) == len(tiles)
    assert all(2 <= len(name) <= 32 and name.replace("_", "").isalnum() and name.isascii() for name in found)
