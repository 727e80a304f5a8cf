"""Opening a database: what is refused, who may be there at the same time, and how it is left."""

import asyncio
import errno
import fcntl
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from inspect import isawaitable
from pathlib import Path
from unittest.mock import Mock

import aiosqlite
import pytest

from storage.database import StorageError, open_database
from storage.games import GameStore
from tests.storage.made_up import second_migration
from tests.storage.tables import a_lobby, url

ROOT = Path(__file__).parents[2]

HOLD = """
import asyncio, sys
from storage.database import open_database

async def main():
    async with open_database(sys.argv[1]):
        print("open", flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


def python(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)  # noqa: S603  # our own script


def write_diary(path: Path) -> None:
    path.write_text("My diary. " * 1_000)


def contents(path: Path) -> bytes:
    return path.read_bytes()


async def refusal(address: str) -> str:
    with pytest.raises(StorageError) as refused:
        async with open_database(address):
            pass
    return str(refused.value)


async def test_a_path_after_three_slashes_is_relative_and_after_four_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    for address in ("sqlite:///rackety.db", f"sqlite:////{str(tmp_path).lstrip('/')}/rackety.db"):
        async with open_database(address):
            pass

    assert contents(tmp_path / "here" / "rackety.db")
    assert contents(tmp_path / "rackety.db")


async def test_any_other_address_is_refused_without_repeating_it() -> None:
    for address in ("postgresql://bob:s3cret@host/rackety", "rackety.db", "sqlite:///", "sqlite:////", "sqlite://", ""):
        assert await refusal(address) == (
            "A database address looks like sqlite:///rackety.db or sqlite:////var/lib/rackety.db."
        )


async def test_a_directory_and_a_missing_folder_are_named(tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "nowhere" / "rackety.db", "No such file or directory"),
        (tmp_path, "Is a directory"),
    ):
        assert await refusal(url(path)) == f"The database {path} can't be opened: {reason}."


async def make(path: Path, change: str = "") -> None:
    """Make a database of ours, changed by hand."""
    async with open_database(url(path)):
        pass
    run_script(path, change)


def run_script(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


async def make_newer(path: Path) -> None:
    with second_migration():
        await make(path)


OLD = "PRAGMA application_id = 0x7261636B; CREATE TABLE game (id); PRAGMA user_version = {version}"
TOO_OLD = "was written by a Rackety before 1.0.0, and can't be read: begin with a new file."
REFUSED: dict[str, tuple[Callable[[Path], object], str]] = {
    "no database": (write_diary, "can't be used: file is not a database. "),
    "of another program": (
        lambda path: run_script(path, "CREATE TABLE recipe (name TEXT)"),
        "isn't a database of Rackety.",
    ),
    "newer": (make_newer, "was written by a newer Rackety: its schema is 2, this one knows up to 1."),
    "old": (lambda path: run_script(path, OLD.format(version=1)), TOO_OLD),
    "not so old": (lambda path: run_script(path, OLD.format(version=28)), TOO_OLD),
    "incomplete": (
        lambda path: make(path, "ALTER TABLE alive DROP COLUMN shards"),
        "lacks the column shards of its table alive",
    ),
}


@pytest.mark.parametrize(("write", "sentence"), REFUSED.values(), ids=REFUSED)
async def test_a_file_that_is_not_a_database_of_this_version_is_refused_and_left_as_it_is(
    path: Path, write: Callable[[Path], object], sentence: str
) -> None:
    written = write(path)
    if isawaitable(written):
        await written
    before = contents(path)

    assert (await refusal(url(path))).startswith(f"The database {path} {sentence}")
    assert contents(path) == before


async def test_an_old_sqlite_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 9))
    assert "needs 3.37 or newer" in await refusal(url(path))

    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 37, 0))

    async with open_database(url(path)) as database:
        assert await database.run("SELECT 1")


@pytest.mark.usefixtures("database")
async def test_a_database_is_opened_once_at_a_time_also_under_another_name(path: Path, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(path)

    for each in (path, tmp_path / "link.db"):
        assert await refusal(url(each)) == f"The database {each} is used by another process."


async def test_a_database_with_a_hard_link_is_refused_under_both_names(path: Path, tmp_path: Path) -> None:
    """SQLite names the journal after the database: after a kill, it wouldn't find that under the other name."""
    async with open_database(url(path)):
        (tmp_path / "other.db").hardlink_to(path)

        for name in (path, tmp_path / "other.db"):
            assert await refusal(url(name)) == (
                f"The database {name} has a second name, a hard link, under which moves would be lost: remove one name."
            )

    (tmp_path / "other.db").unlink()
    async with open_database(url(path)) as database:
        assert await database.run("SELECT 1")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such locks")
