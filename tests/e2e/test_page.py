"""Playing on the page in a browser: a newcomer's first taps, how many taps a turn takes, and a whole game.

Opening a menu is a tap, and so are each option, closing a menu of several options, and each button.
"""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from playground.model.starting_world import ANA_ID, BEN_ID, SECOND_TABLE_ID, TABLE_ID
from playground.model.values import Channel
from storage.games import Game, Phase
from tests.e2e.running_bot import RunningBot
from tests.positions import position
from tests.support.browser import SeatOnPage, chromium, page_at
from tests.support.sampled import sampled

from .messages import read_rack_text, read_table_text
from .player import find_play

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.browser, pytest.mark.timeout(300)]

PHONE = (400, 800)
RACK, TABLE, READY = "Pick tiles from your rack", "Take tiles from the table", "Ready to play"
BY_HAND = {"assistance": "off"}
FEWER_TURNS = 28  # tiles that each seat draws at first, at a table that allows any number
KILL = 4  # moves before the bot is killed


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as running:
        yield running


@pytest_asyncio.fixture(loop_scope="module")
async def ana(running_bot: RunningBot, browser: Browser) -> AsyncIterator[SeatOnPage]:
    async with page_at(browser, running_bot.playground.address, ANA_ID, size=PHONE) as page:
        yield SeatOnPage(page, ANA_ID)


# a newcomer


async def test_newcomers_see_three_cards_and_each_leads_to_what_it_says(
    running_bot: RunningBot, ana: SeatOnPage
) -> None:
    cards = ana.root.locator(".card b")
    await expect(cards).to_have_text(["Play against the computer", "Today's puzzle", "How to play"])
    commands = await ana.root.locator(".starter").all_inner_texts()
    assert commands == sorted(commands)
    assert {"/new", "/puzzle", "/help", "/rules"} <= set(commands)

    await ana.root.get_by_role("button", name="How to play").click()
    await ana.sees("/new")
    await ana.root.get_by_role("button", name="Today's puzzle").click()
    await ana.sees("Puzzle of")
    await ana.root.get_by_role("button", name="Play against the computer").click()
    await expect(ana.root.get_by_role("combobox", name=RACK, exact=True)).to_be_visible()
    await ana.sees("points · #")
    assert running_bot.game(TABLE_ID).phase is Phase.PLAYING


@pytest.mark.parametrize(("channel", "buttons"), [("second-table", ["Play vs computer"]), ("Rackety", [])])
async def test_a_command_leads_to_the_rack_with_few_taps(
    running_bot: RunningBot, ana: SeatOnPage, channel: str, buttons: list[str]
) -> None:
    """Taking the command from the list, and sending it, are a tap each."""
    await ana.visit(channel)

    await ana.begin_command("new")
    await ana.send()
    for label in buttons:
        await ana.tap(label)

    await expect(ana.root.get_by_role("combobox", name=RACK, exact=True)).to_be_visible()
    game = running_bot.game(ANA_ID if channel == "Rackety" else SECOND_TABLE_ID)
    assert game.state
    assert game.state.deadline is None


# taps


@dataclass
class TapCounter:
    """A player at the page whose taps are counted."""

    seat: SeatOnPage
    taps: int = 0

    async def press(self, label: str, *, edits: bool = True) -> None:
        """Press a button; if it `edits` the bench, wait for that."""
        self.taps += 1
        before = await self._picture.get_attribute("src") if edits else None
        await self.seat.tap(label)
        await self._wait_for_another(before)

    async def choose(self, menu: str, *options: str, edits: bool = True) -> None:
        """Open this menu, tap the options, and close the menu if it takes several of them; wait as `press` does."""
        before = await self._picture.get_attribute("src") if edits else None
        await self.seat.root.get_by_role("combobox", name=menu, exact=True).last.click()
        shown = self.seat.root.locator(".listbox[popover]").get_by_role("option")
        for label in options:
            await shown.filter(has_text=label).first.click()
        takes_several = await self._open_menus.count()
        if takes_several:
            await self.seat.page.keyboard.press("Tab")
        await expect(self._open_menus).to_have_count(0)
        await self._wait_for_another(before)
        self.taps += 1 + len(options) + takes_several

    async def _wait_for_another(self, before: str | None) -> None:
        """Wait for another picture than the one before, which every answer brings."""
        if before is not None:
            await expect(self._picture).not_to_have_attribute("src", before)

    @property
    def _picture(self) -> Locator:
        return self.seat.root.locator(".picture img").last

    @property
    def _open_menus(self) -> Locator:
        return self.seat.root.get_by_role("combobox", expanded=True)


