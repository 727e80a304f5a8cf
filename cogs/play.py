"""Showing the table and the rack, drawing, passing, taking offers, and resigning."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.actions import Action, Draw, Pass, Resign
from engine.game.views import View
from engine.text.phrases import say
from services.benches import read_bench
from services.refusals import Refusal, require_running, require_seat
from storage.games import Game
from ui.commands import anywhere
from ui.controls import Button, Control, Interaction, TapHandler
from ui.messages.channels.access import read_channel, require_writable
from ui.messages.limits import Limit
from ui.places import is_solo, place_of
from ui.replies import DM_CLOSED, is_private, show, tell, update
from ui.screens.leaving import build_resign_question
from ui.screens.moves import build_draft_question, count_unplayed
from ui.services import Services
from ui.text_mode import add_text_for, describe_table


class PlayCog(commands.Cog):
    """The commands and buttons to see the table and the rack, and for actions that don't need tiles written as text."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._public_screens = services.public_screens
        self._public_tables = services.public_table
        self._private_benches = services.private_bench
        self._direct_benches = services.direct_bench
        self._limits = services.limits
        self.taps: Mapping[str, TapHandler] = {
            "whole": self._on_whole,
            "draw": self._on_draw,
            "pass": self._on_pass,
            "offer": self._on_offer,
            "resign": self._on_resign,
        }

    @app_commands.command(name="table", description=locale_str("Post the table again at the end of this channel"))
    @anywhere
    async def table(self, interaction: Interaction) -> None:
        """Post the table's public message again; for a solo game, show its screen in an ephemeral message."""
        game = await self._tables.require_game_here(place_of(interaction))
        if is_solo(interaction):
            return await show(interaction, *await self._public_screens.show(game))
        await require_writable(interaction.client, read_channel(interaction))
        self._limits.count(Limit.SHOW, interaction.user.id, game.channel_id)
        return await self._public_tables.answer(interaction, game)

    @app_commands.command(name="rack", description=locale_str("Show your rack, only to you"))
    @app_commands.describe(dm=locale_str("Send it as a direct message"))
    @anywhere
    async def rack(self, interaction: Interaction, dm: bool = False) -> None:
        """Show the user's bench (rack and draft) in an ephemeral message, or with `dm` in a direct message."""
        game = await self._tables.require_game_here(place_of(interaction))
        if not dm:
            return await self._private_benches.send(interaction, game)
        self._limits.count(Limit.SHOW, interaction.user.id, interaction.user.id)
        await interaction.response.defer(ephemeral=True)
        return await self._send_dm(interaction, game)

    async def _send_dm(self, interaction: Interaction, game: Game) -> None:
        view, files = await self._private_benches.screen(game, interaction.user.id)
        try:
            message = await interaction.user.send(view=view, files=files)
        except discord.HTTPException as error:
            if error.code not in DM_CLOSED:
                raise
            await self._private_benches.send(interaction, game, say("I can't send you direct messages, so here it is:"))
        else:
            await tell(interaction, say("I've sent you your rack as a direct message."))
            await self._direct_benches.keep(game, interaction.user.id, message)

    async def _on_whole(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        panel, files = await self._public_screens.show_whole_board(game)
        game_view = self._tables.view_for(game)
        person = await self._tables.settings.person(interaction.user.id)
        await show(
            interaction, add_text_for(person, panel, partial(describe_table, game_view.view, game_view.names)), files
        )

    @app_commands.command(name="draw", description=locale_str("Draw from the pool and end your turn"))
    @app_commands.describe(count=locale_str("The number of tiles, if the table lets you draw several"))
    @anywhere
    async def draw(self, interaction: Interaction, count: app_commands.Range[int, 1, 106] = 1) -> None:
        """Draw this many tiles, and end the turn."""
        game = await self._tables.require_running_here(place_of(interaction))
        await self._draw(interaction, game, count)

    async def _on_draw(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._find_tapped_game(interaction, control)
        if game is not None:
            count, asked = _read_argument(control)
            await self._draw(interaction, game, 1 if count is None else count, asked)

    async def _draw(self, interaction: Interaction, game: Game, count: int, asked: str = "") -> None:
        draw = Draw(require_seat(game, interaction.user.id), count)
        await self._end_turn(interaction, game, draw, Button("draw", say("Draw"), f"{count}"), asked)

    @app_commands.command(name="pass", description=locale_str("End your turn without playing, when the pool is empty"))
    @anywhere
    async def skip(self, interaction: Interaction) -> None:
        """Pass, and end the turn."""
        game = await self._tables.require_running_here(place_of(interaction))
        await self._pass(interaction, game)

    async def _on_pass(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._find_tapped_game(interaction, control)
        if game is not None:
            await self._pass(interaction, game, _read_argument(control)[1])

    async def _pass(self, interaction: Interaction, game: Game, asked: str = "") -> None:
        action = Pass(require_seat(game, interaction.user.id))
        await self._end_turn(interaction, game, action, Button("pass", say("Pass"), "0"), asked)

    async def _on_offer(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Take one of the extra actions that the game offers as buttons; the number in the control is untrusted."""
        game = await self._find_tapped_game(interaction, control)
        if game is None:
            return
        seat = require_seat(game, interaction.user.id)
        variant = self._tables.variant(game)
        offers, (index, asked) = variant.view(game.state, seat).offers, _read_argument(control)
        if index is None or index >= len(offers):
            raise Refusal(say("That offer has expired."))
        do = Button("offer", str(offers[index].label), f"{index}")
        await self._end_turn(interaction, game, variant.read(seat, offers[index].line), do, asked)

    @app_commands.command(name="resign", description=locale_str("Resign (asks you to confirm)"))
    @anywhere
    async def resign(self, interaction: Interaction) -> None:
        """Ask the player to confirm resigning."""
        game = await self._tables.require_running_here(place_of(interaction))
        require_seat(game, interaction.user.id)
        await show(interaction, build_resign_question(game))

    async def _on_resign(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        game = await self._tables.require_game(control.game)
        resigned = await self._tables.retry(game, partial(self._resign, interaction))
        await self._private_benches.refresh(interaction, resigned)

    async def _resign(self, interaction: Interaction, game: Game) -> Game:
        seat = require_seat(require_running(game), interaction.user.id)
        return (await self._tables.make_move(game, Resign(seat), interaction.id)).game

    async def _end_turn(self, interaction: Interaction, game: Game, action: Action, do: Button, asked: str) -> None:
        """End the user's turn with this action, and show their bench; if they have a draft, ask first with `do`.

        `asked` is the number of tiles in the question that the user has confirmed, as text. If the draft has changed
        since, ask again.
        """
        game_view = self._tables.view_for(game, interaction.user.id)
        if game_view.is_to_move and _may_take(game_view.view, action):
            bench = await read_bench(self._tables, game_view, interaction.user.id)
            count = count_unplayed(bench)
            if count is not None and asked != f"{count}":
                do = replace(do, argument=f"{do.argument}-{count}")
                return await self._private_benches.cover(interaction, game, build_draft_question(bench, action, do))
        ended = (await self._tables.make_move(game, action, interaction.id)).game
        if do.verb == "offer" and not is_private(interaction):
            await interaction.response.defer()  # the public message shows the result
            return None
        return await self._private_benches.refresh(interaction, ended, opens=interaction.message is None)

    async def _find_tapped_game(self, interaction: Interaction, control: Control) -> Game | None:
        """Return the running game if the tapped message is up to date; otherwise update the message and return None."""
        game = await self._tables.require_game(control.game)
        require_seat(game, interaction.user.id)
        if control.version == game.version:
            return require_running(game)
        if is_private(interaction):
            await self._private_benches.refresh(interaction, game)
        else:
            await update(interaction, *await self._public_screens.show(game))
        return None


def _may_take(view: View, action: Action) -> bool:
    if isinstance(action, Draw):
        return action.count <= view.may_draw
    return view.may_pass or (view.may_draw > 0 and not isinstance(action, Pass))


def _read_argument(control: Control) -> tuple[int | None, str]:
    """Return which action an untrusted argument names (how many tiles, which offer), and `asked` for `_end_turn`."""
    which, _, asked = control.argument.partition("-")
    return (int(which) if which.isdecimal() else None), asked
