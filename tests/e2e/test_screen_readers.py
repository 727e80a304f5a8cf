"""The page and the bot for people who hear them: by keys alone, and by what Chromium's accessibility tree says."""

import re
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]  # it ships no types
from playwright.async_api import Browser, CDPSession, Page, expect

from engine.game.goals import Level
from playground.model.starting_world import ANA_ID, BEN_ID
from storage.games import Phase, Player
from tests.e2e.running_bot import ROOT, RunningBot
from tests.positions import position
from tests.support.browser import SeatOnPage, chromium, page_at
from tests.support.waiting import until_async

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.browser, pytest.mark.timeout(600)]

SIZES = {"phone": (400, 800), "desktop": (1400, 900)}
OFFER = "Ready to play|Play: |Best: "
IN_A_MESSAGE = 20  # controls at most
MOST_PRESSES = 150  # back to a control of the newest messages
ALLOWED = {"aria-allowed-role"}  # a message box that offers commands is a combobox, though it has several lines
SILENT = {"none", "generic", "InlineTextBox", "LineBreak", "StaticText"}


class Missed(AssertionError):
    """There's no such control."""


class Heard(NamedTuple):
    """What a screen reader says of one element."""

    role: str
    name: str
    is_off: bool = False


def hear(node: dict[str, Any]) -> Heard:
    properties = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
    name = " ".join(str(node.get("name", {}).get("value", "")).split())
    return Heard(node.get("role", {}).get("value", ""), name, bool(properties.get("disabled")))


@dataclass
class Listener:
    """A person who presses keys and listens."""

    page: Page
    devtools: CDPSession
    presses: int = 0

    @classmethod
    async def at(cls, page: Page) -> "Listener":
        devtools = await page.context.new_cdp_session(page)
        await devtools.send("Accessibility.enable")
        return cls(page, devtools)

    async def press(self, key: str) -> Heard:
        """Press a key, and return what has the focus."""
        self.presses += 1
        await self.page.keyboard.press(key)
        return await self.hear_focus()

    async def hear_focus(self) -> Heard:
        """Return what has the focus."""
        found = await self.devtools.send("Runtime.evaluate", {"expression": "document.activeElement"})
        asked = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
        return hear((await self.devtools.send("Accessibility.getPartialAXTree", asked))["nodes"][0])

    async def go_to(self, role: str, name: str) -> Heard:
        """Go to the next control of this role whose name matches, or if there's none, back to the nearest."""
        passed = []
        for key in ("Tab",) * IN_A_MESSAGE + ("Shift+Tab",) * MOST_PRESSES:
            here = await self.press(key)
            if here.role == role and re.match(name, here.name):
                return here
            passed.append(here.name)
        raise Missed(f"no {role} {name}: {passed}")

    async def type(self, words: str) -> None:
        """Type a command and its options into the message box, take it from the list, and send it."""
        while not (await self.press("Tab")).name.startswith("Message #"):
            pass
        await self.page.keyboard.type(words)
        await self.press("Enter")
        await self.press("Enter")

    async def hear_message(self, words: str) -> list[Heard]:
        """Return what the newest message that says this says, in order; nothing if there's none yet."""
        nodes = {each["nodeId"]: each for each in (await self.devtools.send("Accessibility.getFullAXTree"))["nodes"]}
        messages = ([*_read(each, nodes)] for each in nodes.values() if hear(each).role == "article")
        return next((said for said in [*messages][::-1] if re.search(words, _join(said))), [])

    async def use(self, role: str, name: str, *keys: str) -> None:
        """Go to a control, press these keys, by default Enter, and wait for the bot's answer."""
        await self.go_to(role, name)
        for key in keys or ["Enter"]:
            await self.press(key)
        await expect(self.page.locator("[aria-busy=true]")).to_have_count(0)

    async def wait_for(self, words: str) -> list[Heard]:
        """Return what the newest message that says this says, once there's one."""
        said: list[Heard] = []

        async def is_there() -> bool:
            said[:] = await self.hear_message(words)
            return bool(said)

        await until_async(is_there)
        return said


def _join(said: Iterable[Heard]) -> str:
    return " ".join(each.name for each in said)


def _read(node: dict[str, Any], nodes: dict[str, dict[str, Any]]) -> Iterator[Heard]:
    heard = hear(node)
    if not node.get("ignored") and heard.name and heard.role not in SILENT - {"StaticText"}:
        yield heard
    for each in node.get("childIds", []):
        yield from _read(nodes[each], nodes)


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as running:
        yield running


async def require_no_findings(page: Page, where: str) -> None:
    """Fail if axe-core finds anything on the page as it is."""
    found = (await Axe().run(page)).response["violations"]
    told = [f"{where}: {each['id']} ({each['impact']}): {each['nodes'][0]['html'][:200]}" for each in found]
    assert not [each for each, rule in zip(told, found, strict=True) if rule["id"] not in ALLOWED]


