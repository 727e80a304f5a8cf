"""/fit by the real bot, as far as each table allows it."""

import re

import pytest

from playground.model.values import Channel
from tests.e2e.running_bot import RunningBot

from .assisting import FULL, OFF, lay_out_table, sets
from .looking import confirm_of, require_answer, require_private

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_tiles_are_fitted_on_the_bench_for_their_owner_alone_and_played_when_confirmed(
    running_bot: RunningBot, room: Channel
) -> None:
    lay_out_table(running_bot, room)
    ana, ben = running_bot.seats(2)

    shown = await require_private(ana.command("fit", room, tiles="r7"))

    assert "✔ Valid: " in shown.text
    assert ben.messages(room) == []
    assert sets(running_bot, room) == ["R4 R5 R6", "B9 K9 O9"]
    done = await require_answer(ana.click(shown, confirm_of(shown)))
    assert done.id == shown.id
    assert "You added R7 to A." in done.text
    assert sets(running_bot, room) == ["R4 R5 R6 R7", "B9 K9 O9"]


@pytest.mark.parametrize(
    ("tiles", "refusal"),
    [
        ("hello", "“hello” isn't a tile. Write tiles like R1, O13, J."),
        ("r14", "This game has no tile “r14”."),
        ("k13 r7", "You don't have K13."),
        ("r7 r7", "You don't have R7."),
        ("-", "Name at least one tile from your rack, such as R5."),
    ],
)
async def test_tiles_that_are_not_there_are_refused_with_a_sentence(
    running_bot: RunningBot, room: Channel, tiles: str, refusal: str
) -> None:
    lay_out_table(running_bot, room)

    answer = await require_private(running_bot.seat("Ana").command("fit", room, tiles=tiles))

    assert answer.text == refusal


async def test_tiles_that_do_not_all_fit_are_fitted_as_far_as_they_go(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room)
    ana = running_bot.seat("Ana")

    none = await require_private(ana.command("fit", room, tiles="o12"))
    some = await require_private(ana.command("fit", room, tiles="o12, r7 k1"))

    assert "No valid play uses exactly O12." in none.text
    assert "No valid play uses exactly R7 K1 O12, but one uses R7." in some.text
    await ana.click(some, confirm_of(some))
    assert sets(running_bot, room) == ["R4 R5 R6 R7", "B9 K9 O9"]


async def test_who_has_not_opened_is_told_so(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room, opened=False)

    answer = await require_private(running_bot.seat("Ana").command("fit", room, tiles="r7"))

    assert "No valid play uses exactly R7. You haven't opened yet." in answer.text


async def test_before_the_turn_tiles_are_fitted_but_not_played(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room, racks=["o1 o2", "r7 k1"])
    ana, ben = running_bot.seats(2)

    early = await require_private(ben.command("fit", room, tiles="r7"))

    assert f"<@{ana.user.id}> to play" in early.text
    assert "Confirm it on your turn." in early.text
    await ana.command("draw", room)
    now = await require_private(ben.command("rack", room))
    await ben.click(now, confirm_of(now))
    assert sets(running_bot, room)[0] == "R4 R5 R6 R7"


async def test_a_table_that_has_moved_on_is_not_played_on(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room)
    ana, ben = running_bot.seats(2)
    old = await require_private(ana.command("fit", room, tiles="r7"))
    question = await require_private(ana.command("draw", room))
    await ana.click(question, "Draw")
    await ben.command("draw", room)
    before = running_bot.game(room)

    answer = await require_answer(ana.click(old, confirm_of(old)))

    assert "The table has changed since then, so nothing was done." in answer.text
    assert answer.id == old.id
    assert "**Your turn**" in answer.text
    assert running_bot.game(room).state == before.state


async def test_who_does_not_play_gets_no_help(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room, options=FULL)
    stranger = running_bot.stranger()

    assert (await require_private(stranger.command("fit", room, tiles="r7"))).text == "You're not in this game."
    assert (await require_private(stranger.command("hint", room))).text == "You're not in this game."
    assert await stranger.autocomplete("play", "move", room, move="") == []


async def test_a_turn_that_was_found_can_be_confirmed_after_a_kill(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room)
    ana = running_bot.seat("Ana")
    shown = await require_private(ana.command("fit", room, tiles="r7"))
    await running_bot.kill()
    await running_bot.start()

    await ana.click(shown, confirm_of(shown))

    assert sets(running_bot, room)[0] == "R4 R5 R6 R7"


async def test_a_table_without_help_names_its_rule(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room, options=OFF)
    ana = running_bot.seat("Ana")

    fit = await require_private(ana.command("fit", room, tiles="r7"))
    hint = await require_private(ana.command("hint", room))
    rack = await require_private(ana.command("rack", room))

    assert re.fullmatch(
        r"This table plays with \*\*Help: .+\*\*\. The host chooses that before the game starts\.",
        fit.text,
    )
    assert hint.text == fit.text
    assert not {"Arrange", "Hint"} & set(rack.buttons)
    assert await ana.autocomplete("play", "move", room, move="") == []


async def test_a_strict_table_helps_nobody(running_bot: RunningBot, room: Channel) -> None:
    lay_out_table(running_bot, room, options={"strict_mistakes": True, **FULL})
    ana = running_bot.seat("Ana")

    fit = await require_private(ana.command("fit", room, tiles="r7"))
    hint = await require_private(ana.command("hint", room))

    assert (
        fit.text == hint.text == "This table has a penalty for mistakes, so plays aren't checked before you make them."
    )
    assert len(await ana.autocomplete("play", "move", room, move="r7")) == 1
    assert not {"Arrange", "Hint"} & set((await require_private(ana.command("rack", room))).buttons)
