"""The playground's page, driven in a browser, with a small bot behind it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import discord
import pytest
import pytest_asyncio
import yarl
from playwright.async_api import expect

from playground import Playground
from playground.world import ANA_ID, BEN_ID, CHLOE_ID

from .browser import PATIENCE, SeatOnPage, chromium, page_at
from .parrot import ALT, HOSTILE, Parrot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from playwright.async_api import Browser, Page

pytestmark = pytest.mark.asyncio(loop_scope="module")  # one browser for all of them
PAUSE = 250  # milliseconds without a key before the page asks the bot


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def playground(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    async with Playground.start(answer_within=PATIENCE) as running:
        point_discord_at(running, monkeypatch)
        yield running


def point_discord_at(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", playground.api_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(playground.gateway_url))


@pytest_asyncio.fixture(loop_scope="module")
async def parrot(playground: Playground) -> AsyncIterator[Parrot]:
    async with Parrot.running(playground) as bot:
        yield bot


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser, playground: Playground, parrot: Parrot) -> AsyncIterator[Page]:  # noqa: ARG001  # the bot is up first
    async with page_at(browser, playground.address) as shown:
        yield shown


@pytest.fixture
def ana(page: Page) -> SeatOnPage:
    return SeatOnPage(page, ANA_ID)


@pytest.fixture
def ben(page: Page) -> SeatOnPage:
    return SeatOnPage(page, BEN_ID)


# commands


async def test_the_picker_lists_the_commands_that_fit_with_their_descriptions(ana: SeatOnPage) -> None:
    await ana.root.locator("textarea.chat").fill("/th")

    await expect(ana.suggestions).to_have_count(1)
    await expect(ana.suggestions).to_contain_text("/thinkThink it over")


async def test_a_command_shows_its_answer_to_all_and_who_used_it(ana: SeatOnPage, ben: SeatOnPage) -> None:
    await ana.type_command("/echo", words="hello", times="2", colour="Deep red")

    await ben.sees("hello times 2 colour r")
    await ben.sees("Ana used echo")
    await ana.sees_no("Sending command")


async def test_a_command_can_be_given_by_the_keyboard_alone(page: Page, ana: SeatOnPage) -> None:
    await ana.root.locator("textarea.chat").focus()
    await page.keyboard.type("/ec")
    await page.keyboard.press("Enter")
    await page.keyboard.type("hello")
    await page.keyboard.press("Enter")

    await ana.sees("hello times 1 colour none")


async def test_options_typed_after_the_name_find_their_fields(page: Page, ana: SeatOnPage) -> None:
    await ana.root.locator("textarea.chat").focus()
    await page.keyboard.insert_text("/echo words:good day times:3")
    await page.keyboard.press("Enter")

    await ana.sees("good day times 3")


async def test_a_missing_or_wrong_option_is_said_before_anything_is_sent(ana: SeatOnPage) -> None:
    await ana.type_command("/echo")
    await expect(ana.composer.get_by_role("alert")).to_contain_text("This option is required")

    await ana.fill_option("words", "hello")
    await ana.fill_option("times", "4")
    await ana.send()
    await expect(ana.composer.get_by_role("alert")).to_contain_text("Enter a number from 1 to 3")

    await ana.fill_option("times", "3")
    await ana.send()
    await ana.sees("hello times 3")


async def until(true: Callable[[], bool]) -> None:
    """Wait for what the bot does."""
    async with asyncio.timeout(PATIENCE / 1000):
        while not true():  # noqa: ASYNC110  # the bot tells nobody
            await asyncio.sleep(0.005)


async def test_an_autocomplete_answer_that_comes_late_does_not_replace_a_later_one(
    ana: SeatOnPage, playground: Playground, parrot: Parrot
) -> None:
    await ana.begin_command("/echo")
    await ana.fill_option("words", "slow")
    await until(lambda: parrot.asked[-1:] == ["slow"])
    await ana.fill_option("words", "fast")
    await expect(ana.suggestions).to_have_text(["fast is legal"])
    parrot.released.set()
    await until(lambda: parrot.answered[-1:] == ["slow"])
    playground.seat("Ben").say("later than that")
    await ana.sees("later than that")

    await expect(ana.suggestions).to_have_text(["fast is legal"])
    assert parrot.asked[-2:] == ["slow", "fast"]

    await ana.take("fast is legal")
    await ana.send()
    await ana.sees("fast! times 1")


async def test_typing_quickly_asks_the_bot_once(page: Page, ana: SeatOnPage, parrot: Parrot) -> None:
    await ana.begin_command("/echo")
    await until(lambda: parrot.asked == [""])
    await page.clock.install()
    await page.clock.pause_at(datetime.now(UTC) + timedelta(days=1))
    for key in "r4 r5 r6":
        await page.keyboard.press(key)
        await page.clock.run_for(PAUSE - 1)
    assert parrot.asked == [""]

    await page.clock.run_for(1)

    await expect(ana.suggestions).to_have_text(["r4 r5 r6 is legal"])
    assert parrot.asked == ["", "r4 r5 r6"]


async def test_escape_leaves_a_command_and_enter_then_sends_plain_chat(
    page: Page, ana: SeatOnPage, ben: SeatOnPage
) -> None:
    await ana.begin_command("/echo")
    await page.keyboard.press("Escape")
    await page.keyboard.type("good evening")
    await page.keyboard.press("Enter")

    await ben.sees("good evening")


async def test_a_deferred_answer_says_that_the_bot_is_thinking(ana: SeatOnPage, parrot: Parrot) -> None:
    await ana.type_command("/think")
    await ana.sees("Rackety is thinking")
    parrot.released.set()

    await ana.sees("Thought it over")
    await ana.sees_no("is thinking")


async def test_a_command_without_a_bot_fails_in_private_and_can_be_dismissed(
    page: Page, ana: SeatOnPage, ben: SeatOnPage, playground: Playground, parrot: Parrot
) -> None:
    await page.locator("textarea.chat").first.wait_for()
    await parrot.close()
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
            async with Parrot.running(other):
                await page.goto(other.address)
                await ana.begin_command("/echo")
                await ana.fill_option("words", "r4 r5 r6")
        await expect(ana.root.locator(".banner")).to_contain_text("Reconnecting")

        await ana.send()

        await expect(ana.composer.get_by_role("alert")).to_contain_text("The connection was lost")
        await expect(ana.composer.locator('[data-option="words"]')).to_have_value("r4 r5 r6")


# components


async def test_a_picture_in_a_container_is_as_wide_as_discord_draws_it_and_says_what_it_shows(ana: SeatOnPage) -> None:
    await ana.type_command("/board")
    image = ana.root.get_by_role("img", name=ALT)
    box = await image.bounding_box()

    assert box is not None
    assert box["width"] == pytest.approx(550, abs=2)
    assert box["height"] == pytest.approx(550 * 764 / 1200, abs=2)


async def test_a_picture_opens_at_full_size_and_closes_by_escape(page: Page, ana: SeatOnPage) -> None:
    await ana.type_command("/board")
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


async def test_a_select_of_several_is_sent_when_it_closes_and_not_with_too_few(ana: SeatOnPage) -> None:
    await ana.type_command("/pick")
    await ana.choose("Tiles", "Red 2")
    await expect(ana.root.get_by_role("combobox", name="Tiles")).to_have_text("Tiles")

    await ana.choose("Tiles", "Red 5", "Red 2")

    await ana.sees("picked r2 r5")


async def test_a_select_takes_no_more_options_than_it_may(ana: SeatOnPage) -> None:
    await ana.type_command("/pick")
    await ana.choose("Tiles", "Red 1", "Red 2", "Red 3")
    await ana.sees("picked r1 r2 r3")

    await ana.root.get_by_role("combobox", name="Tiles").click()

    await expect(ana.root.locator(".listbox[popover]").get_by_text("Red 4")).to_be_visible()
    assert await ana.root.locator('.listbox[popover] [aria-disabled="true"]').count() == 4


# modals


async def test_a_modal_sends_what_was_filled_in(ana: SeatOnPage) -> None:
    await ana.type_command("/board")
    await ana.tap("Text")
    await ana.fill_modal(Tiles="R4 R5 R6", submit=False)
    await ana.modal.get_by_label("By number").check()
    await ana.modal.get_by_label("Free jokers").check()
    await ana.modal.get_by_label("I am sure").check()
    await ana.submit_modal()

    await ana.sees("tiles 'R4 R5 R6' order By number house ['Free jokers'] sure True")
    await expect(ana.modal).to_have_count(0)


async def test_a_modal_asks_for_its_required_fields_and_stays(ana: SeatOnPage) -> None:
    await ana.type_command("/board")
    await ana.tap("Text")
    await ana.submit_modal()

    await expect(ana.modal.get_by_text("This field is required")).to_have_count(2)


async def test_while_one_seat_has_a_modal_open_the_other_plays_on(ana: SeatOnPage, ben: SeatOnPage) -> None:
    await ana.type_command("/board")
    await ana.tap("Text")
    await ana.modal.wait_for()

    await ben.say("still here")
    await ana.page.keyboard.press("Escape")
    await ben.sees("still here")
    await ana.modal.get_by_role("button", name="Cancel").click()

    await expect(ana.modal).to_have_count(0)


# text


async def test_what_a_bot_writes_is_text_and_never_markup(page: Page, ana: SeatOnPage) -> None:
    title = await page.title()
    await ana.type_command("/hostile")
    await ana.sees("<script>document.title=2</script>")

    assert await page.title() == title
    assert await ana.messages.locator("script, img[src='x'], a[href^='javascript']").count() == 0
    assert await ana.messages.locator(".content strong").inner_text() == "bold"


async def test_a_user_name_or_channel_cannot_bring_markup_either(
    page: Page, ana: SeatOnPage, playground: Playground
) -> None:
    playground.world.add_channel(HOSTILE)
    playground.world.add_user(HOSTILE)
    await expect(ana.root.get_by_role("tab").filter(has_text="<script>")).to_be_visible()

    assert await page.locator("img[src='x']").count() == 0


MARKDOWN = {
    "**a** *b* _c_ __d__ ~~e~~": "<p><strong>a</strong> <em>b</em> <em>c</em> <u>d</u> <s>e</s></p>",
    "***a***": "<p><strong><em>a</em></strong></p>",
    "snake_case_name 2*3*4 \\*a\\*": "<p>snake_case_name 2<em>3</em>4 *a*</p>",
    "`a **b**` ``a ` b``": "<p><code>a **b**</code> <code>a ` b</code></p>",
    "```py\n<b>\n```after": "<pre><code>&lt;b&gt;</code></pre><p>after</p>",
    "> a\n> b\nc": "<blockquote><p>a\nb</p></blockquote><p>c</p>",
    "**open": "<p>**open</p>",
    "#nohead": "<p>#nohead</p>",
    "<@1> <#2> @everyone": (
        '<p><span class="mention">@Zoe</span> <button type="button" class="mention">#den</button> '
        '<span class="mention">@everyone</span></p>'
    ),
    "[a](https://b.example/) <javascript:alert(1)>": (
        '<p><a href="https://b.example/" target="_blank" rel="noopener noreferrer">a</a> '
        "&lt;javascript:alert(1)&gt;</p>"
    ),
}
DRAW = """async (text) => {
  const { markup } = await import("/page/markup.js");
  const names = { user: () => "Zoe", channel: () => ({ name: "den" }) };
  const box = document.createElement("div");
  box.append(...markup(text, names));
  return box.innerHTML;
}"""
SUM_UP = """async (text) => {
  const { summary } = await import("/page/message.js");
  const names = { user: () => "Zoe", channel: () => ({ name: "den" }) };
  return summary({ content: "", components: [{ type: 17, components: [{ type: 10, content: text }] }] }, names);
}"""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("## **Classic**\nmore", "Classic"),
        ("**<@1> is to move** in <#2>", "@Zoe is to move in #den"),
        ("-# small", "small"),
        ("", "Click to see attachment"),
    ],
)
async def test_a_line_that_points_at_a_message_names_whom_it_mentions(plain_page: Page, text: str, shown: str) -> None:
    assert await plain_page.evaluate(SUM_UP, text) == shown


COUNT = f"""async (text) => {{
  let looks = 0;
  for (const [kind, name] of [[String, "startsWith"], [RegExp, "exec"]]) {{
    const old = kind.prototype[name];
    kind.prototype[name] = function (...given) {{
      looks += 1;
      return old.apply(this, given);
    }};
  }}
  await ({DRAW})(text);
  return looks;
}}"""


@pytest.mark.parametrize("text", MARKDOWN)
async def test_markdown_is_drawn_as_discord_draws_it(plain_page: Page, text: str) -> None:
    assert await plain_page.evaluate(DRAW, text) == MARKDOWN[text]


@pytest.mark.parametrize("text", ["*" * 4000, "`" * 4000, "**a" * 1300, "||_*" * 1000, "[" * 4000, "> " * 2000])
async def test_no_text_keeps_the_page_busy(plain_page: Page, text: str) -> None:
    looks: Any = await plain_page.evaluate(COUNT, text)

    assert looks < len(text) ** 2


@pytest_asyncio.fixture(loop_scope="module")
async def plain_page(browser: Browser, playground: Playground) -> AsyncIterator[Page]:
    async with page_at(browser, playground.address) as shown:
        yield shown


async def test_relative_timestamps_go_on_by_themselves(page: Page, ana: SeatOnPage) -> None:
    await page.clock.install()
    await ana.type_command("/marks")
    await ana.sees("in 59 minutes")

    await page.clock.run_for(60_000)

    await ana.sees("in 58 minutes")


async def test_a_mention_is_marked_and_counted_until_its_user_looks(ana: SeatOnPage, ben: SeatOnPage) -> None:
    await ana.type_command("/poke", user="Ben")
    await ben.sees("@Ben your turn")
    await expect(ben.messages.last).to_have_class("message mentions-you by-bot new-day")
    badge = ben.root.locator(".seat-line > .badge")
    await expect(badge).to_have_text("1")
    await expect(ana.root.locator(".seat-line > .badge")).to_be_hidden()

    await ben.root.locator("textarea.chat").click()

    await expect(badge).to_be_hidden()


async def test_a_channel_opens_at_the_first_click_even_with_a_mention_waiting(ana: SeatOnPage, ben: SeatOnPage) -> None:
    await ana.type_command("/poke", user="Ben")
    await ben.sees("@Ben your turn")

    await ben.visit("second-table")

    await ben.sees("Welcome to #second-table")


async def test_one_author_s_messages_stand_together(ana: SeatOnPage, ben: SeatOnPage) -> None:
    await ana.say("one")
    await ana.sees("one")
    await ana.say("two")
    await ana.sees("two")
    await ben.say("three")
    await ben.sees("three")

    grouped = ana.root.locator(".message.grouped")
    await expect(grouped).to_have_count(1)
    await expect(grouped).to_contain_text("two")


# moderation, direct messages, permissions


async def test_a_deleted_message_goes_from_every_seat(ana: SeatOnPage, ben: SeatOnPage) -> None:
    await ana.say("a slip of the tongue")
    await ben.sees("slip")
    await ben.delete("slip")

    await ana.sees_no("slip")


async def test_a_direct_message_waits_in_its_own_channel(ana: SeatOnPage) -> None:
    await ana.type_command("/whisper")
    await ana.sees("sent")
    await ana.visit("Rackety")

    await ana.sees("psst")


async def test_the_tools_close_direct_messages_and_take_permissions(ana: SeatOnPage, playground: Playground) -> None:
    await ana.root.get_by_role("button", name="Seat tools").click()
    await ana.root.get_by_role("switch", name="Direct messages from Rackety").uncheck()
    await ana.root.get_by_role("switch", name="Attach files").uncheck()
    await ana.page.keyboard.press("Escape")
    await playground.seat("Ana").wait(lambda _: ANA_ID in playground.world.closed_dms)

    channel = playground.seat("Ana").channel(None)
    held = discord.Permissions(playground.world.bot_permissions(channel))
    assert not held.attach_files
    assert held.send_messages


# seats


async def test_seats_come_and_go_and_the_address_remembers_them(page: Page, ana: SeatOnPage) -> None:
    await page.get_by_role("button", name="Add a seat").click()
    await expect(page.locator(".seat")).to_have_count(3)
    await ana.root.get_by_role("button", name="Remove this seat").click()
    await expect(page.locator(".seat")).to_have_count(2)

    await page.reload()

    await expect(page.locator(".seat")).to_have_count(2)
    assert page.url.endswith(f"?seats={BEN_ID},{CHLOE_ID}")


async def test_a_narrow_window_shows_one_seat_and_tabs_for_the_others(browser: Browser, playground: Playground) -> None:
    async with page_at(browser, playground.address, size=(400, 800)) as page:
        ana, ben = SeatOnPage(page, ANA_ID), SeatOnPage(page, BEN_ID)
        await expect(ana.root).to_be_visible()
        await expect(ben.root).to_be_hidden()

        await page.get_by_role("tab", name="Ben").click()

        await expect(ben.root).to_be_visible()
        await expect(ana.root).to_be_hidden()
        assert await page.evaluate("document.documentElement.scrollWidth") == 400


async def test_typed_text_outlives_the_server(
    browser: Browser, playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with page_at(browser, playground.address, offline_is_fine=True) as page:
        ana = SeatOnPage(page, ANA_ID)
        async with Playground.start() as other:
            point_discord_at(other, monkeypatch)
            await page.goto(other.address)
            await ana.root.locator("textarea.chat").fill("half a sent")
            port = other.port
        await expect(ana.root.locator(".banner")).to_contain_text("Reconnecting")

        async with Playground.start(port):
            await expect(ana.root.locator(".banner")).not_to_contain_text("Reconnecting")
            await ana.root.locator("textarea.chat").press_sequentially("ence")
            await page.keyboard.press("Enter")

            await ana.sees("half a sentence")
