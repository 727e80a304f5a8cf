"""Every rule system on the page of the playground, to its end: each move typed or tapped in a real browser."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from engine.text.phrases import say
from storage.games import Phase
from tests.e2e.browser import SeatOnPage, chromium, page_at
from tests.e2e.house import House
from tests.e2e.test_systems import SYSTEMS, chosen

if TYPE_CHECKING:
    from pathlib import Path

    from engine.text.phrases import Phrase
    from playground.model.values import Channel

pytestmark = [pytest.mark.soak, pytest.mark.browser, pytest.mark.timeout(1200)]


@pytest.mark.parametrize("key", SYSTEMS)
async def test_every_system_is_played_to_its_end_on_the_page(tmp_path: Path, key: str) -> None:
    variant = SYSTEMS[key]
    dice = random.Random(11)  # noqa: S311  # the same players each time
    async with House.open(tmp_path) as house, chromium() as browser:
        people = house.seats(variant.seats({})[0])
        room = house.room("page")
        address, ids = house.playground.address, [each.user.id for each in people]
        async with page_at(browser, address, *ids, size=(1400, 1000)) as page:
            seats = [SeatOnPage(page, each) for each in ids]
            for each in seats:
                await each.visit("page")
            await begun(house, room, variant.info.name, seats)
            while (game := house.game(room)).phase is Phase.PLAYING:
                assert game.state is not None
                await made(seats[game.state.turn], chosen(variant, game.state, dice))
                await house.until(partial(moved_on, house, room, game.version))
            await seats[0].sees("win")
            await seats[0].type_command("/leaderboard")
            await seats[0].sees("of 1 game won")


async def begun(house: House, room: Channel, name: Phrase, seats: list[SeatOnPage]) -> None:
    """Open a table of this system and sit down, in the language that is spoken."""
    host, *others = seats
    await host.begin_command("new")
    await host.fill_option("variant", str(name))
    await host.take(say("{name}: {choice}", name=name, choice="").strip())
    await host.fill_option("clock", say("off"))
    await host.take(say("off"))
    await host.send()
    for each in others:
        await each.tap(say("Join"))
    await house.until(lambda: len(house.game(room).players) == len(seats))
    await host.tap(say("Start"))
    await house.until(lambda: house.game(room).phase is Phase.PLAYING)


async def made(seat: SeatOnPage, line: str) -> None:
    """Make the move that a line of the log means, as a person would."""
    verb, _, rest = line.partition(" ")
    if verb == "play":
        await seat.begin_command("play")
        await seat.fill_option("move", rest)
        await expect(seat.suggestions.first).to_contain_text("Legal")
        await seat.take("Legal")
        await seat.send()
    elif verb == "claim":
        await seat.type_command("/claim", set=rest)
    elif verb == "draw" and rest not in {"", "1"}:
        await seat.type_command("/draw", count=rest)
    else:
        await seat.type_command(f"/{verb}")


def moved_on(house: House, room: Channel, version: int) -> bool:
    return house.game(room).version > version
