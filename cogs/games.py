"""Everybody's own games, wherever they are: which wait for their move, and the way to the next of them."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.text.phrases import say
from services.refusals import Refusal
from services.seats import is_own
from services.seen import mention
from services.tables import House
from services.waiting import is_turn_of, next_game
from storage.games import Game, Phase
from ui.commands import anywhere
from ui.controls import Control, Tapped, button, row
from ui.layout import screen, text
from ui.messages.private_bench import Racks
from ui.places import describe_place
from ui.replies import show
from ui.screens.table import clock

Interaction = discord.Interaction[Any]

MOST = 15  # games of a list
LATER = 1 << 62  # than every deadline


class MyGames(commands.Cog):
    """Finds the games of whoever asks, and of nobody else."""

    def __init__(self, house: House, racks: Racks) -> None:
        self._house = house
        self._racks = racks
        self.taps: Mapping[str, Tapped] = {"next": self._next_tapped}

    @app_commands.command(name="games", description=locale_str("All your games, on every server, and whose turn it is"))
    @anywhere
    async def games(self, interaction: Interaction) -> None:
        """List them, those that wait for this player first."""
        user_id = interaction.user.id
        mine = sorted(await self._house.games.of_user(user_id), key=lambda game: _urgency(game, user_id))
        lines = [f"- {await self._line(game, user_id)}" for game in mine[:MOST]]
        more = "-# " + say("And {count} more.", count=len(mine) - MOST) if len(mine) > MOST else ""
        waiting = [game for game in mine if is_turn_of(game, user_id)]
        # The table of the button is the one that comes first when none is left out: that of number 0.
        buttons = [row(button(Control("next", 0, 0), say("Next game")))] if waiting else []
        words = lines or [say("You sit at no table. /new opens one in a server's channel.")]
        await show(interaction, screen([text("## " + say("Your games"), *words, more), *buttons]))

    async def _line(self, game: Game, user_id: int) -> str:
        board = await self._house.boards.get(game.id)
        name, standing = self._house.variant(game).info.name, _standing(game, user_id)
        if is_own(game):
            return say("{game} in your own game: {standing}", game=name, standing=standing)
        place = f"https://discord.com/channels/{game.guild_id}/{game.channel_id}"
        link = f"[{name}]({place}/{board.message_id})" if board and board.message_id else f"[{name}]({place})"
        return say(
            "{game} in {channel}: {standing}",
            game=link,
            channel=describe_place(game, self._house.server_name(game.guild_id)),
            standing=standing,
        )

    async def _next_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Show the player's tiles at the next table that waits for them."""
        game = await next_game(self._house, interaction.user.id, control.game)
        if game is None:
            raise Refusal(say("No other table waits for you. /games shows all your games."))
        await self._racks.refresh(interaction, game)


def _urgency(game: Game, user_id: int) -> tuple[bool, bool, int, int]:
    deadline = game.state.deadline if game.state else None
    return not is_turn_of(game, user_id), game.phase is Phase.LOBBY, LATER if deadline is None else deadline, game.id


def _standing(game: Game, user_id: int) -> str:
    if game.state is None:
        return say("waits for players.")
    left = clock(game.state.deadline)
    if is_turn_of(game, user_id):
        return say("**your turn**") + left
    standing = say("{name} is to move", name=mention(game, game.state.turn)) + left
    if any(player.user_id == user_id and player.away for player in game.players):
        return say("a computer keeps your seat. {standing}", standing=standing)
    return standing
