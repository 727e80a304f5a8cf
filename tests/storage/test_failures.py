"""What the log says of a failing database: the first time, now and then while it lasts, and when it's over."""

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from storage.database import Database, FailureLog, open_database
from storage.errors import (
    DatabaseBusy,
    DatabaseDamaged,
    DatabaseFailed,
    DatabaseFull,
    DatabaseReadOnly,
    DiskFailed,
    StorageError,
    explain_failure,
)
from tests.storage.tables import url
from tests.support.breaking import read_only

ADD = "INSERT INTO command_upload VALUES (?, 'color')"
BUSY = DatabaseBusy("It is busy.")
FULL = DatabaseFull("It is full.")
DAMAGED = DatabaseDamaged("It is damaged.")
WORKS = "The database works again."


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    caplog.set_level("INFO", "storage")
    return lambda: [each.getMessage() for each in caplog.records]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_BUSY, DatabaseBusy),
        (sqlite3.SQLITE_BUSY_RECOVERY, DatabaseBusy),
        (sqlite3.SQLITE_FULL, DatabaseFull),
        (sqlite3.SQLITE_IOERR_WRITE, DatabaseFull),
        (sqlite3.SQLITE_IOERR_READ, DiskFailed),
        (sqlite3.SQLITE_IOERR_FSYNC, DiskFailed),
        (sqlite3.SQLITE_READONLY, DatabaseReadOnly),
        (sqlite3.SQLITE_READONLY_DIRECTORY, DatabaseReadOnly),
        (sqlite3.SQLITE_CORRUPT, DatabaseDamaged),
        (sqlite3.SQLITE_CORRUPT_INDEX, DatabaseDamaged),
        (sqlite3.SQLITE_NOTADB, DatabaseDamaged),
        (sqlite3.SQLITE_ERROR, DatabaseFailed),
        (None, DatabaseFailed),
    ],
)
def test_a_code_of_sqlite_becomes_advice(code: int | None, kind: type[DatabaseFailed]) -> None:
    error = sqlite3.OperationalError("it is so")
    if code is not None:
        error.sqlite_errorcode = code

    failure = explain_failure(error, "It failed")

    assert type(failure) is kind
    assert str(failure) == f"It failed: it is so. {kind.advice}".strip()


def test_a_failure_is_said_once_a_minute_and_its_end_once(lines: Callable[[], list[str]]) -> None:
    time = [0.0]
    log = FailureLog(lambda: time[0])

    for time[0] in (0, 1, 59, 60, 119):
        log.note(BUSY, 7)
    log.note_success(7)  # something was read
    assert lines() == ["It is busy."] * 2
    log.note_success(8)
    log.note_success(9)

    assert lines() == ["It is busy.", "It is busy.", WORKS]


def test_failures_that_come_and_go_are_said_once_a_minute_and_another_one_at_once(
    lines: Callable[[], list[str]],
) -> None:
    time = [0.0]
    log = FailureLog(lambda: time[0])

    for time[0] in range(60):
        log.note(FULL, 0)
        log.note_success(1)
    assert lines() == ["It is full.", WORKS]

    for each in (BUSY, FULL, BUSY, DAMAGED):
        log.note(each, 1)
    log.note_success(2)  # which doesn't end damage
    assert lines()[2:] == ["It is busy.", "It is damaged."]


async def test_the_database_says_that_it_fails_and_that_it_works_again(
    database: Database, path: Path, lines: Callable[[], list[str]]
) -> None:
    async with read_only(database):
        for user in range(3):
            with suppress(DatabaseReadOnly):
                await database.run(ADD, (user,))
        await database.run("SELECT 1")
    (line,) = lines()
    assert line.startswith(
        f"The database {path} could not do its work: attempt to write a readonly database. Make the file,"
    )

    await database.run(ADD, (1,))

    assert lines()[1:] == [WORKS]


async def test_a_database_that_is_busy_at_the_start_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("storage.database._PATIENCE_AT_START", 0.01)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StorageError, match=r"database is locked\. Another program is writing to it"):
            async with open_database(url(path)):
                pass
