"""A backup a day, of which the last seven stay, and nobody else's file ever goes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from storage.backups.daily import KEPT, DailyBackups
from storage.database import StorageError
from storage.errors import DatabaseFull
from tests.storage.backups.test_copying import dump, file_size_limit, make
from tests.storage.tables import url

if TYPE_CHECKING:
    from pathlib import Path

EVENING = datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def daily(path: Path, tmp_path: Path) -> DailyBackups:
    make(path)
    (tmp_path / "backups").mkdir()
    found = DailyBackups.of(url(path), str(tmp_path / "backups"))
    assert found
    return found


def names(daily: DailyBackups) -> list[str]:
    return sorted(each.name for each in daily.folder.iterdir())


def test_without_a_folder_there_are_none() -> None:
    assert DailyBackups.of("sqlite:///rackety.db", "") is None


def test_a_day_has_one_backup_with_its_date(daily: DailyBackups, path: Path) -> None:
    made = [daily.make_due(EVENING), daily.make_due(EVENING), daily.make_due(EVENING + timedelta(seconds=1))]

    assert names(daily) == ["rackety-daily-2026-12-31.db", "rackety-daily-2027-01-01.db"]
    assert made[1] is None
    assert made[0]
    assert dump(made[0]) == dump(path)


def test_the_last_seven_are_kept(daily: DailyBackups) -> None:
    made = [daily.make_due(EVENING + number * DAY) for number in range(10)]

    assert daily.list() == made[-KEPT:]


def test_days_without_a_bot_cost_no_backup(daily: DailyBackups) -> None:
    made = [daily.make_due(EVENING + 30 * number * DAY) for number in range(KEPT)]

    assert daily.list() == made


def test_nobody_else_s_file_is_removed(daily: DailyBackups) -> None:
    others = [
        *("rackety-2020-01-01.db", "rackety-daily-2020-01-01.db.gz", "rackety-daily-2020-1-1.db", "notes.txt"),
        *("other-daily-2020-01-01.db", "my-rackety-daily-2020-01-01.db", ".rackety-daily-2020-01-01.db"),
    ]
    for name in others:
        (daily.folder / name).write_text("somebody else's")
    (daily.folder / "rackety-daily-2020-01-01.db").mkdir()

    for number in range(KEPT + 2):
        daily.make_due(EVENING + number * DAY)

    assert {*others, "rackety-daily-2020-01-01.db"} < {*names(daily)}
    assert len(daily.list()) == KEPT


def test_a_full_disk_removes_no_older_backup(daily: DailyBackups) -> None:
    for number in range(KEPT):
        daily.make_due(EVENING + number * DAY)
    before = names(daily)

    with file_size_limit(100_000), pytest.raises(DatabaseFull):
        daily.make_due(EVENING + KEPT * DAY)

    assert names(daily) == before


def test_a_folder_that_is_missing_is_named_and_not_made(daily: DailyBackups) -> None:
    daily.folder.rmdir()

    with pytest.raises(StorageError, match=r"BACKUP_FOLDER .*/backups isn't a folder: make it"):
        daily.make_due(EVENING)

    assert not daily.folder.exists()
