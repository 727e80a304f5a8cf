"""The bot is killed with -9 while people play: at random moments, and before and after each step of a move.

A trial is ten kills of one bot. After each one, what is stored is compared with what was sent and answered. After the
last one, within a minute, every table is shown once and as it is, and no message is left over.
"""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.e2e.running_bot import RunningBot
from tests.soak.drivers import Driver, list_missing, list_surplus, look, stop_all, wait
from tests.soak.kill_points import STEPS
from tests.soak.part import Control, Counts, Part

KILLS = 10  # of one bot
TABLES = 6
SHORTEST, LONGEST = 0.1, 1.5  # seconds from a start to a kill at a random moment
COMES = 10.0  # seconds in which a kill point is reached, or else the kill is one at a random moment
SHOWN_WITHIN = 60.0  # seconds after the last start
SOON = 10.0
POINTS = [f"{moment} {step}" for step, moment in product(STEPS, ("before", "after"))]
OFTEN = 4  # times that a step may be taken before the one to die at
RANDOM = ""  # in place of a kill point


def run(seed: int) -> Counts:
    """Kill a bot ten times, as planned."""
    return asyncio.run(kill_over_and_over(plan(seed), random.Random(seed)))  # repeatable, not secret


def plan(seed: int) -> list[str]:
    """Return where to kill the bot: at five random moments, and at five kill points, the next ones of each seed."""
    dice = random.Random(seed)  # repeatable, not secret
    points = [POINTS[(seed * KILLS // 2 + number) % len(POINTS)] for number in range(KILLS // 2)]
    planned = [*(f"{point} {dice.randint(1, OFTEN)}" for point in points), *[RANDOM] * (KILLS // 2)]
    dice.shuffle(planned)
    return planned


async def kill_over_and_over(points: Sequence[str], dice: random.Random, fault: str = "") -> Counts:
    """Kill a bot at these points or at random moments, and return what was done and found.

    `fault` is planted, and then a few seconds will do to see what is shown.
    """
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)  # of uploads that a kill breaks off
    with TemporaryDirectory() as folder:
        async with RunningBot.open(Path(folder)) as running_bot:
            drivers = Driver.seat(running_bot, TABLES, dice)
            await running_bot.kill()
            counts: Counts = Counter(dict.fromkeys(("kills", "at points", "acknowledged"), 0))
            for point in points:
                counts += await _kill(running_bot, drivers, point, fault, dice)
            running_bot.installed = _planted(fault)
            await running_bot.start()
            counts += await look(
                lambda: {"surplus": list_surplus(running_bot, drivers), "missing": list_missing(running_bot)},
                SOON if fault else SHOWN_WITHIN,
            )
            counts["acknowledged"] = sum(len(driver.answered) for driver in drivers)
            return counts


def _planted(fault: str) -> tuple[str, ...]:
    return (f"tests.soak.planted_faults {fault}",) if fault else ()


async def _kill(
    running_bot: RunningBot, drivers: Sequence[Driver], point: str, fault: str, dice: random.Random
) -> Counts:
    """Start the bot and let all tables play until it's killed; return what is wrong with what is stored then."""
    # The kill point is around the planted fault.
    running_bot.installed = (*_planted(fault), *([f"tests.soak.kill_points {point}"] if point else []))
    running_bot.playground.requests.clear()
    await running_bot.run()
    await running_bot.until(lambda: running_bot.world.bot_online or running_bot.has_ended)
    playing = [asyncio.create_task(_play(driver)) for driver in drivers]
    await wait(lambda: running_bot.has_ended, COMES if point else dice.uniform(SHORTEST, LONGEST))
    died = running_bot.has_ended
    await running_bot.kill()
    await stop_all(playing)
    counts = Counter({"kills": 1, "at points": int(died)})
    counts["torn"] = [row[0] for row in running_bot.rows("PRAGMA integrity_check")] != ["ok"]
    return sum((driver.judge() for driver in drivers), counts)


async def _play(driver: Driver) -> None:
    while True:
        await driver.step()


# controls


def _plant(fault: str, point: str, seed: int) -> Counts:
    """Plant a fault, and kill the bot at this point when games are running."""
    points = ["after commit 8", *(f"{point} {number}" for number in (4, 3, 2))]
    return asyncio.run(kill_over_and_over(points, random.Random(seed), fault))


PART = Part(
    name="kills",
    promise="Killed with -9, the bot loses no answered move, makes none twice, and soon shows each table once",
    run=run,
    full=100,
    sample=8,
    faults=("lost", "doubled", "torn", "surplus", "missing"),
    controls=(
        Control("the bot answers before it commits", "lost", partial(_plant, "answer-first", "after answer")),
        Control("the bot stores a move twice", "doubled", partial(_plant, "store-twice", "after commit")),
        Control("the bot stores the event and not the snapshot", "torn", partial(_plant, "store-half", "after commit")),
        Control("the bot repeats a post with another nonce", "surplus", partial(_plant, "post-anew", "after post")),
        Control("the bot doesn't update its tables", "missing", partial(_plant, "show-nothing", "after answer")),
    ),
)
