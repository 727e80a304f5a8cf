"""Looking at the table and one's rack, drawing, passing, resigning."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.actions import Action, Draw, Pass, Resign
from engine.text.phrases import say, say_many
from services.refusals import Refusal, begun, seat_of
from services.seen import news
from storage.games import Game
from ui.commands import anywhere
from ui.controls import Control, Tapped
from ui.permissions import check_permissions
from ui.places import is_alone, place_of
from ui.replies import DM_CLOSED, is_private, show, tell, update
from ui.screens import table as _screens
from ui.services import Services
from ui.text_mode import for_reader, table_words

Interaction = discord.Interaction[Any]


class Play(commands.Cog):
    """The turns that need no notation."""

    def __init__(self, services: Services) -> None:
        self._house = services.tables
        self._keeper = services.public_table
        self._racks = services.private_bench
        self.taps: Mapping[str, Tapped] = {
            "whole": self._whole_tapped,
            "draw": self._draw_tapped,
            "pass": self._pass_tapped,
            "offer": self._offer_tapped,
            "resign": self._resign_tapped,
        }

    @app_commands.command(name="table", description=locale_str("Show the table again at the end of this channel"))
    @anywhere
    async def table(self, interaction: Interaction) -> None:
        """Post the public message anew; what one plays alone is shown to oneself."""
        if is_alone(interaction):
            return await show(
                interaction, *await self._keeper.screen(await self._house.game_here(place_of(interaction)))
            )
        check_permissions(interaction)
        return await self._keeper.answer(interaction, await self._house.game_here(place_of(interaction)))

    @app_commands.command(name="rack", description=locale_str("Show your tiles, to you alone"))
    @app_commands.describe(dm=locale_str("Send them as a direct message instead"))
    @anywhere
    async def rack(self, interaction: Interaction, dm: bool = False) -> None:
        """Show the rack here or in a DM."""
        game = await self._house.game_here(place_of(interaction))
        if not dm:
            return await self._racks.send(interaction, game)
        await interaction.response.defer(ephemeral=True)
        return await self._send_dm(interaction, game)

    async def _send_dm(self, interaction: Interaction, game: Game) -> None:
        view, files = await self._racks.screen(game, interaction.user.id)
        try:
            await interaction.user.send(view=view, files=files)
        except discord.HTTPException as error:
            if error.code not in DM_CLOSED:
                raise
            await self._racks.send(interaction, game, say("Your DMs are closed to me, so here it is:"))
        else:
            await tell(interaction, say("I have sent your rack as a direct message."))

    async def _whole_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._house.game(control.game)
        panel, files = await self._keeper.whole(game)
        seen = self._house.seen(game)
        person = await self._house.settings.person(interaction.user.id)
        await show(interaction, for_reader(person, panel, partial(table_words, seen.view, seen.names)), files)

    @app_commands.command(name="draw", description=locale_str("Draw from the pool and end your turn"))
    @app_commands.describe(count=locale_str("How many tiles, where the table lets you draw any number"))
    @anywhere
    async def draw(self, interaction: Interaction, count: app_commands.Range[int, 1, 106] = 1) -> None:
        """Draw."""
        game = await self._house.running_here(place_of(interaction))
        game = await self._act(interaction, game, Draw(seat_of(game, interaction.user.id), count))
        await self._racks.send(interaction, game, _drew(count))

    async def _draw_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._tapped_now(interaction, control)
        if game is not None:
            game = await self._act(interaction, game, Draw(seat_of(game, interaction.user.id)))
            await self._racks.refresh(interaction, game, _drew(1))

    @app_commands.command(name="pass", description=locale_str("End your turn without playing, once the pool is empty"))
    @anywhere
    async def skip(self, interaction: Interaction) -> None:
        """Pass."""
        game = await self._house.running_here(place_of(interaction))
        game = await self._act(interaction, game, Pass(seat_of(game, interaction.user.id)))
        await self._racks.send(interaction, game, say("You passed."))

    async def _pass_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._tapped_now(interaction, control)
        if game is not None:
            game = await self._act(interaction, game, Pass(seat_of(game, interaction.user.id)))
            await self._racks.refresh(interaction, game, say("You passed."))

    async def _offer_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Take what the table offered; which it was is untrusted."""
        game = await self._tapped_now(interaction, control)
        if game is None:
            return
        seat = seat_of(game, interaction.user.id)
        variant = self._house.variant(game)
        offers = variant.view(game.state, seat).offers
        if not control.argument.isdecimal() or int(control.argument) >= len(offers):
            raise Refusal(say("There is no such offer any more."))
        action = variant.read(seat, offers[int(control.argument)].line)
        game = await self._act(interaction, game, action)
        if is_private(interaction):
            await self._racks.refresh(interaction, game, news(game))
        else:
            await interaction.response.defer()  # everybody sees what was taken, and what is offered next

    @app_commands.command(name="resign", description=locale_str("Give up this game; you are asked once more"))
    @anywhere
    async def resign(self, interaction: Interaction) -> None:
        """Ask whether the player means it."""
        game = await self._house.running_here(place_of(interaction))
        seat_of(game, interaction.user.id)
        await show(interaction, _screens.resign(game))

    async def _resign_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = begun(await self._house.game(control.game))
        game = await self._act(interaction, game, Resign(seat_of(game, interaction.user.id)))
        await self._racks.refresh(interaction, game, say("You have resigned."))

    async def _act(self, interaction: Interaction, game: Game, action: Action) -> Game:
        return await self._house.act(game, action, interaction.id)

    async def _tapped_now(self, interaction: Interaction, control: Control) -> Game | None:
        """The running game, if the tapped picture shows it as it is; otherwise refresh the picture and do nothing."""
        game = await self._house.game(control.game)
        seat_of(game, interaction.user.id)
        if control.version == game.version:
            return begun(game)
        if is_private(interaction):
            await self._racks.refresh(interaction, game)
        else:
            await update(interaction, *await self._keeper.screen(game))
        return None


def _drew(count: int) -> str:
    return say_many("You drew a tile; it is marked.", "You drew {count} tiles; they are marked.", count)
