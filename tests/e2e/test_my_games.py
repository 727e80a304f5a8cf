"""All one's games, wherever they are, and the way from one that waits to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.positions import position

from .looking import must, private, public

if TYPE_CHECKING:
    from playground.model.values import Channel
    from storage.games import Game

    from .house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")


def laid(house: House, room: Channel, turn: int, left: int | None = None) -> Game:
    options = {"clock": 120 if left else 0}
    laying = position("classic", racks=["r4 r5", "o1 o2"], pool="b1 b2 b3", turn=turn, options=options)
    return house.lay(room, laying, left=left)


async def test_games_lists_all_of_them_those_that_wait_first(house: House, room: Channel) -> None:
    ana, ben = house.seats(2)
    theirs, slow, soon = house.room("theirs"), house.room("slow"), house.room("soon")
    laid(house, theirs, turn=1)
    laid(house, slow, turn=0)
    laid(house, soon, turn=0, left=100)
    await must(ana.command("new", room))
    shown = await must(ben.command("table", slow))

    listed = await private(ana.command("games", room))

    lines = [line for line in listed.text.splitlines() if line.startswith("- ")]
    order = [next(each for each in (theirs, slow, soon, room) if f"<#{each.id}>" in line) for line in lines]
    assert order == [soon, slow, theirs, room]
    assert [("**your turn**" in line) for line in lines] == [True, True, False, False]
    assert f"<@{ben.user.id}> is to move" in lines[2]
    assert lines[3].endswith("waits for players.")
    assert f"/{slow.id}/{shown.id})" in lines[1]
    assert listed.buttons == ["Next game"]
    chloe = await private(house.seat("Chloé").command("games", room))
    assert chloe.text == "## Your games\nYou sit at no table. /new opens one in a server's channel."
    assert chloe.buttons == []


async def test_next_game_goes_round_all_that_wait_and_works_in_direct_messages(house: House) -> None:
    dmitri = house.seat("Dmitri")
    places = [house.room(name) for name in ("first", "second")]
    for place in places:
        game = laid(house, place, turn=0)
        house.write("UPDATE game SET players = replace(players, ?, ?) WHERE id = ?", swapped(house, game))
    listed = await must(dmitri.command("games", dmitri.dms))
    assert len([line for line in listed.text.splitlines() if "**your turn**" in line]) == 2

    rack = await must(dmitri.click(listed, "Next game"))

    assert f"<#{places[0].id}>" in rack.text
    assert not [each for place in places for each in public(dmitri, place)]  # nothing was shown to others


def swapped(house: House, game: Game) -> tuple[str, str, int]:
    """Dmitri sits where Ana would."""
    return str(house.seat("Ana").user.id), str(house.seat("Dmitri").user.id), game.id
