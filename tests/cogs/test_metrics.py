"""The loops that measure: they only run for somebody, and a failing database stops none of them."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest

from cogs import metrics
from cogs.metrics import MetricsCog
from engine.override import override
from monitoring.sink import NO_METRICS, MetricsSink, Vitals
from storage.errors import DatabaseFull
from tests.support.rooms import Bot, opened
from tests.support.waiting import until

EVERY = 0.01  # seconds


class Notes(MetricsSink):
    """What was reported."""

    is_on = True

    def __init__(self) -> None:
        self.lags: list[float] = []
        self.vitals: list[Vitals] = []

    @override
    def note_lag(self, seconds: float) -> None:
        self.lags.append(seconds)

    @override
    def note_vitals(self, vitals: Vitals) -> None:
        self.vitals.append(vitals)


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "_LAG_EVERY", EVERY)
    monkeypatch.setattr(metrics, "_VITALS_EVERY", EVERY)


async def test_nothing_is_measured_for_nobody(tmp_path: Path) -> None:
    async with opened(tmp_path, MetricsCog, metrics=NO_METRICS) as room:
        before = asyncio.all_tasks()
        await room.cog.cog_load()

        assert asyncio.all_tasks() == before


async def test_the_vitals_are_those_of_the_bot(tmp_path: Path) -> None:
    metrics, bot = Notes(), Bot(latencies=((0, 0.2), (1, 0.7), (2, float("inf")), (3, 9.0)), shard_count=4)
    async with opened(tmp_path, MetricsCog, bot, metrics=metrics) as room:
        await room.over()
        await room.playing(channel=77)
        await room.lobby(interaction=99)
        cog: Any = room.cog
        for shard in (0, 1, 2, 3):
            await cog.note_connected(shard)
        await cog.on_shard_disconnect(3)
        for status in (401, 403, 404, 429):
            room.services.budget.note_response(status, None)
        await cog.cog_load()
        await until(lambda: metrics.vitals)

        found = metrics.vitals[0]
        size = (tmp_path / "rackety.db").stat().st_size
    assert (found.latency, found.shards, found.connected_shards) == (0.7, 4, 3)
    assert (found.invalid_requests, found.open_games) == (3, 2)
    assert found.database_size >= max(size, 4096)


async def test_before_the_first_connection_there_is_no_latency(tmp_path: Path) -> None:
    metrics = Notes()
    async with opened(tmp_path, MetricsCog, metrics=metrics) as room:
        await room.cog.cog_load()
        await until(lambda: metrics.vitals)

    assert (metrics.vitals[0].latency, metrics.vitals[0].shards, metrics.vitals[0].connected_shards) == (None, 0, 0)


async def test_a_stuck_loop_is_late(tmp_path: Path) -> None:
    metrics = Notes()
    async with opened(tmp_path, MetricsCog, metrics=metrics) as room:
        await room.cog.cog_load()
        await until(lambda: metrics.lags)
        time.sleep(0.2)  # noqa: ASYNC251  # what is measured
        await until(lambda: max(metrics.lags) > 0.1)

    assert all(lag >= 0 for lag in metrics.lags)


async def test_a_failing_database_ends_no_measuring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    metrics = Notes()
    monkeypatch.setattr("services.concurrency.supervise.DATABASE_RETRY", EVERY)
    async with opened(tmp_path, MetricsCog, metrics=metrics) as room:
        count, failures = room.services.vitals.count_open_games, 2

        async def fail() -> int:
            nonlocal failures
            failures -= 1
            if failures >= 0:
                raise DatabaseFull("full")
            return await count()

        monkeypatch.setattr(room.services.vitals, "count_open_games", fail)
        await room.cog.cog_load()
        await until(lambda: metrics.vitals)

        assert metrics.lags
    assert not [task for task in asyncio.all_tasks() if task.get_name() in {"lag", "vitals"}]
