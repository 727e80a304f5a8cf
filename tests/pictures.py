"""Make the pictures in the docs from the real page: `python -m tests.pictures` writes docs/pictures/.

The real bot plays on the playground, and Chromium shows it, so no picture can show what the bot no longer looks like.
"""

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Browser, Locator, Page

from engine.game.goals import Level
from engine.game.views import Value
from engine.variants import load
from playground.model.starting_world import ANA_ID, BEN_ID
from playground.model.values import Channel
from storage.games import Player
from tests.e2e.running_bot import RunningBot
from tests.positions import SEED, Position, position
from tests.support.browser import SeatOnPage, chromium, page_at

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
PHONE, DESKTOP = (400, 860), (1400, 1720)  # pixels
COLORS = 128  # of the animation, which keeps it small
MOST_BYTES = 2_000_000  # of the animation
GAP, TABLE = 12, (640, 420)  # pixels between two tables, and of a table at most
SETTLED = 700  # milliseconds in which the page shows all of an answer
TAP_MARK = """([x, y]) => {
    const mark = document.createElement("div");
    mark.id = "tap";
    Object.assign(mark.style, {
        position: "fixed", left: `${x - 17}px`, top: `${y - 17}px`, width: "34px", height: "34px", zIndex: 1000,
        borderRadius: "50%", background: "rgb(255 255 255 / 45%)", border: "2px solid white", pointerEvents: "none",
    });
    document.body.append(mark);
}"""


@dataclass
class Film:
    """A phone's screen, frame by frame: each as a PNG, with the milliseconds that it stays."""

    page: Page
    frames: list[tuple[bytes, int]] = field(default_factory=list)

    async def show(self, milliseconds: int) -> None:
        """Add what the screen shows now, as soon as it has settled."""
        await self.page.wait_for_timeout(SETTLED)
        await self._shoot(milliseconds)

    async def tap(self, what: Locator, milliseconds: int = 450) -> None:
        """Add a frame with a mark where the finger is, then tap."""
        await what.scroll_into_view_if_needed()
        box = await what.bounding_box()
        assert box is not None
        await self.page.evaluate(TAP_MARK, [box["x"] + min(box["width"] / 2, 110), box["y"] + box["height"] / 2])
        await self._shoot(milliseconds)
        await self.page.evaluate("() => document.getElementById('tap').remove()")
        await what.click()

    async def _shoot(self, milliseconds: int) -> None:
        self.frames.append((await self.page.screenshot(), milliseconds))

    def save(self, path: Path) -> None:
        """Write the frames as an animated PNG that starts again by itself."""
        pictures = [Image.open(BytesIO(png)).convert("RGB") for png, _ in self.frames]
        palette = pictures[len(pictures) // 2].quantize(COLORS)
        first, *others = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures]
        durations = [milliseconds for _, milliseconds in self.frames]
        first.save(path, save_all=True, append_images=others, duration=durations, loop=0, optimize=True)


async def film_turn(bot: RunningBot, browser: Browser) -> None:
    """A turn on a phone: pick and Confirm; the computer replies; picked tiles arrange themselves."""
    room = bot.room("game-night")
    ada = Player(None, "Ada", Level.STRONG)
    table, racks = "R4 R5 R6 R7 R8 / B9 K9 O9 / O2 O3 O4", ["R6 R10 R11 R12 B2 B4 K1 K7 O13 O11", "O5 K13 B1 K5 R1"]
    bot.deal(room, position("classic", table=table, racks=racks, options={"assistance": "fit"}), computers=[ada])
    async with seated(bot, browser, room, PHONE) as (ana,):
        film = Film(ana.page)
        await ana.type_command("/rack")
        await ana.sees("Your turn")
        await film.show(1800)
        await pick(film, ana, "◆10", "◆11", "◆12")
        await film.show(1300)
        await film.tap(ana.root.get_by_role("button", name="Confirm 3 tiles"), 700)
        await ana.sees("Ada")
        await ana.sees("Your turn")
        await film.show(2600)
        await pick(film, ana, "◆6")
        await film.show(2600)
        path = FOLDER / "turn.png"
        film.save(path)
        assert path.stat().st_size < MOST_BYTES, path.stat().st_size


