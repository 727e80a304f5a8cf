"""One transaction at a time, each a whole: when the caller is canceled, the disk is full, the work fails."""

import asyncio
import gc
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import aiosqlite
import pytest

from engine.override import override
from monitoring.sink import MetricsSink
from storage.database import Database, open_database
from storage.errors import DatabaseBusy, DatabaseFailed, DatabaseFull
from tests.storage.tables import url

ADD = "INSERT INTO command_upload VALUES (?, ?)"


async def users(database: Database) -> list[int]:
    return [row["application_id"] for row in await database.run("SELECT application_id FROM command_upload ORDER BY 1")]


async def test_work_that_fails_leaves_nothing_and_the_next_goes_on(database: Database) -> None:
    async def fails(connection: aiosqlite.Connection) -> None:
        await connection.execute_fetchall(ADD, (1, "color"))
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await database.transaction(fails)
    await database.run(ADD, (2, "color"))

    assert await users(database) == [2]


async def test_a_caller_who_is_canceled_loses_the_answer_and_not_the_transaction(database: Database) -> None:
    half = asyncio.Event()
    go_on = asyncio.Event()

    async def work(connection: aiosqlite.Connection) -> None:
        await connection.execute_fetchall(ADD, (1, "color"))
        half.set()
        await go_on.wait()
        await connection.execute_fetchall(ADD, (2, "color"))

    caller = asyncio.create_task(database.transaction(work))
    await half.wait()
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    go_on.set()

    assert await users(database) == [1, 2]


async def test_no_transaction_sees_the_half_of_another(database: Database) -> None:
    async def two(user: int, connection: aiosqlite.Connection) -> int:
        ((before,),) = await connection.execute_fetchall("SELECT count(*) FROM command_upload")
        await connection.execute_fetchall(ADD, (user, "color"))
        await asyncio.sleep(0)
        await connection.execute_fetchall(ADD, (user + 100, "color"))
        return int(before)

    counts = await asyncio.gather(*(database.transaction(partial(two, user)) for user in range(50)))

    assert counts == list(range(0, 100, 2))


async def test_the_callback_of_a_commit_runs_before_the_next_transaction(database: Database) -> None:
    order: list[str] = []

    async def work(name: str, connection: aiosqlite.Connection) -> str:
        order.append(f"{name} begins")
        await connection.execute_fetchall("SELECT 1")
        return f"{name} is committed"

    await asyncio.gather(*(database.transaction(partial(work, name), committed=order.append) for name in "AB"))

    assert order == ["A begins", "A is committed", "B begins", "B is committed"]


async def test_closing_waits_for_what_has_begun(path: Path) -> None:
    async with open_database(url(path)) as database:
        calls = [asyncio.create_task(database.run(ADD, (user, "color"))) for user in range(20)]
        await asyncio.sleep(0)
    await asyncio.gather(*calls)

    async with open_database(url(path)) as database:
        assert await users(database) == list(range(20))


async def test_a_full_disk_refuses_writes_and_forgets_nothing(database: Database) -> None:
    await database.run(ADD, (1, "color"))
    ((pages,),) = await database.run("PRAGMA page_count")
    await database.run(f"PRAGMA max_page_count = {pages}")

    async def fill() -> None:
        for user in range(2, 1_000):
            await database.run(ADD, (user, "x" * 1_000))

    with pytest.raises(DatabaseFull, match="full"):
        await fill()

    stored = await users(database)
    assert stored[0] == 1
    assert len(stored) < 100
    await database.run("PRAGMA max_page_count = 1000000")
    await database.run(ADD, (5_000, "color"))
    assert await users(database) == [*stored, 5_000]
    assert [row[0] for row in await database.run("PRAGMA integrity_check")] == ["ok"]


