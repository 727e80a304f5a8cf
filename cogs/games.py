"""/games: a user's games on all servers, and the way to the next one that waits for their move."""

from collections.abc import Mapping, Sequence

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.text.phrases import say
from services.people.waiting import find_next_game, list_games
from services.refusals import Refusal
from ui.commands import anywhere
from ui.controls import Control, Interaction, TapHandler
from ui.replies import show
from ui.screens.games import build_games_panel
from ui.services import Services


class GamesCog(commands.Cog):
    """The command /games and the Next game button; both show only the user's own games."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._private_benches = services.private_bench
        self.taps: Mapping[str, TapHandler] = {"next": self._on_next}

    @app_commands.command(name="games", description=locale_str("List your games on all servers, and whose turn it is"))
    @anywhere
    async def games(self, interaction: Interaction) -> None:
        """List the user's games, those that wait for their move first."""
        await show(interaction, build_games_panel(await list_games(self._tables, interaction.user.id)))

    async def _on_next(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await find_next_game(self._tables, interaction.user.id, control.game)
        if game is None:
            raise Refusal(say("No other game is waiting for you. /games lists all your games."))
        await self._private_benches.refresh(interaction, game)
