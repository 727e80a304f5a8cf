"""Ways out of a running game: handing the seat to a computer, resigning, and ending the game by agreement."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.actions import Stop
from engine.text.errors import GameError
from engine.text.phrases import say, speak
from services.jobs.coalesce import Soon
from services.refusals import begun, playing_seat, plays
from services.seats import agreeing, going_on, handed_over, present, stopping, undecided
from services.seen import news
from storage.games import AlreadyDone, Game, Phase, Stale
from ui.controls import Control, Tapped
from ui.deferred import put
from ui.layout import screen, text
from ui.permissions import check_manager
from ui.places import place_of
from ui.replies import is_private, tell_all, update
from ui.screens import leaving as screens
from ui.screens import table as _screens
from ui.services import Services

Interaction = discord.Interaction[Any]

log = logging.getLogger(__name__)

_PARTING = 5.0  # seconds that endings in hand have when the bot ends


class Parting(commands.Cog):
    """Asks once more before anything that can't be undone."""

    def __init__(self, services: Services) -> None:
        self._house = services.tables
        self._soon = Soon("end", self._stop)
        self.taps: Mapping[str, Tapped] = {
            "quit": self._resign_asked,
            "handover": self._left,
            "stop": self._stop_asked,
            "end": self._agreed,
            "endall": self._ended_for_all,
            "playon": self._refused,
        }

    async def cog_unload(self) -> None:
        """Finish what has begun."""
        await self._soon.close(_PARTING)

    def changed(self, game: Game) -> None:
        """End the game if everybody who is still present has agreed: the others are away by now, or have gone."""
        if stopping(game) and not undecided(game):
            self._soon.due(game.id)

    async def _stop(self, game_id: int) -> None:
        game = await self._house.games.get(game_id)
        if game is None or not stopping(game) or undecided(game):
            return
        try:
            await self._house.act(game, Stop(present(game)[0]), None)
        except (Stale, AlreadyDone):
            return  # the newer game was looked at, too
        except GameError as error:
            log.warning("table %s could not be ended: %s", game.id, type(error).__name__)

    async def _resign_asked(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = begun(await self._house.game(control.game))
        playing_seat(game, interaction.user.id)
        await put(interaction, _screens.resign(game))

    async def _left(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Give the seat to a computer."""
        game = begun(await self._house.game(control.game))
        await self._house.store(handed_over(game, playing_seat(game, interaction.user.id)), interaction.id)
        await update(interaction, screens.left())

    @app_commands.command(
        name="end", description=locale_str("Ask everybody at the table to end this game; all must agree")
    )
    @app_commands.guild_only()
    async def end(self, interaction: Interaction) -> None:
        """Ask."""
        await self._ask(interaction, await self._house.running_here(place_of(interaction)))

    async def _stop_asked(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        await self._ask(interaction, begun(await self._house.game(control.game)))

    async def _ask(self, interaction: Interaction, game: Game) -> None:
        manages = bool(game.guild_id) and interaction.permissions.manage_guild
        if manages and (not plays(game, interaction.user.id) or _has_asked(game, interaction.user.id)):
            return await put(interaction, screens.ending_for_all(game))
        asked = agreeing(game, playing_seat(game, interaction.user.id))
        if not undecided(asked):
            return await put(interaction, screens.ending_alone(game))
        stored = await self._house.store(asked, interaction.id)
        called = [user_id for seat in undecided(stored) if (user_id := stored.players[seat].user_id)]
        await self._speak_to_all(interaction)
        await tell_all(interaction, screens.ending(self._house.seen(stored)), called=called)
        return None

    async def _agreed(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Note the agreement, and end the game if it was the last one that was wanted."""
        game = await self._house.game(control.game)
        if game.phase is not Phase.PLAYING:
            return await self._show_end(interaction, game)
        seat = playing_seat(game, interaction.user.id)
        agreed = agreeing(game, seat)
        if not undecided(agreed):
            return await self._show_end(interaction, await self._house.act(agreed, Stop(seat), interaction.id))
        stored = await self._house.store(agreed, interaction.id)
        await self._speak_to_all(interaction)
        return await update(interaction, screens.ending(self._house.seen(stored)))

    async def _show_end(self, interaction: Interaction, game: Game) -> None:
        """Show how the game has ended where it was asked about, of everybody or of one alone."""
        if not is_private(interaction):
            await self._speak_to_all(interaction)
        await update(interaction, screen([text(news(game) or say("This game is over."))]))

    async def _speak_to_all(self, interaction: Interaction) -> None:
        speak(await self._house.languages.of_server(interaction.guild_id or 0))

    async def _ended_for_all(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """End a game at which nobody answers any more, or that is in the way; the channel is the managers'."""
        game = begun(await self._house.game(control.game))
        check_manager(interaction)
        await self._house.act(game, Stop(game.state.turn if game.state else 0), interaction.id)
        await self._speak_to_all(interaction)
        await tell_all(interaction, screens.ended_by(interaction.user.id))

    async def _refused(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Let the game go on for everybody."""
        game = await self._house.game(control.game)
        if game.phase is not Phase.PLAYING:
            return await self._show_end(interaction, game)
        playing_seat(game, interaction.user.id)
        if stopping(game):
            await self._house.store(going_on(game), interaction.id)
        await self._speak_to_all(interaction)
        return await update(interaction, screens.goes_on(interaction.user.id))


def _has_asked(game: Game, user_id: int) -> bool:
    return game.players[playing_seat(game, user_id)].stops
