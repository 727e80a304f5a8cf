"""A backup a day, of which seven and four weekly ones stay, and nobody else's file ever goes."""

import os
import re
import shutil
from collections import namedtuple
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.backups import daily as module
from storage.backups.checksum import Checksum, judge_checksum
from storage.backups.daily import DAYS, WEEKS, DailyBackups, choose_kept, is_overdue
from storage.database import StorageError
from storage.errors import DatabaseFull
from tests.storage.backups.test_copying import dump, make
from tests.storage.tables import url

EVENING = datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC)  # a Thursday
DAY = timedelta(days=1)
Usage = namedtuple("Usage", "total used free")  # noqa: PYI024  # as shutil has it
days = st.sets(st.dates(date(2026, 1, 1), date(2026, 6, 30)))


@pytest.fixture
def daily(path: Path) -> DailyBackups:
    make(path)
    found = DailyBackups.of(url(path), "")
    assert found
    return found


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A backup is an empty file."""
    monkeypatch.setattr(module, "back_up", lambda _, target, __: target.touch())


def names(daily: DailyBackups) -> list[str]:
    return sorted(each.name for each in daily.folder.iterdir())


# what is kept


@given(days)
def test_seven_daily_and_four_weekly_ones_are_kept_and_the_last_always(found: set[date]) -> None:
    kept = choose_kept(found)
    newest = sorted(found)[-DAYS:]

    assert {*newest} <= kept <= found
    assert len(kept) <= DAYS + WEEKS
    for day in kept - {*newest}:
        assert day == max(each for each in found if each.isocalendar()[:2] == day.isocalendar()[:2])
    before = {each.isocalendar()[:2] for each in found} - {each.isocalendar()[:2] for each in newest}
    assert {each.isocalendar()[:2] for each in kept - {*newest}} == {*sorted(before)[-WEEKS:]}


@given(days)
def test_a_removed_backup_would_never_be_kept_again(found: set[date]) -> None:
    """Removing day by day leaves what choosing once from all leaves."""
    left: set[date] = set()
    for day in sorted(found):
        left = choose_kept({*left, day})

    assert left == choose_kept(found)


# the folder


@pytest.mark.parametrize("off", ["none", "None"])
def test_an_owner_may_want_none(off: str) -> None:
    assert DailyBackups.of("sqlite:///rackety.db", off) is None


def test_each_database_has_a_folder_of_its_own_beside_it() -> None:
    for name, folder in (("rackety.db", "rackety-backups"), ("a.sqlite", "a.sqlite-backups"), ("a", "a-backups")):
        found = DailyBackups.of(f"sqlite:////data/{name}", "")
        assert found
        assert (found.folder, found.may_make_folder) == (Path("/data") / folder, True)


def test_the_folder_beside_the_database_is_made_for_the_bot_alone(daily: DailyBackups) -> None:
    assert daily.find() == {}

    assert daily.make_due(EVENING)

    assert daily.folder.stat().st_mode & 0o777 == 0o700


def test_another_folder_is_not_made_and_no_file_replaced(daily: DailyBackups, tmp_path: Path) -> None:
    """It might be where a disk isn't mounted."""
    other = DailyBackups.of(url(daily.database), str(tmp_path / "disk"))
    assert other

    with pytest.raises(StorageError, match=r"^BACKUP_FOLDER isn't a folder: create it"):
        other.make_due(EVENING)

    assert not other.folder.exists()
    daily.folder.write_text("mine")
    with pytest.raises(StorageError, match=r"rackety-backups can't be made: File exists\."):
        daily.make_due(EVENING)
    assert daily.folder.read_text() == "mine"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_can_not_be_made_is_explained(daily: DailyBackups) -> None:
    daily.database.parent.chmod(0o500)

    with pytest.raises(StorageError, match=r"rackety-backups can't be made: Permission denied\."):
        daily.make_due(EVENING)


# the backups


