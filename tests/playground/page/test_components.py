"""Commands, components and modals on the playground's page, driven in a browser, with a small bot behind it."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import Browser, Page, expect

from playground import Playground
from playground.model.starting_world import ANA_ID
from tests.playground.bots import running
from tests.playground.page.sample_bot import ALT, SampleBot
from tests.support.browser import PATIENCE, SeatOnPage, page_at
from tests.support.playing_discord import point_discord_at

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.browser]  # one browser for all of them
PAUSE = 250  # milliseconds without a key before the page asks the bot


# commands


async def test_the_picker_lists_the_commands_that_fit_with_their_descriptions(ana: SeatOnPage) -> None:
    await ana.root.locator("textarea.chat").fill("/th")

    await expect(ana.suggestions).to_have_count(1)
    await expect(ana.suggestions).to_contain_text("/thinkThink it over")


async def test_a_command_shows_its_answer_to_all_and_who_used_it(ana: SeatOnPage, ben: SeatOnPage) -> None:
    await ana.type_command("/echo", words="hello", times="2", color="Deep red")

    await ben.sees("hello times 2 color r")
    await ben.sees("Ana used echo")
    await ana.sees_no("Sending command")


async def test_a_command_can_be_given_by_the_keyboard_alone(page: Page, ana: SeatOnPage) -> None:
    await ana.root.locator("textarea.chat").focus()
    await page.keyboard.type("/ec")
    await page.keyboard.press("Enter")
    await page.keyboard.type("hello")
    await page.keyboard.press("Enter")

    await ana.sees("hello times 1 color none")


async def test_options_typed_after_the_name_find_their_fields(page: Page, ana: SeatOnPage) -> None:
    await ana.root.locator("textarea.chat").focus()
    await page.keyboard.insert_text("/echo words:good day times:3")
    await page.keyboard.press("Enter")

    await ana.sees("good day times 3")


async def test_a_missing_or_wrong_option_is_said_before_anything_is_sent(
    page: Page, ana: SeatOnPage, sample_bot: SampleBot
) -> None:
    await page.clock.install()
    await page.clock.pause_at(datetime.now(UTC) + timedelta(days=1))
    await ana.type_command("/echo")
    await page.clock.run_for(2 * PAUSE)  # no suggestions come in its place
    await expect(ana.composer.get_by_role("alert")).to_contain_text("This option is required")
    assert sample_bot.asked == []
    await page.clock.resume()

    await ana.fill_option("words", "hello")
    await ana.fill_option("times", "4")
    await ana.send()
    await expect(ana.composer.get_by_role("alert")).to_contain_text("Enter a number from 1 to 3")
    await ana.composer.locator('[data-option="times"]').click()
    await expect(ana.composer.get_by_role("alert")).to_have_count(0)

    await ana.fill_option("times", "3")
    await ana.send()
    await ana.sees("hello times 3")


async def until(true: Callable[[], bool]) -> None:
    """Wait for what the bot does."""
    async with asyncio.timeout(PATIENCE / 1000):
        while not true():  # noqa: ASYNC110  # the bot tells nobody
            await asyncio.sleep(0.005)


async def test_an_autocomplete_answer_that_comes_late_does_not_replace_a_later_one(
    ana: SeatOnPage, playground: Playground, sample_bot: SampleBot
) -> None:
    await ana.begin_command("/echo")
    await ana.fill_option("words", "slow")
    await until(lambda: sample_bot.asked[-1:] == ["slow"])
    await ana.fill_option("words", "fast")
    await expect(ana.suggestions).to_have_text(["fast is legal"])
    sample_bot.released.set()
    await until(lambda: sample_bot.answered[-1:] == ["slow"])
    playground.seat("Ben").say("later than that")
    await ana.sees("later than that")

    await expect(ana.suggestions).to_have_text(["fast is legal"])
    assert sample_bot.asked[-2:] == ["slow", "fast"]

    await ana.take("fast is legal")
    await ana.send()
    await ana.sees("fast! times 1")


async def test_typing_quickly_asks_the_bot_once(page: Page, ana: SeatOnPage, sample_bot: SampleBot) -> None:
    await ana.begin_command("/echo")
    await until(lambda: sample_bot.asked == [""])
    await page.clock.install()
    await page.clock.pause_at(datetime.now(UTC) + timedelta(days=1))
    for key in "r4 r5 r6":
        await page.keyboard.press(key)
        await page.clock.run_for(PAUSE - 1)
    assert sample_bot.asked == [""]

    await page.clock.run_for(1)

    await expect(ana.suggestions).to_have_text(["r4 r5 r6 is legal"])
    assert sample_bot.asked == ["", "r4 r5 r6"]


async def test_escape_leaves_a_command_and_enter_then_sends_plain_chat(
    page: Page, ana: SeatOnPage, ben: SeatOnPage
) -> None:
    await ana.begin_command("/echo")
    await page.keyboard.press("Escape")
    await page.keyboard.type("good evening")
    await page.keyboard.press("Enter")

    await ben.sees("good evening")


async def test_a_deferred_answer_says_that_the_bot_is_thinking(ana: SeatOnPage, sample_bot: SampleBot) -> None:
    await ana.type_command("/think")
    await ana.sees("Rackety is thinking")
    sample_bot.released.set()

    await ana.sees("Thought it over")
    await ana.sees_no("is thinking")


async def test_a_command_without_a_bot_fails_in_private_and_can_be_dismissed(
    page: Page, ana: SeatOnPage, ben: SeatOnPage, playground: Playground, sample_bot: SampleBot
) -> None:
    await page.locator("textarea.chat").first.wait_for()
    await sample_bot.close()
    playground.interactions.answer_within = 0.05
    await expect(ana.root.locator(".banner")).to_contain_text("Rackety is offline")
    await expect(page.get_by_text("Rackety is offline", exact=True)).to_be_visible()

    await ana.type_command("/board")
    await ana.sees("The application did not respond")
    assert "did not respond" not in await ben.text()

    await ana.dismiss()
    await ana.sees_no("did not respond")


async def test_a_command_that_could_not_be_sent_keeps_its_fields(
    browser: Browser, playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with page_at(browser, playground.address, offline_is_fine=True) as page:
        ana = SeatOnPage(page, ANA_ID)
        async with Playground.start() as other:
            point_discord_at(other, monkeypatch)
            async with running(SampleBot(), other):
                await page.goto(other.address)
                await ana.begin_command("/echo")
                await ana.fill_option("words", "r4 r5 r6")
        await expect(ana.root.locator(".banner")).to_contain_text("Reconnecting")

        await ana.send()

        await expect(ana.composer.get_by_role("alert")).to_contain_text("The connection was lost")
        await expect(ana.composer.locator('[data-option="words"]')).to_have_value("r4 r5 r6")


async def test_commands_that_come_later_are_offered_for_what_was_typed(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Playground.start() as other, page_at(browser, other.address) as page:
        ana = SeatOnPage(page, ANA_ID)
        point_discord_at(other, monkeypatch)
        await ana.root.locator("textarea.chat").fill("/ec")
        await expect(ana.suggestions).to_have_count(0)

        async with running(SampleBot(), other):
            await expect(ana.suggestions.and_(page.locator('[data-value="echo"]'))).to_be_visible()


# components


async def test_a_picture_is_as_wide_as_discord_draws_it_says_what_it_shows_and_opens_at_full_size(
    page: Page, ana: SeatOnPage
) -> None:
    await ana.type_command("/board")
    image = ana.root.get_by_role("img", name=ALT)
    box = await image.bounding_box()

    assert box is not None
    assert box["width"] == pytest.approx(550, abs=2)
    assert box["height"] == pytest.approx(550 * 764 / 1200, abs=2)

    await ana.root.get_by_role("button", name=f"{ALT} (enlarge)").click()
    large = page.get_by_role("dialog", name="Image at full size")
    await expect(large).to_contain_text(ALT)

    await page.keyboard.press("Escape")

    await expect(large).to_have_count(0)


async def test_an_ephemeral_answer_is_shown_to_one_seat_until_it_is_dismissed(ana: SeatOnPage, ben: SeatOnPage) -> None:
    await ana.type_command("/board")
    await ben.tap("My rack")
    await ben.sees("red 1, blue 2")
    await ben.sees("Only you can see this")
    assert "red 1" not in await ana.text()

    await ben.dismiss()

    await ben.sees_no("red 1, blue 2")


async def test_a_button_that_edits_its_message_shows_the_new_one_to_all(ana: SeatOnPage, ben: SeatOnPage) -> None:
    await ana.type_command("/board")
    await ben.tap("More")

    await ana.sees("Twice")
    await ana.sees("(edited)")
    await expect(ben.root.locator('[data-custom-id="more"]')).to_be_focused()


async def test_a_button_waits_and_then_says_that_the_interaction_failed(
    ana: SeatOnPage, playground: Playground
) -> None:
    await ana.type_command("/board")
    await ana.tap("Silent")
    await expect(ana.root.locator('[data-custom-id="silent"]')).to_have_class("button button-danger pending")
    await expect(ana.root.locator('[data-custom-id="rack"]')).to_be_disabled()

    playground.interactions.time_out()

    await ana.sees("This interaction failed")
    await expect(ana.root.locator('[data-custom-id="rack"]')).to_be_enabled()
    await expect(ana.root.locator('[data-custom-id="never"]')).to_be_disabled()


async def test_a_double_tap_is_one_tap(ana: SeatOnPage) -> None:
    await ana.type_command("/board")
    await ana.root.locator('[data-custom-id="rack"]').dblclick()
    await ana.sees("red 1, blue 2")
    await ana.tap("More")
    await ana.sees("Twice")

    assert (await ana.text()).count("red 1, blue 2") == 1


async def test_a_select_of_several_is_sent_when_it_closes_with_neither_too_few_nor_too_many(ana: SeatOnPage) -> None:
    await ana.type_command("/pick")
    await ana.choose("Tiles", "Red 2")
    await expect(ana.root.get_by_role("combobox", name="Tiles")).to_have_text("Tiles")

    await ana.choose("Tiles", "Red 5", "Red 2")

    await ana.sees("picked r2 r5")
    await ana.choose("Tiles", "Red 1")
    await ana.sees("picked r1 r2 r5")

    await ana.root.get_by_role("combobox", name="Tiles").click()

    await expect(ana.root.locator(".listbox[popover]").get_by_text("Red 4")).to_be_visible()
    assert await ana.root.locator('.listbox[popover] [aria-disabled="true"]').count() == 4


async def test_emojis_of_the_bot_are_pictures_on_buttons_and_in_menus(ana: SeatOnPage) -> None:
    await ana.type_command("/faces")
    button = ana.root.get_by_role("button", name="Red 4")
    await expect(button.locator("img.emoji")).to_have_js_property("naturalWidth", 32)

    await ana.root.get_by_role("combobox", name="Faces").click()

    option = ana.root.locator(".listbox[popover]").get_by_role("option")
    await expect(option).to_contain_text("Red 4")
    await expect(option.locator("img.emoji")).to_have_js_property("naturalWidth", 32)


async def test_channels_and_roles_are_chosen_by_whom_the_command_is_for(
    playground: Playground, ana: SeatOnPage, ben: SeatOnPage
) -> None:
    playground.world.add_role("Players")
    await ana.type_command("/arrange")
    await ana.root.get_by_role("combobox", name="Where").click()
    await expect(ana.root.locator(".listbox[popover]").get_by_role("option")).to_have_text(["#table", "#second-table"])
    await ana.page.keyboard.press("Escape")
    await expect(ana.root.get_by_role("combobox", name="Who")).to_have_text("@everyone")
    await ana.root.get_by_role("combobox", name="Who").click()
    await expect(ana.root.locator(".listbox[popover]").get_by_role("option")).to_have_text(
        ["@everyone", "@Rackety", "@Players"]
    )

    await ben.root.locator("textarea.chat").fill("/arr")

    await expect(ben.suggestions).to_have_count(0)


async def test_outside_the_bot_s_servers_the_page_offers_user_commands(ana: SeatOnPage) -> None:
    await ana.visit("friends")
    await ana.sees("This is the group friends.")
    await ana.root.locator("textarea.chat").fill("/")
    await expect(ana.suggestions).to_have_count(1)
    await expect(ana.suggestions).to_contain_text("/faces")

    await ana.type_command("/faces")

    await expect(ana.root.get_by_role("button", name="Red 4")).to_be_visible()


# modals


async def test_a_modal_asks_for_its_required_fields_and_sends_what_was_filled_in(ana: SeatOnPage) -> None:
    await ana.type_command("/board")
    await ana.tap("Text")
    await ana.submit_modal()
    await expect(ana.modal.get_by_text("This field is required")).to_be_visible()

    await ana.fill_modal(Tiles="R4 R5 R6")

    await ana.sees("tiles 'R4 R5 R6'")
    await expect(ana.modal).to_have_count(0)


async def test_while_one_seat_has_a_modal_open_the_other_plays_on(ana: SeatOnPage, ben: SeatOnPage) -> None:
    await ana.type_command("/board")
    await ana.tap("Text")
    await ana.modal.wait_for()

    await ben.say("still here")
    await ana.page.keyboard.press("Escape")
    await ben.sees("still here")
    await ana.modal.get_by_role("button", name="Cancel").click()

    await expect(ana.modal).to_have_count(0)
