"""Nobody learns what is hidden from them: from a message, a picture, a custom id, an error, or the log.

A trial is ten games of all systems, each paused at one moment. The moment is set up in two rooms with the real cogs:
as it is, and with another seed and everything dealt otherwise that one viewer can't see. In the first room, the player
to move may have a draft besides. Strangers and the viewer ask the same in both, and then the move is made. They must be
shown the same, pixel by pixel. The tiles in pictures are also read and counted, and the seed, the pool and racks may be
written nowhere.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

import discord
from PIL import Image

from cogs.watch import WatchCog
from engine.game.state import GameState
from engine.tiles.notation import write_tile, write_tiles
from engine.variants import load
from render.sprites.atlas import find_print
from render.sprites.sprites import Family, family_of, list_widths
from render.style.sizes import TileSize
from services.refusals import Refusal
from storage.games import Game, GameStore
from tests.soak.part import Control, Counts, Part
from tests.soak.secrecy.comparison import Comparison
from tests.soak.secrecy.hidden_texts import recorded
from tests.soak.secrecy.moments import play_to_a_moment
from tests.soak.secrecy.recording_bot import open_recording_bot
from ui.controls import Control as Button
from ui.layout import Screen
from ui.messages import error_replies
from ui.messages.public_screens import PublicScreens

GAMES = 10  # of one seed
SYSTEMS = list(load().values())


def run(seed: int) -> Counts:
    """Compare ten games, two of each system."""
    return asyncio.run(compare_games(seed, GAMES))


async def compare_games(seed: int, games: int) -> Counts:
    """Compare a moment of each of these games, and return what was done and found."""
    dice = random.Random(seed)  # repeatable, not secret
    with TemporaryDirectory() as real_folder, TemporaryDirectory() as other_folder, recorded() as records:
        async with open_recording_bot(Path(real_folder)) as real, open_recording_bot(Path(other_folder)) as other:
            comparison = Comparison((real, other), records, dice)
            for number in range(games):
                moment = play_to_a_moment(SYSTEMS[number % len(SYSTEMS)], dice)
                await comparison.read_log(moment)
                await comparison.compare(moment)
            return comparison.counts


# controls


def log_pool(seed: int) -> Counts:
    async def commit(store: GameStore, game: Game, **named: Any) -> Game:
        if game.state:
            logging.getLogger("storage").debug("stored a pool of %s", write_tiles(game.state.pool))
        return await original(store, game, **named)

    original = GameStore.commit
    return _plant(seed, GameStore, "commit", commit)


def say_seed(seed: int) -> Counts:
    async def explain(interaction: Any, error: Exception) -> None:
        await original(interaction, Refusal(f"{error} {newest[-1].state.seed.hex()}"))  # type: ignore[union-attr]

    async def commit(store: GameStore, game: Game, **named: Any) -> Game:
        newest.append(game)
        return await store_game(store, game, **named)

    newest: list[Game] = []
    original, store_game = error_replies.explain, GameStore.commit
    with mock.patch.object(GameStore, "commit", commit):
        return _plant(seed, error_replies, "explain", explain)


def show_rack(seed: int) -> Counts:
    def add(game: Game, state: GameState, view: discord.ui.LayoutView, _: list[discord.File]) -> None:
        view.add_item(discord.ui.TextDisplay(f"{game.id}: {write_tiles(state.seats[state.turn].rack)}"))

    return _plant_in_table(seed, add)


def name_button(seed: int) -> Counts:
    def add(game: Game, state: GameState, view: discord.ui.LayoutView, _: list[discord.File]) -> None:
        hidden = Button.of("draw", game, write_tile(state.pool[-1]).strip("*?") if state.pool else "")
        view.add_item(discord.ui.ActionRow(discord.ui.Button(label="Draw", custom_id=hidden.custom_id)))

    return _plant_in_table(seed, add)


def draw_tile(seed: int) -> Counts:
    """Lay a tile of a hidden rack in a corner of the picture, in the size of the table's smallest tiles."""

    def add(game: Game, state: GameState, _: discord.ui.LayoutView, files: list[discord.File]) -> None:
        rack = next((seat.rack for seat in state.seats if seat.rack), ())
        if rack and family_of(load()[game.variant].view(state, None)) is Family.TILES:
            face = find_print(rack[0], TileSize(list_widths(Family.TILES)[0]), Family.TILES)
            files[0] = _change_picture(files[0], lambda picture: picture.paste(face, (0, 0)))

    return _plant_in_table(seed, add)


