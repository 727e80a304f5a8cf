"""What the host of a lobby decides: the house rules of the table, and which computers sit there."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord.ext import commands

from engine.game.goals import Level
from engine.game.views import Value
from engine.text.phrases import say
from services.lobbies import check_host, check_room
from services.refusals import Refusal
from services.seats import changed, changes, with_computer
from storage.games import Game
from ui.controls import Control, Tapped, picked
from ui.messages.rules_panel import may_change
from ui.replies import MOVED_ON, show, update
from ui.screens.rules import page_of
from ui.services import Services

Interaction = discord.Interaction[Any]


class Host(commands.Cog):
    """Everybody reads the rules of a table; its host sets them, before the game begins."""

    def __init__(self, services: Services) -> None:
        self._house = services.tables
        self._rules = services.rules_panel
        self.taps: Mapping[str, Tapped] = {
            "rules": self._rules_tapped,
            "options": self._page_turned,
            "option": self._option_picked,
            "preset": self._preset_picked,
            "computer": self._computer_tapped,
            "level": self._level_picked,
        }

    async def _computer_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Seat another computer, of the last one's level."""
        game = await self._house.game(control.game)
        check_host(game, interaction.user.id)
        check_room(self._house.variant(game), game.options, len(game.players) + 1)
        level = next((each.computer for each in reversed(game.players) if each.computer), Level.FAIR)
        await self._house.store(replace(game, players=with_computer(game.players, level)), interaction.id)
        await interaction.response.defer()

    async def _level_picked(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Do to a computer what its host has picked."""
        game = await self._house.game(control.game)
        check_host(game, interaction.user.id)
        change = next((each for each in changes(game.players) if [each.value] == list(values)), None)
        if change is None:
            raise Refusal(str(MOVED_ON))
        await self._house.store(replace(game, players=changed(game.players, change)), interaction.id)
        await interaction.response.defer()

    async def _rules_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._house.game(control.game)
        await show(interaction, *await self._rules.of_table(game, interaction.user.id))

    async def _page_turned(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Show other options on the same panel; which page is untrusted."""
        game = await self._house.game(control.game)
        page = int(control.argument) if control.argument.isdecimal() else 0
        await update(interaction, *await self._rules.of_table(game, interaction.user.id, page))

    async def _option_picked(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Set one option from the host's panel."""
        game = await self._house.game(control.game)
        options = self._house.variant(game).options
        choices = next((option.choices for option in options if option.key == control.argument), ())
        wanted = {**game.options, control.argument: picked(choices, values).value}
        await self._set(interaction, game, wanted, page_of(self._house.variant(game), control.argument))

    async def _preset_picked(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Set all the options of a preset, and the others to the system's own."""
        game = await self._house.game(control.game)
        preset = picked(self._house.variant(game).presets, values)
        await self._set(interaction, game, preset.options)

    async def _set(self, interaction: Interaction, game: Game, options: Mapping[str, Value], page: int = 0) -> None:
        if not may_change(game, interaction.user.id):
            raise Refusal(say("Only the host sets the options, before the game begins."))
        stored = await self._house.store(replace(game, options=options), interaction.id)
        await self._house.settings.remember_options(game.guild_id or game.host_id, game.variant, options)
        await update(interaction, *await self._rules.of_table(stored, interaction.user.id, page))