def test_a_day_has_one_backup_with_its_date(daily: DailyBackups, path: Path) -> None:
    made = [daily.make_due(EVENING), daily.make_due(EVENING), daily.make_due(EVENING + timedelta(seconds=1))]

    assert names(daily) == ["rackety-daily-2026-12-31.db", "rackety-daily-2027-01-01.db"]
    assert made[1] is None
    assert made[0]
    assert dump(made[0]) == dump(path)
    assert judge_checksum(made[0]) is Checksum.RIGHT


@pytest.mark.usefixtures("quick")
def test_old_backups_are_removed(daily: DailyBackups) -> None:
    for number in range(60):
        daily.make_due(EVENING + number * DAY)

    assert [*daily.find()] == sorted(choose_kept(EVENING.date() + number * DAY for number in range(60)))
    assert len(daily.find()) == DAYS + WEEKS


@pytest.mark.usefixtures("quick")
def test_a_clock_that_was_wrong_costs_no_backup(daily: DailyBackups) -> None:
    """It was in the next century for five days, then right, then in 1970."""
    wrong = [daily.make_due(EVENING.replace(year=2126) + number * DAY) for number in range(5)]
    right = [daily.make_due(EVENING + number * DAY) for number in range(10)]
    early = daily.make_due(datetime(1970, 1, 1, tzinfo=UTC))

    assert {*wrong, *right[-DAYS:], early} <= {*daily.find().values()}
    last = daily.find_last(EVENING + 9 * DAY)
    assert last
    assert last.date() == EVENING.date() + 9 * DAY


@pytest.mark.usefixtures("quick")
def test_other_files_are_never_removed(daily: DailyBackups) -> None:
    others = [
        *("rackety-2020-01-01.db", "rackety-daily-2020-01-01.db.gz", "rackety-daily-2020-1-1.db", "notes.txt"),
        *("other-daily-2020-01-01.db", "my-rackety-daily-2020-01-01.db", ".rackety-daily-2020-01-01.db"),
        *("rackety-daily-2020-02-31.db", ".other-daily-2020-01-01.db.part", ".rackety-daily-2020-01-01.db.party"),
    ]
    daily.folder.mkdir()
    for name in others:
        (daily.folder / name).write_text("somebody else's")
    (daily.folder / "rackety-daily-2020-01-01.db").mkdir()

    for number in range(30):
        daily.make_due(EVENING + number * DAY)

    assert {*others, "rackety-daily-2020-01-01.db"} < {*names(daily)}
    assert len(daily.find()) < DAYS + WEEKS


def test_files_left_by_a_kill_are_removed_on_a_later_day(daily: DailyBackups) -> None:
    """It has everybody's racks."""
    daily.folder.mkdir()
    for end in ("", "-wal", "-shm", "-journal", ".lock"):
        (daily.folder / f".rackety-daily-2026-12-30.db.part{end}").write_text("half")

    made = daily.make_due(EVENING)

    assert [*daily.folder.iterdir()] == [made]


def test_a_backup_does_not_take_the_room_that_the_database_needs(
    daily: DailyBackups, monkeypatch: pytest.MonkeyPatch
) -> None:
    daily.database.with_name("rackety.db-wal").touch()
    os.truncate(daily.database.with_name("rackety.db-wal"), 5_000)
    size = daily.database.stat().st_size + 5_000
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(size * 9, size * 9, 2 * size - 1))
    with pytest.raises(DatabaseFull, match="too little for a backup"):
        daily.make_due(EVENING)
    assert names(daily) == []

    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(size * 9, size * 9, 2 * size))
    assert daily.make_due(EVENING)


def test_a_backup_is_overdue_at_noon_of_the_next_day() -> None:
    noon = datetime(2027, 1, 1, 12, tzinfo=UTC)

    assert [is_overdue(EVENING.date(), each) for each in (EVENING, noon, noon + timedelta(seconds=1))] == [
        *(False, False, True)
    ]


def test_the_alert_waits_for_as_long() -> None:
    alerts = (Path(__file__).parents[3] / "deploy/monitoring/alerts.yml").read_text("utf-8")

    assert re.findall(r"backup_timestamp_seconds > (\d+) \* 3600", alerts) == [str(module.OVERDUE)]