@dataclass(frozen=True)
class Turn:
    """A turn from an open bench: where, what is tapped, the sets afterward, and the most taps that it may take."""

    goal: int
    table: str
    rack: str
    play: Callable[[TapCounter], Awaitable[None]]
    after: str
    options: dict[str, Any] = field(default_factory=dict)
    key: str = "classic"


async def play_the_ready_set(counter: TapCounter) -> None:
    await counter.press("Play: ◆3 ◆4 ◆5")
    await counter.press("Undo")
    await counter.press("Play: ◆3 ◆4 ◆5")
    await counter.press("Confirm 3 tiles")


async def swap_the_joker_by_hand(counter: TapCounter) -> None:
    await counter.choose(RACK, "◆5", "○9", "■9")
    await counter.choose(TABLE, "🃏 from A")
    await counter.press("Confirm 3 tiles")


async def pick_three(counter: TapCounter) -> None:
    await counter.choose(RACK, "■4", "■8", "■12")
    await counter.press("Confirm 3 tiles")


async def move_three_by_hand(counter: TapCounter) -> None:
    await counter.choose(RACK, "■4", "■8", "■12")
    await counter.choose(TABLE, "◆4 from A")
    await counter.choose(TABLE, "○4 from B")
    await counter.press("Confirm 3 tiles")


async def play_the_hint(counter: TapCounter) -> None:
    await counter.press("Hint", edits=False)
    await counter.press("Show the play", edits=False)
    await counter.press("Confirm", edits=False)


async def claim(counter: TapCounter) -> None:
    await counter.press("Claim", edits=False)
    await counter.choose("A set", "A", edits=False)


THREE_SETS = "r4 r5 r6 r7 / b4 b5 b6 b7 / k9 k10 k11"
REARRANGED = "R5 R6 R7 / B5 B6 B7 / K8 K9 K10 K11 K12 / R4 B4 K4"
TURNS = {
    "a ready set": Turn(4, "b5 b6 b7", "r3 r4 r5 k9 o1", play_the_ready_set, "B5 B6 B7 / R3 R4 R5"),
    "three sets": Turn(6, THREE_SETS, "k4 k8 k12 o1 r13", pick_three, REARRANGED),
    "three sets by hand": Turn(10, THREE_SETS, "k4 k8 k12 o1 r13", move_three_by_hand, REARRANGED, BY_HAND),
    "hint": Turn(3, "b5 b6 b7", "b8 k1 o12 r10", play_the_hint, "B5 B6 B7 B8", {"assistance": "full"}),
    "joker by hand": Turn(8, "r4 j r6", "r5 b9 k9 o1 r13", swap_the_joker_by_hand, "R4 R5 R6 / B9 K9 J", BY_HAND),
    "claim": Turn(3, "r9 b9 k9", "o8 o1", claim, "R9 B9 K9", key="rummi200kub"),
}


@pytest.mark.parametrize("name", sampled(TURNS, 3))
async def test_a_turn_takes_no_more_taps_than_its_goal(
    running_bot: RunningBot, ana: SeatOnPage, room: Channel, name: str
) -> None:
    """tests/ui/screens/bench/test_turns.py counts the taps of all kinds of turns without a browser."""
    turn = TURNS[name]
    running_bot.deal(room, position(turn.key, table=turn.table, racks=[turn.rack, "o1 o2"], options=turn.options))
    await ana.visit(room.name)
    await ana.type_command("/rack")
    await ana.sees("Your turn")
    counter = TapCounter(ana)

    await turn.play(counter)

    await running_bot.until(lambda: running_bot.state(room).turn == 1)
    written = {" ".join(sorted(each.written.split())) for each in running_bot.state(room).sets}
    assert written == {" ".join(sorted(each.split())) for each in turn.after.split(" / ")}
    assert counter.taps <= turn.goal


