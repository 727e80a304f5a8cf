"""Starting the game of a lobby: everybody who has just tapped there gets their rack at once."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.text.phrases import say
from services.lobbies.starting import fill_and_start, start_game
from services.refusals import is_playing
from services.tables import Tables
from storage.games import Game
from ui.controls import Control, Interaction, TapHandler
from ui.places import parent_of, place_of
from ui.replies import tell
from ui.services import Services

_Start = Callable[[Tables, Game, int, int | None], Awaitable[Game]]


class StartCog(commands.Cog):
    """The command /start, the button of the same name, and those that add the missing computers first."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._benches = services.private_bench
        self._public_tables = services.public_table
        self.taps: Mapping[str, TapHandler] = {
            "start": partial(self._on_tap, start_game),
            "fill": partial(self._on_tap, fill_and_start),
        }

    @app_commands.command(name="start", description=locale_str("Start the game (the host, or anyone after 5 minutes)"))
    @app_commands.guild_only()
    async def start(self, interaction: Interaction) -> None:
        """Deal the tiles and start the game of this channel's lobby."""
        await self._begin(interaction, await self._tables.require_game_here(place_of(interaction)), start_game)

    async def _on_tap(self, start: _Start, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await self._begin(interaction, await self._tables.require_game(control.game), start)

    async def _begin(self, interaction: Interaction, lobby: Game, start: _Start) -> None:
        user_id = interaction.user.id
        game = await self._tables.retry(lobby, lambda newest: start(self._tables, newest, user_id, interaction.id))
        if is_playing(game, interaction.user.id):
            await self._benches.refresh(interaction, game, opens=True)
        else:
            await tell(interaction, say("The game has started."))
        await self._public_tables.post(game, interaction)
        await self._benches.deal(game, parent_of(interaction))
