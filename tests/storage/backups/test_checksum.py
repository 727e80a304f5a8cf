"""The last line of a backup has the checksum of everything before it, and goes with the file."""

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from storage.backups import checksum
from storage.backups.checksum import Checksum, judge_checksum
from storage.backups.copying import back_up
from storage.database import open_database
from storage.errors import DiskFailed, StorageError
from tests.storage.backups.test_copying import make
from tests.storage.tables import url
from tests.storage.test_damage import fill


@pytest.fixture
def backup(path: Path, tmp_path: Path) -> Path:
    make(path)
    back_up(path, tmp_path / "backup.db")
    return tmp_path / "backup.db"


def test_a_backup_that_is_moved_keeps_its_checksum(backup: Path, tmp_path: Path) -> None:
    moved = backup.rename(tmp_path / "elsewhere.db")
    shutil.copyfile(moved, tmp_path / "copied.db")

    assert {judge_checksum(each) for each in (moved, tmp_path / "copied.db")} == {Checksum.RIGHT}


def test_the_checksum_can_be_computed_as_the_page_says(backup: Path) -> None:
    said = re.search(r"`(head --bytes=-\d+ FILE \| sha256sum)`", checksum.__doc__ or "")
    assert said

    ended = subprocess.run(  # noqa: S602  # our own docs
        said[1].replace("FILE", str(backup)), shell=True, capture_output=True, text=True, check=True
    )

    assert ended.stdout.split()[0] in backup.read_bytes().splitlines()[-1].decode()


def test_sqlite_does_not_mind_the_checksum(backup: Path) -> None:
    """An owner may put a backup in the place of the database by hand."""
    asyncio.run(fill(backup, 2_000))

    assert judge_checksum(backup) is not Checksum.RIGHT
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("SELECT count(*) FROM command_upload").fetchall() == [(2_000,)]
    asyncio.run(open_and_close(backup))


async def open_and_close(path: Path) -> None:
    async with open_database(url(path)) as database:
        assert await database.run("SELECT * FROM game")


@pytest.mark.parametrize("end", [b"", b"x", b"\n"])
def test_a_file_without_a_last_line_has_no_checksum(tmp_path: Path, end: bytes) -> None:
    (tmp_path / "other").write_bytes(end)

    assert judge_checksum(tmp_path / "other") is Checksum.MISSING


def test_a_file_that_is_missing_has_no_checksum_either(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="There is no file"):
        judge_checksum(tmp_path / "nowhere.db")


def test_a_disk_that_changes_what_is_written_makes_no_backup(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(path)
    sync = os.fsync

    def spoil(descriptor: int) -> None:
        sync(descriptor)
        if b"Rackety backup" in os.pread(descriptor, 100, os.fstat(descriptor).st_size - 100):
            (byte,) = os.pread(descriptor, 1, 5_000)
            os.pwrite(descriptor, bytes([byte ^ 1]), 5_000)

    monkeypatch.setattr(os, "fsync", spoil)
    with pytest.raises(DiskFailed, match="The disk doesn't have what was written"):
        back_up(path, tmp_path / "backup.db")

    assert not (tmp_path / "backup.db").exists()
