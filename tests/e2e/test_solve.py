"""/solve: the best turn of any position, shown to who asks alone, also where the bot is not."""

from typing import get_args

import pytest

from playground.model.values import Channel, ChannelKind
from tests.e2e.running_bot import RunningBot

from .looking import read_alt, read_table, require_private

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_the_best_turn_is_told_and_drawn(running_bot: RunningBot, room: Channel) -> None:
    shown = await require_private(running_bot.seat("Ana").command("solve", room, rack="R6 B3 O3 K9", table="R3 R4 R5"))

    assert shown.text.startswith(
        "## Solver\n-# Classic\nYou can play R6 B3 O3.\nValid: 3 tiles played for 12 points, 1 left."
    )
    assert "R4 R5 R6" in shown.text
    assert sorted(read_table(shown).values()) == [["R3", "B3", "O3"], ["R4", "R5", "R6"]]
    assert "Ana" not in read_alt(shown)


async def test_today_s_puzzle_is_answered_in_puzzle_only(running_bot: RunningBot, room: Channel) -> None:
    ana, eve = running_bot.seat("Ana"), running_bot.stranger()
    await require_private(ana.command("puzzle", room, difficulty="easy"))
    (puzzle,) = running_bot.rows("SELECT sets, rack FROM puzzle WHERE grade = 'easy' ORDER BY day LIMIT 1")
    reordered = " / ".join(reversed(puzzle["sets"].split(" / ")))
    elsewhere = running_bot.world.add_channel("another server", "away")

    for seat, place, table in ((ana, room, puzzle["sets"]), (eve, elsewhere, reordered)):
        said = await require_private(seat.command("solve", place, rack=puzzle["rack"], table=table))
        assert said.text == "That's today's puzzle. Answer it in /puzzle; tomorrow, I can solve it here."


async def test_the_table_comes_in_words_too_for_who_wants_that(running_bot: RunningBot, room: Channel) -> None:
    eve = running_bot.stranger()
    await eve.command("settings", room, text="true")

    shown = await require_private(eve.command("solve", room, rack="r7 k1", table="r4 r5 r6"))

    assert "A: red 4, red 5, red 6, red 7." in shown.text


async def test_who_has_not_opened_needs_an_opening(running_bot: RunningBot, room: Channel) -> None:
    ana = running_bot.seat("Ana")

    none = await require_private(ana.command("solve", room, rack="R1 B1 K1"))
    small = await require_private(ana.command("solve", room, rack="R1 B1 K1", opened=True))
    enough = await require_private(ana.command("solve", room, rack="R10 B10 J K2"))

    assert "Nothing to play.\n-# If you've already opened, add `opened:True`." in none.text
    assert "You can play R1 B1 K1." in small.text
    assert "You can play R10 B10 J." in enough.text


async def test_a_grid_is_solved_too_and_says_that_it_is_not_sure(running_bot: RunningBot, room: Channel) -> None:
    options = {"rack": "B5 K5 K12", "table": "H8=R4 I8=R5 J8=R6", "variant": "rummykruss"}

    shown = await require_private(running_bot.seat("Ana").command("solve", room, options))

    assert "You can play B5 K5." in shown.text
    assert shown.pictures


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rack": "red four"}, "“red four” isn't a tile"),
        ({"rack": "R4", "table": "R1 R2"}, "R1 R2"),
        ({"rack": "R4 R4 R4"}, "That's more R4 tiles than the box has."),
    ],
)
async def test_what_can_not_be_read_is_explained(
    running_bot: RunningBot, room: Channel, options: dict[str, str], sentence: str
) -> None:
    assert sentence in (await require_private(running_bot.seat("Ana").command("solve", room, options))).text


@pytest.mark.parametrize("kind", get_args(ChannelKind))
async def test_solver_puzzle_help_and_rules_work_wherever_people_take_the_bot(
    running_bot: RunningBot, kind: ChannelKind
) -> None:
    ana = running_bot.seat("Ana")
    if kind == "thread":
        place = running_bot.world.add_thread("side", running_bot.room().id, ana.user.id)
    else:
        place = ana.dms if kind == "dm" else running_bot.world.add_channel("place", kind)

    for command, options in (
        ("solve", {"rack": "R6", "table": "R3 R4 R5"}),
        ("help", {}),
        ("rules", {}),
        ("settings", {}),
        ("puzzle-board", {}),
    ):
        assert (await require_private(ana.command(command, place, options))).text
    puzzle = await ana.command("puzzle", place)
    assert puzzle is not None
    await ana.wait(lambda seat: not seat.messages(place)[-1].loading)
    assert puzzle.ephemeral == (kind != "dm")
