"""The real bot makes its daily backup, and a host's commands work beside it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.e2e.looking import require_answer
from tests.e2e.running_bot import ROOT, RunningBot
from tests.e2e.test_start import started

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path


async def give(running_bot: RunningBot, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = [str(ROOT / "bot.py"), *arguments]
    return await asyncio.to_thread(lambda: started(folder, program=program, **running_bot.settings))


@pytest.mark.asyncio
async def test_a_game_goes_on_beside_backups_and_comes_back_from_one(tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    async with RunningBot.open(tmp_path, BACKUP_FOLDER=str(tmp_path / "backups")) as running_bot:
        (daily,) = await running_bot.until(lambda: [*(tmp_path / "backups").glob("rackety-daily-*.db")])
        assert f"made the daily backup {daily}" in running_bot.log
        room, (ana, ben) = running_bot.room(), running_bot.seats(2)
        await ben.click(await require_answer(ana.command("new", room)), "Join")

        done = await give(running_bot, tmp_path, "backup", "saved.db")
        assert (done.returncode, done.stdout[:12]) == (0, "Saved 1 game"), done.stderr
        refused = await give(running_bot, tmp_path, "restore", "saved.db")
        assert refused.stderr == "The bot is running: stop it, then restore the backup. Nothing has changed.\n"
        checked = await give(running_bot, tmp_path, "check")
        assert "and a running bot uses it" in checked.stdout, checked.stdout
        assert (checked.returncode, running_bot.playground.token in checked.stdout) == (0, False)

        await ben.command("leave", room)
        await running_bot.stop()
        restored = await give(running_bot, tmp_path, "restore", "saved.db")
        assert (restored.returncode, restored.stdout[:15]) == (0, "Restored 1 game"), restored.stderr
        await running_bot.start()
        assert [each.name for each in running_bot.game(room).players] == ["Ana", "Ben"]
        running_bot.check()

    with closing(sqlite3.connect(daily)) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchall() == [(0,)]
