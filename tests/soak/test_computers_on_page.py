"""Whole games against computers on the page of the playground, played as a newcomer would: by hints, fits and taps."""

import contextlib
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from engine.game.goals import Level
from engine.variants import load
from playground.model.starting_world import ANA_ID
from playground.model.values import Channel
from storage.games import Phase
from tests.e2e.running_bot import RunningBot
from tests.support.browser import SeatOnPage, chromium, page_at

pytestmark = [pytest.mark.soak, pytest.mark.browser, pytest.mark.timeout(1200)]

SYSTEMS = load()
PATIENCE = 40_000
MOST = 3  # computers
TRIES = 4  # of a tap on something that moves
COUNTING = 4 * PATIENCE  # the same, for a review to be complete
TWO_PICTURES = r"Most (?:tiles|possible|found): "  # what was played beside what could have been
TALL = (1400, 1800)  # pixels, so that a menu opens below the finger whatever comes meanwhile
PAGES = 6  # of a review that are looked at


@dataclass
class Newcomer:
    """Somebody who asks for hints and does what they say, by taps alone."""

    running_bot: RunningBot
    room: Channel
    seat: SeatOnPage
    turns: int = 0

    @property
    def panel(self) -> Locator:
        """The newest message that nobody else sees."""
        dismiss = self.seat.page.get_by_role("button", name="Dismiss message")
        return self.seat.messages.filter(has=dismiss).last

    @property
    def board(self) -> Locator:
        """The table for everybody."""
        return self.seat.messages.filter(has=self.seat.page.get_by_text("Rules", exact=True)).last

    async def taps(self, label: str, words: str | re.Pattern[str]) -> str:
        """Tap a button of the private message; returns it, once it holds these words."""
        await self._button(label).click()
        return await self.shows(words)

    async def shows(self, words: str | re.Pattern[str]) -> str:
        await expect(self.panel).to_contain_text(words, timeout=PATIENCE)
        return await self.panel.inner_text()

    def _button(self, label: str) -> Locator:
        inside = self.seat.page.get_by_text(label, exact=True)
        return self.panel.locator(".components button").filter(has=inside).last

    async def offered(self) -> list[str]:
        """The labels of the private message's buttons."""
        return [each.strip() for each in await self.panel.locator(".components button").all_inner_texts()]

    async def pictures(self) -> int:
        """How many the private message shows."""
        return await self.panel.locator(".picture img").count()

    async def dismisses(self) -> None:
        """Leave no private message; the bot may take one away at the same moment."""
        buttons = self.seat.root.get_by_role("button", name="Dismiss message")
        while count := await buttons.count():
            with contextlib.suppress(TimeoutError, AssertionError):
                await buttons.last.click(timeout=PATIENCE / TRIES)
                await expect(buttons).to_have_count(count - 1)

    async def opens(self, name: str, level: Level, computers: int) -> None:
        """Open a table with computers and every help, and start."""
        await self.seat.begin_command("new")
        await self.seat.fill_option("variant", name)
        await self.seat.take(f"{name}: ")
        await self.seat.fill_option("clock", "No clock")
        await self.seat.take("No clock")
        await self.seat.fill_option("computers", str(computers))
        await self.seat.fill_option("level", level)
        await self.seat.take(f"{level}: ")
        await self.seat.send()
        await self.seat.sees(f"Computer Ada ({level})", within=PATIENCE)
        await self.helps_in_full()
        await self.seat.tap("Start")
        await self.shows("Confirm")
        await self.dismisses()

    async def helps_in_full(self) -> None:
        await self.seat.tap("Options")
        await self.shows("you, the host")
        menu = self.panel.get_by_role("combobox", name="How much the bot helps players find a play.")
        await menu.click()
        options = self.seat.root.locator(".listbox[popover]").get_by_role("option")
        await options.filter(has_text="Help: Full").click()
        await self.seat.sees("Help: Full", within=PATIENCE)
        await self.dismisses()

    async def plays(self) -> None:
        """Play to the end."""
        while await self.may_move():
            version = self.running_bot.game(self.room).version
            await self.move()
            await self.running_bot.until(lambda: self.running_bot.game(self.room).version > version)  # noqa: B023  # at once
            self.turns += 1
        await self.seat.sees("win", within=PATIENCE)

    async def may_move(self) -> bool:
        """Wait for the own turn; False: the game is over."""

        def settled() -> bool:
            game = self.running_bot.game(self.room)
            return game.phase is Phase.OVER or (game.state is not None and 0 in game.state.active)

        await self.running_bot.until(settled)
        return self.running_bot.game(self.room).phase is Phase.PLAYING

    async def move(self) -> None:
        """Do what the hint says; every third time by picking the tiles that it names."""
        await self.looks()
        said = await self.taps("Hint", re.compile("Hint · your turn"))
        if "More" not in await self.offered():
            await self.lay_nothing(said)
            return
        told = await self.taps("More", "You can play ")
        if self.turns % 3:
            await self.taps("More", "Valid")
            assert await self.pictures() == 1
            await self.confirm()
        else:
            await self.fit(told)

    async def looks(self) -> None:
        """Open the rack; again where the table went to another message under the finger."""
        await self.dismisses()
        for _ in range(TRIES):
            await self.seat.tap("My rack")
            try:
                await expect(self.panel).to_contain_text("Your turn", timeout=PATIENCE / TRIES)
            except AssertionError:
                continue
            return
        await self.shows("Your turn")

    async def confirm(self) -> None:
        confirm = next(each for each in await self.offered() if each.startswith("Confirm"))
        await self.taps(confirm, re.compile("played|placed"))

    async def fit(self, said: str) -> None:
        """Pick the tiles that the hint names, and let the bench find a place for them."""
        found = re.search(r"You can play (.*)\.", said)
        assert found
        tiles = found[1].split()
        copies = [tiles[:place].count(tile) + 1 for place, tile in enumerate(tiles)]
        names = [tile if copy == 1 else f"{tile} (no. {copy})" for tile, copy in zip(tiles, copies, strict=True)]
        await self.taps("Cancel", "Edit as text")
        await self.seat.choose("Pick tiles from your rack", *names)
        await self.shows("Valid")
        await self.confirm()

    async def lay_nothing(self, said: str) -> None:
        """Claim, draw, pick or pass, whichever is offered."""
        offered = await self.offered()
        if "Claim" in offered and self.turns % 2:
            await self.taps("Claim", "Which set do you claim?")
            await self.panel.get_by_role("combobox").click()
            await self.seat.root.locator(".listbox[popover]").get_by_role("option").first.click()
            return
        label = next(each for each in offered if each in {"Draw", "Pass"} or each.startswith("Pick"))
        assert label.split(maxsplit=1)[0].lower() in said.lower()
        await self._button(label).click()

    async def answers(self, label: str, answer: str, words: str) -> None:
        """Write the puzzle's answer in the window behind a button."""
        await self._button(label).click()
        await self.seat.modal.get_by_role("textbox").fill(answer)
        await self.seat.submit_modal()
        await self.shows(words)

    async def reviews(self) -> None:
        """Go through the game from its last message."""
        await self.dismisses()
        await self.seat.tap("Review")
        await self.shows(re.compile(r"\d+ turns?"))
        await expect(self.panel).to_contain_text(
            re.compile(r"(?:most tiles|most points) possible in \d+"), timeout=COUNTING
        )
        said = await self.taps("Turn by turn", "Turn 1 of ")
        for number in range(2, PAGES):
            if re.search(rf"Turn {number - 1} of {number - 1}\b", said):
                break
            said = await self.taps("Next", f"Turn {number} of ")
            assert await self.pictures() == (2 if re.search(TWO_PICTURES, said) else 1)
        await self.taps("Summary", "possible in")
        await self.taps("Next difference", re.compile(r"No more differences|Turn \d+ of"))
        await self.dismisses()