# a whole game


@dataclass
class Player:
    """A person in front of the page, who knows what the page shows and nothing else."""

    seat: SeatOnPage
    has_melded: bool = False
    has_drawn: bool = False

    async def read_picture(self, name: str) -> str:
        """The words of the newest picture of this file, once it is there."""
        image = self.seat.root.locator(f'.picture img[src*="/{name}"]').last
        await expect(image).to_be_visible()
        return await image.get_attribute("alt") or ""

    async def move(self, game: Game) -> str:
        """Make a turn as a person would, and say of what kind it was."""
        assert game.state is not None
        table = await self.read_picture(f"table-{game.version}.png")
        await self.seat.tap("My rack")
        rack = await self.read_picture(f"bench-{game.state.version}-")
        text = find_play(read_rack_text(rack), read_table_text(table), has_melded=self.has_melded)
        if text is None:
            return await self._draw(table)
        self.has_melded = True
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
        if self.has_drawn:
            await self.seat.tap("Draw")
            return "draw"
        self.has_drawn = True
        await self.seat.type_command("/draw", count=str(FEWER_TURNS))
        return "draw"


@pytest.mark.soak
async def test_two_seats_play_to_the_end_through_a_kill_of_the_bot(running_bot: RunningBot, browser: Browser) -> None:
    address = running_bot.playground.address
    async with page_at(browser, address, ANA_ID, BEN_ID, offline_is_fine=True) as page:
        await play_whole_game(running_bot, page)


async def play_whole_game(running_bot: RunningBot, page: Page) -> None:
    room = running_bot.room("whole game")
    ana, ben = Player(SeatOnPage(page, ANA_ID)), Player(SeatOnPage(page, BEN_ID))
    for each in (ana, ben):
        await each.seat.visit(room.name)
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
    await running_bot.until(lambda: running_bot.game(room).phase is Phase.PLAYING)

    kinds: Counter[str] = Counter()
    while (game := running_bot.game(room)).phase is Phase.PLAYING:
        assert game.state is not None
        if kinds.total() == KILL:
            await running_bot.kill()
            await running_bot.start()
        kinds[await (ana, ben)[game.state.turn].move(game)] += 1
        await running_bot.until(partial(has_moved_on, running_bot, room, game.version))

    assert kinds["play"] > 1
    await ana.seat.sees("wins")
    await ben.seat.type_command("/review")
    await ben.seat.sees("Turn by turn")


def has_moved_on(running_bot: RunningBot, room: Channel, version: int) -> bool:
    return running_bot.game(room).version > version


POSE_AN_EASY_ONE = """
    UPDATE puzzle SET sets = 'R3 B3 K3 O3 / R13 B13 K13 O13 / K6 K7 K8 K9', rack = 'R2 R4 R11 R12', best = 4,
        answer = 'K6 K7 K8 K9 / R2 R3 R4 / R11 R12 R13 / B3 K3 O3 / B13 K13 O13'
"""


async def test_an_easy_puzzle_takes_six_taps(running_bot: RunningBot, ana: SeatOnPage) -> None:
    await ana.type_command("/puzzle")
    await ana.sees("Puzzle of")
    running_bot.write(POSE_AN_EASY_ONE)
    await ana.tap("Easy")
    counter = TapCounter(ana)

    await counter.press("Pick all")
    await counter.choose(TABLE, "◆3 from A")
    await counter.choose(TABLE, "◆13 from B")
    await counter.press("Confirm 4 tiles")

    await ana.sees("Solved")
    assert counter.taps == 6
