"""The page's welcome to a newcomer: three cards, each of which leads to what it says in one tap."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from playground.model.starting_world import ANA_ID, SECOND_TABLE_ID, TABLE_ID
from storage.games import Phase
from tests.e2e.running_bot import RunningBot

from .browser import SeatOnPage, page_at

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.browser]
PHONE = (400, 800)


@pytest_asyncio.fixture(loop_scope="module")
async def ana(shared_bot: RunningBot, browser: Browser) -> AsyncIterator[SeatOnPage]:
    async with page_at(browser, shared_bot.playground.address, size=PHONE) as page:
        yield SeatOnPage(page, ANA_ID)


async def test_the_newcomer_sees_three_cards_and_all_commands(running_bot: RunningBot, ana: SeatOnPage) -> None:
    cards = ana.root.locator(".card b")
    await expect(cards).to_have_text(["Play against the computer", "Today's puzzle", "How to play"])
    commands = await ana.root.locator(".starter").all_inner_texts()
    assert commands == sorted(commands)
    assert {"/new", "/puzzle", "/help", "/rules"} <= set(commands)
    await running_bot.until(lambda: running_bot.world.bot_online)


@pytest.mark.usefixtures("running_bot")
async def test_a_card_shows_the_help_and_another_the_puzzle(ana: SeatOnPage) -> None:
    await ana.root.get_by_role("button", name="How to play").click()
    await ana.sees("/new")
    await ana.root.get_by_role("button", name="Today's puzzle").click()
    await ana.sees("Puzzle of")


async def test_a_card_opens_a_game_against_the_computer(running_bot: RunningBot, ana: SeatOnPage) -> None:
    await ana.root.get_by_role("button", name="Play against the computer").click()
    await expect(ana.root.get_by_role("combobox", name="Pick tiles from your rack", exact=True)).to_be_visible()
    await ana.sees("Classic in The Rackety club")
    assert running_bot.game(TABLE_ID).phase is Phase.PLAYING


@pytest.mark.parametrize(("place", "buttons"), [("second-table", ["Play vs computer"]), ("Rackety", [])])
async def test_a_command_leads_to_the_bench_with_few_taps(
    running_bot: RunningBot, ana: SeatOnPage, place: str, buttons: list[str]
) -> None:
    """Taking the command from the list, and sending it, are a tap each."""
    await ana.visit(place)

    await ana.begin_command("new")
    await ana.send()
    for label in buttons:
        await ana.tap(label)

    await expect(ana.root.get_by_role("combobox", name="Pick tiles from your rack", exact=True)).to_be_visible()
    game = running_bot.game(ANA_ID if place == "Rackety" else SECOND_TABLE_ID)
    assert game.state
    assert game.state.deadline is None
