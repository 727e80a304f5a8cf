"""Help with a turn, as far as the table's own rule lets it: /fit finds a place for tiles, /hint finds the tiles too."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import render
from cogs import _assist_screens as screens
from cogs._controls import Control, Tapped
from cogs._house import House, Seen, begun, names, seat_of
from cogs._panels import in_time, put
from cogs._pictures import Pictures
from cogs._racks import Racks
from cogs._replies import MOVED_ON, Refusal
from cogs._screens import Screen, chosen
from cogs._thinking import Thinking
from engine.errors import BadNotation, HasResigned, NotOnYourRack
from engine.goals import Found, Goal
from engine.notation import read_rack, write_tiles
from engine.tiles import Tile, by_color
from engine.views import Assistance, View
from storage.games import Game
from storage.texts import Kind

Interaction = discord.Interaction[Any]

PICK = "Pick tiles of your rack below: I look for the arrangement that lays just these, with the least disturbance."
OPTION = "assistance"


class Assist(commands.Cog):
    """Turns that are looked for instead of written."""

    def __init__(self, house: House, racks: Racks, pictures: Pictures, thinking: Thinking) -> None:
        self._house = house
        self._racks = racks
        self._pictures = pictures
        self._thinking = thinking
        self.taps: Mapping[str, Tapped] = {
            "fit": self._fit_tapped,
            "fits": self._picked,
            "hint": self._hint_tapped,
            "lay": self._lay_tapped,
            "close": self._close_tapped,
        }

    @app_commands.command(name="fit", description="Name tiles of your rack: I find how to lay just these")
    @app_commands.describe(tiles="Such as R5 B6; nothing is played before you confirm it")
    @app_commands.guild_only()
    async def fit(self, interaction: Interaction, tiles: app_commands.Range[str, 1, 400]) -> None:
        """Find a place for these tiles."""
        seen = self._seen(await self._house.running_here(interaction), interaction, Assistance.FIT)
        await self._fit(interaction, seen, screens.names_of(_held(seen.view, tiles)))

    async def _fit_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Open the menus with what was picked last."""
        game = begun(await self._house.game(control.game))
        seen = self._seen(game, interaction, Assistance.FIT)
        await self._fit(interaction, seen, await self._last_picked(seen))

    async def _picked(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Take over one menu's tiles; what the others say is kept."""
        game = begun(await self._house.game(control.game))
        seen = self._seen(game, interaction, Assistance.FIT)
        rack = screens.names_of(_rack(seen.view))
        page = int(control.argument) if control.argument.isdecimal() else 0
        others = set(await self._last_picked(seen)) - set(rack[page * screens.MENU : (page + 1) * screens.MENU])
        await self._fit(interaction, seen, [name for name in rack if name in others or name in values])

    async def _last_picked(self, seen: Seen) -> list[str]:
        """The names of the tiles that this seat picked last, as far as it still holds them."""
        kept = await self._house.texts.latest(seen.game.id, seen.view.you or 0, Kind.PICKED)
        picked = kept.text.split() if kept else []
        return [name for name in screens.names_of(_rack(seen.view)) if name in picked]

    async def _fit(self, interaction: Interaction, seen: Seen, picked: Sequence[str]) -> None:
        await self._keep(seen, " ".join(picked), Kind.PICKED)
        await put(interaction, *await in_time(interaction, self._fit_screen(seen, picked)))

    async def _fit_screen(self, seen: Seen, picked: Sequence[str]) -> Screen:
        tiles = [screens.tile_of(name, seen.view.box) for name in picked]
        found, said = await self._fitted(seen, tiles) if tiles else (None, PICK)
        if found is None:
            file = await self._pictures.rack(seen.view, render.Order.COLOR)  # the order of the menus
            return screens.fit(seen, picked, said, file), [file]
        shown = await self._shown(seen, found)
        return screens.fit(seen, picked, said, shown), [shown.file]

    async def _fitted(self, seen: Seen, picked: Sequence[Tile]) -> tuple[Found | None, str]:
        """The arrangement of these tiles, or of as many of them as can be laid at once; and what to say of it."""
        if found := await self._thinking.found(seen, Goal.FIT, picked):
            return found, ""
        best = await self._thinking.best(seen)
        if best and Counter(best.played) == Counter(picked):
            return best, ""  # a search that is bounded may find it this way only
        tiles = write_tiles(sorted(picked, key=by_color))
        some = await self._thinking.found(_with_rack(seen, picked), Goal.TILES)
        if some is None:
            return None, f"{tiles}: I find no legal turn with just these.{_unopened(seen.view)}"
        if len(some.played) == len(picked):
            return some, ""  # as above
        fewer = await self._thinking.found(seen, Goal.FIT, some.played) or some
        laid = write_tiles(sorted(fewer.played, key=by_color))
        return fewer, f"{tiles}: I find no legal turn with just these, but there is one with {laid}."

    @app_commands.command(name="hint", description="See a good turn little by little, where the table allows hints")
    @app_commands.guild_only()
    async def hint(self, interaction: Interaction) -> None:
        """Say where something can be laid."""
        await self._hint(interaction, await self._house.running_here(interaction), 1)

    async def _hint_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Say one thing more; of a table that has moved on, from the beginning."""
        game = begun(await self._house.game(control.game))
        stale = control.version != game.version
        step = int(control.argument) if control.argument in {"2", "3"} and not stale else 1
        await self._hint(interaction, game, step, "The table has moved on since." if stale else "")

    async def _hint(self, interaction: Interaction, game: Game, step: int, note: str = "") -> None:
        seen = self._seen(game, interaction, Assistance.FULL)
        await put(interaction, *await in_time(interaction, self._hint_screen(seen, step, note)))

    async def _hint_screen(self, seen: Seen, step: int, note: str) -> Screen:
        found = await self._thinking.best(seen)
        if found is None:
            return screens.no_hint(seen, note), []
        if step < screens.LAST_STEP:
            return screens.hint(
                seen, step, screens.Idea(found, await self._thinking.after(seen, found.action)), note
            ), []
        shown = await self._shown(seen, found)
        return screens.hint(seen, step, shown, note), [shown.file]

    async def _shown(self, seen: Seen, found: Found) -> screens.Shown:
        """A found turn with its picture, kept so that a tap can play it."""
        after = await self._thinking.after(seen, found.action)
        token = await self._keep(seen, found.action.line(), Kind.FOUND)
        file = await self._pictures.board(after, names(seen.game), f"turn-{token}")
        return screens.Shown(found, after, file, token)

    async def _keep(self, seen: Seen, text: str, kind: Kind) -> str:
        return await self._house.texts.keep(seen.game.id, seen.view.you or 0, seen.game.version, text, kind)

    async def _lay_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Play what was shown, if the table still is as it was then."""
        game = await self._house.game(control.game)
        seat = seat_of(game, interaction.user.id)
        line = await self._house.texts.get(control.argument, game.id, seat)
        if control.version != game.version or line is None:
            return await self._racks.refresh(interaction, game, MOVED_ON)
        action = self._house.variant(begun(game)).read(seat, line)
        moved, aside = await self._house.move(game, action, interaction.id)
        await self._house.texts.forget(game.id, seat)
        return await self._racks.refresh(interaction, moved, aside or moved.news)

    async def _close_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Forget the tiles that were picked, and show the rack again."""
        game = await self._house.game(control.game)
        seat = seat_of(game, interaction.user.id)
        await self._house.texts.keep(game.id, seat, game.version, "", Kind.PICKED)
        await self._racks.refresh(interaction, game)

    def _seen(self, game: Game, interaction: Interaction, needed: Assistance) -> Seen:
        """The player's own view of a table that helps so much.

        Raises:
            Refusal: it does not, or the user has no seat.
        """
        seen = self._house.seen(game, interaction.user.id)
        if seen.view.assistance not in {needed, Assistance.FULL}:
            raise Refusal(_unhelpful(seen))
        if seen.view.seats[seen.view.you or 0].resigned:
            raise HasResigned
        return seen


def _unhelpful(seen: Seen) -> str:
    """The table's rule, and who sets it."""
    options = zip(seen.variant.options, chosen(seen.variant, seen.game), strict=True)
    name, value = next(said for option, said in options if option.key == OPTION)
    if seen.view.assistance is Assistance.OFF and seen.variant.chosen(seen.game.options)[OPTION] != Assistance.OFF:
        return "This table punishes mistakes, so nothing is said of a play before it is made."
    return f"This table's rule is **{name}: {value}**. The host sets it with **Rules** before the game begins."


def _held(view: View, text: str) -> tuple[Tile, ...]:
    """Tiles of the viewer's rack from their names.

    Raises:
        BadNotation, NotOnYourRack: it has no such tiles.
    """
    tiles = read_rack(text, view.box)
    if foreign := Counter(tiles) - Counter(_rack(view)):
        raise NotOnYourRack(write_tiles(foreign.elements()))
    if not tiles:
        raise BadNotation("Name at least one tile of your rack, such as R5.")
    return tiles


def _unopened(view: View) -> str:
    """Why tiles may not do that would do later."""
    return "" if view.seats[view.you or 0].opened else " You have not opened yet."


def _rack(view: View) -> tuple[Tile, ...]:
    return view.rack.tiles if view.rack else ()


def _with_rack(seen: Seen, tiles: Sequence[Tile]) -> Seen:
    """As if the viewer held these alone."""
    rack = seen.view.rack
    return replace(seen, view=replace(seen.view, rack=rack and replace(rack, tiles=tuple(tiles), fresh=0)))
