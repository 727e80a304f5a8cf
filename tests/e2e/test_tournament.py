"""A tournament's table: a new deal that only its owner is offered, a pass that is refused, an end by proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from storage.games import Phase
from tests.positions import position

from .looking import must, private, public, rack_of

if TYPE_CHECKING:
    from playground.model.values import Channel

    from .house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

TWINS = "r1 r1 b2 b2 k3 k3 r5 b6 k8 o9 r10 b12 k13 o1"
PLAIN = "r2 r4 b1 b3 k5 k6 o4 o5 r7 b8 k9 o11 r12 b13"
ASK = "Ask for a new deal"


async def test_a_new_deal_is_offered_to_its_owner_alone_and_told_to_all(house: House, room: Channel) -> None:
    options = {"three_doubles": True, "clock": 0}
    house.lay(room, position("classic", racks=[PLAIN, TWINS], opened=False, options=options))
    ana, ben = house.seats(2)

    shown = await must(ana.command("table", room))
    own, other = await private(ben.command("rack", room)), await private(ana.command("rack", room))
    assert [ASK in each.buttons for each in (own, other, shown)] == [True, False, False]
    dealt = await must(ben.click(own, ASK))  # it is Ana's turn

    assert ASK not in dealt.buttons
    assert len(rack_of(dealt)) == 14
    assert rack_of(dealt) != rack_of(own)
    news = f"<@{ben.user.id}> was dealt 3 doubles and asked for a new deal: everybody has new tiles"
    await ana.wait(lambda seat: news in public(seat, room)[-1].text)
    assert rack_of(await private(ana.command("rack", room))) != rack_of(other)
    assert house.state(room).deals == 2


async def test_who_can_play_can_not_pass_and_is_not_told_how(house: House, room: Channel) -> None:
    options = {"must_play_when_empty": True, "clock": 0}
    house.lay(room, position("classic", table="r3 r4 r5", racks=["r6 k1", "o1 r2"], pool="", options=options))
    ana = house.seat("Ana")

    refused = await private(ana.command("pass", room))

    assert refused.text == "You can't pass: you have a play, and at this table who can play must. (CL-36)"
    assert house.state(room).turn == 0


async def test_a_strict_table_previews_nothing_and_names_the_clause(house: House, room: Channel) -> None:
    options = {"strict_mistakes": True, "clock": 0}
    house.lay(room, position("classic", table="r3 r4 r5", racks=["r6 k1", "o1"], options=options))
    ana = house.seat("Ana")

    (choice,) = await ana.autocomplete("play", "move", room, move="a+r6")

    assert choice["name"] == "This table judges a play when it is made. (CL-21)"


async def test_the_table_ends_by_itself_when_nobody_can_play(house: House, room: Channel) -> None:
    house.lay(room, position("classic", table="r3 r4 r5", racks=["b1", "o9"], pool="k4"))
    ana, ben = house.seats(2)
    await must(ana.command("table", room))

    await private(ana.command("draw", room))

    await ben.wait(lambda seat: "nobody can play any more" in public(seat, room)[-1].text)
    assert house.game(room).phase is Phase.OVER
