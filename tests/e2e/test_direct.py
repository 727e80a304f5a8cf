"""The bench as a lasting direct message, by the real bot."""

import time
from dataclasses import replace

import pytest

from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from storage.codec import encode
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .looking import confirm_of, require_answer, require_private, wait_to_see
from .test_bench import chosen

pytestmark = pytest.mark.asyncio(loop_scope="module")

MESSAGE = "/channels/{channel_id}/messages/{message_id}"


async def wants_dms(seat: SimulatedUser, room: Channel) -> None:
    await require_private(seat.command("settings", room, dm="true"))


async def bench_of(seat: SimulatedUser, room: Channel, words: str) -> ShownMessage:
    """The one direct message with the bench of this room's table, once it says these words."""

    def find(seat: SimulatedUser) -> ShownMessage | None:
        found = [
            each for each in seat.messages(seat.dms) if "Edit as text" in each.buttons and f"<#{room.id}>" in each.text
        ]
        return found[0] if len(found) == 1 and words in found[0].text else None

    return await wait_to_see(seat, find)


async def test_the_bench_comes_as_a_message_that_is_edited_at_every_turn(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.lay(room, position("classic", table="r4 r5 r6", racks=["r7 k1", "r3 o1"], turn=1))
    ana, ben = running_bot.seats(2)
    await wants_dms(ana, room)
    await ben.command("draw", room)

    first = await bench_of(ana, room, "**Your turn**")
    shown = await chosen(ana, first, "pick", "R7")
    done = await require_answer(ana.click(shown, confirm_of(shown)))
    waiting = await bench_of(ana, room, f"<@{ben.user.id}> to play")
    await ben.command("draw", room)
    again = await bench_of(ana, room, "**Your turn**")

    assert first.id == done.id == waiting.id == again.id
    assert [each.written for each in running_bot.state(room).sets] == ["R4 R5 R6 R7"]
    assert not [each for each in ben.messages(ben.dms) if "Edit as text" in each.buttons]


async def test_the_bench_ends_with_its_game_also_at_another_player_s_turn(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.lay(room, position("classic", table="r4 r5 r6", racks=["r7 k1", "r3 o1"], turn=1))
    ana, ben = running_bot.seats(2)
    await wants_dms(ana, room)
    await ben.command("draw", room)
    await bench_of(ana, room, "**Your turn**")
    await ana.command("draw", room)
    bench = await bench_of(ana, room, f"<@{ben.user.id}> to play")

    await ben.click(await require_answer(ben.command("resign", room)), "Resign")

    def find(seat: SimulatedUser) -> ShownMessage | None:
        return next((each for each in seat.messages(seat.dms) if each.id == bench.id and "wins" in each.text), None)

    ended = await wait_to_see(ana, find)
    assert ended.buttons == ["Rematch", "Review", "Log"]
    assert not ended.pictures


async def test_a_message_that_was_deleted_comes_again_at_the_next_turn(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", table="r4 r5 r6", racks=["r7 k1", "r3 o1"], turn=1))
    ana, ben = running_bot.seats(2)
    await wants_dms(ana, room)
    await ben.command("draw", room)
    first = await bench_of(ana, room, "**Your turn**")
    ana.delete(first)
    await ana.command("draw", room)
    await ben.command("draw", room)

    second = await bench_of(ana, room, "**Your turn**")

    assert second.id != first.id
    running_bot.expect(10008)


@pytest.mark.parametrize("fault", ["server_error", "ban", "refuse_token"])
async def test_a_message_that_discord_does_not_take_for_now_is_edited_and_not_sent_again(
    running_bot: RunningBot, room: Channel, fault: str
) -> None:
    running_bot.expect(401, 429, 503, "stands still", "could not be shown")
    pool = "b1 b3 b5 b7 b9 b11"
    dealt = position("classic", racks=["r7 k1", "r3 o1"], pool=pool, turn=1, options={"clock": 0})
    game = running_bot.lay(room, dealt)
    ana, ben = running_bot.seats(2)
    await wants_dms(ana, room)
    await ben.command("draw", room)
    first = await bench_of(ana, room, "**Your turn**")
    await ana.command("draw", room)
    await bench_of(ana, room, f"<@{ben.user.id}> to play")
    await running_bot.until(lambda: not is_to_move(running_bot, game.id))
    getattr(running_bot.faults, fault)(MESSAGE, method="PATCH", times=100)
    await ben.command("draw", room)
    await running_bot.until(lambda: is_to_move(running_bot, game.id))
    running_bot.faults.clear()

    await ana.command("draw", room)

    again = await bench_of(ana, room, f"<@{ben.user.id}> to play")
    assert again.id == first.id


async def test_who_takes_no_direct_messages_plays_on_in_the_channel(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", table="r4 r5 r6", racks=["r7 k1", "r3 o1"], turn=1))
    ana, ben = running_bot.seats(2)
    await wants_dms(ana, room)
    ana.set_dms(are_open=False)
    running_bot.expect(50007)
    try:
        await ben.command("draw", room)
        await running_bot.until(lambda: 50007 in running_bot.codes)
    finally:
        ana.set_dms(are_open=True)

    assert "**Your turn**" in (await require_private(ana.command("rack", room))).text


@pytest.mark.parametrize("away", [0, 3_600])
async def test_a_message_whose_id_a_kill_has_lost_is_found_again_while_discord_knows_its_nonce(
    running_bot: RunningBot, room: Channel, away: int
) -> None:
    running_bot.lay(room, position("classic", table="r4 r5 r6", racks=["r7 k1", "r3 o1"], turn=1, options={"clock": 0}))
    ana, ben = running_bot.seats(2)
    await wants_dms(ana, room)
    await ben.command("draw", room)
    first = await bench_of(ana, room, "**Your turn**")
    game, nonce = running_bot.game(room).id, running_bot.world.message(first.channel_id, first.id).nonce
    await running_bot.until(lambda: shown_in(running_bot, game))
    await running_bot.kill()
    running_bot.write(
        "UPDATE direct_bench SET message_id = 0, nonce = ?, posted_at = ? WHERE game_id = ?",
        (nonce, int(time.time()) - away, game),
    )
    await running_bot.start()

    await running_bot.until(lambda: shown_in(running_bot, game))

    assert (shown_in(running_bot, game) == first.id) == (not away)


async def test_a_message_that_a_kill_left_behind_is_brought_up_to_date_by_the_next_start(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.lay(room, position("classic", table="r4 r5 r6", racks=["r7 k1", "r3 o1"], turn=1, options={"clock": 0}))
    ana, ben = running_bot.seats(2)
    await wants_dms(ana, room)
    await ben.command("draw", room)
    await bench_of(ana, room, "**Your turn**")
    await ana.command("draw", room)
    await bench_of(ana, room, f"<@{ben.user.id}> to play")
    game = running_bot.game(room)
    await running_bot.stop()
    turned = encode(replace(running_bot.state(room), turn=0, active=frozenset({0})))
    running_bot.write("UPDATE game SET state = ? WHERE id = ?", (turned, game.id))
    await running_bot.start()

    await bench_of(ana, room, "**Your turn**")


def shown_in(running_bot: RunningBot, game: int) -> int:
    """The id of the direct message that the bot knows, 0 for none."""
    rows = running_bot.rows("SELECT message_id FROM direct_bench WHERE game_id = ?", game)
    return int(rows[0][0]) if rows else 0


def is_to_move(running_bot: RunningBot, game: int) -> bool:
    """Whether the bot takes the direct message to show Ana's turn."""
    return bool(running_bot.rows("SELECT 1 FROM direct_bench WHERE game_id = ? AND to_move", game))
