"""The real bot with alt texts instead of pictures, so that none is drawn or uploaded."""

from dataclasses import dataclass
from typing import Any

import discord

import bot
import render
from services.benches import BenchScreenData
from services.game_view import GameView
from ui import services
from ui.messages.private.private_bench import PrivateBenches
from ui.messages.public_screens import PublicScreens
from ui.pictures import Pictures, make_bench_scene
from ui.screens import table as _screens
from ui.screens.bench import screen


@dataclass(frozen=True, slots=True)
class Words:
    """A stand-in for a picture's file, with the parts that a screen needs: its name and its alt text."""

    filename: str
    description: str


class Unpictured(Pictures):
    """A replacement for the bot's pictures that draws none of them, and returns just their alt texts."""

    async def draw_table(self, game_view: GameView) -> Any:
        """Return the table's alt text."""
        return Words("", render.table_text(game_view.view, game_view.names))

    async def draw_bench(self, bench: BenchScreenData) -> Any:
        """Return the bench's alt text."""
        return Words("", render.bench_text(make_bench_scene(bench)))


class RacksInWords(PrivateBenches):
    """Private benches whose messages have no picture file."""

    async def screen(self, *arguments: Any, **more: Any) -> Any:
        """Return (the message's components, an empty list of files)."""
        view, _ = await super().screen(*arguments, **more)
        return view, []


class TablesInWords(PublicScreens):
    """Public screens without picture files."""

    async def show(self, *arguments: Any) -> Any:
        """Return (the message's components, an empty list of files)."""
        view, _ = await super().show(*arguments)
        return view, []


def in_words(file: discord.File) -> discord.ui.TextDisplay[Any]:
    """Return a text component with the alt text of the picture file, to be shown in its place."""
    return discord.ui.TextDisplay(file.description or "")


if __name__ == "__main__":
    vars(services).update(Pictures=Unpictured, PrivateBenches=RacksInWords, PublicScreens=TablesInWords)
    for screens in (_screens, screen):
        vars(screens).update(picture=in_words)
    bot.main()
