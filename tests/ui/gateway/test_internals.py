"""What the bot uses of discord.py beyond its documentation is in one module, and checked at the start."""

from pathlib import Path

import discord
import pytest
from discord.gateway import DiscordWebSocket

from ui.gateway import internals
from ui.gateway.internals import UnsuitableDiscordPy, require_internals

ROOT = Path(__file__).parents[3]
PRODUCT = ("bot.py", "cogs", "hosting", "monitoring", "services", "ui")
MARK = "SLF001"  # what the linter wants beside a private name


async def test_this_discord_py_has_all_of_them() -> None:
    require_internals(discord.AutoShardedClient(intents=discord.Intents.none()))


async def test_a_discord_py_without_one_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(DiscordWebSocket, "from_client")

    with pytest.raises(UnsuitableDiscordPy) as refusal:
        require_internals(discord.AutoShardedClient(intents=discord.Intents.none()))

    assert str(refusal.value) == (
        f"Rackety doesn't run with discord.py {discord.__version__}: DiscordWebSocket isn't what it was. "
        "Use the version in requirements-runtime.lock, which `make bot` installs."
    )


def test_no_other_module_uses_a_private_name() -> None:
    files = [path for name in PRODUCT for path in [ROOT / name, *(ROOT / name).rglob("*.py")] if path.is_file()]

    assert [each for each in files if MARK in each.read_text()] == [Path(internals.__file__)]
