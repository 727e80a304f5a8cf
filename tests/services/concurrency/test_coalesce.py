"""Work that changes ask for is done soon, and once for all that come meanwhile."""

import asyncio

import pytest

from engine.text.phrases import ENGLISH, language, speak_in
from services.concurrency.coalesce import FROM_BACKLOG, Coalescer
from services.concurrency.supervise import Backoff
from storage.errors import DatabaseFailed, UnreadableGame
from tests.support.accents import Accented
from tests.support.waiting import until


async def until_idle(jobs: Coalescer[int]) -> None:
    async with asyncio.timeout(30):
        while jobs._running:  # noqa: ASYNC110, SLF001  # it tells nobody
            await asyncio.sleep(0)


class Work:
    """Work that notes its games, and meets the given errors, one after the other."""

    def __init__(self, *errors: Exception) -> None:
        self.done: list[int] = []
        self.errors = [*errors]
        self.jobs = Coalescer("test", self.work)

    async def work(self, game_id: int) -> None:
        self.done.append(game_id)
        if self.errors:
            raise self.errors.pop(0)


async def test_work_that_becomes_due_meanwhile_is_done_once_more() -> None:
    done: list[int] = []
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def work(game_id: int) -> None:
        done.append(game_id)
        begun.set()
        await go_on.wait()

    jobs = Coalescer("test", work)
    jobs.schedule(7)
    await begun.wait()
    for _ in range(5):
        jobs.schedule(7)
    go_on.set()
    await until_idle(jobs)

    assert done == [7, 7]


async def test_games_do_not_wait_for_one_another() -> None:
    inside: set[int] = set()
    both = asyncio.Event()

    async def work(game_id: int) -> None:
        inside.add(game_id)
        if inside == {1, 2}:
            both.set()
        await both.wait()

    jobs = Coalescer("test", work)
    jobs.schedule(1)
    jobs.schedule(2)
    await until_idle(jobs)

    assert inside == {1, 2}


async def test_a_failure_is_logged_without_its_words_and_the_next_change_begins_anew(
    caplog: pytest.LogCaptureFixture,
) -> None:
    work = Work(LookupError("R4 R5 R6"))
    for _ in range(2):
        work.jobs.schedule(3)
        await until_idle(work.jobs)

    assert work.done == [3, 3]
    assert "test of table 3 failed: LookupError\nTraceback" in caplog.text
    assert "in work" in caplog.text
    assert "R4" not in caplog.text


async def test_a_change_during_a_failure_is_not_forgotten() -> None:
    done: list[int] = []

    async def work(game_id: int) -> None:
        done.append(game_id)
        if len(done) == 1:
            jobs.schedule(game_id)
            raise LookupError

    jobs = Coalescer("test", work)
    jobs.schedule(3)
    await until_idle(jobs)

    assert done == [3, 3]


