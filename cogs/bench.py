"""Arranging a turn with taps: tiles are picked, go somewhere, and the whole is confirmed."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord.ext import commands

import render
from engine.game.views import Assistance
from engine.text.errors import GameError
from engine.text.phrases import say
from engine.tiles.tiles import Tile
from services.fitting import Fitting, helped
from services.refusals import Refusal, begun, seat_of
from services.seen import Seen, news
from services.tables import House
from storage.benches import Desk
from ui.controls import Control, Tapped
from ui.deferred import in_time, put
from ui.layout import Screen
from ui.messages.private_bench import Racks, moved
from ui.replies import MOVED_ON
from ui.screens.bench import input as steps
from ui.screens.bench.screen import Bench

Interaction = discord.Interaction[Any]


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
            "pick": self._stepped(steps.picked),
            "lying": self._stepped(steps.picked_lying),
            "spot": self._stepped(steps.spot),
            "target": self._stepped(steps.target),
            "face": self._stepped(steps.face),
            "step": self._stepped(steps.went),
            "page": self._stepped(steps.page),
            "color": self._stepped(steps.color),
            "fit": self._fit,
            "confirm": self._confirmed,
        }

    async def _opened(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await self._racks.send(interaction, await self._house.game(control.game))

    async def _sorted(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._house.game(control.game)
        seat_of(game, interaction.user.id)
        if control.argument not in list(render.Order):
            raise Refusal(say("There is no such order."))
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
                    await self._racks.keep(seen, replace(desk, conflicts=()))
            gone = say("That is not there any more; here is your bench as it is now.") if desk is None else ""
            await self._racks.refresh(interaction, game, gone)

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
            wanted = list(tiles if tiles is not None else steps.wanted(bench))
            nothing = (None, say("Pick tiles of your rack first."))
            found, said = await self._fitting.fitted(seen, wanted) if wanted else nothing
            if found is not None:
                await self._racks.keep(seen, moved(bench, bench.arranged.bench.as_played(found.action)))
        return await self._racks.screen(seen.game, interaction.user.id, said)

    async def _confirmed(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Make the turn, if the table still is as it was shown; a refusal keeps the draft."""
        game = begun(await self._house.game(control.game))
        seen = self._house.seen(game, interaction.user.id)
        if control.version != game.version:
            return await self._racks.refresh(interaction, game, str(MOVED_ON))
        async with self._lock(seen):
            bench = await self._racks.bench(seen, interaction.user.id)
            try:
                moved_on, aside = await self._house.move(
                    game, bench.arranged.bench.action(seen.view.you or 0), interaction.id
                )
            except GameError as refusal:
                return await self._racks.refresh(interaction, game, str(refusal))
            await self._racks.forget(game, seen.view.you or 0)
        return await self._racks.refresh(interaction, moved_on, str(aside or news(moved_on)))
