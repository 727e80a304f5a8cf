"""A player's own rack, for his eyes only."""

from typing import Any

import discord

import render
from cogs import _screens
from cogs._house import House
from cogs._pictures import Pictures
from cogs._replies import Refusal, show, update
from storage.games import Game, Phase

Interaction = discord.Interaction[Any]


class Racks:
    """Makes the private screen from the game as it is, and shows it."""

    def __init__(self, house: House, pictures: Pictures) -> None:
        self._house = house
        self._pictures = pictures

    async def screen(self, game: Game, user_id: int, note: str = "") -> _screens.Screen:
        """The rack in the order that this player likes; after the end only the news. `note` says what just happened.

        Raises:
            Refusal: the user has no seat, or no tiles yet.
        """
        if game.state is None:
            raise Refusal("This game has not begun: there are no tiles yet.")
        seen = self._house.seen(game, user_id)
        if game.phase is Phase.OVER:
            return _screens.screen([_screens.text(game.news)]), []
        order = render.Order(await self._house.settings.rack_order(user_id) or render.Order.COLOR)
        file = await self._pictures.rack(seen.view, order)
        return _screens.rack(seen, file, order, note), [file]

    async def send(self, interaction: Interaction, game: Game, note: str = "") -> None:
        """Answer with the rack, privately."""
        await show(interaction, *await self.screen(game, interaction.user.id, note))

    async def refresh(self, interaction: Interaction, game: Game, note: str = "") -> None:
        """Bring the tapped rack up to date; a tap on anything public is answered with a new one."""
        if not is_private(interaction):
            return await self.send(interaction, game, note)
        return await update(interaction, *await self.screen(game, interaction.user.id, note))


def is_private(interaction: Interaction) -> bool:
    """Is the tapped message for this user alone?"""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)
