"""`restore FILE`, as a host gives it."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from storage.database import open_database
from tests.storage.backups.test_copying import dump
from tests.storage.tables import url
from tests.storage.test_damage import damage

if TYPE_CHECKING:
    from tests.hosting.conftest import Host


@pytest.fixture
def saved(host: Host) -> Path:
    host.run("backup", "saved.db")
    with closing(sqlite3.connect(host.database)) as connection, connection:
        connection.execute("UPDATE game SET version = 77")
    return host.folder / "saved.db"


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        ((found,),) = connection.execute("SELECT version FROM game")
        return int(found)


def test_a_backup_is_restored_and_what_was_there_is_named(host: Host, saved: Path) -> None:
    code, said = host.run("restore", saved.name)

    assert code == 0
    first, second = said.splitlines()
    assert first == f"Restored 1 game to {host.database}."
    named = re.fullmatch(r"The database that was there is now (.+-before-restore-\d{4}-\d\d-\d\dT\d{6}Z\.db)\.", second)
    assert named
    assert (version(host.database), version(Path(named[1]))) == (2, 77)


async def test_the_bot_must_not_be_running(host: Host, saved: Path) -> None:
    before = dump(host.database)
    async with open_database(url(host.database)):
        refused, _ = await asyncio.to_thread(host.run, "restore", saved.name)

    assert refused == "The bot is running: stop it, then restore the backup. Nothing has changed."
    assert dump(host.database) == before


def test_a_damaged_backup_is_refused(host: Host, saved: Path) -> None:
    damage(saved, "log")

    refused, _ = host.run("restore", saved.name)
    assert refused == (
        f"{saved.name} is damaged, or was changed after it was made: its checksum is wrong. Choose another backup, or "
        "add --unverified to restore what this one has. Nothing has changed."
    )
    refused, _ = host.run("restore", "--unverified", saved.name)
    assert refused == f"{saved.name} is damaged: choose another backup. Nothing has changed."
    assert version(host.database) == 77


def test_a_database_that_is_no_backup_is_restored_if_the_owner_insists(host: Host, saved: Path) -> None:
    """What a restore has kept can be restored, too."""
    host.run("restore", saved.name)
    (kept,) = host.folder.glob("*-before-restore-*.db")

    refused, _ = host.run("restore", kept.name)
    assert refused == (
        f"{kept.name} has no checksum, so damage can't be seen: it's a backup of release 1.0.0, a database that isn't "
        "a backup, or its end is missing. If you trust it, add --unverified. Nothing has changed."
    )
    assert version(host.database) == 2

    assert host.run("restore", "--unverified", kept.name)[0] == 0
    assert version(host.database) == 77


def test_a_backup_that_is_missing_is_refused(host: Host) -> None:
    assert host.run("restore", "nowhere.db")[0] == f"There is no file {host.folder / 'nowhere.db'}."
