"""The playground's page in a real Chromium, used as its users would: by names and labels, not by coordinates."""

import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache

import pytest
from playwright.async_api import Browser, ConsoleMessage, Error, Locator, Page, async_playwright, expect

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PATIENCE = 30_000  # milliseconds for what the page or the bot does next; far more than either takes
WIDE = (1400, 900)  # pixels
BLANK = "about:blank"
SERVER_AWAY = "net::ERR_"  # the browser's own note on a server that is away, which some tests bring about


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A headless Chromium.

    Without one on this machine, or without what drives it, the test is skipped; it fails where CI promises them.
    """
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if reason := _find_trouble() if path else f"no browser: none of {', '.join(NAMES)} is on PATH":
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield browser
        finally:
            await browser.close()


@cache
def _find_trouble() -> str:
    """Return why Playwright's own program doesn't run, such as on a Debian 12 without libatomic1; empty if it does."""
    done = subprocess.run(
        [sys.executable, "-m", "playwright", "--version"], capture_output=True, text=True, check=False
    )  # our own Python
    return f"Playwright doesn't run: {done.stderr.strip()}" if done.returncode else ""


@asynccontextmanager
async def page_at(
    browser: Browser, address: str, *seats: int, size: tuple[int, int] = WIDE, offline_is_fine: bool = False
) -> AsyncIterator[Page]:
    """The page with the seats of these user ids, by default the first two; `size` is in pixels.

    Fails at the end if the page logged an error, among them every breach of its content security policy.
    """
    async with _blank_page(browser, size) as page:
        troubles: list[str] = []

        def note_error(error: Error) -> None:
            troubles.append(str(error))

        def note_message(message: ConsoleMessage) -> None:
            troubles.extend(_errors(message, offline_is_fine=offline_is_fine))

        page.on("pageerror", note_error)
        page.on("console", note_message)
        await page.goto(f"{address}/?seats={','.join(map(str, seats))}")
        await page.locator(".seat .channel").first.wait_for(state="attached")
        try:
            yield page
        finally:
            page.remove_listener("pageerror", note_error)
            page.remove_listener("console", note_message)
        assert not troubles, f"the page logged {troubles}"


@asynccontextmanager
async def _blank_page(browser: Browser, size: tuple[int, int]) -> AsyncIterator[Page]:
    """An empty page of this size: one that an earlier test has left, as a new one takes a second to start."""
    left = [page for context in browser.contexts for page in context.pages if page.url == BLANK]
    page = left[0] if left else await (await browser.new_context(reduced_motion="reduce")).new_page()
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    try:
        yield page
    except BaseException:
        await page.context.close()
        raise
    await page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    await page.goto(BLANK)


def _errors(message: ConsoleMessage, *, offline_is_fine: bool) -> list[str]:
    if message.type != "error" or (offline_is_fine and SERVER_AWAY in message.text):
        return []
    return [message.text]


@dataclass(frozen=True)
class SeatOnPage:
    """One seat, by its user's id. Everything waits for what it needs, PATIENCE at most."""

    page: Page
    user_id: int

    @property
    def root(self) -> Locator:
        return self.page.locator(f'[data-seat="{self.user_id}"]')

    @property
    def messages(self) -> Locator:
        """The messages of the open channel, oldest first."""
        return self.root.locator("[data-message-id]")

    @property
    def composer(self) -> Locator:
        return self.root.locator(".composer")

    @property
    def modal(self) -> Locator:
        return self.root.get_by_role("dialog")

    @property
    def suggestions(self) -> Locator:
        """The commands, choices or answers listed over the composer."""
        return self.composer.get_by_role("option")

    async def text(self) -> str:
        """All that the open channel shows."""
        return await self.root.locator(".messages").inner_text()

    async def last(self) -> str:
        """What the newest message shows."""
        return await self.messages.last.inner_text()

    async def sees(self, words: str, *, within: float = PATIENCE) -> None:
        """Wait until the open channel shows these words, `within` milliseconds."""
        await expect(self.root.locator(".messages")).to_contain_text(words, timeout=within)

    async def sees_no(self, words: str) -> None:
        """Wait until the open channel shows these words no longer."""
        await expect(self.root.locator(".messages")).not_to_contain_text(words, timeout=PATIENCE)

    async def say(self, words: str) -> None:
        await self.root.locator("textarea.chat").fill(words)
        await self.page.keyboard.press("Enter")

    async def type_command(self, name: str, **options: str) -> None:
        """Type `/name`, fill in its options as text, and send it."""
        await self.begin_command(name)
        for option, value in options.items():
            await self.fill_option(option, value)
        await self.send()

    async def begin_command(self, name: str) -> None:
        """Type `/name` and take it from the list, so that its options stand open."""
        name = name.removeprefix("/")
        chat = self.root.locator("textarea.chat")
        await chat.fill(f"/{name}")
        await self.suggestions.and_(self.page.locator(f'[data-value="{name}"]')).click()

    async def fill_option(self, option: str, value: str) -> None:
        field = self.composer.locator(f'[data-option="{option}"]')
        add = self.composer.locator(f'[data-add-option="{option}"]')
        await field.or_(add).first.wait_for()
        if not await field.count():
            await add.click()
        await field.fill(value)

    async def send(self) -> None:
        await self.composer.get_by_role("button", name="Send", exact=True).click()

    async def take(self, words: str) -> None:
        """Take the suggestion or choice that holds these words."""
        await self.suggestions.filter(has_text=words).first.click()

    async def tap(self, label: str) -> None:
        """Press the newest button with this label in the open channel, once it is enabled."""
        shown = self.root.locator(".components button")
        await shown.filter(has=self.page.get_by_text(label, exact=True)).last.click()

    async def choose(self, placeholder: str, *labels: str) -> None:
        """Take these options in the newest select menu with this placeholder."""
        menu = self.root.get_by_role("combobox", name=placeholder, exact=True).last
        await menu.click()
        for label in labels:
            await self.root.locator(".listbox[popover]").get_by_role("option").filter(has_text=label).first.click()
        if await self.root.get_by_role("combobox", expanded=True).count():  # the bot may have taken the menu away
            await self.page.keyboard.press("Tab")

    async def fill_modal(self, *, submit: bool = True, **fields: str) -> None:
        """Fill the open modal's text inputs, by label (spaces as underscores), and submit it."""
        await self.modal.wait_for()
        for label, value in fields.items():
            await self.modal.get_by_role("textbox", name=label.replace("_", " "), exact=True).fill(value)
        if submit:
            await self.submit_modal()

    async def submit_modal(self) -> None:
        await self.modal.get_by_role("button", name="Submit").click()

    async def visit(self, channel: str) -> None:
        """Open a channel, thread, or the direct messages by their name."""
        await self.root.get_by_role("tab").filter(has=self.page.get_by_text(channel, exact=True)).click()

    async def pictures(self) -> list[str]:
        """The alt texts of the pictures in the open channel, oldest first."""
        images = self.root.locator(".picture img")
        return [await image.get_attribute("alt") or "" for image in await images.all()]

    async def dismiss(self) -> None:
        """Dismiss the newest message that only this user sees."""
        await self.root.get_by_role("button", name="Dismiss message").last.click()

    async def delete(self, words: str) -> None:
        """Delete the newest message that shows these words, as a moderator."""
        message = self.messages.filter(has_text=words).last
        await message.hover()
        trash = message.get_by_role("button", name="Delete message")
        await trash.click()
        await trash.click()