async def pick(film: Film, seat: SeatOnPage, *tiles: str) -> None:
    """Pick tiles from the rack's menu and close it, tap by tap."""
    menu = seat.root.get_by_role("combobox", name="Pick tiles from your rack").last
    await film.tap(menu)
    for tile in tiles:
        label = film.page.get_by_text(tile, exact=True)
        await film.tap(seat.root.locator(".listbox[popover]").get_by_role("option").filter(has=label).first, 400)
    await film.show(500)
    await film.page.keyboard.press("Tab")


async def shoot_page(bot: RunningBot, browser: Browser) -> None:
    """The page with two seats at one table."""
    room = bot.room("friday")
    table, racks = (
        "R4 R5 R6 / B9 K9 O9 / O2 O3 O4 O5 / R13 B13 K13",
        ["R7 R10 R11 R12 B2 B4 K1 K7", "O6 K13 B1 K5 R1 B7"],
    )
    game = position("classic", table=table, racks=racks)
    bot.deal(room, game)
    async with seated(bot, browser, room, DESKTOP, ANA_ID, BEN_ID) as (ana, ben):
        await ana.type_command("/table")
        for seat in (ana, ben):
            await seat.tap("My rack")
        await ben.sees("to play")
        await ana.page.wait_for_timeout(SETTLED)
        await ana.page.screenshot(path=FOLDER / "page.png")


async def shoot_systems(bot: RunningBot, browser: Browser) -> None:
    """The four other rule systems' tables in the middle of a game, two above two."""
    shown = [
        await shoot_table(bot, browser, play_on("rummi200kub", 3, 44)),
        await shoot_table(bot, browser, play_on("rummykruss", 2, 40)),
        await shoot_table(bot, browser, play_on("packkub", 3, 17)),
        await shoot_table(bot, browser, play_on("rummy_cube", 2, 44, skin="cards")),
    ]
    width, height = TABLE
    sheet = Image.new("RGBA", (2 * width + GAP, 2 * height + GAP))
    for index, each in enumerate(shown):
        left, top = index % 2 * (width + GAP), index // 2 * (height + GAP)
        sheet.paste(each, (left + (width - each.width) // 2, top + (height - each.height) // 2))
    sheet.quantize(COLORS).save(FOLDER / "systems.png", optimize=True)


def play_on(key: str, seats: int, actions: int, **options: Value) -> Position:
    """Return a game of this system after so many actions of strong computers."""
    system = load()[key]
    state: Any = system.setup(seats, SEED, 0, options).state
    for number in range(actions):
        action = system.choose(system.view(state, state.turn), Level.STRONG, number.to_bytes(32, "big"))
        state = system.apply(state, action, now=state.now).state
    return Position(system, state)


async def shoot_table(bot: RunningBot, browser: Browser, game: Position) -> Image.Image:
    """Return the public picture of a game as the page shows it."""
    room = bot.room(game.system.info.key)
    bot.deal(room, game)
    async with seated(bot, browser, room, DESKTOP) as (ana,):
        await ana.type_command("/table")
        picture = ana.root.locator(".picture img").last
        await picture.wait_for()
        await ana.page.wait_for_timeout(SETTLED)
        address = await picture.get_attribute("src") or ""
        answer = await ana.page.request.get(bot.playground.address + address)
        table = Image.open(BytesIO(await answer.body())).convert("RGBA")
        table.thumbnail(TABLE, Image.Resampling.LANCZOS)
        return table


@asynccontextmanager
async def seated(
    bot: RunningBot, browser: Browser, room: Channel, size: tuple[int, int], *users: int
) -> AsyncIterator[list[SeatOnPage]]:
    """The page with these users, by default Ana, who are in this channel."""
    ids = users or (ANA_ID,)
    async with page_at(browser, bot.playground.address, *ids, size=size) as page:
        seats = [SeatOnPage(page, user_id) for user_id in ids]
        for seat in seats:
            await seat.visit(room.name)
        yield seats


async def make_pictures() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        async with RunningBot.open(Path(folder)) as bot, chromium() as browser:
            for make in (film_turn, shoot_page, shoot_systems):
                await make(bot, browser)
                sys.stdout.write(f"{(make.__doc__ or '').splitlines()[0]}\n")


if __name__ == "__main__":
    asyncio.run(make_pictures())
