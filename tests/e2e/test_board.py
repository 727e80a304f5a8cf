"""The public message and the ping: edited, posted again, in time, and never more than once a turn."""

import asyncio
import time
from dataclasses import replace
from functools import partial

import pytest

from playground.model.events import Posted, Removed, WorldEvent
from playground.model.starting_world import APPLICATION_ID
from playground.model.values import COMPONENTS_V2, Channel, Message
from storage.games import Game
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .looking import find_pings, find_public, find_showing, read_alt, read_rack, require_answer, wait_to_see

pytestmark = pytest.mark.asyncio(loop_scope="module")
SETTINGS = {"TURN_PINGS": "messages"}  # by the bot's own routes, which need its permissions

PLAIN = {"clock": 0}
MESSAGE = "/channels/{channel_id}/messages/{message_id}"


def laid(running_bot: RunningBot, room: Channel, **more: object) -> Game:
    more.setdefault("racks", ["r4 r5 r6 r7 k1", "o1 o2 o9"])
    return running_bot.lay(room, position("classic", options=PLAIN, **more))  # type: ignore[arg-type]  # passed through


async def test_the_message_is_edited_in_place_and_the_mover_pinged_once_a_turn(
    running_bot: RunningBot, room: Channel
) -> None:
    laid(running_bot, room)
    ana, ben = running_bot.seats(2)
    posted: list[WorldEvent] = []
    running_bot.world.listeners.append(posted.append)
    shown = await require_answer(ana.command("table", room))
    await ana.wait(lambda seat: [each.mentions_you for each in find_pings(seat, room)] == [True])

    for seat, other in ((ana, ben), (ben, ana), (ana, ben)):
        await seat.command("draw", room)
        await other.wait(lambda one: [each.mentions_you for each in find_pings(one, room)] == [True])
        assert [each.mentions_you for each in find_pings(seat, room)] == [False]
        assert find_pings(other, room)[0].buttons == ["My rack"]
        assert find_public(ana, room)[0].id == shown.id
    rack = await require_answer(ben.click(find_pings(ben, room)[0], "My rack"))
    assert rack.ephemeral
    assert rack.text.startswith("**Your turn**")

    running_bot.world.listeners.remove(posted.append)
    calls = [
        each for each in posted if isinstance(each, Posted | Removed) and ", it's your turn." in each.message.content
    ]
    called = [each.message for each in calls if isinstance(each, Posted)]
    assert [each.mentions for each in called] == [(ana.user.id,), (ben.user.id,)] * 2
    assert [each.message.id for each in calls if isinstance(each, Removed)] == [each.id for each in called[:3]]


