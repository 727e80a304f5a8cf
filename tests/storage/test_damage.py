"""A file of which some bytes are wrong: found at the start, or soon afterward if the file is large."""

import asyncio
import re
import shutil
import sqlite3
import subprocess
import threading
from contextlib import closing
from pathlib import Path

import pytest

from storage.damage import check_in_background
from storage.database import open_database
from storage.errors import DatabaseDamaged
from tests.storage.tables import url

PAGE = Path(__file__).parents[2] / "docs/hosting.md"
SHELL = shutil.which("sqlite3")
FIRST_THAT_RECOVERS = (3, 41)  # Debian 12 has 3.40, whose `.recover` fails
LARGE = "storage.damage._AT_ONCE"
COUNT_FOR_LONG = (  # about ten seconds, unless it's interrupted
    "WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number LIMIT 100000000)"
    " SELECT count(*) FROM number"
)


async def fill(path: Path, rows: int = 100) -> None:
    async with open_database(url(path)) as database:
        await database.run(
            "WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number LIMIT ?)"
            " INSERT INTO command_upload SELECT value, hex(zeroblob(200)) FROM number",
            (rows,),
        )


def damage(path: Path, table: str = "command_upload") -> None:
    """Overwrite a part of each page of this table, which isn't the first page."""
    with closing(sqlite3.connect(path)) as connection:
        ((size,),) = connection.execute("PRAGMA page_size")
        ((root,),) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,))
    with path.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xa5" * 100)


def contents(path: Path) -> bytes:
    return path.read_bytes()


async def test_a_damaged_file_is_refused_with_advice(path: Path) -> None:
    await fill(path)
    damage(path)
    before = contents(path)

    with pytest.raises(DatabaseDamaged) as refused:
        async with open_database(url(path)):
            pass

    assert str(refused.value) == (
        f"The database {path} is damaged. Restore a backup, or recover what is left, as docs/hosting.md says."
    )
    assert contents(path) == before


def can_recover() -> bool:
    if SHELL is None:
        return False
    said = subprocess.run([SHELL, "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S603  # SQLite's own
    return tuple(map(int, said.split()[0].split("."))) >= FIRST_THAT_RECOVERS


@pytest.mark.skipif(not can_recover(), reason="there is no sqlite3 that can recover a database")
async def test_the_recipe_of_the_docs_recovers_the_other_tables_and_prints_nothing(tmp_path: Path) -> None:
    path, new = tmp_path / "rackety.db", tmp_path / "new.db"
    await fill(path)
    async with open_database(url(path)) as database:
        await database.run("INSERT INTO server VALUES (7, '{}')")
    damage(path)
    (recipe,) = re.findall(r"^sqlite3 rackety\.db \.recover .*$", PAGE.read_text("utf-8"), re.MULTILINE)

    done = subprocess.run(["/bin/sh", "-c", recipe], cwd=tmp_path, capture_output=True, check=False)  # noqa: S603, ASYNC221  # as the page says it

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    async with open_database(url(new)) as database:
        assert [row["guild_id"] for row in await database.run("SELECT guild_id FROM server")] == [7]


async def test_damage_of_a_large_file_is_found_while_it_is_used(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await fill(path)
    damage(path)
    monkeypatch.setattr(LARGE, 0)

    async with open_database(url(path)) as database:
        async with asyncio.timeout(20):
            while f"The database {path} is damaged. Restore a backup" not in caplog.text:
                assert await database.run("SELECT 1")
                await asyncio.sleep(0.001)
        with pytest.raises(DatabaseDamaged, match="malformed"):
            await database.run("SELECT * FROM command_upload")


async def test_the_check_of_a_large_file_delays_nobody(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Closing breaks it off: what it found until then says nothing."""
    await fill(path, 100_000)
    monkeypatch.setattr(LARGE, 0)

    async with open_database(url(path)) as database:
        await database.run("INSERT INTO command_upload VALUES (0, 'color')")

    assert caplog.text == ""


async def test_closing_waits_for_no_check(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await fill(path)
    monkeypatch.setattr(LARGE, 0)
    monkeypatch.setattr("storage.damage._CHECK", COUNT_FOR_LONG)

    async with asyncio.timeout(5), check_in_background(path):
        await asyncio.sleep(0)


async def test_the_check_of_a_large_file_can_not_write(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before 3.51.3, two connections that write to the journal can damage a file."""
    await fill(path)
    monkeypatch.setattr(LARGE, 0)
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def note(*arguments: object, **options: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)  # type: ignore[call-overload]  # as they come
        if threading.current_thread() is threading.main_thread():  # else it's the one for everything else
            opened.append(connection)
        return connection

    monkeypatch.setattr("sqlite3.connect", note)
    async with open_database(url(path)):
        (reader,) = opened
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            reader.execute("INSERT INTO command_upload VALUES (0, 'color')")