async def test_no_other_program_writes_between_the_reading_and_the_writing_of_a_transaction(
    path: Path, database: Database
) -> None:
    owner = sqlite3.connect(path, isolation_level=None, timeout=0)

    async def work(connection: aiosqlite.Connection) -> None:
        ((count,),) = await connection.execute_fetchall("SELECT count(*) FROM command_upload")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            owner.execute(ADD, (7, "color"))
        await connection.execute_fetchall(ADD, (count, "color"))

    await database.transaction(work)
    owner.execute(ADD, (7, "color"))
    owner.close()

    assert await users(database) == [0, 7]


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """An owner who is about to write by hand, and then thinks better of it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as owner:
        owner.execute("BEGIN IMMEDIATE")
        yield
        owner.execute("ROLLBACK")


async def test_another_program_that_writes_is_waited_for_while_everybody_can_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.database._PATIENCE", 60)
    async with open_database(url(path)) as database:
        with writing(path):
            waiting = asyncio.create_task(database.run(ADD, (1, "color")))
            await asyncio.sleep(0.01)  # time to be refused, were it not waited for
            assert await users(database) == []
            assert not waiting.done()
        await waiting

        assert await users(database) == [1]


async def test_all_wait_for_another_program_at_the_same_time(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other, a hundred would outlast the longest time that a test may take."""
    monkeypatch.setattr("storage.database._PATIENCE", 1.5)
    async with open_database(url(path)) as database:
        with writing(path):
            calls = [database.run(ADD, (user, "color")) for user in range(100)]
            outcomes = await asyncio.gather(*calls, return_exceptions=True)

        assert {type(each) for each in outcomes} == {DatabaseBusy}
        assert await users(database) == []


async def test_another_program_that_writes_for_too_long_is_reported(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.database._PATIENCE", 0.01)
    calls = 0

    async def work(connection: aiosqlite.Connection) -> None:
        nonlocal calls
        calls += 1
        await connection.execute_fetchall(ADD, (1, "color"))

    async with open_database(url(path)) as database:
        with writing(path):
            with pytest.raises(DatabaseBusy, match="locked"):
                await database.run(ADD, (1, "color"))
            with pytest.raises(DatabaseBusy, match="locked"):
                await database.transaction(work)

        assert calls == 0
        assert await users(database) == []
        await database.transaction(work)
        assert await users(database) == [1]


async def test_a_transaction_fails_at_once_after_another_has_waited_in_vain(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.database._PATIENCE", 0.01)
    async with open_database(url(path)) as database:
        with writing(path):
            with pytest.raises(DatabaseBusy):
                await database.run(ADD, (1, "color"))
            monkeypatch.setattr("storage.database._PATIENCE", 1_000)
            with pytest.raises(DatabaseBusy):
                await database.run(ADD, (1, "color"))
        await database.run(ADD, (2, "color"))

        with writing(path):
            waiting = asyncio.create_task(database.run(ADD, (3, "color")))
            await asyncio.sleep(0.01)
        await waiting
        assert await users(database) == [2, 3]


async def test_a_refusal_whose_caller_is_canceled_is_not_an_unretrieved_error(database: Database) -> None:
    go_on, told = asyncio.Event(), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))

    async def work(_: aiosqlite.Connection) -> None:
        await go_on.wait()
        raise RuntimeError

    caller = asyncio.create_task(database.transaction(work))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    go_on.set()
    await database.run("SELECT 1")
    gc.collect()

    assert told == []


class Notes(MetricsSink):
    """What was reported."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    @override
    def note_commit(self, seconds: float) -> None:
        self.seconds.append(seconds)


async def test_the_length_of_each_commit_is_reported_and_no_rollback(tmp_path: Path) -> None:
    metrics = Notes()

    async def adds(connection: aiosqlite.Connection) -> None:
        await connection.execute_fetchall(ADD, (1, "color"))

    async with open_database(url(tmp_path / "rackety.db"), metrics) as database:
        await database.transaction(adds)
        with pytest.raises(DatabaseFailed):
            await database.transaction(adds)

        (seconds,) = metrics.seconds
        assert 0 < seconds < 5
