"""Looking on: a table that is followed, and the log of what has happened, for everybody and with nothing hidden."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from engine.tiles.notation import write_tile
from services.seen import news
from tests.positions import position

from .looking import alt, must, private, public, seen
from .player import Beginner

if TYPE_CHECKING:
    from collections.abc import Callable

    from playground import ShownMessage, SimulatedUser
    from playground.model.values import Channel

    from .house import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

NOBODY = "No game has begun in this channel, so nothing has happened yet."


async def begun(house: House, room: Channel, clock: str = "0") -> tuple[SimulatedUser, SimulatedUser]:
    """A game of Ana and Ben from its deal."""
    ana, ben = house.seats(2)
    lobby = await must(ana.command("new", room, clock=clock))
    await ben.click(lobby, "Join")
    await ana.click(lobby, "Start")
    return ana, ben


async def followed(seat: SimulatedUser, room: Channel) -> ShownMessage:
    more = await private(seat.click(public(seat, room)[-1], "More"))
    return await private(seat.click(more, "Follow"))


def now(seat: SimulatedUser, panel: ShownMessage) -> ShownMessage | None:
    """The panel as the seat sees it now."""
    return next((each for each in seat.messages(int(panel.json["channel_id"])) if each.id == panel.id), None)


def saying(panel: ShownMessage, words: str) -> Callable[[SimulatedUser], ShownMessage | None]:
    """For `seen`: the panel, with these words."""

    def find(seat: SimulatedUser) -> ShownMessage | None:
        found = now(seat, panel)
        return found if found is not None and words in found.text else None

    return find


# following


async def test_a_stranger_follows_a_table_that_goes_on(house: House, room: Channel) -> None:
    ana, ben = await begun(house, room)
    eve = house.stranger()
    await eve.wait(lambda seat: public(seat, room) and "More" in public(seat, room)[-1].buttons)

    panel = await followed(eve, room)

    assert panel.buttons == ["Refresh", "Log", "Stop following"]
    assert "You follow Classic in" in panel.text
    racks = [seat.rack for seat in house.state(room).seats]
    players = [ana, ben]
    log = await private(eve.click(panel, "Log"))
    assert log.id != panel.id  # which goes on following
    mover = players[house.state(room).turn]
    await mover.command("draw", room)
    shown = await seen(eve, saying(panel, f"<@{mover.user.id}> drew 1 tile."))
    assert shown.ephemeral
    await eve.wait(lambda seat: alt(public(seat, room)[-1]) == alt(shown))  # which is what everybody sees
    assert not any(write_tile(tile) in alt(shown).split() for rack in racks for tile in rack)
    stopped = await must(eve.click(shown, "Stop following"))
    assert stopped.buttons == ["Follow again"]


async def test_a_followed_table_comes_in_words_for_who_wants_that(house: House, room: Channel) -> None:
    house.lay(room, position("classic", table="r4 r5 r6", racks=["k1 k2", "o1"], pool="b1 b2", options={"clock": 0}))
    ana, ben = house.seats(2)
    await must(ana.command("table", room))
    await ben.wait(lambda seat: len(public(seat, room)) == 1)
    await ben.command("settings", room, text=True)
    panel = await followed(ben, room)
    await ana.command("draw", room)
    shown = await seen(ben, saying(panel, f"<@{ana.user.id}> drew 1 tile."))
    await ben.command("settings", room, text=False)

    assert all("A: red 4, red 5, red 6." in each.text for each in (panel, shown))
    assert "Pool: 2 tiles." in panel.text
    assert "Pool: 1 tile." in shown.text
    assert "red 4" not in public(ben, room)[-1].text


async def test_the_end_is_the_last_that_a_follower_is_shown(house: House, room: Channel) -> None:
    house.lay(room, position("classic", racks=["r4 r5", "o1"], pool="b1", options={"clock": 0}))
    ana = house.seat("Ana")
    await must(ana.command("table", room))
    dmitri = house.seat("Dmitri")
    await dmitri.wait(lambda seat: len(public(seat, room)) == 1)
    panel = await followed(dmitri, room)

    await ana.click(await must(ana.command("resign", room)), "Resign")

    shown = await seen(dmitri, saying(panel, "wins"))
    assert shown.buttons == ["Rematch", "Review"]


async def test_a_follower_s_panel_is_brought_up_to_date_by_a_tap_after_a_restart(house: House, room: Channel) -> None:
    house.lay(room, position("classic", racks=["r4 r5", "o1"], pool="b1 b2", options={"clock": 0}))
    ana, ben = house.seats(2)
    await must(ana.command("table", room))
    await ben.wait(lambda seat: len(public(seat, room)) == 1)
    panel = await followed(ben, room)
    await house.stop()
    await house.start()
    await ana.command("draw", room)

    fresh = await must(ben.click(panel, "Refresh"))

    assert fresh.id == panel.id
    assert f"<@{ana.user.id}> drew 1 tile." in fresh.text


async def test_a_dismissed_panel_is_not_shown_again(house: House, room: Channel) -> None:
    house.expect(10008)
    house.lay(room, position("classic", racks=["r4 r5", "o1"], pool="b1 b2", options={"clock": 0}))
    ana, ben = house.seats(2)
    await must(ana.command("table", room))
    await ben.wait(lambda seat: len(public(seat, room)) == 1)
    panel = await followed(ben, room)
    ben.dismiss(panel)

    await ana.command("draw", room)

    await house.until(lambda: "an answer about table" in house.log)
    assert now(ben, panel) is None


# the log


async def test_the_log_tells_every_move_in_words_page_by_page(house: House, room: Channel) -> None:
    ana, ben = await begun(house, room)
    players = [Beginner(ana, room, "letters"), Beginner(ben, room, "window")]
    said = [news(house.game(room))]
    for _ in range(24):
        await players[house.state(room).turn].move()
        said.append(news(house.game(room)))

    eve = house.stranger()
    shown = await private(eve.command("log", room))
    assert shown.buttons == ["Earlier", "Latest"]
    assert "Page 3 of 3" in shown.text
    pages = [shown.text]
    while "Earlier" in shown.buttons:
        shown = await must(eve.click(shown, "Earlier"))
        pages.insert(0, shown.text)

    assert shown.buttons == ["Later", "Latest"]
    entries = [line for page in pages for line in page.splitlines() if line.startswith("- ")]
    assert [re.sub(r"^- (<t:\d+:t> )?", "", entry) for entry in entries] == said
    assert "Page 3 of 3" in (await must(eve.click(shown, "Latest"))).text


async def test_the_log_opens_from_the_menu_and_stays_after_the_end(house: House, room: Channel) -> None:
    ana, ben = await begun(house, room)
    await ben.wait(lambda seat: "More" in public(seat, room)[-1].buttons)
    menu = await private(ben.click(public(ben, room)[-1], "More"))
    log = await must(ben.click(menu, "Log"))
    assert log.id == menu.id
    assert "begins." in log.text

    await ana.click(await must(ana.command("end", room)), "Play on")
    question = await must(ana.command("end", room))
    await ben.click(question, "End the game")

    assert "The game was ended early." in (await private(ben.command("log", room))).text
    final = await seen(ana, lambda seat: next((each for each in public(seat, room) if "Review" in each.buttons), None))
    review = await private(ana.click(final, "Review"))
    assert "can't be gone through" not in review.text  # the log leads to this end


async def test_there_is_no_log_before_a_game_has_begun(house: House, room: Channel) -> None:
    ana = house.seat("Ana")
    assert (await private(ana.command("log", room))).text == NOBODY
    await must(ana.command("new", room))
    assert (await private(ana.command("log", room))).text == NOBODY
