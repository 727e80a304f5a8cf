"""Solo games against computers: each has one private screen, updated for 14 minutes after the last tap."""

import discord

from services.tables import Tables
from storage.games import Game
from ui.controls import Control, Interaction
from ui.layout import Screen
from ui.messages.private.live_responses import Kind, LiveResponses
from ui.messages.private.private_bench import PrivateBenches
from ui.messages.public_screens import PublicScreens
from ui.replies import show


class SoloGames:
    """The screens of solo games, each of which is updated when computers have moved: a game's newest follows it."""

    def __init__(
        self, tables: Tables, public_screens: PublicScreens, private_benches: PrivateBenches, responses: LiveResponses
    ) -> None:
        self._tables = tables
        self._public_screens = public_screens
        self._private_benches = private_benches
        self._responses = responses
        responses.screens[Kind.OWN] = lambda game, own: self._screen(game, own.user_id)

    async def answer(self, interaction: Interaction, game: Game) -> None:
        """Respond with the game's current screen in an ephemeral message, and keep that up to date."""
        await show(interaction, *await self._screen(game, interaction.user.id))
        self._responses.note_shown(interaction, game, Kind.OWN)

    async def note_tap(self, interaction: Interaction, control: Control) -> None:
        """Schedule an update of the tapped message if its handler only deferred the response, which shows nothing."""
        if interaction.response.type is discord.InteractionResponseType.deferred_message_update:
            game = await self._tables.games.get(control.game)
            if game is not None and game.is_solo:
                self._responses.note_shown(interaction, game, Kind.OWN, control.version)

    async def _screen(self, game: Game, user_id: int) -> Screen:
        if game.state:
            return await self._private_benches.screen(game, user_id, opens=True)
        return await self._public_screens.show(game)
