"""Claiming sets of the table for points, where the rules have claims: /claim, and the Claim button with a menu."""

from collections.abc import Mapping, Sequence

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.actions import Claim
from engine.text.errors import NotYourTurn
from engine.text.phrases import say
from services.refusals import Refusal, require_running, require_seat
from storage.games import Game
from ui.commands import anywhere, offer_nothing_on_failure
from ui.controls import LONGEST_CHOICE, Control, Interaction, TapHandler, cut
from ui.places import place_of
from ui.replies import MOVED_ON
from ui.screens.moves import build_claims_menu, choose_claims, describe_gain
from ui.services import Services


class ClaimCog(commands.Cog):
    """The command /claim, the Claim button and its menu."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._private_benches = services.private_bench
        self.taps: Mapping[str, TapHandler] = {"claim": self._on_tap, "claimed": self._on_pick}

    @app_commands.command(
        name="claim", description=locale_str("Claim a set for its points and end your turn, in games with claims")
    )
    @app_commands.rename(label="set")
    @app_commands.describe(label=locale_str("The set's letter; suggestions show the sets you can claim"))
    @anywhere
    async def claim(self, interaction: Interaction, label: app_commands.Range[str, 1, LONGEST_CHOICE]) -> None:
        """Claim the set with the letter `label`, which ends the turn."""
        game = await self._tables.require_running_here(place_of(interaction))
        await self._claim(interaction, game, label)

    @claim.autocomplete("label")
    @offer_nothing_on_failure
    async def choices(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer the sets that this player may claim, each with what it gains, or else the reason why there's none."""
        try:
            game_view = self._tables.view_for(
                await self._tables.require_running_here(place_of(interaction)), interaction.user.id
            )
        except Refusal as refusal:
            return [app_commands.Choice(name=cut(str(refusal)), value=current[:LONGEST_CHOICE] or "?")]
        wanted = current.strip().upper()
        return [
            app_commands.Choice(
                name=cut(f"{each.label}: {describe_gain(game_view, each)} · {each.tiles}"), value=each.label
            )
            for each in choose_claims(game_view, wanted)
        ]

    async def _on_tap(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = require_running(await self._tables.require_game(control.game))
        game_view = self._tables.view_for(game, interaction.user.id)
        if not game_view.is_to_move:
            raise NotYourTurn
        if not game_view.view.claimable:
            raise Refusal(say("You can't claim any set now."))
        await self._private_benches.cover(interaction, game, build_claims_menu(game_view))

    async def _on_pick(self, interaction: Interaction, control: Control, values: Sequence[str]) -> None:
        game = require_running(await self._tables.require_game(control.game))
        if control.version != game.version or not values:
            raise Refusal(str(MOVED_ON))
        await self._claim(interaction, game, values[0])

    async def _claim(self, interaction: Interaction, game: Game, label: str) -> None:
        seat = require_seat(game, interaction.user.id)
        action = self._tables.variant(game).read(seat, f"{Claim.verb} {label}")
        claimed = (await self._tables.make_move(game, action, interaction.id)).game
        said = say("You claimed set {set}.", set=label.strip().upper())
        await self._private_benches.refresh(interaction, claimed, said, opens=interaction.message is None)
