"""Arranging a turn with taps: tiles are picked, go somewhere, and the whole is confirmed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord.ext import commands

from engine.game.views import Assistance
from engine.text.errors import GameError
from engine.text.phrases import say
from services.benches import Bench, keep_desk, read_bench
from services.fitting import helped
from services.refusals import Refusal, begun, seat_of
from services.seen import news
from storage.benches import BenchState
from storage.settings import RackOrder
from ui.controls import Control, Tapped
from ui.replies import MOVED_ON
from ui.screens.bench import input as steps
from ui.services import Services

Interaction = discord.Interaction[Any]


class Benches(commands.Cog):
    """A private draft of a turn for each seat, at any time."""

    def __init__(self, services: Services) -> None:
        self._house = services.tables
        self._racks = services.private_bench
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
        if control.argument not in list(RackOrder):
            raise Refusal(say("There is no such order."))
        await self._house.settings.set_rack_order(interaction.user.id, RackOrder(control.argument))
        await self._racks.refresh(interaction, game)

    def _stepped(self, step: Callable[[Bench, str, Sequence[str]], BenchState | None]) -> Tapped:
        """A tap that changes the desk; what it names is untrusted, and a step that can't be changes nothing."""

        async def tapped(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
            game = begun(await self._house.game(control.game))
            seen = self._house.seen(game, interaction.user.id)
            async with self._racks.lock(seen):
                bench = await read_bench(self._house, seen, interaction.user.id)
                desk = step(bench, control.argument, values)
                if desk is not None:
                    await keep_desk(self._house, seen, replace(desk, conflicts=()))
            gone = say("That is not there any more; here is your bench as it is now.") if desk is None else ""
            await self._racks.refresh(interaction, game, gone)

        return tapped

    async def _fit(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Find a place for what is laid and picked."""
        game = begun(await self._house.game(control.game))
        await self._racks.fit(interaction, game, helped(self._house, game, interaction.user.id, Assistance.FIT))

    async def _confirmed(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Make the turn, if the table still is as it was shown; a refusal keeps the draft."""
        game = begun(await self._house.game(control.game))
        seen = self._house.seen(game, interaction.user.id)
        if control.version != game.version:
            return await self._racks.refresh(interaction, game, str(MOVED_ON))
        async with self._racks.lock(seen):
            bench = await read_bench(self._house, seen, interaction.user.id)
            try:
                moved_on, aside = await self._house.move(
                    game, bench.arranged.bench.action(seen.view.you or 0), interaction.id
                )
            except GameError as refusal:
                return await self._racks.refresh(interaction, game, str(refusal))
            await self._house.benches.forget(game.id, seen.view.you or 0)
        return await self._racks.refresh(interaction, moved_on, str(aside or news(moved_on)))
