"""The bot with two shards: one has the server, and the other direct messages. One can be away while the other works."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from playground.gateway.sessions import Session
from playground.model.values import Channel
from tests.positions import position

from .messages import choose, confirm_of, require_answer, require_private
from .running_bot import RunningBot
from .test_messages import wait_for_bench

pytestmark = pytest.mark.asyncio(loop_scope="module")

PRIVATE, SERVER = range(2)  # the shards


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def shared_bot(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningBot]:
    async with RunningBot.open(tmp_path_factory.mktemp("bot"), "tests.e2e.hurry", shards=2) as running_bot:
        yield running_bot


def session_of(running_bot: RunningBot, shard: int) -> Session:
    """The newest session of a shard."""
    return [each for each in running_bot.playground.gateway.sessions.values() if each.shard.number == shard][-1]


async def lose(running_bot: RunningBot, shard: int) -> None:
    """Let this shard be away until its third try to come back, three seconds later."""
    running_bot.expect("can't be reached")
    running_bot.faults.refuse_gateway(times=2)
    running_bot.faults.drop_gateway(shard=shard)
    await running_bot.until(lambda: session_of(running_bot, shard).socket is None)


def deal(running_bot: RunningBot, room: Channel, left: int = 3_600) -> int:
    """Put a position on the table, in which Ben is to play, and return when the turn ends."""
    running_bot.deal(room, position("classic", table="r4 r5 r6", racks=["r7 k1", "r3 o1"], turn=1), left=left)
    return running_bot.state(room).deadline or 0


async def test_a_game_on_one_shard_is_played_in_direct_messages_on_the_other(
    running_bot: RunningBot, room: Channel
) -> None:
    deal(running_bot, room)
    ana, ben = running_bot.seats(2)
    await require_private(ana.command("settings", room, dm="true"))
    await ben.command("draw", room)

    shown = await choose(ana, await wait_for_bench(ana, room, "**Your turn**"), "pick", "R7")
    await require_answer(ana.click(shown, confirm_of(shown)))

    await wait_for_bench(ana, room, f"<@{ben.user.id}> to play")
    assert [each.written for each in running_bot.state(room).sets] == ["R4 R5 R6 R7"]


async def test_a_turn_on_a_shard_that_was_away_has_time_left_and_no_message_was_missed(
    running_bot: RunningBot, room: Channel
) -> None:
    deadline, session = deal(running_bot, room), session_of(running_bot, SERVER)
    running_bot.write("UPDATE game SET grace = 3600 WHERE channel_id = ?", (room.id,))
    ana = running_bot.seat("Ana")

    await lose(running_bot, SERVER)
    assert await require_private(ana.command("help", ana.dms))  # the other shard answers meanwhile
    assert await require_private(
        ana.command("rack", room)
    )  # Discord keeps what happens, and sends it when the shard is back

    await running_bot.until(lambda: (running_bot.state(room).deadline or 0) >= deadline + 2)
    assert session_of(running_bot, SERVER) is session


async def test_both_shards_come_back_after_a_restart(running_bot: RunningBot, room: Channel) -> None:
    deal(running_bot, room)
    ana, ben = running_bot.seats(2)
    await running_bot.kill()
    await running_bot.start()

    assert await require_private(ben.command("rack", room))
    assert await require_private(ana.command("help", ana.dms))
    assert "shards: 2; logins that Discord still allows: " in running_bot.log