def combinations() -> list[tuple[str, Level]]:
    return [(key, level) for key in SYSTEMS for level in Level]


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.e2e.running_bot.PATIENCE", PATIENCE / 1000)


@pytest.mark.parametrize(("key", "level"), combinations())
async def test_a_newcomer_plays_computers_to_the_end_on_the_page(tmp_path: Path, key: str, level: Level) -> None:
    variant = SYSTEMS[key]
    async with RunningBot.open(tmp_path) as running_bot, chromium() as browser:
        room = running_bot.room("page")
        async with page_at(browser, running_bot.playground.address, ANA_ID, size=TALL) as page:
            page.set_default_timeout(PATIENCE)
            seat = SeatOnPage(page, ANA_ID)
            await seat.visit("page")
            ana = Newcomer(running_bot, room, seat)
            await ana.opens(str(variant.info.name), level, min(MOST, variant.seats({})[1] - 1))
            await ana.plays()
            await seat.sees("Not rated: the table has computers.", within=PATIENCE)
            await ana.reviews()
            await seat.tap("Rematch")
            await seat.sees(f"Computer Ada ({level})", within=PATIENCE)
        running_bot.expect(10008, 10015)  # an answer that was put away can't be brought up to date
        running_bot.check()


async def test_the_puzzle_is_tried_solved_and_given_up_on_the_page(tmp_path: Path) -> None:
    async with RunningBot.open(tmp_path) as running_bot, chromium() as browser:
        running_bot.lay_puzzles()
        room = running_bot.room("page")
        async with page_at(browser, running_bot.playground.address, ANA_ID, size=TALL) as page:
            page.set_default_timeout(PATIENCE)
            seat = SeatOnPage(page, ANA_ID)
            await seat.visit("page")
            ana = Newcomer(running_bot, room, seat)
            await seat.type_command("/puzzle")
            await ana.shows("as many of your 3 tiles as you can")
            await ana.answers("Edit as text", "A+R7 R2", "R2")
            await ana.answers("Edit as text", "A+R7", "You can play more.")
            await ana.answers("Edit as text", "A+R7; B+R9", "Solved in 2 tries")
            assert await ana.pictures() == 1
            await ana.taps("Hard", "· Hard")
            await ana.taps("Give up", "can't solve this puzzle afterward")
            await ana.taps("Show the answer", "You gave up on this one.")
            await seat.type_command("/puzzle-board")
            await ana.shows("Easy: 1 solved in 2 tries")
        running_bot.check()
