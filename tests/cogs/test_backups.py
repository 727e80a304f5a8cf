"""The daily backups: no move waits for one, a failing one is a sentence an hour, and none outlives the bot."""

import logging
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cogs import backups
from cogs.backups import BackupsCog
from monitoring.metrics import Metrics
from monitoring.sink import NO_METRICS, MetricsSink
from storage.backups import copying
from storage.backups.daily import DailyBackups, begin_day
from storage.database import Database
from storage.games import GameStore
from tests.storage.tables import VARIANTS, a_lobby
from tests.support.waiting import until


@pytest.fixture
def daily(database: Database, tmp_path: Path) -> DailyBackups:
    assert database
    (tmp_path / "backups").mkdir()
    return DailyBackups(tmp_path / "rackety.db", tmp_path / "backups")


@asynccontextmanager
async def running(daily: DailyBackups | None, metrics: MetricsSink = NO_METRICS) -> AsyncIterator[BackupsCog]:
    services: Any = SimpleNamespace(choices=SimpleNamespace(daily_backups=daily), metrics=metrics)
    cog = BackupsCog(services)
    await cog.cog_load()
    try:
        yield cog
    finally:
        await cog.cog_unload()


async def test_a_bot_makes_the_backup_of_the_day_when_it_starts(
    daily: DailyBackups, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with running(daily):
        await until(daily.find)
        await until(lambda: caplog.messages)

    (made,) = daily.find().values()
    assert caplog.messages == [f"made the daily backup {made}"]
    with closing(sqlite3.connect(made)) as copy:
        assert copy.execute("SELECT count(*) FROM game").fetchall() == [(0,)]


async def test_two_bots_with_databases_of_the_same_name_need_two_folders(
    daily: DailyBackups, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    other = DailyBackups(tmp_path / "other" / daily.database.name, daily.folder)
    metrics = Metrics()
    async with running(daily):
        await until(daily.find)
        async with running(other, metrics):
            await until(lambda: read(metrics)[1] == 1)

    assert caplog.messages[-1].endswith(
        f": Another bot keeps its backups in {daily.folder}, of a database with the same name. "
        "Set BACKUP_FOLDER to another folder."
    )
    assert len([*daily.folder.iterdir()]) == len(daily.find())


def read(metrics: Metrics) -> tuple[float | None, float | None]:
    """The time of the last backup, and the number of failures."""
    value = metrics.registry.get_sample_value
    return value("rackety_last_backup_timestamp_seconds"), value("rackety_backup_failures")


async def test_a_folder_that_is_missing_is_a_sentence_and_a_metric_and_tried_again(
    daily: DailyBackups, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(backups, "_EVERY", 0.01)
    metrics = Metrics()
    daily.folder.rmdir()
    async with running(daily, metrics):
        await until(lambda: read(metrics)[0] == 0)
        await until(lambda: (read(metrics)[1] or 0) >= 2)
        daily.folder.mkdir()
        await until(lambda: read(metrics)[1] == 0)

    assert read(metrics)[0] == begin_day(*daily.find()).timestamp()
    sentence = "BACKUP_FOLDER isn't a folder: create it."
    assert {*caplog.messages} == {f"The daily backup failed, and is tried again in an hour: {sentence}"}
    assert "Traceback" not in caplog.text


async def test_an_unforeseen_failure_is_reported_too_and_ends_nothing(
    daily: DailyBackups, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(backups, "_EVERY", 0.01)
    metrics, make_due, tries = Metrics(), DailyBackups.make_due, 0

    def fail_twice(self: DailyBackups, now: datetime, must_stop: Callable[[], bool]) -> Path | None:
        nonlocal tries
        tries += 1
        if tries <= 2:
            raise ZeroDivisionError
        return make_due(self, now, must_stop)

    monkeypatch.setattr(DailyBackups, "make_due", fail_twice)
    async with running(daily, metrics):
        await until(lambda: (read(metrics)[1] or 0) > 0)
        await until(lambda: read(metrics)[1] == 0)

    assert daily.find()
    assert "The daily backup failed, and is tried again in an hour: ZeroDivisionError" in caplog.text


async def test_without_a_folder_no_backup_is_made_and_no_alert_can_start() -> None:
    metrics = Metrics()
    async with running(None, metrics) as cog:
        assert cog.loops == {}

    last, failures = read(metrics)
    assert last != last  # not a number, which nothing is greater than  # noqa: PLR0124
    assert failures == 0


def make_large(path: Path) -> None:
    with closing(sqlite3.connect(path, timeout=10)) as connection, connection:
        connection.execute(
            "WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number LIMIT 20000)"
            " INSERT INTO command_upload SELECT value, hex(zeroblob(500)) FROM number"
        )


async def test_no_move_waits_for_a_backup(
    daily: DailyBackups, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_large(daily.database)
    monkeypatch.setattr(copying, "_PAGES", 64)  # about a hundred steps
    games, stored = GameStore(database, VARIANTS), 0
    async with running(daily):
        await until(lambda: [*daily.folder.glob(".*.part")])
        while not daily.find():
            await a_lobby(games, channel=stored + 1, interaction=stored + 1, guild=0)
            stored += 1

    assert stored > 10  # if one had waited for the backup, it would have been the last


@pytest.mark.parametrize("pages", [1, 256])
async def test_a_bot_that_ends_waits_for_no_whole_backup(
    daily: DailyBackups, monkeypatch: pytest.MonkeyPatch, pages: int
) -> None:
    make_large(daily.database)
    monkeypatch.setattr(copying, "_PAGES", pages)
    before = threading.active_count()
    async with running(daily):
        await until(lambda: [*daily.folder.glob(".*.part")])

    assert [*daily.folder.iterdir()] == []
    assert threading.active_count() <= before + 1  # asyncio keeps its thread
