"""The host's choices in a lobby: the table's options and its computers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from discord.ext import commands

from engine.game.goals import Level
from engine.game.views import Value
from engine.text.phrases import say
from services.lobbies import require_host, require_room
from services.refusals import Refusal
from services.seats import apply_change, list_changes, with_computer
from storage.games import Game
from ui.controls import Control, Interaction, TapHandler, pick_entry
from ui.messages.rules_panel import can_change
from ui.replies import MOVED_ON, show, update
from ui.screens.rules import page_of
from ui.services import Services


class LobbySettingsCog(commands.Cog):
    """The panel with a table's rules and options, and the lobby's controls for computers.

    Only the host can change the options and the computers.
    """

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._rules = services.rules_panel
        self.taps: Mapping[str, TapHandler] = {
            "rules": self._on_rules,
            "options": self._on_page,
            "option": self._on_option_pick,
            "preset": self._on_preset_pick,
            "computer": self._on_computer,
            "level": self._on_level_pick,
        }

    async def _on_computer(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Add a computer of the same level as the last one added, or of level fair if it's the first."""
        game = await self._tables.require_game(control.game)
        require_host(game, interaction.user.id)
        require_room(self._tables.variant(game), game.options, len(game.players) + 1)
        level = next((each.computer for each in reversed(game.players) if each.computer), Level.FAIR)
        await self._tables.store(replace(game, players=with_computer(game.players, level)), interaction.id)
        await interaction.response.defer()

    async def _on_level_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Change a computer's level, or remove the computer, as the host has picked in the menu."""
        game = await self._tables.require_game(control.game)
        require_host(game, interaction.user.id)
        change = next((each for each in list_changes(game.players) if [each.value] == list(values)), None)
        if change is None:
            raise Refusal(str(MOVED_ON))
        await self._tables.store(replace(game, players=apply_change(game.players, change)), interaction.id)
        await interaction.response.defer()

    async def _on_rules(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        await show(interaction, *await self._rules.make_table_screen(game, interaction.user.id))

    async def _on_page(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Show another page of option menus; the page number in the control is untrusted."""
        game = await self._tables.require_game(control.game)
        page = int(control.argument) if control.argument.isdecimal() else 0
        await update(interaction, *await self._rules.make_table_screen(game, interaction.user.id, page))

    async def _on_option_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Set one option to the picked value."""
        game = await self._tables.require_game(control.game)
        options = self._tables.variant(game).options
        choices = next((option.choices for option in options if option.key == control.argument), ())
        wanted = {**game.options, control.argument: pick_entry(choices, values).value}
        await self._set(interaction, game, wanted, page_of(self._tables.variant(game), control.argument))

    async def _on_preset_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        """Set the options to those of a preset; options that it doesn't name get the rule system's defaults."""
        game = await self._tables.require_game(control.game)
        preset = pick_entry(self._tables.variant(game).presets, values)
        await self._set(interaction, game, preset.options)

    async def _set(self, interaction: Interaction, game: Game, options: Mapping[str, Value], page: int = 0) -> None:
        if not can_change(game, interaction.user.id):
            raise Refusal(say("Only the host sets the options, before the game begins."))
        stored = await self._tables.store(replace(game, options=options), interaction.id)
        await self._tables.settings.remember_options(game.guild_id or game.host_id, game.variant, options)
        await update(interaction, *await self._rules.make_table_screen(stored, interaction.user.id, page))
