"""Requests start as often as Discord allows, the urgent ones first, and stop when too many were invalid."""

import asyncio
import random

import pytest

from ui.network.request_budget import (
    AHEAD,
    ALLOWED,
    MEASURED,
    MOST_INVALID,
    PER_SECOND,
    WINDOW,
    RequestBudget,
    RequestsHalted,
    Urgency,
    urgent,
)


class Clock:
    """A clock that goes on only when the test says so, and the starts that it has seen; a request takes `seconds`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_000.0
        self.budget = RequestBudget(lambda: self.now)
        self.starts: list[tuple[float, object]] = []
        self.prepared: list[object] = []
        self.tasks: list[asyncio.Task[None]] = []
        self._ends: list[float] = []
        monkeypatch.setattr(asyncio.BaseEventLoop, "call_later", self._call_later)

    def _call_later(self, _seconds: float, _callback: object, *_: object) -> asyncio.TimerHandle:
        loop = asyncio.get_running_loop()
        return asyncio.TimerHandle(0, lambda: None, (), loop)  # `pass_time` calls it

    def send(self, name: object, urgency: Urgency = Urgency.OTHER, seconds: float = 0) -> asyncio.Task[None]:
        async def start() -> None:
            with urgent(urgency):
                await self._start(name, seconds)

        self.tasks.append(asyncio.create_task(start()))
        return self.tasks[-1]

    async def _start(self, name: object, seconds: float) -> None:
        await self.budget.start()
        self.starts.append((self.now, name))
        self._ends.append(self.now + seconds)

    def prepare(self, name: object, urgency: Urgency = Urgency.OTHER) -> asyncio.Task[None]:
        """Prepare a request and send it; `prepared` notes when."""

        async def prepare() -> None:
            with urgent(urgency):
                async with self.budget.preparing():
                    self.prepared.append(name)
                    await self._start(name, seconds=1.5)

        self.tasks.append(asyncio.create_task(prepare()))
        return self.tasks[-1]

    async def fill(self) -> None:
        """Start as many requests as a second has."""
        for number in range(PER_SECOND):
            self.send(number)
        await self.run_loop()

    async def pass_time(self, seconds: float, step: float = 0.01) -> None:
        for _ in range(round(seconds / step)):
            await self.run_loop()
            self.now += step
            self.budget._let_start()  # noqa: SLF001  # as the timer does
        await self.run_loop()

    async def run_loop(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0)
            due = [at for at in self._ends if at <= self.now]
            self._ends = [at for at in self._ends if at > self.now]
            for _ in due:
                self.budget.end()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


async def test_no_second_has_more_starts_than_the_budget_and_none_is_wasted(clock: Clock) -> None:
    for number in range(3 * PER_SECOND):
        clock.send(number)
    await clock.pass_time(4)

    times = [at for at, _ in clock.starts]
    assert [name for _, name in clock.starts] == [*range(3 * PER_SECOND)]
    assert all(later - sooner >= 1 - 1e-9 for sooner, later in zip(times, times[PER_SECOND:], strict=False))
    assert times[-1] - times[0] < 2.1


@pytest.mark.parametrize("seed", range(5))
async def test_however_long_requests_take_discord_gets_fifty_in_any_second(clock: Clock, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311  # no secret
    took = [dice.choice([0.02, 0.1, 0.5, 1.5]) for _ in range(400)]
    for number, seconds in enumerate(took):
        clock.send(number, seconds=seconds)
    await clock.pass_time(30, 0.02)

    arrivals = sorted(at + dice.random() * took[int(str(name))] for at, name in clock.starts)
    assert len(arrivals) == len(took)
    assert all(later - sooner >= 1 - 1e-9 for sooner, later in zip(arrivals, arrivals[ALLOWED:], strict=False))


async def test_pings_come_before_tables_and_tables_before_the_rest_each_in_their_order(clock: Clock) -> None:
    await clock.fill()
    kinds = [Urgency.OTHER, Urgency.TABLE, Urgency.PING]
    for urgency in (*kinds, *kinds):
        clock.send(urgency, urgency)
    await clock.pass_time(2)

    assert [name for _, name in clock.starts[PER_SECOND:]] == sorted([*kinds, *kinds])


async def test_a_request_that_is_canceled_takes_no_place(clock: Clock) -> None:
    await clock.fill()
    waiting = [clock.send(number) for number in range(PER_SECOND)]
    await clock.run_loop()
    for task in waiting:
        task.cancel()
    clock.send("the next")
    await clock.pass_time(1.1)

    assert [name for _, name in clock.starts[PER_SECOND:]] == ["the next"]


async def test_a_request_that_is_canceled_just_as_it_may_start_gives_its_place_back(clock: Clock) -> None:
    await clock.fill()
    task = clock.send("canceled")
    await clock.run_loop()
    clock.now += 1
    clock.budget._let_start()  # noqa: SLF001  # it may start, and doesn't know it yet
    assert clock.budget._unanswered == 1  # noqa: SLF001  # as above
    task.cancel()
    await clock.run_loop()

    assert len(clock.starts) == PER_SECOND
    assert clock.budget._unanswered == 0  # noqa: SLF001  # as above


async def test_a_few_requests_are_prepared_before_they_may_start_each_in_its_order(clock: Clock) -> None:
    await clock.fill()
    for number in range(3 * AHEAD):
        clock.prepare(number)
    await clock.run_loop()
    ahead = [*clock.prepared]
    await clock.pass_time(3)

    assert ahead == [*range(AHEAD)]
    assert clock.prepared == [name for _, name in clock.starts[PER_SECOND:]] == [*range(3 * AHEAD)]


async def test_the_next_request_is_prepared_when_one_starts_and_not_when_it_is_answered(clock: Clock) -> None:
    answered = asyncio.Event()

    async def send(number: int) -> None:
        async with clock.budget.preparing():
            clock.prepared.append(number)
            await clock.budget.start()
            await answered.wait()

    clock.tasks += [asyncio.create_task(send(number)) for number in range(2 * AHEAD)]
    await clock.run_loop()

    assert clock.prepared == [*range(2 * AHEAD)]
    answered.set()


async def test_a_preparation_that_fails_or_is_canceled_gives_its_place_to_the_next(clock: Clock) -> None:
    async def fail() -> None:
        async with clock.budget.preparing():
            raise LookupError

    for _ in range(AHEAD + 1):
        with pytest.raises(LookupError):
            await fail()
    await clock.fill()
    waiting = [clock.prepare(number) for number in range(2 * AHEAD)]
    await clock.run_loop()
    for task in waiting:
        task.cancel()
    await clock.run_loop()
    clock.prepare("the next")
    await clock.run_loop()

    assert clock.prepared == [*range(AHEAD), "the next"]


async def test_requests_that_cannot_be_prepared_yet_hold_up_none_of_another_urgency(clock: Clock) -> None:
    await clock.fill()
    for number in range(AHEAD + 1):
        clock.prepare(number)
    await clock.run_loop()
    clock.prepare("table", Urgency.TABLE)
    await clock.run_loop()

    assert clock.prepared[-1] == "table"


async def test_it_is_busy_while_requests_wait_to_be_prepared(clock: Clock) -> None:
    async def draw() -> None:
        async with clock.budget.preparing():
            await asyncio.Event().wait()

    seen = []
    for _ in range(AHEAD):
        seen.append(clock.budget.is_busy)
        clock.tasks.append(asyncio.create_task(draw()))
        await clock.run_loop()

    assert not any(seen)
    assert clock.budget.is_busy
    for task in clock.tasks:
        task.cancel()


async def test_it_is_busy_while_over_seventy_percent_of_five_seconds_are_used(clock: Clock) -> None:
    most = round(0.7 * PER_SECOND * MEASURED)
    seen = []
    for number in range(most + 1):
        clock.send(number)
        await clock.pass_time(0.025, 0.025)
        seen.append(clock.budget.is_busy)

    assert not any(seen[: most - 1])
    assert seen[-1]
    await clock.pass_time(MEASURED, 0.5)
    assert not clock.budget.is_busy


async def test_after_a_thousand_invalid_requests_counted_ones_stop_until_ten_minutes_have_passed(clock: Clock) -> None:
    for number in range(MOST_INVALID - 1):
        clock.budget.note_response((401, 403, 429)[number % 3], None)
    for status, scope in ((404, None), (429, "shared"), (200, None), (500, None)):
        clock.budget.note_response(status, scope)
    await clock.send("allowed")
    clock.now += 1
    clock.budget.note_response(429, "global")

    assert clock.budget.is_halted
    with pytest.raises(RequestsHalted):
        await clock.send("halted")
    clock.now += WINDOW - 1
    await clock.send("allowed again")
    assert [name for _, name in clock.starts] == ["allowed", "allowed again"]


async def test_it_goes_on_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ui.network.request_budget.SECOND", 0.01)
    budget = RequestBudget()
    async with asyncio.timeout(30):
        for _ in range(3):
            await asyncio.gather(*(budget.start() for _ in range(PER_SECOND)))
            for _ in range(PER_SECOND):
                budget.end()
