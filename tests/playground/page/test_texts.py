"""What the playground's page shows of texts, mentions, channels and seats, with a small bot behind it."""

import re
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from playground import Playground
from playground.model.starting_world import ANA_ID, BEN_ID, CHLOE_ID
from tests.playground.page.sample_bot import HOSTILE
from tests.support.browser import SeatOnPage, page_at
from tests.support.playing_discord import point_discord_at

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.browser]  # one browser for all of them


# text


async def test_an_emoji_font_draws_no_text(page: Page) -> None:
    """It has digits, too, and draws them if the page names it without a range."""
    style = await page.evaluate("() => fetch('/page/page.css').then((answer) => answer.text())")
    families = await page.evaluate("() => getComputedStyle(document.body).fontFamily")
    found = re.search(r'"Page Emoji";\s+src: local\("Noto Color Emoji"\);\s+unicode-range: ([^;]+);', style)

    assert found
    ends = [each.strip().removeprefix("U+").partition("-") for each in found[1].split(",")]
    drawn = {code for low, _, high in ends for code in range(int(low, 16), int(high or low, 16) + 1)}
    assert not drawn & set(map(ord, "30 points, #1 * \N{COPYRIGHT SIGN}"))
    assert ord("\N{GAME DIE}") in drawn
    assert "Page Emoji" in families
    assert "Noto Color Emoji" not in families


async def test_a_bot_s_text_is_never_markup(page: Page, ana: SeatOnPage) -> None:
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
async def test_a_line_that_points_at_a_message_names_those_it_mentions(plain_page: Page, text: str, shown: str) -> None:
    assert await plain_page.evaluate(SUM_UP, text) == shown


COUNT = f"""async (text) => {{
  let looks = 0;
  const counted = [[String.prototype, "startsWith"], [RegExp.prototype, "exec"]];
  const known = counted.map(([kind, name]) => kind[name]);
  counted.forEach(([kind, name], place) => {{
    kind[name] = function (...given) {{
      looks += 1;
      return known[place].apply(this, given);
    }};
  }});
  await ({DRAW})(text);
  counted.forEach(([kind, name], place) => (kind[name] = known[place]));
  return looks;
}}"""


@pytest.mark.parametrize("text", MARKDOWN)
async def test_markdown_is_drawn_as_discord_draws_it(plain_page: Page, text: str) -> None:
    assert await plain_page.evaluate(DRAW, text) == MARKDOWN[text]


@pytest.mark.parametrize("text", ["*" * 4000, "`" * 4000, "**a" * 1300, "||_*" * 1000, "[" * 4000, "> " * 2000])
async def test_no_text_keeps_the_page_busy(plain_page: Page, text: str) -> None:
    looks: Any = await plain_page.evaluate(COUNT, text)

    assert looks < len(text) ** 2


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def plain_page(browser: Browser) -> AsyncIterator[Page]:
    """One for all who only ask its modules."""
    async with Playground.start() as playground, page_at(browser, playground.address) as shown:
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
    channel = playground.seat("Ana").channel(None)

    def held() -> discord.Permissions:
        return discord.Permissions(playground.world.bot_permissions(channel))

    await playground.seat("Ana").wait(lambda _: ANA_ID in playground.world.closed_dms and not held().attach_files)
    assert held().send_messages


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
