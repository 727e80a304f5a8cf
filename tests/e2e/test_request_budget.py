"""Many tables at once keep within Discord's global limit, and the calls to move come before other tables."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from playground.api.messages import MESSAGE
from playground.api.ratelimits import INTERACTIONS
from playground.model.errors import MISSING_ACCESS
from playground.model.values import Channel
from tests.e2e import easily_refused, queued_calls
from tests.e2e.running_bot import RunningBot
from tests.positions import position
from tests.support.sampled import sampled
from ui.network.request_budget import ALLOWED

from .looking import find_pings, find_public, require_private, wait_to_see

BEYOND = 15  # tables whose edits have to wait until others have ended


async def laid(running_bot: RunningBot, tables: int) -> Sequence[Channel]:
    """As many tables, which a bot that starts has shown, and has called a player at each."""
    rooms = [running_bot.room(f"table {number}") for number in range(tables)]
    await running_bot.kill()
    for room in rooms:
        running_bot.lay(room, position("classic", racks=["r4", "o1"], pool="b1 b2", options={"clock": 0}))
    await running_bot.start()
    for called in (*range(50, tables, 50), tables):
        await running_bot.until(partial(has_called, running_bot, called))
    return rooms


def has_called(running_bot: RunningBot, tables: int) -> bool:
    """Whether the players of so many tables have been called."""
    return bool(running_bot.rows("SELECT count(*) FROM public_messages WHERE ping_id")[0][0] >= tables)


@pytest.mark.parametrize("tables", sampled([60, 600], 2))
async def test_tables_that_are_shown_at_once_exceed_no_limit(tmp_path: Path, tables: int) -> None:
    async with RunningBot.open(tmp_path, is_limited=True, TURN_PINGS="messages") as running_bot:
        await laid(running_bot, tables)

        assert [each.response for each in running_bot.playground.requests if each.status >= 400] == []


async def test_a_call_comes_before_tables_that_wait(tmp_path: Path) -> None:
    changes = ("tests.e2e.hurry", "tests.e2e.queued_calls")
    async with RunningBot.open(tmp_path, *changes, is_limited=True, TURN_PINGS="messages") as running_bot:
        *others, last = await laid(running_bot, ALLOWED + BEYOND + 1)
        ana, ben = running_bot.seats(2)
        held = running_bot.faults.hold(MESSAGE, method="PATCH", times=ALLOWED)
        for room in others:
            await ana.command("draw", room)
        await running_bot.until(lambda: not held.times)
        line = queued_calls.line(last.id)
        earlier = running_bot.log.count(line)
        await ana.command("draw", last)
        await running_bot.until(lambda: running_bot.log.count(line) > earlier)
        since = len(running_bot.playground.requests)
        held.release()
        await wait_to_see(ben, lambda seat: any(each.mentions_you for each in find_pings(seat, last)))
        new = [(each.method, each.path) for each in running_bot.playground.requests[since:]]

    edited = [method == "PATCH" for method, _ in new]
    call = f"/channels/{last.id}/messages"  # which begins by deleting the earlier one
    first = next(at for at, (_, path) in enumerate(new) if path.startswith(call) and not edited[at])
    assert sum(edited[:first]) <= ALLOWED
    assert ("POST", call) in new
    assert [each.response for each in running_bot.playground.requests if each.status >= 400] == []


async def test_after_too_many_refusals_the_bot_only_answers_until_they_are_forgotten(tmp_path: Path) -> None:
    changes = ("tests.e2e.hurry", "tests.e2e.easily_refused")
    async with RunningBot.open(tmp_path, *changes, is_limited=True, TURN_PINGS="messages") as running_bot:
        room, *others = await laid(running_bot, 1 + easily_refused.MOST)
        ana, _ = running_bot.seats(2)
        running_bot.faults.refuse(MESSAGE, MISSING_ACCESS, method="PATCH", times=easily_refused.MOST)
        for other in others:
            await ana.command("draw", other)
        await running_bot.until(lambda: running_bot.codes.count(MISSING_ACCESS.code) == easily_refused.MOST)
        since = len(running_bot.playground.requests)
        answer = await require_private(ana.command("draw", room))
        while not running_bot.log.count("could not be shown: RequestsHalted"):
            assert await ana.command("rules", room)
        halted = running_bot.playground.requests[since:]
        await wait_to_see(ana, lambda seat: "drew 1 tile" in find_public(seat, room)[0].text)

    assert "You drew" in answer.text
    assert [each.path for each in halted if not each.path.startswith(INTERACTIONS)] == []
