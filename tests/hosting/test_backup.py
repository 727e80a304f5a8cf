"""`backup FILE`, as a host gives it."""

from __future__ import annotations

import asyncio
import stat
from typing import TYPE_CHECKING

import pytest

from storage.database import open_database
from tests.storage.backups.test_copying import dump, file_size_limit
from tests.storage.tables import url

if TYPE_CHECKING:
    from tests.hosting.conftest import Host


def test_a_backup_says_what_it_has(host: Host) -> None:
    code, said = host.run("backup", "saved.db")

    saved = host.folder / "saved.db"
    size = saved.stat().st_size / 1e6
    assert (code, said) == (0, f"Saved 1 game in {saved} ({size:.1f} MB), and checked the copy.\n")
    assert stat.S_IMODE(saved.stat().st_mode) == 0o600
    assert dump(saved) == dump(host.database)


async def test_the_bot_may_be_running(host: Host) -> None:
    async with open_database(url(host.database)):
        code, _ = await asyncio.to_thread(host.run, "backup", "saved.db")

    assert code == 0
    assert dump(host.folder / "saved.db") == dump(host.database)


def test_no_token_is_needed(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISCORD_TOKEN")

    assert host.run("backup", "saved.db")[0] == 0


def test_a_file_is_replaced_only_if_the_host_says_so(host: Host) -> None:
    saved = host.folder / "saved.db"
    saved.write_text("mine")

    refused, _ = host.run("backup", "saved.db")
    assert refused == f"{saved} exists already: choose another name, or add --force to replace it."
    assert saved.read_text() == "mine"

    assert host.run("backup", "saved.db", "--force")[0] == 0
    assert dump(saved) == dump(host.database)


@pytest.mark.parametrize("end", ["", "-wal", "-shm", ".lock"])
def test_the_database_itself_is_never_replaced(host: Host, end: str) -> None:
    before = dump(host.database)
    (host.folder / "link.db").symlink_to(f"rackety.db{end}")

    for name in (f"rackety.db{end}", "link.db"):
        refused, _ = host.run("backup", name, "--force")
        assert refused == f"{host.folder / name} is the database itself: choose another name."

    assert dump(host.database) == before


def test_a_folder_is_no_file(host: Host) -> None:
    (host.folder / "saved").mkdir()

    assert host.run("backup", "saved")[0] == f"{host.folder / 'saved'} is a folder: name a file in it."


def test_a_database_that_is_missing_is_not_made(host: Host) -> None:
    host.database.unlink()

    refused, _ = host.run("backup", "saved.db")

    assert refused == f"There is no database {host.database}. DATABASE_URL says where it is."
    assert not host.database.exists()


def test_a_full_disk_is_a_sentence(host: Host) -> None:
    with file_size_limit(100_000):
        refused, _ = host.run("backup", "saved.db")

    assert str(refused).startswith("The copy can't be written: disk I/O error. Free space on its disk")
    assert [each.name for each in host.folder.iterdir() if "saved" in each.name] == []
