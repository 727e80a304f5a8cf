"""A game on a grid: placed in notation and in the Text window, refused by cell, drafted by buttons, ended by passes."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from engine.variants import load
from storage.games import Phase
from tests.grid_positions import GridPosition, grid
from tests.positions import SEED

from .looking import alt, must, private, rack_of

if TYPE_CHECKING:
    from playground.model.values import Channel

    from .house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROW = "h8=r4 i8=r5 j8=r6"


async def test_a_turn_is_placed_and_scored(house: House, room: Channel) -> None:
    house.lay(room, grid("rummykruss", cells=ROW, racks=["b5 k5 b9", "o1 o2"]))
    ana, ben = house.seats(2)

    (choice,) = await ana.autocomplete("play", "move", room, move="i7=b5 i9=k5")
    played = await private(ana.command("play", room, move="i7=b5 i9=k5"))

    assert choice["name"] == "Legal: places 2 tiles, intersections +1, scores +2, 1 left."
    assert f"<@{ana.user.id}> placed I7=B5 I9=K5 with 1 new intersection: +2." in played.text
    assert rack_of(played) == ["B9"]
    shown = await must(ben.command("table", room))
    assert "I7" in alt(shown)
    assert house.game(room).state.scores == (2, 0)  # type: ignore[union-attr]  # a grid's


async def test_a_refusal_names_the_cell_or_the_line_and_the_clause(house: House, room: Channel) -> None:
    house.lay(room, grid("rummykruss", cells=ROW, blocks="k8", racks=["r7 b5 b6", "o1"], barred=(6,)))
    ana = house.seat("Ana")

    for move, why in (
        ("K8=R7", "K8 is a block: no tile can lie there. (RK-3)"),
        ("I9=B5", "I8 to I9, R5 B5, is no set: "),
        ("G8=R3", "You don't have R3. (RK-7)"),
        ("C3=R7", "R7 on C3 lies in no set. (RK-14)"),
        ("P1=R7", "P1 is outside the grid, which goes from A1 to O15. (RK-1)"),
        ("J8=R7", "J8 is taken by R6. (RK-9)"),
        ("R7", "“R7” is no part of a turn"),
    ):
        refused = await private(ana.command("play", room, move=move))
        assert why in refused.text
        assert refused.buttons == ["Edit again"]
    assert house.game(room).version == 1


async def test_the_window_holds_the_whole_grid_and_plays_what_is_edited(house: House, room: Channel) -> None:
    house.lay(room, grid("rummykruss", cells="h8=r4 i8=j:r5 j8=r6", racks=["r7 k1", "o1"]))
    ana = house.seat("Ana")
    rack = await private(ana.command("rack", room))

    await ana.click(rack, "Text")
    assert ana.modal is not None
    assert ana.modal.values == {"move": "table:\nH8=R4 I8=J:R5 J8=R6"}
    refused = await private(ana.submit(move="table:\nH8=R4 I8=J:R5 K8=R7"))
    assert refused.text.startswith("R6 lay on the table and must stay there. (RK-10)")
    await ana.click(refused, "Edit again")
    played = await must(ana.submit(move="table:\nH8=R4 I8=J:R5 J8=R6 K8=R7"))

    assert rack_of(played) == ["K1"]


async def test_racks_are_drafted_by_buttons(house: House, room: Channel) -> None:
    variant = load()["rummykruss"]
    start = variant.setup(2, SEED, 0, {"open_draft": True}).state
    house.lay(room, GridPosition(variant, replace(start, turn=0, active=frozenset({0}))))
    ana, ben = house.seats(2)
    public = await must(ana.command("table", room))
    picks = [name for name in public.buttons if name.startswith("Pick ")]
    second = public.component(picks[1])["custom_id"]

    await ana.click(public, picks[0])
    rack = await private(ana.command("rack", room))
    again = await must(ana.click(public, second))  # as whoever still sees the first picture would
    rest = await private(ben.command("rack", room))

    assert len(picks) == len(set(picks)) <= 5
    assert rack_of(rack) == [picks[0].removeprefix("Pick ")]
    assert f"<@{ana.user.id}> picked {rack_of(rack)[0]}." in again.text
    assert re.search(r"Pick ", str(again.buttons))
    assert house.game(room).version == 2
    picked = await must(ben.click(rest, next(name for name in rest.buttons if name.startswith("Pick "))))
    assert len(rack_of(picked)) == 1
    early = await private(ana.command("draw", room))
    assert early.text.startswith("The draft is on: pick one of the tiles laid out. (RK-6)")


async def test_two_passes_end_the_game_and_intersections_break_the_tie(house: House, room: Channel) -> None:
    house.lay(room, grid("rummykruss", racks=["r9", "o1"], pool="", scores=(3, 3), made=(1, 2)))
    ana, ben = house.seats(2)

    await ana.command("pass", room)
    await ben.command("pass", room)

    over = ben.wait(lambda seat: next((each for each in seat.messages(room) if "Rematch" in each.buttons), None))
    end = await must(over)
    assert "Intersections made decide: 2 to 1." in end.text
    assert f"<@{ben.user.id}> wins" in end.text
    assert house.game(room).phase is Phase.OVER


async def test_the_whole_board_is_shown_to_who_asks(house: House, room: Channel) -> None:
    house.lay(room, grid("rummykruss", cells=ROW, racks=["b5 k5 b9", "o1 o2"]))
    ana, ben = house.seats(2)
    table = await must(ana.command("table", room))
    (cropped,) = table.pictures

    whole = await private(ben.click(table, "Whole board"))

    (board,) = whole.pictures
    assert board["description"] == cropped["description"]
    assert "board-" in board["url"]
