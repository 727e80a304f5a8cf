"""The bot is killed with -9 in the middle of moves, for five minutes: no move that was answered is lost."""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING

import pytest

from tests.soak.drivers import Driver

if TYPE_CHECKING:
    from tests.e2e.running_bot import RunningBot

pytestmark = pytest.mark.soak

SECONDS = 300
TABLES = 6
LAST_MOVES = 10  # of every table after the last kill


async def drive(driver: Driver) -> None:
    while True:
        await driver.step()


async def killed_in_the_middle(running_bot: RunningBot, drivers: list[Driver], dice: random.Random) -> None:
    """Let all tables play for a moment, kill the bot, and look at what is stored."""
    playing = [asyncio.create_task(drive(driver)) for driver in drivers]
    await asyncio.sleep(dice.uniform(0.1, 0.8))
    await running_bot.kill()
    for task in playing:
        task.cancel()
    ends = await asyncio.gather(*playing, return_exceptions=True)
    assert [end for end in ends if not isinstance(end, asyncio.CancelledError)] == []
    assert [row[0] for row in running_bot.rows("PRAGMA integrity_check")] == ["ok"]
    for driver in drivers:
        driver.check()


@pytest.mark.timeout(SECONDS + 180)
async def test_a_bot_that_is_killed_over_and_over_loses_no_answered_move(running_bot: RunningBot) -> None:
    dice = random.Random(5)  # noqa: S311  # moments to kill at
    drivers = [
        Driver(running_bot, running_bot.room(f"table-{number}"), running_bot.seats(2), random.Random(number))  # noqa: S311  # repeatable
        for number in range(TABLES)
    ]
    kills, end = 0, time.monotonic() + SECONDS
    while time.monotonic() < end:
        await killed_in_the_middle(running_bot, drivers, dice)
        kills += 1
        running_bot.playground.requests.clear()
        await running_bot.start()

    for driver in drivers:
        for _ in range(LAST_MOVES):
            await driver.step()
        driver.check()
    answered = sum(len(driver.answered) for driver in drivers)
    print(f"{kills} kills, {answered} answered moves, none lost")  # noqa: T201  # what `make soak` is run for
    assert kills > SECONDS / 5
    assert answered > kills * TABLES
    assert running_bot.witness.leaks == []
