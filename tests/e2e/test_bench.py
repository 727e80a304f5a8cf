"""Turns arranged with taps, by the real bot."""

import re
from typing import Any

import pytest

from playground import ShownMessage, SimulatedUser
from playground.model.values import Channel
from storage.games import Game
from tests.e2e.running_bot import RunningBot
from tests.grid_positions import grid
from tests.positions import position

from .looking import confirm_of, require_answer, require_private

pytestmark = pytest.mark.asyncio(loop_scope="module")


def menu(shown: ShownMessage, verb: str) -> str:
    """The custom id of the menu with this verb."""
    return str(re.findall(rf"rk:{verb}:[\w:.-]+", str(shown.json))[0])


def options(shown: ShownMessage, verb: str) -> dict[str, str]:
    """What a menu offers: values by their labels."""
    return {each["label"]: each["value"] for each in shown.component(menu(shown, verb))["options"]}


async def opened(seat: SimulatedUser, room: Channel) -> ShownMessage:
    return await require_private(seat.command("rack", room))


async def chosen(seat: SimulatedUser, shown: ShownMessage, verb: str, *labels: str) -> ShownMessage:
    """Choose from a menu, as its labels call it."""
    offered = options(shown, verb)
    return await require_answer(seat.select(shown, menu(shown, verb), [offered[label] for label in labels]))


def laid(running_bot: RunningBot, room: Channel, **more: Any) -> Game:
    given: dict[str, Any] = {"table": "r4 r5 r6 r7 / b9 k9 o9", "racks": ["b4 k4 o12 r8", "o1 k9 r1"]}
    return running_bot.lay(room, position("classic", **(given | more)))


def sets(running_bot: RunningBot, room: Channel) -> list[str]:
    return [each.written for each in running_bot.state(room).sets]


