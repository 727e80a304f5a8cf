"""Claiming sets: /claim with its list, and the Claim button with the same list as a menu."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.actions import Claim
from engine.game.views import Claimable
from engine.text.errors import NotYourTurn
from engine.text.phrases import say
from services.refusals import Refusal, begun, seat_of
from services.seen import Seen, names, news
from services.tables import House
from storage.games import Game
from ui.commands import anywhere
from ui.controls import LONGEST_CHOICE, Control, Tapped, cut, row, select
from ui.layout import screen, text
from ui.messages.private_bench import Racks
from ui.places import place_of
from ui.replies import MOVED_ON, show

Interaction = discord.Interaction[Any]

MOST = 25  # choices, in either


class Claims(commands.Cog):
    """Tokens on sets."""

    def __init__(self, house: House, racks: Racks) -> None:
        self._house = house
        self._racks = racks
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
            app_commands.Choice(name=cut(f"{each.label}: {_gain(seen, each)} · {each.tiles}"), value=each.label)
            for each in _dearest(seen, wanted)
        ]

    async def _tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Show the list to whoever is to move."""
        game = begun(await self._house.game(control.game))
        seen = self._house.seen(game, interaction.user.id)
        if seen.view.you != seen.view.turn:
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


def claims(seen: Seen) -> discord.ui.LayoutView:
    """What may be claimed, as a menu."""
    options = [
        discord.SelectOption(
            label=cut(f"{each.label}: {each.tiles}"), value=each.label, description=cut(_gain(seen, each))
        )
        for each in _dearest(seen, "")
    ]
    more = "-# " + say("These are the dearest; `/claim` finds the others.")
    beyond = [more] if len(seen.view.claimable) > MOST else []
    heading = text(say("**Which set do you claim?** It ends your turn."), *beyond)
    return screen([heading, row(select(Control.of("claimed", seen.game), options, say("A set")))])


def _dearest(seen: Seen, wanted: str) -> list[Claimable]:
    """As many sets of these first letters as a list holds: what wins first, then the dearest."""
    found = [each for each in seen.view.claimable if each.label.startswith(wanted)]
    return sorted(found, key=lambda each: (not each.wins, -each.value))[:MOST]


def _gain(seen: Seen, each: Claimable) -> str:
    """What a claim brings, whom it costs the set, and whether it is the last."""
    said = [say("{points} points, you hold {total} then", points=each.value, total=each.total)]
    said += [say("wins the game")] * each.wins
    said += [say("locks it")] * each.locks
    said += [] if each.holder is None else [say("taken from {name}", name=names(seen.game)[each.holder])]
    return ", ".join(said)
