"""However many people play, and however quickly, Discord refuses none of the bot's requests."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from playground import Playground
from tests.positions import position
from tests.support.sampled import sampled

from .messages import (
    find_pings,
    find_showing,
    read_rack,
    require_private,
    wait_to_see,
)
from .running_bot import PATIENCE, RunningBot, has_emojis

pytestmark = pytest.mark.asyncio(loop_scope="module")

RACKS = ["r4 r5", "o1 o2", "k1 k2", "b1 b2"]


@pytest_asyncio.fixture(loop_scope="module")
async def strict_discord(tmp_path: Path) -> AsyncIterator[RunningBot]:
    """A bot on a Discord with all its rate limits, and with the three seconds that it waits for an answer."""
    async with Playground.start(rate_limits=True) as playground:
        has_emojis(playground)
        bot = RunningBot(playground, tmp_path)
        try:
            await bot.start()
            yield bot
            bot.check()
        finally:
            await bot.kill()


async def test_twenty_quick_turns_meet_no_limit_and_are_all_answered_in_time(strict_discord: RunningBot) -> None:
    room = strict_discord.room()
    pool = " ".join(f"{color}{number}" for color in "bko" for number in (1, 3, 5, 7, 9, 11, 13))
    strict_discord.deal(room, position("classic", racks=["r4", "r9"], pool=pool, options={"clock": 0}))
    ana, ben = strict_discord.seats(2)
    await ana.command("table", room)

    for turn in range(20):
        drawn = await require_private((ana, ben)[turn % 2].command("draw", room))
        assert len(read_rack(drawn)) == 2 + turn // 2

    await wait_to_see(ana, find_showing(f"<@{ben.user.id}> drew 1 tile", room), PATIENCE)
    await ana.wait(lambda seat: [each.mentions_you for each in find_pings(seat, room)] == [True], PATIENCE)
    await strict_discord.wait_until_shown(room)
    assert [each.path for each in strict_discord.playground.requests if each.status == 429] == []


async def test_a_crowd_that_opens_its_racks_at_once_is_answered_in_time(strict_discord: RunningBot) -> None:
    seats = strict_discord.seats(4)
    for number in range(5):
        room = strict_discord.room(f"room {number}")
        strict_discord.deal(room, position("classic", racks=RACKS, pool="b5 b6 b7", options={"clock": 0}))
        answers = await asyncio.gather(*(require_private(each.command("rack", room)) for each in seats))
        assert [read_rack(each) for each in answers] == [each.upper().split() for each in RACKS]


@pytest.mark.parametrize("tables", sampled([60, 600], 2))
async def test_tables_that_are_shown_at_once_exceed_no_limit(tmp_path: Path, tables: int) -> None:
    called = "SELECT count(*) FROM post WHERE purpose LIKE 'ping%' AND message_id"
    async with RunningBot.open(tmp_path, is_limited=True, TURN_PINGS="messages") as running_bot:
        await running_bot.kill()
        for number in range(tables):
            dealt = position("classic", racks=["r4", "o1"], pool="b1 b2", options={"clock": 0})
            running_bot.deal(running_bot.room(f"table {number}"), dealt)
        await running_bot.start()
        for least in (*range(50, tables, 50), tables):
            await running_bot.until(lambda least=least: running_bot.rows(called)[0][0] >= least)  # type: ignore[misc]  # bound now

        assert [each.response for each in running_bot.playground.requests if each.status >= 400] == []
