"""A copy of the database in use is whole, private and of one moment, or there is none."""

import asyncio
import os
import resource
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import chain, repeat
from pathlib import Path
from unittest.mock import Mock

import pytest

from storage.backups import copying
from storage.backups.copying import CopyStopped, back_up
from storage.database import Database, StorageError, open_database
from storage.errors import DatabaseDamaged, DatabaseFull, DatabaseReadOnly
from storage.games import GameStore
from tests.soak.parts.cuts import GAMES, judge
from tests.soak.parts.disks import Player
from tests.storage.tables import VARIANTS, a_game, url
from tests.storage.test_damage import damage, fill


@pytest.fixture
def target(tmp_path: Path) -> Path:
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups" / "copy.db"


async def open_and_close(path: Path) -> None:
    async with open_database(url(path)):
        pass


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@contextmanager
def file_size_limit(size: int) -> Iterator[None]:
    """No file can grow beyond this size, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def make(path: Path, games: int = 1) -> None:
    """Make a database with this many running games, and close it."""

    async def write() -> None:
        async with open_database(url(path)) as database:
            for number in range(games):
                await a_game(GameStore(database, VARIANTS), channel=number, interaction=10 * number + 10)

    asyncio.run(write())


async def test_a_copy_of_the_database_in_use_has_all_that_is_stored(
    database: Database, path: Path, target: Path
) -> None:
    await a_game(GameStore(database, VARIANTS))
    assert path.with_name("rackety.db-wal").stat().st_size  # where the game is

    contents = back_up(path, target)

    assert (str(contents), contents.schema) == ("1 game", 1)
    assert dump(target) == dump(path)
    async with open_database(url(target)) as copy:
        assert await GameStore(copy, VARIANTS).get(1)


@pytest.mark.parametrize("mask", [0, 0o022, 0o777])
def test_a_copy_is_private_at_any_time(path: Path, target: Path, mask: int, monkeypatch: pytest.MonkeyPatch) -> None:
    make(path)
    modes: set[int] = set()

    def note(*_: object) -> bool:
        modes.update(stat.S_IMODE(each.stat().st_mode) for each in target.parent.glob(".copy.db.part*"))
        return False

    monkeypatch.setattr(copying, "_PAGES", 1)
    with umask(mask):
        back_up(path, target, note)

    assert modes <= {0o600}
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_nothing_is_left_beside_the_original_and_the_copy_which_takes_the_place_of_another_one(
    path: Path, target: Path
) -> None:
    make(path)
    target.write_text("an older one")

    back_up(path, target)

    assert dump(target) == dump(path)
    assert [each.name for each in target.parent.iterdir()] == ["copy.db"]
    assert {each.name for each in path.parent.iterdir()} <= {
        *("backups", "rackety.db", "rackety.db.lock", "rackety.db-wal", "rackety.db-shm")
    }
    asyncio.run(open_and_close(path))  # what SQLite leaves beside a database that it only read does no harm
    assert {each.name for each in path.parent.iterdir()} == {"backups", "rackety.db", "rackety.db.lock"}


def test_moves_go_on_while_a_copy_is_made(path: Path, target: Path) -> None:
    """A process plays as fast as it can. Each copy has all that it had told of before, and no game by half."""
    make(path, games=GAMES)
    with Player.start(path.parent) as player:
        assert player.stores_again(60)
        for _ in range(5):
            before = dict(player.told)
            back_up(path, target)
            assert player.stores_again(10)
            assert not +judge({path.name: target.read_bytes()}, before)


def test_a_full_disk_is_explained_and_leaves_everything_as_it_was(path: Path, target: Path) -> None:
    asyncio.run(fill(path, 5_000))
    target.write_text("an older one")
    before = path.read_bytes()

    with file_size_limit(200_000), pytest.raises(DatabaseFull) as failed:
        back_up(path, target)

    assert str(failed.value) == (
        "The copy can't be written: disk I/O error. Free space on its disk, or raise the disk quota or the limit of "
        "file sizes (ulimit -f)."
    )
    assert [each.name for each in target.parent.iterdir()] == ["copy.db"]
    assert (target.read_text(), path.read_bytes()) == ("an older one", before)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_to_is_explained(path: Path, target: Path) -> None:
    make(path)
    target.parent.chmod(0o500)

    with pytest.raises(DatabaseReadOnly, match=r"can't be written: Permission denied\. Make the file, its folder"):
        back_up(path, target)


def test_a_folder_that_is_missing_is_explained(path: Path, tmp_path: Path) -> None:
    make(path)

    with pytest.raises(StorageError, match=r"nowhere/copy\.db can't be written: No such file or directory\."):
        back_up(path, tmp_path / "nowhere" / "copy.db")

    assert not (tmp_path / "nowhere").exists()


def test_a_damaged_database_makes_no_backup(path: Path, target: Path) -> None:
    asyncio.run(fill(path))
    damage(path)

    with pytest.raises(DatabaseDamaged, match=r"rackety.db (is damaged|can't be read)"):
        back_up(path, target)

    assert [*target.parent.iterdir()] == []


def test_a_copy_that_is_unlike_the_original_is_thrown_away(
    path: Path, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(path)
    copy_pages = copying._copy_pages  # noqa: SLF001  # what is planted comes after it

    def lose_a_game(reader: sqlite3.Connection, part: Path, must_stop: object) -> None:
        copy_pages(reader, part, must_stop)  # type: ignore[arg-type]  # what was given
        with closing(sqlite3.connect(part)) as connection, connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("DELETE FROM log")

    monkeypatch.setattr(copying, "_copy_pages", lose_a_game)

    with pytest.raises(DatabaseDamaged, match="isn't like the original"):
        back_up(path, target)
    assert [*target.parent.iterdir()] == []


def test_files_of_a_killed_process_are_removed(path: Path, target: Path) -> None:
    make(path)
    for end in ("", "-journal", "-wal", "-shm", ".lock"):
        target.with_name(f".copy.db.part{end}").write_text("half")
    other = target.with_name(".other.db.part")
    other.write_text("somebody else's")

    back_up(path, target)

    assert {each.name for each in target.parent.iterdir()} == {"copy.db", other.name}


def test_two_copies_are_not_written_to_one_file(path: Path, target: Path) -> None:
    make(path)
    refused: list[str] = []

    def try_too() -> bool:
        if not refused:
            with pytest.raises(StorageError) as error:
                back_up(path, target)
            refused.append(str(error.value))
        return False

    back_up(path, target, try_too)

    assert refused == [f"Another process is writing to {target}."]
    assert dump(target) == dump(path)


def test_a_copy_can_be_stopped_at_any_time(path: Path, target: Path) -> None:
    make(path)
    for at in range(1, 30, 4):
        must_stop = Mock(side_effect=chain(repeat(False, at - 1), repeat(True)))
        try:
            back_up(path, target, must_stop)
        except CopyStopped:
            assert [*target.parent.iterdir()] == []
        else:
            assert must_stop.call_count < at
            break
