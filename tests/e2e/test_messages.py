"""Who sees which message, and who is called: the table, its calls, racks in direct messages, votes, and followers."""

from collections.abc import Callable

import pytest

from playground import ShownMessage, SimulatedUser
from playground.api.interaction_callbacks import WEBHOOK
from playground.model.components import walk
from playground.model.events import Posted, Removed, WorldEvent
from playground.model.values import Channel
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .messages import (
    choose,
    confirm_of,
    find_pings,
    find_public,
    find_showing,
    read_alt,
    require_answer,
    require_private,
    wait_to_see,
)

pytestmark = pytest.mark.asyncio(loop_scope="module")

POOL = "b1 b2 b3 b4 b5 b6 b7 b8 b9"


# the table and its calls


async def test_each_turn_is_called_once_and_needs_no_counted_request(running_bot: RunningBot, room: Channel) -> None:
    running_bot.deal(room, position("classic", racks=["r4 r5", "o1"], pool=POOL, options={"clock": 0}))
    ana, ben = running_bot.seats(2)
    events: list[WorldEvent] = []
    running_bot.world.listeners.append(events.append)
    table = await require_answer(ana.command("table", room))
    await running_bot.wait_until_shown(room)
    since = len(running_bot.playground.requests)

    for mover, other in ((ana, ben), (ben, ana), (ana, ben)):
        await mover.command("draw", room)
        (call,) = await wait_to_see(other, lambda seat: [each for each in find_pings(seat, room) if each.mentions_you])
        assert call.buttons == ["My rack"]
        await running_bot.wait_until_shown(room)
    rack = await require_private(ben.click(call, "My rack"))
    running_bot.world.listeners.remove(events.append)

    assert rack.text.startswith("**Your turn**")
    assert [each.id for each in find_public(ana, room)] == [table.id]
    calls = [each for each in events if isinstance(each, Posted | Removed) and "your turn." in each.message.content]
    called = [each.message for each in calls if isinstance(each, Posted)]
    assert [each.mentions for each in called] == [(ana.user.id,), (ben.user.id,)] * 2
    assert [each.message.id for each in calls if isinstance(each, Removed)] == [each.id for each in called[:3]]
    requests = running_bot.playground.requests[since:]
    assert [each.route for each in requests if each.method == "POST"].count(WEBHOOK) == 3
    about_room = [each for each in requests if each.path.startswith(f"/channels/{room.id}/")]
    assert [each for each in about_room if each.method != "DELETE"] == []


# racks in direct messages


async def wait_for_bench(seat: SimulatedUser, room: Channel, words: str) -> ShownMessage:
    """The one direct message with the rack of this room's table, once it says these words."""

    def find(seat: SimulatedUser) -> ShownMessage | None:
        found = [each for each in seat.messages(seat.dms) if "More" in each.buttons and f"<#{room.id}>" in each.text]
        return found[0] if len(found) == 1 and words in found[0].text else None

    return await wait_to_see(seat, find)


async def begin_with_dms(running_bot: RunningBot, room: Channel) -> tuple[SimulatedUser, SimulatedUser, ShownMessage]:
    """A game at Ana's turn, with her rack in a direct message."""
    dealt = position("classic", table="r4 r5 r6", racks=["r7 k1", "r3 o1"], pool=POOL, turn=1, options={"clock": 0})
    running_bot.deal(room, dealt)
    ana, ben = running_bot.seats(2)
    await require_private(ana.command("settings", room, dm="true"))
    await ben.command("draw", room)
    return ana, ben, await wait_for_bench(ana, room, "**Your turn**")


async def test_a_rack_in_a_direct_message_is_edited_at_every_turn_and_ends_with_its_game(
    running_bot: RunningBot, room: Channel
) -> None:
    ana, ben, first = await begin_with_dms(running_bot, room)
    shown = await choose(ana, first, "pick", "R7")
    done = await require_answer(ana.click(shown, confirm_of(shown)))
    waiting = await wait_for_bench(ana, room, f"<@{ben.user.id}> to play")
    await ben.command("draw", room)
    again = await wait_for_bench(ana, room, "**Your turn**")

    assert first.id == done.id == waiting.id == again.id
    assert [each.written for each in running_bot.state(room).sets] == ["R4 R5 R6 R7"]
    assert not [each for each in ben.messages(ben.dms) if "More" in each.buttons]
    await ben.click(await require_answer(ben.command("resign", room)), "Resign")
    ended = await wait_to_see(
        ana,
        lambda seat: next(
            (each for each in seat.messages(seat.dms) if each.id == first.id and "wins" in each.text), None
        ),
    )
    assert ended.buttons == ["Rematch", "Try Rummy Cube", "Review", "Log"]


