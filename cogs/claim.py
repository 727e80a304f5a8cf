"""Claiming sets: /claim with its list, and the Claim button with the same list as a menu."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.actions import Claim
from engine.text.errors import NotYourTurn
from engine.text.phrases import say
from services.refusals import Refusal, begun, seat_of
from services.seen import news
from storage.games import Game
from ui.commands import anywhere
from ui.controls import LONGEST_CHOICE, Control, Tapped, cut
from ui.places import place_of
from ui.replies import MOVED_ON, show
from ui.screens.moves import claims, dearest, gain
from ui.services import Services

Interaction = discord.Interaction[Any]


class Claims(commands.Cog):
    """Tokens on sets."""

    def __init__(self, services: Services) -> None:
        self._house = services.tables
        self._racks = services.private_bench
        self.taps: Mapping[str, Tapped] = {"claim": self._tapped, "claimed": self._picked}

    @app_commands.command(
        name="claim",
        description=locale_str("Claim a set for its points, in games with claims; it ends your turn"),
    )
    @app_commands.rename(label="set")
    @app_commands.describe(label=locale_str("The letter of the set; what you may claim is listed while you type"))
    @anywhere
    async def claim(self, interaction: Interaction, label: app_commands.Range[str, 1, LONGEST_CHOICE]) -> None:
        """Claim."""
        game = await self._house.running_here(place_of(interaction))
        game = await self._claim(interaction, game, label)
        await self._racks.send(interaction, game, news(game))

    @claim.autocomplete("label")
    async def choices(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """The sets that this player may claim, and what each would bring."""
        try:
            seen = self._house.seen(await self._house.running_here(place_of(interaction)), interaction.user.id)
        except Refusal as refusal:
            return [app_commands.Choice(name=cut(str(refusal)), value=current[:LONGEST_CHOICE] or "?")]
        wanted = current.strip().upper()
        return [
            app_commands.Choice(name=cut(f"{each.label}: {gain(seen, each)} · {each.tiles}"), value=each.label)
            for each in dearest(seen, wanted)
        ]

    async def _tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Show the list to whoever is to move."""
        game = begun(await self._house.game(control.game))
        seen = self._house.seen(game, interaction.user.id)
        if not seen.is_to_move:
            raise NotYourTurn
        if not seen.view.claimable:
            raise Refusal(say("There is no set that you may claim."))
        await show(interaction, claims(seen))

    async def _picked(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        game = begun(await self._house.game(control.game))
        if control.version != game.version or not values:
            raise Refusal(str(MOVED_ON))
        game = await self._claim(interaction, game, values[0])
        await self._racks.refresh(interaction, game, news(game))

    async def _claim(self, interaction: Interaction, game: Game, label: str) -> Game:
        seat = seat_of(game, interaction.user.id)
        action = self._house.variant(game).read(seat, f"{Claim.verb} {label}")
        return await self._house.act(game, action, interaction.id)
