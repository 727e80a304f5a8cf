"""Whole games in a window 400 pixels wide, with taps alone: tiles are picked, fitted and confirmed on the bench."""

import contextlib
import re
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from playwright.async_api import expect

from engine.game.goals import Goal
from engine.game.views import View
from engine.text.phrases import language, say, say_many, speak_in
from engine.tiles.tiles import Tile, by_color
from services.languages import load_catalog
from storage.games import Phase
from storage.settings import Language
from tests.e2e.running_bot import VARIANTS, RunningBot
from tests.support.browser import SeatOnPage, chromium, page_at
from ui.screens.bench.menus import name_tiles

from .test_pages import begun, moved_on

pytestmark = [pytest.mark.soak, pytest.mark.browser, pytest.mark.timeout(3000)]

TOLD = (
    "{name} to play",
    "{name} played {new}.",
    "{name} added {added}.",
    "{name} rearranged {sets} and played {tiles}.",
    "{name} placed {where}: {points}.",
    "{name} drew {tiles} and holds {held}.",
    "{name} passed.",
)
PHONE = (400, 860)  # pixels
GAMES = {"classic": Language.ENGLISH, "rummi200kub": Language.GERMAN, "rummykruss": Language.JAPANESE}


@pytest.mark.parametrize(("key", "spoken"), GAMES.items())
async def test_a_game_is_played_to_its_end_with_taps_alone_on_a_phone(
    tmp_path: Path, key: str, spoken: Language
) -> None:
    variant, kinds = VARIANTS[key], Counter[str]()
    async with RunningBot.open(tmp_path) as running_bot, chromium() as browser:
        await set_language(running_bot, spoken)
        people = running_bot.seats(2)
        room = running_bot.room("phone")
        address, ids = running_bot.playground.address, [each.user.id for each in people]
        async with (
            page_at(browser, address, ids[0], size=PHONE) as first,
            page_at(browser, address, ids[1], size=PHONE) as second,
        ):
            seats = [SeatOnPage(first, ids[0]), SeatOnPage(second, ids[1])]
            for each in seats:
                await each.visit("phone")
            with speak_in(load_catalog(spoken)):
                await begun(running_bot, room, variant.info.name, seats)
                while (game := running_bot.game(room)).phase is Phase.PLAYING:
                    assert game.state is not None
                    seat = seats[game.state.turn]
                    view = variant.view(game.state, game.state.turn)
                    kinds[await tapped(seat, view, laid(view, key))] += 1
                    await running_bot.until(partial(moved_on, running_bot, room, game.version))

    assert kinds["laid"] > 5
    assert game.phase is Phase.OVER


async def set_language(running_bot: RunningBot, to: Language) -> None:
    """Let everybody, and the server, read this language."""
    running_bot.world.locale = to
    for seat in running_bot.seats(2):
        seat.set_locale(to)
    await running_bot.stop()
    await running_bot.start()  # a bot hears of a server's language when it connects


def laid(view: View, key: str) -> Sequence[Tile]:
    """The tiles that the best turn lays; while racks are drafted, none."""
    found = None if view.offers else VARIANTS[key].find(view, Goal.TILES)
    return found.played if found else ()


async def tapped(seat: SeatOnPage, view: View, tiles: Sequence[Tile]) -> str:
    """Take the turn, and say what it was."""
    if view.offers:
        await seat.tap(str(view.offers[0].label))
        return "picked"
    await opened(seat)
    if not tiles:
        await seat.tap(say("Draw") if view.may_draw else say("Pass"))
        await done(seat)
        return "drawn"
    assert view.rack is not None
    left, labels = Counter(tiles), []
    rack = sorted(view.rack.tiles, key=by_color)
    for name, tile in zip(name_tiles(rack), rack, strict=True):
        if left[tile]:
            left[tile] -= 1
            base, _, copy = name.partition(".")
            labels.append(say("{tile} (no. {copy})", tile=base, copy=copy) if copy else base)
    await seat.choose(say("Pick tiles from your rack"), *labels)
    await seat.tap(say_many("Confirm {count} tile", "Confirm {count} tiles", len(labels)))
    await done(seat)
    return "laid"


async def opened(seat: SeatOnPage) -> None:
    """Open the bench; the button may have gone with an old message just as it was tapped."""
    for _ in range(3):
        await seat.tap(say("My rack"))
        with contextlib.suppress(AssertionError):
            return await seat.sees(your_rack(), within=5_000)
    raise AssertionError("The bench does not open.")


async def done(seat: SeatOnPage) -> None:
    """Put the bench away once it says that the turn was made, and any other that an impatient tap has opened."""
    bench = seat.messages.filter(has_text="Dismiss message").last
    await expect(bench).to_contain_text(re.compile("|".join(map(said, TOLD))))
    for _ in range(await seat.root.get_by_role("button", name="Dismiss message").count()):
        await seat.dismiss()
    await seat.sees_no(your_rack())


def your_rack() -> str:
    """A button that only a bench has."""
    return say("Edit as text")


def said(sentence: str) -> str:
    """An expression for a sentence with any facts."""
    return re.sub(r"\\\{\w+\\\}", ".*", re.escape(language().gettext(sentence)))
