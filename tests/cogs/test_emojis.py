"""The application's emojis follow the pictures: what differs is sent, what is old goes, and nothing is waited for."""

import asyncio
from collections.abc import AsyncIterator, Mapping

import discord
import pytest
from discord.ext import commands

from cogs.emojis import EmojisCog
from engine.override import override
from engine.tiles.tiles import JOKER, Color, Tile
from engine.variants import load
from playground import Playground
from render import Style, read_emojis
from render.sprites.tile_emojis import emoji_name, full_name
from tests.support.playing_discord import point_discord_at
from tests.support.schema import violations
from tests.support.tables import services
from ui.tile_signs import TileEmojis

RED_4 = Tile(Color.RED, 4)
OLD = {"r4": b"\x89PNG\r\n\x1a\nold", "j": b"\x89PNG\r\n\x1a\njoker"}
NEW = {"r4": b"\x89PNG\r\n\x1a\nnew", "r4_solid": b"\x89PNG\r\n\x1a\nsolid", "j": b"\x89PNG\r\n\x1a\njoker"}


@pytest.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with Playground.start() as running:
        point_discord_at(running, monkeypatch)
        yield running
        assert violations(running.requests) == []


class Bot(commands.Bot):
    def __init__(self, pictures: Mapping[str, bytes]) -> None:
        super().__init__(command_prefix=(), intents=discord.Intents(guilds=True), guild_ready_timeout=0.01)
        self.known = TileEmojis()
        self.emojis_kept = EmojisCog(services(client=self, emojis=self.known), lambda: pictures)

    @override
    async def setup_hook(self) -> None:
        await self.add_cog(self.emojis_kept)


async def started(playground: Playground, pictures: Mapping[str, bytes]) -> TileEmojis:
    """Start a bot, wait until all pictures are there, and end it."""
    async with Bot(pictures) as bot:
        task = asyncio.create_task(bot.start(playground.token))
        async with asyncio.timeout(30):
            await bot.wait_until_ready()
            while (work := bot.emojis_kept._task) is None:  # noqa: SLF001, ASYNC110  # nobody else has it
                await asyncio.sleep(0)
            await work
    await task
    return bot.known


def sent(playground: Playground, method: str) -> int:
    return sum(each.method == method and "/emojis" in each.path for each in playground.requests)


def names(playground: Playground) -> list[str]:
    return sorted(each.name for each in playground.world.emojis.values())


async def test_missing_emojis_are_sent_once(playground: Playground) -> None:
    first = await started(playground, NEW)
    again = await started(playground, NEW)

    assert names(playground) == sorted(full_name(name, png) for name, png in NEW.items())
    assert sent(playground, "POST") == len(NEW)
    for known in (first, again):
        shown = known.of(RED_4)
        assert shown is not None
        assert playground.world.emojis[shown.id or 0].data == NEW["r4"]
        assert known.of(RED_4, Style.SOLID) not in {None, shown}
        assert known.of(JOKER) is not None
        assert known.of(Tile(Color.BLUE, 1)) is None


async def test_only_what_differs_is_sent_and_only_our_own_goes(playground: Playground) -> None:
    await started(playground, OLD)
    others = ["logo", "r4", "q9_3f2a"]
    async with Bot({}) as bot:
        await bot.login(playground.token)
        for name in others:
            await bot.create_application_emoji(name=name, image=b"\x89PNG\r\n\x1a\n")

    known = await started(playground, NEW)

    assert names(playground) == sorted([*others, *(full_name(name, png) for name, png in NEW.items())])
    assert sent(playground, "POST") == len(OLD) + len(others) + 2
    assert sent(playground, "DELETE") == 1
    assert known.of(RED_4) is not None


async def test_an_emoji_that_discord_refuses_for_now_is_tried_again(
    playground: Playground, caplog: pytest.LogCaptureFixture
) -> None:
    await started(playground, {"j": NEW["j"]})
    playground.faults.server_error("/applications/{application_id}/emojis", 503, method="POST")
    async with Bot(NEW) as bot:
        await bot.login(playground.token)
        kept = bot.emojis_kept

        assert not await kept._try_to_sync()  # noqa: SLF001  # one try, without its pause
        assert "emojis are not up to date: HTTP 503" in caplog.text
        assert bot.known.of(RED_4) is bot.known.of(JOKER) is None  # all tiles have a face, or none

        assert await kept._try_to_sync()  # noqa: SLF001  # the next one
        assert bot.known.of(RED_4) is not None


async def test_an_emoji_that_discord_refuses_for_good_is_given_up(
    playground: Playground, caplog: pytest.LogCaptureFixture
) -> None:
    async with Bot({"x": b"\x89PNG\r\n\x1a\n" * 40_000}) as bot:  # too large
        await bot.login(playground.token)

        assert await bot.emojis_kept._try_to_sync()  # noqa: SLF001  # one try

    assert "emojis are not up to date: error 50035" in caplog.text


async def test_pictures_that_can_not_be_drawn_are_logged_and_drawn_again(
    playground: Playground, caplog: pytest.LogCaptureFixture
) -> None:
    drawn = iter([False, True])

    def pictures() -> Mapping[str, bytes]:
        if not next(drawn):
            raise LookupError
        return NEW

    async with Bot(NEW) as bot:
        await bot.login(playground.token)
        kept = EmojisCog(services(client=bot, emojis=bot.known), pictures)

        await kept.on_connect()
        assert kept._task is not None  # noqa: SLF001  # what it has begun
        await kept._task  # noqa: SLF001

        assert bot.known.of(RED_4) is not None
    assert "background task emojis starts again in 1 s: LookupError\nTraceback" in caplog.text


async def test_an_emoji_that_somebody_deleted_is_made_again(playground: Playground) -> None:
    async with Bot(OLD) as bot:
        await bot.login(playground.token)
        kept = bot.emojis_kept
        await kept.sync()
        playground.world.emojis.clear()

        await kept.on_unknown_emoji()
        assert bot.known.of(RED_4) is None
        assert kept._task is not None  # noqa: SLF001  # what it has begun
        await kept._task  # noqa: SLF001

        shown = bot.known.of(RED_4)
        assert shown is not None
        assert shown.id in playground.world.emojis


def test_every_tile_has_a_name_of_its_own_that_discord_takes() -> None:
    pictures = read_emojis()
    tiles = {tile for variant in load().values() for tile in (*variant.box.tiles(), *variant.example().box.tiles())}
    found = {full_name(emoji_name(tile, style), pictures[emoji_name(tile, style)]) for tile in tiles for style in Style}

    assert len(found) == 2 * len(tiles)
    assert all(2 <= len(name) <= 32 and name.replace("_", "").isalnum() and name.isascii() for name in found)
    assert max(map(len, pictures.values())) < 256 * 1024
