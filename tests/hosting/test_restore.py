"""`restore FILE`, as an owner gives it."""

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.database import open_database
from tests.hosting.conftest import Owner
from tests.storage.backups.test_copying import dump
from tests.storage.tables import url
from tests.storage.test_damage import damage


@pytest.fixture
def saved(owner: Owner) -> Path:
    owner.run("backup", "saved.db")
    with closing(sqlite3.connect(owner.database)) as connection, connection:
        connection.execute("UPDATE game SET version = 77")
    return owner.folder / "saved.db"


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        ((found,),) = connection.execute("SELECT version FROM game")
        return int(found)


def test_a_backup_is_restored_and_what_was_there_is_named(owner: Owner, saved: Path) -> None:
    code, said = owner.run("restore", saved.name)

    assert code == 0
    first, second = said.splitlines()
    assert first == f"Restored 1 game to {owner.database}."
    named = re.fullmatch(r"The database that was there is now (.+-before-restore-\d{4}-\d\d-\d\dT\d{6}Z\.db)\.", second)
    assert named
    assert (version(owner.database), version(Path(named[1]))) == (2, 77)


async def test_the_bot_must_not_be_running(owner: Owner, saved: Path) -> None:
    before = dump(owner.database)
    async with open_database(url(owner.database)):
        refused, _ = await asyncio.to_thread(owner.run, "restore", saved.name)

    assert refused == "The bot is running: stop it, then restore the backup. Nothing has changed."
    assert dump(owner.database) == before


def test_a_damaged_backup_is_refused(owner: Owner, saved: Path) -> None:
    damage(saved, "log")

    refused, _ = owner.run("restore", saved.name)
    assert refused == (
        f"{saved.name} is damaged, or was changed after it was made: its checksum is wrong. Choose another backup, or "
        "add --unverified to restore what this one has. Nothing has changed."
    )
    refused, _ = owner.run("restore", "--unverified", saved.name)
    assert refused == f"{saved.name} is damaged, or no backup: choose another. Nothing has changed."
    assert version(owner.database) == 77


def test_a_database_that_is_not_a_backup_is_restored_if_the_owner_insists(owner: Owner, saved: Path) -> None:
    """What a restore has kept can be restored, too."""
    owner.run("restore", saved.name)
    (kept,) = owner.folder.glob("*-before-restore-*.db")

    refused, _ = owner.run("restore", kept.name)
    assert refused == (
        f"{kept.name} has no checksum, so damage can't be seen: it's a database that isn't "
        "a backup, or its end is missing. If you trust it, add --unverified. Nothing has changed."
    )
    assert version(owner.database) == 2

    assert owner.run("restore", "--unverified", kept.name)[0] == 0
    assert version(owner.database) == 77


def test_a_backup_that_is_missing_is_refused(owner: Owner) -> None:
    assert owner.run("restore", "nowhere.db")[0] == f"There is no file {owner.folder / 'nowhere.db'}."
