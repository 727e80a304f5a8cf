"""Turns come as often as Discord allows, the urgent ones first, and requests stop when too many were invalid."""

import asyncio
from itertools import pairwise

import pytest

from ui.network import request_budget
from ui.network.request_budget import MOST_INVALID, PER_SECOND, WINDOW, RequestBudget, RequestsHalted, Urgency


class Clock:
    """A clock that goes on only when the test says so, and the turns that it has seen."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_000.0
        self.budget = RequestBudget(lambda: self.now)
        self.turns: list[tuple[float, object]] = []
        monkeypatch.setattr(asyncio.BaseEventLoop, "call_later", self._call_later)

    def _call_later(self, _seconds: float, _callback: object, *_: object) -> asyncio.TimerHandle:
        return asyncio.TimerHandle(0, lambda: None, (), asyncio.get_running_loop())  # `pass_time` calls it

    def ask(self, name: object, urgency: Urgency = Urgency.OTHER) -> asyncio.Task[None]:
        async def take() -> None:
            await self.budget.take_turn(urgency)
            self.turns.append((self.now, name))

        return asyncio.create_task(take())

    async def pass_time(self, seconds: float, step: float = 0.01) -> None:
        for _ in range(round(seconds / step)):
            self.now += step
            self.budget._give_turns()  # noqa: SLF001  # as the timer does
            await asyncio.sleep(0)
        await self.settle()

    async def settle(self) -> None:
        for _ in range(3):
            await asyncio.sleep(0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


async def test_turns_are_spread_evenly_over_each_second_and_none_is_wasted(clock: Clock) -> None:
    tasks = [clock.ask(number) for number in range(2 * PER_SECOND)]
    await clock.settle()
    await clock.pass_time(2.9)  # steps of a hundredth of a second waste some

    times = [at for at, _ in clock.turns]
    assert all(task.done() for task in tasks)
    assert min(later - earlier for earlier, later in pairwise(times)) >= 1 / PER_SECOND - 1e-9


async def test_pings_come_before_tables_and_tables_before_the_rest_each_in_their_order(clock: Clock) -> None:
    tasks = [clock.ask("first")]
    await clock.settle()
    tasks += [clock.ask(f"{each.name} {number}", each) for number in (1, 2) for each in reversed(Urgency)]
    await clock.settle()
    await clock.pass_time(1)

    assert all(task.done() for task in tasks)
    names = [name for _, name in clock.turns]
    assert names == ["first", "PING 1", "PING 2", "TABLE 1", "TABLE 2", "OTHER 1", "OTHER 2"]


async def test_whoever_is_canceled_takes_no_turn(clock: Clock) -> None:
    first, canceled, second = clock.ask("first"), clock.ask("canceled"), clock.ask("second")
    await clock.settle()
    canceled.cancel()
    await clock.pass_time(0.04)

    assert first.done()
    assert second.done()


async def test_it_is_busy_while_somebody_waits_or_over_seventy_percent_of_five_seconds_are_used(clock: Clock) -> None:
    tasks = [clock.ask(number) for number in range(4 * PER_SECOND)]
    await clock.settle()
    assert (clock.budget.is_busy, clock.budget.edit_pause) == (True, request_budget.LONGER_PAUSE)
    await clock.pass_time(4.9, step=1 / PER_SECOND)
    assert all(task.done() for task in tasks)
    assert clock.budget.is_busy
    await clock.pass_time(5)
    assert (clock.budget.is_busy, clock.budget.edit_pause) == (False, request_budget.PAUSE)


async def test_after_a_thousand_invalid_requests_counted_ones_stop_until_ten_minutes_have_passed(clock: Clock) -> None:
    for status in (401, 403, 429, 500, 404) * 400:
        if clock.budget.invalid < MOST_INVALID:
            clock.budget.note_response(status, None)
    clock.budget.note_response(429, "shared")
    assert clock.budget.invalid == MOST_INVALID
    with pytest.raises(RequestsHalted):
        clock.budget.require_allowed()

    clock.now += WINDOW

    clock.budget.require_allowed()


async def test_it_goes_on_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_budget, "SECOND", 0.01)
    budget = RequestBudget()
    async with asyncio.timeout(30):
        await asyncio.gather(*(budget.take_turn(Urgency.OTHER) for _ in range(2 * PER_SECOND + 1)))