async def test_the_message_says_whose_turn_it_is_what_happened_and_how_long_it_may_take(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.lay(room, position("classic", racks=["r4 r5 r6 k1", "o1 o2"]), left=100)
    ana, ben = running_bot.seats(2)
    shown = await require_answer(ana.command("table", room))
    assert f"**<@{ana.user.id}> to play** · ends <t:{running_bot.state(room).deadline}:R>" in shown.text

    await ana.command("play", room, move="r4 r5 r6")

    after = await wait_to_see(ben, find_showing("R4 R5 R6", room))
    deadline = running_bot.state(room).deadline
    turn = f"**<@{ben.user.id}> to play** · ends <t:{deadline}:R>"
    assert f"{turn}\n<@{ana.user.id}> played R4 R5 R6 as new set A." in after.text
    assert after.buttons == ["My rack", "Draw", "Rules", "More"]
    assert read_alt(after).endswith("Sets: A: R4 R5 R6. Played: R4 R5 R6.")
    await ben.wait(lambda seat: [f"<t:{deadline}:R>" in each.content for each in find_pings(seat, room)] == [True])


async def test_after_sixteen_turns_the_message_is_posted_again(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    ana, ben = running_bot.seats(2)
    first = await require_answer(ana.command("table", room))
    for _ in range(8):
        await ana.command("draw", room)
        await ben.command("draw", room)

    again = await wait_to_see(
        ana, lambda seat: next((each for each in find_public(seat, room) if each.id != first.id), None)
    )

    await ana.wait(lambda seat: [each.id for each in find_public(seat, room)] == [again.id])
    await ana.wait(lambda seat: len(find_pings(seat, room)) == 1)


async def test_after_fifty_minutes_the_message_is_posted_again(running_bot: RunningBot, room: Channel) -> None:
    rooms = [(room, 49), (running_bot.room("long ago"), 51)]
    old = [posted_long_ago(running_bot, place, laid(running_bot, place), minutes) for place, minutes in rooms]
    ana = running_bot.seat("Ana")

    for message in old:
        await ana.command("draw", message.channel_id)
        await wait_to_see(ana, find_showing("drew 1 tile", message.channel_id))

    shown = [find_public(ana, message.channel_id)[0].id for message in old]
    assert [one == message.id for one, message in zip(shown, old, strict=True)] == [True, False]


def posted_long_ago(running_bot: RunningBot, room: Channel, game: Game, minutes: int) -> Message:
    """A public message that the bot posted so many minutes ago."""
    part = {"type": 10, "id": 1, "content": "An old table"}
    message = running_bot.world.post(
        Message(
            id=running_bot.world.snowflake(),
            channel_id=room.id,
            author_id=APPLICATION_ID,
            created=running_bot.world.now() - minutes * 60,
            components=(part,),
            flags=COMPONENTS_V2,
        )
    )
    running_bot.write(
        "INSERT INTO public_messages (game_id, message_id, posted_at, posted_version, shown_version, ping_for)"
        " VALUES (?, ?, ?, ?, ?, '')",
        (game.id, message.id, int(time.time()) - minutes * 60, game.version, game.version),
    )
    return message


async def test_a_deleted_message_is_posted_again_at_the_next_turn(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(10008)
    laid(running_bot, room)
    ana, ben = running_bot.seats(2)
    ana.delete(await require_answer(ana.command("table", room)))

    await ana.command("draw", room)

    await wait_to_see(ben, find_showing(f"<@{ana.user.id}> drew 1 tile", room))


async def test_a_deleted_message_comes_back_by_command(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(10008)
    laid(running_bot, room)
    ana, ben = running_bot.seats(2)
    ana.delete(await require_answer(ana.command("table", room)))

    shown = await require_answer(ben.command("table", room))

    await running_bot.until(lambda: 10008 in running_bot.codes)
    await ana.wait(lambda seat: [each.id for each in find_public(seat, room)] == [shown.id])


async def test_a_tap_on_an_old_picture_refreshes_it_and_does_nothing_else(
    running_bot: RunningBot, room: Channel
) -> None:
    laid(running_bot, room)
    ana, ben = running_bot.seats(2)
    shown = await require_answer(ana.command("table", room))
    await ana.command("draw", room)
    await ben.command("draw", room)

    refreshed = await require_answer(ana.click(shown, shown.component("Draw")["custom_id"]))

    assert refreshed.id == shown.id
    assert f"<@{ben.user.id}> drew 1 tile" in refreshed.text
    assert running_bot.game(room).version == 3


async def test_a_tap_on_an_old_rack_refreshes_it_and_does_nothing_else(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    ana = running_bot.seat("Ana")
    rack = await require_answer(ana.command("rack", room))
    await running_bot.stop()
    await running_bot.start()  # which can't change the rack any more
    await ana.command("draw", room)
    await running_bot.seat("Ben").command("draw", room)

    shown = await require_answer(ana.click(rack, "Draw"))

    assert shown.id == rack.id
    assert "**Your turn**" in shown.text
    assert len(read_rack(shown)) == 6
    assert running_bot.game(room).version == 3


async def test_a_double_tap_draws_once(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    ana = running_bot.seat("Ana")
    rack = await require_answer(ana.command("rack", room))

    one, two = await asyncio.gather(ana.click(rack, "Draw"), ana.click(rack, "Draw"))

    assert {one and one.id, two and two.id} >= {rack.id}
    assert running_bot.game(room).version == 2
    assert len(running_bot.state(room).seats[0].rack) == 6


async def test_fifty_taps_at_once_draw_once_and_all_are_answered(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    ana = running_bot.seat("Ana")
    shown = await require_answer(ana.command("table", room))

    answers = await asyncio.gather(*(ana.click(shown, "Draw") for _ in range(50)))

    assert all(answers)
    assert running_bot.game(room).version == 2


async def test_strangers_may_look_at_the_table_and_do_nothing(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    eve = running_bot.stranger()
    shown = await require_answer(eve.command("table", room))

    for name in ("My rack", "Draw"):
        answer = await require_answer(eve.click(shown, name))
        assert answer.ephemeral
        assert answer.text == "You're not in this game."
    for command in ("rack", "draw", "pass", "resign"):
        answer = await require_answer(eve.command(command, room))
        assert answer.ephemeral
        assert answer.text == "You're not in this game."
    assert (await require_answer(eve.command("play", room, move="r4 r5 r6"))).text == "You're not in this game."
    assert running_bot.game(room).version == 1


def more_codes(running_bot: RunningBot, before: int) -> bool:
    return len(running_bot.codes) > before


async def test_a_channel_that_loses_its_permissions_loses_no_move(running_bot: RunningBot, room: Channel) -> None:
    running_bot.expect(50001, 50013, "could not be shown")
    laid(running_bot, room)
    ana, ben = running_bot.seats(2)
    await ana.command("table", room)
    several = "these permissions: Send Messages and Attach Files"
    for denied, named in (
        (["VIEW_CHANNEL"], "the View Channel permission"),
        (["ATTACH_FILES", "SEND_MESSAGES"], several),
    ):
        running_bot.world.deny(room.id, denied)
        before = len(running_bot.codes)
        seat = (ana, ben)[running_bot.state(room).turn]
        assert read_rack(await require_answer(seat.command("draw", room)))
        await running_bot.until(partial(more_codes, running_bot, before))
        refused = await require_answer(seat.command("table", room))
        assert refused.text == f"To show a table in <#{room.id}>, I need {named}."
    running_bot.world.deny(room.id, [])

    await wait_to_see(ana, find_showing(f"<@{ben.user.id}> drew 1 tile", room))
    await ana.wait(lambda seat: [each.mentions_you for each in find_pings(seat, room)] == [True])
    assert running_bot.game(room).version == 3


@pytest.mark.parametrize("trouble", ["a ban without Via", "a refused token"])
async def test_a_table_is_right_soon_after_discord_refused_everything(
    running_bot: RunningBot, room: Channel, trouble: str
) -> None:
    running_bot.expect(401, 429, "could not be shown")
    laid(running_bot, room)
    ana, ben = running_bot.seats(2)
    await ana.command("table", room)
    await ana.wait(lambda seat: len(find_pings(seat, room)) == 1)
    fail = running_bot.faults.ban if trouble == "a ban without Via" else running_bot.faults.refuse_token
    refused = fail(MESSAGE, method="PATCH", times=2)
    await ana.command("draw", room)
    await refused.met.wait()
    running_bot.faults.clear()

    await wait_to_see(ben, find_showing(f"<@{ana.user.id}> drew 1 tile", room))
    await ben.wait(lambda seat: [each.mentions_you for each in find_pings(seat, room)] == [True])


async def test_a_thread_that_has_gone_to_sleep_is_woken_by_the_next_turn(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.expect(50083)
    ana, ben = running_bot.seats(2)
    thread = running_bot.world.add_thread("slow game", room.id, ana.user.id)
    laid(running_bot, thread)
    first = await require_answer(ana.command("table", thread))
    await ana.wait(lambda seat: len(find_pings(seat, thread)) == 1)
    running_bot.world.change_channel(replace(running_bot.world.channel(thread.id), archived=True))

    await ana.command("draw", thread)

    shown = await wait_to_see(ben, find_showing(f"<@{ana.user.id}> drew 1 tile", thread))
    assert not running_bot.world.channel(thread.id).archived
    assert shown.id != first.id


async def test_a_turn_ends_when_its_clock_runs_out(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", racks=["r4", "o1", "k1"], pool="b1 b2 b3", options={"clock": 60}), left=1)
    ana, ben, chloe = running_bot.seats(3)
    await ana.command("table", room)

    await chloe.click(await require_answer(chloe.command("resign", room)), "Resign")

    shown = await wait_to_see(ben, find_showing(f"<@{ana.user.id}> ran out of time, drew 1 tile", room))
    state = running_bot.state(room)
    assert state.turn == 1
    assert f"<t:{state.deadline}:R>" in shown.text
    assert read_rack(await require_answer(ana.command("rack", room))) == ["R4", "B3"]
