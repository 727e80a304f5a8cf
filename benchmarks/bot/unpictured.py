"""The real bot with one difference: where a picture would be stands its alt text, so none is drawn or sent."""

from dataclasses import dataclass
from typing import Any

import discord

import bot
import render
from services.benches import BenchScreenData
from services.game_view import GameView
from ui import services
from ui.messages.private_bench import PrivateBenches
from ui.messages.public_table import PublicTables
from ui.pictures import Pictures
from ui.screens import table as _screens
from ui.screens.bench import screen


@dataclass(frozen=True, slots=True)
class Words:
    """What a screen wants of a file."""

    filename: str
    description: str


class Unpictured(Pictures):
    """Draws nothing."""

    async def table(self, game_view: GameView) -> Any:
        """The table in words."""
        return Words("", render.table_text(game_view.view, game_view.names))

    async def bench(self, bench: BenchScreenData) -> Any:
        """The bench in words."""
        arranged = bench.arranged.bench
        words = render.bench_text(
            bench.game_view.view, arranged, bench.appraisal, render.Order(bench.order), bench.state.picks
        )
        return Words("", words)


class RacksInWords(PrivateBenches):
    """Sends no file with a rack."""

    async def screen(self, *arguments: Any) -> Any:
        """The screen alone."""
        view, _ = await super().screen(*arguments)
        return view, []


class TablesInWords(PublicTables):
    """Sends no file with a table."""

    async def screen(self, *arguments: Any) -> Any:
        """The screen alone."""
        view, _ = await super().screen(*arguments)
        return view, []


def in_words(file: discord.File) -> discord.ui.TextDisplay[Any]:
    """The alt text, to be read."""
    return discord.ui.TextDisplay(file.description or "")


if __name__ == "__main__":
    vars(services).update(Pictures=Unpictured, Racks=RacksInWords, BoardKeeper=TablesInWords)
    for screens in (_screens, screen):
        vars(screens).update(picture=in_words)
    bot.main()
