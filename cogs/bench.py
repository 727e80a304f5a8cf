"""Arranging a turn with taps: pick tiles, put them somewhere, and confirm the turn.

A bench is a player's private screen with the rack and the draft of a turn.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from discord.ext import commands

from engine.game.views import Assistance
from engine.text.errors import GameError
from services.benches import BenchScreenData, clear_bench, keep_bench, read_bench, sort_racks
from services.fitting import require_assistance
from services.game_view import GameView
from services.refusals import require_running, require_seat
from storage.benches import BenchState
from storage.games import Game
from ui.controls import Control, Interaction, TapHandler
from ui.replies import GONE_FROM_BENCH, MOVED_ON
from ui.screens.bench import input as steps
from ui.screens.bench.status import SORTED_BY, describe_tap
from ui.services import Services

_Preparation = Callable[[BenchScreenData], Awaitable[BenchScreenData]]


class BenchCog(commands.Cog):
    """The buttons and menus of benches, with which players draft a turn, at any time."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._private_benches = services.private_bench
        self.taps: Mapping[str, TapHandler] = {
            "rack": self._on_open,
            "sort": self._on_sort,
            "ready": self._make_step_handler(steps.choose_ready_play, self._private_benches.ready_plays.add_to),
            "pick": self._on_pick,
            **{verb: self._make_step_handler(step) for verb, step in steps.STEPS.items()},
            "fit": self._on_fit,
            "confirm": self._on_confirm,
        }

    async def _on_open(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await self._private_benches.refresh(interaction, await self._tables.require_game(control.game), opens=True)

    async def _on_sort(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        require_seat(game, interaction.user.id)
        order = await sort_racks(self._tables.settings, interaction.user.id, control.argument)
        await self._private_benches.refresh(interaction, game, str(SORTED_BY[order]))

    def _make_step_handler(self, step: steps.Step, prepare: _Preparation | None = None) -> TapHandler:
        """Return a tap handler that stores what `step` returns as the bench's new state, and shows the bench.

        `prepare` completes the bench for the step, which must check the control's argument and the picked values. If
        `step` returns None, the state stays, and a note says that what was tapped is gone.
        """

        async def tapped(interaction: Interaction, control: Control, values: Sequence[str]) -> None:
            game, _, state = await self._take_step(interaction, control, values, step, prepare)
            note = str(GONE_FROM_BENCH) if state is None else describe_tap(control.verb, control.argument, state)
            await self._private_benches.refresh(interaction, game, note)

        return tapped

    async def _take_step(
        self,
        interaction: Interaction,
        control: Control,
        values: Sequence[str],
        step: steps.Step,
        prepare: _Preparation | None = None,
    ) -> tuple[Game, GameView, BenchState | None]:
        """Take a step; return the game, the viewer's view, and the stored state, which is None if it was impossible."""
        game = require_running(await self._tables.require_game(control.game))
        game_view = self._tables.view_for(game, interaction.user.id)
        async with self._private_benches.lock(game_view):
            bench = await read_bench(self._tables, game_view, interaction.user.id)
            state = step(await prepare(bench) if prepare else bench, control.argument, values)
            if state is not None:
                await keep_bench(self._tables, game_view, replace(state, conflicts=()))
        return game, game_view, state

    async def _on_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        game, game_view, state = await self._take_step(interaction, control, values, steps.pick_from_rack)
        if state is None:
            await self._private_benches.refresh(interaction, game, str(GONE_FROM_BENCH))
        elif not state.picks.on_table and game_view.view.assistance is not Assistance.OFF:
            await self._private_benches.arrange_picks(interaction, game, game_view)
        else:
            await self._private_benches.refresh(interaction, game)

    async def _on_fit(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
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
                moved_on, aside = await self._tables.make_move(
                    game, bench.arranged.bench.action(game_view.view.you or 0), interaction.id
                )
            except GameError as refusal:
                return await self._private_benches.refresh(interaction, game, str(refusal.phrase))
            await clear_bench(self._tables, game.id, game_view.view.you or 0)
        return await self._private_benches.refresh(interaction, moved_on, str(aside or ""))
