"""Every rule system on the page of the playground, to its end: each move typed or tapped in a real browser."""

import random
from functools import partial
from pathlib import Path

import pytest
from playwright.async_api import expect

from engine.text.phrases import Phrase, say
from playground.model.values import Channel
from storage.games import Phase
from tests.e2e.player import choose_line
from tests.e2e.running_bot import VARIANTS, RunningBot
from tests.support.browser import SeatOnPage, chromium, page_at

pytestmark = [pytest.mark.soak, pytest.mark.browser, pytest.mark.timeout(1200)]


@pytest.mark.parametrize("key", VARIANTS)
async def test_every_system_is_played_to_its_end_on_the_page(tmp_path: Path, key: str) -> None:
    variant = VARIANTS[key]
    dice = random.Random(11)  # the same players each time
    async with RunningBot.open(tmp_path) as running_bot, chromium() as browser:
        people = running_bot.seats(variant.seats({})[0])
        room = running_bot.room("page")
        address, ids = running_bot.playground.address, [each.user.id for each in people]
        async with page_at(browser, address, *ids, size=(1400, 1000)) as page:
            seats = [SeatOnPage(page, each) for each in ids]
            for each in seats:
                await each.visit("page")
            await begun(running_bot, room, variant.info.name, seats)
            while (game := running_bot.game(room)).phase is Phase.PLAYING:
                assert game.state is not None
                await made(seats[game.state.turn], choose_line(variant, game.state, dice))
                await running_bot.until(partial(moved_on, running_bot, room, game.version))
            await seats[0].sees("win")
            await seats[0].type_command("/leaderboard")
            await seats[0].sees("of 1 game won")


async def begun(running_bot: RunningBot, room: Channel, name: Phrase, seats: list[SeatOnPage]) -> None:
    """Open a table of this system and sit down, in the language that is spoken."""
    host, *others = seats
    await host.begin_command("new")
    await host.fill_option("variant", str(name))
    await host.take(say("{name}: {choice}", name=name, choice="").strip())
    await host.fill_option("clock", say("No clock"))
    await host.take(say("No clock"))
    await host.send()
    for each in others:
        await each.tap(say("Join"))
    await running_bot.until(lambda: len(running_bot.game(room).players) == len(seats))
    await host.tap(say("Start"))
    await running_bot.until(lambda: running_bot.game(room).phase is Phase.PLAYING)


async def made(seat: SeatOnPage, line: str) -> None:
    """Make the move that a line of the log means, as a person would."""
    verb, _, rest = line.partition(" ")
    if verb == "play":
        await seat.begin_command("play")
        await seat.fill_option("move", rest)
        await expect(seat.suggestions.first).to_contain_text("Valid")
        await seat.take("Valid")
        await seat.send()
    elif verb == "claim":
        await seat.type_command("/claim", set=rest)
    elif verb == "draw" and rest not in {"", "1"}:
        await seat.type_command("/draw", count=rest)
    else:
        await seat.type_command(f"/{verb}")


def moved_on(running_bot: RunningBot, room: Channel, version: int) -> bool:
    return running_bot.game(room).version > version
