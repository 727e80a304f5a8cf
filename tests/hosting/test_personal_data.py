"""The owner's commands about stored data, on the database of a bot that is stopped or running."""

import asyncio
import json
import re
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from filelock import FileLock

import bot
from cogs.watch import WatchCog
from hosting.command import NOTHING_FOUND
from storage.schema import migrations
from tests.storage.tables import GUILD, url
from tests.support.filled import ME, fill
from tests.support.rooms import opened
from tests.support.tournaments import Discord

MY_ID = str(ME.user_id)
ERASE = ("erase-user", "erase-guild")


@pytest.fixture(autouse=True)
async def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A filled database, which the settings name."""
    async with opened(tmp_path, WatchCog, Discord()) as room:
        await fill(room)
    monkeypatch.setenv("DATABASE_URL", url(tmp_path / "rackety.db"))
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> str | int | None:
    """How the process ends."""
    with pytest.raises(SystemExit) as ended:
        bot.main(arguments)
    return ended.value.code


def test_a_person_is_exported_into_a_private_file(tmp_path: Path) -> None:
    file = tmp_path / "me.json"

    assert run("export-user", MY_ID, str(file)) == 0

    assert json.loads(file.read_text("utf-8"))["about"]["user"] == MY_ID
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert run("export-user", MY_ID, str(file)) == f"{file} can't be written: File exists."


@pytest.mark.parametrize(("name", "number"), [("erase-user", MY_ID), ("erase-guild", str(GUILD))])
def test_nothing_is_deleted_without_a_yes(tmp_path: Path, name: str, number: str) -> None:
    before = (tmp_path / "rackety.db").read_bytes()

    assert re.fullmatch(
        r"Found games: 6, results: .*\. This can't be undone: add --yes to delete everything about this \w+\.",
        str(run(name, number)),
    )
    assert (tmp_path / "rackety.db").read_bytes() == before


@pytest.mark.parametrize(
    "arguments",
    [("export-user", "123", "x.json"), *((name, "123", *yes) for name in ERASE for yes in ((), ("--yes",)))],
)
async def test_an_unknown_id_is_told_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    before = (tmp_path / "rackety.db").read_bytes()

    assert await asyncio.to_thread(run, *arguments) == NOTHING_FOUND

    said = capsys.readouterr()
    assert (said.out, said.err[:19]) == ("", "Nothing about this ")
    assert (tmp_path / "rackety.db").read_bytes() == before
    assert not (tmp_path / "x.json").exists()


def write_empty(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(migrations()[0])


@pytest.mark.parametrize(("name", "number"), [*zip(ERASE, (MY_ID, str(GUILD)), strict=True)])
def test_backups_that_still_have_the_data_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, number: str
) -> None:
    assert run("backup", "first.db") == 0
    (tmp_path / "notes.txt").write_text(number)
    old = tmp_path / "rackety-backups"
    old.mkdir()
    for file in ("empty.db", "older.db"):
        write_empty(old / file)
    with closing(sqlite3.connect(old / "older.db")) as connection, connection:
        connection.execute("INSERT INTO person VALUES (?, '{}')", (MY_ID,))
        connection.execute("INSERT INTO server VALUES (?, '{}')", (GUILD,))
    capsys.readouterr()

    assert run(name, number, "--yes") == 0
    assert run("backup", "second.db") == 0

    copies = f"These copies of the database still have such data: {tmp_path / 'first.db'}, {old / 'older.db'}."
    said = capsys.readouterr().out
    assert re.match(r"Found and deleted games: 6, results: ", said)
    assert said.splitlines()[1] == copies
    assert run(name, number, "--yes") == NOTHING_FOUND
    assert capsys.readouterr().err.splitlines()[1] == copies


@pytest.mark.parametrize("wrong", ["0", "-1", "x", "\uff11", "9" * 30])
def test_text_that_is_not_an_id_is_refused(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("erase-user", "--yes", "--", wrong) == 2
    assert "that isn't a Discord id" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [("export-user", MY_ID, "x"), ("erase-user", MY_ID, "--yes")])
def test_while_the_bot_runs_it_is_refused(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    with FileLock(f"{tmp_path / 'rackety.db'}.lock"):
        assert run(*arguments) == "The bot is running: stop it first, or use /data. Nothing has changed."


@pytest.mark.parametrize("name", ERASE)
def test_deletions_are_reported_even_if_no_backup_can_be_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    folder = tmp_path / ("x" * 300)
    monkeypatch.setenv("BACKUP_FOLDER", str(folder))

    assert run(name, MY_ID if name == "erase-user" else str(GUILD), "--yes") == 0

    deleted, *_, unsearched = capsys.readouterr().out.splitlines()
    assert deleted.startswith("Found and deleted ")
    assert unsearched == f"Copies of the database can't be searched: {folder}: File name too long."
