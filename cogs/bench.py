"""Arranging a turn with taps: tiles are picked, go somewhere, and the whole is confirmed."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord.ext import commands

import render
from cogs import _bench_screens as screens
from cogs._bench_screens import Bench, targets
from cogs._controls import Control, Tapped
from cogs._fitting import Fitting, helped
from cogs._house import House, Seen, begun, seat_of
from cogs._panels import in_time, put
from cogs._racks import Racks, moved
from cogs._replies import MOVED_ON, Refusal
from cogs._screens import Screen
from engine.bench import Picks
from engine.draft import Draft
from engine.errors import GameError
from engine.tiles import Tile
from engine.views import Assistance
from storage.benches import Desk

Interaction = discord.Interaction[Any]

GONE = "That is not there any more; here is your bench as it is now."


class Benches(commands.Cog):
    """A private draft of a turn for each seat, at any time."""

    def __init__(self, house: House, racks: Racks, fitting: Fitting) -> None:
        self._house = house
        self._racks = racks
        self._fitting = fitting
        self._locks: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()
        self.taps: Mapping[str, Tapped] = {
            "rack": self._opened,
            "sort": self._sorted,
            "pick": self._stepped(_picked),
            "lying": self._stepped(_picked_lying),
            "spot": self._stepped(_spot),
            "target": self._stepped(_target),
            "face": self._stepped(_face),
            "step": self._stepped(_step),
            "page": self._stepped(_page),
            "color": self._stepped(_color),
            "fit": self._fit,
            "confirm": self._confirmed,
        }

    async def _opened(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await self._racks.send(interaction, await self._house.game(control.game))

    async def _sorted(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._house.game(control.game)
        seat_of(game, interaction.user.id)
        if control.argument not in list(render.Order):
            raise Refusal("There is no such order.")
        await self._house.settings.set_rack_order(interaction.user.id, control.argument)
        await self._racks.refresh(interaction, game)

    def _stepped(self, step: Callable[[Bench, str, Sequence[str]], Desk | None]) -> Tapped:
        """A tap that changes the desk; what it names is untrusted, and a step that can't be changes nothing."""

        async def tapped(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
            game = begun(await self._house.game(control.game))
            seen = self._house.seen(game, interaction.user.id)
            async with self._lock(seen):
                bench = await self._racks.bench(seen, interaction.user.id)
                desk = step(bench, control.argument, values)
                if desk is not None:
                    await self._racks.keep(seen, desk)
            await self._racks.refresh(interaction, game, GONE if desk is None else "")

        return tapped

    def _lock(self, seen: Seen) -> asyncio.Lock:
        """One tap after the other changes a desk."""
        key = (seen.game.id, seen.view.you or 0)
        return self._locks.setdefault(key, asyncio.Lock())

    async def _fit(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Find a place for what is laid and picked."""
        game = begun(await self._house.game(control.game))
        await self.fit(interaction, helped(self._house, game, interaction.user.id, Assistance.FIT))

    async def fit(self, interaction: Interaction, seen: Seen, tiles: Sequence[Tile] | None = None) -> None:
        """Find a place for these tiles, or for those that are laid and picked, and put them there."""
        await put(interaction, *await in_time(interaction, self._fitted(interaction, seen, tiles)))

    async def _fitted(self, interaction: Interaction, seen: Seen, tiles: Sequence[Tile] | None) -> Screen:
        async with self._lock(seen):
            bench = await self._racks.bench(seen, interaction.user.id)
            wanted = list(tiles if tiles is not None else _wanted(bench))
            found, said = (
                await self._fitting.fitted(seen, wanted) if wanted else (None, "Pick tiles of your rack first.")
            )
            if found is not None:
                await self._racks.keep(seen, moved(bench, bench.arranged.bench.as_played(found.action)))
        return await self._racks.screen(seen.game, interaction.user.id, said)

    async def _confirmed(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Make the turn, if the table still is as it was shown; a refusal keeps the draft."""
        game = begun(await self._house.game(control.game))
        seen = self._house.seen(game, interaction.user.id)
        if control.version != game.version:
            return await self._racks.refresh(interaction, game, MOVED_ON)
        async with self._lock(seen):
            bench = await self._racks.bench(seen, interaction.user.id)
            try:
                moved_on, aside = await self._house.move(
                    game, bench.arranged.bench.action(seen.view.you or 0), interaction.id
                )
            except GameError as refusal:
                return await self._racks.refresh(interaction, game, str(refusal))
            await self._racks.forget(game, seen.view.you or 0)
        return await self._racks.refresh(interaction, moved_on, aside or moved_on.news)


def _wanted(bench: Bench) -> list[Tile]:
    """The tiles of the rack that are laid already, and those that are picked."""
    left = list(bench.arranged.bench.left)
    laid = [tile for place, tile in enumerate(bench.arranged.bench.rack) if place not in left]
    return [*laid, *bench.desk.picks.rack]


def _picked(bench: Bench, page: str, values: Sequence[str]) -> Desk | None:
    """Take over one page of the rack; what is picked on the others stays so."""
    names = dict(zip(screens.named(screens.rack_tiles(bench)), screens.rack_tiles(bench), strict=True))
    at = int(page) if page.isdecimal() else 0
    here = list(names)[at * screens.PAGE : (at + 1) * screens.PAGE]
    if not set(values) <= set(here):
        return None
    before = set(screens.named(bench.desk.picks.rack)) - set(here)
    rack = tuple(tile for name, tile in names.items() if name in before or name in values)
    return _settled(bench, Picks(rack, bench.desk.picks.lying), page=at)


def _picked_lying(bench: Bench, _argument: str, values: Sequence[str]) -> Desk | None:
    """Take over the tiles of the set that is open."""
    tiles = bench.arranged.bench.spots.get(bench.desk.spot)
    if tiles is None:
        return None
    if screens.CLOSE in values:
        return replace(bench.desk, spot="", browsing=False)
    chosen = list(tiles) if screens.WHOLE in values else [key for key in tiles if key in values]
    others = [key for key in bench.desk.picks.lying if key not in tiles]
    return _settled(bench, Picks(bench.desk.picks.rack, (*others, *chosen)))


def _settled(bench: Bench, picks: Picks, page: int | None = None) -> Desk | None:
    """The desk with these tiles picked; they are laid at once where there is one place that they fit."""
    if not bench.arranged.bench.holds(picks):
        return None
    desk = replace(bench.desk, picks=picks, browsing=False, targets=0, page=bench.desk.page if page is None else page)
    fitting = [each for each in targets(replace(bench, desk=desk)) if each.fits]
    if len(fitting) != 1 or not picks.rack:
        return desk
    arranged = bench.arranged.bench.taken(picks, fitting[0].key)
    return desk if arranged is None else moved(replace(bench, desk=desk), arranged)


def _spot(bench: Bench, _argument: str, values: Sequence[str]) -> Desk | None:
    """Open a set, or look at more of them."""
    if values[:1] == [screens.MORE]:
        return replace(bench.desk, spots=bench.desk.spots + 1)
    if not values or values[0] not in bench.arranged.bench.spots:
        return None
    return replace(bench.desk, spot=values[0], browsing=True)


def _target(bench: Bench, _argument: str, values: Sequence[str]) -> Desk | None:
    """Put what is picked somewhere, or look at more places."""
    if values[:1] == [screens.MORE]:
        return replace(bench.desk, targets=bench.desk.targets + 1)
    if values[:1] == [screens.BROWSE]:
        return replace(bench.desk, browsing=True, spot="")
    if not values or not bench.desk.picks:
        return None
    arranged = bench.arranged.bench.taken(bench.desk.picks, values[0])
    return None if arranged is None else moved(bench, arranged)


def _face(bench: Bench, key: str, values: Sequence[str]) -> Desk | None:
    """Say what a joker is."""
    if key not in bench.appraisal.unclear:
        return None
    ways = bench.arranged.bench.ways(key)
    place = int(values[0]) if values and values[0].isdecimal() else len(ways)
    return moved(bench, bench.arranged.bench.read_so(key, ways[place])) if place < len(ways) else None


def _step(bench: Bench, which: str, _values: Sequence[str]) -> Desk | None:
    """Back, forward, or to the beginning; what is picked is put down first."""
    draft: Draft = bench.desk.draft
    steps = {"undo": draft.undone(), "redo": draft.redone(), "reset": draft.then(())}
    if which not in steps:
        return None
    return replace(
        bench.desk, draft=steps[which], picks=Picks(), spot="", browsing=False, touched=bench.seen.view.turns
    )


def _page(bench: Bench, page: str, _values: Sequence[str]) -> Desk | None:
    """Leaf through the rack."""
    if not page.isdecimal() or int(page) >= screens.pages(bench):
        return None
    return replace(bench.desk, page=int(page))


def _color(bench: Bench, color: str, _values: Sequence[str]) -> Desk | None:
    """Show one colour of the rack, or all of it."""
    letter = "" if color == "all" else color
    if letter and letter not in list(bench.seen.view.box.colors):
        return None
    return replace(bench.desk, color=letter, page=0)