@pytest.mark.parametrize("size", SIZES)
async def test_axe_finds_nothing_on_the_page(running_bot: RunningBot, browser: Browser, size: str) -> None:
    room = running_bot.room(f"axe-{size}")
    running_bot.deal(room, position("classic", table="R4 R5 R6 / B9 K9 O9", racks=["R7 R8 J K1", "O1"]))
    async with page_at(browser, running_bot.playground.address, ANA_ID, BEN_ID, size=SIZES[size]) as page:
        ana = SeatOnPage(page, ANA_ID)
        await ana.visit(room.name)
        await require_no_findings(page, "a new channel")
        await ana.type_command("/rack")
        await ana.sees("Your turn")
        await ana.root.get_by_role("combobox", name="Pick tiles from your rack").click()
        await require_no_findings(page, "an open menu")
        await page.keyboard.press("Escape")
        await ana.type_command("/help")
        await ana.sees("Rackety: tile rummy")
        await ana.root.locator("textarea.chat").fill("/ne")
        await require_no_findings(page, "a command being typed")
        await ana.begin_command("/puzzle")
        await ana.send()
        await ana.sees("Puzzle")
        await ana.tap("Edit as text")
        await ana.modal.wait_for()
        await require_no_findings(page, "a form")
        await page.keyboard.press("Escape")


@pytest_asyncio.fixture(loop_scope="module")
async def ana(running_bot: RunningBot, browser: Browser) -> AsyncIterator[SeatOnPage]:
    async with page_at(browser, running_bot.playground.address, ANA_ID, size=SIZES["desktop"]) as page:
        yield SeatOnPage(page, ANA_ID)


async def test_a_game_is_opened_and_played_to_its_end_by_keys_and_by_what_is_heard(
    running_bot: RunningBot, ana: SeatOnPage
) -> None:
    """It's a game of which two turns are left."""
    room = running_bot.room("by-keys")
    await ana.visit(room.name)
    listener = await Listener.at(ana.page)
    await listener.type("/help")
    heard = await listener.wait_for("opens a table")
    assert "heading" in {each.role for each in heard}
    await listener.type("/new")
    await listener.wait_for("1 of 4 seats")
    await listener.use("button", "Play vs computer")
    heard = await listener.wait_for("Your turn")
    assert "image" in {each.role for each in heard}
    where = position("classic", table="R4 R5 R6 / B9 K9 O9", racks=["R7 R9 K4 K5 K6", "O1"], pool="O5 O6")
    end = running_bot.room("end")
    running_bot.deal(end, where, computers=[Player(None, "Ada", Level.BEGINNER)])
    await ana.visit(end.name)
    await listener.type("/rack")
    await listener.wait_for("Your turn")

    await play_by_keys(listener)

    assert running_bot.game(end).phase is Phase.OVER


async def test_a_puzzle_is_solved_by_keys(running_bot: RunningBot, ana: SeatOnPage) -> None:
    await ana.visit(running_bot.room("puzzle").name)
    listener = await Listener.at(ana.page)
    await listener.type("/puzzle")
    await listener.wait_for("Edit as text")
    ((answer,),) = running_bot.rows("SELECT answer FROM puzzle WHERE grade = 'easy' ORDER BY day LIMIT 1")
    await listener.use("button", "Edit as text")
    await listener.page.keyboard.press("ControlOrMeta+A")
    await listener.page.keyboard.type(f"table: {answer}")
    await listener.go_to("button", "Submit")
    await listener.press("Enter")

    assert await listener.wait_for("Share")


async def test_a_turn_is_heard_as_the_docs_say(running_bot: RunningBot, ana: SeatOnPage) -> None:
    _, turn, _ = (ROOT / "docs" / "playing.md").read_text().partition("## With a screen reader")[2].split("```", 2)
    where = position(
        "classic",
        table="R4 R5 R6 / B9 K9 O9",
        racks=["R7 B4 B5 B6 K1", "O1 O2 O5 K13"],
        options={"assistance": "full", "clock": 0},
    )
    room = running_bot.room("game-night")
    running_bot.deal(room, where, computers=[Player(None, "Ada", Level.STRONG)])
    await ana.visit(room.name)
    await ana.type_command("/settings", text="True")
    listener = await Listener.at(ana.page)
    await listener.wait_for("Your settings")
    await listener.type("/rack")

    heard = await listener.wait_for("Your turn")

    said = _join(heard)
    for words in filter(None, re.split(r"\n| · |, (?=[A-Z])|(?:image|menu|buttons): ", turn)):
        assert words in said
        said = said.partition(words)[2]


@pytest.mark.soak
async def test_a_whole_game_is_played_by_keys_and_by_what_is_heard(running_bot: RunningBot, ana: SeatOnPage) -> None:
    room = running_bot.room("whole")
    await ana.visit(room.name)
    listener = await Listener.at(ana.page)
    await listener.type("/new")
    await listener.wait_for("1 of 4 seats")
    await listener.use("button", "Play vs computer")

    await play_by_keys(listener)

    assert running_bot.game(room).phase is Phase.OVER


async def play_by_keys(listener: Listener) -> None:
    """Play on until somebody has won: what is offered as ready, else draw."""
    while "won" not in _join(heard := await listener.wait_for("Your turn.*(Draw|Pass)|won")):
        offers = [each for each in heard if each.role in {"button", "combobox"} and re.search(OFFER, each.name)]
        with suppress(Missed):  # the rack has changed since it was heard
            if offers:
                keys = ["Enter"] * (2 if offers[0].role == "combobox" else 1)
                await listener.use(offers[0].role, re.escape(offers[0].name), *keys)
                await listener.use("button", "Confirm [0-9]")
            else:
                await listener.use("button", "Draw|Pass")