async def test_a_file_that_was_renamed_is_the_same_database(path: Path, tmp_path: Path) -> None:
    """Also when SQLite has closed another connection to it, with which the process loses its own locks."""
    moved = tmp_path / "moved.db"
    async with open_database(url(path)):
        sqlite3.connect(path).close()
        os.close(os.open(path, os.O_RDONLY))
        (tmp_path / path.name).rename(moved)

        tried = python(HOLD, url(moved))
        assert f"DatabaseInUse: The database {moved} is used by another process." in tried.stderr
        moved.rename(path)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such locks")
async def test_the_lock_file_stands_in_for_a_file_that_cannot_be_locked(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for code in (errno.EINVAL, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS):
        monkeypatch.setattr(fcntl, "fcntl", Mock(side_effect=OSError(code, "no")))
        async with open_database(url(path)):
            assert await refusal(url(path)) == f"The database {path} is used by another process."


async def test_links_that_lead_in_a_circle_are_refused(path: Path, tmp_path: Path) -> None:
    (tmp_path / path.name).symlink_to(tmp_path / "other.db")
    (tmp_path / "other.db").symlink_to(path)

    assert await refusal(url(path)) == (f"The database {path} can't be opened: Too many levels of symbolic links.")


async def test_the_lock_dies_with_a_killed_process(path: Path) -> None:
    command = [sys.executable, "-c", HOLD, url(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as holder:  # noqa: S603, ASYNC220  # our own script, and the test waits for it
        assert holder.stdout
        assert holder.stdout.readline() == "open\n"
        assert "used by another process" in await refusal(url(path))
        holder.kill()

    async with open_database(url(path)) as database:
        assert [row[0] for row in await database.run("PRAGMA integrity_check")] == ["ok"]


async def test_a_host_can_read_while_the_bot_writes(path: Path, games: GameStore) -> None:
    reader = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=0)
    lobby = await a_lobby(games)

    assert reader.execute("SELECT id, phase FROM game").fetchall() == [(lobby.id, "lobby")]
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM game").fetchone() == (1,)
    await a_lobby(games, channel=3, interaction=2)
    assert reader.execute("SELECT count(*) FROM game").fetchone() == (1,)
    reader.close()


async def test_moves_survive_a_power_cut_as_far_as_sqlite_can_see_to_it(path: Path) -> None:
    async with open_database(url(path)) as database:
        assert [tuple(row) for row in await database.run("PRAGMA journal_mode")] == [("wal",)]
        assert [tuple(row) for row in await database.run("PRAGMA synchronous")] == [(2,)]
        assert [tuple(row) for row in await database.run("PRAGMA foreign_keys")] == [(1,)]


async def test_other_accounts_of_the_machine_may_not_read_the_racks(path: Path) -> None:
    async with open_database(url(path)):
        files = [each for each in path.parent.iterdir() if not each.name.endswith(".lock")]
        modes = {stat.S_IMODE(each.stat().st_mode) for each in files}

    assert len(files) == 3
    assert modes == {0o600}


async def test_a_closed_database_says_so(path: Path) -> None:
    async with open_database(url(path)) as database:
        pass

    with pytest.raises(StorageError, match="closed"):
        await database.run("SELECT 1")


async def test_a_disk_that_can_not_keep_the_journal_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite in memory stands for a network drive: neither can be in WAL mode."""
    connect = aiosqlite.connect
    monkeypatch.setattr(aiosqlite, "connect", lambda _, **options: connect(":memory:", **options))

    assert f"The database {path} must be on a disk of this machine" in await refusal(url(path))


async def test_a_file_that_sqlite_can_not_open_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = aiosqlite.connect("/nowhere/rackety.db")
    monkeypatch.setattr(aiosqlite, "connect", lambda *_, **__: connection)

    said = await refusal(url(path))
    assert said.startswith(
        f"The database {path} can't be used: unable to open database file. Make the file, its folder"
    )
    await asyncio.to_thread(connection._thread.join)  # noqa: SLF001  # it still answers the loop before it ends


@pytest.mark.parametrize(
    "end", ["raise SystemExit(3)", "raise RuntimeError", "asyncio.current_task().cancel(); await asyncio.sleep(1)"]
)
def test_no_end_of_the_program_hangs_on_the_database(path: Path, end: str) -> None:
    script = f"""
import asyncio, sys
from storage.database import open_database

async def main():
    async with open_database(sys.argv[1]) as database:
        asyncio.ensure_future(database.run("SELECT 1"))
        {end}

asyncio.run(main())
"""

    assert python(script, url(path)).returncode in {1, 3}


def test_no_refusal_to_open_hangs_the_program(path: Path) -> None:
    write_diary(path)

    done = python(HOLD, url(path))

    assert done.returncode == 1
    assert "file is not a database" in done.stderr
