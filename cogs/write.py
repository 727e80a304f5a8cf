"""Playing by notation: /play with its preview, and the Text window with the whole table."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from engine.game.actions import Action
from engine.text.errors import GameError, IllegalMove
from engine.text.phrases import say
from engine.tiles.notation import LONGEST_TEXT
from services.benches import arrange, read_bench
from services.refusals import Refusal, begun, seat_of
from services.seen import news
from services.suggestions import TOKEN
from storage.games import Game
from storage.texts import TextKind
from ui.commands import anywhere
from ui.controls import LONGEST_CHOICE, Control, Tapped, cut, entered, sent
from ui.error_replies import explain
from ui.places import place_of
from ui.replies import show
from ui.screens import table as _screens
from ui.screens.moves import TURN_FIELD, turn_form
from ui.screens.puzzle import WINDOW as PUZZLE_WINDOW
from ui.services import Services

Interaction = discord.Interaction[Any]


class Write(commands.Cog):
    """The turns that are written."""

    def __init__(self, services: Services) -> None:
        self._house = services.tables
        self._racks = services.private_bench
        self._completions = services.suggestions
        self.taps: Mapping[str, Tapped] = {"text": self._text_tapped, "again": self._again_tapped}

    @app_commands.command(name="play", description=locale_str("Lay tiles: R4 R5 R6 is a new set, C+R6 adds to set C"))
    @app_commands.describe(
        move=locale_str("Sets and changes, parted by ; such as R4 R5 R6; C+K6. /help explains them all")
    )
    @anywhere
    async def play(self, interaction: Interaction, move: app_commands.Range[str, 1, LONGEST_TEXT]) -> None:
        """Play what is written."""
        game = await self._house.running_here(place_of(interaction))
        seat = seat_of(game, interaction.user.id)
        await self._play(interaction, game, seat, await self._unfolded(game, seat, move))

    async def _unfolded(self, game: Game, seat: int, move: str) -> str:
        """The text behind a choice that was too long to carry it."""
        if not move.startswith(TOKEN):
            return move
        text = await self._house.texts.get(move.removeprefix(TOKEN), game.id, seat)
        if text is None:
            raise Refusal(say("I don't have that text any more: please write it again."))
        return text

    @play.autocomplete("move")
    async def preview(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """While the player types: legal and what it scores, or what is wrong; then what the table lets me propose."""
        if len(current) > LONGEST_TEXT:
            return []
        try:
            game = await self._house.running_here(place_of(interaction))
            seen = self._house.seen(game, interaction.user.id)
            seat = seat_of(game, interaction.user.id)
            text = await self._unfolded(game, seat, current)
        except Refusal as refusal:
            return [_choice(str(refusal), current[:LONGEST_CHOICE])] if current.strip() else []
        proposed = [_choice(each.label, each.text) for each in await self._completions.choices(seen, text)]
        if not current.strip():
            return proposed
        return [_choice(self._preview(game, seat, text), await self._folded(game, seat, text)), *proposed]

    def _preview(self, game: Game, seat: int, text: str) -> str:
        variant = self._house.variant(game)
        try:
            return str(variant.preview(game.state, variant.read(seat, f"play {text}")))
        except GameError as refusal:
            return str(refusal)

    async def _folded(self, game: Game, seat: int, text: str) -> str:
        if len(text) <= LONGEST_CHOICE:
            return text
        return TOKEN + await self._house.texts.keep(game.id, seat, game.version, text, TextKind.CHOICE)

    async def _play(self, interaction: Interaction, game: Game, seat: int, text: str) -> None:
        """Play a text; keep it and offer it again when it is refused."""
        try:
            await self._made(interaction, game, self._house.variant(game).read(seat, f"play {text}"))
        except GameError as refusal:
            await self._refused(interaction, game, seat, text, refusal)

    async def _made(self, interaction: Interaction, game: Game, action: Action) -> None:
        moved, aside = await self._house.move(game, action, interaction.id)
        await self._house.texts.forget(game.id, action.seat)
        await self._house.benches.forget(game.id, action.seat)
        await self._racks.refresh(interaction, moved, str(aside or news(moved)))

    async def _refused(self, interaction: Interaction, game: Game, seat: int, text: str, refusal: GameError) -> None:
        token = await self._house.texts.keep(game.id, seat, game.version, text, TextKind.REFUSED)
        await show(interaction, _screens.refused(game, str(refusal), token))

    async def _arranged(self, interaction: Interaction, game: Game, seat: int, text: str) -> None:
        """Play what a window says; what can't be played yet, but could lie so, comes to lie on the bench."""
        try:
            action = self._house.variant(game).read(seat, f"play {text}")
            try:
                return await self._made(interaction, game, action)
            except IllegalMove as refusal:
                seen = self._house.seen(game, interaction.user.id)
                if not await arrange(self._house, seen, interaction.user.id, action):
                    raise
                return await self._racks.refresh(interaction, game, str(refusal))
        except GameError as refusal:
            return await self._refused(interaction, game, seat, text, refusal)

    async def _text_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Open the window with the table as it lies on the bench."""
        game = begun(await self._house.game(control.game))
        seen = self._house.seen(game, interaction.user.id)
        bench = await read_bench(self._house, seen, interaction.user.id)
        await interaction.response.send_modal(turn_form(seen, bench.arranged.bench.written))

    async def _again_tapped(self, interaction: Interaction, control: Control, _values: Sequence[str]) -> None:
        """Open the window with what was refused."""
        game = begun(await self._house.game(control.game))
        seat = seat_of(game, interaction.user.id)
        text = await self._house.texts.get(control.argument, game.id, seat)
        if text is None:
            raise Refusal(say("I don't have that text any more: tap **Text** on your rack."))
        await interaction.response.send_modal(turn_form(self._house.seen(game, interaction.user.id), text))

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Hear of every submitted window, also of one that an earlier process opened."""
        control = Control.read(sent(interaction).get("custom_id", ""))
        if interaction.type is not discord.InteractionType.modal_submit or (control and control.verb == PUZZLE_WINDOW):
            return
        await interaction.client.answering(interaction)
        try:
            await self._submitted(interaction, control)
        except Exception as error:  # noqa: BLE001  # everything is explained to the person who submitted
            await explain(interaction, error)

    async def _submitted(self, interaction: Interaction, control: Control | None) -> None:
        text = entered(interaction, TURN_FIELD)
        if control is None or text is None:
            raise Refusal(say("I don't know this window any more: tap **Text** on your rack."))
        await interaction.client.heard(interaction, control)
        game = begun(await self._house.game(control.game))
        await self._arranged(interaction, game, seat_of(game, interaction.user.id), text)


def _choice(name: str, value: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=cut(name), value=value)
