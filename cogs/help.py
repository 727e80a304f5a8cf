"""/help and /rules: how to use the bot, and the rules of each system."""

from collections.abc import Mapping, Sequence

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from ui.commands import SYSTEMS, anywhere
from ui.controls import Control, Interaction, TapHandler, pick_entry
from ui.deferred import put
from ui.layout import screen, text
from ui.places import place_of
from ui.replies import show
from ui.screens.help import build_help_panel
from ui.services import Services


class HelpCog(commands.Cog):
    """The commands /help and /rules, the help's pages, and the menu of a rule system's numbered clauses."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._screens = services.public_screens
        self.taps: Mapping[str, TapHandler] = {"clauses": self._on_clauses_pick, "help": self._on_page}

    @app_commands.command(name="help", description=locale_str("How to play, and how to write a turn"))
    @anywhere
    async def help(self, interaction: Interaction) -> None:
        """Show how to use the bot."""
        await show(interaction, build_help_panel())

    async def _on_page(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Show another page of the help; the page in the control is untrusted."""
        await put(interaction, build_help_panel(control.argument))

    @app_commands.command(
        name="rules", description=locale_str("Show the rules of this channel's game, or of any rule system")
    )
    @app_commands.describe(variant=locale_str("The rule system; by default, the one played here"))
    @app_commands.choices(variant=SYSTEMS)
    @anywhere
    async def rules(self, interaction: Interaction, variant: str | None = None) -> None:
        """Show the rules of a rule system; if this channel's table uses it, which is the default, with its options."""
        game = await self._tables.games.in_channel(place_of(interaction))
        if game is not None and variant in {None, game.variant}:
            return await show(interaction, *await self._screens.show_rules(game))
        system = self._tables.require_system(variant or SYSTEMS[0].value)
        return await show(interaction, *await self._screens.show_system_rules(system.info.key))

    async def _on_clauses_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        sections = list(self._tables.read_clauses(control.argument).items())
        heading, clauses = pick_entry(sections, values)
        await show(interaction, screen([text(f"### {heading}", clauses)]))
