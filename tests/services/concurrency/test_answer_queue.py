"""The queue of interactions to answer."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from services.concurrency import answer_queue
from services.concurrency.answer_queue import AT_ONCE, AnswerQueue, leave_queue

MANY = 4 * AT_ONCE


class Answers:
    """Tasks that answer, each until its `end` is set; `begun` has their numbers in the order in which they began."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self._queue = AnswerQueue()
        self._ends = [asyncio.Event() for _ in range(MANY)]
        self.tasks: list[asyncio.Task[None]] = []

    async def start(self, work: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)) -> None:
        """Start all, each of which does this when it has entered."""
        self.tasks = [asyncio.create_task(self._answer(number, work)) for number in range(MANY)]
        await self.run_loop()

    async def _answer(self, number: int, work: Callable[[], Awaitable[None]]) -> None:
        task = asyncio.current_task()
        assert task
        await self._queue.enter(task)
        self.begun.append(number)
        await work()
        await self._ends[number].wait()

    async def end(self, number: int) -> None:
        self._ends[number].set()
        await self.run_loop()

    async def run_loop(self) -> None:
        for _ in range(5 * MANY):
            await asyncio.sleep(0)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_queue, "LONGEST", 3600.0)


async def test_a_few_answers_begin_at_once_and_the_others_in_the_order_in_which_they_were_asked_for() -> None:
    answers = Answers()
    await answers.start()
    assert answers.begun == [*range(AT_ONCE)]
    for number in range(MANY):
        await answers.end(number)
        assert answers.begun == [*range(min(MANY, AT_ONCE + number + 1))]


async def test_an_answer_that_is_being_sent_lets_one_more_begin() -> None:
    answers = Answers()

    async def send() -> None:
        if answers.begun == [0]:
            leave_queue()
            leave_queue()  # as for a second response

    await answers.start(send)
    assert answers.begun == [*range(AT_ONCE + 1)]
    await answers.close()


async def test_an_answer_that_fails_or_is_canceled_lets_the_next_begin() -> None:
    answers = Answers()

    async def fail() -> None:
        raise LookupError

    await answers.start(fail)
    assert answers.begun == [*range(MANY)]
    await answers.close()
    answers = Answers()
    await answers.start()
    for task in answers.tasks[:-1]:
        task.cancel()
    await answers.run_loop()
    assert answers.begun[-1] == MANY - 1
    await answers.close()


async def test_an_answer_that_takes_long_lets_the_next_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_queue, "LONGEST", 0.0)
    answers = Answers()
    await answers.start()
    assert answers.begun == [*range(MANY)]
    await answers.close()


async def test_leaving_outside_of_an_answer_does_nothing() -> None:
    leave_queue()
    answers = Answers()
    await answers.start()
    leave_queue()
    await answers.run_loop()
    assert answers.begun == [*range(AT_ONCE)]
    await answers.close()


async def test_a_task_that_answers_one_after_another_never_waits_for_itself() -> None:
    queue = AnswerQueue()

    async def answer() -> None:
        task = asyncio.current_task()
        assert task
        for _ in range(MANY):
            await queue.enter(task)

    async with asyncio.timeout(10):
        await asyncio.create_task(answer())
