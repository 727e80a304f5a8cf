"""A game with Discord's own rate limits, and with the three seconds that it waits for an answer."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from playground import Playground
from tests.positions import position

from .looking import find_pings, find_showing, read_rack, require_private, wait_to_see
from .running_bot import PATIENCE, RunningBot, has_emojis

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def running_bot(tmp_path: Path) -> AsyncIterator[RunningBot]:
    async with Playground.start(rate_limits=True) as playground:
        has_emojis(playground)
        bot = RunningBot(playground, tmp_path)
        try:
            await bot.start()
            yield bot
            bot.check()
        finally:
            await bot.kill()


async def test_twenty_quick_turns_meet_no_limit_and_are_all_answered_in_time(running_bot: RunningBot) -> None:
    room = running_bot.room()
    pool = " ".join(f"{color}{number}" for color in "bko" for number in (1, 3, 5, 7, 9, 11, 13))
    running_bot.lay(room, position("classic", racks=["r4", "r9"], pool=pool, options={"clock": 0}))
    ana, ben = running_bot.seats(2)
    await ana.command("table", room)

    for turn in range(20):
        drawn = await require_private((ana, ben)[turn % 2].command("draw", room))
        assert len(read_rack(drawn)) == 2 + turn // 2

    await wait_to_see(ana, find_showing(f"<@{ben.user.id}> drew 1 tile", room), PATIENCE)
    await ana.wait(lambda seat: [each.mentions_you for each in find_pings(seat, room)] == [True], PATIENCE)
    await running_bot.shown(room)
    assert [each.path for each in running_bot.playground.requests if each.status == 429] == []


async def test_a_crowd_that_opens_its_racks_at_once_is_answered_in_time(running_bot: RunningBot) -> None:
    seats = running_bot.seats(4)
    for number in range(5):
        room = running_bot.room(f"room {number}")
        racks = ["r4 r5 r6", "o1 o2", "k1 k2", "b1 b2"]
        running_bot.lay(room, position("classic", racks=racks, pool="b5 b6 b7", options={"clock": 0}))
        answers = await asyncio.gather(*(require_private(each.command("rack", room)) for each in seats))
        assert [read_rack(each) for each in answers] == [each.upper().split() for each in racks]
