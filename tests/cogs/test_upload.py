"""Commands go to Discord in the background: if they changed, until it takes them, and never fatally."""

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest
import pytest_asyncio
from discord import app_commands
from discord.ext import commands

from cogs.upload import UploadCog
from engine.override import override
from playground import Playground
from playground.model.starting_world import APPLICATION_ID
from services.computers import Pause
from storage.database import Database
from storage.uploads import UploadStore
from tests.support.breaking import refusing, without
from tests.support.playing_discord import Naps, point_discord_at
from tests.support.tables import services
from ui.commands import hash_commands
from ui.services import OwnerSettings

COMMANDS = "/applications/{application_id}/commands"


@pytest_asyncio.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with Playground.start() as running:
        point_discord_at(running, monkeypatch)
        yield running


def named(name: str, description: str = "Does something") -> app_commands.Command[commands.Cog, [], None]:
    async def callback(_: discord.Interaction) -> None:
        """Nobody uses it."""

    return app_commands.Command(name=name, description=description, callback=callback)


class Bot(commands.Bot):
    def __init__(self, *offered: app_commands.Command[commands.Cog, [], None]) -> None:
        super().__init__(command_prefix=(), intents=discord.Intents.none())
        for each in offered:
            self.tree.add_command(each)


async def uploaded(
    playground: Playground,
    database: Database,
    *offered: app_commands.Command[commands.Cog, [], None],
    always: bool = False,
) -> list[float]:
    """A start with these commands: the waits until the upload came to its end."""
    naps = Naps()
    async with Bot(*offered) as bot:
        await bot.login(playground.token)
        choices = OwnerSettings(computer_pause=Pause(0, 0), always_upload=always)
        upload = UploadCog(services(client=bot, uploads=UploadStore(database), choices=choices), naps)
        await upload.begin()
        assert upload._task  # noqa: SLF001  # nobody else knows when it ends
        async with asyncio.timeout(20):
            await upload._task  # noqa: SLF001
    return naps.taken


def uploads(playground: Playground) -> int:
    return sum(each.method == "PUT" for each in playground.requests)


def names(playground: Playground) -> set[str]:
    return {each["name"] for each in playground.world.commands.values()}


async def test_commands_are_uploaded_once_and_again_when_one_changes(
    playground: Playground, database: Database
) -> None:
    await uploaded(playground, database, named("draw"), named("pass"))
    await uploaded(playground, database, named("pass"), named("draw"))
    assert (uploads(playground), names(playground)) == (1, {"draw", "pass"})

    await uploaded(playground, database, named("draw", "Draws a tile"), named("pass"))

    assert uploads(playground) == 2
    assert "Draws a tile" in {each["description"] for each in playground.world.commands.values()}


async def test_each_application_has_uploads_of_its_own(playground: Playground, database: Database) -> None:
    await UploadStore(database).keep(APPLICATION_ID + 1, "another bot's")
    await uploaded(playground, database, named("draw"))
    await uploaded(playground, database, named("draw"))

    assert uploads(playground) == 1
    assert await UploadStore(database).last(APPLICATION_ID + 1) == "another bot's"


async def test_an_upload_can_be_forced(playground: Playground, database: Database) -> None:
    await uploaded(playground, database, named("draw"))
    playground.world.commands.clear()

    await uploaded(playground, database, named("draw"), always=True)

    assert names(playground) == {"draw"}


async def test_an_upload_that_discord_fails_to_take_is_tried_again(
    playground: Playground, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    playground.faults.server_error(COMMANDS, 503, method="PUT", times=3)

    waits = await uploaded(playground, database, named("draw"))

    assert (waits, names(playground)) == ([1, 2, 4], {"draw"})
    assert "Discord can't be reached (HTTP 503); the next try is in 4 s" in caplog.text
    assert "Traceback" not in caplog.text
    assert UploadCog.DONE in caplog.text


async def test_a_cut_line_is_tried_again(playground: Playground, database: Database) -> None:
    playground.faults.hang_up(COMMANDS, method="PUT", times=2)  # aiohttp tries each request twice

    assert await uploaded(playground, database, named("draw")) == [1]
    assert names(playground) == {"draw"}


async def test_commands_that_discord_refuses_are_told_in_one_line_and_not_tried_again(
    playground: Playground, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    waits = await uploaded(playground, database, named("draw"), named("pass", "Too long. " * 11))

    assert (waits, uploads(playground)) == ([], 1)
    (said,) = [each.getMessage() for each in caplog.records if each.levelname == "ERROR"]
    assert said.startswith("Discord refuses the commands, and keeps those that it has: ")
    assert "In command 'pass'" in said
    assert "description: Must be between 1 and 100 in length." in said
    assert "\n" not in said
    assert "Traceback" not in caplog.text

    await uploaded(playground, database, named("draw"), named("pass"))  # the next start, which has them right
    assert names(playground) == {"draw", "pass"}


async def test_uploaded_commands_are_compared_once_the_database_works_again(
    playground: Playground, database: Database
) -> None:
    async with without(database, "command_upload"):
        starting = asyncio.create_task(uploaded(playground, database, named("draw")))
        await asyncio.sleep(0.05)
        assert not starting.done()
        assert uploads(playground) == 0
    await starting

    assert uploads(playground) == 1


async def test_an_upload_that_can_not_be_noted_is_not_made_twice(playground: Playground, database: Database) -> None:
    async with refusing(database, "INSERT", "command_upload"):
        starting = asyncio.create_task(uploaded(playground, database, named("draw")))
        await asyncio.sleep(0.05)
        assert not starting.done()
    await starting
    await uploaded(playground, database, named("draw"))

    assert uploads(playground) == 1


async def test_the_end_of_the_bot_ends_an_upload(playground: Playground, database: Database) -> None:
    held = playground.faults.hold(COMMANDS, method="PUT")
    async with Bot(named("draw")) as bot:
        await bot.login(playground.token)
        choices = OwnerSettings(computer_pause=Pause(0, 0))
        upload = UploadCog(services(client=bot, uploads=UploadStore(database), choices=choices))
        await upload.begin()
        await held.met.wait()

        await upload.cog_unload()

    held.release()
    assert await UploadStore(database).last(APPLICATION_ID) is None


async def test_translations_count_as_changes() -> None:
    class Shouting(app_commands.Translator):
        @override
        async def translate(
            self, string: app_commands.locale_str, locale: discord.Locale, _: app_commands.TranslationContextTypes
        ) -> str | None:
            return string.message.upper() if locale is discord.Locale.german else None

    async with Bot(named("draw")) as bot:
        in_english = await hash_commands(bot.tree)
        await bot.tree.set_translator(Shouting())

        assert await hash_commands(bot.tree) != in_english