async def test_a_turn_is_tapped_together_with_tiles_of_the_table(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    ana, ben = running_bot.seats(2)

    shown = await opened(ana, room)
    shown = await chosen(ana, shown, "spot", "R4 from A")
    shown = await chosen(ana, shown, "pick", "B4", "K4")
    assert "✔ Valid" in shown.text
    assert ben.messages(room) == []
    done = await require_answer(ana.click(shown, confirm_of(shown)))

    assert done.id == shown.id
    assert sets(running_bot, room) == ["R5 R6 R7", "B9 K9 O9", "R4 B4 K4"]


async def test_two_interactions_play_what_the_bot_arranges(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    ana = running_bot.seat("Ana")
    shown = await opened(ana, room)

    picked = await chosen(ana, shown, "pick", "B4", "K4")
    assert "Confirm 2 tiles" in picked.buttons
    await ana.click(picked, confirm_of(picked))

    assert sets(running_bot, room) == ["R5 R6 R7", "B9 K9 O9", "R4 B4 K4"]


async def test_steps_are_undone_and_done_again_and_reset(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    ana = running_bot.seat("Ana")
    shown = await chosen(ana, await opened(ana, room), "pick", "R8")
    assert "✔ Valid" in shown.text

    undone = await require_answer(ana.click(shown, "Undo"))
    again = await require_answer(ana.click(undone, "Redo"))
    reset = await require_answer(ana.click(again, "Start over"))
    back = await require_answer(ana.click(reset, "Undo"))

    assert "✔ Valid" not in undone.text
    assert "✔ Valid" in again.text
    assert "✔ Valid" not in reset.text
    assert "✔ Valid" in back.text
    assert "R8" not in options(back, "pick")


async def test_a_draft_outlives_its_message_the_bot_and_other_turns(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room, turn=1)
    ana, ben = running_bot.seats(2)
    shown = await chosen(ana, await opened(ana, room), "pick", "R8")
    ana.dismiss(shown)
    await running_bot.kill()
    await running_bot.start()
    await chosen(ben, await opened(ben, room), "pick", "K9")
    await ben.command("draw", room)

    again = await opened(ana, room)
    await ana.click(again, confirm_of(again))

    assert sets(running_bot, room)[0] == "R4 R5 R6 R7 R8"


async def test_a_table_that_changes_meanwhile_takes_what_can_still_be(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room, turn=1, racks=["b4 k4 r8 k1 k2 k3", "r3 o1"])
    ana, ben = running_bot.seats(2)
    shown = await chosen(ana, await opened(ana, room), "pick", "R8")
    await chosen(ana, shown, "pick", "K1", "K2", "K3")
    await ben.command("play", room, move="a+r3")

    told = await opened(ana, room)
    once = await opened(ana, room)

    assert "The table has changed, so your changes to set A were dropped." in told.text
    assert "The table has changed" in once.text
    assert "R8" in options(once, "pick")
    looked = await require_answer(ana.click(once, "Undo"))
    again = await require_answer(ana.click(looked, "Redo"))
    assert "The table has changed" not in again.text
    await ana.click(again, confirm_of(again))
    assert sets(running_bot, room) == ["R3 R4 R5 R6 R7", "B9 K9 O9", "K1 K2 K3"]


async def test_a_refused_turn_keeps_the_draft(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room, options={"strict_mistakes": True})
    ana = running_bot.seat("Ana")
    shown = await chosen(ana, await opened(ana, room), "pick", "O12")
    wrong = await chosen(ana, shown, "target", "New set: O12")

    refused = await require_answer(ana.click(wrong, confirm_of(wrong)))

    assert refused.id == shown.id
    assert sets(running_bot, room) == ["R4 R5 R6 R7", "B9 K9 O9"]


async def test_a_joker_is_told_by_a_menu(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room, table="b1 k1 o1", racks=["r10 j j o1", "o2"])
    ana = running_bot.seat("Ana")

    shown = await chosen(ana, await opened(ana, room), "pick", "R10", "J", "J (no. 2)")
    told = await chosen(ana, shown, "face", "B: R9 R10 R11")
    await ana.click(told, confirm_of(told))

    assert sets(running_bot, room)[-1] == "J=R9 R10 J=R11"


async def test_taps_of_others_and_made_up_values_change_nobody_s_bench(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    ana, ben = running_bot.seats(2)
    hers, his = await opened(ana, room), await opened(ben, room)
    before = running_bot.rows("SELECT * FROM bench")

    for verb, values in [("pick", ["R8"]), ("pick", ["x"] * 3), ("spot", ["Q"]), ("target", ["A"]), ("lying", ["A.0"])]:
        await ben.forge(his, re.sub(r"^rk:\w+", f"rk:{verb}", menu(hers, "pick")), values)
    for verb in ("step:undo", "page:9", "color:Z", "step:", "confirm"):
        name, _, argument = verb.partition(":")
        await ben.forge(
            his, ":".join(["rk", name, *menu(hers, "pick").split(":")[2:4], *([argument] * bool(argument))])
        )

    assert not [
        row for row in running_bot.rows("SELECT * FROM bench") if row not in before and '"steps":[[' in row["bench"]
    ]
    assert sets(running_bot, room) == ["R4 R5 R6 R7", "B9 K9 O9"]


async def test_the_bench_works_in_a_direct_message(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room)
    ana = running_bot.seat("Ana")
    await require_private(ana.command("rack", room, dm="true"))
    await ana.wait(lambda seat: seat.messages(seat.dms))
    (sent,) = ana.messages(ana.dms)

    shown = await chosen(ana, sent, "pick", "R8")
    await ana.click(shown, confirm_of(shown))

    assert sets(running_bot, room)[0] == "R4 R5 R6 R7 R8"


async def test_a_set_is_laid_through_another_by_taps(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("rummi200kub", table="r4 r5 r6", racks=["b5 k5 o1", "o2"]))
    ana = running_bot.seat("Ana")

    shown = await chosen(ana, await opened(ana, room), "spot", "Share a tile of A: R4 R5 R6")
    shown = await chosen(ana, shown, "lying", "R5")
    shown = await chosen(ana, shown, "pick", "B5", "K5")
    await ana.click(shown, confirm_of(shown))

    assert sets(running_bot, room) == ["R4 R5 R6", "R5@A B5 K5"]


async def test_a_turn_on_a_grid_is_tapped(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(
        room, grid("rummykruss", cells="h8=r4 i8=r5 j8=r6", racks=["b5 k5 r9", "o2"], options={"assistance": "off"})
    )
    ana = running_bot.seat("Ana")

    shown = await chosen(ana, await opened(ana, room), "pick", "B5", "K5")
    best = next(iter(options(shown, "target")))
    shown = await chosen(ana, shown, "target", best)
    await ana.click(shown, confirm_of(shown))

    assert best.startswith("a · I")
    state: Any = running_bot.game(room).state
    assert len(state.tiles) == 5


async def test_the_next_game_that_waits_is_one_tap_away(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room, turn=1)
    laid(running_bot, other := running_bot.room("other"))
    ana = running_bot.seat("Ana")

    shown = await opened(ana, room)
    assert shown.buttons[-1] == "More"
    assert "Next game" in shown.buttons
    following = await require_answer(ana.click(shown, "Next game"))

    assert f"<#{other.id}>" in following.text
    assert "Next game" not in following.buttons


async def test_an_open_bench_is_brought_up_to_date_when_the_turn_comes(running_bot: RunningBot, room: Channel) -> None:
    laid(running_bot, room, turn=1)
    ana, ben = running_bot.seats(2)
    shown = await opened(ana, room)
    assert f"<@{ben.user.id}> to play" in shown.text

    await ben.command("draw", room)

    def mine(seat: SimulatedUser) -> ShownMessage | None:
        return next(
            (each for each in seat.messages(room) if each.id == shown.id and "**Your turn**" in each.text), None
        )

    assert await ana.wait(mine)
