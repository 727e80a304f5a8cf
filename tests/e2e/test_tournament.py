"""A tournament's table: a new deal that only its owner is offered, a pass that is refused, an end by proof."""

import pytest

from playground.model.values import Channel
from storage.games import Phase
from tests.e2e.running_bot import RunningBot
from tests.positions import position

from .looking import find_public, read_rack, require_answer, require_private

pytestmark = pytest.mark.asyncio(loop_scope="module")

TWINS = "r1 r1 b2 b2 k3 k3 r5 b6 k8 o9 r10 b12 k13 o1"
PLAIN = "r2 r4 b1 b3 k5 k6 o4 o5 r7 b8 k9 o11 r12 b13"
ASK = "Ask for a new deal"


async def test_a_new_deal_is_offered_to_its_owner_alone_and_told_to_all(running_bot: RunningBot, room: Channel) -> None:
    options = {"three_doubles": True, "clock": 0}
    running_bot.lay(room, position("classic", racks=[PLAIN, TWINS], opened=False, options=options))
    ana, ben = running_bot.seats(2)

    shown = await require_answer(ana.command("table", room))
    own, other = await require_private(ben.command("rack", room)), await require_private(ana.command("rack", room))
    assert [ASK in each.buttons for each in (own, other, shown)] == [True, False, False]
    dealt = await require_answer(ben.click(own, ASK))  # it is Ana's turn

    assert ASK not in dealt.buttons
    assert len(read_rack(dealt)) == 14
    assert read_rack(dealt) != read_rack(own)
    news = f"<@{ben.user.id}> was dealt 3 doubles and asked for a new deal. Everyone got new tiles"
    await ana.wait(lambda seat: news in find_public(seat, room)[-1].text)
    assert read_rack(await require_private(ana.command("rack", room))) != read_rack(other)
    assert running_bot.state(room).deals == 2


async def test_who_can_play_can_not_pass_and_is_not_told_how(running_bot: RunningBot, room: Channel) -> None:
    options = {"must_play_when_empty": True, "clock": 0}
    running_bot.lay(room, position("classic", table="r3 r4 r5", racks=["r6 k1", "o1 r2"], pool="", options=options))
    ana = running_bot.seat("Ana")

    refused = await require_private(ana.command("pass", room))

    assert refused.text == "You can't pass. You have a play, and this table's rules make you play if you can. (CL-36)"
    assert running_bot.state(room).turn == 0


async def test_a_strict_table_previews_nothing_and_names_the_clause(running_bot: RunningBot, room: Channel) -> None:
    options = {"strict_mistakes": True, "clock": 0}
    running_bot.lay(room, position("classic", table="r3 r4 r5", racks=["r6 k1", "o1"], options=options))
    ana = running_bot.seat("Ana")

    (choice,) = await ana.autocomplete("play", "move", room, move="a+r6")

    assert choice["name"] == "This table checks a play only when you make it. (CL-21)"


async def test_the_table_ends_by_itself_when_nobody_can_play(running_bot: RunningBot, room: Channel) -> None:
    running_bot.lay(room, position("classic", table="r3 r4 r5", racks=["b1", "o9"], pool="k4"))
    ana, ben = running_bot.seats(2)
    await require_answer(ana.command("table", room))

    await require_private(ana.command("draw", room))

    await ben.wait(lambda seat: "nobody can play." in find_public(seat, room)[-1].text)
    assert running_bot.game(room).phase is Phase.OVER
