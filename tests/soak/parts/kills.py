"""The bot is killed with -9 while people play: at random moments, and before and after each step of a move.

A trial is ten kills of one bot. After each one, what is stored is compared with what was sent and answered. After the
last one, within a minute, every table is shown once and as it is, and no message is left over.
"""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from playground.model.starting_world import APPLICATION_ID
from tests.e2e.running_bot import RunningBot
from tests.soak.drivers import Driver
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
            drivers = [
                Driver(running_bot, running_bot.room(f"table-{number}"), running_bot.seats(2), dice)
                for number in range(TABLES)
            ]
            await running_bot.kill()
            counts: Counts = Counter(dict.fromkeys(("kills", "at points", "acknowledged"), 0))
            for point in points:
                counts += await _kill(running_bot, drivers, point, fault, dice)
            running_bot.installed = _planted(fault)
            await running_bot.start()
            counts += await _look(running_bot, drivers, SOON if fault else SHOWN_WITHIN)
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
    died = await _wait(running_bot, COMES if point else dice.uniform(SHORTEST, LONGEST))
    await running_bot.kill()
    for task in playing:
        task.cancel()
    ends = await asyncio.gather(*playing, return_exceptions=True)
    assert [end for end in ends if not isinstance(end, asyncio.CancelledError)] == []
    counts = Counter({"kills": 1, "at points": int(died)})
    counts["torn"] = [row[0] for row in running_bot.rows("PRAGMA integrity_check")] != ["ok"]
    return sum((driver.judge() for driver in drivers), counts)


async def _play(driver: Driver) -> None:
    while True:
        await driver.step()


async def _wait(running_bot: RunningBot, seconds: float) -> bool:
    """Wait so many seconds, and return whether the bot has ended by itself meanwhile."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not running_bot.has_ended:  # noqa: ASYNC110  # a process tells nobody
                await asyncio.sleep(0.005)
    return running_bot.has_ended


async def _look(running_bot: RunningBot, drivers: Sequence[Driver], seconds: float) -> Counts:
    """Return how many messages are too many or missing, when the time is up or nothing is wrong anymore."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while list_surplus(running_bot, drivers) or list_missing(running_bot):  # noqa: ASYNC110  # files tell nobody
                await asyncio.sleep(0.1)
    surplus, missing = list_surplus(running_bot, drivers), list_missing(running_bot)
    for each in (*surplus, *missing):
        print(each)
    return Counter(surplus=len(surplus), missing=len(missing))


def list_surplus(running_bot: RunningBot, drivers: Sequence[Driver]) -> list[str]:
    """Return the public messages that belong to no game, such as a table that was posted twice."""
    rows = running_bot.rows("SELECT message_id, ping_id, reminder_id, vote_id FROM public_messages")
    known = {ident for row in rows for ident in row}
    return [
        f"too many: {message.content or str(message.components)[:200]}"
        for driver in drivers
        for message in running_bot.world.messages(driver.room.id)
        if message.author_id == APPLICATION_ID and not message.ephemeral and message.id not in known
    ]


def list_missing(running_bot: RunningBot) -> list[str]:
    """Return the games whose message isn't there, or isn't up to date, and those whose player to move isn't noted."""
    rows = running_bot.rows(
        """SELECT id, game.channel_id, message_id FROM game LEFT JOIN public_messages AS shown ON game_id = id
        WHERE game_id IS NULL OR shown_version < version OR pending <> '[]' OR leftovers <> '[]'
        OR (phase = 'playing' AND ping_for <> json_extract(state, '$.turns'))"""
    )
    shown = running_bot.rows(
        "SELECT game.channel_id, message_id FROM public_messages JOIN game ON id = game_id WHERE phase <> 'closed'"
    )
    gone = [
        f"gone: {each['message_id']}"
        for each in shown
        if each["message_id"] not in {message.id for message in running_bot.world.messages(each["channel_id"])}
    ]
    return [f"not shown: table {row['id']}" for row in rows] + gone


# controls


def answer_first(seed: int) -> Counts:
    return _plant(seed, "answer-first", "after answer")


def store_twice(seed: int) -> Counts:
    return _plant(seed, "store-twice", "after commit")


def store_half(seed: int) -> Counts:
    return _plant(seed, "store-half", "after commit")


def post_anew(seed: int) -> Counts:
    return _plant(seed, "post-anew", "after post")


def show_nothing(seed: int) -> Counts:
    return _plant(seed, "show-nothing", "after answer")


def _plant(seed: int, fault: str, point: str) -> Counts:
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
        Control("the bot answers before it commits", "lost", answer_first),
        Control("the bot stores a move twice", "doubled", store_twice),
        Control("the bot stores the event and not the snapshot", "torn", store_half),
        Control("the bot repeats a post with another nonce", "surplus", post_anew),
        Control("the bot doesn't update its tables", "missing", show_nothing),
    ),
)
