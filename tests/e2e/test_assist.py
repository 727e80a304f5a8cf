"""/fit by the real bot, as far as each table allows it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from .assisting import FULL, OFF, laid, menus, options, sets
from .looking import alt, must, private, rack_of, table_in

if TYPE_CHECKING:
    from playground.values import Channel

    from .house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_tiles_are_fitted_shown_to_their_owner_alone_and_played_when_confirmed(
    house: House, room: Channel
) -> None:
    laid(house, room)
    ana, ben = house.seats(2)

    shown = await private(ana.command("fit", room, tiles="r7"))

    assert shown.text.startswith(
        "**Fit** · your turn\nLegal: lays 1 tile for 7 points, 4 left.\n```\nA: R4 R5 R6 R7\n```"
    )
    assert table_in(alt(shown)) == {"A": ["R4", "R5", "R6", "R7"], "B": ["B9", "K9", "O9"]}
    assert alt(shown).endswith("Laid: R7.")
    assert shown.buttons == ["Confirm", "Cancel"]
    assert ben.messages(room) == []
    assert sets(house, room) == ["R4 R5 R6", "B9 K9 O9"]
    done = await must(ana.click(shown, "Confirm"))
    assert done.id == shown.id
    assert done.text.startswith(f"<@{ana.user.id}> laid R7.")
    assert sets(house, room) == ["R4 R5 R6 R7", "B9 K9 O9"]


@pytest.mark.parametrize(
    ("tiles", "refusal"),
    [
        ("hello", "“hello” is no tile: write R4, K13 or J."),
        ("r14", "“r14” is no tile of this game."),
        ("k13 r7", "You don't have K13."),
        ("r7 r7", "You don't have R7."),
        ("-", "Name at least one tile of your rack, such as R5."),
    ],
)
async def test_tiles_that_are_not_there_are_refused_with_a_sentence(
    house: House, room: Channel, tiles: str, refusal: str
) -> None:
    laid(house, room)

    answer = await private(house.seat("Ana").command("fit", room, tiles=tiles))

    assert answer.text == refusal


async def test_tiles_that_do_not_all_fit_are_fitted_as_far_as_they_go(house: House, room: Channel) -> None:
    laid(house, room)
    ana = house.seat("Ana")

    some = await private(ana.command("fit", room, tiles="o12, r7 k1"))
    none = await private(ana.command("fit", room, tiles="o12"))

    assert "R7 K1 O12: I find no legal turn with just these, but there is one with R7." in some.text
    assert none.text == "**Fit** · your turn\nO12: I find no legal turn with just these."
    assert none.buttons == ["Cancel"]
    assert rack_of(none) == ["R7", "K1", "K2", "K3", "O12"]
    await ana.click(some, "Confirm")
    assert sets(house, room) == ["R4 R5 R6 R7", "B9 K9 O9"]


async def test_who_has_not_opened_is_told_so(house: House, room: Channel) -> None:
    laid(house, room, opened=False)

    answer = await private(house.seat("Ana").command("fit", room, tiles="r7"))

    assert answer.text.endswith("R7: I find no legal turn with just these. You have not opened yet.")


async def test_tiles_are_picked_from_a_menu(house: House, room: Channel) -> None:
    laid(house, room, racks=["r7 r7 k3 k1 k2", "o1"])
    ana = house.seat("Ana")
    rack = await private(ana.command("rack", room))

    panel = await must(ana.click(rack, "Fit"))

    assert panel.id == rack.id
    assert panel.buttons == ["Cancel"]
    (menu,) = menus(panel)
    assert options(panel, menu) == dict.fromkeys(["R7", "R7 (no. 2)", "K1", "K2", "K3"], False)
    picked = await must(ana.select(panel, menu, ["K1", "K2", "K3"]))
    assert picked.id == rack.id
    assert [label for label, chosen in options(picked, menu).items() if chosen] == ["K1", "K2", "K3"]
    assert "C: K1 K2 K3" in picked.text
    nothing = await must(ana.select(picked, menu, []))
    assert nothing.buttons == ["Cancel"]
    again = await must(ana.select(nothing, menu, ["R7.2"]))
    done = await must(ana.click(again, "Confirm"))
    assert rack_of(done) == ["R7", "K1", "K2", "K3"]


async def test_what_was_picked_is_kept_until_it_is_cancelled_or_played(house: House, room: Channel) -> None:
    laid(house, room)
    ana = house.seat("Ana")
    panel = await private(ana.command("fit", room, tiles="r7 k1 k2 k3"))
    rack = await private(ana.command("rack", room))

    kept = await must(ana.click(rack, "Fit"))

    assert kept.buttons == panel.buttons == ["Confirm", "Cancel"]
    cancelled = await must(ana.click(kept, "Cancel"))
    assert "Your rack" in cancelled.text
    fresh = await must(ana.click(cancelled, "Fit"))
    assert not any(options(fresh, menus(fresh)[0]).values())


async def test_a_rack_of_many_tiles_has_several_menus(house: House, room: Channel) -> None:
    many = " ".join(f"{color}{number}" for color in "rbko" for number in range(1, 11))
    laid(house, room, table="", racks=[f"{many} j", "o1"])
    ana = house.seat("Ana")
    panel = await must(ana.click(await private(ana.command("rack", room)), "Fit"))
    first, second = menus(panel)

    one = await must(ana.select(panel, first, ["R1", "B1"]))
    both = await must(ana.select(one, second, ["O1"]))

    assert len(options(panel, first)) == 25
    assert len(options(panel, second)) == 16
    assert "R1 B1: I find no legal turn with just these." in one.text
    assert "A: R1 B1 O1" in both.text
    less = await must(ana.select(both, first, ["R1"]))
    assert "R1 O1: I find no legal turn" in less.text


async def test_copies_of_a_tile_in_two_menus_are_told_apart(house: House, room: Channel) -> None:
    rack = " ".join(f"{color}{number}" for color in "rb" for number in range(1, 13))
    laid(house, room, table="k5 k6 k7", racks=[f"{rack} k8 k8", "o1"])
    ana = house.seat("Ana")
    panel = await must(ana.click(await private(ana.command("rack", room)), "Fit"))
    first, second = menus(panel)

    picked = await must(ana.select(panel, second, ["K8.2"]))
    dropped = await must(ana.select(picked, second, []))

    assert list(options(panel, first))[-1] == "K8"
    assert options(picked, second) == {"K8 (no. 2)": True}
    assert not any(options(picked, first).values())
    assert "A: K5 K6 K7 K8" in picked.text
    assert dropped.buttons == ["Cancel"]


async def test_before_the_turn_tiles_are_fitted_but_not_played(house: House, room: Channel) -> None:
    laid(house, room, racks=["o1 o2", "r7 k1"])
    ana, ben = house.seats(2)

    early = await private(ben.command("fit", room, tiles="r7"))

    assert f"<@{ana.user.id}> is to move; this is how the table lies now" in early.text
    assert "A: R4 R5 R6 R7" in early.text
    assert early.buttons == ["Look again", "Cancel"]
    await ana.command("draw", room)
    now = await must(ben.click(early, "Look again"))
    assert now.buttons == ["Confirm", "Cancel"]
    await ben.click(now, "Confirm")
    assert sets(house, room)[0] == "R4 R5 R6 R7"


async def test_a_table_that_has_moved_on_is_not_played_on(house: House, room: Channel) -> None:
    laid(house, room)
    ana, ben = house.seats(2)
    old = await private(ana.command("fit", room, tiles="r7"))
    await ana.command("draw", room)
    await ben.command("draw", room)
    before = house.game(room)

    answer = await must(ana.click(old, "Confirm"))

    assert "moved on" in answer.text
    assert answer.id == old.id
    assert "**Your turn**" in answer.text
    assert house.game(room) == before


async def test_only_the_newest_turn_that_was_found_can_be_confirmed_and_only_once(house: House, room: Channel) -> None:
    laid(house, room)
    ana, ben = house.seats(2)
    old = await private(ana.command("fit", room, tiles="r7"))
    new = await private(ana.command("fit", room, tiles="k1 k2 k3"))
    forged = await private(ben.command("rack", room))
    (confirm,) = re.findall(r"rk:lay:[\w:-]+", str(new.json))

    await ana.click(old, "Confirm")
    await ben.forge(forged, confirm)

    assert sets(house, room) == ["R4 R5 R6", "B9 K9 O9"]
    await ana.click(new, "Confirm")
    await ana.forge(new, confirm)
    assert sets(house, room) == ["R4 R5 R6", "B9 K9 O9", "K1 K2 K3"]


async def test_who_does_not_play_gets_no_help(house: House, room: Channel) -> None:
    laid(house, room, options=FULL)
    stranger = house.stranger()

    assert (await private(stranger.command("fit", room, tiles="r7"))).text == "You don't sit at this table."
    assert (await private(stranger.command("hint", room))).text == "You don't sit at this table."
    assert await stranger.autocomplete("play", "move", room, move="") == []


async def test_a_turn_that_was_found_can_be_confirmed_after_a_kill(house: House, room: Channel) -> None:
    laid(house, room)
    ana = house.seat("Ana")
    shown = await private(ana.command("fit", room, tiles="r7"))
    await house.kill()
    await house.start()

    await ana.click(shown, "Confirm")

    assert sets(house, room)[0] == "R4 R5 R6 R7"


async def test_a_table_without_help_names_its_rule(house: House, room: Channel) -> None:
    laid(house, room, options=OFF)
    ana = house.seat("Ana")

    fit = await private(ana.command("fit", room, tiles="r7"))
    hint = await private(ana.command("hint", room))
    rack = await private(ana.command("rack", room))

    assert re.fullmatch(
        r"This table's rule is \*\*Help: .+\*\*\. The host sets it with \*\*Rules\*\* before the game begins\.",
        fit.text,
    )
    assert hint.text == fit.text
    assert not {"Fit", "Hint"} & set(rack.buttons)
    assert await ana.autocomplete("play", "move", room, move="") == []


async def test_a_strict_table_helps_nobody(house: House, room: Channel) -> None:
    laid(house, room, options={"strict_mistakes": True, **FULL})
    ana = house.seat("Ana")

    fit = await private(ana.command("fit", room, tiles="r7"))
    hint = await private(ana.command("hint", room))

    assert fit.text == hint.text == "This table punishes mistakes, so nothing is said of a play before it is made."
    assert len(await ana.autocomplete("play", "move", room, move="r7")) == 1
    assert not {"Fit", "Hint"} & set((await private(ana.command("rack", room))).buttons)