async def test_work_that_meets_a_failing_database_is_tried_until_it_succeeds(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("services.concurrency.coalesce.RETRY", Backoff(0.001, 0.001))
    work = Work(*[DatabaseFailed("The database could not do its work: disk I/O error.")] * 3)
    work.jobs.schedule(3)
    await until_idle(work.jobs)

    assert work.done == [3] * 4
    assert caplog.text == ""  # for the database has logged it


async def test_work_on_a_game_that_can_not_be_read_is_not_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    work = Work(UnreadableGame("Game 3 can't be read."))
    work.jobs.schedule(3)
    await until_idle(work.jobs)

    assert work.done == [3]
    assert "test of table 3 failed: UnreadableGame: Game 3 can't be read." in caplog.text


class Gate:
    """Work that goes on until it's let through: the games at work, and those that came, in order."""

    def __init__(self) -> None:
        self.inside: set[int] = set()
        self.came: list[int] = []
        self.let_through = asyncio.Event()

    async def work(self, game_id: int) -> None:
        self.came.append(game_id)
        self.inside.add(game_id)
        await self.let_through.wait()
        self.inside.discard(game_id)


async def test_only_some_games_of_a_backlog_are_worked_on_at_a_time() -> None:
    most = 0

    async def work(game_id: int) -> None:
        nonlocal most
        gate.inside.add(game_id)
        most = max(most, len(gate.inside))
        await asyncio.sleep(0)
        gate.inside.discard(game_id)
        gate.came.append(game_id)

    gate = Gate()
    updates = Coalescer("update", work)
    updates.schedule_backlog(range(10 * FROM_BACKLOG))
    assert len(updates._running) == FROM_BACKLOG  # noqa: SLF001  # the others have no task yet
    await until_idle(updates)

    assert most == FROM_BACKLOG
    assert gate.came == [*range(10 * FROM_BACKLOG)]


async def test_a_game_that_changes_does_not_wait_behind_the_backlog() -> None:
    gate = Gate()
    updates = Coalescer("update", gate.work)
    updates.schedule_backlog(range(FROM_BACKLOG + 5))
    await asyncio.sleep(0)

    updates.schedule(FROM_BACKLOG + 2)
    await asyncio.sleep(0)
    assert gate.inside == {*range(FROM_BACKLOG), FROM_BACKLOG + 2}
    gate.let_through.set()
    await until_idle(updates)

    assert sorted(gate.came) == [*range(FROM_BACKLOG + 5)]  # once each


async def test_the_backlog_does_not_wait_for_games_that_change() -> None:
    gate = Gate()
    updates = Coalescer("update", gate.work)
    changed = range(100, 100 + FROM_BACKLOG)
    for game_id in changed:
        updates.schedule(game_id)
    updates.schedule_backlog(range(FROM_BACKLOG + 5))
    await asyncio.sleep(0)
    assert gate.inside == {*changed, *range(FROM_BACKLOG)}

    gate.let_through.set()
    await until_idle(updates)
    assert sorted(gate.came) == [*range(FROM_BACKLOG + 5), *changed]


async def test_the_backlog_waits_while_the_database_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.concurrency.coalesce.RETRY", Backoff(0.001, 0.001))
    failing, tried = True, set[int]()

    async def work(game_id: int) -> None:
        tried.add(game_id)
        if failing:
            raise DatabaseFailed("The database could not do its work: disk I/O error.")

    updates = Coalescer("update", work)
    updates.schedule_backlog(range(FROM_BACKLOG + 5))
    await asyncio.sleep(0.01)
    assert tried == {*range(FROM_BACKLOG)}
    failing = False
    await until_idle(updates)

    assert tried == {*range(FROM_BACKLOG + 5)}


async def test_nothing_is_left_of_a_backlog() -> None:
    updates, closed = Work().jobs, Work().jobs
    updates.schedule_backlog(range(10 * FROM_BACKLOG))
    await until_idle(updates)
    await closed.close()
    closed.schedule_backlog([1])

    for each in (updates, closed):
        assert not each._running  # noqa: SLF001  # nothing else shows it
        assert not each._from_backlog  # noqa: SLF001
    assert not updates._backlog  # noqa: SLF001


async def test_closing_may_wait_for_what_is_being_done() -> None:
    done: list[int] = []

    async def work(game_id: int) -> None:
        await asyncio.sleep(0.001)
        done.append(game_id)

    jobs = Coalescer("test", work)
    jobs.schedule(3)
    await jobs.close(patience=5)

    assert done == [3]


async def test_running_work_is_broken_off_and_nothing_is_done_after_the_end() -> None:
    async def work(_: int) -> None:
        await asyncio.Event().wait()

    jobs, idle = Coalescer("test", work), Work()
    jobs.schedule(1)
    await asyncio.sleep(0)
    idle.jobs.schedule_within(0.001, 7)
    for each in (idle.jobs, jobs):
        await each.close()
    idle.jobs.schedule(1)
    await asyncio.sleep(0.01)

    assert not jobs._running  # noqa: SLF001  # nothing is left
    assert not idle.done


async def test_work_does_not_use_the_language_of_the_person_who_asked() -> None:
    spoken = []

    async def work(_: int) -> None:
        spoken.append(language())

    jobs = Coalescer("test", work)
    with speak_in(Accented()):
        jobs.schedule(1)
    await until_idle(jobs)

    assert spoken == [ENGLISH]


async def test_work_that_is_postponed_is_done_once_at_the_earliest_time_that_was_asked_for() -> None:
    work = Work()
    jobs = work.jobs
    for seconds in (3_600, 0.01, 3_600):
        jobs.schedule_within(seconds, 7)
    jobs.schedule_within(3_600, 8)
    jobs.schedule(8)
    await until(lambda: len(work.done) == 2)
    await until_idle(jobs)

    assert sorted(work.done) == [7, 8]
    assert not jobs._postponed  # noqa: SLF001  # it tells nobody
