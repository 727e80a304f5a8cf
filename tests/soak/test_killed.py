"""The bot is killed with -9 in the middle of moves, for five minutes: no move that was answered is lost."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from playground.model.starting_world import APPLICATION_ID
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
    with suppress(TimeoutError):
        await running_bot.until(lambda: not list_surplus(running_bot, drivers))
    left = list_surplus(running_bot, drivers)
    print(f"{kills} kills, {len(left)} messages left over")  # noqa: T201  # what the run is for
    assert left == []


def list_surplus(running_bot: RunningBot, drivers: list[Driver]) -> list[str]:
    """The words of public messages that belong to no game any more, such as a table that was posted twice."""
    rows = running_bot.rows("SELECT message_id, ping_id, reminder_id, vote_id FROM board")
    known = {ident for row in rows for ident in row}
    return [
        message.content or str(message.components)[:200]
        for driver in drivers
        for message in running_bot.world.messages(driver.room.id)
        if message.author_id == APPLICATION_ID and not message.ephemeral and message.id not in known
    ]