def blot_tiles(seed: int) -> Counts:
    """Paint over the left half of the picture, whatever is hidden."""

    def add(_game: Game, _state: GameState, _: discord.ui.LayoutView, files: list[discord.File]) -> None:
        files[0] = _change_picture(
            files[0], lambda picture: picture.paste(0, (0, 0, picture.width // 2, picture.height))
        )

    return _plant_in_table(seed, add)


def _change_picture(file: discord.File, change: Callable[[Image.Image], None]) -> discord.File:
    with Image.open(BytesIO(file.fp.read())) as picture:
        picture.load()
        change(picture)
        drawn = BytesIO()
        picture.save(drawn, "PNG")
    return discord.File(BytesIO(drawn.getvalue()), file.filename, description=file.description)


def show_draft(seed: int) -> Counts:
    async def show(screens: PublicScreens, game: Game) -> Screen:
        view, files = await original(screens, game)
        drafts = [await screens._tables.benches.get(game.id, seat) for seat in range(len(game.players))]  # noqa: SLF001
        view.add_item(discord.ui.TextDisplay(f"{sum(bool(each.draft.changes) for each in drafts)} are ready."))
        return view, files

    original = PublicScreens.show
    return _plant(seed, PublicScreens, "show", show)


def log_drawing(seed: int) -> Counts:
    async def page(cog: WatchCog, game: Game, number: int, user_id: int) -> Screen:
        view, files = await original(cog, game, number, user_id)
        assert game.state
        view.add_item(discord.ui.TextDisplay(f"Next is {write_tiles(game.state.pool[-3:])}."))
        return view, files

    original = WatchCog._page  # noqa: SLF001  # there is no other way in
    return _plant(seed, WatchCog, "_page", page)


def _plant_in_table(
    seed: int, add: Callable[[Game, GameState, discord.ui.LayoutView, list[discord.File]], None]
) -> Counts:
    """Add something to the message that everybody sees of a table."""

    async def show(screens: PublicScreens, game: Game) -> Screen:
        view, files = await original(screens, game)
        found = [*files]
        if game.state and not game.state.outcome:
            add(game, game.state, view, found)
        return view, found

    original = PublicScreens.show
    return _plant(seed, PublicScreens, "show", show)


def _plant(seed: int, owner: object, name: str, fault: object) -> Counts:
    """Compare a game of each system with something else in the place of the bot's."""
    with mock.patch.object(owner, name, fault):
        return asyncio.run(compare_games(seed, len(SYSTEMS)))


PART = Part(
    name="leaks",
    promise="Nobody learns what is hidden from them, from messages, pictures, custom ids, errors or the log",
    run=run,
    full=100,
    sample=3,
    faults=("differing", "secrets", "told", "surplus", "misread"),
    controls=(
        Control("the log has the pool", "secrets", log_pool),
        Control("refusals name the seed", "secrets", say_seed),
        Control("the table's message has the rack of whoever is to move", "secrets", show_rack),
        Control("a custom id depends on the next tile of the pool", "differing", name_button),
        Control("the table's picture has a tile of somebody's rack", "surplus", draw_tile),
        Control("half of the table's picture is painted over", "misread", blot_tiles),
        Control("the game's log names the tiles that are drawn next", "told", log_drawing),
        Control("the table's message tells how many have a draft", "differing", show_draft),
    ),
)
