"""Arranging a turn with taps: pick tiles, put them somewhere, and confirm the turn.

A bench is a player's private screen with the rack and the draft of a turn.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from discord.ext import commands

from engine.game.views import Assistance
from engine.text.errors import GameError
from engine.text.phrases import say
from services.benches import BenchScreenData, keep_bench, read_bench
from services.fitting import require_assistance
from services.game_view import write_news
from services.refusals import Refusal, require_running, require_seat
from storage.benches import BenchState
from storage.settings import RackOrder
from ui.controls import Control, Interaction, TapHandler
from ui.replies import MOVED_ON
from ui.screens.bench import input as steps
from ui.services import Services


class BenchCog(commands.Cog):
    """The buttons and menus of benches, with which players draft a turn, at any time."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._private_benches = services.private_bench
        self.taps: Mapping[str, TapHandler] = {
            "rack": self._on_open,
            "sort": self._on_sort,
            "pick": self._make_step_handler(steps.pick_from_rack),
            "lying": self._make_step_handler(steps.pick_from_set),
            "spot": self._make_step_handler(steps.open_set),
            "target": self._make_step_handler(steps.place_picks),
            "face": self._make_step_handler(steps.read_joker),
            "step": self._make_step_handler(steps.step_through_drafts),
            "page": self._make_step_handler(steps.turn_page),
            "color": self._make_step_handler(steps.show_color),
            "fit": self._on_fit,
            "confirm": self._on_confirm,
        }

    async def _on_open(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await self._private_benches.send(interaction, await self._tables.require_game(control.game))

    async def _on_sort(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        require_seat(game, interaction.user.id)
        if control.argument not in list(RackOrder):
            raise Refusal(say("There is no such order."))
        await self._tables.settings.set_rack_order(interaction.user.id, RackOrder(control.argument))
        await self._private_benches.refresh(interaction, game)

    def _make_step_handler(
        self, step: Callable[[BenchScreenData, str, Sequence[str]], BenchState | None]
    ) -> TapHandler:
        """Return a tap handler that stores what `step` returns as the bench's new state, and shows the bench.

        `step` gets the bench, the control's argument and the picked values, which are untrusted, so it must check them.
        If it returns None, the state stays, and a note says that what was tapped is gone.
        """

        async def tapped(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
            game = require_running(await self._tables.require_game(control.game))
            game_view = self._tables.view_for(game, interaction.user.id)
            async with self._private_benches.lock(game_view):
                bench = await read_bench(self._tables, game_view, interaction.user.id)
                state = step(bench, control.argument, values)
                if state is not None:
                    await keep_bench(self._tables, game_view, replace(state, conflicts=()))
            gone = say("That is not there any more; here is your bench as it is now.") if state is None else ""
            await self._private_benches.refresh(interaction, game, gone)

        return tapped

    async def _on_fit(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Search for a play of the tiles that are picked or in the draft, and make it the draft."""
        game = require_running(await self._tables.require_game(control.game))
        await self._private_benches.fit(
            interaction, game, require_assistance(self._tables, game, interaction.user.id, Assistance.FIT)
        )

    async def _on_confirm(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Play the draft, unless the table has changed since it was shown; a refused draft is kept."""
        game = require_running(await self._tables.require_game(control.game))
        game_view = self._tables.view_for(game, interaction.user.id)
        if control.version != game.version:
            return await self._private_benches.refresh(interaction, game, str(MOVED_ON))
        async with self._private_benches.lock(game_view):
            bench = await read_bench(self._tables, game_view, interaction.user.id)
            try:
                moved_on, aside = await self._tables.move(
                    game, bench.arranged.bench.action(game_view.view.you or 0), interaction.id
                )
            except GameError as refusal:
                return await self._private_benches.refresh(interaction, game, str(refusal))
            await self._tables.benches.forget(game.id, game_view.view.you or 0)
        return await self._private_benches.refresh(interaction, moved_on, str(aside or write_news(moved_on)))
