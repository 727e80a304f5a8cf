"""Help with a turn, as far as the table's own rule lets it: /fit finds a place for tiles, /hint finds the tiles too."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.goals import FoundTurn
from engine.game.views import Assistance, View
from engine.text.errors import BadNotation, NotOnYourRack
from engine.text.phrases import later, say
from engine.tiles.notation import read_rack, write_tiles
from engine.tiles.tiles import Tile
from services.fitting import helped
from services.refusals import begun, seat_of
from services.seen import Seen, news
from storage.games import Game
from storage.texts import TextKind
from ui.commands import anywhere
from ui.controls import Control, Tapped
from ui.deferred import in_time, put
from ui.layout import Screen
from ui.places import place_of
from ui.replies import MOVED_ON
from ui.screens import hints as screens
from ui.services import Services
from ui.text_mode import for_reader, table_words

Interaction = discord.Interaction[Any]


class Assist(commands.Cog):
    """Turns that are looked for instead of written."""

    def __init__(self, services: Services) -> None:
        self._house = services.tables
        self._racks = services.private_bench
        self._pictures = services.pictures
        self._thinking = services.search
        self.taps: Mapping[str, Tapped] = {
            "hint": self._hint_tapped,
            "lay": self._lay_tapped,
            "close": self._close_tapped,
        }

    @app_commands.command(name="fit", description=locale_str("Name tiles of your rack: I find how to lay just these"))
    @app_commands.describe(tiles=locale_str("Such as R5 B6; nothing is played before you confirm it"))
    @anywhere
    async def fit(self, interaction: Interaction, tiles: app_commands.Range[str, 1, 400]) -> None:
        """Find a place for these tiles."""
        game = await self._house.running_here(place_of(interaction))
        seen = helped(self._house, game, interaction.user.id, Assistance.FIT)
        await self._racks.fit(interaction, game, seen, _held(seen.view, tiles))

    @app_commands.command(
        name="hint", description=locale_str("See a good turn little by little, where the table allows hints")
    )
    @anywhere
    async def hint(self, interaction: Interaction) -> None:
        """Say where something can be laid."""
        await self._hint(interaction, await self._house.running_here(place_of(interaction)), 1)

    async def _hint_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Say one thing more; of a table that has moved on, from the beginning."""
        game = begun(await self._house.game(control.game))
        stale = control.version != game.version
        step = int(control.argument) if control.argument in {"2", "3"} and not stale else 1
        await self._hint(interaction, game, step, say("The table has moved on since.") if stale else "")

    async def _hint(self, interaction: Interaction, game: Game, step: int, note: str = "") -> None:
        seen = helped(self._house, game, interaction.user.id, Assistance.FULL)
        work = self._hint_screen(game, seen, interaction.user.id, step, note)
        await put(interaction, *await in_time(interaction, work))

    async def _hint_screen(self, game: Game, seen: Seen, user_id: int, step: int, note: str) -> Screen:
        found = await self._thinking.best(seen)
        if found is None:
            return screens.no_hint(seen, note), []
        if step < screens.LAST_STEP:
            after = await self._thinking.after(seen, found.action)
            return screens.hint(seen, step, screens.Idea(found, after), note), []
        shown = await self._shown(game, seen, found)
        words = partial(table_words, shown.after, seen.names)
        person = await self._house.settings.person(user_id)
        return for_reader(person, screens.hint(seen, step, shown, note), words), [shown.file]

    async def _shown(self, game: Game, seen: Seen, found: FoundTurn) -> screens.Shown:
        """A found turn with its picture, kept so that a tap can play it."""
        after = await self._thinking.after(seen, found.action)
        token = await self._keep(seen, found.action.line(), TextKind.FOUND)
        file = await self._pictures.board(after, seen.names, f"turn-{token}")
        return screens.Shown(found, after, file, token, seen.variant.preview(game.state, found.action))

    async def _keep(self, seen: Seen, text: str, kind: TextKind) -> str:
        return await self._house.texts.keep(seen.id, seen.view.you or 0, seen.version, text, kind)

    async def _lay_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Play what was shown, if the table still is as it was then."""
        game = await self._house.game(control.game)
        seat = seat_of(game, interaction.user.id)
        line = await self._house.texts.get(control.argument, game.id, seat)
        if control.version != game.version or line is None:
            return await self._racks.refresh(interaction, game, str(MOVED_ON))
        action = self._house.variant(begun(game)).read(seat, line)
        moved, aside = await self._house.move(game, action, interaction.id)
        await self._house.texts.forget(game.id, seat)
        return await self._racks.refresh(interaction, moved, str(aside or news(moved)))

    async def _close_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Show the bench again."""
        await self._racks.refresh(interaction, await self._house.game(control.game))


def _held(view: View, text: str) -> tuple[Tile, ...]:
    """Tiles of the viewer's rack from their names.

    Raises:
        BadNotation, NotOnYourRack: it has no such tiles.
    """
    tiles = read_rack(text, view.box)
    if foreign := Counter(tiles) - Counter(_rack(view)):
        raise NotOnYourRack(write_tiles(foreign.elements()))
    if not tiles:
        raise BadNotation(later("Name at least one tile of your rack, such as R5."))
    return tiles


def _rack(view: View) -> tuple[Tile, ...]:
    return view.rack.tiles if view.rack else ()
