"""How many taps a turn takes on the real page, with the bench open: each row has the most that it may take.

Opening a menu is a tap, and so are each option, closing a menu of several options, and each button.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from playground.model.starting_world import ANA_ID
from playground.model.values import Channel
from tests.e2e.running_bot import RunningBot
from tests.positions import position
from tests.support.sampled import sampled

from .browser import SeatOnPage, page_at

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.browser]

PHONE = (400, 800)
RACK, TABLE, PLACES = "Pick tiles from your rack", "Take tiles from the table", "Choose a place for them"
READY, JOKER = "Ready to play", "What is the joker?"
BY_HAND = {"assistance": "off"}


@dataclass
class Finger:
    """A player at the page whose taps are counted."""

    seat: SeatOnPage
    taps: int = 0

    async def press(self, label: str, *, edits: bool = True) -> None:
        """Press a button; if it `edits` the bench, wait for that."""
        self.taps += 1
        before = await self._picture.get_attribute("src") if edits else None
        await self.seat.tap(label)
        await self._settle(before)

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
        await self._settle(before)
        self.taps += 1 + len(options) + takes_several

    async def _settle(self, before: str | None) -> None:
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
    tapped: Callable[[Finger], Awaitable[None]]
    after: str
    options: dict[str, Any] = field(default_factory=dict)
    key: str = "classic"
    opened: bool = True


async def play_the_ready_set(finger: Finger) -> None:
    await finger.press("Play: R3 R4 R5")
    await finger.press("Confirm 3 tiles")


async def play_the_ready_tile(finger: Finger) -> None:
    await finger.press("Play: B8 to set A")
    await finger.press("Confirm 1 tile")


async def play_the_ready_sets(finger: Finger) -> None:
    await finger.choose(READY, "/")
    await finger.press("Confirm 6 tiles")


async def pick_two(finger: Finger) -> None:
    await finger.choose(RACK, "B5", "K5")
    await finger.press("Confirm 2 tiles")


async def swap_the_joker(finger: Finger) -> None:
    await finger.choose(RACK, "R5", "B9", "K9")
    await finger.press("Confirm 3 tiles")


async def swap_the_joker_by_hand(finger: Finger) -> None:
    await finger.choose(RACK, "R5")
    await finger.choose(TABLE, "J from A")
    await finger.choose(RACK, "B9", "K9")
    await finger.press("Confirm 3 tiles")


async def pick_three(finger: Finger) -> None:
    await finger.choose(RACK, "K4", "K8", "K12")
    await finger.press("Confirm 3 tiles")


async def rearrange_three_sets_by_hand(finger: Finger) -> None:
    await finger.choose(RACK, "K8", "K12")
    await finger.choose(TABLE, "R4 from A")
    await finger.choose(TABLE, "B4 from B")
    await finger.choose(RACK, "K4")
    await finger.press("Confirm 3 tiles")


async def play_the_hint(finger: Finger) -> None:
    await finger.press("Hint", edits=False)
    await finger.press("Show the play", edits=False)
    await finger.press("Confirm", edits=False)


THREE_SETS = "r4 r5 r6 r7 / b4 b5 b6 b7 / k9 k10 k11"
REARRANGED = "R5 R6 R7 / B5 B6 B7 / K8 K9 K10 K11 K12 / R4 B4 K4"
TURNS = {
    "a set complete in the rack": Turn(3, "b5 b6 b7", "r3 r4 r5 k9 o1", play_the_ready_set, "B5 B6 B7 / R3 R4 R5"),
    "one tile": Turn(3, "b5 b6 b7", "b8 k1 o12 r10", play_the_ready_tile, "B5 B6 B7 B8"),
    "first play": Turn(3, "", "r10 r11 r12 b9 k9 o9 k1", play_the_ready_sets, "R10 R11 R12 / B9 K9 O9", opened=False),
    "split": Turn(6, "r2 r3 r4 r5 r6 r7 r8", "b5 k5 o13 k1", pick_two, "R2 R3 R4 / R5 B5 K5 / R6 R7 R8"),
    "joker": Turn(6, "r4 j r6", "r5 b9 k9 o1 r13", swap_the_joker, "R4 R5 R6 / B9 K9 J"),
    "joker by hand": Turn(10, "r4 j r6", "r5 b9 k9 o1 r13", swap_the_joker_by_hand, "R4 R5 R6 / B9 K9 J", BY_HAND),
    "three sets": Turn(6, THREE_SETS, "k4 k8 k12 o1 r13", pick_three, REARRANGED),
    "three sets by hand": Turn(15, THREE_SETS, "k4 k8 k12 o1 r13", rearrange_three_sets_by_hand, REARRANGED, BY_HAND),
    "hint": Turn(3, "b5 b6 b7", "b8 k1 o12 r10", play_the_hint, "B5 B6 B7 B8", {"assistance": "full"}),
}


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def page(shared_bot: RunningBot, browser: Browser) -> AsyncIterator[Page]:
    async with page_at(browser, shared_bot.playground.address, ANA_ID, size=PHONE) as page:
        yield page


async def sit_down(running_bot: RunningBot, page: Page, room: Channel, turn: Turn) -> Finger:
    """Put Ana at a table with this position, with her bench open."""
    place = position(
        turn.key, table=turn.table, racks=[turn.rack, "o1 o2"], options=turn.options, opened=[turn.opened, True]
    )
    running_bot.lay(room, place)
    seat = SeatOnPage(page, ANA_ID)
    await seat.visit(room.name)
    await seat.type_command("/rack")
    await seat.sees("Your turn")
    return Finger(seat)


@pytest.mark.parametrize("name", sampled(TURNS, 3))
async def test_a_turn_takes_no_more_taps_than_its_goal(
    running_bot: RunningBot, page: Page, room: Channel, name: str
) -> None:
    turn = TURNS[name]
    finger = await sit_down(running_bot, page, room, turn)

    await turn.tapped(finger)

    await running_bot.until(lambda: running_bot.state(room).turn == 1)
    written = {" ".join(sorted(each.written.split())) for each in running_bot.state(room).sets}
    assert written == {" ".join(sorted(each.split())) for each in turn.after.split(" / ")}
    assert finger.taps <= turn.goal


async def test_one_tap_undoes_a_step(running_bot: RunningBot, page: Page, room: Channel) -> None:
    finger = await sit_down(running_bot, page, room, TURNS["split"])
    await finger.choose(RACK, "B5", "K5")
    await finger.seat.sees("Confirm 2 tiles")
    before = finger.taps

    await finger.press("Undo")

    await finger.seat.sees_no("Confirm 2 tiles")
    assert finger.taps - before == 1


async def test_three_taps_claim_a_set(running_bot: RunningBot, page: Page, room: Channel) -> None:
    nines = Turn(3, "r9 b9 k9", "o8 o1", play_the_hint, "", key="rummi200kub")
    finger = await sit_down(running_bot, page, room, nines)

    await finger.press("Claim", edits=False)
    await finger.choose("A set", "A", edits=False)

    await finger.seat.sees("You claimed set A")
    assert finger.taps <= nines.goal
