"""An end with a hundred moves on their way."""

import asyncio
import time

import pytest

from tests.e2e.messages import find_pings, find_public
from tests.e2e.running_bot import RunningBot
from tests.positions import position

pytestmark = [pytest.mark.soak, pytest.mark.timeout(600)]

MOVES = 100
ENDS_WITHIN = 15.0  # seconds
LAID = position("classic", racks=["r4 r5", "o1"], options={"clock": 0})


async def test_sigterm_with_a_hundred_moves_on_their_way_loses_none_and_shows_all(running_bot: RunningBot) -> None:
    rooms = [running_bot.room(str(number)) for number in range(MOVES)]
    for room in rooms:
        running_bot.lay(room, LAID)
    ana = running_bot.seat("Ana")
    pictures = running_bot.faults.hold("/channels/{channel_id}/messages", method="POST", times=MOVES)
    moves = [asyncio.create_task(ana.command("draw", room)) for room in rooms]
    await running_bot.until(lambda: running_bot.rows("SELECT 1 FROM log WHERE line LIKE 'draw%'"))

    begun = time.monotonic()
    code = await running_bot.stop()

    assert code == 0
    assert time.monotonic() - begun <= ENDS_WITHIN
    answered = [room for room, move in zip(rooms, moves, strict=True) if move.done() and not move.exception()]
    assert answered
    assert all(running_bot.game(room).version == 2 for room in answered)
    pictures.release()
    for move in moves:
        move.cancel()
    await asyncio.gather(*moves, return_exceptions=True)
    await running_bot.start()
    for room in [each for each in rooms if running_bot.game(each).version == 2]:
        await ana.wait(lambda seat, room=room: len(find_public(seat, room)) == 1)  # type: ignore[misc]  # bound now
        assert len(find_pings(ana, room)) <= 1
