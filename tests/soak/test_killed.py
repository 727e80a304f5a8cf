"""The bot is killed with -9 in the middle of moves, for five minutes: no move that was answered is lost."""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING

import pytest

from tests.soak.drivers import Driver

if TYPE_CHECKING:
    from tests.e2e.house import House

pytestmark = pytest.mark.soak

SECONDS = 300
TABLES = 6
LAST_MOVES = 10  # of every table after the last kill


async def drive(driver: Driver) -> None:
    while True:
        await driver.step()


async def killed_in_the_middle(house: House, drivers: list[Driver], dice: random.Random) -> None:
    """Let all tables play for a moment, kill the bot, and look at what is stored."""
    playing = [asyncio.create_task(drive(driver)) for driver in drivers]
    await asyncio.sleep(dice.uniform(0.1, 0.8))
    await house.kill()
    for task in playing:
        task.cancel()
    ends = await asyncio.gather(*playing, return_exceptions=True)
    assert [end for end in ends if not isinstance(end, asyncio.CancelledError)] == []
    assert [row[0] for row in house.rows("PRAGMA integrity_check")] == ["ok"]
    for driver in drivers:
        driver.check()


@pytest.mark.timeout(SECONDS + 180)
async def test_a_bot_that_is_killed_over_and_over_loses_no_answered_move(house: House) -> None:
    dice = random.Random(5)  # noqa: S311  # moments to kill at
    drivers = [
        Driver(house, house.room(f"table-{number}"), house.seats(2), random.Random(number))  # noqa: S311  # repeatable
        for number in range(TABLES)
    ]
    kills, end = 0, time.monotonic() + SECONDS
    while time.monotonic() < end:
        await killed_in_the_middle(house, drivers, dice)
        kills += 1
        house.playground.requests.clear()
        await house.start()

    for driver in drivers:
        for _ in range(LAST_MOVES):
            await driver.step()
        driver.check()
    answered = sum(len(driver.answered) for driver in drivers)
    print(f"{kills} kills, {answered} answered moves, none lost")  # noqa: T201  # what `make soak` is run for
    assert kills > SECONDS / 5
    assert answered > kills * TABLES
    assert house.witness.leaks == []
