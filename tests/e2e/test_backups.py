"""The real bot makes its daily backup, and an owner's commands work beside it."""

import asyncio
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.looking import require_answer
from tests.e2e.running_bot import ROOT, RunningBot
from tests.e2e.test_start import started


async def give(running_bot: RunningBot, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    program = [str(ROOT / "bot.py"), *arguments]
    return await asyncio.to_thread(lambda: started(folder, program=program, **running_bot.settings))


def flip_a_bit(path: Path, target: Path) -> None:
    """Copy a file with one bit of a name changed, which SQLite doesn't notice."""
    content = bytearray(path.read_bytes())
    content[content.index(b"Ana")] ^= 1
    target.write_bytes(content)


@pytest.mark.asyncio
async def test_a_game_goes_on_beside_backups_and_comes_back_from_one(tmp_path: Path) -> None:
    async with RunningBot.open(tmp_path, BACKUP_FOLDER="") as running_bot:
        await running_bot.until(lambda: "made the daily backup" in running_bot.log)
        (daily,) = (tmp_path / "rackety-backups").glob("*.db")
        assert f"made the daily backup {daily}" in running_bot.log
        room, (ana, ben) = running_bot.room(), running_bot.seats(2)
        await ben.click(await require_answer(ana.command("new", room)), "Join")

        done = await give(running_bot, tmp_path, "backup", "saved.db")
        assert (done.returncode, done.stdout[:12]) == (0, "Saved 1 game"), done.stderr
        refused = await give(running_bot, tmp_path, "restore", "saved.db")
        assert refused.stderr == "The bot is running: stop it, then restore the backup. Nothing has changed.\n"
        checked = await give(running_bot, tmp_path, "check")
        assert "and a running bot uses it" in checked.stdout, checked.stdout
        assert f"ok       The last good daily backup in {daily.parent} was made " in checked.stdout, checked.stdout
        assert (checked.returncode, running_bot.playground.token in checked.stdout) == (0, False)

        await ben.command("leave", room)
        await running_bot.stop()
        flip_a_bit(tmp_path / "saved.db", tmp_path / "flipped.db")
        refused = await give(running_bot, tmp_path, "restore", "flipped.db")
        assert refused.stderr.startswith("flipped.db is damaged, or was changed after it was made"), refused.stderr
        restored = await give(running_bot, tmp_path, "restore", "saved.db")
        assert (restored.returncode, restored.stdout[:15]) == (0, "Restored 1 game"), restored.stderr
        await running_bot.start()
        assert [each.name for each in running_bot.game(room).players] == ["Ana", "Ben"]
        running_bot.check()

    with closing(sqlite3.connect(daily)) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchall() == [(0,)]
