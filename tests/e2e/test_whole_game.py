"""What the README promises a newcomer: two seats on the page play classic to its end, through a kill -9 of the bot."""

from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from playground.model.starting_world import ANA_ID, BEN_ID, TABLE_ID
from storage.games import Game, Phase
from tests.e2e.running_bot import RunningBot

from .browser import SeatOnPage, chromium, page_at
from .looking import read_rack_text, read_table_text
from .veteran import turn

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.browser, pytest.mark.timeout(300)]

HURRY = 28  # tiles that each seat draws at first, at a table that allows any number
KILL = 4  # moves before the bot is killed


@pytest_asyncio.fixture(loop_scope="module")
async def page(shared_bot: RunningBot) -> AsyncIterator[Page]:
    async with chromium() as browser, page_at(browser, shared_bot.playground.address, offline_is_fine=True) as shown:
        yield shown


@dataclass
class Player:
    """A person in front of the page, who knows what the page shows and nothing else."""

    seat: SeatOnPage
    opened: bool = False
    hurried: bool = False

    async def picture(self, name: str) -> str:
        """The words of the newest picture of this file, once it is there."""
        image = self.seat.root.locator(f'.picture img[src*="/{name}"]').last
        await expect(image).to_be_visible()
        return await image.get_attribute("alt") or ""

    async def move(self, game: Game) -> str:
        """Make a turn as a person would, and say of what kind it was."""
        assert game.state is not None
        table = await self.picture(f"table-{game.version}.png")
        await self.seat.tap("My rack")
        rack = await self.picture(f"bench-{game.state.version}-")
        text = turn(read_rack_text(rack), read_table_text(table), opened=self.opened)
        if text is None:
            return await self._draw(table)
        self.opened = True
        await self.seat.begin_command("play")
        await self.seat.fill_option("move", text)
        await expect(self.seat.suggestions.first).to_contain_text("Valid")
        await self.seat.take("Valid")
        await self.seat.send()
        return "play"

    async def _draw(self, table: str) -> str:
        if "Pool: 0" in table:
            await self.seat.tap("Pass")
            return "pass"
        if self.hurried:
            await self.seat.tap("Draw")
            return "draw"
        self.hurried = True
        await self.seat.type_command("/draw", count=str(HURRY))
        return "draw"


@pytest.mark.soak
async def test_two_seats_play_to_the_end_through_a_kill_of_the_bot(running_bot: RunningBot, page: Page) -> None:
    ana, ben = Player(SeatOnPage(page, ANA_ID)), Player(SeatOnPage(page, BEN_ID))
    await ana.seat.begin_command("new")
    await ana.seat.fill_option("clock", "No clock")
    await ana.seat.take("No clock")
    await ana.seat.send()
    await ben.seat.tap("Join")
    await ana.seat.sees("2.@Ben")
    await ana.seat.tap("Options")
    await ana.seat.tap("House rules")
    await ana.seat.choose("Choose a rule to change", "Drawing")
    await ana.seat.choose("The number of tiles in one draw.", "Any number")
    await ana.seat.dismiss()
    await ana.seat.tap("Start")
    await running_bot.until(lambda: running_bot.game(TABLE_ID).phase is Phase.PLAYING)
    kinds = await played(running_bot, {0: ana, 1: ben})

    assert kinds["play"] > 1
    await ana.seat.sees("wins")
    await ben.seat.type_command("/leaderboard")
    await ben.seat.sees("1 of 1 game won")
    await ben.seat.sees("0 of 1 game won")


async def played(running_bot: RunningBot, players: dict[int, Player]) -> Counter[str]:
    """Play to the end, with the bot killed in the middle and started again."""
    kinds: Counter[str] = Counter()
    while (game := running_bot.game(TABLE_ID)).phase is Phase.PLAYING:
        assert game.state is not None
        if kinds.total() == KILL:
            await running_bot.kill()
            await running_bot.start()
        kinds[await players[game.state.turn].move(game)] += 1
        await running_bot.until(partial(moved_on, running_bot, game.version))
    return kinds


def moved_on(running_bot: RunningBot, version: int) -> bool:
    return running_bot.game(TABLE_ID).version > version