@pytest.mark.parametrize("are_open", [True, False])
async def test_a_reminder_comes_as_a_direct_message_if_those_are_wanted_and_open(
    running_bot: RunningBot, room: Channel, are_open: bool
) -> None:
    running_bot.expect(50007)
    racks = ["r4 r5", "o1 o2", "k1 k2"]
    ana, ben, chloe = running_bot.seats(3)
    await ana.command("settings", room, dm="true")
    ana.set_dms(are_open=are_open)
    game = running_bot.deal(room, position("classic", racks=racks, pool=POOL, options={"clock": 120}), left=120)
    running_bot.write("UPDATE game SET remind_at = 1 WHERE id = ?", (game.id,))
    await require_answer(ben.command("table", room))
    await ana.wait(lambda seat: len(find_pings(seat, room)) == 1)

    question = await require_answer(chloe.command("leave", room))
    await chloe.click(question, "Leave")  # the clock looks up

    (reminder,) = await wait_to_see(
        ana, lambda seat: [each for each in seat.everything() if "half your time" in each.text + each.content]
    )
    assert reminder.channel_id == (ana.dms if are_open else room).id
    assert "Your turn" in (await require_answer(ana.click(reminder, "My rack"))).text
    ana.set_dms(are_open=True)


# votes, followers, menus, and people who delete their data


def find_with(words: str, room: Channel) -> Callable[[SimulatedUser], ShownMessage | None]:
    """For `wait_to_see`: one of several public messages, with these words."""
    return lambda seat: next((each for each in find_public(seat, room) if words in each.text), None)


async def test_a_game_ends_when_all_its_players_agree_and_leaves_one_message(
    running_bot: RunningBot, room: Channel
) -> None:
    running_bot.deal(room, position("classic", racks=["r4 r5", "o1 o2", "k1 k2"], pool=POOL, options={"clock": 0}))
    ana, ben, chloe = running_bot.seats(3)
    await require_answer(ana.command("table", room))

    await require_private(ana.command("end", room))

    question = await wait_to_see(ben, find_with("wants to end the game.", room))
    called = [next(each for each in seat.messages(room) if each.id == question.id) for seat in (ana, ben, chloe)]
    assert [each.mentions_you for each in called] == [False, True, True]
    await require_private(ben.click(question, "End the game"))
    edited = await wait_to_see(ben, find_with("want to end the game.", room))
    assert edited.id == question.id
    assert f"Waiting for <@{chloe.user.id}>." in edited.text
    await require_private(chloe.click(edited, "End the game"))
    final = await wait_to_see(ana, find_showing("## Nobody wins", room))  # alone: the vote is gone
    assert "Ana is left with R4 R5." in read_alt(final)  # the racks are open
    await require_answer(ben.command("new", room))  # there is room for another table


async def test_menus_do_without_the_picture_of_a_tile_that_somebody_deleted(
    running_bot: RunningBot, room: Channel
) -> None:
    ana = running_bot.seat("Ana")
    running_bot.deal(room, position("classic", racks=["R4 K13 J", "B1"]))
    running_bot.expect(50035)

    async def require_faces(names: set[str]) -> None:
        """Ask for the rack until its menu has all pictures: the bot asks for them while it plays already."""
        while None in (found := faces(running_bot, await require_private(ana.command("rack", room)))):
            pass
        assert found == names

    await require_faces({"r4", "k13", "j"})
    await ana.command("settings", room, tiles="solid")
    await require_faces({"r4_solid", "k13_solid", "j_solid"})
    await ana.command("settings", room, tiles="marked")
    gone = next(each for each in running_bot.world.emojis.values() if each.name.startswith("r4_"))
    del running_bot.world.emojis[gone.id]

    refused = await require_private(ana.command("rack", room))

    assert refused.text == "A picture was missing, so I couldn't show that. Please try again."
    await running_bot.until(lambda: [each for each in running_bot.world.emojis.values() if each.name == gone.name])
    await require_faces({"r4", "k13", "j"})


def faces(running_bot: RunningBot, shown: ShownMessage) -> set[str | None]:
    """The names of the emojis in the rack's menu, without the fingerprints; None for an option without one."""
    (menu,) = [part for part in walk(shown.json["components"]) if "rk:pick:" in str(part.get("custom_id"))]
    found = [each.get("emoji") for each in menu["options"]]
    return {running_bot.world.emojis[int(each["id"])].name.rpartition("_")[0] if each else None for each in found}
