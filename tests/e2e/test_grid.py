"""A game on a grid: placed in notation and in the Text window, refused by cell, drafted by buttons, ended by passes."""

import re
from dataclasses import replace

import pytest

from engine.game.views import Value
from engine.variants import load
from playground.model.values import Channel
from storage.games import Phase
from tests.e2e.running_bot import RunningBot
from tests.grid_positions import GridPosition, grid
from tests.positions import SEED

from .looking import find_public, read_alt, read_rack, require_answer, require_private

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROW = "h8=r4 i8=r5 j8=r6"


async def test_a_turn_is_placed_and_scored(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, grid("rummykruss", cells=ROW, racks=["b5 k5 b9", "o1 o2"]))
    ana, ben = running_bot.seats(2)

    (choice,) = await ana.autocomplete("play", "move", room, move="i7=b5 i9=k5")
    played = await require_private(ana.command("play", room, move="i7=b5 i9=k5"))

    assert choice["name"] == "Valid: 2 tiles placed, intersections +1, +2 to your score, 1 left."
    assert "You placed I7=B5 I9=K5 with 1 new intersection: +2 points." in played.text
    assert read_rack(played) == ["B9"]
    shown = await require_answer(ben.command("table", room))
    assert f"<@{ana.user.id}> placed I7=B5 I9=K5 with 1 new intersection: +2 points." in shown.text
    assert "I7" in read_alt(shown)
    assert running_bot.game(room).state.scores == (2, 0)  # type: ignore[union-attr]  # a grid's


async def test_a_refusal_names_the_cell_or_the_line_and_the_clause(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, grid("rummykruss", cells=ROW, blocks="k8", racks=["r7 b5 b6", "o1"], barred=(6,)))
    ana = running_bot.seat("Ana")

    for move, why in (
        ("K8=R7", "K8 is blocked. (RK-3)"),
        ("I9=B5", "I8 to I9 (R5 B5) isn't a set: "),
        ("G8=R3", "You don't have R3. (RK-7)"),
        ("C3=R7", "R7 on C3 isn't in a set. (RK-14)"),
        ("P1=R7", "P1 is outside the grid, which goes from A1 to O15. (RK-1)"),
        ("J8=R7", "R6 is already on J8. (RK-9)"),
        ("R7", "“R7” isn't a move"),
    ):
        refused = await require_private(ana.command("play", room, move=move))
        assert why in refused.text
        assert refused.buttons == ["Edit again"]
    assert running_bot.game(room).version == 1


async def test_a_house_rule_bars_what_was_touched_and_another_pays_for_contact(
    running_bot: RunningBot, room: Channel
) -> None:
    options: dict[str, Value] = {"no_contact_same": True, "scoring": "connected"}
    running_bot.lay(room, grid("rummykruss", cells=ROW, racks=["r7 k1", "b6 k6 r8"], options=options))
    ana, ben = running_bot.seats(2)

    played = await require_private(ana.command("play", room, move="k8=r7"))
    refused = await require_private(ben.command("play", room, move="j7=b6 j9=k6"))

    assert "You placed K8=R7: +2 points." in played.text
    assert "J7 touches J8, beside which your opponent just placed a tile. (RK-19)" in refused.text
    await ben.command("play", room, move="l8=r8")
    assert running_bot.game(room).state.scores == (2, 2)  # type: ignore[union-attr]  # a grid's


async def test_the_window_holds_the_whole_grid_and_plays_what_is_edited(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, grid("rummykruss", cells="h8=r4 i8=j:r5 j8=r6", racks=["r7 k1", "o1"]))
    ana = running_bot.seat("Ana")
    rack = await require_private(ana.command("rack", room))

    await ana.click(rack, "Edit as text")
    assert ana.modal is not None
    assert ana.modal.values == {"move": "table:\nH8=R4 I8=J:R5 J8=R6"}
    refused = await require_private(ana.submit(move="table:\nH8=R4 I8=J:R5 K8=R7"))
    assert refused.text.startswith("R6 must stay on the table. (RK-10)")
    await ana.click(refused, "Edit again")
    played = await require_answer(ana.submit(move="table:\nH8=R4 I8=J:R5 J8=R6 K8=R7"))

    assert read_rack(played) == ["K1"]


async def test_racks_are_drafted_by_buttons(running_bot: RunningBot, room: Channel) -> None:
    variant = load()["rummykruss"]
    start = variant.setup(2, SEED, 0, {"open_draft": True}).state
    running_bot.lay(room, GridPosition(variant, replace(start, turn=0, active=frozenset({0}))))
    ana, ben = running_bot.seats(2)
    public = await require_answer(ana.command("table", room))
    picks = [name for name in public.buttons if name.startswith("Pick ")]
    second = public.component(picks[1])["custom_id"]

    await ana.click(public, picks[0])
    rack = await require_private(ana.command("rack", room))
    again = await require_answer(ana.click(public, second))  # as whoever still sees the first picture would
    rest = await require_private(ben.command("rack", room))

    assert len(picks) == len(set(picks)) <= 5
    assert read_rack(rack) == [picks[0].removeprefix("Pick ")]
    assert f"<@{ana.user.id}> picked {read_rack(rack)[0]}." in again.text
    assert re.search(r"Pick ", str(again.buttons))
    assert running_bot.game(room).version == 2
    picked = await require_answer(ben.click(rest, next(name for name in rest.buttons if name.startswith("Pick "))))
    assert len(read_rack(picked)) == 1
    early = await require_private(ana.command("draw", room))
    assert early.text.startswith("Pick one of the open tiles first. (RK-6)")


async def test_two_passes_end_the_game_and_intersections_break_the_tie(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, grid("rummykruss", racks=["r9", "o1"], pool="", scores=(3, 3), made=(1, 2)))
    ana, ben = running_bot.seats(2)

    await ana.command("pass", room)
    await ben.command("pass", room)

    over = ben.wait(lambda seat: next((each for each in find_public(seat, room) if "Rematch" in each.buttons), None))
    end = await require_answer(over)
    assert "Decided by intersections made: 2 to 1." in end.text
    assert f"<@{ben.user.id}> wins" in end.text
    assert running_bot.game(room).phase is Phase.OVER


async def test_the_whole_board_is_shown_to_who_asks(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, grid("rummykruss", cells=ROW, racks=["b5 k5 b9", "o1 o2"]))
    ana, ben = running_bot.seats(2)
    table = await require_answer(ana.command("table", room))
    (cropped,) = table.pictures

    whole = await require_private(ben.click(table, "Whole board"))

    (board,) = whole.pictures
    assert board["description"] == cropped["description"]
    assert "board-" in board["url"]
