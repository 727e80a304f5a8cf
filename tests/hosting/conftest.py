import os
from dataclasses import dataclass
from pathlib import Path

import pytest

import bot
from bot_settings import BotSettings
from tests.storage.backups.test_copying import make
from tests.storage.tables import url

SETTINGS = {name.upper() for name in BotSettings.__dataclass_fields__}
TOKEN = "Zq1unreal.Zq2mid.Zq3unreal_lastPart"  # noqa: S105  # has the shape of one, and is none


@dataclass(frozen=True)
class Owner:
    """Somebody who gives commands, in a folder with a database with one game."""

    folder: Path
    _capsys: pytest.CaptureFixture[str]

    @property
    def database(self) -> Path:
        return self.folder / "rackety.db"

    def run(self, *arguments: str) -> tuple[object, str]:
        """Return the exit code and what was said; a sentence that ends the process is the code."""
        with pytest.raises(SystemExit) as ended:
            bot.main(arguments)
        said = self._capsys.readouterr()
        assert said.err == ""
        assert TOKEN not in f"{ended.value.code}{said.out}"
        return ended.value.code, said.out


@pytest.fixture
def owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Owner:
    for name in SETTINGS & {*os.environ}:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    make(tmp_path / "rackety.db")
    monkeypatch.setenv("DATABASE_URL", url(tmp_path / "rackety.db"))
    return Owner(tmp_path, capsys)
