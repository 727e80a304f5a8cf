"""What a slash command costs: one module in `cogs/`, which the bot finds by itself."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import pytest_asyncio

import cogs
from bot import Rackety
from playground import Playground
from services.computers import Pause
from storage.database import Database
from tests.e2e.running_bot import has_emojis
from tests.storage.tables import a_game
from tests.support.interactions import Interaction
from tests.support.playing_discord import point_discord_at
from tests.support.tables import open_tables
from ui.services import OwnerSettings

CHOICES = OwnerSettings(computer_pause=Pause(0, 0))
WAVE = '''
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from storage.games import Game
from ui.controls import Button, Control, row
from ui.layout import screen, text
from ui.replies import show, tell
from ui.services import Services


class Wave(commands.Cog):
    """Waves."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self.heard: list[int] = []
        self.begun = 0
        self.taps = {"wave": self._tapped}

    async def begin(self) -> None:
        self.begun += 1

    def on_change(self, game: Game) -> None:
        self.heard.append(game.id)

    @app_commands.command(name="wave", description="Wave")
    async def wave(self, interaction: discord.Interaction[Any]) -> None:
        systems = len(self._tables.variants)
        await show(interaction, screen([text(f"{systems} systems"), row(None, Button("wave", "Wave"))]))

    async def _tapped(self, interaction: discord.Interaction[Any], control: Control, values: Sequence[str]) -> None:
        await tell(interaction, f"You waved with {control.verb}.")
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder whose modules are in `cogs/` as well."""
    monkeypatch.setattr(cogs, "__path__", [*cogs.__path__, str(tmp_path)])
    yield tmp_path
    for path in tmp_path.glob("*.py"):
        sys.modules.pop(f"cogs.{path.stem}", None)


@pytest_asyncio.fixture
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with Playground.start() as running:
        has_emojis(running)
        point_discord_at(running, monkeypatch)
        yield running


async def test_a_module_is_all_that_a_command_and_its_button_take(
    folder: Path, playground: Playground, database: Database
) -> None:
    (folder / "wave.py").write_text(WAVE, "utf-8")
    async with Rackety(database, CHOICES) as bot:
        running = asyncio.create_task(bot.start(playground.token))
        async with asyncio.timeout(30):
            while "wave" not in {each["name"] for each in playground.world.commands.values()}:  # noqa: ASYNC110  # Discord tells nobody
                await asyncio.sleep(0.01)
            await bot.wait_until_ready()
        ana = playground.seat("Ana")

        shown = await ana.command("wave")
        assert shown is not None
        answer = await ana.click(shown, "Wave")

        assert shown.text.startswith(f"{len(open_tables(database).variants)} systems")
        assert answer is not None
        assert answer.text == "You waved with wave."
    await running


async def test_a_cog_gets_changes_and_begins_when_all_are_loaded(folder: Path, database: Database) -> None:
    (folder / "wave.py").write_text(WAVE, "utf-8")
    async with Rackety(database, CHOICES) as bot:
        await bot.setup_hook()
        wave = bot.get_cog("Wave")
        game = await a_game(open_tables(database).games)

        bot._announce(game)  # noqa: SLF001  # as the tables do

        assert wave is not None
        assert (wave.heard, wave.begun) == ([game.id], 1)  # type: ignore[attr-defined]


async def test_the_bot_ends_when_all_are_answered(database: Database) -> None:
    happened = []

    async def answer() -> None:
        await bot.track_answer(cast("Any", Interaction()))
        begun.set()
        await asyncio.sleep(0.2)  # longer than the bot would take to end
        happened.append("answered")

    begun = asyncio.Event()
    async with Rackety(database, CHOICES) as bot:
        answering = asyncio.create_task(answer())
        await begun.wait()
        await bot.close()
        happened.append("ended")

    await answering
    assert happened == ["answered", "ended"]


@pytest.mark.parametrize("source", ["", WAVE + "\n\nclass Second(commands.Cog):\n    pass\n"])
def test_a_module_without_one_cog_stops_the_start(folder: Path, source: str) -> None:
    (folder / "wave.py").write_text(source, "utf-8")

    with pytest.raises(ValueError, match=r"cogs\.wave must have one cog, and has [02]\."):
        cogs.find()


async def test_two_cogs_that_answer_one_verb_stop_the_start(folder: Path, database: Database) -> None:
    (folder / "wave.py").write_text(WAVE.replace('{"wave":', '{"draw":'), "utf-8")
    async with Rackety(database, CHOICES) as bot:
        with pytest.raises(ValueError, match=r"Two cogs answer the same verb: \['draw'\]"):
            await bot.setup_hook()
